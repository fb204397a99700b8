"""Keys alone: nothing happens that was not asked for, and nobody loses their place in the page."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from .conftest import ARTEFACTS, PHONE, Opener
from .person import SETTLED, Person


def test_lists_are_gone_through_and_buttons_pressed_without_losing_one_s_place(
    open_page: Opener,
) -> None:
    page = open_page(PHONE)
    page.goto("/")
    page.focus("[data-game=pegs] [data-start=alone]")
    page.keyboard.press("Enter")
    Person(page, random.Random(0)).seated()
    status = page.locator("#panel-status")
    expect(status).to_contain_text("Your turn.")

    # What computers think of a move: the button that asks keeps the focus.
    hint = page.locator("[data-advice=hint]")
    hint.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-notice .notice.calm")).to_contain_text("would play")
    expect(hint).to_be_focused()
    for at in ("A1", "B1"):
        page.locator(f"#panel-picture [data-at={at}]").first.focus()
        page.keyboard.press("Enter")
    expect(page.locator("#panel-story .move")).to_have_count(1)
    undo = page.locator("[data-act=undo]")
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-story .move")).to_have_count(0)
    expect(undo).to_be_disabled()
    page.wait_for_timeout(50)
    expect(undo).to_be_focused()

    # Arrows in the list of the own seat show what there is to choose, and do nothing.
    mine = page.locator("#seat-0")
    change = page.locator("#sit-0")
    expect(change).to_be_hidden()
    mine.focus()
    for value in ("open", "level-1", "level-2"):
        page.keyboard.press("ArrowDown")
        expect(mine).to_have_value(value)
    page.wait_for_selector(SETTLED)
    expect(status).to_contain_text("Your turn.")
    expect(page.locator("[id^=join-]")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(change).to_be_focused()
    page.screenshot(path=ARTEFACTS / "seats-phone.png", full_page=True)
    # The own seat goes only if somebody says so twice.
    page.keyboard.press("Enter")
    expect(change).to_have_text("Really leave your seat?")
    expect(page.locator("#say")).to_contain_text("Really leave your seat?")
    expect(status).to_contain_text("Your turn.")
    expect(change).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-actions")).not_to_contain_text("Take back")
    expect(mine).to_have_value("level-2")
    expect(mine).to_be_focused()
    expect(change).to_be_hidden()
