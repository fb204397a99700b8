"""The authority of a table: whose turn, whose cards, what can be taken back."""

from __future__ import annotations

import pytest

import pivotry
from pivotry.errors import BadOption, IllegalMove
from pivotry.server.table import Kind, NotAllowed, Stale, Table


def table(game: str, kinds: str, **options: object) -> Table:
    names: dict[str, Kind] = {"p": "person", "c": "computer"}
    players = None if game in ("pegs", "pivotation") else len(kinds)
    match = pivotry.new(game, players, seed=3, **options)
    return Table("abcdefgh", match, [names[k] for k in kinds])


def play(t: Table, text: str) -> None:
    if t.computer_to_move:
        t.play_computer(t.version, text)
    else:
        t.play(t.viewer(), t.version, text)


def reach(t: Table, seat: int) -> None:
    """Go on until a seat is to move, looking at cards where the table asks for it."""
    while t.actor != seat:
        assert t.actor is not None
        if t.hides(t.viewer()):
            t.show(t.version, t.actor)
        play(t, t.match.legal_moves()[0])


def test_seats_have_to_fit_the_match() -> None:
    match = pivotry.new("pegs")
    for kinds in ([], ["person"], ["person", "robot"], ["person"] * 3):
        with pytest.raises(BadOption):
            Table("abcdefgh", match, kinds)  # type: ignore[arg-type]


def test_everything_answers_the_present_version_only() -> None:
    t = table("pegs", "pp")
    t.play(t.viewer(), 0, "A1-B1")
    before = t.match.position()
    for act in (
        lambda: t.play(t.viewer(), 0, "A2-B2"),
        lambda: t.undo(0),
        lambda: t.hide(0),
        lambda: t.show(0, 0),
        lambda: t.seat(0, 1, "computer"),
        lambda: t.play_computer(0, "A2-B2"),
    ):
        with pytest.raises(Stale):
            act()
    assert (t.version, t.match.position()) == (1, before)


def test_a_refused_move_changes_nothing() -> None:
    t = table("pegs", "pp")
    with pytest.raises(IllegalMove):
        t.play(t.viewer(), 0, "A1-A2")
    assert (t.version, t.match.ply) == (0, 0)


def test_people_do_not_move_for_computers_nor_computers_for_people() -> None:
    t = table("pegs", "pc")
    with pytest.raises(NotAllowed):
        t.play_computer(0, "A1-B1")
    reach(t, 1)
    with pytest.raises(NotAllowed):
        t.play(t.viewer(), t.version, t.match.legal_moves()[0])


def test_nobody_moves_when_the_match_is_over() -> None:
    t = table("pivotation", "pp", board="mini")
    while t.actor is not None:
        play(t, t.match.legal_moves()[-1])
    with pytest.raises(NotAllowed, match="over"):
        t.play(t.viewer(), t.version, "a1-b2")
    assert t.can_undo()


def test_one_person_sees_the_own_cards_all_the_time() -> None:
    t = table("bounce", "cpc")
    assert not t.shared
    for _ in range(6):
        assert t.viewer().eye == 1
        assert not t.hides(t.viewer())
        play(t, t.match.legal_moves()[0])
    reach(t, 0)
    with pytest.raises(NotAllowed):
        t.play(t.viewer(), t.version, t.match.legal_moves()[0])


def test_with_several_people_the_curtain_is_down_until_the_next_looks() -> None:
    t = table("bounce", "ppp")
    first = t.actor
    assert first is not None
    assert t.viewer().eye is None
    assert t.hides(t.viewer())
    with pytest.raises(NotAllowed):
        t.play(t.viewer(), t.version, t.match.legal_moves()[0])
    for other in {0, 1, 2} - {first}:
        with pytest.raises(NotAllowed):
            t.show(t.version, other)
    t.show(t.version, first)
    assert t.viewer().eye == first
    assert t.may_move(t.viewer())
    played = next(text for text in t.match.legal_moves() if text.startswith("set"))
    play(t, played)
    assert t.viewer().eye is None
    assert not t.may_move(t.viewer())


def test_who_has_drawn_a_card_may_look_at_it_before_the_screen_goes_on() -> None:
    t = table("updown", "ppp")
    while True:
        seat = t.actor
        assert seat is not None
        t.show(t.version, seat)
        play(t, "draw")
        if t.actor != seat:
            break
        play(t, "keep")
    assert t.viewer().eye == seat
    assert not t.may_move(t.viewer())
    t.hide(t.version)
    assert t.viewer().eye is None


def test_giving_a_seat_away_shows_nobody_s_cards() -> None:
    t = table("bounce", "pp")
    seat = t.actor
    assert seat is not None
    t.show(t.version, seat)
    t.seat(t.version, 1 - seat, "computer")
    assert t.viewer().eye is None
    t.show(t.version, seat)
    assert t.viewer().eye == seat
    with pytest.raises(NotAllowed):
        t.seat(t.version, 2, "person")


def test_hiding_is_for_those_who_share_a_screen() -> None:
    t = table("bounce", "pc")
    t.hide(t.version)
    assert t.viewer().eye == 0


def test_taking_back_goes_to_the_last_decision_of_a_person() -> None:
    t = table("bounce", "pccc")
    with pytest.raises(NotAllowed):
        t.undo(t.version)
    reach(t, 0)
    before = t.match.position()
    play(t, t.match.legal_moves()[0])
    reach(t, 0)
    t.undo(t.version)
    assert t.match.position() == before


def test_taking_back_lets_the_curtain_down() -> None:
    t = table("bounce", "pp")
    seat = t.actor
    assert seat is not None
    t.show(t.version, seat)
    play(t, next(text for text in t.match.legal_moves() if text.startswith("set")))
    t.show(t.version, 1 - seat)
    t.undo(t.version)
    assert t.actor == seat
    assert t.viewer().eye is None


def test_open_games_have_no_curtain() -> None:
    t = table("pegs", "pp")
    assert t.viewer().eye == 0
    reach(t, 1)
    assert t.viewer().eye == 1
    assert not t.hides(t.viewer())


def test_computers_alone_are_watched_by_spectators() -> None:
    t = table("bounce", "cc")
    assert t.viewer().eye is None
    assert not t.hides(t.viewer())
    assert table("pegs", "cc").viewer().eye is None
