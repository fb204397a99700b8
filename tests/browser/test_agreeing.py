"""What one player asks for, another one answers in a browser of their own."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person, two


def gone(*people: Person) -> None:
    """Nothing is asked for any more on any screen, and nothing was refused."""
    for person in people:
        expect(person.page.locator(".offer")).to_have_count(0)
        expect(person.page.locator("#panel-notice .notice")).to_have_count(0)


@pytest.mark.parametrize("answer", ["Allow it", "No"])
def test_a_take_back_is_allowed_or_not(open_page: Opener, answer: str) -> None:
    host, guest = two(open_page, "pegs", PHONE)
    host.click("A1")
    host.click("B1")
    guest.page.wait_for_selector("#panel-story >> text=A1-B1")
    host.page.get_by_role("button", name="Ask to take back").click()
    expect(host.page.locator(".offer")).to_contain_text("You have asked to take a move back.")
    guest.page.locator(".offer").get_by_role("button", name=answer, exact=True).click()
    if answer == "No":
        notice = host.page.locator("#panel-notice .notice")
        expect(notice).to_have_text("Light would rather not: the move stays.")
    gone(*((host, guest) if answer != "No" else (guest,)))
    expect(host.page.locator(".offer")).to_have_count(0)
    left = 0 if answer == "Allow it" else 1
    for person in (host, guest):
        expect(person.page.locator("#panel-story .move")).to_have_count(left)
    if left:  # who was refused can ask again
        host.page.get_by_role("button", name="Ask to take back").click()
        guest.page.locator(".offer").get_by_role("button", name="Allow it").click()
        gone(host, guest)
        expect(host.page.locator("#panel-story .move")).to_have_count(0)


def phrases_are_said(host: Person, guest: Person) -> None:
    """With a click or with keys; who does not want to hear them does not."""
    board = guest.page.locator("#panel-picture svg").bounding_box()
    host.page.get_by_role("button", name="Good luck!").click()
    bubble = guest.page.locator("#said p")
    expect(bubble).to_contain_text("Good luck!")
    expect(guest.page.locator("#say")).to_have_text("Dark says: Good luck!")
    assert guest.page.locator("#panel-picture svg").bounding_box() == board
    guest.page.screenshot(path=ARTEFACTS / "phrase-phone.png")
    host.page.screenshot(path=ARTEFACTS / "phrase-desktop.png")
    guest.page.click("#settings-open")
    guest.page.get_by_label("Show what others at the table say").uncheck()
    guest.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    host.page.keyboard.press("ArrowRight")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#say")).to_have_text("Dark says: Well played!")
    guest.page.get_by_role("button", name="Thanks!").click()
    expect(host.page.locator("#said p").last).to_contain_text("Thanks!")
    expect(bubble).to_have_count(0)
    expect(guest.page.locator("#say")).to_have_text("Dark says: Good luck!")


def test_a_rematch_is_declined(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs", PHONE)
    phrases_are_said(host, guest)
    host.page.locator("[data-resign]").click()
    host.page.get_by_role("button", name="Really give up?").click()
    guest.page.wait_for_selector(".turn.over")
    host.page.get_by_role("button", name="Ask for another match").click()
    guest.page.locator(".offer").get_by_role("button", name="No", exact=True).click()
    gone(guest)
    expect(host.page.locator("#panel-notice")).to_contain_text("rather not play another match")
    host.page.get_by_role("button", name="Ask for another match").wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_double_click_does_not_give_up(open_page: Opener, size: dict[str, int]) -> None:
    host, guest = two(open_page, "pegs", size)
    page = guest.page
    acts: list[str] = []
    page.on("request", lambda sent: acts.append(sent.url) if sent.method == "POST" else None)
    page.locator("[data-resign]").dblclick()
    sure = page.get_by_role("button", name="Really give up?")
    sure.wait_for()
    expect(sure).to_be_disabled()
    assert acts == []
    expect(sure).to_be_enabled()
    assert acts == []
    sure.click()
    for person in (host, guest):
        person.page.wait_for_selector(".turn.over")


def test_who_is_not_sure_is_asked_again_later(open_page: Opener) -> None:
    """Alone against a computer, where one can give up as well."""
    page = open_page()
    page.clock.install()
    Person(page, random.Random(0)).start("pegs", "pc")
    ask = page.get_by_role("button", name="Give up", exact=True)
    sure = page.get_by_role("button", name="Really give up?")
    for _ in range(2):
        ask.click()
        page.clock.run_for(1000)
        expect(sure).to_be_enabled()
        page.clock.run_for(10_000)
        expect(ask).to_be_enabled()
    ask.click()
    page.clock.run_for(1000)
    sure.click()
    page.wait_for_selector(".turn.over")
    expect(page.locator("#panel-status")).to_contain_text("Light wins")
