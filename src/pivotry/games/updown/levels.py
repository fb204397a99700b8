"""How the eight levels play the up-down card game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(100, sense=False, noise=2600, overlook=0.68, loss=0.3),
    Skill(120, sense=False, noise=1280, overlook=0.42, loss=0.25),
    Skill(140, sense=False, noise=780, overlook=0.18, loss=0.2),
    Skill(160, sense=False, noise=470, overlook=0.05, loss=0.2),
    Skill(160, sense=False, noise=285),
    Skill(160, sense=False, noise=156),
    Skill(44),
    Skill(None, usual=2500),
)
