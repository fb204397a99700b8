"""What the terms of ``evaluate.py`` weigh: found by ``bench/tune.py`` (``docs/search.md``)."""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [-184, -150, -165, -276, -96, -100, -67, 301, 337, 604, 746, 313, 267, 116, 18, 35, 989, -113,
     41, 369, 60, 86],
    np.int64,
)  # fmt: skip
"""In thousandths of a unit of log odds, a count of Dark's."""
