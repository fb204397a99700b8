"""How the eight levels play Pivotation, the weakest first; found by `bench/levels.py`."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=1500, overlook=0.5, loss=0.5),
    Skill(500, depth=1, noise=800, overlook=0.35, loss=0.4),
    Skill(1000, depth=2, noise=600, overlook=0.25, loss=0.3),
    Skill(2000, depth=2, noise=300, overlook=0.15, loss=0.3),
    Skill(2000, depth=3, noise=150),
    Skill(4000),
    Skill(20000),
    Skill(None),
)
