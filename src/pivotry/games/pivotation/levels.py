"""How the eight levels play Pivotation, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=620, overlook=0.28, loss=0.35),
    Skill(500, depth=2, noise=700, overlook=0.25, loss=0.35),
    Skill(600, depth=2, noise=250, overlook=0.1, loss=0.3),
    Skill(900, depth=3, noise=100),
    Skill(2300),
    Skill(8500),
    Skill(31_000),
    Skill(None, usual=300_000),
)
