"""The course of a match: between two deals, what is asked for, Back, the curtain, hints."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from server.endings import LAST, ending

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person, seat, turn, two
from .test_access import faults

TALL = {"width": 390, "height": 844}


def opened(page: Page, position: Any, computers: tuple[int, ...] = (1,)) -> Person:
    """A table at which a position is played on from, with computers in some seats."""
    page.goto("/")
    page.fill("#text", json.dumps(position))
    page.click("#load button.button")
    person = Person(page, random.Random(0))
    person.seated()
    for number in computers:
        seat(page, number, "level-1")
    if page.locator('[data-act="show"]').count():
        page.click('[data-act="show"]')
    page.wait_for_selector("#panel-picture.active")
    return person


# --- between two deals --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [TALL, DESKTOP], ids=["phone", "desktop"])
def test_between_two_games_the_page_stops_and_says_who_won(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size)
    person = opened(page, ending())
    person.click(LAST)
    card = page.locator("#interlude[open]")
    card.wait_for()
    assert "Game 1 is over" in card.inner_text()
    assert "Player 1 is out of cards and wins game 1." in card.inner_text()
    assert card.locator("tbody tr").all_inner_texts() == [
        "Player 1\t0\n(won)\n\t0",
        "Newcomer 2\t3\t3",
    ]
    # Behind it the game that is over, with the card that ended it.
    assert "Game 1 is over" in (page.locator("#panel-picture desc").text_content() or "")
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] > size["height"] / 4
    assert box["y"] + box["height"] <= size["height"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.screenshot(path=ARTEFACTS / f"between-{size['width']}.png")
    assert faults(page) == []
    card.get_by_role("button", name="Go on").click()
    expect(page.locator("#interlude")).to_be_hidden()
    expect(page.locator("#panel-picture desc")).to_contain_text("Game 2 of 3.")
    page.click("#rounds-box > summary")
    assert "Newcomer 2\t3\t3" in page.inner_text("#panel-rounds")
    page.wait_for_selector("#panel-picture.active")


def test_keys_alone_go_on_after_a_game(open_page: Opener) -> None:
    page = open_page()
    opened(page, ending())
    page.focus(f"#panel-picture [data-at='{LAST}']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#interlude[open]")
    expect(page.locator("#interlude button")).to_be_focused()
    assert page.locator("#interlude").get_attribute("aria-describedby") == "interlude-told"
    page.keyboard.press("Enter")
    expect(page.locator("#interlude")).to_be_hidden()
    expect(page.locator("#panel-picture desc")).to_contain_text("Game 2 of 3.")
    expect(page.locator(":is(#panel-picture, #panel-status) :focus")).to_have_count(1)


def test_who_comes_back_between_two_games_is_told_once(open_page: Opener) -> None:
    page = open_page(TALL)
    person = opened(page, ending(), computers=())
    person.click(LAST)
    page.wait_for_selector("#interlude[open]")
    page.reload()
    page.wait_for_selector("#interlude[open]")
    page.click("#interlude button")
    expect(page.locator("#interlude")).to_be_hidden()
    page.reload()
    person.seated()
    page.wait_for_selector("#panel-status [data-act=show]")
    page.wait_for_timeout(1200)
    expect(page.locator("#interlude")).to_be_hidden()


def test_at_one_screen_nobody_sees_a_new_hand_between_two_games(open_page: Opener) -> None:
    page = open_page(TALL)
    person = opened(page, ending(), computers=())
    person.click(LAST)
    page.wait_for_selector("#interlude[open]")
    assert page.locator("#panel-picture [data-at][data-piece]").count() == 0
    page.click("#interlude button")
    page.wait_for_selector("#panel-status [data-act=show]")
    assert page.locator("#panel-picture [data-at][data-piece]").count() == 0
    page.click("#panel-status [data-act=show]")
    page.wait_for_selector("#panel-picture.active")
    assert page.locator("#panel-picture [data-at][data-piece]").count() >= 7


def test_who_looks_back_is_not_interrupted(open_page: Opener) -> None:
    page = open_page()
    # The 8 gives another turn.
    person = opened(page, ending(hands=(("8", LAST), ("63", "UP"))))
    person.click("8")
    page.wait_for_selector("#panel-story .move")
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector("#panel-picture svg")
    second.click("[data-go=first]")
    expect(second.locator("#at-ply")).to_contain_text("Move 0")
    person.click(LAST)
    page.wait_for_selector("#interlude[open]")
    expect(second.locator("#rounds-box")).to_be_visible()
    expect(second.locator("#interlude")).to_be_hidden()
    expect(second.locator("#at-ply")).to_contain_text("Move 0")


# --- what is asked for --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [TALL, DESKTOP], ids=["phone", "desktop"])
def test_what_is_asked_for_moves_nothing_and_can_be_withdrawn(
    open_page: Opener, size: dict[str, int]
) -> None:
    host, guest = two(open_page, "pegs", size)
    host.page.set_viewport_size(size)  # type: ignore[arg-type]
    host.page.reload()  # the picture comes in the form that this size wants
    host.seated()
    turn(host)
    guest.page.wait_for_selector("#panel-story >> text=A4-B4")
    boards = [person.page.locator("#panel-picture svg") for person in (host, guest)]
    before = [board.bounding_box() for board in boards]
    host.page.get_by_role("button", name="Ask to take back").click()
    guest.page.locator(".offer").get_by_role("button", name="Allow it").wait_for()
    own = host.page.locator(".offer")
    expect(own).to_contain_text("You have asked to take a move back.")
    assert [board.bounding_box() for board in boards] == before
    for name, person in (("asker", host), ("asked", guest)):
        person.page.screenshot(path=ARTEFACTS / f"offer-{name}-{size['width']}.png")
    own.get_by_role("button", name="Withdraw").click()
    for person in (host, guest):
        expect(person.page.locator(".offer")).to_have_count(0)
        expect(person.page.locator("#panel-story .move")).to_have_count(2)
    assert [board.bounding_box() for board in boards] == before


@pytest.mark.parametrize("size", [TALL, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_the_curtain_moves_nothing(open_page: Opener, game: str, size: dict[str, int]) -> None:
    page = open_page(size)
    person = Person(page, random.Random(0))
    person.start(game, "pp")
    picture = page.locator("#panel-picture svg")
    below = page.locator("#panel-actions")

    def places() -> list[float]:
        boxes = [place.bounding_box() for place in (picture, below)]
        return [edge for box in boxes if box for edge in (box["x"], box["y"], box["width"])]

    shut = places()
    page.screenshot(path=ARTEFACTS / f"curtain-{game}-{size['width']}.png")
    page.click("#panel-status [data-act=show]")
    page.wait_for_selector("#panel-picture.active")
    page.screenshot(path=ARTEFACTS / f"hand-{game}-{size['width']}.png")
    assert places() == pytest.approx(shut, abs=12)


def test_who_leaves_several_chooses_how_strong_the_computer_is(open_page: Opener) -> None:
    page = open_page(TALL)
    page.goto("/new/bounce")
    page.select_option("#players", "3")
    page.select_option("#kind1", "open")
    page.select_option("#kind2", "level-1")
    page.click("#setup .button")
    page.wait_for_selector("[id^=join-]")
    link = page.locator("[id^=join-]").first.input_value()
    other = open_page()
    other.goto(link)
    other.click("#door button.button")
    other.wait_for_selector("#panel-picture svg")
    page.wait_for_selector("[data-resign]")
    page.click("[data-resign]")
    page.wait_for_selector("#leaver[open]")
    assert faults(page) == []
    assert page.locator("#leaver-level").input_value() == "level-4"
    page.screenshot(path=ARTEFACTS / "leaving-phone.png")
    page.get_by_role("button", name="Cancel").click()
    assert "left" not in page.inner_text("#panel-story")
    page.click("[data-resign]")
    page.select_option("#leaver-level", "level-1")
    page.locator("#leaver").get_by_role("button", name="Give up").click()
    said = "has left; computer 1: newcomer plays on"
    for person in (page, other):
        expect(person.locator("#panel-story")).to_contain_text(said)


# --- back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_back_closes_what_lies_over_the_page_and_then_leaves_it(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size)
    page.goto("/new/pegs")
    Person(page, random.Random(0)).set_up("pegs", "pp")
    table = page.url
    for opener, dialog in (
        ("nav a[href^='/rules/']", ".rules-panel[open]"),
        ("#settings-open", "#settings[open]"),
        ("[data-rename]", "#renamer[open]"),
    ):
        page.locator(opener).first.click()
        page.wait_for_selector(dialog)
        page.go_back()
        page.wait_for_selector(dialog, state="detached")
        assert page.url == table
        assert page.locator("#panel-picture svg").count() == 1
    # One that was closed otherwise leaves nothing behind.
    page.click("#settings-open")
    page.wait_for_selector("#settings[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings[open]", state="detached")
    page.go_back()
    page.wait_for_url("**/new/pegs")


def test_back_from_a_lesson_with_the_rules_open_stays_in_the_lesson(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.goto("/")
    page.goto("/learn/pegs#3")
    page.wait_for_selector("#board svg")
    page.locator("nav a[href^='/rules/']").first.click()
    page.wait_for_selector(".rules-panel[open]")
    page.go_back()
    page.wait_for_selector(".rules-panel[open]", state="detached")
    assert page.url.endswith("/learn/pegs#3")
    page.click("#next")
    page.wait_for_url("**/learn/pegs#4")
    page.go_back()
    page.wait_for_url("**/")


# --- words --------------------------------------------------------------------------------------


def test_a_hint_gives_a_reason(open_page: Opener) -> None:
    page = open_page(TALL)
    person = Person(page, random.Random(0))
    person.start("pegs", "pc")
    kept: list[Route] = []
    page.route("**/hint", lambda route: kept.append(route))
    page.get_by_role("button", name="Hint").click()
    notice = page.locator("#panel-notice .notice")
    expect(notice).to_have_text("Looking for a good move ...")
    kept[0].continue_()
    expect(notice).to_contain_text("The computer would play")
    assert "wins in a hundred" in notice.inner_text()
    page.wait_for_selector("#panel-picture .ghost")  # where the ring would go
    page.screenshot(path=ARTEFACTS / "hint-phone.png")


def test_what_stands_in_the_way_is_lit(open_page: Opener) -> None:
    page = open_page(TALL)
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    notice = page.locator("#panel-notice .notice")
    person.click("D1")
    assert "There is no ring in D1." in notice.inner_text()
    assert page.locator("#panel-picture [data-at=D1].lit").count() == 1


def test_marks_are_explained_below_the_board(open_page: Opener) -> None:
    page = open_page(TALL)
    person = Person(page, random.Random(0))
    person.start("updown", "pc")
    page.click("#legend-box > summary")
    assert "who has dealt this game" in page.inner_text("#legend-box")
    page.locator("#legend-box").screenshot(path=ARTEFACTS / "legend-phone.png")


PLACE = """() => {
  const { x, y, width, height } = document.querySelector("#panel-picture").getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height];
}"""
"""Where the picture is on the page, however far that is scrolled: the button may be below."""


def test_who_waits_for_nobody_begins_with_computers(open_page: Opener) -> None:
    page = open_page()
    page.goto("/")
    page.click("[data-game=updown] [data-start=friends]")
    expect(page.locator("#panel-status .turn")).to_contain_text("Waiting for players")
    before = page.evaluate(PLACE)
    page.click("[data-act=fill]")
    expect(page.locator("#panel-status .turn")).not_to_contain_text("Waiting for players")
    expect(page.locator("#panel-seats")).to_contain_text("Learner 4")
    expect(page.locator("[data-act=fill]")).to_have_count(0)
    assert page.evaluate(PLACE) == before
