"""Memory that one search hands on to the next."""

from __future__ import annotations

import gc
from collections import deque

import numpy as np
import pytest

import pivotry
from pivotry.players import think
from pivotry.search import room
from pivotry.search.room import lent

WORDS = np.dtype(np.uint64)
MANY = 1 << 18


class Owner:
    """Whoever a table belongs to."""


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    monkeypatch.setattr(room, "_free", deque(maxlen=room.KEPT))


def test_a_table_is_handed_on_clean() -> None:
    owner, next_one = Owner(), Owner()
    first = lent(owner, WORDS, MANY)
    first[:] = 7
    place = first.ctypes.data
    del owner
    second = lent(next_one, WORDS, MANY)
    assert second.ctypes.data == place
    assert not second.any()


def test_nobody_gets_what_another_one_still_uses() -> None:
    owners = [Owner(), Owner()]
    tables = [lent(owner, WORDS, MANY) for owner in owners]
    tables[0][:] = 7
    assert not tables[1].any()
    del owners[1]
    assert lent(Owner(), WORDS, MANY).ctypes.data != tables[0].ctypes.data
    assert (tables[0] == 7).all()


def test_few_are_kept_and_no_large_ones() -> None:
    owners = [Owner() for _ in range(room.KEPT + 3)]
    for owner in owners:
        lent(owner, WORDS, MANY)
    large = Owner()
    lent(large, WORDS, room.LARGEST)
    del owner, owners, large
    assert [kept.nbytes for kept in room._free] == [8 * MANY] * room.KEPT


def test_records_by_name() -> None:
    owner, dtype = Owner(), np.dtype([("key", np.uint64), ("value", np.int64)])
    table = lent(owner, dtype, MANY)
    table[3].value = -2
    assert int(table.value.sum()) == -2


def test_a_table_may_come_back_while_another_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The garbage collector runs whenever it likes, in the same thread."""
    left = [Owner() for _ in range(2)]
    for owner in left:
        lent(owner, WORDS, MANY)
    del owner

    class Busy(deque[object]):
        def popleft(self) -> object:
            left.clear()
            return super().popleft()

    monkeypatch.setattr(room, "_free", Busy(maxlen=room.KEPT))
    assert not lent(Owner(), WORDS, MANY).any()


@pytest.mark.parametrize("game", ["pivotation", "pegs"])
def test_searches_give_their_tables_back_at_once(game: str) -> None:
    """Without waiting for the garbage collector, that is: one never needs more than its own."""
    match = pivotry.new(game)
    gc.collect()
    gc.disable()
    try:
        for _ in range(2):
            think(match.view(0), kind="computer", seconds=0.05, seed=1)
            kept = [table.ctypes.data for table in room._free]
        assert len(kept) == 2
        think(match.view(0), kind="computer", seconds=0.05, seed=1)
        assert sorted(table.ctypes.data for table in room._free) == sorted(kept)
    finally:
        gc.enable()


def test_touching_a_table_leaves_it_as_it_is() -> None:
    owner, dtype = Owner(), np.dtype([("key", np.uint64), ("value", np.int64)])
    table = lent(owner, dtype, MANY)
    table[0].value, table[256].key, table[MANY - 1].value = -2, 1 << 63, 9
    before = table.tobytes()
    room.touch(table)
    assert table.tobytes() == before
    room.touch(lent(owner, WORDS, 2 * MANY).reshape(-1, 2))
