"""How the eight levels play Pivotation, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=700, overlook=0.3, loss=0.35),
    Skill(500, depth=2, noise=850, overlook=0.3, loss=0.35),
    Skill(500, depth=2, noise=350, overlook=0.12, loss=0.3),
    Skill(900, depth=3, noise=120, overlook=0.03, loss=0.2),
    Skill(1100),
    Skill(3500),
    Skill(10000),
    Skill(None),
)
