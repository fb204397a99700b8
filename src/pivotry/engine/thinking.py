"""One search of an engine, in a thread of its own, telling how it goes."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable

from ..contract import OVER, copied
from ..players.task import Task
from ..search.best import strongest
from ..search.found import Line, Search
from ..search.perft import derived
from .limits import Limits

REPORT_SECONDS = 0.5
"""How often an ``info`` line tells how a search goes."""
PLY_NODES = 1000
"""Nodes that a search which knows no plies takes for one ply of ``go depth``."""


class Thinking(threading.Thread):
    """Searches and says ``info`` and ``bestmove`` lines; ``stop`` ends it within milliseconds.

    Loading and compiling cannot be ended: where ``isready`` has not done it, ``stop`` waits.
    """

    def __init__(
        self, task: Task, limits: Limits, multipv: int, say: Callable[[str], None]
    ) -> None:
        super().__init__(name="pivotry-engine", daemon=True)
        self._task, self._limits, self._multipv, self._say = task, limits, multipv, say
        self._cancel = threading.Event()
        self._begun: float | None = None
        """``time.perf_counter()`` when it began to search, all being loaded."""
        self.done = False
        """Whether the best move is being said, or was: from then on other lines are obeyed."""

    def stop(self) -> None:
        """End the search; the best move so far is said."""
        self._cancel.set()

    def run(self) -> None:
        task = self._task
        self._best = task.legal[task.stream.below(len(task.legal))]
        nodes = 0
        try:
            nodes = self._think()
        except Exception as bad:  # whatever it is: who asked waits for a best move
            told = " ".join(f"{type(bad).__name__} {bad}".split())
            self._say(f"info string error: the search has failed: {told}")
            traceback.print_exc()
        finally:
            try:
                self._say(f"info {self._spent(nodes)}")
            finally:
                self.done = True
            self._say(f"bestmove {self._token(self._best)}")

    def _think(self) -> int:
        """Find the best move, ``_best``; the nodes that it took."""
        task = self._task
        nodes, depth = self._limits.nodes, self._limits.depth
        if len(task.legal) == 1:
            return 0
        search = strongest(
            task.game,
            task.state,
            task.config,
            task.players,
            task.seat,
            task.stream.word(),
            nodes,
            lines=self._multipv,
            depth=depth,
            known=task.known,
            threads=task.threads,
        )
        seconds = task.left(self._limits.seconds)  # what was spent counts, compiling does not
        search.prepare()
        if depth is not None and task.game.evaluate is None:
            nodes = min(depth * PLY_NODES, nodes or depth * PLY_NODES)
        self._search(search, seconds, nodes)
        lines = search.lines()
        if lines:
            self._best = lines[0].action
        return search.nodes

    def _search(self, search: Search, seconds: float | None, nodes: int | None) -> None:
        """Run in slices, with a report after each."""
        begun = self._begun = time.perf_counter()
        while not self._cancel.is_set():
            now = time.perf_counter()
            slice_ = REPORT_SECONDS
            if seconds is not None:
                slice_ = min(slice_, begun + seconds - now)
            left = None if nodes is None else nodes - search.nodes
            if slice_ <= 0 or (left is not None and left <= 0):
                break
            search.run(seconds=slice_, nodes=left, cancel=self._cancel)
            self._report(search)
            if time.perf_counter() - now < slice_:
                break  # there is nothing more to find out, or no more nodes, or it was stopped

    def _report(self, search: Search) -> None:
        for rank, line in enumerate(search.lines()[: self._multipv], 1):
            if rank == 1:
                self._best = line.action
            moves = line.moves or (line.action,)
            self._say(
                f"info depth {search.depth or len(moves)} {self._spent(search.nodes)}"
                f" multipv {rank} score {self._score(line, moves)}"
                f" pv {' '.join(self._token(action) for action in moves)}"
            )

    def _spent(self, nodes: int) -> str:
        spent = 0.0 if self._begun is None else time.perf_counter() - self._begun
        return f"time {1000 * spent:.0f} nodes {nodes} nps {nodes / max(spent, 1e-6):.0f}"

    def _token(self, action: int) -> str:
        """The text of a move as one word: without the spaces, which no reader needs."""
        return self._task.write(action).replace(" ", "")

    def _score(self, line: Line, moves: tuple[int, ...]) -> str:
        if line.proof and self._ends(moves):
            return f"mate {line.proof * len(moves)}"
        return f"cp {round(100 * line.value)}"

    def _ends(self, moves: tuple[int, ...]) -> bool:
        """Whether the match is over after these moves."""
        rules, task = self._task.game.rules, self._task
        state = copied(task.state)
        work = derived(task.game, state, task.config)
        for action in moves:
            rules.apply(state, task.config, work, action)
        return int(rules.actor(state, task.config)) == OVER
