"""How the eight levels play the up-down card game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(11, sense=False, overlook=0.63, loss=1.0),
    Skill(16, sense=False, overlook=0.51, loss=0.9),
    Skill(24, sense=False, overlook=0.41, loss=0.6),
    Skill(42, sense=False, overlook=0.24, loss=0.5),
    Skill(80, sense=False, overlook=0.1, loss=0.3),
    Skill(160, sense=False),
    Skill(70),
    Skill(None, usual=2500),
)
