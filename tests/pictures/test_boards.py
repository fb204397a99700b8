"""The pictures of the two board games: whole, true to the view, small, the same every time."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import svg
from pivotry.games.pegs import picture as pegs
from pivotry.games.pegs.drawing import PEGS
from pivotry.games.pivotation import picture as pivotation
from pivotry.games.pivotation.drawing import (
    BOARDS,
    Layout,
    Plan,
    hole_at,
    hole_name,
    paint_order,
)
from pivotry.svg import Look

DATA = Path(__file__).parents[1] / "data" / "conformance"
PICTURES = {"pivotation": pivotation, "pegs": pegs}
SVG = "{http://www.w3.org/2000/svg}"
View = dict[str, Any]


def _bars(*laid: tuple[str, str, str], **more: Any) -> View:
    """A position from bars laid down one after the other."""
    stacks: dict[str, list[str]] = {}
    for name, a, b in laid:
        stacks.setdefault(a, []).append(name)
        stacks.setdefault(b, []).append(name)
    start = {"game": "pivotation", "board": "standard", "turn": "dark", "ply": 9, "result": None}
    return {**start, "stacks": stacks, **more}


TOWER = [(f"{'dl'[i % 2]}{i // 2 + 1}", "d6", "e6") for i in range(14)]
EXTREME = [
    _bars(board="mini"),
    _bars(*TOWER),
    _bars(*TOWER, ("d8", "d6", "d7"), ("d9", "e6", "e5"), result="light"),
    _bars(*((name, "d7", "e7") for name, _, _ in TOWER[:8]), turn="light"),
    _bars(("d1", "a1", "b1"), ("l1", "a3", "a2"), board={"widths": [2, 1, 2]}, result="draw"),
    _bars(("d1", "a1", "a2"), ("l1", "d4", "e4"), board={"widths": [4, 5, 6, 7, 6, 5, 4]}),
    _bars(*((f"{'dl'[i % 2]}{i // 2 + 1}", "d5", "e5") for i in range(22)), board="grand", ply=80),
]
RACK = {"game": "pegs", "turn": "light", "step": 2, "last": "A2-A1", "quiet": 85, "ply": 85}
PEGS_EXTREME = [
    {**RACK, "result": None, "stacks": {}},
    {**RACK, "result": "draw", "quiet": 20, "quiet_limit": 20, "stacks": {"A1": "dldl"}},
    {
        **RACK,
        "result": "light",
        "lanes": "wide",
        "stacks": {f"{r}{i}": "dldl"[:n] for n, r in ((4, "A"), (3, "B")) for i in (1, 2, 3, 4)},
    },
    {
        **RACK,
        "result": None,
        "lanes": {
            **{f"A{i}": ["B4"] for i in range(1, 5)},
            **{f"B{i}": ["C1", "C5"] for i in range(1, 5)},
            **{f"C{i}": [f"D{6 - i}"] for i in range(1, 6)},
        },
        "stacks": {"A1": "dldl", "C5": "ll"},
    },
]


@cache
def _views() -> list[View]:
    """Every position of the two games in the conformance files, and some extreme ones."""
    found: list[View] = []
    for game in PICTURES:
        for file in sorted((DATA / game).glob("*.json")):
            for entry in json.loads(file.read_text()):
                found += [entry[k] for k in ("position", "after", "start", "end") if k in entry]
    for entry in json.loads((DATA / "perft_positions.json").read_text()):
        if entry["position"]["game"] in PICTURES:
            found.append(entry["position"])
    return [{**view, "seat": None} for view in (*found, *EXTREME, *PEGS_EXTREME)]


def _of(game: str) -> list[View]:
    return [view for view in _views() if view["game"] == game]


def _draw(view: View, look: Look = Look()) -> str:  # noqa: B008
    return PICTURES[view["game"]].draw(view, look)


def _parsed(view: View, look: Look = Look()) -> ET.Element:  # noqa: B008
    return ET.fromstring(_draw(view, look))


def _classed(root: ET.Element, name: str) -> Iterator[ET.Element]:
    return (e for e in root.iter() if name in e.get("class", "").split())


@pytest.mark.parametrize("game", PICTURES)
def test_every_position_draws_well_formed_and_small(game: str) -> None:
    views = _of(game)
    assert len(views) > 80
    for view in views:
        drawn = _draw(view, Look(theme="light"))
        root = ET.fromstring(drawn)
        assert root.tag == f"{SVG}svg"
        assert len(drawn.encode()) < 60_000
        assert "nan" not in drawn
        assert "var(" not in drawn
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        for target in re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", drawn):
            assert target in ids


@pytest.mark.parametrize("game", PICTURES)
def test_the_same_view_draws_the_same_bytes(game: str) -> None:
    for view in _of(game)[::7]:
        shuffled = {**view, "stacks": dict(reversed(list(view["stacks"].items())))}
        assert _draw(view) == _draw(shuffled)
        assert not re.search(r"\d\.\d{3}", re.sub(r"<style>.*?</style>", "", _draw(view)))


@pytest.mark.parametrize("flip", [False, True])
def test_every_hole_has_its_place_to_click(flip: bool) -> None:
    for view in _of("pivotation")[::9] + EXTREME:
        widths = Layout.of(view).widths
        names = [hole_name((r, c)) for r, width in enumerate(widths) for c in range(width)]
        root = _parsed(view, Look(flip=flip))
        places = [e.get("data-at") for e in root.iter() if e.get("data-at")]
        assert sorted(places, key=str) == sorted(names)


def test_every_peg_has_its_place_to_click() -> None:
    for view in _of("pegs"):
        places = [e.get("data-at") for e in _parsed(view).iter() if e.get("data-at")]
        assert sorted(places, key=str) == sorted(peg for row in PEGS.values() for peg in row)


def _cell(place: ET.Element) -> tuple[float, float]:
    """Width and height of the first shape of a hole's place to click, walked along its sides."""
    first = (place.get("d") or "").split("z")[0]
    x = y = 0.0
    xs, ys = [x], [y]
    for step, numbers in re.findall(r"([lv])([^lvz]*)", first):
        found = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        x, y = (x + found[0], y + found[1]) if step == "l" else (x, y + found[0])
        xs.append(x)
        ys.append(y)
    return max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize("board", BOARDS)
