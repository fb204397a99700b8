"""The fair stream: known values, uniformity without modulo bias, independence of events."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from pivotry import BadOption
from pivotry.chance import Stream, commitment, new_seed, seed_bytes

GOLDEN_SHUFFLE = [7, 3, 1, 8, 5, 9, 6, 4, 0, 2]
GOLDEN_BELOW = [96, 27, 50, 7, 99, 81, 87, 27]


def test_seeds_are_read_in_every_form() -> None:
    assert seed_bytes(7) == bytes(31) + b"\x07"
    assert seed_bytes("07") == seed_bytes("0x7") == seed_bytes(seed_bytes(7)) == seed_bytes(7)
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
    for bad in (-1, 1 << 256, "xyz", "", "0" * 65, b"short", 1.5, None, True):
        with pytest.raises(BadOption, match="a seed is"):
            seed_bytes(bad)


def test_the_stream_is_what_the_documentation_says() -> None:
    """Recomputed here from the description alone, so that others can write a checker."""
    seed = seed_bytes(2026)
    block = hashlib.sha256(
        seed + b"pivotry chance 1" + (5).to_bytes(8, "big") + (0).to_bytes(8, "big")
    ).digest()
    words = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8)]
    stream = Stream(seed, 5)
    assert [stream.word() for _ in range(4)] == words
    second = hashlib.sha256(
        seed + b"pivotry chance 1" + (5).to_bytes(8, "big") + (1).to_bytes(8, "big")
    ).digest()
    assert stream.word() == int.from_bytes(second[:8], "big")
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


def test_known_values_never_change() -> None:
    """Matches of old seeds must come out the same for ever."""
    assert Stream(seed_bytes(7), 0).shuffled(range(10)) == GOLDEN_SHUFFLE
    assert [Stream(seed_bytes(7), k).below(108) for k in range(8)] == GOLDEN_BELOW


def test_numbers_out_of_range_are_rejected_not_folded() -> None:
    """For n just above 2**63 nearly half of all words must be thrown away."""
    n = (1 << 63) + 1
    stream, plain = Stream(seed_bytes(3), 0), Stream(seed_bytes(3), 0)
    expected = [word for word in (plain.word() for _ in range(400)) if word < n][:150]
    assert [stream.below(n) for _ in range(150)] == expected


@pytest.mark.parametrize("n", [1, 2, 3, 7, 36, 108])
def test_uniform(n: int) -> None:
    draws = 12_000
    stream = Stream(seed_bytes(11), n)
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi = sum((counts[i] - draws / n) ** 2 / (draws / n) for i in range(n))
    assert chi < n + 5 * (2 * n) ** 0.5 + 5


def test_shuffles_are_uniform() -> None:
    stream = Stream(seed_bytes(12), 0)
    counts = Counter(tuple(stream.shuffled(range(4))) for _ in range(12_000))
    assert len(counts) == 24
    assert all(380 < count < 620 for count in counts.values())


def test_weights() -> None:
    stream = Stream(seed_bytes(13), 0)
    counts = Counter(stream.weighted([1, 0, 6, 3]) for _ in range(10_000))
    assert counts[1] == 0
    assert abs(counts[0] - 1000) < 150
    assert abs(counts[2] - 6000) < 250


def test_events_and_seeds_do_not_repeat_each_other() -> None:
    firsts = {Stream(seed_bytes(s), k).word() for s in range(40) for k in range(40)}
    assert len(firsts) == 1600
