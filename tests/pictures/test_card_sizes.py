"""Pictures of the card games: how large things are, what fits, and what never jumps."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cards_kit import (
    PICTURES,
    SVG,
    place,
    positions,
    seen,
)
from PIL import ImageFont

import pivotry
from pivotry import cards, lettering, plates
from pivotry.errors import BadOption
from pivotry.games.bounce import picture as bounce
from pivotry.games.updown import faces
from pivotry.games.updown import picture as updown
from pivotry.svg import Look
from pivotry.tongue import speaking


@pytest.mark.parametrize("count", [1, 2, 7, 8, 13, 25, 33, 60])
@pytest.mark.parametrize("compact", [False, True])
def test_big_hands_wrap_and_stay_large_enough_to_touch(count: int, compact: bool) -> None:
    """At 360 pixels (compact) every card leaves 44 x 44 pixels free, in order."""
    base = next(p for p in positions("updown") if p["players"] == 3 and p["phase"] == "play")
    hand = [str(n) for n in range(1, count + 1)]
    view = seen(base, base["turn"]) | {"numbers": ["70"]}
    view["hands"][base["turn"]] = hand
    text = updown.draw(view, Look(compact=compact))
    assert len(text) < 80_000
    root = ET.fromstring(text)
    width = float(root.get("width") or 0)
    height = float(root.get("height") or 0)
    assert width == (360 if compact else 960)
    at = [place(e) for e in root.iter() if e.get("data-at") in hand]
    assert len(at) == count
    rows: dict[float, list[float]] = {}
    for x, y, scale in at:
        assert cards.W * scale / 2 < x < width - cards.W * scale / 2
        assert y + cards.H * scale / 2 < height
        if count > 17 or compact:
            rows.setdefault(y, []).append(x)
    for row in rows.values():
        assert row == sorted(row)
        assert all(b - a >= 44 for a, b in pairwise(row))
    levels = sorted(rows)
    assert all(b - a >= 44 for a, b in pairwise(levels))


@pytest.mark.parametrize("count", [3, 7, 10, 11, 20, 33])
def test_cards_of_a_hand_can_be_read_on_a_narrow_screen(count: int) -> None:
    """No card covers another, its number is 20 pixels high or more, and its word is written out."""
    base = next(p for p in positions("updown") if p["players"] == 3 and p["phase"] == "play")
    hand = [str(n) for n in range(40, 40 + count)]
    view = seen(base, base["turn"]) | {"numbers": ["39"], "words": {"41": "SKIP"}}
    view["hands"][base["turn"]] = hand
    look = Look(compact=True, legal=tuple(hand[: count // 2]))
    root = ET.fromstring(updown.draw(view, look))
    shown = [e for e in root.iter() if e.get("data-at") in hand]
    at = [place(e) for e in shown]
    for i, (x, y, scale) in enumerate(at):
        for u, v, _ in at[:i]:
            assert abs(x - u) >= cards.W * scale or abs(y - v) >= cards.H * scale
    for e, (_, _, scale) in zip(shown, at, strict=True):
        sizes = [(t.text, float(t.get("font-size", 0)) * scale) for t in e.iter() if t.text]
        name = e.get("data-at")
        assert max(size for text, size in sizes if text == name) >= 20
        if name == "41":
            assert dict(sizes)["skip"] > 9
    assert f"{cards.size(view['draw'])} left" in {t.text for t in root.iter()}


@pytest.mark.parametrize("compact", [False, True])
def test_equal_numbers_of_a_hand_stand_together_within_reach(compact: bool) -> None:
    base = next(p for p in positions("bounce") if p["players"] == 2 and p["phase"] == "play")
    hand = [f"{a}/{b}" for a in range(1, 7) for b in range(a + 1, 10)][:24]
    view = seen(base, base["turn"]) | {"known": [[], []]}
    view["hands"][base["turn"]] = hand
    root = ET.fromstring(bounce.draw(view, Look(compact=compact)))
    own = [e for e in root.iter() if (e.get("data-at") or "/")[1:2] == "/" and e.get("data-at")]
    assert [e.get("data-piece") for e in own] == hand
    at = [place(e) for e in own]
    for (x, y, scale), (u, v, _) in pairwise(at):
        assert abs(v - y) >= cards.H * scale or u - x >= 44
        assert cards.W * scale / 2 < x < 360 if compact else 960


@pytest.mark.parametrize("label", ["Turn hand", "Hand drehen", "Die ganze Hand umdrehen"])
def test_a_label_fits_what_is_to_be_pressed(label: str) -> None:
    said = ET.fromstring(plates.button(0, 0, 118, 44, label, "rotate", ["can"])).find("text")
    assert said is not None
    assert lettering.width_of(label, float(said.get("font-size", ""))) <= 118 - 20


@pytest.mark.parametrize(
    "name", ["W" * 40, "m" * 40, "@%&" * 13, "Ada W.", "Ünal Ñandú", "Жанна Щукина"]
)
def test_no_name_is_wider_than_is_reckoned(name: str) -> None:
    """In the bold font that Pivotry ships."""
    font = ImageFont.truetype(Path(pivotry.__file__).parent / "fonts" / "OpenSans-Bold.ttf", 100)
    for shown in (name, lettering.fit(name, 90, 12.5)):
        assert font.getlength(shown) / 100 <= lettering.width_of(shown, 1) + 0.05


@pytest.mark.parametrize("compact", [True, False], ids=["phone", "wide"])
@pytest.mark.parametrize("game", ["bounce", "updown"])
def test_a_long_name_leaves_room_for_what_is_said_beside_it(game: str, compact: bool) -> None:
    base = next(p for p in positions(game) if p["players"] == 2 and p["phase"] == "play")
    draw = {"bounce": bounce.draw, "updown": updown.draw}[game]
    font = ImageFont.truetype(Path(pivotry.__file__).parent / "fonts" / "OpenSans-Bold.ttf", 100)
    view = seen(base, base["turn"]) | {"result": [0]}
    root = ET.fromstring(draw(view, Look(names=("W" * 40, "Ben"), compact=compact)))
    width = float(str(root.get("viewBox")).split()[2])
    lines = [t for t in root.iter(f"{SVG}text") if (t.text or "").startswith("WWW")]
    assert len(lines) >= 2
    for line in lines:
        long = font.getlength(line.text or "") * float(line.get("font-size", "")) / 100
        assert long < width - 20
    assert any((line.text or "").endswith("wins the match") for line in lines)


def test_a_cut_name_is_as_wide_as_was_reckoned_in_any_font() -> None:
    long = ET.fromstring(cards.cut(0, 0, "Maximiliane von Hohenlohe", 90, 15, "#000"))
    assert (long.text or "").endswith("…")
    assert float(long.get("textLength", "")) <= 90
    short = ET.fromstring(cards.cut(0, 0, "Ada", 90, 15, "#000"))
    assert (short.text, short.get("textLength")) == ("Ada", None)


ROOMS = [66, 72, 84, 96, 108, 120]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("game", PICTURES)
def test_a_wide_picture_fills_the_room_that_it_is_given(game: str, players: int, room: int) -> None:
    match = pivotry.new(game, players, seed=5)
    seat = match.turn

    def drawn(room: int) -> tuple[float, list[tuple[float, float, float]]]:
        root = ET.fromstring(match.svg(seat, room=room))
        hand = set(match.view(seat)["hands"][seat])
        own = [place(e) for e in root.iter() if e.get("data-at") and e.get("data-piece") in hand]
        assert len(own) == len(match.view(seat)["hands"][seat])
        for x, y, scale in own:
            assert cards.W * scale / 2 < x < 960 - cards.W * scale / 2
            assert y + cards.H * scale / 2 < float(root.get("height") or 0)
        return float(root.get("height") or 0), own

    (usual, small), (high, large) = drawn(0), drawn(room)
    assert usual <= 630
    assert high == pytest.approx(9.6 * room, abs=1)
    if room >= 84:
        assert min(s for _, _, s in large) > max(s for _, _, s in small) * 1.1


@pytest.mark.parametrize("room", [0, 75, 120])
@pytest.mark.parametrize("game", PICTURES)
def test_open_hands_at_the_end_have_their_part_of_the_room(game: str, room: int) -> None:
    end = next(p for p in positions(game) if p["phase"] == "deal")
    view = {**end, "seat": 0, "result": [0]}
    high = float(ET.fromstring(PICTURES[game].draw(view, Look(room=room))).get("height") or 0)
    assert high == pytest.approx(1152, abs=1) if room == 120 else high < 1000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_jumps_on_a_phone_when_cards_come_and_go(players: int) -> None:
    match = pivotry.new("bounce", players, seed=5)
    view = match.view(match.turn)
    pairs = [f"{a}/{b}" for a in range(1, 10) for b in range(a + 1, 10)]
    heights = set()
    for gone in (0, 1, 8, 9, 14, 20, 30):
        for known in (0, 3, 8):
            for held in (1, 5, 7):
                now = json.loads(json.dumps(view))
                now["discard"] = pairs[:gone]
                other = (match.turn + 1) % players
                now["hands"][match.turn] = pairs[:held]
                now["hands"][other], now["known"][other] = 9, pairs[20 : 20 + known]
                root = ET.fromstring(bounce.draw(now, Look(compact=True)))
                heights.add(root.get("height"))
                shown = [e for e in root.iter() if e.get("class") == "discard"]
                spots = [place(e) for e in shown[0].iter() if e.get("data-piece")]
                assert len(spots) == gone
                for x, _, scale in spots:
                    assert x - cards.W * scale / 2 > 0
                    assert x + cards.W * scale / 2 < 360
                assert all(
                    abs(x - u) >= 9 or abs(y - v) >= 9 for (x, y, _), (u, v, _) in pairwise(spots)
                )
    assert len(heights) == 1


@pytest.mark.parametrize("count", [15, 18, 21])
def test_a_large_hand_fits_a_small_phone(count: int) -> None:
    """554 pixels are left for the picture of a phone with 640, shrunk to 0.74 at most."""
    match = pivotry.new("bounce", 4, seed=5)
    view = match.view(match.turn)
    hand = [f"{a}/{b}" for a in range(1, 10) for b in range(a + 1, 10)][:count]
    view["hands"][match.turn] = hand
    root = ET.fromstring(bounce.draw(view, Look(compact=True)))
    assert float(root.get("height") or 0) * 0.74 <= 554
    at = [place(e) for e in root.iter() if e.get("data-at") and e.get("data-piece") in hand]
    assert len(at) == count
    for i, (x, y, _) in enumerate(at):
        for u, v, _ in at[:i]:
            assert abs(x - u) >= 44 or abs(y - v) >= 60


@pytest.mark.parametrize("room", [-1, 401, 1.5, True, "80"])
def test_a_room_that_is_none_is_refused(room: Any) -> None:
    with pytest.raises(BadOption, match="room of a picture"):
        Look(room=room)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("form", ["big", "strip", "crowded", "open"])
def test_the_words_on_cards_are_in_the_language_and_fit(code: str, form: str) -> None:
    font = ImageFont.truetype(Path(pivotry.__file__).parent / "fonts" / "OpenSans-Bold.ttf", 100)
    said = {"en": {"draws", "skip", "extra"}, "de": {"zieht", "setzt aus", "noch"}}[code]
    found: set[str] = set()
    with speaking(code):
        for word in ("EXTRA", "DRAWS", "SKIP"):
            if form == "crowded":
                drawn = faces.crowded_face("28", word, "p")
            else:
                drawn = faces.number_face("28", word, "p", form == "big", form == "open")
            root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')
            for t in root.iter(f"{SVG}text"):
                if (t.text or "").isdigit():
                    continue
                found.add(t.text or "")
                wide = font.getlength(t.text or "") * float(t.get("font-size", "")) / 100
                left = float(t.get("x") or 0) if "m" not in (t.get("class") or "") else -wide / 2
                assert left >= -38
                assert left + wide <= (16 if form == "strip" else 38)
    assert found >= said if form != "open" else not found
