"""Tables on disk."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

import pivotry
from pivotry.errors import BadRecord
from pivotry.server.store import Store, ago, default_folder
from pivotry.server.table import Table


def a_table(id: str = "abcdefgh") -> Table:
    return Table(id, pivotry.new("bounce", 3, seed=2), ["person", "computer", "person"])


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    table = a_table()
    for _ in range(5):
        table.match.play(table.match.legal_moves()[0])
    store.save(table)
    again = store.load(table.id)
    assert again is not None
    assert again.kinds == table.kinds
    assert again.match.record(private=True) == table.match.record(private=True)
    assert [path.name for path in tmp_path.iterdir()] == ["abcdefgh.json"]


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX systems")
def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    Store(tmp_path / "new").save(a_table())
    folder = tmp_path / "new"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "abcdefgh.json").stat().st_mode) == 0o600


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    table = a_table()
    store.save(table)
    before = (tmp_path / "abcdefgh.json").read_bytes()
    table.match.play(table.match.legal_moves()[0])

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        store.save(table)
    assert (tmp_path / "abcdefgh.json").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("id", ["", "short", "../../etc/passwd", "a" * 33, "abc.defgh", "nosuchid"])
def test_ids_that_name_no_table(tmp_path: Path, id: str) -> None:
    store = Store(tmp_path)
    assert store.load(id) is None
    store.forget(id)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 50_000,
        "{}",
        '{"pivotry_table": 2, "kinds": [], "record": {}}',
        '{"pivotry_table": 1, "kinds": [], "record": {}}',
        '{"pivotry_table": 1, "kinds": "pp", "record": {}}',
    ],
)
def test_damaged_files_are_refused_and_not_listed(tmp_path: Path, text: str) -> None:
    store = Store(tmp_path)
    store.save(a_table("goodtable"))
    (tmp_path / "abcdefgh.json").write_text(text)
    with pytest.raises(BadRecord):
        store.load("abcdefgh")
    assert [entry.id for entry in store.latest()] == ["goodtable"]


def test_kinds_that_do_not_fit_are_damage(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(a_table())
    path = tmp_path / "abcdefgh.json"
    data = json.loads(path.read_text())
    for kinds in (["person"], ["person", "robot", "person"], ["person", [], "person"]):
        path.write_text(json.dumps({**data, "kinds": kinds}))
        with pytest.raises(BadRecord):
            store.load("abcdefgh")


def test_the_latest_come_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for n in range(5):
        store.save(a_table(f"table-{n:04}"))
        os.utime(tmp_path / f"table-{n:04}.json", (n, n))
    assert [entry.id for entry in store.latest(3)] == [f"table-{n:04}" for n in (4, 3, 2)]
    assert Store(tmp_path / "none").latest() == []


def test_the_list_shows_no_secret(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(a_table())
    (entry,) = store.latest()
    assert (entry.game, entry.moves, entry.winners) == ("bounce", 0, None)
    assert entry.next == entry.names[0]
    assert not {"seed", "record", "hands"} & set(entry.__dataclass_fields__)


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIVOTRY_DATA", str(tmp_path))
    assert default_folder() == tmp_path / "tables"
    monkeypatch.delenv("PIVOTRY_DATA")
    assert default_folder().name == "tables"


def test_times_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pivotry.server.store.time.time", lambda: 1_000_000.0)
    assert ago(1_000_100.0) == "just now"
    assert ago(1_000_000.0 - 61) == "1 minute ago"
    assert ago(1_000_000.0 - 7201) == "2 hours ago"
    assert ago(1_000_000.0 - 3 * 86400) == "3 days ago"
