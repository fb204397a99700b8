"""Everything that a turn takes is on the screen of a phone, without scrolling."""

from __future__ import annotations

import json
import random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import pivotry
from pivotry.match import Match

from .conftest import ARTEFACTS, Opener
from .person import SETTLED, turn, two

TALL = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
ASIDE = {"width": 844, "height": 390}

# What of a selection is not wholly on the screen, and how wide its narrowest part is.
_OUT = """(selector) => {
  const found = [...document.querySelectorAll(selector)];
  const boxes = found.map((e) => e.getBoundingClientRect());
  const out = boxes.filter((b) =>
    b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1);
  return [found.length, out.length, Math.min(...boxes.map((b) => b.width))];
}"""


# How many parts of a second selection lie under something of a first one.
_HIDDEN = """([over, under]) => {
  const boxes = (s) => [...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect());
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes(under).filter((b) => boxes(over).some((a) => meet(a, b))).length;
}"""


def running(game: str, players: int, plies: int, seed: int) -> Match:
    """A match some random moves old, with the first seat to move and something in its hand."""
    match = pivotry.new(game, players, seed=seed)
    chosen = random.Random(seed)
    while match.ply < plies or match.turn != 0:
        match.play(chosen.choice(match.legal_moves()))
    return match


def opened(page: Page, match: Match) -> None:
    """The match at a table, computers in all seats but the first."""
    page.goto("/")
    record = json.dumps(match.record())
    url = page.evaluate(
        """async (text) => {
          const answer = await fetch("/load", { method: "POST", body: JSON.stringify({ text }),
            headers: { "Content-Type": "application/json" } });
          return (await answer.json()).url;
        }""",
        record,
    )
    page.goto(url)
    page.wait_for_selector("#panel-picture svg")
    # Several at one screen look at their cards when they ask for them.
    if page.locator('[data-act="show"]').count():
        page.click('[data-act="show"]')
        page.wait_for_selector("#panel-picture.active")


def seen(page: Page, selector: str) -> float:
    """All of it is on the screen; the width of its narrowest part."""
    count, out, width = page.evaluate(_OUT, selector)
    assert count > 0, selector
    assert out == 0, (selector, count, out)
    return float(width)


@pytest.mark.parametrize(
    ("size", "game", "players"),
    [
        *(
            (size, game, players)
            for size in (TALL, SMALL)
            for game, most in (("bounce", 5), ("updown", 8))
            for players in (2, 4, most)
        ),
        (ASIDE, "bounce", 4),
        (ASIDE, "updown", 8),
    ],
    ids=lambda value: str(value["width"]) if isinstance(value, dict) else None,
)
def test_the_own_hand_is_in_sight_and_within_reach(
    open_page: Opener, size: dict[str, int], game: str, players: int
) -> None:
    page = open_page(size, touch=True)
    opened(page, running(game, players, 12, 3))
    assert page.evaluate("scrollY") == 0
    assert seen(page, "#panel-picture [data-at]") >= 28
    seen(page, "#panel-status .turn")
    if size is not ASIDE:  # a hand lies where the thumb is, in the lower half
        hand = page.locator("#panel-picture [data-at][data-piece]").last.bounding_box()
        assert hand is not None
        assert hand["y"] > size["height"] / 2


@pytest.mark.parametrize("size", [TALL, SMALL, ASIDE], ids=["tall", "small", "aside"])
@pytest.mark.parametrize("game", ["pivotation", "pegs"])
def test_a_board_its_turn_and_its_buttons_are_in_sight(
    open_page: Opener, size: dict[str, int], game: str
) -> None:
    page = open_page(size, touch=True)
    page.add_init_script('localStorage.setItem("pivotry-settings", \'{"confirm": "on"}\')')
    match = running(game, 2, 10, 3)
    opened(page, match)
    selectors = ("#panel-picture svg", "#panel-status .turn", '[data-act="undo"]', "#replay")
    for selector in selectors:
        seen(page, selector)
    before = page.locator("#panel-picture svg").bounding_box()
    page.locator("#panel-picture .at.can").first.tap()
    page.locator("#panel-picture .at.target").first.tap()
    page.wait_for_selector("#confirm:visible")
    seen(page, "#confirm button")
    assert page.locator("#panel-picture svg").bounding_box() == before


