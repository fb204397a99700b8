"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(8, sense=False, overlook=0.7, loss=1.0),
    Skill(19, sense=False, overlook=0.47, loss=0.8),
    Skill(29, sense=False, overlook=0.33, loss=0.6),
    Skill(45, sense=False, overlook=0.2, loss=0.5),
    Skill(70, sense=False, overlook=0.1, loss=0.4),
    Skill(160, sense=False),
    Skill(100),
    Skill(None),
)
