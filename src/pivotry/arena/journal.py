"""Finished games in a file, a line of JSON each, so that a run can be gone on with.

The first line is the plan. Every line is written whole and synchronised before the next game
counts, so whatever ends the program, at most the last line is torn; it is cut off then.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from ..errors import PivotryError
from ..jsontext import NotJSON, loads
from ..wording import quoted
from .plan import Plan
from .play import Outcome

VERSION = 1
_HEAD = "pivotry arena"
_TOLD = {
    "game": "the game differs",
    "rules": "the version of the rules differs",
    "options": "the options differ",
    "players": "the players differ",
    "seed": "the seed differs",
    "opening": "the opening differs",
    "pairwise": "who meets at a table differs",
    "memory": "whether players remember differs",
    "pivotry": "the version of Pivotry differs",
    "code": "the code of rules and players differs",
}


class BadJournal(PivotryError, ValueError):
    """A file of finished games that cannot be gone on with."""


class Journal:
    """The games of one plan that are finished, and the file that keeps them."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or begin the file; raises ``BadJournal`` or ``OSError``, then nothing has changed.

        ``outcomes`` are the games that were there.
        """
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"there is no folder {str(path.parent)!r}")
        _read(path, plan)  # a file that is refused gets no lock beside it
        self._lock_path = path.with_name(f".{path.name}.lock")
        self._lock = FileLock(self._lock_path)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadJournal(f"another arena is writing {str(path)!r}") from None
        try:
            self.outcomes, end = _read(path, plan)
            self._file: BinaryIO = open(path, "r+b" if end else "wb")  # noqa: SIM115
            try:
                self._file.truncate(end)
                self._file.seek(end)
                if not end:
                    self._write({_HEAD: VERSION, **plan.identity()})
            except BaseException:
                self._file.close()
                raise
        except BaseException:
            self._unlock()
            raise

    def add(self, outcome: Outcome) -> None:
        """Keep a finished game."""
        self._write(outcome.data())

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()
        self._unlock()

    def _unlock(self) -> None:
        """Release the lock and leave no file behind.

        It goes while it is still ours: whoever opened it before sees that it is gone, and begins
        anew. Windows removes no open file; there, what somebody else has open by then stays.
        """
        if os.name != "nt":
            self._lock_path.unlink(missing_ok=True)
        self._lock.release()
        if os.name == "nt":
            with suppress(PermissionError):
                self._lock_path.unlink(missing_ok=True)


def _read(path: Path, plan: Plan) -> tuple[list[Outcome], int]:
    """The finished games and where the next line goes: 0 for a file that is not begun."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    end = raw.rfind(b"\n") + 1
    lines = raw[:end].split(b"\n")[:-1]
    if not lines:
        if raw and not raw.startswith(b'{"pivotry'):
            raise BadJournal(f"{str(path)!r} holds no games of an arena")
        return [], 0
    _same(_object(path, lines[0], 1), plan, path)
    outcomes: dict[int, Outcome] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            outcome = Outcome.of(_object(path, line, number))
        except (KeyError, TypeError, ValueError):
            raise BadJournal(f"line {number} of {str(path)!r} is no game of an arena") from None
        outcomes[outcome.number] = outcome
    return list(outcomes.values()), end


def _object(path: Path, line: bytes, number: int) -> dict[str, Any]:
    try:
        data = loads(line.decode())
    except (NotJSON, UnicodeDecodeError):
        data = None
    if not isinstance(data, dict):
        raise BadJournal(f"line {number} of {str(path)!r} is no game of an arena")
    return data


def _same(head: Mapping[str, Any], plan: Plan, path: Path) -> None:
    """Refuse a file that was begun with another plan."""
    if head.get(_HEAD) != VERSION:
        raise BadJournal(f"{str(path)!r} holds no games of an arena")
    for name, value in plan.identity().items():
        if head.get(name) != value:
            was = "" if name == "code" else f": {quoted(head.get(name))} there, {quoted(value)} now"
            raise BadJournal(f"{str(path)!r} was begun with another set-up; {_TOLD[name]}{was}")
