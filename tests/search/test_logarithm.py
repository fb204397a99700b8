"""The logarithm of the trees: near enough, and the same compiled or not."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from pivotry import jit
from pivotry.search.kernels.logarithm import logarithm

COMPILED = jit.bind(logarithm, compiled=True)


@settings(deadline=None)  # the first example compiles
@given(st.floats(1.0, 1e12))
def test_it_is_the_logarithm(x: float) -> None:
    assert math.isclose(logarithm(x), math.log(x), rel_tol=1e-14, abs_tol=1e-14)
    assert COMPILED(x).hex() == logarithm(x).hex()


def test_known_values() -> None:
    """Written down, so that a machine that rounds otherwise is noticed."""
    assert [logarithm(x).hex() for x in (2.0, 10.0, 1e6 + 1.0)] == [
        "0x1.62e42fefa39f0p-1",
        "0x1.26bb1bbb55515p+1",
        "0x1.ba18abb1dedc8p+3",
    ]
