"""How the eight levels play the up-down card game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(10, sense=False, overlook=0.64, loss=1.0),
    Skill(12, sense=False, overlook=0.6, loss=0.9),
    Skill(30, sense=False, overlook=0.34, loss=0.6),
    Skill(50, sense=False, overlook=0.18, loss=0.5),
    Skill(115, sense=False, overlook=0.04, loss=0.3),
    Skill(230, sense=False),
    Skill(60),
    Skill(None),
)
