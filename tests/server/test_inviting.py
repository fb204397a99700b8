"""Nobody is invited to a hand that somebody knows; and who counts as alone."""

from __future__ import annotations

import json
import random

import pytest

import pivotry
from pivotry.server import allowed, outgoing, seating, stored
from pivotry.server.seats import NotAllowed, Viewer
from pivotry.server.table import Table

from .conftest import Visitor
from .test_apart import another, joined, links
from .test_table import me, table, you

CARDS = ("bounce", "updown")


def opened(t: Table, seat: int) -> None:
    t.seat(me(t), t.version, seat, "open", "")


def computers_move(t: Table) -> None:
    """Until it is somebody's turn."""
    while t.computer_to_move:
        t.play_computer(t.version, t.match.legal_moves()[0])


def play(t: Table, viewer: Viewer) -> None:
    t.play(viewer, t.version, random.Random(t.version).choice(t.match.legal_moves()))


# --- all cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CARDS)
def test_a_computer_s_seat_that_nobody_looked_into_can_be_opened(game: str) -> None:
    t = table(game, "pcc")
    opened(t, 1)
    t.join("you", 1, "")
    assert t.viewer("you").eye == 1


@pytest.mark.parametrize("game", CARDS)
def test_after_the_record_nobody_else_is_invited(game: str) -> None:
    t = table(game, "pcc")
    assert outgoing.record(t, me(t)) is None
    t.disclose(me(t), t.version)
    assert outgoing.record(t, me(t)) is not None
    number = t.number
    for seat in (1, 2):
        with pytest.raises(NotAllowed, match="Invite them to another match"):
            opened(t, seat)
    assert t.number == number
    t.seat(me(t), t.version, 1, "computer", "level-2")  # that is nobody else
    kept = stored.restored(t.id, json.loads(json.dumps(stored.data(t))), t.match)
    with pytest.raises(NotAllowed, match="another match"):
        opened(kept, 2)


def test_of_a_table_of_an_older_release_anything_may_be_known() -> None:
    t = table("bounce", "pcc")
    data = stored.data(t)
    opened(stored.restored(t.id, data, t.match), 2)
    del data["secrecy"]
    with pytest.raises(NotAllowed, match="another match"):
        opened(stored.restored(t.id, data, t.match), 2)


@pytest.mark.parametrize("kinds", ["pqc", "ppc", "poc", "qcc"])
def test_only_who_plays_alone_can_know_all_cards(kinds: str) -> None:
    t = table("bounce", kinds)
    with pytest.raises(NotAllowed, match="plays alone"):
        t.disclose(me(t), t.version)
    assert outgoing.record(t, me(t)) is None


def test_a_game_without_hands_has_nothing_to_know() -> None:
    t = table("pegs", "pc")
    t.disclose(me(t), t.version)
    assert outgoing.record(t, me(t)) is not None
    opened(t, 1)
    assert t.waiting


def test_who_took_back_what_cards_came_knows_them() -> None:
    t = table("updown", "pc")
    computers_move(t)
    play(t, me(t))
    computers_move(t)
    assert t.match.ply > 1
    t.undo(me(t), t.version)
    with pytest.raises(NotAllowed, match="another match"):
        opened(t, 1)


def test_playing_on_elsewhere_shows_the_cards_too(visitor: Visitor) -> None:
    at = visitor.sit("updown", "pc")
    branch = visitor.post(f"{at}/branch", {"ply": 0})
    assert branch.status_code == 201
    for where in (at, branch.json()["url"]):
        refused = visitor.act(where, "seat", seat=1, kind="open")
        assert (refused.status_code, "another match" in refused.text) == (403, True)


def test_whoever_loads_a_match_knows_its_cards(visitor: Visitor) -> None:
    match = pivotry.new("bounce", 3, seed=1)
    for data in (match.record(private=True), match.position()):
        at = visitor.load(data)
        refused = visitor.persist(at, "seat", seat=1, kind="open")
        assert (refused.status_code, "another match" in refused.text) == (403, True)
    board = visitor.load(pivotry.new("pegs").record())
    assert visitor.act(board, "seat", seat=1, kind="open").status_code == 200


def test_the_page_asks_before_it_shows_all_cards(visitor: Visitor) -> None:
    at = visitor.sit("bounce", "pcc")
    take = visitor.state(at)["panels"]["take"]
    assert 'data-act="disclose"' in take
    assert "nobody else can be invited" in take
    refused = visitor.get(f"{at}/record")
    assert (refused.status_code, "Let me save the record now" in refused.text) == (409, True)
    take = visitor.persist(at, "disclose").json()["panels"]["take"]
    assert "disclose" not in take
    assert f'href="{at}/record"' in take
    assert visitor.get(f"{at}/record").status_code == 200


