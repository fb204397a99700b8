"""One game between computer players, from its number alone."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from ..chance import Stream, seed_bytes
from ..match import Match, new
from ..players import Memory, Player, player
from .plan import Plan
from .schedule import Fixture


@dataclass(frozen=True)
class Outcome:
    """A finished game."""

    number: int
    block: int
    seats: tuple[int, ...]
    """Index of the player in each seat."""
    seed: str
    """Hexadecimal seed of the match: ``pivotry.new(game, seed=...)`` deals it again."""
    result: tuple[int, ...]
    """The winning seats; empty for a draw."""
    scores: tuple[int, ...] | None
    moves: tuple[int, ...]
    """How many moves each seat chose."""
    seconds: tuple[float, ...]
    """How long each seat thought."""

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Outcome:
        """From JSON; raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
        scores = data["scores"]
        seats = tuple(int(p) for p in data["seats"])
        result = tuple(int(s) for s in data["result"])
        if not set(result) <= set(range(len(seats))):
            raise ValueError("a seat wins that nobody has")
        return cls(
            int(data["number"]),
            int(data["block"]),
            seats,
            str(data["seed"]),
            result,
            None if scores is None else tuple(int(s) for s in scores),
            tuple(int(n) for n in data["moves"]),
            tuple(float(t) for t in data["seconds"]),
        )

    def shares(self, players: int) -> list[float]:
        """What each player won of this game, together 1: a game without winners is everybody's.

        A game that several win is shared among their seats.
        """
        winners = self.result or tuple(range(len(self.seats)))
        shares = [0.0] * players
        for seat in winners:
            shares[self.seats[seat]] += 1 / len(winners)
        return shares


def play(plan: Plan, fixture: Fixture) -> tuple[Outcome, dict[str, Any]]:
    """Play a game; its outcome and its record.

    Deals and openings depend on the deal alone, what players draw at random on the game as well.
    Players with budgets of nodes play the same game on every machine.
    """
    match = begin(plan, fixture)
    taken = [_player(plan.game, plan.players[index]) for index in fixture.seats]
    moves, seconds = [0] * plan.seats, [0.0] * plan.seats
    kept = {seat for seat, who in enumerate(taken) if plan.memory and who.remembers}
    notes = {seat: Notes(seat) for seat in kept}
    while (seat := match.turn) is not None:
        view = match.view(seat)
        memory = notes[seat].of(match) if seat in notes else None
        seed = plan.derived("think", fixture.number, match.ply)
        begun = time.perf_counter()
        text = taken[seat].choose(view, seed=seed, memory=memory)
        seconds[seat] += time.perf_counter() - begun
        moves[seat] += 1
        match.play(text)
    assert match.result is not None
    scores = match.scores
    outcome = Outcome(
        fixture.number,
        fixture.block,
        fixture.seats,
        f"{match.seed:x}",
        match.result,
        None if scores is None else tuple(scores),
        tuple(moves),
        tuple(round(spent, 4) for spent in seconds),
    )
    return outcome, match.record()


class Notes:
    """What a seat remembers, kept up from turn to turn instead of gone through anew."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._memory: Memory | None = None
        self._ply = 0

    def of(self, match: Match) -> Memory:
        """The same as ``remembered(match, seat)``."""
        first, events = match.history(self._seat, self._ply)
        memory = self._memory
        if memory is None or first != memory.view:  # cards have been dealt since
            memory = Memory.begin(first)
        for event, view in events:
            memory = memory.then(event, view)
        self._memory, self._ply = memory, match.ply
        return memory


@cache
def _player(game: str, text: str) -> Player:
    return player(game, text)


def begin(plan: Plan, fixture: Fixture) -> Match:
    """The match after its opening."""
    seed = plan.derived("deal", fixture.deal)
    options = {name: value for name, value in plan.options.items() if name != "players"}
    names = [plan.labels[index] for index in fixture.seats]
    match = new(plan.game, plan.seats, seed=seed, names=names, **options)
    stream = Stream(seed_bytes(plan.derived("opening", fixture.deal)), 0)
    for _ in range(plan.opening):
        legal = match.legal_moves()
        match.play(legal[stream.below(len(legal))])
        if match.turn is None:  # somebody stumbled over the end: the players begin before it
            match.undo()
            break
    return match
