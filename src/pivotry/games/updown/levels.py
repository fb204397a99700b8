"""How the eight levels play the up-down card game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(100, sense=False, noise=2600, overlook=0.68, loss=0.3),
    Skill(120, sense=False, noise=1400, overlook=0.44, loss=0.25),
    Skill(140, sense=False, noise=860, overlook=0.22, loss=0.2),
    Skill(160, sense=False, noise=530, overlook=0.07, loss=0.2),
    Skill(160, sense=False, noise=310),
    Skill(160, sense=False, noise=158),
    Skill(43),
    Skill(None, usual=2500),
)
