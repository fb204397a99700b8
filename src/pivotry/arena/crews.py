"""Playing many games at a time: in this process, in several, or on a Ray cluster.

Processes, not threads: kernels hold no lock, but between two searches of a few milliseconds there
is as much Python (views, notation, the checks of a match), which threads would do one at a time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import traceback
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, cast

from ..errors import PivotryError
from .plan import Plan, code_stamp
from .play import Outcome, play
from .schedule import Fixture

Played = tuple[Outcome, dict[str, Any]]
"""An outcome and the record of its game."""
Games = Generator[Played, None, None]


class CrewFailed(PivotryError):
    """Whoever played the games cannot go on."""


class Crew(Protocol):
    """Plays games. The iterator gives them as they finish, in any order; closing it ends all."""

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> Games: ...


class Alone:
    """One game after the other, here."""

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> Games:
        """The games in order."""
        for fixture in todo:
            yield play(plan, fixture)


class Processes:
    """Several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> Games:
        """The games as they finish."""
        context = multiprocessing.get_context("spawn")
        workers: dict[Connection, Any] = {}
        try:
            for fixture in todo:
                ours, theirs = context.Pipe()
                worker = context.Process(target=_work, args=(plan, theirs), daemon=True)
                worker.start()
                theirs.close()
                ours.send(fixture)
                workers[ours] = worker
                if len(workers) == self.jobs:
                    break
            busy = set(workers)
            while busy:
                for ready in wait(list(busy)):
                    pipe = cast(Connection, ready)
                    yield _answer(pipe, workers[pipe])
                    following = next(todo, None)
                    if following is None:
                        busy.discard(pipe)
                    else:
                        pipe.send(following)
        finally:
            for pipe, worker in workers.items():
                pipe.close()
                worker.kill()
            for worker in workers.values():
                worker.join()


def _answer(pipe: Connection, worker: Any) -> Played:
    try:
        answer = pipe.recv()
    except EOFError:
        worker.join()
        raise CrewFailed(f"a process that played a game ended with {worker.exitcode}") from None
    if isinstance(answer, str):
        raise CrewFailed(f"a game could not be played: {answer}")
    return cast(Played, answer)


def _work(plan: Plan, pipe: Connection) -> None:
    """What a process does: play what it is sent until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; whoever began us ends us
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    while True:
        try:
            fixture = pipe.recv()
        except EOFError:
            return
        try:
            answer: Played | str = play(plan, fixture)
        except Exception:  # told to whoever waits, whatever it is
            answer = traceback.format_exc().strip()
        pipe.send(answer)


def _outlive_nobody() -> None:
    """End with the process that began this one, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Ray:
    """A Ray cluster (extra ``ray``): ``local`` starts one on this machine, for this run."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise CrewFailed("--ray needs the package ray: pip install 'pivotry[ray]'") from None
        self._ray: Any = ray
        self._address = address
        self._jobs = jobs

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> Games:
        """The games as they finish; two are under way or waiting for each processor."""
        ray = self._ray
        self._connect()
        try:
            remote = ray.remote(num_cpus=1)(_far)
            processors = int(ray.cluster_resources().get("CPU", 1))
            room = 2 * min(processors, self._jobs or processors)
            stamp = code_stamp(plan.game)
            pending: list[Any] = []
            more = True
            while True:
                while more and len(pending) < room:
                    fixture = next(todo, None)
                    if fixture is None:
                        more = False
                    else:
                        pending.append(remote.remote(plan, fixture, stamp))
                if not pending:
                    return
                done, pending = ray.wait(pending)
                for one in done:
                    answer = self._get(one)
                    if isinstance(answer, str):
                        raise CrewFailed(answer)
                    yield answer
        finally:
            ray.shutdown()

    def _get(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayError as bad:
            last = (str(bad).strip().splitlines() or [type(bad).__name__])[-1]
            raise CrewFailed(f"the Ray cluster could not play a game: {last}") from None

    def _connect(self) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if self._address == "local":
                self._ray.init(
                    num_cpus=self._jobs or os.cpu_count(),
                    object_store_memory=100 << 20,
                    include_dashboard=False,
                    **quiet,
                )
            else:
                _knock(self._address)
                self._ray.init(address=self._address, **quiet)
        except (OSError, ValueError, RuntimeError) as bad:
            raise CrewFailed(
                f"there is no Ray cluster at {self._address!r}: {_first_line(bad)}"
            ) from None


def _first_line(bad: BaseException) -> str:
    return (str(bad).strip().splitlines() or [type(bad).__name__])[0]


def _knock(address: str) -> None:
    """Raise ``OSError`` if nobody listens there: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _far(plan: Plan, fixture: Fixture, stamp: str) -> Played | str:
    """A game on some machine of a cluster, whose code must be ours."""
    if code_stamp(plan.game) != stamp:
        return "a machine of the Ray cluster has another version of Pivotry"
    return play(plan, fixture)