def test_places_can_be_hit_with_a_finger_on_a_phone(board: str) -> None:
    root = _parsed(_bars(board=board))
    scale = 360 / float(root.get("width", "0"))
    for place in _classed(root, "at"):
        width, height = _cell(place)
        assert width * scale >= 43.9
        assert height * scale >= 43.9
    root = _parsed(PEGS_EXTREME[0])
    scale = 360 / float(root.get("width", "0"))
    for place in _classed(root, "at"):
        assert float(place.get("width", "0")) * scale >= 44
        assert float(place.get("height", "0")) * scale >= 44


def test_a_high_stack_can_be_clicked_where_it_is_seen() -> None:
    view = _bars(*TOWER[:6])
    plan = Plan(Layout.of(view))
    _, top = plan.on_top(hole_at("d6"))
    place = next(e for e in _parsed(view).iter() if e.get("data-at") == "d6")
    assert f",{svg.num(top)}a" in (place.get("d") or "")


@pytest.mark.parametrize("flip", [False, True])
def test_a_bar_above_another_is_drawn_later(flip: bool) -> None:
    pairs = 0
    for i, view in enumerate(_of("pivotation")):
        drawn = [bar.name for bar in paint_order(Plan(Layout.of(view), flip))]
        if i % 8 == 0:
            root = _parsed(view, Look(flip=flip))
            assert drawn == [e.get("data-piece") for e in root.iter() if e.get("data-piece")]
        assert len(drawn) == len(set(drawn)) == len({n for s in view["stacks"].values() for n in s})
        for stack in view["stacks"].values():
            for low, high in pairwise(stack):
                pairs += 1
                assert drawn.index(low) < drawn.index(high)
    assert pairs > 500


