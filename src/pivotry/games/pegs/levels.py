"""How the eight levels play the peg game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(1000, depth=2, noise=480, overlook=0.21, loss=0.4),
    Skill(1000, depth=2, noise=325, overlook=0.148, loss=0.3),
    Skill(1000, depth=2, noise=220, overlook=0.1, loss=0.2),
    Skill(1500, depth=2, noise=140, overlook=0.062, loss=0.2),
    Skill(2000, depth=3, noise=200),
    Skill(4000, depth=4, noise=110),
    Skill(8000, depth=5, noise=50),
    Skill(None, usual=60_000),
)
