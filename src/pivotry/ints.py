"""Bits and small integers that mean the same in plain Python, Numba and CUDA.

Masks are ``numpy.uint64`` in both worlds. Between masks only ``& | ^ ~`` and
comparisons are used; everything that shifts, adds or counts goes through here,
because NumPy scalars, Python integers and Numba disagree about the rest.
Numbers are plain ``int`` (Numba: int64): read a field with ``int(s.field)``.

``jit`` swaps in single instructions for ``popcount``, ``low_bit`` and
``select``; the bodies below are what those instructions mean.
"""

from __future__ import annotations

import numpy as np

ZERO = np.uint64(0)
ONE = np.uint64(1)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_WRAP = 0xFFFFFFFFFFFFFFFF


def mask(n):
    """The number ``n`` (0 <= n < 2**63) as a mask."""
    return np.uint64(n)


def number(m):
    """A mask below 2**63 as a number."""
    return int(m)


def bit(i):
    """The mask with bit ``i`` (0..63) alone."""
    return np.uint64(1 << int(i))


def shl(m, k):
    """``m`` shifted left by ``k`` (0..63), upper bits lost."""
    return np.uint64((int(m) << int(k)) & _WRAP)


def shr(m, k):
    """``m`` shifted right by ``k`` (0..63), zeros coming in."""
    return np.uint64(int(m) >> int(k))


def add64(a, b):
    """Sum modulo 2**64."""
    return np.uint64((int(a) + int(b)) & _WRAP)


def sub64(a, b):
    """Difference modulo 2**64."""
    return np.uint64((int(a) - int(b)) & _WRAP)


def mul64(a, b):
    """Product modulo 2**64."""
    return np.uint64((int(a) * int(b)) & _WRAP)


def has(m, i):
    """Whether bit ``i`` of ``m`` is set."""
    return (int(m) >> int(i)) & 1 == 1


def popcount(m):
    """How many bits of ``m`` are set."""
    return int(m).bit_count()


def low_bit(m):
    """The index of the lowest set bit; 64 for the empty mask."""
    m = int(m)
    return (m & -m).bit_length() - 1 if m else 64


def select(m, k):
    """The index of the ``k``-th set bit of ``m``, counting from 0; 64 if there is none."""
    m = int(m)
    for _ in range(int(k)):
        m &= m - 1
    return (m & -m).bit_length() - 1 if m else 64


# --- random numbers for playouts and searches (never for what a match deals) ---------------
# SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixer, so the next number never
# waits for the last one. The state is one mask in an array of length 1.

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)


def rand64(rng):
    """The next 64 random bits of ``rng``, a uint64 array of length 1 that is moved on."""
    z = add64(rng[0], GOLDEN)
    rng[0] = z
    return mixed(z)


def mixed(z):
    """The random bits of the counter ``z``: a loop can keep the counter in a variable."""
    z = mul64(z ^ shr(z, 30), _MIX_A)
    z = mul64(z ^ shr(z, 27), _MIX_B)
    return z ^ shr(z, 31)


def below(rng, n):
    """A random number in 0..n-1 for 1 <= n < 2**31.

    Multiply-shift without rejection (Lemire 2019): no value is off by more than n / 2**32 of its
    share, which is far below what a playout can feel. Deals use ``chance``, which is exact.
    """
    return scaled(rand64(rng), n)


def scaled(word, n):
    """What ``below`` makes of the random bits ``word``."""
    return number(shr(mul64(shr(word, 32), mask(n)), 32))


def shuffle(rng, cards, n):
    """Shuffle the first ``n`` entries of ``cards`` in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        kept = int(cards[i])
        cards[i] = cards[j]
        cards[j] = kept
