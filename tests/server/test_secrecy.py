"""Nothing secret leaves the server: two tables that look the same to somebody get the same bytes.

The tables differ in hidden cards only. Whatever is asked of them, the answers are compared byte for
byte; a last test makes sure that the comparison sees cards that are shown.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server.seats import Seat, Viewer
from pivotry.server.table import Table

from .conftest import Visitor, stored

Asking = Callable[[Visitor, str, int], Any]


def positions(game: str) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Two positions alike for spectators, and for the seat given; it is that seat's turn."""
    match = pivotry.new(game, 3, seed=11)
    one = match.position()
    two = copy.deepcopy(one)
    seat = one["turn"]
    hands = two["hands"]
    a, b = (other for other in range(3) if other != seat)
    hands[a], hands[b] = hands[b], hands[a]
    if game == "updown":
        hands[a][0], two["draw"][0] = two["draw"][0], hands[a][0]
    for eye in (None, seat):
        views = [pivotry.from_position(p, chance="auto").view(eye) for p in (one, two)]
        assert views[0] == views[1]
    assert one["hands"][a] != two["hands"][a]
    return one, two, seat


def state(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.get(f"{table}/state?compact=true")


def page(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.get(table)


def picture(visitor: Visitor, table: str, seat: int) -> Any:
    version = visitor.state(table)["version"]
    return visitor.get(f"{table}/picture?version={version}&picked=p1&picked=5")


def stale(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.post(f"{table}/play", {"version": -5, "text": "draw"})


def unreadable(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.act(table, "play", text="no move at all")


def somebody_s_card(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.act(table, "play", text="42")


def clicked(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.act(table, "play", clicks=[["5/7", "5"], [f"p{(seat + 1) % 3 + 1}"]])


def other_seat(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.act(table, "show", seat=(seat + 1) % 3)


def nothing_to_undo(visitor: Visitor, table: str, seat: int) -> Any:
    return visitor.act(table, "undo")


ASKING: list[Asking] = [
    state, page, picture, stale, unreadable, somebody_s_card, clicked, other_seat, nothing_to_undo,
]  # fmt: skip


def same(visitor: Visitor, tables: list[str], answers: list[Any], versions: list[int]) -> bool:
    """Whether answers are equal but for names of tables, versions and what seeds promise."""
    plain = []
    for table, answer, version in zip(tables, answers, versions, strict=True):
        text = re.sub(r"/(join|seat|watch)/[A-Za-z0-9/_-]+", "LINK", answer.text)
        text = re.sub(r"\b[0-9a-f]{64}\b", "FINGERPRINT", text)  # of a seed, which is by lot
        text = text.replace(table, "TABLE").replace(table.rpartition("/")[2], "ID")
        plain.append((answer.status_code, text.replace(str(version), "VERSION")))
    return plain[0] == plain[1]


@pytest.mark.parametrize("game", ["updown", "bounce"])
@pytest.mark.parametrize("up", [False, True], ids=["curtain", "shown"])
@pytest.mark.parametrize("ask", ASKING, ids=lambda ask: str(ask.__name__))
def test_answers_do_not_depend_on_hidden_cards(
    visitor: Visitor, game: str, up: bool, ask: Asking
) -> None:
    *pair, seat = positions(game)
    tables = [visitor.load(position) for position in pair]
    if up:
        for table in tables:
            assert visitor.act(table, "show", seat=seat).status_code == 200
    versions = [visitor.state(table)["version"] for table in tables]
    answers = [ask(visitor, table, seat) for table in tables]
    assert same(visitor, tables, answers, versions)


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_cards_come_when_their_owner_asks_for_them(visitor: Visitor, game: str) -> None:
    one, two, seat = positions(game)
    hands, other = two["hands"], (seat + 1) % 3
    hands[seat], hands[other] = hands[other], hands[seat]
    tables = [visitor.load(position) for position in (one, two)]
    versions = [visitor.state(table)["version"] for table in tables]
    assert same(visitor, tables, [state(visitor, t, seat) for t in tables], versions)
    answers = [visitor.act(table, "show", seat=seat) for table in tables]
    assert not same(visitor, tables, answers, [v + 1 for v in versions])


def stored_moves(folder: Path) -> list[str]:
    """The moves of the one table, hidden cards included."""
    (kept,) = stored(folder)
    moves: list[str] = kept["record"]["moves"]
    return moves


def test_a_drawn_card_is_named_to_who_drew_it_only(visitor: Visitor, folder: Path) -> None:
    start = pivotry.new("updown", 3, seed=11).position()
    seat = start["turn"]
    # Above 80 and going up nothing in the pile can be played, so drawing ends the turn.
    hands = [["UP"], ["DOWN"] * 11, ["PIVOT"] * 6]
    start.update(numbers=["80"], going="up", hands=[hands[(n - seat) % 3] for n in range(3)])
    start["draw"] = [str(n) for n in range(1, 80)] + ["UP"] * 10
    table = visitor.load(start)
    visitor.act(table, "show", seat=seat)
    shown = visitor.act(table, "play", text="draw").json()
    drawn = stored_moves(folder)[1].removeprefix("=")
    assert f"({drawn})" in shown["panels"]["story"]
    assert f"({drawn})" in shown["say"]
    # Whoever opens the table anew, in whatever tab, may be another of those at this screen.
    assert visitor.get(table).status_code == 200
    assert visitor.state(table)["eye"] is None
    hidden = visitor.act(table, "hide").json()
    assert "(" not in hidden["panels"]["story"]
    assert "(" not in hidden["say"]
    nobody = visitor.act(table, "show", seat=(seat + 1) % 3).json()
    assert "(" not in nobody["panels"]["story"]


def test_a_penalty_card_is_named_to_who_drew_it_only(visitor: Visitor, folder: Path) -> None:
    start = pivotry.new("updown", 3, seed=11).position()
    seat = start["turn"]
    other = (seat + 1) % 3
    # 53 makes the next player draw (the standard words); nobody has another number.
    hands = [["53", "UP"], ["DOWN"] * 11, ["PIVOT"] * 6]
    start.update(numbers=["1"], going="up", hands=[hands[(n - seat) % 3] for n in range(3)])
    start["draw"] = [str(n) for n in range(2, 81) if n != 53] + ["UP"] * 10
    table = visitor.load(start)
    visitor.act(table, "show", seat=seat)
    played = visitor.act(table, "play", text="53").json()
    assert "draws a card" in played["panels"]["story"]
    drawn = stored_moves(folder)[1].removeprefix("=")
    shown = visitor.act(table, "show", seat=other).json()
    assert f"draws {drawn}" in shown["panels"]["story"]


def test_the_page_of_a_table_is_the_same_whatever_is_on_it(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "pp")
    before = visitor.get(table).text
    first = next(n for n in (0, 1) if visitor.act(table, "show", seat=n).status_code == 200)
    visitor.act(table, "play", text="rotate")
    assert visitor.get(table).text == before
    assert first in (0, 1)


def test_the_record_of_a_running_match_is_for_one_person_alone() -> None:
    from pivotry.server import outgoing

    match = pivotry.new("bounce", 2, seed=1)
    me, you = Seat("person", holders=["me"]), Seat("person", holders=["you"])
    shared = Table("abcdefgh", match, [me, Seat("person", holders=["me"])])
    assert outgoing.record(shared, shared.viewer("me")) is None
    apart = Table("abcdefgh", match, [me, you])
    assert outgoing.record(apart, apart.viewer("me")) is None
    alone = Table("abcdefgh", match, [me, Seat("computer")])
    assert outgoing.record(alone, alone.viewer("me")) is None, "somebody may be invited yet"
    alone.disclose(alone.viewer("me"), alone.version)
    assert outgoing.record(alone, alone.viewer("me")) is not None
    assert outgoing.record(alone, Viewer(frozenset({1}), 1)) is None
    assert outgoing.record(alone, alone.viewer("")) is None
