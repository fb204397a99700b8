"""What is left open when something ends: nothing."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from pivotry.errors import BadOption
from pivotry.server import keeping
from pivotry.server.bots import Bots, Question
from pivotry.server.store import Store

from .conftest import FILE, Visitor, quick, serving, stored

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists open files")


def held(folder: Path) -> list[str]:
    """The files in a folder that this process has open."""
    found = []
    for handle in Path("/proc/self/fd").iterdir():
        try:
            name = os.readlink(handle)
        except FileNotFoundError:  # that of the list itself
            continue
        if name.startswith(str(folder)):
            found.append(name)
    return found


def test_a_server_that_has_stopped_writes_nothing_more(folder: Path) -> None:
    go = threading.Event()

    def late(question: Question, cancel: threading.Event) -> str:
        go.wait(30)
        return quick(question, cancel)

    bots = Bots(late)
    with serving(folder, bots) as client:
        table = Visitor(client).sit("pegs", "cp")
        assert held(folder)
    before = stored(folder)
    assert [f"/table/{kept['id']}" for kept in before] == [table]
    go.set()
    bots._pool.shutdown()  # until the move is there
    assert stored(folder) == before
    assert held(folder) == []


def test_no_thread_is_left_behind(folder: Path) -> None:
    before = set(threading.enumerate())  # other servers may be running in this process
    with serving(folder, Bots(quick)) as client:
        Visitor(client).sit("pegs", "pp")
        begun = set(threading.enumerate()) - before
        clocks = [thread for thread in begun if thread.name == "pivotry-clock"]
        assert clocks
    assert not any(thread.is_alive() for thread in clocks)


def test_a_database_that_is_refused_is_let_go(folder: Path) -> None:
    with closing(Store(folder / FILE)) as store, store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadOption) as refused:
        Store(folder / FILE)
    assert held(folder) == []
    del refused


def test_a_backup_that_fails_lets_the_database_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(folder, Bots(quick)) as client:
        Visitor(client).sit("pegs", "pp")

    class Full:
        """A digest that fails as a full disk would, while rows are still to be read."""

        def update(self, line: bytes) -> None:
            assert held(folder)
            raise OSError(28, "no space left")

    monkeypatch.setattr(keeping, "hashlib", SimpleNamespace(sha256=Full))
    with pytest.raises(keeping.NotKept, match="no space") as failed:
        keeping.backup(folder / FILE, folder / "kept.jsonl")
    assert held(folder) == []
    assert not (folder / "kept.jsonl").exists()
    del failed
