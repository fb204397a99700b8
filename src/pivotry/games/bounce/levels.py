"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(8, sense=False, overlook=0.7, loss=1.0),
    Skill(12, sense=False, overlook=0.6, loss=0.9),
    Skill(22, sense=False, overlook=0.43, loss=0.7),
    Skill(38, sense=False, overlook=0.25, loss=0.5),
    Skill(78, sense=False, overlook=0.07, loss=0.4),
    Skill(16, overlook=0.3, loss=0.4),
    Skill(100),
    Skill(None),
)