@pytest.mark.parametrize("game", CARDS)
def test_who_comes_by_an_own_link_is_told_that_the_cards_may_be_known(
    visitor: Visitor, game: str
) -> None:
    at = visitor.sit(game, "pcc")
    assert visitor.persist(at, "disclose").status_code == 200
    assert visitor.persist(at, "seat", seat=1, kind="person").status_code == 200
    link = links(visitor, at, "seat")[1]
    friend = another(visitor)
    assert "record of this match has been laid open" in friend.get(link).text
    assert "Somebody may know all cards of this match." in friend.get(link).text
    assert friend.post(link, {}).status_code == 200
    for one in (visitor, friend):
        assert "may know all cards of this match" in one.state(at)["panels"]["seats"]
        assert "New game" not in one.state(at)["panels"]["seats"]


def test_nobody_is_warned_of_cards_that_lie_open_or_are_not_known(visitor: Visitor) -> None:
    at = visitor.sit("bounce", "pcc")
    assert "may know all" not in visitor.state(at)["panels"]["seats"]
    (link,) = links(visitor, at, "seat")
    assert "may know all" not in another(visitor).get(link).text
    board = visitor.load(pivotry.new("pegs").record())
    assert "may know all" not in visitor.state(board)["panels"]["seats"]


@pytest.mark.parametrize("way", ["undo", "branch", "record", "loaded"])
def test_the_seats_say_at_once_why_nobody_can_be_invited_any_more(
    visitor: Visitor, way: str
) -> None:
    said = {
        "undo": "A move has been taken back",
        "branch": "is played on elsewhere",
        "record": "laid open while it goes on",
        "loaded": "has been loaded",
    }
    if way == "loaded":
        at = visitor.load(pivotry.new("bounce", 3, seed=1).record(private=True))
    else:
        at = visitor.sit("bounce", "pcc")
        seats = visitor.state(at)["panels"]["seats"]
        assert seats.count('<option value="open"') == 2, "my own hand lies open to me"
    if way == "undo":
        t = table("bounce", "pcc")
        computers_move(t)
        play(t, me(t))
        computers_move(t)
        t.undo(me(t), t.version)
        assert t.warning is not None
        assert said[way] in t.warning
        assert not any(seating.may_invite(t, n) for n in range(3))
        kept = stored.restored(t.id, json.loads(json.dumps(stored.data(t))), t.match)
        assert kept.warning == t.warning
        return
    if way == "branch":
        assert visitor.post(f"{at}/branch", {"ply": 0}).status_code == 201
    if way == "record":
        assert visitor.persist(at, "disclose").status_code == 200
    seats = visitor.state(at)["panels"]["seats"]
    assert said[way] in seats
    assert "nobody else can be invited" in seats
    assert 'href="/new/bounce"' in seats
    assert '<option value="open"' not in seats


# --- one hand -----------------------------------------------------------------------------------


def test_a_hand_that_was_on_a_screen_is_given_to_nobody_else() -> None:
    t = table("bounce", "pcc")
    t.seat(me(t), t.version, 1, "person", "")
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(t, 0)  # it lay open before the curtain came
    opened(t, 1)  # nobody has looked at it
    t = table("bounce", "ppc")
    actor = t.actor
    while actor not in (0, 1):
        computers_move(t)
        actor = t.actor
    t.show(me(t), t.version, actor)
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(t, actor)
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(stored.restored(t.id, json.loads(json.dumps(stored.data(t))), t.match), actor)


def test_a_seat_that_was_left_and_taken_up_again_is_known() -> None:
    t = table("bounce", "pcc")
    t.seat(me(t), t.version, 0, "computer", "")
    t.seat(me(t), t.version, 1, "person", "")
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(t, 0)
    opened(t, 2)


def test_a_hand_that_was_played_in_another_browser_is_given_to_nobody_else() -> None:
    t = table("updown", "poc")
    t.join("you", 1, "")
    t.give_up(you(t), t.version, 1)
    assert t.kinds == ("person", "computer", "computer")
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(t, 1)
    opened(t, 2)


