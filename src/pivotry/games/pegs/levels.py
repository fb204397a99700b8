"""How the eight levels play the peg game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(1000, depth=2, noise=850, overlook=0.35, loss=0.4),
    Skill(1000, depth=2, noise=560, overlook=0.25, loss=0.3),
    Skill(1000, depth=2, noise=440, overlook=0.2, loss=0.3),
    Skill(1000, depth=2, noise=280, overlook=0.12, loss=0.2),
    Skill(1000, depth=2, noise=180, overlook=0.08, loss=0.2),
    Skill(2000, depth=3, noise=260),
    Skill(2000, depth=3, noise=70),
    Skill(None),
)
