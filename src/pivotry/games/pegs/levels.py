"""How the eight levels play the peg game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(1000, depth=2, sense=False, noise=330, overlook=0.17, loss=0.4),
    Skill(1000, depth=2, sense=False, noise=239, overlook=0.115, loss=0.3),
    Skill(1200, depth=2, sense=False, noise=155, overlook=0.07, loss=0.2),
    Skill(1500, depth=2, sense=False, noise=88, overlook=0.04, loss=0.2),
    Skill(2000, depth=3, sense=False, noise=157),
    Skill(4000, depth=4, sense=False, noise=114),
    Skill(8000, depth=5, sense=False, noise=20),
    Skill(None, usual=8_192),
)
