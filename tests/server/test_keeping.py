"""Backups, restoring, checking."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pivotry import cli
from pivotry.server import database
from pivotry.server.bots import Bots
from pivotry.server.keeping import NotKept, backup, check, restore
from pivotry.server.store import Store

from .conftest import BOTH, Named, Visitor, address, asked, quick, serving

DATABASES = BOTH


@pytest.fixture
def base(folder: Path) -> Named:
    """A database with some tables in it."""
    with serving(folder, Bots(quick)) as client:
        visitor = Visitor(client)
        for game, kinds in (("pegs", "pp"), ("bounce", "ppp"), ("updown", "po")):
            table = visitor.sit(game, kinds)
            visitor.act(table, "show", seat=0)
            for text in ("A1-B1", "rotate", "draw"):
                visitor.act(table, "play", text=text)
    return address(folder)


def rows(where: Named, what: str = "id, data FROM tables ORDER BY id") -> list[Any]:
    return asked(where, f"SELECT {what}")


def test_a_backup_restored_is_the_same(base: Named, empty: Named, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    count = backup(base, file)
    assert count > 10
    assert restore(empty, file) == count
    assert rows(empty) == rows(base)
    with closing(Store(empty)) as there, closing(Store(base)) as here:
        assert there.secret() == here.secret()
    assert check(empty) == check(base) == []
    again = tmp_path / "again.jsonl"
    backup(empty, again)
    assert again.read_text() == file.read_text()


def test_a_backup_of_an_older_release_can_be_restored(
    base: Named, empty: Named, tmp_path: Path
) -> None:
    """It does not say whom the tables wait for: that is worked out."""
    file = tmp_path / "kept.jsonl"
    backup(base, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()[:-1]]
    for line in lines[1:]:
        line["row"].pop("waits", None)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    end = {"rows": len(lines) - 1, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    file.write_text(text + json.dumps(end) + "\n")
    restore(empty, file)
    assert check(empty) == []
    waiting = [rows(one, "* FROM members WHERE waits ORDER BY table_id") for one in (base, empty)]
    assert waiting[0] == waiting[1]
    assert len(waiting[0]) == 2  # the third waits for somebody to come


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX systems")
def test_a_backup_is_for_its_owner_alone(base: Named, tmp_path: Path) -> None:
    backup(base, tmp_path / "kept.jsonl")
    assert stat.S_IMODE((tmp_path / "kept.jsonl").stat().st_mode) == 0o600


def test_a_database_with_tables_is_not_overwritten_unasked(base: Named, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    backup(base, file)
    before = rows(base)
    with pytest.raises(NotKept, match="3 tables"):
        restore(base, file)
    assert rows(base) == before
    restore(base, file, replace=True)
    assert rows(base) == before


def test_damaged_backups_change_nothing(base: Named, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    backup(base, file)
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    bad = [
        "", "nonsense", "[]", "{}", "".join(lines[:-1]), "".join(lines[:-2]) + lines[-1],
        text.replace('"pegs"', '"bounce"', 1), text.replace('"pivotry_backup": 1', '"x": 1'),
        text.replace('"pivotry_backup": 1', '"pivotry_backup": 2'), text[: len(text) // 2],
    ]  # fmt: skip
    before = rows(base)
    for broken in bad:
        file.write_text(broken)
        with pytest.raises(NotKept):
            restore(base, file, replace=True)
    assert rows(base) == before
    with pytest.raises(NotKept, match=r"^there is no file '.*nowhere\.jsonl'$"):
        restore(base, tmp_path / "nowhere.jsonl", replace=True)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(NotKept, match=r"is not a text file in UTF-8$"):
        restore(base, file, replace=True)
    with pytest.raises(NotKept, match="is a folder"):
        restore(base, tmp_path, replace=True)
    for target in (tmp_path / "nowhere" / "kept.jsonl", tmp_path, Path(), Path("/")):
        before = set(tmp_path.iterdir())
        with pytest.raises(NotKept, match="cannot be written"):
            backup(base, target)
        assert set(tmp_path.iterdir()) == before


def test_what_is_wrong_is_found(base: Named) -> None:
    id, data = rows(base)[0]
    spoiled = json.loads(data)
    spoiled["record"]["moves"] = ["A1-A1"]
    asked(base, "UPDATE tables SET data = :data WHERE id = :id", id=id, data=json.dumps(spoiled))
    (fault,) = check(base)
    assert id in fault


def test_the_command(
    base: Named,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(database, "default_address", lambda: base)
    file = str(tmp_path / "kept.jsonl")
    assert cli.main(["db", "check"]) == 0
    assert cli.main(["db", "backup", file]) == 0
    assert cli.main(["show", file]) == 2
    assert "pivotry db restore reads it" in capsys.readouterr().err
    assert cli.main(["db", "restore", file]) == 2
    assert cli.main(["db", "restore", file, "--replace"]) == 0
    assert cli.main(["db", "check", "--database", str(tmp_path / "none")]) == 2
    assert cli.main(["db", "backup", file]) == 1
    assert "is there already; --force" in capsys.readouterr().err
    mine = tmp_path / "mine.txt"
    mine.write_text("not a backup")
    assert cli.main(["db", "backup", str(mine)]) == 1
    assert mine.read_text() == "not a backup"
    assert cli.main(["db", "backup", str(mine), "--force"]) == 0
    assert cli.main(["db", "restore", str(mine), "--replace"]) == 0
    for name, says in ((str(tmp_path), "is a folder"), ("/", "is a folder"), ("", "has a name")):
        capsys.readouterr()
        assert cli.main(["db", "backup", name, "--force"]) in (1, 2)
        assert says in capsys.readouterr().err
    assert cli.main(["db", "check"]) == 0
    said = capsys.readouterr()
    assert "sound" in said.out
    assert "Traceback" not in said.err
