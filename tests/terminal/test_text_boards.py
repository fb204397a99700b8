"""Boards of text: golden drawings, the width they may take, what every one of them must show."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import kit
import pytest

from pivotry import registry
from pivotry.terminal.cards import Card, rows
from pivotry.terminal.style import Style, plain, width_of

GOLDEN = Path(__file__).parent / "golden"


def steps(game: str) -> list[dict[str, Any]]:
    return json.loads((kit.CONFORMANCE / game / "steps.json").read_text())


def seen(position: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """The view of a seat, by the definition of the rules pages."""
    view = {**position, "seat": seat}
    if "hands" in view:
        view["hands"] = [h if i == seat else len(h) for i, h in enumerate(view["hands"])]
    if "draw" in view:
        view["draw"] = len(view["draw"])
    if view.get("drawn") and position["turn"] != seat:
        del view["drawn"]
    return view


def board(game: str) -> Any:
    return registry.get(game).board


def actor(position: dict[str, Any]) -> int:
    turn = position["turn"]
    return turn if isinstance(turn, int) else ("dark", "light").index(turn)


PICTURES: list[tuple[str, str, dict[str, Any], Style, int | None]] = []


def picture(name: str, game: str, index: int, style: Style, *, seated: bool = True) -> None:
    case = steps(game)[index]
    position = case["position"]
    seat = actor(position) if seated else None
    if seated:
        style = Style(**{**style.__dict__, "legal": tuple(case["legal"])})
    PICTURES.append((name, game, position, style, seat))


picture("pivotation-moves", "pivotation", 40, Style())
picture("pivotation-ascii", "pivotation", 3, Style(ascii=True, lit=("c3", "d2")), seated=False)
picture("pivotation-flip", "pivotation", 3, Style(flip=True, last=("f1-e2",)), seated=False)
picture("pivotation-colour", "pivotation", 3, Style(colour=True), seated=False)
picture("pegs-moves", "pegs", 3, Style())
picture("pegs-ascii", "pegs", 40, Style(ascii=True, lit=("A2",), last=("C2-C3",)), seated=False)
picture("pegs-colour", "pegs", 40, Style(colour=True), seated=False)
picture("updown-hand", "updown", 3, Style(names=("Ada", "Bo")))
picture("updown-ascii", "updown", 45, Style(ascii=True))
picture("updown-spectator", "updown", 45, Style(), seated=False)
picture("bounce-hand", "bounce", 44, Style(names=("Ada", "Bo", "Cy", "Di")))
picture("bounce-ascii", "bounce", 90, Style(ascii=True, lit=("p2",)))
picture("bounce-colour", "bounce", 3, Style(colour=True))


@pytest.mark.parametrize("case", PICTURES, ids=[case[0] for case in PICTURES])
def test_golden(case: tuple[str, str, dict[str, Any], Style, int | None]) -> None:
    """Drawings are as they were when somebody last looked at them and liked them."""
    name, game, position, style, seat = case
    drawn = "\n".join(board(game).draw(seen(position, seat), style)) + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("PIVOTRY_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", registry.IDS)
def test_everything_fits_80_columns_in_ascii(game: str) -> None:
    for case in steps(game)[::5]:
        view = seen(case["position"], actor(case["position"]))
        style = Style(ascii=True, legal=tuple(case["legal"]), names=("A" * 12, "B" * 12))
        lines = [*board(game).draw(view, style), *board(game).details(view, style)]
        for line in lines:
            assert line.isascii(), line
            assert len(line) <= 80, line
            assert line == line.rstrip()


@pytest.mark.parametrize("game", registry.IDS)
def test_colour_says_nothing_that_characters_do_not_say(game: str) -> None:
    for case in steps(game)[::7]:
        view = seen(case["position"], actor(case["position"]))
        style = {"legal": tuple(case["legal"]), "last": (), "lit": ()}
        with_colour = board(game).draw(view, Style(colour=True, **style))
        assert any("\x1b[" in line for line in with_colour)
        assert [plain(line).rstrip() for line in with_colour] == board(game).draw(
            view, Style(**style)
        )


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_spectator_s_table_shows_no_hand(game: str) -> None:
    for case in steps(game)[::9]:
        lines = board(game).draw(seen(case["position"], None), Style(legal=()))
        assert not any("our hand" in line for line in lines)


def test_the_whole_lattice_is_there() -> None:
    position = steps("pivotation")[40]["position"]
    text = "\n".join(board("pivotation").draw(seen(position, None), Style()))
    widths = {"mini": (6, 5, 6, 5, 6), "standard": (8, 7) * 3 + (8,)}[position["board"]]
    for row, width in enumerate(widths, 1):
        for column in range(width):
            assert f"{chr(97 + column)}{row}" in text


def test_a_mark_shows_what_can_move_and_what_has_moved() -> None:
    position = steps("pegs")[3]["position"]
    view = seen(position, None)
    bare = "\n".join(board("pegs").draw(view, Style(ascii=True)))
    moved = "\n".join(board("pegs").draw(view, Style(ascii=True, last=("A4-A3",))))
    movable = "\n".join(board("pegs").draw(view, Style(ascii=True, legal=("A3-A4",))))
    assert moved.count("*") == bare.count("*") + 1
    assert movable.count(">") == bare.count(">") + 1


def test_wide_lanes_are_named_under_the_pegs() -> None:
    view = seen({**steps("pegs")[3]["position"], "lanes": "wide"}, None)
    text = "\n".join(board("pegs").draw(view, Style(ascii=True)))
    assert ":1,2,3" in text


def test_raised_cards_stand_a_line_higher() -> None:
    lines = rows([Card(("7",), raised=True), Card(("8",))], 3, Style(ascii=True))
    assert lines[0] == " +---+"
    assert lines[1] == " | 7 |+---+"
    assert lines[-1].strip() == "+---+"


def test_a_long_hand_takes_several_rows() -> None:
    lines = rows([Card((str(i),)) for i in range(30)], 3, Style(width=40))
    assert all(width_of(line) <= 40 for line in lines)
    assert sum("╭" in line for line in lines) > 1


def test_names_cannot_command_the_terminal() -> None:
    style = Style(names=("\x1b[2JEve", "Bo"))
    case = steps("updown")[3]
    view = seen(case["position"], 0)
    assert not any("\x1b" in line for line in board("updown").draw(view, style))


def test_telling_names_what_was_captured() -> None:
    figures = json.loads((kit.CONFORMANCE / "pivotation" / "figures.json").read_text())
    case = next(c for c in figures if c["name"] == "several bars go together")
    said = board("pivotation").tell(
        seen(case["position"], None), case["move"], seen(case["after"], None), Style()
    )
    assert said == "Light: b5-a4, d1 and d5 taken off"


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_telling_depends_on_the_views_alone(game: str) -> None:
    """Every move and draw can be told to everybody; what was drawn only to who drew it."""
    for case in steps(game)[::3]:
        before, move, after = case["position"], case["move"], case["after"]
        for seat in (None, *range(before["players"])):
            said = board(game).tell(seen(before, seat), move, seen(after, seat), Style())
            if move.startswith("="):
                assert (move[1:] in said) == (seat == before["turn"]), said