def test_a_refusal_moves_nothing(open_page: Opener) -> None:
    for size in (TALL, {"width": 1280, "height": 800}):
        page = open_page(size)
        opened(page, running("pegs", 2, 0, 3))
        before = page.locator("#panel-picture svg").bounding_box()
        page.locator('#panel-picture [data-at="D1"]').click()
        page.wait_for_selector("#panel-notice .notice")
        page.wait_for_selector("#panel-picture .lit")  # what is in the way, in a picture of its own
        assert page.locator("#panel-picture svg").bounding_box() == before
        seen(page, "#panel-notice .notice")
        # It hides neither whose turn it is nor anything of the board.
        assert page.evaluate(_HIDDEN, ["#panel-notice .notice", ".turn, #panel-picture svg"]) == 0


@pytest.mark.parametrize("size", [TALL, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
def test_the_end_moves_nothing(open_page: Opener, size: dict[str, int]) -> None:
    page = open_page(size)
    match = pivotry.new("pivotation", board="mini")
    chosen = random.Random(7)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    opened(page, match.earlier(match.ply - 1))
    before = page.locator("#panel-picture").bounding_box()
    page.click("#moves-box > summary")
    page.fill("#typed", match.log()[-1].text)
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn.over")
    page.evaluate("scrollTo(0, 0)")
    assert page.locator("#panel-picture").bounding_box() == before
    expect(page.locator(".status .reason")).to_contain_text("finished bar")
    expect(page.locator("[data-again]")).to_be_visible()
    expect(page.locator("#type")).to_be_hidden()  # nothing can be played any more
    page.screenshot(path=ARTEFACTS / f"over-{size['width']}.png")


def test_what_is_asked_hides_nothing_of_the_game(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs", TALL)
    turn(host)
    host.page.get_by_role("button", name="Ask to take back").click()
    page = guest.page
    page.wait_for_selector(".offer button")
    seen(page, ".offer")
    assert page.evaluate(_HIDDEN, [".offer", ".turn, #panel-picture svg"]) == 0


def test_a_long_match_is_no_wider_than_a_phone(open_page: Opener) -> None:
    page = open_page(TALL, touch=True)
    match = pivotry.new("updown", 2, seed=3, games=10, hand=1)
    chosen = random.Random(3)
    while match.result is None:
        match.play(chosen.choice(match.legal_moves()))
    opened(page, match)
    page.wait_for_selector("#panel-rounds .scroll.more-before")
    assert page.evaluate("document.documentElement.scrollWidth") <= TALL["width"]
    page.locator(".rounds .all").first.scroll_into_view_if_needed()
    seen(page, ".rounds :is(.all, th:first-child, tr td:nth-last-child(2))")  # the last deal, too
    page.evaluate("document.querySelector('#panel-rounds .scroll').scrollLeft = 0")
    page.wait_for_selector("#panel-rounds .scroll.more-after:not(.more-before)")
    # The log begins with a whole line.
    cut = page.evaluate(
        """() => {
          const log = document.getElementById("panel-story");
          const top = log.getBoundingClientRect().top;
          const lines = [...log.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
          return lines.filter((box) => box.top < top - 1 && box.bottom > top + 1).length;
        }"""
    )
    assert cut == 0


def test_who_looks_back_is_told_so_and_comes_back(open_page: Opener) -> None:
    for size in (TALL, {"width": 1280, "height": 800}):
        page = open_page(size)
        opened(page, running("pegs", 2, 8, 3))
        before = page.locator("#panel-picture svg").bounding_box()
        page.locator('#replay [data-go="back"]').click()
        bar = page.locator("#looking")
        expect(bar).to_contain_text("You are looking at move 7.")
        expect(page.locator("#panel-status .turn")).to_be_hidden()
        seen(page, "#looking button")
        page.evaluate("scrollTo(0, 0)")
        assert page.locator("#panel-picture svg").bounding_box() == before
        bar.get_by_role("button", name="Back to now").click()
        expect(bar).to_be_hidden()
        expect(page.locator("#panel-status .turn")).to_be_visible()
        page.wait_for_selector("#panel-picture.active")


@pytest.mark.parametrize("size", [TALL, SMALL, ASIDE], ids=["tall", "small", "aside"])
def test_the_time_is_in_sight_beside_whose_turn_it_is(
    open_page: Opener, size: dict[str, int]
) -> None:
    people = two(open_page, "updown", size, clock="15 minutes each, 10 seconds more a turn")
    people[0].page.set_viewport_size(size)  # type: ignore[arg-type]
    people[0].page.reload()  # the picture comes in the form that this size wants
    people[0].page.wait_for_selector("#panel-picture svg")
    mover, other = sorted(people, key=lambda person: not person.look()["mine"])
    for person, clocks in ((mover, 1), (other, 2)):
        page = person.page
        running = page.locator(".times .clock")
        before = page.locator("#panel-picture svg").bounding_box()
        first = running.inner_text()
        assert page.evaluate("scrollY") == 0
        seen(page, ".times > span:not(.unseen)")
        expect(page.locator(".times > span:not(.unseen)")).to_have_count(clocks)
        expect(running).not_to_have_text(first)  # it ticks
        assert page.locator("#panel-picture svg").bounding_box() == before
        page.screenshot(path=ARTEFACTS / f"time-{size['width']}-{clocks}.png")
    expect(other.page.locator(".times .soft")).to_have_text("you 15:00")


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 900), (1920, 1080), (820, 1180)], ids=lambda value: str(value)
)
@pytest.mark.parametrize("game", ["bounce", "updown"])
def test_card_tables_fill_tablets_and_desktops(
    open_page: Opener, game: str, width: int, height: int
) -> None:
    page = open_page({"width": width, "height": height})
    told: list[str] = []
    page.on("websocket", lambda socket: told.append(socket.url))
    opened(page, running(game, 4, 12, 3))
    # In one go: the picture may be drawn once more for the room that was found.
    page.wait_for_selector(SETTLED)
    box = page.evaluate(
        "document.querySelector('#panel-picture svg').getBoundingClientRect().toJSON()"
    )
    assert box["height"] > height * 0.7
    assert box["y"] + box["height"] < height
    assert box["width"] > width * (0.6 if width > 960 else 0.9)
    page.screenshot(path=ARTEFACTS / f"room-{game}-{width}.png")
    assert seen(page, "#panel-picture .card[data-at]") >= 60  # of a card that others lie upon
    # What is asked for and what is told of is drawn for the same room, or the table would jump.
    with page.expect_request(lambda request: "room=" in request.url) as asked:
        page.click("[data-act=undo]")
    assert _room(asked.value.url) == _room(told[-1]) > 0


