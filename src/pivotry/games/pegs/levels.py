"""How the eight levels play the peg game, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(1000, depth=2, sense=False, noise=380, overlook=0.18, loss=0.4),
    Skill(1000, depth=2, sense=False, noise=290, overlook=0.133, loss=0.3),
    Skill(1000, depth=2, sense=False, noise=200, overlook=0.095, loss=0.2),
    Skill(1500, depth=2, sense=False, noise=127, overlook=0.055, loss=0.2),
    Skill(2000, depth=3, sense=False, noise=217),
    Skill(4000, depth=4, sense=False, noise=150),
    Skill(8000, depth=5, sense=False, noise=75),
    Skill(None, usual=8_192),
)
