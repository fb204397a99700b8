"""What is not meant: a click too many, an answer that does not come, a form filled in wrongly."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from pivotry import puzzles, registry

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import SETTLED, Person
from .test_learning import click, hand


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


def test_a_button_of_the_picture_works_while_something_is_picked_up(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("bounce", "pp")
    page.click("[data-act=show]")
    page.wait_for_selector("#panel-picture.active")
    button = page.locator("#panel-picture [data-at=rotate]")
    person.click(next(at for at in person.look()["usable"] if at != "rotate"))
    expect(page.locator("#panel-picture [aria-pressed=true]").first).to_be_visible()
    expect(button).to_have_class(re.compile(r"\busable\b"))
    person.click("rotate")
    expect(page.locator("#panel-story .move")).to_have_count(1)
    expect(page.locator("#panel-notice .notice")).to_have_count(0)


_DEAF = """() => {
  window.heard = window.fetch;
  window.fetch = () => Promise.reject(new TypeError("nobody there"));
}"""


def test_that_nobody_answers_is_said_no_longer_than_it_is_so(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pc")
    notice = page.locator("#panel-notice .notice")
    page.evaluate(_DEAF)

    def ask() -> None:
        page.get_by_role("button", name="Hint").click()
        expect(notice).to_have_text("The server does not answer. Is it still running?")

    ask()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(notice).to_have_count(0)
    # News by the socket are an answer, too.
    ask()
    second = page.context.new_page()
    second.goto(page.url)
    second.click("[data-rename='0']")
    second.fill("#new-name", "Anna")
    second.click("#rename .button")
    expect(page.locator("#panel-seats")).to_contain_text("Anna")
    expect(notice).to_have_count(0)
    # Who has lost the connection is asked nothing about the server, and the move goes there yet.
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => false })")
    page.locator("#panel-picture [data-at=A1]").click()
    page.locator("#panel-picture [data-at=B1]").click()
    expect(notice).to_have_text("There is no connection to the server. It is being tried again …")
    page.evaluate("window.fetch = window.heard")
    expect(page.locator("#panel-story .move").first).to_contain_text("A1-B1")
    expect(notice).to_have_count(0)


def test_a_name_that_several_seats_are_given_is_refused(open_page: Opener) -> None:
    page = open_page()
    page.goto("/new/bounce")
    page.evaluate("localStorage.setItem('pivotry-name', 'Anna')")
    for visit in range(2):
        page.goto("/new/bounce")
        if visit:  # what is offered stays with the person
            expect(page.locator("#name0")).to_have_value("Anna")
        for seat in range(4):
            page.fill(f"#name{seat}", "Anna")
        page.click("#setup .button")
        expect(page.locator("#faults")).to_contain_text("Another seat of this table is called Anna")
        assert page.url.endswith("/new/bounce")


def test_an_offered_name_is_no_computer_s(open_page: Opener) -> None:
    page = open_page()
    page.goto("/new/pegs")
    page.evaluate("localStorage.setItem('pivotry-name', 'Anna')")
    page.reload()
    expect(page.locator("#name0")).to_have_value("Anna")
    page.select_option("#kind0", "level-1")
    page.select_option("#kind1", "person")
    page.click("#setup .button")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#panel-picture svg")
    assert "Anna" not in page.inner_text("#panel-seats")


def test_an_old_refusal_goes_when_the_browser_refuses(open_page: Opener) -> None:
    page = open_page()
    page.goto("/new/pegs")
    for seat in range(2):
        page.fill(f"#name{seat}", "Anna")
    page.click("#setup .button")
    faults = page.locator("#faults .notice")
    expect(faults).to_have_count(1)
    page.evaluate("document.getElementById('name0').setCustomValidity('Not so')")
    page.click("#setup .button")
    expect(faults).to_have_count(0)


def test_a_long_name_without_spaces_is_no_column_of_letters(open_page: Opener) -> None:
    page = open_page()
    page.goto("/new/bounce")
    page.fill("#name0", "Donaudampfschifffahrtskapitaensmuetzen40")
    page.click("#setup .button")
    page.wait_for_selector("#panel-picture svg")
    page.locator("#panel-seats").screenshot(path=ARTEFACTS / "long-name.png")
    box = page.locator("#panel-seats th[scope=row]").first.bounding_box()
    assert box is not None
    assert box["height"] < 100
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]


@pytest.mark.parametrize("game", [id for id in registry.IDS if puzzles.has(id)])
def test_a_hint_of_a_puzzle_is_said_and_a_try_is_forgotten(open_page: Opener, game: str) -> None:
    page = open_page(PHONE)
    page.goto(f"/puzzles/{game}/1")
    person = hand(page)
    puzzle = puzzles.load(game)[0]
    turn = puzzle.match().turn or 0
    page.click("#hint")
    notice = page.locator(".trial [role=alert] .notice.calm")
    expect(notice).to_contain_text("Hint: it begins with ")
    begin = registry.get(game).notation.path(puzzle.solution[0], turn)[0]
    expect(notice).to_contain_text(begin)
    page.screenshot(path=ARTEFACTS / f"puzzle-hint-{game}.png")
    wrong = next(text for text in puzzle.match().legal_moves() if text != puzzle.solution[0])
    click(person, game, wrong, turn)
    spoken = page.locator(".trial [aria-live=polite]")
    expect(spoken).to_contain_text(wrong)
    page.locator(".trial-tools").get_by_role("button", name="Start again").click()
    expect(spoken).to_be_empty()