def _room(url: str) -> int:
    """The room that a picture is wanted for."""
    return int(parse_qs(urlsplit(url).query)["room"][0])


def test_a_picture_follows_its_window(open_page: Opener) -> None:
    page = open_page({"width": 1280, "height": 720})
    opened(page, running("updown", 4, 12, 3))
    box = "document.querySelector('#panel-picture svg').viewBox.baseVal"
    ratio = f"() => {box}.height / {box}.width"
    low = page.evaluate(ratio)
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function(f"low => ({ratio})() > low + 0.1", arg=low)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => ({ratio})() > 1.4")
    assert seen(page, "#panel-picture [data-at]") >= 28


@pytest.mark.parametrize("game", ["bounce", "pegs"])
def test_the_board_of_a_step_lies_above_its_buttons(open_page: Opener, game: str) -> None:
    page = open_page(TALL, touch=True)
    page.goto(f"/learn/{game}")
    page.wait_for_selector(".trial svg")
    for n in range(1, page.locator(".dots button").count() + 1):
        page.locator(f".dots [data-step='{n}']").tap()
        page.wait_for_selector(f".step[data-step='{n}']:visible")
        page.wait_for_selector(".trial:not([aria-busy]) svg")
        board = page.locator(".trial svg").bounding_box()
        foot = page.locator(".lesson-foot").bounding_box()
        assert board is not None
        assert foot is not None
        assert board["y"] + board["height"] <= foot["y"], n
        assert board["height"] > 220


def test_larger_text_breaks_no_line_that_should_be_one(open_page: Opener) -> None:
    page = open_page(TALL, touch=True)
    page.add_init_script('localStorage.setItem("pivotry-settings", \'{"text": "larger"}\')')
    opened(page, running("pegs", 2, 10, 3))
    tops = page.evaluate(
        "() => [...document.querySelectorAll('#replay [data-go]')].map((b) => b.offsetTop)"
    )
    assert len(set(tops)) == 1
    lines = page.evaluate(
        "() => [...document.querySelectorAll('#panel-story .move span.whole')]"
        ".map((e) => e.getClientRects().length)"
    )
    assert len(lines) >= 10
    assert set(lines) == {1}
    assert page.evaluate("document.documentElement.scrollWidth") <= TALL["width"]