def test_of_two_bars_in_line_the_further_one_is_drawn_first() -> None:
    view = _bars(("d1", "c3", "d3"), ("l1", "c5", "d5"), ("d2", "c4", "c5"), ("l2", "d3", "d4"))
    for flip in (False, True):
        order = [bar.name for bar in paint_order(Plan(Layout.of(view), flip))]
        assert (order.index("l1") < order.index("d1")) != flip


def test_levels_lift_and_nothing_leaves_the_frame() -> None:
    for view in _of("pivotation"):
        for flip in (False, True):
            plan = Plan(Layout.of(view), flip)
            x, y, width, height = plan.frame
            for hole in plan.layout.stacks:
                assert plan.on_top(hole)[1] < plan.ground(hole)[1]
                assert y < plan.on_top(hole)[1] - 20 < y + height
                assert x < plan.on_top(hole)[0] - 20 < x + width - 40


def test_neighbours_are_one_pitch_away() -> None:
    for board in [*BOARDS, {"widths": [4, 5, 6, 5, 4]}]:
        plan = Plan(Layout.of(_bars(board=board)))
        for hole in plan.holes():
            around = plan.around(hole)
            assert 2 <= len(around) <= 6
            assert all(hole in plan.around(other) for other in around)
            (x, y) = plan.ground(hole)
            for other in around:
                dx, dy = plan.ground(other)[0] - x, (plan.ground(other)[1] - y) / 0.87
                assert abs(dx * dx + dy * dy - 10_000) < 1


def test_free_ends_bear_their_level_and_held_ends_a_line() -> None:
    view = _bars(("d1", "c3", "d3"), ("l1", "d3", "e3"), ("l2", "c3", "c4"), ("d2", "c4", "d5"))
    root = _parsed(view)
    bars = {e.get("data-piece"): e for e in root.iter() if e.get("data-piece")}
    texts = {name: [t.text for t in bar.iter(f"{SVG}text")] for name, bar in bars.items()}
    assert texts == {"d1": [], "l1": ["2"], "l2": ["2"], "d2": ["2"]}
    held = {
        name: [e.get("d", "").count("M") for e in _classed(bar, "held")]
        for name, bar in bars.items()
    }
    # Both ends of d1 are under enemy bars, one of l2 under d2: a double line each.
    assert held == {"d1": [2, 2], "l1": [], "l2": [2], "d2": []}
    own = _parsed(_bars(("d1", "c3", "d3"), ("d2", "c3", "c4")))
    assert [e.get("d", "").count("M") for e in _classed(own, "held")] == [1]
    assert "captured" in bars["d1"].get("class", "").split()
    assert len(list(_classed(root, "badge"))) == 1


def test_finished_bars_bear_a_star_and_are_counted() -> None:
    view = _bars(("d1", "a7", "b7"), ("d2", "c7", "d7"), ("l1", "c7", "d7"), ("l2", "a1", "b1"))
    layout = Layout.of(view)
    # d2 is captured and waits, so it does not count.
    assert [n for n, bar in layout.bars.items() if layout.finished(bar)] == ["d1", "l2"]
    root = _parsed(view)
    assert len(list(_classed(root, "finished"))) == 2
    counts = [[t.text for t in plate.iter(f"{SVG}text")] for plate in _classed(root, "plate")]
    assert counts == [["Light", "1", "2 bars"], ["Dark", "to move", "1", "2 bars"]]


