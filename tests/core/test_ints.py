"""Bits and numbers mean the same in plain Python and in compiled code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pivotry import ints, jit

words = st.integers(0, 2**64 - 1)
places = st.integers(0, 63)
BINARY = ["shl", "shr", "has"]
WRAPPING = ["add64", "sub64", "mul64"]
UNARY = ["popcount", "low_bit"]


def both(name: str):
    function = getattr(ints, name)
    return function, jit.bind(probe(name), {"inner": function}, tag=f"probe-{name}", compiled=True)


def probe(name: str):
    return {1: one, 2: two}[2 if name in BINARY + WRAPPING + ["select", "below"] else 1]


def inner(*_):
    """Open name."""


def one(x):
    return inner(x)


def two(x, y):
    return inner(x, y)


@pytest.mark.parametrize("name", BINARY)
def test_shifts(name: str) -> None:
    plain, fast = both(name)

    @settings(max_examples=200, deadline=None)
    @given(words, places)
    def check(m: int, k: int) -> None:
        m = np.uint64(m)
        assert int(plain(m, k)) == int(fast(m, k))

    check()


@pytest.mark.parametrize("name", WRAPPING)
def test_wrapping_arithmetic(name: str) -> None:
    plain, fast = both(name)

    @settings(max_examples=200, deadline=None)
    @given(words, words)
    def check(a: int, b: int) -> None:
        assert int(plain(np.uint64(a), np.uint64(b))) == int(fast(np.uint64(a), np.uint64(b)))

    check()


@pytest.mark.parametrize("name", UNARY)
def test_counting(name: str) -> None:
    plain, fast = both(name)

    @settings(max_examples=200, deadline=None)
    @given(words)
    def check(m: int) -> None:
        assert int(plain(np.uint64(m))) == int(fast(np.uint64(m)))

    check()
    assert plain(np.uint64(0)) == fast(np.uint64(0))


def test_select() -> None:
    plain, fast = both("select")

    @settings(max_examples=300, deadline=None)
    @given(words, places)
    def check(m: int, k: int) -> None:
        m = np.uint64(m)
        assert plain(m, k) == fast(m, k)
        bits = [i for i in range(64) if int(m) >> i & 1]
        assert plain(m, k) == (bits[k] if k < len(bits) else 64)

    check()


def test_random_numbers() -> None:
    """SplitMix64 gives its published first numbers, in both worlds, and ``below`` stays below."""
    plain, fast = both("rand64")
    a, b = np.array([1234567], np.uint64), np.array([1234567], np.uint64)
    published = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip
    assert [int(plain(a)) for _ in range(5)] == published
    assert [int(fast(b)) for _ in range(5)] == published
    below, fast_below = both("below")
    for n in (1, 2, 7, 80, 2**31 - 1):
        for _ in range(50):
            assert a[0] == b[0]
            x = below(a, n)
            assert x == fast_below(b, n)
            assert 0 <= x < n


def test_shuffle_is_a_permutation() -> None:
    cards = np.arange(20, dtype=np.int16)
    ints.shuffle(np.array([5], np.uint64), cards, 10)
    assert sorted(cards[:10]) == list(range(10))
    assert cards[10:].tolist() == list(range(10, 20))
    assert cards[:10].tolist() != list(range(10))
