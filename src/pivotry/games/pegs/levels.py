"""How the eight levels play the peg game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(1000, depth=2, noise=480, overlook=0.21, loss=0.4),
    Skill(1000, depth=2, noise=345, overlook=0.155, loss=0.3),
    Skill(1000, depth=2, noise=250, overlook=0.11, loss=0.2),
    Skill(1000, depth=2, noise=170, overlook=0.08, loss=0.2),
    Skill(2000, depth=2, noise=105, overlook=0.05, loss=0.2),
    Skill(2000, depth=3, noise=180),
    Skill(4000, depth=4, noise=110),
    Skill(None, usual=60_000),
)
