"""How the eight levels play the two-ended cards, the weakest first (``bench/levels.py``)."""

from __future__ import annotations

from ...contract import Skill

SKILLS = (
    Skill(100, sense=False, noise=1600, overlook=0.6, loss=0.3),
    Skill(120, sense=False, noise=960, overlook=0.27, loss=0.25),
    Skill(140, sense=False, noise=620, overlook=0.12, loss=0.25),
    Skill(160, sense=False, noise=395, overlook=0.03, loss=0.2),
    Skill(160, sense=False, noise=132),
    Skill(390, sense=False),
    Skill(48),
    Skill(None, usual=5000),
)
