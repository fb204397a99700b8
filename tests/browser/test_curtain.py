"""Two people, hidden hands, one screen: what is behind the curtain is nowhere in the page.

Every text and every attribute is searched, but for measures: those have any number in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

import pivotry

from .conftest import DESKTOP, PHONE, Opener
from .test_page import load

_EVERYTHING = """() => {
  const measures = new Set(
    ("d x y x1 y1 x2 y2 cx cy r rx ry dx dy points width height viewBox transform " +
     "style font-size stroke-width stroke-dasharray textLength offset data-cards").split(" "));
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes)
      if (!measures.has(name)) found.push(`${name}=${value}`);
    if ("value" in element) found.push(`value=${element.value}`);
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
  }
  return found;
}"""


def cards(page: Page, known: str) -> set[str]:
    """The cards of this form that are anywhere in the page."""
    return {card for text in page.evaluate(_EVERYTHING) for card in re.findall(known, text)}


def updown(page: Page) -> str:
    """Two hands and what is drawn: numbers that nothing else on the page is called. Their form."""
    position = pivotry.new("updown", 2, seed=4).position()
    hands = [[str(n) for n in range(60 + 10 * seat, 67 + 10 * seat)] for seat in (0, 1)]
    used = {*hands[0], *hands[1], "2"}
    numbers = [str(n) for n in range(1, 81) if str(n) not in used]
    draw = [*numbers, *["UP"] * 11, *["DOWN"] * 11, *["PIVOT"] * 6]
    position.update(hands=hands, numbers=["2"], draw=draw, directions=[])
    load(page, position)
    return r"(?<![\w.])[67]\d(?![\w.])"


def bounce(page: Page) -> str:
    """A new match, as the first page begins one. The form of a card."""
    page.goto("/")
    page.locator("[data-game=bounce] [data-start=screen]").click()
    page.wait_for_selector("#panel-picture svg")
    return r"(?<![\w/])\d/\d(?![\w/])"


def raised(page: Page) -> None:
    page.click("[data-act=show]")
    page.wait_for_selector("#panel-picture .usable")


@pytest.mark.parametrize(
    ("dealt", "move", "size"), [(updown, "draw", PHONE), (bounce, "rotate", DESKTOP)]
)
def test_nothing_of_a_hand_stays_when_the_screen_is_passed_on(
    open_page: Opener, dealt: Callable[[Page], str], move: str, size: dict[str, int]
) -> None:
    page = open_page(size)
    known = dealt(page)
    page.wait_for_selector("[data-act=show]")
    assert cards(page, known) == set()
    other, third = page.context.new_page(), page.context.new_page()
    for tab in (other, third):
        tab.goto(page.url)
        tab.wait_for_selector("[data-act=show]")
    raised(page)
    first = cards(page, known)
    assert len(first) > 4
    # Who is called away in the middle of a turn hides them.
    page.focus("#panel-status [data-act=hide]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-act=show]:focus")
    assert cards(page, known) == set()
    page.keyboard.press("Enter")
    # Who opens the table anew does not find them there, nor leaves them anywhere else.
    page.wait_for_selector("#panel-picture .usable")
    third.reload()
    for tab in (third, page):
        tab.wait_for_selector("[data-act=show]")
        assert cards(tab, known) == set()
    raised(page)
    third.wait_for_selector("#panel-picture .usable")
    late: list[Callable[[], None]] = []

    def answered_late(route: Route) -> None:
        answer = route.fetch()
        late.append(lambda: route.fulfill(response=answer))

    def answered(count: int) -> None:
        """As many answers are there, and have not come."""
        for _ in range(500):
            if len(late) == count:
                return
            page.wait_for_timeout(20)
        raise AssertionError(f"{len(late)} answers, not {count}")

    for tab in (page, third):
        tab.evaluate("document.getElementById('moves-box').open = true")
    third.locator(f"#panel-moves [data-move={move}]").click()
    # (A card that was drawn may still be played.)
    done = third.locator("#panel-status .button[data-act=hide], #panel-moves [data-move=keep]")
    done.wait_for()
    # Whoever has moved looks back in two tabs, asks once more and types something.
    for tab in (page, other):
        tab.click("[data-go=first]")
        expect(tab.locator("#at-ply")).to_contain_text("Move 0 of 1")
        assert cards(tab, known) & first
        tab.route("**/past?*", answered_late)
        tab.click("[data-go=first]")
    page.fill("#typed", min(first))
    answered(2)
    # In another one they are done.
    done.click()
    for tab in (page, other, third):
        tab.wait_for_selector("[data-act=show]")
        assert cards(tab, known) == set()
    for answer in late:
        answer()
    for tab in (page, other):
        tab.unroute("**/past?*")
        tab.wait_for_timeout(100)
        assert cards(tab, known) == set()
        expect(tab.locator("#at-ply")).to_contain_text(re.compile(r"Move (\d+) of \1"))
    # The next one sees the own hand, and it alone.
    raised(page)
    second = cards(page, known)
    assert len(second) > 4
    if dealt is updown:
        assert not first & second
    else:
        assert second != first
    other.wait_for_selector("#panel-picture .usable")
    assert cards(other, known) == second
