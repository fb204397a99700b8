"""What the terms of ``evaluate.py`` weigh: found by ``bench/tune.py`` (``docs/search.md``)."""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [-83, -70, -96, -175, -5, -8, 7, 279, 297, 444, 697, 243, 283, 87, 71, 49, 1584, -20, 36, 272,
     50, 123],
    np.int64,
)  # fmt: skip
"""In thousandths of a unit of log odds, a count of Dark's."""
