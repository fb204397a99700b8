"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(8, sense=False, overlook=0.69, loss=1.0),
    Skill(13, sense=False, overlook=0.58, loss=0.9),
    Skill(22, sense=False, overlook=0.46, loss=0.7),
    Skill(36, sense=False, overlook=0.27, loss=0.5),
    Skill(72, sense=False, overlook=0.09, loss=0.4),
    Skill(20, overlook=0.33, loss=0.3),
    Skill(22),
    Skill(None, usual=5000),
)
