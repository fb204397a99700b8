"""The natural logarithm, the same to the last bit on every machine.

Libraries of different systems round theirs differently, and a tree that follows the highest bound
could grow otherwise for that. This one uses nothing but operations whose results IEEE 754 fixes.
"""

import math

_HALF = 0.6931471805599453
"""ln 2."""
_ROOT = 0.7071067811865476
"""The square root of 1/2: what is left of a number without its power of two lies around it."""


def logarithm(x):
    """ln x of a normal positive number, to about 1e-15."""
    rest, power = math.frexp(x)
    z = (rest - _ROOT) / (rest + _ROOT)
    zz = z * z
    # 2 artanh z; |z| < 0.172
    series = 2.0 / 17.0
    series = series * zz + 2.0 / 15.0
    series = series * zz + 2.0 / 13.0
    series = series * zz + 2.0 / 11.0
    series = series * zz + 2.0 / 9.0
    series = series * zz + 2.0 / 7.0
    series = series * zz + 2.0 / 5.0
    series = series * zz + 2.0 / 3.0
    series = series * zz + 2.0
    return (float(power) - 0.5) * _HALF + z * series
