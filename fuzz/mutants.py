#!/usr/bin/env python3
"""Change the rules in small ways and see whether the tests notice.

    python fuzz/mutants.py pegs              # every mutant of games/pegs/rules.py
    python fuzz/mutants.py pegs --only legal --jobs 2

Tests are collected once. Each mutant (``changes.py`` says which there are) then runs in a forked
child, in plain Python: the function's code is exchanged and tests of the game run until one fails.
Those that call the function come first that have killed most for the time they take. A test that
takes far longer than without the mutant hangs, and counts as failed.

What became of each mutant is kept in ``artefacts/mutants-GAME.json``, so that a run that was
stopped goes on where it was; after a change to the rules or the tests, each mutant first meets the
test that killed it last time. Where tests were only added, or functions only moved, ``--survivors``
tries no more than mutants that are new and survivors without an argument.

Survivors with a row in ``docs/testing.md``, which argues why they change nothing, are counted; the
exit status says whether there are others.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # forking wants a single thread
    os.environ[_name] = "1"
os.environ["PIVOTRY_JIT"] = "0"
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / part) for part in ("src", "tests", "fuzz")]

import pytest
from changes import Mutant, mutants

SLOWEST = 45.0
"""Seconds; a test that takes longer in plain Python is left out."""
PATIENCE = 8.0
"""How many times longer than without a mutant a test may take, ..."""
LEAST = 1.0
"""... and the seconds that it may take in any case."""
MEMORY = 4 << 30


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    name: str
    state: str
    """``killed``, ``hangs`` or ``survives``."""
    by: str
    """The test that noticed."""


@dataclass
class Test:
    """A test as it goes without any mutant."""

    item: pytest.Item
    seconds: float
    calls: frozenset[str]
    """Which functions it reaches."""
    merit: float = 0.0
    """Kills, the latest counting most."""


class Trials:
    """A pytest plugin that runs tests over and over, once for each mutant."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        hints: dict[str, str],
        told: Callable[[Outcome], None],
        jobs: int,
    ) -> None:
        self.mutants = mutants
        self.hints = hints
        self.told = told
        self.jobs = jobs
        self.trouble: list[str] = []
        self.left_out: list[str] = []
        self._failed = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.trouble.append(f"{report.nodeid}: {report.longrepr}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self.trouble:
            return True
        gc.collect()
        gc.freeze()  # children that collect garbage would copy everything
        tests = self._measured(session.items)
        slow = sorted(tests, key=lambda test: test.seconds, reverse=True)[:3]
        print(
            f"{len(tests)} tests take {sum(test.seconds for test in tests):.0f} s, longest",
            ", ".join(f"{test.item.name} {test.seconds:.1f} s" for test in slow),
            flush=True,
        )
        if not self.trouble:
            self._tried(tests)
        return True

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Whether a test passes."""
        self._failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self._failed

    # --- without mutants

    def _measured(self, items: Sequence[pytest.Item]) -> list[Test]:
        """All tests that pass in time, with how long they take and what they call."""
        files = {mutant.code.co_filename for mutant in self.mutants}
        measured = _in_child(lambda: self._measure(items, files))
        tests = []
        for item, (passes, seconds, calls) in zip(items, measured, strict=True):
            if passes:
                tests.append(Test(item, seconds, frozenset(calls)))
            elif seconds >= SLOWEST:
                self.left_out.append(item.nodeid)
            else:
                self.trouble.append(f"{item.nodeid} fails without any mutant")
        return tests

    def _measure(self, items: Sequence[pytest.Item], files: set[str]) -> list[Any]:
        found: list[Any] = []
        calls: set[str] = set()

        def trace(frame: FrameType, event: str, value: object) -> None:
            if frame.f_code.co_filename in files:
                calls.add(frame.f_code.co_name)

        def enough(number: int, frame: FrameType | None) -> None:
            raise TimeoutError("too slow in plain Python")

        signal.signal(signal.SIGPROF, enough)
        for item, following in zip(items, [*items[1:], None], strict=True):
            calls.clear()
            before = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOWEST)
            sys.settrace(trace)
            passes = self._run(item, following)
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            found.append((passes, time.process_time() - before, sorted(calls)))
        return found

    # --- with mutants

    def _tried(self, tests: list[Test]) -> None:
        running: dict[int, tuple[Mutant, list[Test], Any]] = {}
        try:
            self._all_tried(tests, running)
        finally:
            for child in running:
                os.kill(child, signal.SIGKILL)

    def _all_tried(
        self, tests: list[Test], running: dict[int, tuple[Mutant, list[Test], Any]]
    ) -> None:
        waiting = iter(self.mutants)
        mutant = next(waiting, None)
        while mutant or running:
            if mutant and len(running) < self.jobs:
                order = self._order(mutant, tests)
                if not order:
                    self.told(Outcome(mutant.name, "survives", "no test calls it"))
                    mutant = next(waiting, None)
                    continue
                child, pipe = self._fork(mutant, order)
                running[child] = mutant, order, pipe
                mutant = next(waiting, None)
                continue
            child, status = os.wait()
            if child not in running:
                continue  # a process that some test left behind
            done, order, pipe = running.pop(child)
            with pipe:
                at = len(pipe.read())  # a byte a test begun
            if os.waitstatus_to_exitcode(status) == 0:
                self.told(Outcome(done.name, "survives", ""))
                continue
            killer = order[max(at, 1) - 1]
            for test in tests:
                test.merit *= 0.9
            killer.merit += 1
            hangs = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (
                signal.SIGPROF,
                signal.SIGALRM,
            )
            self.told(Outcome(done.name, "hangs" if hangs else "killed", killer.item.nodeid))

    def _order(self, mutant: Mutant, tests: Iterable[Test]) -> list[Test]:
        """The tests that reach a mutant, the most promising first."""
        hint = self.hints.get(mutant.name)

        def promise(test: Test) -> tuple[bool, float]:
            return test.item.nodeid == hint, (test.merit + 0.01) / (test.seconds + 0.02)

        return sorted((t for t in tests if mutant.function in t.calls), key=promise, reverse=True)

    def _fork(self, mutant: Mutant, order: Sequence[Test]) -> tuple[int, Any]:
        ours, theirs = os.pipe()
        child = os.fork()
        if child:
            os.close(theirs)
            return child, os.fdopen(ours, "rb")
        code = 1
        try:
            _quietly()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            function = getattr(importlib.import_module(mutant.module), mutant.function)
            assert isinstance(function, FunctionType)
            function.__code__ = mutant.code
            for test, following in zip(order, [*order[1:], None], strict=True):
                limit = max(LEAST, PATIENCE * test.seconds)
                os.write(theirs, b".")
                signal.setitimer(signal.ITIMER_PROF, limit)
                signal.alarm(int(20 * limit) + 20)  # for one that waits without working
                if not self._run(test.item, following.item if following else None):
                    break
            else:
                code = 0
        finally:
            os._exit(code)


def _in_child(work: Callable[[], Any]) -> Any:
    """The result of ``work`` (JSON), done in a forked child."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _quietly()
            with os.fdopen(theirs, "w") as pipe:
                json.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text)


