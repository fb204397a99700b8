"""Who sits where on which deal. Everybody gets the same deals, and every seat on each of them.

A *group* is the set of players that meet at a table: all of them, or every combination that fits
where there are more players than seats, or every two (``Plan.pairwise``). Where a group is smaller
than the table its players take several seats, as equally many as can be. A *block* is one group on
one deal: as many games as the group has players, in which each seat is taken by each player once.
A *round* is one block of every group, all on one deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..chance import Stream, seed_bytes
from .plan import Plan


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    number: int
    block: int
    deal: int
    seats: tuple[int, ...]
    """Index of the player in each seat."""


def groups(plan: Plan) -> list[tuple[int, ...]]:
    """The groups, as indices of players."""
    size = 2 if plan.pairwise else min(len(plan.players), plan.seats)
    return list(combinations(range(len(plan.players)), size))


def block_size(plan: Plan) -> int:
    """Games of a block: the players of a group."""
    return len(groups(plan)[0])


def round_size(plan: Plan) -> int:
    """Games of a round."""
    return len(groups(plan)) * block_size(plan)


def taken(plan: Plan) -> list[list[list[int]]]:
    """By group and game of a block: how many seats each player has at the table.

    In which order the games of a block are is another matter: ``arrangement``.
    """
    size, found = block_size(plan), []
    for group in groups(plan):
        games = [[0] * len(plan.players) for _ in range(size)]
        for turn, game in enumerate(games):
            for seat in range(plan.seats):
                game[group[(seat + turn) % size]] += 1
        found.append(games)
    return found


def whole_rounds(plan: Plan, games: int) -> int:
    """The least number of rounds with at least so many games."""
    return -(-games // round_size(plan))


def fixtures(plan: Plan, rounds: int) -> Iterator[Fixture]:
    """The games of so many rounds, in order; more rounds only add games at the end."""
    tables = groups(plan)
    number = block = 0
    for deal in range(rounds):
        for group in tables:
            places = arrangement(plan, block, len(group))
            for turn in range(len(group)):
                seats = tuple(group[(place + turn) % len(group)] for place in places)
                yield Fixture(number, block, deal, seats)
                number += 1
            block += 1


def arrangement(plan: Plan, block: int, size: int) -> list[int]:
    """Which member of its group has each seat in the first game of a block, at random.

    In the games that follow, everybody moves on to the next member's seats.
    """
    stream = Stream(seed_bytes(plan.derived("seats", block)), 0)
    return stream.shuffled([seat % size for seat in range(plan.seats)])