def test_a_hand_that_its_own_link_took_elsewhere_is_known() -> None:
    t = table("bounce", "ppc")
    t.come_back("you", 1)
    t.give_up(you(t), t.version, 1)
    with pytest.raises(NotAllowed, match="seen the cards of this seat"):
        opened(t, 1)
    t = table("bounce", "ppc")
    t.come_back("you", 1)  # the other keeps both hands, under the curtain
    assert t.secrecy.looked == {1}


def test_who_joins_and_resigns_takes_the_cards_along(visitor: Visitor) -> None:
    at, friend = joined(visitor, "updown", "poc")
    assert friend.persist(at, "resign", seat=1).status_code == 200
    refused = visitor.persist(at, "seat", seat=1, kind="open")
    assert (refused.status_code, "cards of this seat" in refused.text) == (403, True)
    assert links(visitor, at, "join") == []
    assert visitor.persist(at, "seat", seat=2, kind="open").status_code == 200


# --- alone --------------------------------------------------------------------------------------


def test_several_browsers_of_one_person_are_one_person() -> None:
    for kinds in ("pcc", "ppc"):
        t = table("bounce", kinds)
        for seat in t.persons:
            t.come_back("my phone", seat)
        assert not t.together


@pytest.mark.parametrize("game", ["pegs", "updown"])
def test_a_seat_passed_on_by_its_own_link_is_somebody_else_s(game: str) -> None:
    t = table(game, "pp")
    t.come_back("you", 1)
    assert t.together
    assert not t.sole(t.viewer("you"))
    assert allowed.trial_refusal(t, me(t)) is not None
    with pytest.raises(NotAllowed, match="goes on"):
        t.ask_rematch(me(t))


def test_whose_seat_it_is_has_to_agree_to_a_take_back() -> None:
    t = table("pegs", "pp")
    t.play(me(t), t.version, "A1-B1")
    t.come_back("you", 1)
    before = t.match.ply
    t.undo(me(t), t.version)
    assert (t.match.ply, t.offer is None) == (before, False)
    with pytest.raises(NotAllowed, match="for the others"):
        t.answer(me(t), t.version, "undo", True)
    t.answer(you(t), t.version, "undo", True)
    assert t.match.ply < before


def test_one_browser_of_a_person_speaks_for_the_other() -> None:
    t = table("pegs", "pq")
    t.come_back("my phone", 0)
    t.play(me(t), t.version, "A1-B1")
    t.undo(t.viewer("my phone"), t.version)
    t.answer(you(t), t.version, "undo", True)
    assert t.match.ply == 0


def test_nobody_gets_a_second_hand_by_its_own_link(visitor: Visitor) -> None:
    at, friend = joined(visitor, "bounce", "poc")
    (link,) = links(friend, at, "seat")
    refused = visitor.post(link, {})
    assert (refused.status_code, "second hand" in refused.text) == (409, True)
    assert visitor.state(at)["panels"]["picture"] != friend.state(at)["panels"]["picture"]
    board, friend = joined(visitor, "pegs")
    (link,) = links(friend, board, "seat")
    assert visitor.post(link, {}).status_code == 200  # nothing is hidden there


def test_both_hands_of_a_screen_move_to_another_one(visitor: Visitor) -> None:
    at = visitor.sit("bounce", "ppc")
    tablet = another(visitor)
    for link in links(visitor, at, "seat"):
        assert tablet.post(link, {}).status_code == 200
    assert len(links(tablet, at, "seat")) == 2


# --- in the middle of a match -------------------------------------------------------------------


def test_nobody_stops_a_match_of_others_by_opening_a_seat() -> None:
    t = table("bounce", "pqc")
    opened(t, 2)  # it has not begun
    t.seat(me(t), t.version, 2, "computer", "computer")
    if t.computer_to_move:
        t.play_computer(t.version, t.match.legal_moves()[0])
    else:
        play(t, t.viewer("me" if t.actor == 0 else "you"))
    with pytest.raises(NotAllowed, match="in the middle of this match"):
        opened(t, 2)
    t = table("bounce", "pcc")
    computers_move(t)
    play(t, me(t))
    opened(t, 2)  # alone


def test_who_changes_a_computer_makes_no_move_of_others_stale() -> None:
    t = table("bounce", "pqc")
    version, number = t.version, t.number
    t.seat(me(t), t.version, 2, "computer", "level-2")
    assert (t.version, t.number) == (version, number + 1)
    assert t.seats[2].player == "level-2"
    t = table("bounce", "pcc")
    t.seat(me(t), t.version, 2, "computer", "level-2")
    assert t.version == 1, "alone it begins to think anew"
