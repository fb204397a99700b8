"""What is kept of a table and cannot be read: strangers learn nothing, nobody learns a card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from .conftest import Visitor, address, asked
from .test_apart import another, joined, links, listening
from .test_guard import SAME

CARD = "=DOWN"
NOWHERE = "/table/abcdefghijklmnop"


def spoil(folder: Path, table: str, **change: Any) -> None:
    """Put a record with other content in the place of a table's."""
    id = table.rpartition("/")[2]
    where = address(folder)
    ((text,),) = asked(where, "SELECT data FROM tables WHERE id = :id", id=id)
    data = json.loads(text)
    data["record"].update(change)
    asked(where, "UPDATE tables SET data = :data WHERE id = :id", id=id, data=json.dumps(data))
    if "rules" in change:
        asked(
            where, "UPDATE tables SET rules = :rules WHERE id = :id", id=id, rules=change["rules"]
        )


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that keeps no table in memory."""
    monkeypatch.setattr("pivotry.server.lobby._IN_MEMORY", 0)


@pytest.mark.usefixtures("cold")
def test_a_damaged_table_tells_nobody_what_is_wrong(
    visitor: Visitor, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, friend = joined(visitor, "updown")
    (watch,) = links(visitor, table, "watch")
    stranger, watcher = another(visitor), another(visitor)
    watcher.post(watch, {})
    spoil(folder, table, moves=["draw", CARD, "draw", CARD])
    for url in ("", "/state", "/record", "/past?ply=0", "/code"):
        there, nowhere = stranger.get(table + url), stranger.get(NOWHERE + url)
        assert (there.status_code, there.text) == (404, nowhere.text), url
        assert nowhere.status_code == 404
        for who in (visitor, friend, watcher):
            answer = who.get(table + url)
            assert answer.status_code == 409, url
            assert "damaged" in answer.text
            assert "DOWN" not in answer.text
    for link in (watch, watch.replace("/watch/", "/join/").replace(table, table + "/1")):
        assert stranger.get(link).status_code == 404
        assert stranger.post(link, {}).status_code == 404
    for who in (stranger, friend):
        answer = who.post(f"{table}/play", {"version": 0, "text": "draw"})
        assert answer.status_code == (404 if who is stranger else 409)
        assert "DOWN" not in answer.text
        with pytest.raises(WebSocketDisconnect) as closed, listening(who, table) as socket:
            socket.receive_json()
        assert closed.value.code == (4404 if who is stranger else 1011)
    assert "cannot be read" in caplog.text
    assert table.rpartition("/")[2] in caplog.text
    assert "DOWN" not in caplog.text


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("change", [{"rules": "99"}, {"moves": "nonsense"}], ids=["rules", "moves"])
def test_what_cannot_be_read_can_be_removed(
    visitor: Visitor, folder: Path, change: dict[str, Any]
) -> None:
    table, friend = joined(visitor, "updown")
    spoil(folder, table, **change)
    assert another(visitor).post(f"{table}/forget", {}).status_code == 404
    for who in (visitor, friend):
        assert table in who.get("/").text
        assert who.post(f"{table}/forget", {}).status_code == 200
        assert table not in who.get("/").text
    kept = asked(address(folder), "SELECT count(*) FROM tables")
    assert kept == [(1,)]  # the first one's seat is a seat still


@pytest.mark.usefixtures("cold")
def test_what_one_alone_had_and_cannot_be_read_goes_for_good(
    visitor: Visitor, folder: Path
) -> None:
    table = visitor.sit("pegs", "pc")
    spoil(folder, table, rules="99")
    assert visitor.post(f"{table}/forget", {}).status_code == 200
    assert asked(address(folder), "SELECT count(*) FROM tables") == [(0,)]
    assert visitor.post(f"{table}/forget", {}).status_code == 404


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game", ["pegs", "chess"])
def test_a_match_of_unknown_rules_waits_for_nobody(
    visitor: Visitor, folder: Path, game: str
) -> None:
    table = visitor.sit("pegs")
    assert "Your move" in visitor.get("/").text
    spoil(folder, table, rules="99")
    asked(address(folder), "UPDATE tables SET game = :game", game=game)
    page = visitor.get("/", headers={**SAME, "Accept": "text/html"}).text
    assert table in page
    assert "Your move" not in page
    assert "rules 99" in page
    assert "rules that this release does not know" in visitor.get(table).text
