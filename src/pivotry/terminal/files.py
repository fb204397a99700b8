"""Files: read with clear messages, written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pivotry.disk import write_whole
from pivotry.errors import BadOption, BadPosition, BadRecord
from pivotry.jsontext import NotJSON, loads
from pivotry.registry import IDS

from .trouble import FAILED, Trouble

if TYPE_CHECKING:
    from pivotry.chance import ChanceMode
    from pivotry.match import Match

Kind = Literal["record", "position", "moves"]


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    if path == "-":
        try:
            return sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Trouble(f"{_told(path)} is not a text in UTF-8") from None
        except OSError as bad:
            raise Trouble(f"{_told(path)} cannot be read: {bad.strerror or bad}", FAILED) from None
    _named(path)
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise Trouble(f"there is no file {path!r}") from None
    except IsADirectoryError:
        raise Trouble(f"{path!r} is a folder, not a file") from None
    except UnicodeDecodeError:
        raise Trouble(f"{path!r} is not a text file in UTF-8") from None
    except OSError as bad:
        raise Trouble(f"{path!r} cannot be read: {bad.strerror or bad}", FAILED) from None


def parse(text: str, path: str) -> tuple[Kind, dict[str, Any]]:
    """What a text is (a record, a position or a move list) and its data (a move list's record)."""
    name = _told(path)
    if not text.strip():
        raise Trouble(f"{name} is empty")
    if text.startswith('{"pivotry_backup"'):
        raise Trouble(f"{name} is a backup of the server's tables: pivotry db restore reads it")
    try:
        data = loads(text)
    except NotJSON as bad:
        if not text.lstrip().startswith(("{", "[")):
            from .movelist import read

            return "moves", read(text, name)
        raise Trouble(f"{name} is not JSON: {bad}") from None
    if not isinstance(data, dict):
        raise Trouble(f"{name} holds JSON, but neither a record nor a position")
    if "pivotry" in data or "moves" in data:
        return "record", data
    if "game" in data:
        return "position", data
    raise Trouble(
        f"{name} is neither a record (it has no 'pivotry') nor a position (it has no 'game')"
    )


def _told(path: str) -> str:
    """A file as sentences name it."""
    return "standard input" if path == "-" else repr(path)


def load(path: str) -> tuple[Kind, dict[str, Any]]:
    """What a file holds; see ``parse``."""
    return parse(read_text(path), path)


def open_match(
    path: str,
    *,
    game: str | None = None,
    ply: int | None = None,
    chance: ChanceMode = "manual",
) -> Match:
    """The match of a record, a move list or a position, at ``ply`` if one is given.

    Negative plies count from the end. Nothing that chance has not brought yet is drawn unless
    ``chance`` is ``auto``.
    """
    kind, data = load(path)
    if game is not None and data.get("game") != game:
        raise Trouble(f"{_told(path)} is of {data.get('game')!r}, not of {game!r}")
    return match_of(kind, data, path, ply=ply, chance=chance)


def match_of(
    kind: Kind,
    data: Mapping[str, Any],
    path: str,
    *,
    ply: int | None = None,
    chance: ChanceMode = "manual",
) -> Match:
    """The match that data tells, at ``ply`` if one is given."""
    from pivotry.match import from_position, from_record

    try:
        if kind == "position":
            if ply not in (None, 0):
                raise Trouble(f"{_told(path)} is a position: it has no ply {ply}")
            return from_position(data, chance=chance)
        return from_record(data if ply is None else cut(data, ply), chance=chance)
    except BadPosition as bad:
        raise Trouble(f"{_told(path)} is no legal position: {bad}") from None
    except (BadRecord, BadOption) as bad:
        raise Trouble(f"{_told(path)} cannot be replayed: {bad}") from None


def cut(record: Mapping[str, Any], ply: int) -> dict[str, Any]:
    """A record that ends after ``ply`` moves and chance outcomes."""
    moves = record.get("moves")
    if not isinstance(moves, list):
        return dict(record)
    count = ply + len(moves) + 1 if ply < 0 else ply
    if not 0 <= count <= len(moves):
        raise Trouble(f"there is no ply {ply}: the record has plies 0 to {len(moves)}")
    kept = {key: value for key, value in record.items() if key not in ("result", "scores", "fair")}
    return {**kept, "moves": moves[:count]}


def free(path: str, *, force: bool = False) -> None:
    """``Trouble`` if a file cannot be written, or is there already and may not be overwritten.

    Whoever works long for what goes into the file asks before.
    """
    _named(path)
    if path == "-":
        return
    target = Path(path)
    try:
        if target.is_dir():
            raise Trouble(f"{path!r} is a folder, not a file", FAILED)
        if target.exists() and not force:
            raise Trouble(f"{path!r} is there already; --force overwrites it", FAILED)
        folder = target.absolute().parent
        if not folder.is_dir():
            raise Trouble(f"{path!r} cannot be written: there is no folder {folder.name!r}", FAILED)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as bad:  # such as a name that is too long
        raise Trouble(f"{path!r} cannot be written: {bad.strerror or bad}", FAILED) from None


_KNOWN = {
    ".json", ".jsonl", ".txt", ".csv", ".html", ".htm", ".svg", ".png", ".gif", ".jpg", ".jpeg",
    ".webp", ".bmp", ".pdf", ".zip",
}  # fmt: skip
"""Endings by which programs tell what a file holds."""


def fitting(path: str, what: str, *endings: str) -> None:
    """``Trouble`` if the name of a file promises something else than what goes into it.

    Endings that promise nothing pass.
    """
    ending = Path(path).suffix.lower()
    if ending in _KNOWN and ending not in endings:
        raise Trouble(f"{path!r}: {what} goes into a {endings[0]} file, not a {ending} file")


def _named(path: str) -> None:
    """Refuse what no file can be called."""
    if not path.strip():
        raise Trouble(f"a file has a name: it cannot be {path!r}")
    if "\0" in path:
        raise Trouble(f"no file can be called {path!r}")


def write(path: str, data: str | bytes, *, force: bool = False, private: bool = False) -> None:
    """Write a file whole: into a neighbour first, then renamed. ``-`` is standard output.

    A file that is there already is not touched without ``force``. ``private`` keeps it from other
    users of the machine.
    """
    raw = data.encode() if isinstance(data, str) else data
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    free(path, force=force)
    try:
        write_whole(Path(path), raw, private=private)
    except OSError as bad:
        raise Trouble(f"{path!r} cannot be written: {bad.strerror or bad}", FAILED) from None


def write_json(path: str, data: Mapping[str, Any], **how: bool) -> None:
    """Write JSON as people can read it: a key a line, the moves together."""
    write(path, dumps(data), **how)


def dumps(data: Mapping[str, Any]) -> str:
    """JSON with one top-level key a line."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def known_game(id: str) -> str:
    """``id`` if it is a game; ``Trouble`` names the games and the nearest one otherwise."""
    if id in IDS:
        return id
    from difflib import get_close_matches

    near = get_close_matches(id.lower(), IDS, 1, 0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise Trouble(f"there is no game {id!r}: the games are {', '.join(IDS)}{hint}")
