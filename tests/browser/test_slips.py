"""What is not meant: a click too many, an answer that does not come, a form filled in wrongly."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from .conftest import Opener
from .person import SETTLED, Person


def test_a_double_click_where_a_move_ends_is_one_click(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    person.click("A1")
    point = person.point("B1")
    assert point is not None
    page.mouse.click(*point)
    expect(page.locator("#panel-story")).to_contain_text("A1-B1")
    page.mouse.move(*point)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(300)
    page.wait_for_selector(SETTLED)
    expect(page.locator("#panel-notice .notice")).to_have_count(0)
    expect(page.locator("#panel-picture [aria-pressed=true]")).to_have_count(0)
    # Two clicks that are none count as ever.
    person.click("B1")
    expect(page.locator("#panel-picture [data-at=B1][aria-pressed=true]")).to_have_count(1)