def _quietly() -> None:
    """In a child: nothing on the terminal, and no more memory than a test needs."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def plain() -> None:
    """Everything in plain Python: compiled code would be found in the cache, unchanged."""
    from pivotry import jit

    bind = jit.bind

    def in_python(function: Any, names: Any = None, *, tag: str = "", compiled: Any = None) -> Any:
        return bind(function, names, tag=tag, compiled=False)

    jit.bind = in_python


def steady() -> None:
    """Hypothesis tries the same examples for every mutant, and does not simplify what fails."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


def tried(
    mutants: Sequence[Mutant],
    tests: Sequence[str],
    *,
    keyword: str = "",
    hints: dict[str, str] | None = None,
    told: Callable[[Outcome], None] = lambda outcome: None,
    jobs: int = 1,
) -> tuple[list[Outcome], list[str]]:
    """What became of each mutant, and the tests that were left out; ``told`` as it goes.

    ``tests`` and ``keyword`` are pytest's arguments. Raises SystemExit if the tests fail by
    themselves.
    """
    outcomes: list[Outcome] = []

    def note(outcome: Outcome) -> None:
        outcomes.append(outcome)
        told(outcome)

    trials = Trials(mutants, hints or {}, note, jobs)
    plain()
    steady()
    with tempfile.TemporaryDirectory() as folder:
        status = pytest.main(
            [
                "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal", "-s",
                "--assert=plain",
                "--basetemp", folder, "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"),
                "-o", "addopts=", "-o", "timeout=0", "-k", keyword, "-m", "not slow", *tests,
            ],
            [trials],
        )  # fmt: skip
    if trials.trouble or status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit("\n".join(trials.trouble) or f"pytest ends with {status!r}")
    return outcomes, trials.left_out


# --- one game --------------------------------------------------------------------------------


def modules(game: str) -> Iterator[str]:
    """``rules`` of a game, and what it keeps in modules beside."""
    rules = importlib.import_module(f"pivotry.games.{game}.rules")
    yield rules.__name__
    beside = {value.__module__ for value in vars(rules).values() if isinstance(value, FunctionType)}
    yield from sorted(
        name
        for name in beside - {rules.__name__}
        if name.startswith(f"pivotry.games.{game}.") and not name.endswith(".tables")
    )


def of_game(game: str, only: str | None) -> list[Mutant]:
    """All mutants of a game's kernels; the whole game is imported, as it is now."""
    package = importlib.import_module(f"pivotry.games.{game}")
    for part in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{part.name}")
    found = []
    for name in modules(game):
        path = sys.modules[name].__file__
        assert path is not None
        found += mutants(Path(path), name, only)
    return found


