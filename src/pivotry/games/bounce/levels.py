"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(8, sense=False, overlook=0.7, loss=1.0),
    Skill(17, sense=False, overlook=0.5, loss=0.8),
    Skill(29, sense=False, overlook=0.33, loss=0.6),
    Skill(50, sense=False, overlook=0.17, loss=0.5),
    Skill(75, sense=False, overlook=0.08, loss=0.4),
    Skill(140, sense=False),
    Skill(100),
    Skill(None),
)
