"""How the eight levels play Pivotation, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=700, overlook=0.3, loss=0.35),
    Skill(500, depth=2, noise=790, overlook=0.28, loss=0.35),
    Skill(600, depth=2, noise=230, overlook=0.09, loss=0.3),
    Skill(900, depth=3, noise=30),
    Skill(1800),
    Skill(8000),
    Skill(42_000),
    Skill(None, usual=300_000),
)
