"""Games of the computer against itself in which puzzles may be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .. import jit
from ..chance import Stream, seed_bytes
from ..contract import OVER, Options, Record, blank, copied
from ..match import Match, from_position
from ..registry import Game, get
from ..search.alphabeta import AlphaBeta
from ..search.found import Line
from ..search.perft import derived

NODES = 400
"""Nodes a move: enough to fight, few enough to go wrong."""
OPENING = (4, 12)
"""Random moves at the start of a game that is fought: at least, and fewer than."""
LONGEST = 120
"""Moves after which such a game is left."""
SLIP = 4
"""One move in so many is the second best."""
BLUNDER = 12
"""One move in so many is any."""
WILD = 300
"""Moves at most of a game that is played at random from its beginning to its end."""
LATE = 40
"""Of such a game, so many moves before the end are looked at."""


@dataclass(frozen=True)
class Spot:
    """A position of a game."""

    state: Record
    lines: Sequence[Line] | None
    """The best two moves, as far as few nodes tell; None where that was not asked for."""


def positions(id: str, seed: int) -> Iterator[tuple[Match, int]]:
    """The positions of ``spots`` where one move can still be better than all others."""
    return ((match, ply) for match, ply, alone in spots(id, seed) if alone)


def spots(id: str, seed: int, glance: bool = True) -> Iterator[tuple[Match, int, bool]]:
    """The positions of game number ``seed`` that are worth a look, and their plies, the last first.

    Also whether one move can still be better than all others, for all that few nodes tell; False
    where ``glance`` is and it would have to be found out first. One game in four is fought with few
    nodes and slips, the others are played at random. What is near the end can be proved.
    """
    game, stream = get(id), Stream(seed_bytes(seed), 0)
    options = _options(game, stream)
    config = game.setup.config(options)
    played = _fought(game, config, stream) if stream.below(4) == 0 else _wild(game, config, stream)
    for spot in reversed(played):
        position = game.position.write(spot.state, config, options)
        lines = spot.lines
        if lines is None:
            lines = _glance(game, config, spot.state) if glance else ()
        alone = len(lines) == 2 and _open(lines)
        yield from_position(position), int(position["ply"]), alone


def _options(game: Game, stream: Stream) -> Options:
    """The standard set-up half of the time, else one option set to another of its choices."""
    several = [option for option in game.facts.options if len(option.choices) > 1]
    if not several or stream.below(2) == 0:
        return game.setup.normalise(None, {})
    option = several[stream.below(len(several))]
    others = [choice for choice in option.choices if choice != option.default]
    return game.setup.normalise(None, {option.name: others[stream.below(len(others))]})


def _wild(game: Game, config: Record, stream: Stream) -> list[Spot]:
    """The end of a game of random moves; nothing if it does not end in time."""
    rules = game.rules
    random = jit.bind(rules.random, tag=game.id)
    state, rng = blank(rules.STATE)[0], np.array([stream.word()], np.uint64)
    rules.start(state, config)
    work = derived(game, state, config)
    states: list[Record] = []
    while rules.actor(state, config) != OVER and len(states) < WILD:
        states.append(copied(state))
        random(state, config, work, rng)
    if rules.actor(state, config) != OVER:
        return []
    return [Spot(then, None) for then in states[-LATE:]]


def _fought(game: Game, config: Record, stream: Stream) -> list[Spot]:
    """A game of two players who look ahead a little, from some random moves on."""
    rules = game.rules
    state, out = blank(rules.STATE)[0], np.zeros(game.facts.max_moves, np.int32)
    rules.start(state, config)
    work = derived(game, state, config)
    opening = OPENING[0] + stream.below(OPENING[1] - OPENING[0])
    spots: list[Spot] = []
    for ply in range(LONGEST):
        if rules.actor(state, config) == OVER:
            break
        legal = [int(action) for action in out[: rules.legal(state, config, work, out)]]
        action = legal[stream.below(len(legal))]
        if ply >= opening:
            lines = _glance(game, config, state)
            spots.append(Spot(copied(state), lines))
            if lines and stream.below(BLUNDER) > 0:
                slips = len(lines) > 1 and stream.below(SLIP) == 0
                action = lines[1 if slips else 0].action
        rules.apply(state, config, work, action)
    return spots


def _glance(game: Game, config: Record, state: Record) -> Sequence[Line]:
    """The best two moves, as far as few nodes tell."""
    seat = int(game.rules.actor(state, config))
    search = AlphaBeta(game, state, config, 2, seat, 0, NODES, lines=2)
    search.run(nodes=NODES)
    return search.lines()


def _open(lines: Sequence[Line]) -> bool:
    """Whether one move can still be better than all others, for all that few nodes tell."""
    first, second = lines
    return first.proof != -1 and second.proof != 1
