"""Pictures of the card games: everything can be clicked, nothing hidden is shown."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import resvg_py
from cards_kit import (
    NAMES,
    PICTURES,
    SVG,
    Json,
    names_in,
    path,
    positions,
    seen,
    steps,
    visible,
)
from PIL import Image

import pivotry
from pivotry import cards, lettering, plates, registry, wording
from pivotry.games.bounce import picture as bounce
from pivotry.games.updown import picture as updown
from pivotry.svg import Look
from pivotry.tongue import speaking


@pytest.mark.parametrize("game", PICTURES)
def test_every_position_draws_for_every_seat(game: str) -> None:
    """Well-formed, small, complete in words, and only with cards of the view."""
    draw, words = PICTURES[game].draw, PICTURES[game].words
    for i, position in enumerate(positions(game)):
        seats: list[int | None] = [None, *range(position["players"])]
        # Every position for two of its seats; over the whole file every seat has its turns.
        for seat in (seats[i % len(seats)], position["turn"]):
            view = seen(position, seat)
            look = Look(names=NAMES, compact=i % 2 == 0, theme="light")
            text = draw(view, look)
            assert len(text) < 80_000
            root = ET.fromstring(text)
            desc = root.find(f"{SVG}desc")
            assert desc is not None
            assert desc.text == words(view, cards.names_of(view, NAMES))
            shown = Counter(e.get("data-piece") for e in root.iter() if e.get("data-piece"))
            assert shown <= visible(view)
            if seat is not None:
                own = Counter(view["hands"][seat])
                assert shown & own == own


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("game", PICTURES)
def test_every_legal_move_can_be_clicked_and_stands_out(game: str, compact: bool) -> None:
    for step in steps(game):
        position = step["position"]
        legal = tuple(m for m in step["legal"] if not m.startswith("="))
        view = seen(position, position["turn"])
        root = ET.fromstring(PICTURES[game].draw(view, Look(legal=legal, compact=compact)))
        there = names_in(root)
        for move in legal:
            assert set(path(game, move, position["turn"])) <= there, move
        if "drawn" in view:
            raised = {e.get("data-at") for e in root.iter() if "can" in (e.get("class") or "")}
            assert raised == set(legal)
        firsts = {path(game, m, position["turn"])[0] for m in legal}
        for e in root.iter():
            at = set((e.get("data-at") or "").split())
            classes = (e.get("class") or "").split()
            if at and ("card" in classes or "button" in classes):
                if at == {view.get("drawn")} and "can" not in classes:
                    continue  # a twin in the hand of the card just drawn
                assert ("can" in classes) == bool(at & firsts), at


@pytest.mark.parametrize("game", PICTURES)
def test_open_picture_shows_every_hand_and_lets_the_mover_play(game: str) -> None:
    for step in steps(game)[::5]:
        view = step["position"] | {"seat": None}
        legal = tuple(m for m in step["legal"] if not m.startswith("="))
        for compact in (False, True):
            text = PICTURES[game].draw(view, Look(legal=legal, compact=compact))
            assert len(text) < 80_000
            root = ET.fromstring(text)
            shown = Counter(e.get("data-piece") for e in root.iter() if e.get("data-piece"))
            for hand in view["hands"]:
                assert Counter(hand) <= shown
            for move in legal:
                if move != "keep":
                    assert set(path(game, move, view["turn"])) <= names_in(root)


def test_a_card_drawn_by_somebody_else_stays_hidden() -> None:
    """Not even through the text of the last move."""
    step = next(s for s in steps("updown") if s["position"]["phase"] == "drawn")
    view = seen(step["position"], (step["position"]["turn"] + 1) % step["position"]["players"])
    pictures = {updown.draw(view, Look(last=("draw", f"={c}"))) for c in ("17", "PIVOT", "80")}
    assert len(pictures) == 1
    assert "drawn" not in view
    assert "keep" not in names_in(ET.fromstring(pictures.pop()))


@pytest.mark.parametrize("game", PICTURES)
def test_words_name_no_hidden_card(game: str) -> None:
    for position in list(positions(game))[::7]:
        for seat in [None, *range(position["players"])]:
            view = seen(position, seat)
            said = PICTURES[game].words(view)
            if game == "bounce":
                assert set(re.findall(r"\d/\d", said)) <= set(visible(view))
            else:
                lists = re.findall(r"(?:\d cards?|pile from the bottom): ([^.]*)\.", said)
                named = {c.split(" (")[0] for some in lists for c in some.split(", ")} - {"none"}
                assert named <= set(visible(view))


@pytest.mark.parametrize("game", PICTURES)
def test_words_say_everything_that_is_open(game: str) -> None:
    for position in list(positions(game))[::11]:
        view = seen(position, position["turn"])
        said = PICTURES[game].words(view, NAMES)
        for card in visible(view):
            assert re.search(rf"(?<![\w/]){card}(?![\w/])", said), card
        for score in view["scores"]:
            assert wording.counted(score, "point") in said
        for seat, hand in enumerate(view["hands"]):
            assert f"{NAMES[seat] or f'p{seat + 1}'}" in said
            assert wording.counted(cards.size(hand), "card") in said


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("game", PICTURES)
def test_same_view_same_picture_and_themes_differ_only_in_colours(game: str, compact: bool) -> None:
    def bare(text: str) -> str:
        return re.sub(r"#[0-9a-f]{6}(?:[0-9a-f]{2})?\b", "#", text)

    for step in steps(game)[::40]:
        view = seen(step["position"], step["position"]["turn"])
        legal = tuple(step["legal"])
        light, again, dark = (
            PICTURES[game].draw(
                json.loads(json.dumps(view)), Look(theme=theme, legal=legal, compact=compact)
            )
            for theme in ("light", "light", "dark")
        )
        assert light == again
        assert light != dark
        assert bare(light) == bare(dark)
        assert "var(" not in light  # rasterisers know no custom properties


def test_marks_are_classes_that_a_page_can_style() -> None:
    step = next(
        s
        for s in steps("bounce")
        if any(m.startswith("add") for m in s["legal"])
        and any(m.startswith("set") for m in s["legal"])
    )
    view = seen(step["position"], step["position"]["turn"])
    _, name, owner = next(m for m in step["legal"] if m.startswith("add")).split()
    look = Look(legal=tuple(step["legal"]), chosen=name, targets=(owner,), lit=("rotate",))
    root = ET.fromstring(bounce.draw(view, look))

    def classes(at: str) -> set[str]:
        found = [e for e in root.iter() if at in (e.get("data-at") or "").split()]
        return {c for e in found for c in (e.get("class") or "").split()}

    assert "chosen" in classes(name)
    assert "target" in classes(owner)
    assert "lit" in classes("rotate")
    assert "target" not in classes(name)


def test_the_last_card_is_marked_on_its_pile() -> None:
    step = next(s for s in steps("updown") if s["position"]["phase"] == "play")
    view = seen(step["position"], None)
    root = ET.fromstring(updown.draw(view, Look(last=(view["numbers"][-1],))))
    marked = [e for e in root.iter() if "last" in (e.get("class") or "").split()]
    assert [e.get("data-piece") for e in marked] == [view["numbers"][-1]]


@pytest.mark.parametrize("compact", [False, True])
def test_only_who_has_turned_the_hand_has_the_ring_on_the_button(compact: bool) -> None:
    turned = [s for s in steps("bounce") if s["move"] == "rotate" and s["after"]["result"] is None]
    assert {s["position"]["players"] for s in turned} >= {2, 4}
    for step in turned:
        for seat in range(step["after"]["players"]):
            look = Look(last=("rotate",), compact=compact)
            root = ET.fromstring(bounce.draw(seen(step["after"], seat), look))
            buttons = [e for e in root.iter() if e.get("data-at") == "rotate"]
            assert len(buttons) == int(seat not in step["after"]["out"])
            for button in buttons:
                ringed = "last" in (button.get("class") or "").split()
                assert ringed == (seat == step["position"]["turn"])


@pytest.mark.parametrize("compact", [False, True])
def test_who_is_out_of_cards_has_no_strip_for_an_open_hand(compact: bool) -> None:
    late = next(p for p in positions("updown") if p["players"] == 2 and all(p["hands"]))
    end = {**late, "hands": [[], late["hands"][1]], "result": [0]}
    for seat in range(2):
        root = ET.fromstring(updown.draw({**end, "seat": seat}, Look(compact=compact)))
        strips = [e for e in root.iter() if e.get("class") == "open-hand"]
        assert len(strips) == (seat == 0)


def test_words_on_cards_follow_the_option() -> None:
    base = next(p for p in positions("updown") if p["players"] == 3 and p["phase"] == "play")
    view = seen(base, base["turn"])
    view["hands"][base["turn"]] = ["8", "9"]
    view.pop("words", None)

    def tooltips(view: Json) -> set[str]:
        root = ET.fromstring(updown.draw(view, Look()))
        return {e.text or "" for e in root.iter(f"{SVG}title")}

    assert {"8: extra turn", "9"} <= tooltips(view)
    assert "8 (EXTRA TURN), 9" in updown.words(view)
    assert {"8", "9"} <= tooltips(view | {"words": "none"})
    mapped = view | {"words": {"9": "SKIP"}}
    assert {"8", "9: skip next player"} <= tooltips(mapped)
    assert "8, 9 (SKIP NEXT PLAYER)" in updown.words(mapped)


@pytest.mark.parametrize("compact", [False, True])
def test_direction_of_play_is_drawn(compact: bool) -> None:
    """The arrows go the other way round and have another colour."""
    base = next(p for p in positions("updown") if p["phase"] == "play")

    def way(going: str) -> tuple[str, str, str]:
        root = ET.fromstring(updown.draw(seen(base, 0) | {"going": going}, Look(compact=compact)))
        group = next(e for e in root.iter() if e.get("class") == "way")
        title, path = group.find(f"{SVG}title"), group.find(f"{SVG}path")
        assert title is not None
        assert path is not None
        return title.text or "", path.get("fill") or "", path.get("d") or ""

    up, down = way("up"), way("down")
    assert "clockwise" in up[0]
    assert "counterclockwise" in down[0]
    assert up[1] != down[1]

    def turning(d: str) -> float:
        """Signed area swept about the middle by one edge of the first arrow."""
        points = [tuple(map(float, p.split())) for p in re.split("[MLZ]", d)[1:26]]
        cx, cy = (180.0, 212.0) if compact else (480.0, 222.0)
        return sum((x - cx) * (v - cy) - (u - cx) * (y - cy) for (x, y), (u, v) in pairwise(points))

    assert turning(up[2]) > 0 > turning(down[2])  # y goes down: positive is clockwise


@pytest.mark.parametrize("game", PICTURES)
def test_over_and_deal_say_how_it_ended(game: str) -> None:
    end = next(p for p in positions(game) if p["phase"] == "deal")
    view = seen(end, None)
    assert " is over" in PICTURES[game].words(view)
    done = view | {"result": [0, 1]}
    assert PICTURES[game].words(done, ("Ada", "Bo")).startswith("Ada and Bo share the match.")
    text = PICTURES[game].draw(done, Look(names=("Ada", "Bo")))
    assert "Ada and Bo share the match" in text
    assert text.count(plates.CROWN) == 2


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("game", PICTURES)
def test_pictures_rasterise(game: str, compact: bool) -> None:
    """resvg finds the felt, bright cards and the shared drawings."""
    step = next(s for s in steps(game) if s["position"]["phase"] == "play")
    view = seen(step["position"], step["position"]["turn"])
    svg = PICTURES[game].draw(view, Look(theme="light", compact=compact))
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    r, g, b = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    total = r.size
    bright = int((pixels.min(axis=2) > 205).sum())
    felt = int(((g > r + 20) & (g > b)).sum())
    assert bright > total * 0.02
    assert felt > total * 0.3


def test_names_are_cut_and_escaped() -> None:
    view = {"players": 3}
    assert cards.names_of(view, ["A\x00da\n", "  "]) == ["Ada", "p2", "p3"]
    cut = lettering.fit("Emmanuel Maximilian", 60, 14)
    assert cut.endswith("…")
    assert lettering.width_of(cut, 14) <= 60
    assert lettering.fit("Bo", 60, 14) == "Bo"
    # Seats that nobody named are told apart by their numbers.
    numbered = lettering.fit("Lehrling 2", 60, 14)
    assert numbered.startswith("Leh")
    assert numbered.endswith("… 2")
    assert lettering.width_of(numbered, 14) <= 60


def test_what_can_be_played_is_said_upright_as_well() -> None:
    match = pivotry.new("updown", 4, seed=3)
    assert match.turn is not None
    svg = match.svg(match.turn, compact=True)
    top = match.view(None)["numbers"][-1]
    assert f"Play higher than {top}, DOWN or PIVOT, or draw" in svg


def test_numbers_that_turn_into_another_are_underlined() -> None:
    base = next(p for p in positions("updown") if p["players"] == 3 and p["phase"] == "play")
    view = seen(base, base["turn"]) | {"numbers": ["70"]}
    view["hands"][base["turn"]] = ["6", "8", "19", "66"]
    root = ET.fromstring(updown.draw(view, Look()))
    for e in root.iter():
        name = e.get("data-piece")
        if name is not None and name.isdigit():
            lines = {t.get("text-decoration") for t in e.iter(f"{SVG}text") if t.text == name}
            assert lines == {"underline" if name in ("6", "19") else None}, name


def test_a_turned_card_looks_turned() -> None:
    """The active number is large and upright, the other one small and upside down, each own."""
    base = next(p for p in positions("bounce") if p["players"] == 2 and p["phase"] == "play")
    view = seen(base, base["turn"]) | {"known": [[], []], "discard": [], "sets": [[], []]}
    view["hands"][base["turn"]] = ["6/2", "2/6", "9/3"]
    root = ET.fromstring(bounce.draw(view, Look(theme="light")))
    faces = {e.get("data-piece"): e for e in root.iter() if e.get("data-piece")}
    for name, face in faces.items():
        upright = face.findall(f"{SVG}text")
        turned = [t for g in face.findall(f"{SVG}g") for t in g.findall(f"{SVG}text")]
        assert [t.text for t in upright + turned] == str(name).split("/")
        assert [g.get("transform") for g in face.findall(f"{SVG}g")] == ["rotate(180)"]
        assert float(upright[0].get("font-size") or 0) > 2 * float(turned[0].get("font-size") or 0)
    pips = {e.get("href") for e in faces["6/2"].iter(f"{SVG}use")}
    assert {"#p-n6", "#p-n2"} <= pips
    colour = {t.text: t.get("fill") for t in faces["6/2"].iter(f"{SVG}text")}
    assert colour == {t.text: t.get("fill") for t in faces["2/6"].iter(f"{SVG}text")}
    bars = {
        n: len([r for r in f.iter(f"{SVG}rect") if not r.get("class")]) for n, f in faces.items()
    }
    assert bars == {"6/2": 1, "2/6": 1, "9/3": 1}


@pytest.mark.parametrize("compact", [True, False], ids=["phone", "wide"])
@pytest.mark.parametrize("game", PICTURES)
def test_the_own_plate_says_whose_it_is(game: str, compact: bool) -> None:
    match = pivotry.new(game, 4, seed=3)
    assert ">p2 (you)</text>" in match.svg(1, compact=compact)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("updown", {"draw": "zieht eine Karte", "keep": "behält die Karte", "42": "42"}),
        (
            "bounce",
            {
                "set 5": "legt einen Satz mit 5",
                "add 5/7 p2": "legt 5/7 beim Satz von Bo an",
                "take p1": "nimmt den Satz von Ada",
                "rotate": "dreht die Hand um",
            },
        ),
        ("pegs", {"C1-D1": "C1-D1"}),
    ],
)
def test_a_log_has_moves_in_words_of_its_language(game: str, said: dict[str, str]) -> None:
    telling = registry.get(game).telling
    with speaking("de"):
        assert {text: telling.said(text, ("Ada", "Bo")) for text in said} == said
