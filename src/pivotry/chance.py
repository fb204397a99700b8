"""Fair chance: one seed decides everything, and anybody can check it afterwards.

A seed is 256 bits. Its SHA-256 is the commitment, published before the first move; the seed
itself is shown when the match is over. Chance event ``k`` of a match (a deal, a drawn card) reads
the stream

    SHA-256(seed || "pivotry chance 1" || k as 8 bytes || block as 8 bytes),   block = 0, 1, 2, ...

as big-endian 64-bit words. A number below ``n`` is the next word that is below the largest
multiple of ``n`` in 2**64, modulo ``n``: rejection, so no value is favoured. This is a keyed,
counter-based generator: nothing depends on NumPy, on the platform or on what was drawn before.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .errors import BadOption
from .tongue import tr

SEED_BYTES = 32
_LABEL = b"pivotry chance 1"
_WORDS = 1 << 64

ChanceMode = Literal["auto", "manual"]
"""Whether chance acts by itself from the seed, or is left to the caller."""


def new_seed() -> bytes:
    """256 bits from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seed_bytes(seed: object) -> bytes:
    """A seed given as a number below 2**256, as hexadecimal text or as 32 bytes."""
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, str):
        text = seed.strip().lower().removeprefix("0x")
        if 0 < len(text) <= 2 * SEED_BYTES and all(ch in "0123456789abcdef" for ch in text):
            return int(text, 16).to_bytes(SEED_BYTES, "big")
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 256:
        return seed.to_bytes(SEED_BYTES, "big")
    raise BadOption(
        tr(
            "a seed is a whole number from 0 to 2**256 - 1, up to 64 hexadecimal digits, or "
            "32 bytes"
        )
    )


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """The random numbers of chance event ``event`` under ``seed``."""

    def __init__(self, seed: bytes, event: int) -> None:
        self._key = seed + _LABEL + event.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 64 bits."""
        if not self._words:
            data = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(data[i : i + 8], "big") for i in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number in 0..n-1, every one equally likely (1 <= n <= 2**64)."""
        limit = _WORDS - _WORDS % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in a uniformly random order (Fisher-Yates, from the last place down)."""
        cards = list(items)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, each as likely as its weight says."""
        place = self.below(sum(weights))
        for index, weight in enumerate(weights):
            place -= weight
            if place < 0:
                return index
        raise AssertionError("weights are positive")


@dataclass(frozen=True)
class Fairness:
    """One commitment and the part of the match that it covers."""

    commitment: str
    seed: bytes | None
    event: int
    """Number of the first chance event drawn from this seed after the start of its part."""
    ply: int
    """Length of the move list where its part begins."""
    dealt: bool
    """Whether the position its part begins with was dealt from this seed, as event 0."""

    def stream(self, events: int) -> Stream:
        """The numbers of a chance event, after so many others of this part; the seed is known."""
        assert self.seed is not None
        return Stream(self.seed, self.event + events)


def brought_back(parts: Sequence[Fairness], ply: int) -> list[Fairness]:
    """The parts of a match that has been taken back to ``ply``.

    Another seed came because the one before was shown, or never known: so a later part begins
    where the match goes on, and a part that is left without any plies is gone. The first stays:
    the start was dealt from it.
    """
    moved = [replace(part, ply=min(part.ply, ply)) for part in parts]
    return [
        part
        for n, part in enumerate(moved)
        if n == 0 or n + 1 == len(moved) or part.ply < moved[n + 1].ply
    ]


def checked_mode(chance: object) -> ChanceMode:
    """A mode that a caller names; ``BadOption`` if there is no such."""
    if chance == "auto":
        return "auto"
    if chance == "manual":
        return "manual"
    raise BadOption(tr("chance is 'auto' (from the seed) or 'manual' (left to the caller)"))
