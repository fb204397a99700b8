"""What the terms of ``evaluate.py`` weigh: found by ``bench/tune.py`` (``docs/search.md``)."""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [600, 20, 1500, 900, 700, 500, 350, 200, 100, 0, 10, 10, -100, -50, 10, -150, -300, 50, 0, 0,
     0, 0, 0, 0, 0, 0, 0],
    np.int64,
)  # fmt: skip
"""In thousandths of a unit of log odds, a count of Dark's."""
