"""Tables on disk: one JSON file each, written whole or not at all.

A file holds what a restart needs: the seats and the private record, with the seed of a running
match. So the folder is readable by its owner only.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..disk import write_whole
from ..errors import BadOption, BadRecord
from ..jsontext import loads
from ..match import from_record
from .table import Table

FORMAT = 1
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")


@dataclass(frozen=True)
class Saved:
    """What the list of tables shows of one; nothing in it is secret."""

    id: str
    game: str
    names: tuple[str, ...]
    moves: int
    winners: tuple[str, ...] | None
    """Who has won, none in a draw; None while the match goes on."""
    next: str | None
    """Whose turn it is; None if the match is over or the file does not say."""
    when: float
    """Seconds since the epoch."""


class Store:
    """The folder with the tables of this person on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, table: Table) -> None:
        """Write a table's file; readers see the old one or the new one. Raises ``OSError``."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        data = {
            "pivotry_table": FORMAT,
            "kinds": table.kinds,
            "turn": table.actor,
            "record": table.match.record(private=True),
        }
        text = json.dumps(data, separators=(",", ":"))
        write_whole(self._path(table.id), text.encode(), private=True)

    def load(self, id: str) -> Table | None:
        """The table of this id; None if there is none. ``BadRecord`` if its file is damaged."""
        if not _ID.fullmatch(id):
            return None
        data = self._read(self._path(id))
        if data is None:
            return None
        match = from_record(data["record"])
        try:
            return Table(id, match, data["kinds"])
        except (BadOption, TypeError) as bad:
            raise BadRecord(f"the saved table is damaged: {bad}") from None

    def forget(self, id: str) -> None:
        """Remove a table's file, if there is one."""
        if _ID.fullmatch(id):
            self._path(id).unlink(missing_ok=True)

    def latest(self, limit: int = 50) -> list[Saved]:
        """The tables last changed, the latest first; damaged files are left out."""
        files = []
        with contextlib.suppress(OSError):
            for path in self.folder.glob("*.json"):
                if not _ID.fullmatch(path.stem):
                    continue
                with contextlib.suppress(OSError):
                    files.append((path.stat().st_mtime, path))
        files.sort(key=lambda entry: entry[0], reverse=True)
        return list(self._summaries(files[:limit]))

    def _summaries(self, files: list[tuple[float, Path]]) -> Iterator[Saved]:
        for when, path in files:
            try:
                data = self._read(path)
                if data is None:
                    continue
                record = data["record"]
                moves = sum(
                    1 for m in record["moves"] if isinstance(m, str) and not m.startswith("=")
                )
                names = tuple(map(str, record["names"]))
                result, turn = record["result"], data.get("turn")
                yield Saved(
                    path.stem,
                    str(record["game"]),
                    names,
                    moves,
                    None if result is None else tuple(names[seat] for seat in result),
                    None if result is not None or turn is None else names[turn],
                    when,
                )
            except (BadRecord, IndexError, KeyError, TypeError):
                continue

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}.json"

    @staticmethod
    def _read(path: Path) -> dict[str, Any] | None:
        try:
            data = loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as bad:
            raise BadRecord(f"the saved table cannot be read: {bad}") from None
        if (
            not isinstance(data, Mapping)
            or data.get("pivotry_table") != FORMAT
            or not isinstance(data.get("record"), Mapping)
            or not isinstance(data.get("kinds"), list)
        ):
            raise BadRecord("the saved table is damaged or of another release")
        return dict(data)


def default_folder() -> Path:
    """Where this person's tables lie; ``PIVOTRY_DATA`` names another folder."""
    named = os.environ.get("PIVOTRY_DATA")
    if named:
        return Path(named) / "tables"
    from platformdirs import user_data_path

    return user_data_path("pivotry", appauthor=False) / "tables"


def ago(when: float) -> str:
    """How long ago something was, in words."""
    seconds = max(0.0, time.time() - when)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"
