"""Pieces move as they would, and can be dragged with a mouse and with a finger."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import SETTLED, Person

# Every animation stands still in its middle, so that nothing depends on how fast the machine is.
_HELD = """() => {
  const animate = Element.prototype.animate;
  window.begun = 0;
  window.held = [];
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    window.begun += 1;
    if (window.held) {
      window.held.push(animation);
      animation.pause();
      animation.currentTime = 120;
    }
    return animation;
  };
}"""
_ON = """async () => {
  const all = window.held;
  window.held = null;
  for (const animation of all) if (animation.playState === 'paused') animation.play();
  await Promise.allSettled(all.filter((a) => a.playState !== 'idle').map((a) => a.finished));
}"""
# What every animation that moves something does to it, at some parts of its way, as matrices
# (a, b, c, d, e, f); and its times: when it begins and how long it takes.
_WAYS = """(parts) => window.held.filter(({ effect, playState }) =>
  playState !== 'idle' && effect.getKeyframes().some((frame) => 'transform' in frame)
).map((animation) => {
  const { delay, duration } = animation.effect.getComputedTiming();
  const way = parts.map((part) => {
    animation.currentTime = delay + Math.min(part, 0.9999) * duration;
    const { a, b, c, d, e, f } =
      new DOMMatrix(getComputedStyle(animation.effect.target).transform);
    return [a, b, c, d, e, f];
  });
  const seen = parts.map((part) => {
    animation.currentTime = delay + Math.min(part, 0.9999) * duration;
    return Number(getComputedStyle(animation.effect.target).opacity);
  });
  animation.currentTime = delay + duration / 2;
  return { way, seen, times: [delay, duration] };
})"""
_ENDS = """name => [...document.querySelectorAll('#panel-picture [data-ends]')]
  .map((bar) => [bar.dataset.ends.split(' ').map((end) => end.split(',')), bar.dataset.solid])
  .find(([ends]) => ends.some(([hole]) => hole === name))"""
_TIP = "peg => Number(document.querySelector(`#panel-picture [data-peg=${peg}]`).dataset.tip)"
_PARTS = [0.0, 0.14, 0.28, 0.4, 0.5, 0.64, 0.76, 0.9, 1.0]
# Where every piece is seen, to a pixel, and what must not be left behind.
_PLACES = """() => [...document.querySelectorAll('#panel-picture [data-piece]')].map((e) => {
  const box = e.getBoundingClientRect();
  const seen = e.checkVisibility({ opacityProperty: true });
  return [e.dataset.piece, Math.round(box.x), Math.round(box.y + scrollY), seen];
})"""
_LEFT = "#panel-picture :is(.flying, .in-hand, .away, .droppable)"
_MOVING = "document.getAnimations().filter((a) => !(a instanceof CSSAnimation)).length"
_MIDDLE = """selector => {
  const box = document.querySelector(`#panel-picture ${selector}`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
_MOVES = {"pegs": ("A2", "B2"), "pivotation": ("a2", "b3")}


class Pointer(Protocol):
    """What presses, moves and lets go."""

    def down(self, x: float, y: float) -> None: ...
    def move(self, x: float, y: float) -> None: ...
    def up(self) -> None: ...


class Mouse:
    def __init__(self, page: Page) -> None:
        self.mouse = page.mouse

    def down(self, x: float, y: float) -> None:
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.mouse.move(x, y)

    def up(self) -> None:
        self.mouse.up()


class Finger:
    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def _send(self, kind: str, points: Sequence[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self._send("touchMove", [{"x": x, "y": y}])

    def up(self) -> None:
        self._send("touchEnd", [])


def _lift(person: Person, pointer: Pointer, source: str, to: Sequence[float] | str) -> None:
    """Press at a place and take what is there to another, without letting go."""
    page = person.page
    point = person.point(source)
    assert point is not None
    x, y = point
    goal = page.evaluate(_MIDDLE, to) if isinstance(to, str) else to
    pointer.down(x, y)
    pointer.move(x, y - 12)
    page.wait_for_selector("#panel-picture .in-hand", state="attached")
    page.wait_for_selector(SETTLED)
    for part in (0.5, 1.0):
        pointer.move(x + (goal[0] - x) * part, y + (goal[1] - y) * part)


def _drag(person: Person, pointer: Pointer, source: str, to: Sequence[float] | str) -> None:
    _lift(person, pointer, source, to)
    pointer.up()
    person.page.wait_for_selector(SETTLED)


def _settled(page: Page) -> None:
    page.wait_for_selector(SETTLED)
    page.wait_for_selector(_LEFT, state="detached")


def _start(
    open_page: Opener, game: str, size: dict[str, int] = DESKTOP, kinds: str = "pp"
) -> Person:
    page = open_page(size)
    person = Person(page, random.Random(0))
    person.start(game, kinds)
    return person


def _type(page: Page, text: str) -> None:
    page.locator("#typed").evaluate("e => e.closest('details').open = true")
    page.fill("#typed", text)
    page.press("#typed", "Enter")
    said = text.replace("set ", "lays a set of ")
    page.wait_for_selector(f"#panel-story >> text={said}")


Way = dict[str, Any]


def _ways(page: Page) -> list[Way]:
    """How everything moves that moves now; all of it in the time of one move."""
    ways: list[Way] = page.evaluate(_WAYS, _PARTS)
    assert ways
    for way in ways:
        start, time = way["times"]
        assert 150 <= time <= 300
        assert start + time <= 300
    return ways


def _put(matrix: Sequence[float], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _swings(page: Page, ways: list[Way]) -> None:
    """A bar turns about the end that stays: all the way its other end is as far from it."""
    ends, solid = page.evaluate(_ENDS, _MOVES["pivotation"][1])
    slant = float(solid.split(" ")[1])
    at = {hole: [float(number) for number in numbers] for hole, *numbers in ends}
    far = at.pop(_MOVES["pivotation"][1])
    ((level, x, y),) = at.values()
    assert far[0] == level  # (or its height would have to be counted in)
    turning = [way["way"] for way in ways if any(abs(matrix[1]) > 1e-3 for matrix in way["way"])]
    assert turning
    for way in turning:
        angles = []
        for matrix in way:
            assert _put(matrix, x, y) == pytest.approx((x, y), abs=1)
            dx, dy = (
                now - still for now, still in zip(_put(matrix, *far[1:]), (x, y), strict=True)
            )
            assert math.hypot(dx, dy / slant) == pytest.approx(
                math.hypot(far[1] - x, (far[2] - y) / slant), rel=0.02
            )
            angles.append(math.atan2(dy / slant, dx))
        turned = [math.remainder(angle - angles[0], math.tau) for angle in angles]
        assert abs(turned[-1]) > 0.5
        assert sorted(turned, key=abs) == turned
        assert abs(turned[len(turned) // 2]) == pytest.approx(abs(turned[-1]) / 2, rel=0.02)


def _flies(page: Page, ways: list[Way]) -> None:
    """A ring goes up off its peg, across, and down upon the other one."""
    (way,) = ways
    places = [(matrix[4], matrix[5]) for matrix in way["way"]]
    up, over = _PARTS.index(0.28), _PARTS.index(0.76)
    (x, y), (there, below) = places[0], places[-1]
    assert [place[0] for place in places[: up + 1]] == pytest.approx([x] * (up + 1), abs=0.5)
    assert [place[0] for place in places[over:]] == pytest.approx([there] * 3, abs=0.5)
    rising, falling = (
        [place[1] for place in places[: up + 1]],
        [place[1] for place in places[over:]],
    )
    assert sorted(rising, reverse=True) == rising
    assert sorted(falling) == falling
    # Above the tips of both before it leaves the line of the one for that of the other.
    assert rising[-1] < min(y, page.evaluate(_TIP, "A2"))
    assert falling[0] < min(below, page.evaluate(_TIP, "B2"))


_SHAPES = {"pegs": _flies, "pivotation": _swings}


@pytest.mark.parametrize("game", _MOVES)
def test_a_move_is_seen_and_ends_where_the_piece_is(open_page: Opener, game: str) -> None:
    person = _start(open_page, game)
    page = person.page
    page.evaluate(_HELD)
    source, to = _MOVES[game]
    person.click(source)
    person.click(to)
    page.wait_for_selector(f"#panel-story >> text={source}-{to}")
    assert page.evaluate(_MOVING) > 0
    page.screenshot(path=ARTEFACTS / f"moving-{game}.png")
    _SHAPES[game](page, _ways(page))
    page.evaluate(_ON)
    _settled(page)
    places = page.evaluate(_PLACES)
    assert all(seen for *_, seen in places)
    page.reload()
    page.wait_for_selector("#panel-picture svg")
    assert page.evaluate(_PLACES) == places


def test_one_step_back_is_a_move_and_a_jump_is_none(open_page: Opener) -> None:
    person = _start(open_page, "pivotation")
    page = person.page
    for text in ("b1-a2", "g7-g6"):
        _type(page, text)
    page.evaluate(_HELD)
    page.click("[data-go=back]")
    page.wait_for_selector("#at-ply >> text=/^Move 1 /")
    assert page.evaluate(_MOVING) > 0
    page.click("[data-go=last]")
    page.wait_for_selector("#at-ply >> text=/^Move 2 /")
    begun = page.evaluate("window.begun")
    page.click("[data-go=first]")
    page.wait_for_selector("#at-ply >> text=/^Move 0 /")
    assert page.evaluate(_MOVING) == 0
    assert page.evaluate("window.begun") == begun


def test_nothing_moves_for_those_who_want_no_motion(open_page: Opener) -> None:
    person = _start(open_page, "pegs")
    page = person.page
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_HELD)
    person.click("A1")
    person.click("B1")
    page.wait_for_selector("#panel-story >> text=A1-B1")
    assert page.evaluate("window.begun") == 0
    assert page.evaluate(_MOVING) == 0
    # Dragging goes on: what is held follows the hand. Let go, it is there at once.
    _drag(person, Mouse(page), "A2", "[data-at=B2]")
    page.wait_for_selector("#panel-story >> text=A2-B2")
    assert page.evaluate("window.begun") == 0
    assert page.locator(_LEFT).count() == 0


def test_input_during_a_move_counts_and_ends_it(open_page: Opener) -> None:
    person = _start(open_page, "pegs")
    page = person.page
    page.evaluate(_HELD)
    person.click("A1")
    person.click("B1")
    page.wait_for_selector("#panel-story >> text=A1-B1")
    assert page.evaluate(_MOVING) > 0
    person.click("A2")
    page.wait_for_selector("[data-at=A2][aria-pressed=true]")
    assert page.evaluate(_MOVING) == 0
    assert page.locator(_LEFT).count() == 0
    person.click("B2")
    page.wait_for_selector("#panel-story >> text=A2-B2")


@pytest.mark.parametrize("by", [Mouse, Finger])
def test_a_ring_is_dragged_and_a_wrong_place_says_why(open_page: Opener, by: Any) -> None:
    person = _start(open_page, "pegs", DESKTOP if by is Mouse else PHONE)
    page = person.page
    pointer: Pointer = by(page)
    before = page.evaluate(_PLACES)
    _lift(person, pointer, "A1", "[data-at=B1]")
    assert page.locator(".droppable").evaluate_all("all => all.map((e) => e.dataset.at)") == ["B1"]
    page.screenshot(path=ARTEFACTS / f"dragging-{by.__name__.lower()}.png")
    pointer.up()
    page.wait_for_selector("#panel-story >> text=A1-B1")
    _settled(page)
    moved = page.evaluate(_PLACES)
    assert moved != before
    # Over another place: it goes back, and the page says what two clicks there would have said.
    _drag(person, pointer, "A2", "[data-at=B1]")
    assert "B2" in page.inner_text("#panel-notice .notice")
    # Off the picture: it goes back, and there is nothing to say.
    _drag(person, pointer, "A3", (3, 3))
    page.wait_for_selector("#panel-notice .notice", state="detached")
    _settled(page)
    assert page.locator("#panel-picture [aria-pressed=true]").count() == 0
    assert page.evaluate("document.querySelectorAll('#panel-story li').length") == 1


def test_a_finger_scrolls_the_page_where_nothing_can_be_dragged(open_page: Opener) -> None:
    person = _start(open_page, "pegs", PHONE)
    page = person.page
    finger = Finger(page)
    page.evaluate("scrollTo(0, 0)")
    for place, scrolls in (("A1", False), ("D1", True)):
        x, y = page.evaluate(_MIDDLE, f"[data-at={place}]")
        finger.down(x, y)
        for way in range(30, 180, 30):
            finger.move(x, y - way)
        assert (page.locator(".in-hand").count() == 1) is not scrolls
        finger.up()
        _settled(page)
        page.wait_for_timeout(200)
        assert (page.evaluate("scrollY") > 50) is scrolls


def test_a_hand_is_turned_over_card_by_card(open_page: Opener) -> None:
    """Every card by half a turn, its old face first."""
    person = _start(open_page, "bounce", PHONE)
    page = person.page
    page.click("[data-act=show]")
    page.wait_for_selector("[data-at=rotate].usable")
    _settled(page)
    page.evaluate(_HELD)
    person.click("rotate")
    page.wait_for_selector("#panel-status .button[data-act=hide]")
    turned = [angles for angles in map(_angles, _ways(page)) if abs(angles.turn) > 90]
    assert len(turned) >= 8
    # In pairs: what is seen first, and what it becomes, upside down from it all the way.
    for old, new in zip(turned[::2], turned[1::2], strict=True):
        for angles in (old, new):
            # (A card comes to lie elsewhere in the fan, so it is not half a turn exactly.)
            assert 100 < abs(angles.turn) < 260
            assert len({step > 0 for step in angles.steps}) == 1
        for a, b in zip(old.at, new.at, strict=True):
            assert abs(math.remainder(a - b, 360)) == pytest.approx(180, abs=1)
        assert old.seen[0] > 0.9
        assert old.seen[-1] < 0.1
        assert min(new.seen) > 0.9
    page.evaluate(_ON)
    _settled(page)


@dataclass(frozen=True)
class Angles:
    """How something is turned on its way, in degrees, and how much of it is seen."""

    at: list[float]
    seen: list[float]

    @property
    def steps(self) -> list[float]:
        return [math.remainder(b - a, 360) for a, b in pairwise(self.at)]

    @property
    def turn(self) -> float:
        return sum(self.steps)


def _angles(way: Way) -> Angles:
    return Angles([math.degrees(math.atan2(b, a)) for a, b, *_ in way["way"]], way["seen"])


@pytest.mark.parametrize("by", [Mouse, Finger])
def test_cards_are_dragged(open_page: Opener, by: Any) -> None:
    person = _start(open_page, "bounce", DESKTOP if by is Mouse else PHONE, "pc")
    page = person.page
    pointer: Pointer = by(page)
    page.wait_for_selector(".turn.mine")
    page.wait_for_selector(_LEFT, state="detached")
    page.evaluate(_HELD)
    source = page.locator(".draggable").last.get_attribute("data-at")
    assert source is not None
    number = source.split("/")[0]
    _drag(person, pointer, source, "[data-at=p1]")
    page.wait_for_selector(f"#panel-story >> text=lays a set of {number}")
    assert page.evaluate("window.begun") > 0
    page.evaluate(_ON)
    _settled(page)


_TOGETHER = """async ([game, moves]) => {
  const { Motion } = await import('/static/motion.js');
  const motion = new Motion();
  const host = document.querySelector('#panel-picture');
  const base = `/table/${document.getElementById('table').dataset.id}/past?ply=`;
  const [first, last] = await Promise.all([0, moves.length].map((ply) => fetch(base + ply)));
  host.innerHTML = (await first.json()).panels.picture;
  const before = motion.before(host.querySelector('svg'));
  host.innerHTML = (await last.json()).panels.picture;
  motion.after(before, host.querySelector('svg'), { moves });
  return motion.running.map((a) => a.effect.getComputedTiming())
    .filter(({ duration }) => duration > 150).map(({ delay }) => delay);
}"""


@pytest.mark.parametrize(
    ("game", "moves"), [("pegs", ("A1-B1", "A2-B2")), ("pivotation", ("b1-a2", "g7-g6"))]
)
def test_moves_that_come_together_follow_one_another(
    open_page: Opener, game: str, moves: tuple[str, str]
) -> None:
    person = _start(open_page, game)
    page = person.page
    for text in moves:
        _type(page, text)
    page.evaluate(_HELD)
    delays = set(page.evaluate(_TOGETHER, [game, moves]))
    assert 0 in delays
    assert max(delays) >= 150
    page.screenshot(path=ARTEFACTS / f"together-{game}.png")
    page.evaluate(_ON)
    _settled(page)


@pytest.mark.parametrize(
    ("game", "moves"), [("pegs", ("A1-B1", "A2-B2")), ("pivotation", ("b1-a2", "g7-g6"))]
)
def test_what_is_on_its_way_goes_on_when_the_next_move_comes(
    open_page: Opener, game: str, moves: tuple[str, str]
) -> None:
    person = _start(open_page, game)
    page = person.page
    page.evaluate(_HELD)
    for flights, text in enumerate(moves, 1):
        _type(page, text)
        assert page.locator("#panel-picture .flying[aria-hidden] > g").count() == flights
    page.screenshot(path=ARTEFACTS / f"on-{game}.png")
    page.evaluate(_ON)
    _settled(page)
    assert all(seen for *_, seen in page.evaluate(_PLACES))