@pytest.mark.parametrize("game", PICTURES)
def test_words_tell_everything(game: str) -> None:
    for i, view in enumerate(_of(game)):
        said = PICTURES[game].words(view, ("Ada", ""))
        if i % 10 == 0:
            assert f">{said}</desc>" in _draw(view, Look(names=("Ada", "")))
        if view["result"] is None:
            assert ("Ada (Dark) to move" if view["turn"] == "dark" else "Light to move") in said
        elif view["result"] == "draw":
            assert "a draw" in said
        else:
            assert "has won" in said
        if game == "pegs":
            for peg in (p for row in PEGS.values() for p in row):
                colours = ", ".join(
                    {"d": "dark", "l": "light"}[r] for r in view["stacks"].get(peg, "")
                )
                assert f"{peg}: {colours or 'empty'}" in said
            continue
        for hole, stack in view["stacks"].items():
            for level, name in enumerate(stack, 1):
                over = f"under {stack[level]}" if level < len(stack) else "free"
                sentence = next(s for s in said.split(". ") if s.startswith(f"{name}: "))
                assert f"{hole} on level {level}, {over}" in sentence


def test_words_of_pegs_tell_lanes_and_what_may_not_be_taken_back() -> None:
    said = pegs.words(PEGS_EXTREME[3])
    assert "A2-A1 and may not be taken back" in said
    assert "A1: dark, light, dark, light from the bottom, full, open to B4." in said
    assert "Lanes: A1 to B4" in said
    assert "may not be taken back" not in pegs.words({**PEGS_EXTREME[3], "last": "A1-B1"})


@pytest.mark.parametrize("game", PICTURES)
def test_themes_differ_in_colours_only(game: str) -> None:
    for view in _of(game)[::11]:
        light, dark, auto = (_draw(view, Look(theme=t)) for t in ("light", "dark", "auto"))
        assert light != dark
        bare = [re.sub(r"<style>.*?</style>", "", text) for text in (light, dark, auto)]
        assert len({re.sub(r"#[0-9a-f]{6,8}\b|#fff\b|var\([^)]*\)", "C", b) for b in bare}) == 1


@pytest.mark.parametrize("game", PICTURES)
def test_every_colour_has_a_name(game: str) -> None:
    names = set(re.findall(r"var\(--([a-z-]+)\)", "".join(map(_draw, _of(game)[::11]))))
    assert names <= set(svg.LIGHT)
    assert set(svg.LIGHT) == set(svg.DARK)


def test_colour_is_never_the_only_cue() -> None:
    """Drawn in grey, pieces of the two sides still differ in shape: light ones have more lines."""
    view = _bars(("d1", "a1", "b1"), ("l1", "c1", "d1"))
    bars = {e.get("data-piece"): e for e in _parsed(view).iter() if e.get("data-piece")}
    assert len(list(bars["l1"].iter(f"{SVG}path"))) == len(list(bars["d1"].iter(f"{SVG}path"))) + 1
    rings = _parsed({**PEGS_EXTREME[0], "stacks": {"A1": "dl"}})
    dark, light = (
        next(e for e in rings.iter() if e.get("data-piece") == f"A1.{i}") for i in (1, 2)
    )
    assert [p.get("d", "").count("q") for p in light.iter(f"{SVG}path")] == [2, 2]
    assert [p.get("d", "").count("q") for p in dark.iter(f"{SVG}path")] == [2, 1]


def test_marks_are_shapes_where_they_belong() -> None:
    view = _bars(("d1", "c3", "d3"), ("l1", "e5", "f5"))
    look = Look(
        chosen="c3", targets=("c4", "e3"), lit=("e5", "z9"), last=("b3-d3x",), legal=("c3-c4",)
    )
    root = _parsed(view, look)
    for name, marks, places in (
        ("chosen", 1, {"c3"}),
        ("target", 2, {"c4", "e3"}),
        ("lit", 1, {"e5"}),
        ("last", 3, {"d3"}),
        ("can", 0, {"c3"}),
    ):
        found = list(_classed(root, name))
        assert {e.get("data-at") for e in found if e.get("data-at")} == places
        assert len([e for e in found if "mark" in e.get("class", "").split()]) == marks
    assert not list(_classed(_parsed(view), "mark"))


def _arrows(root: ET.Element) -> list[ET.Element]:
    """The marks of the last move that are lines, not rings."""
    return [e for e in _classed(root, "last") if len(e) and e[0].get("d")]


