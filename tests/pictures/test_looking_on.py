"""Card tables for who plays from no hand: what others have fills the picture."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest
from cards_kit import SVG, place

import pivotry
from pivotry import cards, registry
from pivotry.match import Match
from pivotry.svg import Look

FORMATS: dict[str, dict[str, Any]] = {
    "phone": {"compact": True},
    "file": {},
    "low": {"room": 60},
    "usual": {"room": 84},
    "high": {"room": 108},
}
View = dict[str, Any]


@cache
def course(players: int) -> tuple[Match, list[View], list[View]]:
    """A whole match, moves by chance; some of its views, of who looks on and of the first seat."""
    match = pivotry.new("bounce", players, seed=5)
    rng = random.Random(players)
    outside, inside = [], []
    while match.result is None:
        if match.turn is not None and (match.ply % 9 == 1 or match.view(None)["out"]):
            outside.append(match.view(None))
            inside.append(match.view(0))
        match.play(rng.choice(match.legal_moves()))
    return match, outside, inside


def drawn(view: View, **look: Any) -> ET.Element:
    return ET.fromstring(registry.get("bounce").picture.draw(view, Look(**look)))


def height(root: ET.Element) -> float:
    return float(root.get("height") or 0)


def areas(root: ET.Element) -> dict[str, tuple[float, ...]]:
    """Where each play area is, and how large."""
    found = {}
    for e in root.iter():
        if "area" in (e.get("class") or "").split():
            rect = next(r for r in e.iter(f"{SVG}rect") if r.get("class") is None)
            sides = float(rect.get("width") or 0), float(rect.get("height") or 0)
            found[e.get("data-at") or ""] = (*place(e)[:2], *sides)
    return found


def emptiest(root: ET.Element) -> float:
    """The highest strip across the picture with no card, area, plate or line of text."""
    taken: list[tuple[float, float]] = [(0, 0), (height(root), height(root))]
    for _, y, _, high in areas(root).values():
        taken.append((y - high / 2, y + high / 2))
    for e in root.iter():
        classes = (e.get("class") or "").split()
        if "card" in classes or e.get("href", "").endswith("-mini"):
            _, y, scale = place(e)
            taken.append((y - cards.H * scale / 2, y + cards.H * scale / 2))
    for text in root.findall(f"{SVG}text"):
        y = float(text.get("y") or 0)
        taken.append((y - 20, y))
    strips, lower = [], 0.0
    for upper, end in sorted(taken):
        strips.append(upper - lower)
        lower = max(lower, end)
    return max(strips)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_jumps_for_who_looks_on(players: int, form: str) -> None:
    """Through a whole match; and the picture is as high as a player's."""
    _, outside, inside = course(players)
    found = set()
    for view in outside[:: max(1, len(outside) // 8)]:
        root = drawn(view, **FORMATS[form])
        found.add((height(root), *sorted(areas(root).items())))
    ((high, *_),) = found
    assert high == pytest.approx(height(drawn(inside[0], **FORMATS[form])), abs=0.5)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_shown_fills_the_picture(players: int, form: str) -> None:
    look = FORMATS[form]
    match, outside, inside = course(players)
    done = next((view for view in inside if 0 in view["out"]), None)
    end = match.view(0) | {"hands": match.position()["hands"]}
    last = match.view(None) | {"hands": match.position()["hands"]}
    for view in (outside[0], done, end, last):
        if view is not None:
            root = drawn(view, **look)
            assert emptiest(root) < 0.2 * height(root)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_looks_on_sees_larger_cards(players: int, form: str) -> None:
    _, outside, inside = course(players)

    def backs(view: View) -> list[float]:
        root = drawn(view, **FORMATS[form])
        hands = [e for e in root.iter() if e.get("data-hand") == "1"]
        return [place(e)[2] for e in hands[0].iter() if e.get("href", "").endswith("-mini")]

    assert min(backs(outside[0])) > 1.25 * max(backs(inside[0]))


@pytest.mark.parametrize("form", FORMATS)
def test_a_curtain_moves_nothing(form: str) -> None:
    """Several people at one screen: areas stay when the hand is covered and when it is shown."""
    match = pivotry.new("bounce", 3, seed=5)
    seat = match.turn
    assert seat is not None
    open_, shut = (
        drawn(match.view(eye), near=seat, covered=eye is None, **FORMATS[form])
        for eye in (seat, None)
    )
    assert areas(open_) == areas(shut)
    assert height(open_) == height(shut)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_table_of_the_up_down_cards_is_larger_for_who_looks_on(players: int, form: str) -> None:
    """And nothing jumps there, whatever the hand at the bottom holds."""
    match = pivotry.new("updown", players, seed=5)
    rng = random.Random(players)
    found, picture = set(), registry.get("updown").picture
    for _ in range(60):
        view = match.view(None)
        if view["phase"] != "deal":
            root = ET.fromstring(picture.draw(view, Look(**FORMATS[form])))
            piles = [place(e) for e in root.iter() if e.get("data-at") == "draw"]
            backs = [place(e) for e in root.iter() if e.get("href", "").endswith("-mini")]
            if view["hands"][0]:
                lowest = max(y + cards.H * scale / 2 for _, y, scale in backs)
                assert lowest > 0.85 * height(root)
            found.add((height(root), *piles))
        match.play(rng.choice(match.legal_moves()))
    ((high, (_, _, scale)),) = found
    own = ET.fromstring(match.svg(0, **FORMATS[form]))
    assert high <= height(own) + 0.5
    (pile,) = [place(e) for e in own.iter() if e.get("data-at") == "draw"]
    assert scale >= pile[2]


def test_who_looks_on_is_offered_nothing_to_press_and_told_who_turned() -> None:
    match = pivotry.new("bounce", 3, seed=5)
    seat = match.turn
    assert seat is not None
    match.play("rotate")
    svg = match.svg(None)
    assert "Turn my hand" not in svg
    assert svg.count(">turned</text>") == 1
    assert ">turned</text>" in match.svg((seat + 1) % 3)
    own = match.svg(seat)
    assert "Turn my hand" in own
    assert ">turned</text>" not in own  # there the button bears the mark


@pytest.mark.parametrize("players", [3, 4, 5])
def test_names_are_not_cut_short_for_who_looks_on(players: int) -> None:
    names = ("Learner 1", "Learner 2", "Learner 3", "Learner 4", "Learner 5")[:players]
    svg = pivotry.new("bounce", players, seed=5).svg(None, names=names, room=84)
    for name in names:
        assert f">{name}</text>" in svg
