"""How the eight levels play the up-down card game, the weakest first (`bench/levels.py`)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(12, overlook=0.7, loss=1.0),
    Skill(12, overlook=0.5, loss=0.8),
    Skill(12, overlook=0.3, loss=0.6),
    Skill(16, overlook=0.15, loss=0.5),
    Skill(24),
    Skill(64),
    Skill(256),
    Skill(None),
)
