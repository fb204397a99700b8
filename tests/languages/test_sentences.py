"""What is said about moves, positions and records is translated through and through."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kit import SETUPS, setup_id

import pivotry
from languages.wide import plain
from pivotry import registry, tongue
from pivotry.match import Match

TEXTS = {
    "pegs": ["A1-A2", "A1-A4", "A1-C1", "B1-A1", "D1-D2", "E1-A1", "A9-A1", "A1-B1 A2-B2", "A1-A1"],
    "pivotation": ["a1-b1", "a1-a1", "a1-e5", "2a1-a2", "9a1-a2", "z9-a1", "a9-a1",
                   "b1-a1", "c3-c9"],
    "updown": ["1", "40", "80", "81", "UP", "DOWN", "PIVOT", "draw", "keep", "=5", "=UP", "=99"],
    "bounce": ["set 1", "set 5", "set 77", "add 1/2 p1", "add 5/7 p2", "add 9/9 p9", "take p1",
               "take p2", "take p9", "rotate", "add 8/8 p2"],
}  # fmt: skip
SAME = {"UP", "DOWN", "PIVOT", "set", "add", "take", "rotate", "draw", "keep", "null", "JSON"}
CARDS = {"EXTRA", "TURN", "NEXT", "PLAYER", "DRAWS", "SKIP", "extra", "turn", "next", "skip"}


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_every_explanation_and_every_picture(setup: tuple[str, int, Any], wide: str) -> None:
    game, players, options = setup
    dice = random.Random(5)
    with tongue.speaking(wide):
        match = pivotry.new(game, players, seed=11, **options)
        for ply in range(40):
            for text in [*TEXTS[game], *match.legal_moves(), "nonsense", 7]:
                said = match.explain(text).message  # type: ignore[arg-type]
                assert plain(said, {*SAME, "int"}) == set(), (text, said)
            if ply % 10 == 0:
                for seat in (None, *range(players)):
                    svg = match.svg(seat, compact=ply % 20 == 0)
                    found = "\n".join(re.findall(r">([^<>]+)</(?:title|desc|text)>", svg))
                    assert plain(found, {*SAME, *CARDS, "player", "draws"}) == set()
            if match.turn is None:
                break
            match.play(dice.choice(match.legal_moves()))


def keys(thing: Any) -> set[str]:
    """Every word that a position or a record itself consists of."""
    if isinstance(thing, dict):
        return set().union(*(keys(key) | keys(value) for key, value in thing.items()))
    if isinstance(thing, list):
        return set().union(set(), *(keys(item) for item in thing))
    return set(re.findall(r"[A-Za-z]+", str(thing)))


THINGS: list[Any] = [None, -1, 99, "x", [], {}, ["d1"], ["5"], [[]], True, [0, 0], "=", {"x": 1}]


@pytest.mark.parametrize("game", registry.IDS)
def test_every_fault_of_positions_and_records(game: str, wide: str) -> None:
    match = pivotry.new(game, seed=2)
    dice = random.Random(1)
    for _ in range(12):
        match.play(dice.choice(match.legal_moves()))
    position, record = match.position(), match.record()
    words = keys(position) | keys(record) | {"true", "false"} | set(registry.IDS)
    words |= {option.name for option in match.facts.options}
    words |= {w for option in match.facts.options for c in option.choices for w in keys(c)}
    words |= {"cause", "drawn", "drawing", "penalty", "dark", "light", "draw", "EXTRA", "DRAWS"}
    words |= {"SKIP", "widths", "number", "num", "second", "ply", "seed", "commitment", "continued"}
    words |= {word.capitalize() for word in words} | SAME
    words |= {"position", "deal", "quiet", "limit"}
    keys_of_positions = [*position, "cause", "drawn", "lanes", "deck", "words", "board", "note"]
    options = [*(option.name for option in match.facts.options), "players", "speed"]
    with tongue.speaking(wide):
        found = {
            *_told(pivotry.from_position, position, keys_of_positions),
            *_told(pivotry.from_record, record, [*record, "fair"]),
            *_told(lambda given: pivotry.new(game, **given), {}, options),
        }
    assert len(found) > 50
    assert {text: plain(text, words) for text in found if plain(text, words)} == {}


def _told(make: Callable[[Any], Any], whole: dict[str, Any], keys: list[str]) -> Iterator[str]:
    """What is wrong if one key of something whole holds anything."""
    for key in keys:
        for thing in THINGS:
            try:
                make({**whole, key: thing})
            except pivotry.BadPosition as bad:
                yield from (text for _, text in bad.faults)
            except (pivotry.BadRecord, pivotry.BadOption) as bad:
                yield str(bad)


def test_seats_without_names_are_called_in_the_language_of_who_looks(wide: str) -> None:
    with tongue.speaking("de"):
        match = pivotry.new("pegs", names=[None, "Ada"])
        assert match.names == ("Dunkel", "Ada")
        assert "Dunkel" in match.svg()
        assert "Dunkel (" not in match.svg()
        record = match.record()
    assert match.given == (None, "Ada")
    assert match.names == ("Dark", "Ada")
    assert record["names"] == ["Dark", "Ada"]
    assert match.facts.usual(0, "Dunkel")
    assert not match.facts.usual(0, "Hell")
    assert "Dunkel" not in match.svg()
    assert Match.explain(pivotry.from_record(record), "A1-B1").legal
    # A record of an older release has them in the language in which it was begun.
    old = pivotry.from_record({**record, "names": ["Dunkel", "Hell"]})
    assert old.given == (None, None)
    assert old.names == ("Dark", "Light")


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("pegs", "A1-A2", "A2 hat keinen Platz: mit 4 Ringen ist er voll."),
        ("pivotation", "a1-b1", "Das andere Ende von Stab d1 steht selbst in Loch b1."),
        ("updown", "81", "Es gibt keine Karte 81: Die Zahlen gehen von 1 bis 80."),
        ("bounce", "take p1", "Nehmen kann man nur den Satz von jemand anderem"),
    ],
)
def test_german_sounds_so(game: str, text: str, said: str) -> None:
    with tongue.speaking("de"):
        match = pivotry.new(game, seed=4)
        assert match.explain(text).message.startswith(said)
    assert match.explain(text).message != said