class Ledger:
    """What is known about the mutants of a game, in a file that grows by a line a mutant."""

    def __init__(self, path: Path, digest: str, trusted: bool) -> None:
        self.path = path
        self.known: dict[str, Outcome] = {}
        self.hints: dict[str, str] = {}
        lines = path.read_text().splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines if line.endswith("}")]
        same = trusted or (bool(rows) and rows[0].get("digest") == digest)
        for row in rows:
            if "by" in row:
                self.hints[row["name"]] = row["by"]
                if same:
                    self.known[row["name"]] = Outcome(**row)
            else:
                self.hints |= row.get("hints", {})
        path.parent.mkdir(parents=True, exist_ok=True)
        first = {"digest": digest, "hints": self.hints}
        kept = [first, *map(asdict, self.known.values())]
        path.write_text("".join(json.dumps(row) + "\n" for row in kept))

    def add(self, outcome: Outcome) -> None:
        self.known[outcome.name] = outcome
        with self.path.open("a") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")


def _digest(game: str) -> str:
    """A name for everything that decides what becomes of a mutant."""
    source = ROOT / "src" / "pivotry"
    digest = hashlib.sha256()
    for path in sorted(
        [
            *(source / "games" / game).glob("*.py"),
            *source.glob("*.py"),
            *(ROOT / "tests").glob("*.py"),
            *(ROOT / "tests" / "contract").glob("*.py"),
            *(ROOT / "tests" / game).rglob("*.py"),
            *(ROOT / "tests" / "data").rglob("*.json"),
            *Path(__file__).parent.glob("*.py"),
        ]
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def argued(game: str) -> set[str]:
    """The rows of survivors in ``docs/testing.md``, without the argument."""
    page = ROOT / "docs" / "testing.md"
    _, _, rest = page.read_text().partition(f"\n### {game}\n")
    return {
        line.rsplit(" | ", 1)[0] + " |"
        for line in rest.partition("\n##")[0].splitlines()
        if line.startswith("| `")
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutants of a game's rules.")
    parser.add_argument("game")
    parser.add_argument("--only", help="one function")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    parser.add_argument(
        "--survivors",
        action="store_true",
        help="take earlier kills for granted, though something has changed",
    )
    asked = parser.parse_args()
    game: str = asked.game
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # takes the children along

    found = of_game(game, asked.only)
    path = ROOT / "artefacts" / f"mutants-{game}.json"
    if asked.fresh:
        path.unlink(missing_ok=True)
    ledger = Ledger(path, _digest(game), asked.survivors)
    if asked.survivors:
        settled = argued(game)
        for mutant in found:
            outcome = ledger.known.get(mutant.name)
            if outcome and outcome.state == "survives" and mutant.row not in settled:
                del ledger.known[mutant.name]
    rest = [mutant for mutant in found if mutant.name not in ledger.known]
    print(f"{game}: {len(found)} mutants, {len(found) - len(rest)} known from before", flush=True)
    by_name = {mutant.name: mutant for mutant in found}
    begun = time.monotonic()

    def told(outcome: Outcome) -> None:
        ledger.add(outcome)
        done = sum(name in by_name for name in ledger.known)
        if outcome.state == "survives":
            print(f"survives: {outcome.name}", flush=True)
        elif done % 50 == 0:
            print(f"{done}/{len(found)} after {time.monotonic() - begun:.0f} s", flush=True)

    left_out: list[str] = []
    if rest:
        # What kills most mutants soonest comes first.
        places = ["contract/test_conformance.py", game, "contract/test_laws.py"]
        _, left_out = tried(
            rest,
            [str(ROOT / "tests" / place) for place in places],
            keyword=f"{game} and not numba",
            hints=ledger.hints,
            told=told,
            jobs=asked.jobs,
        )
    outcomes = [ledger.known[name] for name in by_name]
    states = [outcome.state for outcome in outcomes]
    alive = [by_name[o.name] for o in outcomes if o.state == "survives"]
    known = argued(game)
    news = [mutant for mutant in alive if mutant.row not in known]
    gone = known - {mutant.row for mutant in alive}
    for node in left_out:
        print(f"too slow in plain Python, left out: {node}")
    for mutant in news:
        print(mutant.row)
    for row in sorted(gone) if asked.only is None else ():
        print(f"argued about, but does not survive: {row}")
    print(
        f"{game}: {len(found)} mutants, {states.count('killed')} killed, "
        f"{states.count('hangs')} hang, {len(alive)} survive ({len(alive) - len(news)} argued); "
        f"{time.monotonic() - begun:.0f} s"
    )
    return 1 if news else 0


if __name__ == "__main__":
    sys.exit(main())
