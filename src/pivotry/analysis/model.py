"""The outcome of an analysis, as data."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..players.thought import Candidate
from .judge import Mark

FORMAT = 1


@dataclass(frozen=True)
class Judgement:
    """One way to judge a move. Values are expected results of its seat, from -1 to 1."""

    value: float
    """What the best move was worth."""
    played: float
    """What the move played was worth, no further below ``value`` than is beyond doubt, unless its
    result is certain; never more than ``value``."""
    mark: Mark
    """For the loss that exceeds the doubt which so many nodes leave."""
    lines: tuple[Candidate, ...]
    """The best moves with the play expected after them, the best first."""
    nodes: int
    proof: int | None = None
    """1, 0 or -1 where what the best move leads to is certain."""

    @property
    def loss(self) -> float:
        """The expected result given away."""
        return self.value - self.played

    @property
    def best(self) -> Candidate:
        """The best move."""
        return self.lines[0]


@dataclass(frozen=True)
class Move:
    """A move of the match and what is to be said about it."""

    ply: int
    """Index in the record's ``moves``."""
    seat: int
    text: str
    printed: str
    """The text with the marks of printed records (captures, the winning move)."""
    choices: int
    """How many moves were legal."""
    known: Judgement
    """Judged by what its seat could know."""
    open: Judgement | None = None
    """Judged with all cards open; None where nothing is hidden."""

    def judgements(self) -> tuple[Judgement, ...]:
        """What its seat could know first, then with all cards open."""
        return (self.known,) if self.open is None else (self.known, self.open)


@dataclass(frozen=True)
class Analysis:
    """A match judged move by move, as far as it got."""

    game: str
    title: str
    names: tuple[str, ...]
    result: tuple[int, ...] | None
    """Winning seats; () for a draw; None if the match still runs."""
    budget: str
    """What was spent on a position, as ``Budget`` writes it."""
    plies: int
    """Length of the record's ``moves``."""
    moves: tuple[Move, ...]
    """In the order of the match; all of them if ``complete``."""
    complete: bool

    def made(self, ply: int) -> int:
        """How many moves there were before a ply: what chance does is a ply, but no move."""
        return bisect_left(self.moves, ply, key=lambda move: move.ply)

    def number(self, move: Move) -> int:
        """Which move of the match it is, from 1."""
        return self.made(move.ply) + 1

    def worst(self, count: int) -> tuple[Move, ...]:
        """The moves that gave most away, at least dubious ones, in the order of the match."""
        bad = [m for m in self.moves if m.known.mark in ("dubious", "mistake", "blunder")]
        bad.sort(key=lambda m: -m.known.loss)
        return tuple(sorted(bad[:count], key=lambda m: m.ply))

    def tally(self, seat: int, column: str = "known") -> tuple[Counter[Mark], float]:
        """How often a seat's moves got each mark, and their mean loss (moves with a choice)."""
        found: Sequence[Judgement] = [
            judged for m in self.moves if m.seat == seat and (judged := getattr(m, column))
        ]
        losses = [judged.loss for judged in found if judged.mark != "forced"]
        return Counter(j.mark for j in found), sum(losses) / max(1, len(losses))


Progress = Callable[[int, int], None]
"""Called after every position with how many are done and how many there are, in one thread."""
