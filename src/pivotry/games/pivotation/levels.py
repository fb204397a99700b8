"""How the eight levels play Pivotation, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(500, depth=1, noise=750, overlook=0.38, loss=0.45),
    Skill(500, depth=2, noise=850, overlook=0.3, loss=0.35),
    Skill(500, depth=2, noise=450, overlook=0.18, loss=0.3),
    Skill(800, depth=3, noise=350, overlook=0.08, loss=0.2),
    Skill(800),
    Skill(3500),
    Skill(16000),
    Skill(None),
)
