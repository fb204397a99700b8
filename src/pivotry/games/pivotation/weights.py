"""What the terms of ``evaluate.py`` weigh: found by ``bench/tune.py`` (``docs/search.md``)."""

from __future__ import annotations

import numpy as np

WEIGHTS = np.array(
    [225, 17, 716, 741, 76, -172, -161, -126, -25, 0, 10, -11, 208, -348, 4, -458, 1, 79, 147, -139,
     30, 360, 166, 40, 21, 39, -136],
    np.int16,
)  # fmt: skip
"""In thousandths of a unit of log odds, a count of Dark's."""
