"""Somebody is away: after a while the others let a computer play on, until the owner is back."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server import allowed, consent, outgoing, stored
from pivotry.server.absence import AWAY, Absence, Wait, patience
from pivotry.server.bots import Bots
from pivotry.server.clock import DAY, Terms
from pivotry.server.seats import NotAllowed, Seat
from pivotry.server.table import Table

from .conftest import Visitor, quick, serving
from .test_apart import Hands, another, joined, links
from .test_table import me, play, reach, table, you


def gone(seconds: float) -> Any:
    """Everybody has been away for so long."""
    return lambda seat: seconds


# --- for how long ---------------------------------------------------------------------------------


def test_who_is_there_is_not_away_and_one_browser_of_several_is_enough() -> None:
    absence = Absence()
    seats = [Seat("person", holders=["me", "phone"]), Seat("person", holders=["you"])]
    absence.note(seats, frozenset({"me", "you"}), 100.0)
    absence.note(seats, frozenset({"phone"}), 150.0)
    absence.note(seats, frozenset(), 190.0)
    assert [absence.gone(seat) for seat in seats] == [40.0, 90.0]
    seats[1].holders.append("tablet")  # has come by the own link, and is heard of now first
    absence.note(seats, frozenset(), 200.0)
    assert [absence.gone(seat) for seat in seats] == [50.0, 0.0]


def test_how_long_others_are_still_to_wait_is_told_in_minutes_and_hours() -> None:
    absence = Absence()
    seats = [Seat("person", holders=["me"]), Seat("computer"), Seat("open")]
    absence.note(seats, frozenset({"me"}), 0.0)

    def told(now: float, terms: Terms | None = None) -> Wait | None:
        absence.note(seats, frozenset(), now)
        assert absence.wait(seats[1], terms) is None
        assert absence.wait(seats[2], terms) is None
        return absence.wait(seats[0], terms)

    assert told(29.0) is None  # whoever loads the page anew is not spoken of
    assert [told(now) for now in (60.0, AWAY - 1)] == [Wait(minutes=4), Wait(minutes=1)]
    assert told(AWAY) == Wait()
    days = Terms(move=2 * DAY)
    assert patience(days) == DAY
    assert [told(now, days) for now in (DAY / 2, DAY - 60)] == [Wait(hours=12), Wait(minutes=1)]
    assert told(DAY, days) == Wait()


# --- who may, and what comes of it ----------------------------------------------------------------


def test_nobody_is_stood_in_for_too_soon_or_by_who_does_not_wait() -> None:
    t = table("bounce", "pqc")
    t.watch("they")
    before = (t.version, t.number, t.kinds)
    for viewer, seat, away, why in [
        (me(t), 1, AWAY - 1, "not been away for long"),
        (you(t), 1, AWAY, "Only those who play with"),
        (t.viewer("they"), 1, AWAY, "Only those who play with"),
        (t.viewer("stranger"), 1, AWAY, "Only those who play with"),
        (me(t), 2, AWAY, "Nobody who could be away"),
        (me(t), 3, AWAY, "The seats are"),
    ]:
        with pytest.raises(NotAllowed, match=why):
            t.stand_in(viewer, t.version, seat, gone(away))
    waiting = table("bounce", "pqo")
    with pytest.raises(NotAllowed, match="begins when"):
        waiting.stand_in(me(waiting), waiting.version, 1, gone(AWAY))
    assert (t.version, t.number, t.kinds) == before


@pytest.mark.parametrize(("game", "kinds"), [("pegs", "pq"), ("updown", "pq"), ("bounce", "pqc")])
def test_a_computer_stands_in_and_the_owner_takes_the_seat_back(game: str, kinds: str) -> None:
    t = table(game, kinds)
    reach(t, 1)
    t.stand_in(me(t), t.version, 1, gone(AWAY), player="level-2")
    assert (t.kinds[1], t.seats[1].player) == ("computer", "level-2")
    assert t.computer_to_move
    assert [(s.seat, s.why, s.player) for s in t.shifts] == [(1, "away", "level-2")]
    assert (you(t).seats, you(t).eye, t.away("you")) == (frozenset(), None, {1})
    assert t.together
    for kind in ("person", "open"):
        with pytest.raises(NotAllowed, match="take it back"):
            t.seat(me(t), t.version, 1, kind, "")  # type: ignore[arg-type]
    play(t, t.match.legal_moves()[0])
    data = json.loads(json.dumps(stored.data(t)))
    t = stored.restored(t.id, data, pivotry.from_record(data["record"]))
    links = t.seats[1].links
    t.come_back("you", 1)
    assert t.kinds[1] == "person"
    assert 1 in you(t).seats
    assert t.seats[1].links == links
    assert [s.why for s in t.shifts][:2] == ["away", "back"]


def test_what_was_hidden_stays_so_while_a_computer_stands_in() -> None:
    t = table("bounce", "pq")
    other = table("bounce", "pq")
    t.stand_in(me(t), t.version, 1, gone(AWAY))
    assert me(t).eye == 0
    assert t.match.view(me(t).eye) == other.match.view(0)
    assert not t.sole(me(t))
    assert outgoing.record(t, me(t)) is None
    assert not allowed.may_analyse(t, me(t))
    assert allowed.trial_refusal(t, me(t)) is not None
    with pytest.raises(NotAllowed, match="plays alone"):
        t.disclose(me(t), t.version)
    with pytest.raises(NotAllowed, match="second hand"):
        t.come_back("me", 1)


def test_a_hand_is_covered_when_a_computer_takes_the_other_one_of_its_screen() -> None:
    """Of two who shared a screen it is not known who comes back to it."""
    seats = [
        Seat("person", holders=["both"]), Seat("person", holders=["both"]),
        Seat("person", holders=["me"]),
    ]  # fmt: skip
    t = Table("abcdefgh", pivotry.new("bounce", 3, seed=3), seats)
    t.stand_in(me(t), t.version, 0, gone(AWAY))
    both = t.viewer("both")
    assert (both.seats, both.eye) == ({1}, None)


def test_a_match_of_two_is_played_to_its_end_against_a_computer_that_stands_in() -> None:
    t = table("pivotation", "pq", board="mini")
    t.stand_in(me(t), t.version, 1, gone(AWAY))
    chosen = random.Random(2)
    while t.actor is not None:
        play(t, chosen.choice(t.match.legal_moves()))
    assert t.end is None
    assert t.result == t.match.result
    record = outgoing.record(t, me(t))
    assert record is not None
    assert {"ply": 0, "seat": 1, "by": "computer", "why": "away", "player": "level-4"} in record[
        "played_by"
    ]
    assert pivotry.from_record(record).record()["played_by"] == record["played_by"]


def test_nothing_is_taken_back_while_somebody_who_would_be_asked_is_away() -> None:
    t = table("pegs", "pq")
    reach(t, 1)
    reach(t, 0)
    t.undo(me(t), t.version)
    t.stand_in(me(t), t.version, 1, gone(AWAY))
    assert t.offer is None
    with pytest.raises(NotAllowed, match="cannot be asked"):
        t.undo(me(t), t.version)
    t.come_back("you", 1)
    assert consent.no_undo(t, me(t)) is None


def test_no_time_runs_for_the_computer_and_the_owner_s_goes_on_where_it_was() -> None:
    match = pivotry.new("pegs")
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    t = Table("abcdefgh", match, seats, terms=Terms(match=1000.0, increment=5.0))
    t.begin(0.0)
    t.stand_in(you(t), t.version, 0, gone(AWAY), 400.0)
    assert t.deadline() is None
    assert t.clock is not None
    assert t.clock.remaining(0, 900.0) == 600.0
    t.come_back("me", 0, 900.0)
    assert t.deadline() == 1500.0


# --- at a server ----------------------------------------------------------------------------------


@pytest.fixture
def served(folder: Path) -> Iterator[tuple[Visitor, Hands]]:
    hands = Hands()
    with serving(folder, Bots(quick), clock=hands) as client:
        yield Visitor(client), hands


def absent(visitor: Visitor, at: str) -> str:
    return str(visitor.state(at)["panels"]["absent"])


@pytest.mark.parametrize(("game", "kinds", "clock"), [
    ("pegs", "po", None), ("updown", "poc", None), ("pegs", "po", {"match": 3600.0}),
])  # fmt: skip
def test_the_others_are_told_when_and_then_asked(
    served: tuple[Visitor, Hands], game: str, kinds: str, clock: dict[str, float] | None
) -> None:
    visitor, hands = served
    names = {"p": "person", "o": "open", "c": "computer"}
    body = {"game": game, "seats": [{"kind": names[k]} for k in kinds], "clock": clock}
    at = visitor.post("/tables", body).json()["url"]
    friend = another(visitor)
    friend.post(links(visitor, at, "join")[0], {"name": "Yara"})
    own = links(friend, at, "seat")[0]
    onlooker = another(visitor)
    onlooker.post(links(visitor, at, "watch")[0], {})
    tag = visitor.state(at)["tag"]
    assert absent(visitor, at).strip() == ""
    hands.now += 61
    assert "Yara is away. In 4 minutes you can let a computer play on." in absent(visitor, at)
    assert visitor.state(at)["tag"] != tag
    refused = visitor.persist(at, "stand-in", seat=1)
    assert refused.status_code == 403
    assert "not been away for long enough" in refused.json()["panels"]["notice"]
    friend.state(at)
    assert absent(visitor, at).strip() == ""
    hands.now += AWAY
    assert "Let a computer play on for Yara" in absent(visitor, at)
    assert "data-stand-in" not in absent(onlooker, at)
    assert onlooker.persist(at, "stand-in", seat=1).status_code == 403
    assert visitor.persist(at, "stand-in", seat=1, player="tree@60s").status_code == 403
    assert visitor.persist(at, "stand-in", seat=1, player="level-1").status_code == 200
    state = visitor.state(at)
    assert "is away; computer 1" in state["panels"]["story"]
    assert "while its player is away" in state["panels"]["seats"]
    assert absent(visitor, at).strip() == ""
    seat = state["panels"]["seats"].split('id="seat-1"')[1].split("</select>")[0]
    assert 'value="person"' not in seat
    assert 'value="open"' not in seat
    # The owner comes back: by the page of the same browser, then in another one by the own link.
    assert 'data-act="back"' in friend.state(at)["panels"]["status"]
    assert friend.persist(at, "back", seat=1).status_code == 200
    hands.now += AWAY
    visitor.state(at)
    assert visitor.persist(at, "stand-in", seat=1).status_code == 200
    phone = another(visitor)
    assert phone.post(own, {}).status_code == 200
    assert visitor.state(at)["panels"]["story"].count("is back") == 2


def test_while_somebody_has_a_page_open_they_are_there(served: tuple[Visitor, Hands]) -> None:
    visitor, hands = served
    at, friend = joined(visitor, "pegs")
    url = f"{at.replace('/table', 'ws://127.0.0.1:8765/table')}/events"
    headers = {"Origin": "http://127.0.0.1:8765"}
    with friend.client.websocket_connect(url, headers=headers) as socket:
        socket.receive_json()
        hands.now += AWAY
        assert absent(visitor, at).strip() == ""
        assert visitor.act(at, "stand-in", seat=1).status_code == 403
    hands.now += AWAY
    assert visitor.act(at, "stand-in", seat=1).status_code == 200


def test_a_start_of_the_server_is_no_absence(folder: Path) -> None:
    hands = Hands()
    with serving(folder, Bots(quick), clock=hands) as client:
        visitor = Visitor(client)
        at, _ = joined(visitor, "pegs")
        jar = visitor.client.cookies
    hands.now += 10 * DAY
    with serving(folder, Bots(quick), clock=hands) as client:
        client.cookies = jar
        visitor = Visitor(client)
        assert absent(visitor, at).strip() == ""
        hands.now += AWAY
        assert "data-stand-in" in absent(visitor, at)


def test_where_players_have_days_an_absence_outlasts_starts_of_the_server(folder: Path) -> None:
    """Only what the server ran is counted, and after a start they have to find back first."""
    hands = Hands()
    with serving(folder, Bots(quick), clock=hands) as client:
        visitor = Visitor(client)
        seats = [{"kind": "person"}, {"kind": "open"}]
        body = {"game": "pegs", "seats": seats, "clock": {"move": 9 * DAY}}
        at = visitor.post("/tables", body).json()["url"]
        another(visitor).post(links(visitor, at, "join")[0], {"name": "Yara"})
        visitor.state(at)
        hands.now += DAY / 2
        assert "In 12 hours" in absent(visitor, at)
        jar = visitor.client.cookies
    for run, told in ((DAY / 4, "In 12 hours"), (DAY / 4 - 60, "In 6 hours"), (0, "In 5 minutes")):
        hands.now += 3 * DAY
        with serving(folder, Bots(quick), clock=hands) as client:
            client.cookies = jar
            visitor = Visitor(client)
            assert told in absent(visitor, at)
            hands.now += run
            assert "data-stand-in" not in absent(visitor, at)
            if not run:
                hands.now += AWAY
                assert "data-stand-in" in absent(visitor, at)
