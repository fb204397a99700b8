"""The authority of a table: whose turn, whose cards, what can be taken back."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

import pivotry
from pivotry.errors import BadOption, IllegalMove
from pivotry.server import consent, outgoing, stored
from pivotry.server.clock import Terms
from pivotry.server.seats import NotAllowed, Seat, Stale, Viewer
from pivotry.server.table import Table


def table(game: str, kinds: str, **options: object) -> Table:
    """A table; ``p`` is a seat of mine, ``q`` one of somebody else's, ``c`` a computer's."""
    made = {
        "p": Seat("person", holders=["me"]),
        "q": Seat("person", holders=["you"]),
        "c": Seat("computer"),
        "o": Seat("open"),
    }
    players = None if game in ("pegs", "pivotation") else len(kinds)
    match = pivotry.new(game, players, seed=3, **options)
    return Table("abcdefgh", match, [deepcopy(made[k]) for k in kinds])


def me(t: Table) -> Viewer:
    return t.viewer("me")


def you(t: Table) -> Viewer:
    return t.viewer("you")


def play(t: Table, text: str) -> None:
    if t.computer_to_move:
        t.play_computer(t.version, text)
    else:
        t.play(me(t) if t.actor in me(t).seats else you(t), t.version, text)


def reach(t: Table, seat: int) -> None:
    """Go on until a seat is to move, looking at cards where the table asks for it."""
    while t.actor != seat:
        assert t.actor is not None
        if t.hides(me(t)):
            t.show(me(t), t.version, t.actor)
        play(t, t.match.legal_moves()[0])


def test_seats_have_to_fit_the_match() -> None:
    match = pivotry.new("pegs")
    for kinds in ([], ["person"], ["person", "robot"], ["person"] * 3):
        with pytest.raises(BadOption):
            Table("abcdefgh", match, [Seat(kind) for kind in kinds])  # type: ignore[arg-type]


def test_everything_answers_the_present_version_only() -> None:
    t = table("pegs", "pp")
    t.play(me(t), 0, "A1-B1")
    before = t.match.position()
    for act in (
        lambda: t.play(me(t), 0, "A2-B2"),
        lambda: t.undo(me(t), 0),
        lambda: t.hide(me(t), 0),
        lambda: t.show(me(t), 0, 0),
        lambda: t.seat(me(t), 0, 1, "computer", "computer"),
        lambda: t.play_computer(0, "A2-B2"),
    ):
        with pytest.raises(Stale):
            act()
    assert (t.version, t.match.position()) == (1, before)


def test_a_refused_move_changes_nothing() -> None:
    t = table("pegs", "pp")
    with pytest.raises(IllegalMove):
        t.play(me(t), 0, "A1-A2")
    assert (t.version, t.match.ply) == (0, 0)


def test_people_do_not_move_for_computers_nor_computers_for_people() -> None:
    t = table("pegs", "pc")
    with pytest.raises(NotAllowed):
        t.play_computer(0, "A1-B1")
    reach(t, 1)
    with pytest.raises(NotAllowed):
        t.play(me(t), t.version, t.match.legal_moves()[0])


def test_nobody_moves_when_the_match_is_over() -> None:
    t = table("pivotation", "pp", board="mini")
    while t.actor is not None:
        play(t, t.match.legal_moves()[-1])
    with pytest.raises(NotAllowed, match="over"):
        t.play(me(t), t.version, "a1-b2")
    assert consent.no_undo(t, me(t)) is None


def test_one_person_sees_the_own_cards_all_the_time() -> None:
    t = table("bounce", "cpc")
    assert not t.shared(me(t))
    for _ in range(6):
        assert me(t).eye == 1
        assert not t.hides(me(t))
        play(t, t.match.legal_moves()[0])
    reach(t, 0)
    with pytest.raises(NotAllowed):
        t.play(me(t), t.version, t.match.legal_moves()[0])


def test_with_several_people_the_curtain_is_down_until_the_next_looks() -> None:
    t = table("bounce", "ppp")
    first = t.actor
    assert first is not None
    assert me(t).eye is None
    assert t.hides(me(t))
    with pytest.raises(NotAllowed):
        t.play(me(t), t.version, t.match.legal_moves()[0])
    for other in {0, 1, 2} - {first}:
        with pytest.raises(NotAllowed):
            t.show(me(t), t.version, other)
    t.show(me(t), t.version, first)
    assert me(t).eye == first
    assert t.may_move(me(t))
    played = next(text for text in t.match.legal_moves() if text.startswith("set"))
    play(t, played)
    assert me(t).eye is None
    assert not t.may_move(me(t))


def test_who_has_drawn_a_card_may_look_at_it_before_the_screen_goes_on() -> None:
    t = table("updown", "ppp")
    while True:
        seat = t.actor
        assert seat is not None
        t.show(me(t), t.version, seat)
        play(t, "draw")
        if t.actor != seat:
            break
        play(t, "keep")
    assert me(t).eye == seat
    assert not t.may_move(me(t))
    t.hide(me(t), t.version)
    assert me(t).eye is None


def test_giving_a_seat_away_shows_nobody_s_cards() -> None:
    t = table("bounce", "pp")
    seat = t.actor
    assert seat is not None
    t.show(me(t), t.version, seat)
    t.seat(me(t), t.version, 1 - seat, "computer", "computer")
    assert me(t).eye is None
    data = json.loads(json.dumps(stored.data(t)))
    assert stored.restored(t.id, data, pivotry.from_record(data["record"])).viewer("me").eye is None
    t.show(me(t), t.version, seat)
    assert me(t).eye == seat
    with pytest.raises(NotAllowed):
        t.seat(me(t), t.version, 2, "person", "")


def test_hiding_is_for_those_who_share_a_screen() -> None:
    t = table("bounce", "pc")
    t.hide(me(t), t.version)
    assert me(t).eye == 0


def test_taking_back_goes_to_the_last_decision_of_a_person() -> None:
    t = table("bounce", "pccc")
    with pytest.raises(NotAllowed):
        t.undo(me(t), t.version)
    reach(t, 0)
    before = t.match.position()
    play(t, t.match.legal_moves()[0])
    reach(t, 0)
    t.undo(me(t), t.version)
    assert t.match.position() == before


def test_taking_back_lets_the_curtain_down() -> None:
    t = table("bounce", "pp")
    chosen = random.Random(4)
    while True:
        seat = t.actor
        assert seat is not None
        t.show(me(t), t.version, seat)
        take = next((move for move in t.match.legal_moves() if move.startswith("take")), None)
        if take is not None:
            break
        play(t, chosen.choice(t.match.legal_moves()))
    before = t.match.ply
    play(t, take)  # cards that lie open: nobody learns of any
    assert t.actor is not None
    t.show(me(t), t.version, t.actor)
    t.undo(me(t), t.version)
    assert (t.match.ply, t.actor) == (before, seat)
    assert me(t).eye is None
    assert not t.secrecy.disclosed


@pytest.mark.parametrize("drawn", [False, True])
def test_at_one_screen_nothing_is_taken_back_once_a_card_was_seen(drawn: bool) -> None:
    t = table("updown", "pp")
    seat = t.actor
    assert seat is not None
    t.show(me(t), t.version, seat)
    shown = next(move for move in t.match.legal_moves() if move != "draw")
    play(t, "draw" if drawn else shown)
    before = t.match.ply
    assert consent.no_undo(t, me(t)) is not None
    with pytest.raises(NotAllowed, match="Cards have been seen"):
        t.undo(me(t), t.version)
    assert (t.match.ply, t.secrecy.disclosed) == (before, False)
    t.seat(me(t), t.version, 1 - seat, "computer", "computer")
    t.undo(me(t), t.version)  # who plays alone takes back what they like
    assert t.secrecy.disclosed
    t.seat(me(t), t.version, 1 - seat, "person", "")
    assert t.actor == seat
    t.show(me(t), t.version, seat)
    play(t, "draw")
    t.undo(me(t), t.version)  # all cards may be known now, as everybody is told


def test_open_games_have_no_curtain() -> None:
    t = table("pegs", "pp")
    assert me(t).eye == 0
    reach(t, 1)
    assert me(t).eye == 1
    assert not t.hides(me(t))


def test_computers_alone_are_watched_by_spectators() -> None:
    t = table("bounce", "cc")
    assert me(t).eye is None
    assert not t.hides(me(t))
    assert me(table("pegs", "cc")).eye is None


# --- people at different screens ------------------------------------------------------------------


def test_each_sees_and_plays_the_own_seats_only() -> None:
    t = table("bounce", "pqc")
    assert (me(t).eye, you(t).eye, t.viewer("stranger").eye) == (0, 1, None)
    assert t.knows("you")
    assert not t.knows("stranger")
    assert not t.knows("")
    reach(t, 1)
    with pytest.raises(NotAllowed, match="turn"):
        t.play(me(t), t.version, t.match.legal_moves()[0])
    with pytest.raises(NotAllowed):
        t.play(t.viewer("stranger"), t.version, t.match.legal_moves()[0])


def test_a_match_waits_until_every_seat_is_taken() -> None:
    t = table("pegs", "po")
    assert t.waiting
    with pytest.raises(NotAllowed, match="begins when"):
        t.play(me(t), t.version, "A1-B1")
    t.join("you", 1, "Yara")
    assert not t.waiting
    assert t.match.names == ("Dark", "Yara")
    t.play(me(t), t.version, "A1-B1")
    with pytest.raises(NotAllowed, match="taken this seat"):
        t.join("third", 1, "")


def test_a_name_that_is_none_takes_no_seat() -> None:
    t = table("pegs", "po")
    with pytest.raises(BadOption):
        t.join("you", 1, "a\nb")
    assert t.waiting


def test_links_are_void_once_a_seat_has_changed_hands() -> None:
    t = table("pegs", "po")
    before = t.seats[1].links
    t.join("you", 1, "")
    assert t.seats[1].links == before + 1


def test_a_seat_can_be_played_from_a_few_devices() -> None:
    t = table("pegs", "pq")
    for n in range(20):
        t.come_back(f"device{n}", 1)
    assert t.held("device19") == {1}
    assert t.held("device0") == frozenset()
    with pytest.raises(NotAllowed):
        table("pegs", "pc").come_back("device", 1)
    with pytest.raises(NotAllowed):
        table("pegs", "po").come_back("device", 1)


def test_taking_back_needs_everybody_s_consent() -> None:
    t = table("pegs", "pq")
    t.play(me(t), t.version, "A1-B1")
    t.undo(me(t), t.version)
    assert t.match.ply == 1
    with pytest.raises(NotAllowed):
        t.answer(me(t), t.version, "undo", True)
    with pytest.raises(NotAllowed):
        t.answer(t.viewer("stranger"), t.version, "undo", True)
    t.answer(you(t), t.version, "undo", True)
    assert t.match.ply == 0
    assert t.offer is None


def test_a_take_back_that_is_declined_or_played_over_is_off() -> None:
    t = table("pegs", "pq")
    t.play(me(t), t.version, "A1-B1")
    t.undo(me(t), t.version)
    t.answer(you(t), t.version, "undo", False)
    assert (t.offer, t.match.ply) == (None, 1)
    with pytest.raises(NotAllowed):
        t.answer(you(t), t.version, "undo", True)
    t.undo(me(t), t.version)
    play(t, t.match.legal_moves()[0])
    assert t.offer is None


def test_nothing_is_taken_back_once_a_card_was_seen() -> None:
    t = table("updown", "pq")
    if t.actor == 1:
        play(t, "draw")
        play(t, "keep")
    t.play(me(t), t.version, next(m for m in t.match.legal_moves() if m != "draw"))
    with pytest.raises(NotAllowed, match="Cards have been seen"):
        t.undo(me(t), t.version)
    alone = table("updown", "pc")
    reach(alone, 0)
    play(alone, "draw")
    alone.undo(me(alone), alone.version)


def test_a_move_that_shows_nothing_can_be_taken_back() -> None:
    t = table("bounce", "pq")
    chosen = random.Random(4)
    while True:
        moves = t.match.legal_moves()
        take = next((move for move in moves if move.startswith("take")), None)
        if take is not None and t.actor == 0:
            break
        play(t, chosen.choice(moves))
    before = t.match.ply
    play(t, take)
    t.undo(me(t), t.version)
    t.answer(you(t), t.version, "undo", True)
    assert t.match.ply == before


def test_nobody_takes_up_a_second_hand_among_others() -> None:
    t = table("bounce", "pqc")
    with pytest.raises(NotAllowed, match="second hand"):
        t.seat(me(t), t.version, 2, "person", "")
    with pytest.raises(NotAllowed, match="plays this seat"):
        t.seat(me(t), t.version, 1, "computer", "computer")
    with pytest.raises(NotAllowed, match="own seat"):
        t.seat(me(t), t.version, 0, "computer", "computer")
    with pytest.raises(NotAllowed):
        t.seat(t.viewer("stranger"), t.version, 2, "person", "")
    t.seat(me(t), t.version, 2, "open", "")
    t.join("third", 2, "")
    assert t.viewer("third").eye == 2


def test_who_lets_computers_play_on_can_come_back() -> None:
    t = table("pegs", "pc")
    t.seat(me(t), t.version, 0, "computer", "computer")
    assert me(t).seats == frozenset()
    assert t.knows("me")
    t.seat(me(t), t.version, 0, "person", "")
    assert me(t).seats == {0}


def test_giving_up() -> None:
    t = table("pegs", "pq")
    with pytest.raises(NotAllowed):
        t.give_up(me(t), t.version, 1)
    t.give_up(me(t), t.version, 0)
    assert (t.result, t.actor, t.over) == ((1,), None, True)
    with pytest.raises(NotAllowed, match="over"):
        t.play(you(t), t.version, "A1-B1")
    three = table("bounce", "pqc")
    three.give_up(me(three), three.version, 0)
    assert not three.over
    assert three.kinds == ("computer", "person", "computer")
    with pytest.raises(NotAllowed):
        three.come_back("me", 0)


def test_another_match_when_everybody_wants_it() -> None:
    t = table("pegs", "pq")
    with pytest.raises(NotAllowed, match="goes on"):
        t.ask_rematch(me(t))
    t.give_up(me(t), t.version, 0)
    t.ask_rematch(me(t))
    t.ask_rematch(me(t))
    assert not t.agreed_rematch
    t.ask_rematch(you(t))
    assert t.agreed_rematch
    t.succeed("next")
    with pytest.raises(NotAllowed):
        t.ask_rematch(you(t))


# --- clocks --------------------------------------------------------------------------------------


def timed(kinds: str, terms: Terms, game: str = "pegs") -> Table:
    t = table(game, kinds)
    t = Table(t.id, t.match, t.seats, terms=terms)
    t.begin(100.0)
    return t


def test_time_for_the_match_with_an_increment() -> None:
    t = timed("pq", Terms(match=60, increment=5))
    assert t.clock is not None
    assert t.deadline() == 160.0
    t.play(me(t), t.version, "A1-B1", 110.0)
    assert t.actor == 0, "a turn is two moves"
    assert t.clock.remaining(0, 110.0) == 50.0
    while t.actor == 0:
        t.play(me(t), t.version, t.match.legal_moves()[0], 110.0)
    assert t.clock.remaining(0, 500.0) == 55.0
    assert t.clock.remaining(1, 120.0) == 50.0
    assert not t.tick(169.0)
    assert t.tick(170.0)
    assert (t.result, t.end is not None and t.end.why) == ((0,), "time")
    assert t.deadline() is None
    assert not t.tick(1000.0)


def test_only_a_move_brings_an_increment_and_only_once() -> None:
    t = timed("pq", Terms(match=60, increment=5))
    assert t.clock is not None

    def turn() -> None:
        seat = t.actor
        while t.actor == seat:
            play(t, t.match.legal_moves()[0])  # at 0.0: a turn takes no time

    for _ in range(5):
        turn()
        t.undo(me(t), t.version, 0.0)
        t.answer(you(t), t.version, "undo", True, 0.0)
    turn()
    assert t.clock.left == [65.0, 60.0]
    data = json.loads(json.dumps(stored.data(t)))
    t = stored.restored(t.id, data, pivotry.from_record(data["record"]))
    assert t.clock is not None
    t.undo(me(t), t.version, 0.0)
    t.answer(you(t), t.version, "undo", True, 0.0)
    turn()
    turn()
    turn()
    assert t.clock.left == [70.0, 65.0]


def test_whoever_comes_back_out_of_time_has_some_to_move() -> None:
    t = timed("pqc", Terms(match=600), "bounce")
    reach(t, 0)
    assert t.clock is not None
    assert t.tick(10_000.0)
    assert t.clock.left[0] == 0.0
    t.come_back("me", 0, 10_000.0)
    assert t.clock.left[0] == 60.0
    assert not t.tick(10_059.0)
    t.seats[1].kind, t.seats[1].stands_in = "computer", True
    t.come_back("you", 1, 10_059.0)
    assert t.clock.left[1] == 600.0, "who has more keeps it"
    assert Terms(match=20).grace == 10.0


def test_time_for_each_move_begins_anew() -> None:
    t = timed("pq", Terms(move=60))
    while t.actor == 0:
        t.play(me(t), t.version, t.match.legal_moves()[0], 130.0)
    assert t.deadline() == 190.0


def test_no_time_runs_for_computers_nor_before_everybody_is_there() -> None:
    t = timed("po", Terms(move=60))
    assert t.deadline() is None
    t.join("you", 1, "", 500.0)
    assert t.deadline() == 560.0
    other = timed("cp", Terms(move=60))
    assert other.deadline() is None


def test_where_more_play_a_computer_goes_on_for_who_has_no_time() -> None:
    t = timed("pqc", Terms(move=60), "bounce")
    reach(t, 0)
    assert t.tick(10_000.0)
    assert not t.over
    assert t.kinds[0] == "computer"
    for kind in ("person", "open"):
        with pytest.raises(NotAllowed, match="own link"):
            t.seat(you(t), t.version, 0, kind, "")  # type: ignore[arg-type]
    for level in ("level-3", "level-2"):
        t.seat(you(t), t.version, 0, "computer", level)
    assert (t.seats[0].player, t.seats[0].stands_in) == ("level-2", True)
    assert [(s.why, s.player) for s in t.shifts if s.seat == 0] == [
        ("seated", ""),
        ("time", "level-4"),
        ("given", "level-2"),
    ]
    t.come_back("me", 0, 10_001.0)
    assert t.kinds[0] == "person"
    assert me(t).seats == {0}


@pytest.mark.parametrize(
    "terms",
    [{}, {"move": 60, "match": 60}, {"move": 1}, {"match": float("nan")}, {"match": "60"},
     {"move": 60, "increment": 3}, {"match": 60, "increment": -1}, {"match": True}, {"match": 1e9}],
)  # fmt: skip
def test_no_clock(terms: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        Terms(**terms)


def test_a_curtain_that_is_down_or_up_already_makes_no_move_stale() -> None:
    t = table("bounce", "pp")
    seat = t.actor
    assert seat is not None
    t.hide(me(t), t.version)
    assert (t.version, t.number) == (0, 0)
    t.show(me(t), t.version, seat)
    before = (t.version, t.number)
    t.show(me(t), t.version, seat)
    assert (t.version, t.number) == before


def test_an_invitation_is_no_way_to_a_second_hand() -> None:
    t = table("bounce", "pqo")
    for visitor in ("me", "you"):
        with pytest.raises(NotAllowed, match="second hand"):
            t.join(visitor, 2, "")
    t.join("they", 2, "")
    assert t.kinds == ("person",) * 3
    board = table("pegs", "po")
    board.join("me", 1, "")  # nothing is hidden there
    assert board.persons == (0, 1)


def test_whoever_is_away_comes_back_and_takes_no_other_hand() -> None:
    t = table("bounce", "pqqo")
    t.seats[1].kind, t.seats[1].stands_in = "computer", True
    with pytest.raises(NotAllowed, match="second hand"):
        t.join("you", 3, "")


def test_nobody_takes_up_a_hand_that_was_given_up() -> None:
    t = Table("abcdefgh", pivotry.new("bounce", 3, seed=3), [
        Seat("person", holders=["me"]), Seat("person", holders=["you"]),
        Seat("person", holders=["they"]),
    ])  # fmt: skip
    t.give_up(you(t), t.version, 1)
    for kind in ("person", "open"):
        with pytest.raises(NotAllowed):
            t.seat(me(t), t.version, 1, kind, "")  # type: ignore[arg-type]
    t.seat(me(t), t.version, 1, "computer", "level-2")
    assert t.seats[1].player == "level-2"


def test_while_somebody_is_away_nobody_is_alone() -> None:
    t = Table("abcdefgh", pivotry.new("bounce", 3, seed=3), [
        Seat("person", holders=["me"]), Seat("person", holders=["you"]), Seat("computer"),
    ], terms=Terms(move=60.0))  # fmt: skip
    reach(t, 1)
    t.begin(0.0)
    assert t.tick(100.0)
    assert t.seats[1].stands_in
    assert t.together
    assert outgoing.record(t, me(t)) is None
    with pytest.raises(NotAllowed):
        outgoing.position(t, me(t))
    with pytest.raises(NotAllowed, match="second hand"):
        t.seat(me(t), t.version, 2, "person", "")
    t.come_back("you", 1)
    assert you(t).eye == 1


def test_who_looks_on_changes_nothing_while_players_are_away() -> None:
    t = table("bounce", "qcc")
    t.watch("me")
    t.seats[0].kind, t.seats[0].stands_in = "computer", True
    assert not t.hosts(me(t))
    with pytest.raises(NotAllowed):
        t.seat(me(t), t.version, 1, "person", "")
    t.seats[0].stands_in = False
    assert t.hosts(me(t))
