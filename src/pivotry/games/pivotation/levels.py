"""How the eight levels play Pivotation, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=700, overlook=0.3, loss=0.35),
    Skill(500, depth=2, noise=770, overlook=0.27, loss=0.35),
    Skill(900, depth=3, noise=160, overlook=0.04, loss=0.2),
    Skill(1000),
    Skill(7000),
    Skill(30_000),
    Skill(100_000),
    Skill(None, usual=300_000),
)
