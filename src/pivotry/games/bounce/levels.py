"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(100, sense=False, noise=1600, overlook=0.6, loss=0.3),
    Skill(120, sense=False, noise=1050, overlook=0.31, loss=0.25),
    Skill(140, sense=False, noise=670, overlook=0.14, loss=0.25),
    Skill(160, sense=False, noise=440, overlook=0.04, loss=0.2),
    Skill(160, sense=False, noise=235),
    Skill(370, sense=False),
    Skill(48),
    Skill(None, usual=5000),
)
