"""Alpha-beta with a search for proofs at its side: the strongest search of the board games.

Of every 8192 nodes, 1024 go to proof-number search (``solve.py``), which follows forced lines far
beyond the depth of the other. A proved win is played, a proved draw where nothing looks better;
moves that are proved to lose are avoided while there are others. What is found depends on the
number of nodes only.

A search to a given depth may be over before the proofs' first turn, so there they come first: what
they know is said from the first depth on, and no estimate that may be of the other sign.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from ..contract import Record
from ..registry import Game
from .alphabeta import DEEPEST, AlphaBeta, worth
from .found import Line, drive
from .solve import Solver

TURNS = (7168, 1024)
"""Nodes that alpha-beta and the proofs get in turn."""
MEMORY = 16.0
"""Megabytes of the table of proofs, less for a small budget: new memory costs more than nodes."""


class Sure:
    """A search at one position, as ``AlphaBeta`` is and with the same arguments.

    With ``contempt`` a draw is taken only where all else looks worse by so much; ``steady`` is for
    who wants to be told what positions are worth. Of several ``threads`` one takes turns with the
    proofs; the others search beside it.
    """

    def __init__(
        self,
        game: Game,
        state: Record,
        config: Record,
        players: int,
        seat: int,
        seed: int,
        simulations: int | None = None,
        *,
        lines: int = 1,
        depth: int = DEEPEST,
        contempt: int = 0,
        steady: bool = False,
        threads: int = 1,
    ) -> None:
        self._search = AlphaBeta(
            game, state, config, players, seat, seed, simulations,
            lines=lines, depth=depth, contempt=contempt, steady=steady,
            threads=threads,
        )  # fmt: skip
        self._dull = worth(contempt)
        memory = MEMORY if simulations is None else min(MEMORY, 0.25 + 3.2e-5 * simulations)
        self._solver = Solver(game, state, config, memory=memory)
        self._turn, self._left = 0, TURNS[0]
        if depth < DEEPEST:
            first = TURNS[1] if simulations is None else min(TURNS[1], simulations // 8)
            self._turn, self._left = (1, first) if first else (0, TURNS[0])
        self._proving = 0  # nodes given to the proofs
        self.depth = 0
        """Plies of the last iteration of alpha-beta that was finished."""

    @property
    def nodes(self) -> int:
        """Positions entered by either."""
        return self._search.nodes + self._proving

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        self._search.prepare()
        self._solver.prepare()

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Search for so long, or so many positions, whichever comes first."""
        with self._search.accompanied():
            drive(self._step, seconds=seconds, nodes=nodes, cancel=cancel)

    def _step(self, n: int) -> int:
        """``n`` nodes, in turns whose lengths do not depend on ``n``; fewer once all is known."""
        done = 0
        while done < n:
            part = min(n - done, self._left)
            if self._turn == 0:
                spent = self._search.step(part)
                self.depth = self._search.depth
                done += spent
                if spent < part:
                    break
            else:
                self._solver.run(nodes=part)
                self._proving += part
                done += part
            self._left -= part
            if self._left == 0:
                self._change()
        return done

    def _change(self) -> None:
        """The other one's turn, unless there is nothing left to prove."""
        if self._turn == 1:
            known = self._solver.known()
            if known.value is None or known.value > -1:
                self._search.avoid({a for a, value in known.moves.items() if value < 0})
        self._turn = 1 - self._turn
        if all(not question.open for question in self._solver.questions) or (
            self._solver.value is not None
        ):
            self._turn = 0
        self._left = TURNS[self._turn]

    def lines(self) -> tuple[Line, ...]:
        """The best moves at the root, those that are proved to win first.

        A move after the first that is proved to lose tells that all moves that are not told of
        lose as well: one that only the proofs found out to lose is left out where others are open.
        """
        known = self._solver.known()
        lines = {line.action: line for line in self._search.lines()}
        lost = {action for action, value in known.moves.items() if value < 0}
        by_proof = {action for action in lost & lines.keys() if lines[action].proof is None}
        for action, value in known.moves.items():
            if action in lines and lines[action].proof is None:
                lines[action] = replace(lines[action], value=float(value), proof=value)
        best = max(map(self._liked, lines.values()), default=-1.0)
        for action, value in known.moves.items():  # a sure draw, where nothing better is in sight
            sure = Line(action, 0, float(value), value, (action,))
            if action not in lines and (value == 1 or self._liked(sure) > best):
                lines[action] = sure
        found = sorted(lines.values(), key=self._liked, reverse=True)
        if len(lines.keys() | lost) < self._search.count:
            found[1:] = [line for line in found[1:] if line.action not in by_proof]
        return tuple(found[: max(1, self._search.wanted)])

    def _liked(self, line: Line) -> float:
        """What a move is worth to who would rather go on than draw."""
        return line.value - self._dull * (line.proof == 0)