@pytest.mark.parametrize("move", ["c3-d4", "c3-e3", "c3-b4", "2c3-d4", "c3-c4xx#"])
def test_the_swing_stays_inside_the_picture(move: str) -> None:
    source, target = (name for name in re.findall(r"[a-z]\d", move))
    for stacks in ({target: ["d1"], "d3": ["d1"]}, {}):
        view = _bars(stacks=stacks) if target != "e3" else _bars(("d1", "d3", "e3"))
        root = _parsed(view, Look(last=(move,)))
        arrows = _arrows(root)
        assert len(arrows) == 1
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        for x, y in re.findall(
            r"(-?[\d.]+),(-?[\d.]+)", "".join(p.get("d", "") for p in arrows[0])
        ):
            assert 0 < float(x) < width
            assert 0 < float(y) < height
    assert source == "c3"


def test_half_a_turn_at_the_edge_swings_over_the_board() -> None:
    view = _bars(("l1", "b9", "c9"), board="grand")
    root = _parsed(view, Look(last=("d9-b9",)))
    plan = Plan(Layout.of(view))
    shaft = _arrows(root)[0][0].get("d", "")
    sweep = re.search(r"A100 87 0 0 ([01])", shaft)
    assert sweep is not None
    # From right to left below the pivot, not above it where the frame is.
    assert sweep[1] == "1"
    assert plan.ground(hole_at("d9"))[0] > plan.ground(hole_at("b9"))[0]


def test_flip_turns_the_board_and_changes_the_plates() -> None:
    view = _bars(("d1", "a1", "b1"), ("l1", "h7", "g7"))
    there, here = (Plan(Layout.of(view), flip) for flip in (False, True))
    for hole in there.holes():
        x, y = there.ground(hole)
        assert here.ground(hole) == pytest.approx((there.width - x, there.top + there.bottom - y))
    sides = [e.get("class") for e in _classed(_parsed(view, Look(flip=True)), "plate")]
    assert sides == ["plate dark", "plate light"]


def test_pegs_show_what_is_full_open_barred_and_near_a_draw() -> None:
    view = {**RACK, "result": None, "stacks": {"A1": "dldl", "A2": "dl", "C1": "dd", "D1": "l"}}
    root = _parsed(view)
    assert len(list(_classed(root, "full"))) == 2
    # A1 can go to B1; C1 is full too, but D1 is taken.
    assert len([e for e in next(_classed(root, "open")) if e.get("stroke-dasharray")]) == 1
    assert len(list(_classed(root, "barred"))) == 1
    assert not list(_classed(_parsed({**view, "last": "A1-B1"}), "barred"))
    assert "85 of 100" in "".join(root.itertext())
    assert not list(_classed(_parsed({**view, "quiet": 69}), "quiet"))
    pieces = {e.get("data-piece") for e in root.iter() if e.get("data-piece")}
    assert pieces == {"A1.1", "A1.2", "A1.3", "A1.4", "A2.1", "A2.2", "C1.1", "C1.2", "D1.1"}


@pytest.mark.parametrize("game", PICTURES)
def test_names_are_text_and_fit(game: str) -> None:
    names = ("<b>&\"'", "Maximiliane von Hohenstein zu Burgau und vom Berge, " * 3)
    for view in _of(game)[::40]:
        root = _parsed(view, Look(names=names))
        said = [
            next(t.text or "" for t in plate.iter(f"{SVG}text"))
            for plate in _classed(root, "plate")
        ]
        assert said[1] == names[0]
        assert said[0].endswith("…")


def test_two_pictures_share_no_ids() -> None:
    view = EXTREME[1]
    one, two = (
        {e.get("id") for e in _parsed(view, Look(ids=i)).iter() if e.get("id")} for i in ("a", "b")
    )
    assert one
    assert not one & two


def test_no_peg_may_go_on_when_the_match_is_over() -> None:
    view = pivotry.new("pegs").view(None)  # every peg of row A is full
    assert 'class="open"' in pegs.draw(view, Look())
    assert 'class="open"' not in pegs.draw({**view, "result": "dark"}, Look())
