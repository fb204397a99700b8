"""What the estimate of ``evaluate.py`` weighs: found by measurement (``docs/search.md``)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

TERMS = np.array(
    [-83, -70, -96, -175, -5, -8, 7, 279, 297, 444, 697, 243, 283, 87, 71, 49, 1584, -20, 36, 272,
     50, 123],
    np.int16,
)  # fmt: skip
"""In thousandths of a unit of log odds, a count of Dark's (``bench/tune.py``)."""

with np.load(Path(__file__).with_name("patterns.npz")) as _file:
    WEIGHTS = np.concatenate([TERMS, _file["patterns"]])
"""The terms, and then the tables of ``patterns.py`` (``bench/patterns.py``)."""
