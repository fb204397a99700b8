"""Somebody closes the page: the other one lets a computer play on, until they are back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Opener
from .person import turn, two
from .test_access import faults


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_computer_plays_on_for_who_is_away_until_they_are_back(
    open_page: Opener, monkeypatch: pytest.MonkeyPatch, size: dict[str, int]
) -> None:
    monkeypatch.setattr("pivotry.server.absence.NOTED", 0.001)
    host, guest = two(open_page, "pegs", DESKTOP)
    host.page.set_viewport_size(size)  # type: ignore[arg-type]
    away = host.page.locator("#panel-absent")
    expect(away).to_have_text("")
    at = guest.page.url
    guest.page.goto("about:blank")
    expect(away).to_contain_text("is away. In 5 minutes you can let a computer play on.")
    expect(away.locator("button")).to_have_count(0)
    monkeypatch.setattr("pivotry.server.absence.AWAY", 0.001)
    turn(host)
    expect(host.page.locator("#panel-status .turn")).to_contain_text("is next")
    assert faults(host.page) == []
    let = away.get_by_role("button", name="Let a computer play on for ")
    away.get_by_label("How strong it is").select_option("level-1")
    let.focus()
    host.page.keyboard.press("Enter")
    story = host.page.locator("#panel-story")
    expect(story).to_contain_text("is away; computer 1")
    expect(away).to_have_text("")
    expect(host.page.locator("#seat-1")).to_have_value("level-1")
    host.page.wait_for_selector(".turn.mine")  # the computer has made its turn
    expect(host.page.locator("#panel-story .move")).to_have_count(4)

    guest.page.goto(at)
    expect(guest.page.locator("#panel-status")).to_contain_text("A computer plays for you")
    expect(guest.page.locator("#panel-picture .usable")).to_have_count(0)
    guest.page.get_by_role("button", name="Play on myself").click()
    expect(story).to_contain_text("is back")
    expect(host.page.locator("#seat-1")).to_have_count(0)
    expect(guest.page.locator("#rename-1")).to_have_count(1)  # the seat is the guest's again
    expect(guest.page.locator("#panel-status [data-act=back]")).to_have_count(0)
