"""Lessons done by clicking and by keys, boards to try moves on, rules beside a board, puzzles."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pivotry import lessons, puzzles, registry
from pivotry.lessons import Step

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person
from .test_access import faults

SETTLED = ".trial:not([aria-busy])"


def hand(page: Page, place: str = ".trial .picture") -> Person:
    """Somebody at a board without a table."""
    page.wait_for_selector(f"{place} svg")
    page.wait_for_selector(SETTLED)
    return Person(page, random.Random(0), place, SETTLED)


def click(person: Person, game: str, text: str, seat: int) -> None:
    """Make a move by clicking what it names, choosing it where the board asks which one."""
    for name in registry.get(game).notation.path(text, seat):
        drawn = person.page.eval_on_selector_all(
            f"{person.place} [data-at]", "all => all.map((e) => e.dataset.at)"
        )
        person.click(next(at for at in drawn if name in at.split()))
    choice = person.page.locator(f".choices button[value='{text}']")
    if choice.is_visible():
        choice.click()
        person.page.wait_for_selector(SETTLED)


def do(person: Person, game: str, number: int, step: Step) -> None:
    """Do what a step asks for."""
    page = person.page
    seat = 1 if step.example.position and step.example.position.get("turn") == "light" else 0
    if step.example.play:
        seat = len(step.example.play) // 2 % 2
    if step.task == "choice":
        right = next(n for n, choice in enumerate(step.choices) if choice.right)
        page.click(f'.step:not([hidden]) [data-choice="{right}"]')
    elif step.task == "refused":
        click(person, game, next(iter(step.refused)), seat)
    else:
        for text in step.want[0] if step.want else step.solution:
            # On the way to a goal the other side answers in between.
            page.wait_for_function(
                "() => document.querySelector('.trial .picture.active') !== null", timeout=15_000
            )
            click(person, game, text, seat)
    expect(page.locator("#verdict.right")).to_be_visible(timeout=15_000)
    expect(page.locator(f'button[data-step="{number}"]')).to_have_class("done")


def test_a_lesson_shows_a_way_that_is_answered_in_between(open_page: Opener) -> None:
    page = open_page()
    number = next(
        n
        for n, step in enumerate(lessons.load("pivotation"), 1)
        if len(step.solution) > 1 and step.goal
    )
    page.goto(f"/learn/pivotation#{number}")
    page.wait_for_selector(SETTLED)
    page.click("#solution")
    expect(page.locator("#verdict.right")).to_be_visible(timeout=30_000)
    expect(page.locator(f'button[data-step="{number}"]')).to_have_class("done")


@pytest.mark.parametrize(
    ("game", "size", "scheme"),
    [
        ("pivotation", DESKTOP, "light"),
        ("pegs", PHONE, "dark"),
        ("updown", DESKTOP, "dark"),
        ("bounce", PHONE, "light"),
    ],
)
def test_a_lesson_is_done_from_its_first_step_to_a_first_game(
    open_page: Opener, game: str, size: dict[str, int], scheme: str
) -> None:
    page = open_page(size, scheme)
    page.goto(f"/learn/{game}")
    person = hand(page)
    steps = lessons.load(game)
    for number, step in enumerate(steps, 1):
        expect(page.locator(f".step[data-step='{number}']")).to_be_visible()
        assert page.locator(".step:visible").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        if step.task != "read":
            do(person, game, number, step)
        if number in (2, 4):
            page.screenshot(path=ARTEFACTS / f"lesson-{game}-{number}.png")
        if number < len(steps):
            page.click("#next")
            expect(page.locator(f"#step-{number + 1}")).to_be_focused()
            page.wait_for_selector(SETTLED)
    expect(page.locator("#next")).to_be_hidden()
    page.screenshot(path=ARTEFACTS / f"lesson-{game}-end.png", full_page=True)
    # What has been done is still done when the page is opened again.
    page.goto(f"/learn/{game}")
    assert page.locator(".dots .done").count() == len(steps)
    page.goto(f"/learn/{game}#{len(steps)}")
    page.reload()
    page.click("#first")
    Person(page, random.Random(0)).seated()
    assert page.locator("#seat-1").input_value() == "level-1"


def test_a_wrong_move_is_told_and_taken_back_with_keys(open_page: Opener) -> None:
    page = open_page()
    page.goto("/learn/pegs#2")
    hand(page)
    page.focus('.trial [data-at="A2"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(SETTLED)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict.wrong")).to_contain_text("use A1")
    expect(page.locator(".trial .picture.hinted")).to_have_count(0)
    page.focus("#undo")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_empty()
    expect(page.locator("#undo")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('.trial .picture') !== null")
    page.click("#hint")
    page.wait_for_selector(".trial .picture.hinted .lit")
    page.click("#solution")
    expect(page.locator("#verdict.right")).to_be_visible()


def test_a_lesson_in_german(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto("/learn/bounce#4")
    person = hand(page)
    expect(page.locator("#step-4")).to_have_text("Zurück auf die Hand!")
    click(person, "bounce", "set 8", 0)
    expect(page.locator("#verdict.right")).to_contain_text("wieder auf der Hand")


# --- rules --------------------------------------------------------------------------------------


def test_a_picture_of_the_rules_becomes_a_board(open_page: Opener) -> None:
    page = open_page()
    page.goto("/rules/pivotation#P-4")
    figure = page.locator("#P-4 figure").first
    figure.locator("img").click()
    person = hand(page, "#P-4 .trial .picture")
    expect(figure.locator("img")).to_be_hidden()
    figure.locator(".suggested", has_text="b3-b2").click()
    notice = page.locator("#P-4 .trial .notice")
    expect(notice).to_contain_text("no end goes back")
    notice.locator("a").click()
    assert page.url.endswith("/rules/pivotation#P-4")
    click(person, "pivotation", "b3-d3", 0)
    expect(notice).to_have_count(0)
    expect(page.locator("#P-4 .trial-status")).to_have_text("Light to move.")
    page.screenshot(path=ARTEFACTS / "rules-board.png")
    figure.get_by_text("Step back").click()
    expect(page.locator("#P-4 .trial-status")).to_have_text("Dark to move.")
    figure.get_by_text("Back to the picture").click()
    expect(figure.locator("img")).to_be_visible()
    assert page.locator(".trial").count() == 0


def refuse(page: Page) -> Any:
    """A table with a refused move, and the link to the clause."""
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    person.click("A1")
    person.click("A2")
    return page.locator("#panel-notice .notice a").first


def test_what_a_lesson_shows_stays_when_the_rules_take_room_from_it(open_page: Opener) -> None:
    number = next(
        n for n, step in enumerate(lessons.load("updown"), 1) if step.solution or step.want
    )
    page = open_page()
    page.goto(f"/learn/updown#{number}")
    person = hand(page)
    wide = page.locator(".trial svg").get_attribute("viewBox")
    page.click("#hint")
    lit = page.locator(".trial .picture.hinted .lit")
    expect(lit).not_to_have_count(0)
    name = lit.first.get_attribute("data-at")

    def rules(closing: bool) -> None:
        shape = page.locator(".trial svg").get_attribute("viewBox")
        if closing:
            page.keyboard.press("Escape")
        else:
            page.get_by_role("navigation", name="Site").get_by_text("Rules").click()
        expect(page.locator(".trial svg")).not_to_have_attribute("viewBox", shape or "")

    rules(closing=False)
    assert lit.first.get_attribute("data-at") == name
    page.screenshot(path=ARTEFACTS / "lesson-hint-beside-rules.png")
    rules(closing=True)
    assert page.locator(".trial svg").get_attribute("viewBox") == wide
    assert lit.first.get_attribute("data-at") == name
    # A refusal stays as well, with what it lights up.
    card = page.locator(".trial [data-at].at:not(.can)").first.get_attribute("data-at")
    assert card is not None
    person.click(card)
    notice = page.locator(".trial .notice")
    said = notice.text_content()
    rules(closing=False)
    expect(notice).to_have_text(said or "")


@pytest.mark.parametrize(
    ("size", "scheme", "name"), [(DESKTOP, "light", "desktop"), (PHONE, "dark", "phone")]
)
def test_the_clause_of_a_refused_move_opens_beside_the_board(
    open_page: Opener, size: dict[str, int], scheme: str, name: str
) -> None:
    page = open_page(size, scheme)
    link = refuse(page)
    link.focus()
    page.keyboard.press("Enter")
    panel = page.locator("dialog.rules-panel")
    expect(panel).to_be_visible()
    expect(page.locator("#G-4-title")).to_be_focused()
    assert panel.locator(".clause:visible").count() == 1
    assert "/table/" in page.url
    page.screenshot(path=ARTEFACTS / f"rules-panel-{name}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if size is DESKTOP:
        # The board stays in sight, and in use.
        board = page.locator("#panel-picture svg").bounding_box()
        drawer = panel.bounding_box()
        assert board is not None
        assert drawer is not None
        assert board["x"] + board["width"] <= drawer["x"]
    panel.locator("[data-try]:visible").first.click()
    person = hand(page, ".rules-panel .trial .picture")
    click(person, "pegs", "A1-B1", 0)
    expect(panel.locator(".trial-status")).to_have_text("Dark to move.")
    panel.locator("[data-close]").focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(link).to_be_focused()


def test_the_rules_are_searched_as_one_types(open_page: Opener) -> None:
    page = open_page(PHONE)
    person = Person(page, random.Random(0))
    person.start("bounce", "pc")
    page.get_by_role("navigation", name="Site").get_by_text("Rules").click()
    panel = page.locator("dialog.rules-panel")
    search = panel.locator("input[type=search]")
    expect(search).to_be_focused()
    items = panel.locator("[data-clause]:visible")
    everything = items.count()
    page.keyboard.type("discard pile")
    assert 0 < items.count() < everything
    assert items.filter(has_text="B-4").count() == 1
    expect(items.filter(has_text="B-4").locator("small")).to_contain_text("the discard pile first")
    search.fill("no such word")
    expect(panel.get_by_text("No clause says that.")).to_be_visible()
    search.fill("four points")
    items.filter(has_text="B-14 Four").locator("a").click()
    expect(page.locator("#B-14-title")).to_be_focused()
    panel.get_by_role("button", name="Next clause").click()
    expect(page.locator("#BR-1-title")).to_be_focused()
    panel.get_by_role("button", name="All clauses").click()
    expect(search).to_be_focused()
    search.fill("")
    assert items.count() == everything
    assert panel.locator("small:visible").count() == 0


# --- puzzles ------------------------------------------------------------------------------------


def test_a_puzzle_failed_then_solved_then_the_next(open_page: Opener) -> None:
    page = open_page()
    shipped = puzzles.load("pivotation")
    number = next(
        n
        for n, found in enumerate(shipped, 1)
        if found.kind == "win" and 3 <= len(found.solution) <= 5
    )
    puzzle = shipped[number - 1]
    turn = puzzle.match().turn or 0
    page.goto(f"/puzzles/pivotation/{number}")
    person = hand(page)
    wrong = next(text for text in puzzle.match().legal_moves() if text != puzzle.solution[0])
    click(person, "pivotation", wrong, turn)
    expect(page.locator("#verdict.wrong")).to_contain_text(wrong)
    page.screenshot(path=ARTEFACTS / "puzzle-failed.png")
    page.click("#again")
    expect(page.locator("#verdict")).to_be_empty()
    page.wait_for_selector(".trial .picture.active")
    click(person, "pivotation", puzzle.solution[0], turn)
    expect(page.locator("#verdict.right")).to_contain_text("is the one")
    # The line goes on by itself to its end.
    expect(page.locator(".trial-status")).to_contain_text("wins", timeout=15_000)
    expect(page.locator("#solved-mark")).to_be_visible()
    page.click(".share summary")
    assert page.input_value("#link").endswith(f"/puzzles/pivotation/{number}")
    page.click("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
    page.screenshot(path=ARTEFACTS / "puzzle-solved.png")
    page.click("#next")
    page.wait_for_url(f"**/puzzles/pivotation/{number + 1}")
    page.goto("/puzzles/pivotation")
    expect(page.locator("#tally")).to_contain_text(f"1 of {len(shipped)}")
    expect(page.locator(".puzzle-list .done")).to_have_count(1)


def test_a_win_within_so_many_moves_is_played_to_its_end(open_page: Opener) -> None:
    page = open_page(PHONE)
    shipped = puzzles.load("pegs")
    number, puzzle = next(
        (n, p) for n, p in enumerate(shipped, 1) if p.kind == "within" and p.moves == 3
    )
    match = puzzle.match()
    turn = match.turn or 0
    page.goto(f"/puzzles/pegs/{number}")
    expect(page.locator("#task")).to_contain_text("within 3 moves")
    person, left = hand(page), puzzle.moves
    for text in puzzle.solution:
        if match.turn == turn:
            # What the other side does, the board has done by itself.
            page.wait_for_selector(".trial .picture .can", timeout=15_000)
            click(person, "pegs", text, turn)
            left -= 1
            said = f"{left} move" if left else "That is it"
            expect(page.locator("#verdict.right")).to_contain_text(said)
            expect(page.locator("#next")).to_be_visible(visible=not left)
        match.play(text)
    expect(page.locator("#solved-mark")).to_be_visible()
    page.screenshot(path=ARTEFACTS / "puzzle-within.png")


def test_solved_puzzles_are_kept_by_name(open_page: Opener) -> None:
    """Marks of puzzles that are not there any more, or were kept by number, are none."""
    page = open_page()
    shipped = puzzles.load("pegs")
    page.goto("/puzzles/pegs")
    page.evaluate(
        "kept => localStorage.setItem('pivotry-puzzles-pegs', JSON.stringify(kept))",
        [1, 2, "1", "pegs-0-0", shipped[0].id, shipped[4].id],
    )
    page.reload()
    expect(page.locator("#tally")).to_contain_text(f"2 of {len(shipped)}")
    done = page.locator(".puzzle-list .done")
    assert {done.nth(n).get_attribute("data-puzzle") for n in range(done.count())} == {"1", "5"}
    page.click("#skip")
    page.wait_for_url("**/puzzles/pegs/2")
    expect(page.locator("#solved-mark")).to_be_hidden()
    page.goto("/puzzles/pegs/5")
    expect(page.locator("#solved-mark")).to_be_visible()


def test_a_puzzle_whose_solution_was_shown_is_not_solved(open_page: Opener) -> None:
    page = open_page(PHONE, "dark")
    page.goto("/puzzles/pegs/1")
    hand(page)
    page.click("#hint")
    page.wait_for_selector(".trial .lit")
    page.click("#solution")
    expect(page.locator("#verdict.right")).to_be_visible()
    expect(page.locator("#solved-mark")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.screenshot(path=ARTEFACTS / "puzzle-phone.png")


def test_the_first_page_leads_to_lessons_rules_and_puzzles(open_page: Opener) -> None:
    page = open_page()
    page.goto("/")
    for game in registry.IDS:
        assert page.locator(f'a[href="/learn/{game}"]').count() == 1
        assert page.locator(f'a[href="/rules/{game}"]').count() == 1
        assert page.locator(f'a[href="/puzzles/{game}"]').count() == puzzles.has(game)


# --- for everybody ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desktop-dark"]
)
def test_axe_finds_nothing_and_large_text_fits(
    open_page: Opener, size: dict[str, int], scheme: str
) -> None:
    page = open_page(size, scheme)
    page.goto("/")
    page.evaluate("""localStorage.setItem('pivotry-settings', '{"text": "larger"}')""")
    wrong: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if found := faults(page):
            wrong[name] = found
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name

    for game in registry.IDS:
        page.goto(f"/learn/{game}#2")
        hand(page)
        check(f"lesson of {game}")
    page.goto("/learn/pegs#11")
    hand(page)
    page.click(".step:not([hidden]) [data-choice='1']")
    expect(page.locator("#verdict.wrong")).to_be_visible()
    check("answered")
    page.goto("/learn/pegs#14")
    hand(page)
    check("end of a lesson")
    page.locator(".step:not([hidden]) a").first.click()
    expect(page.locator("dialog.rules-panel")).to_be_visible()
    check("a clause")
    page.click("dialog.rules-panel [data-list]")
    check("the list of clauses")
    page.goto("/puzzles/pegs")
    check("puzzles")
    page.goto("/puzzles/pegs/1")
    hand(page)
    check("a puzzle")
    page.goto("/rules/pegs")
    page.click("#G-4 [data-try]")
    hand(page, "#G-4 .trial .picture")
    check("rules with a board")
    assert wrong == {}


def test_a_board_is_said_place_by_place(open_page: Opener) -> None:
    page = open_page()
    page.goto("/learn/pegs#2")
    hand(page)
    place = page.locator(".trial [data-at=A1][role=button]")
    expect(place).to_have_attribute("aria-label", re.compile("A1, on top a light ring.*, can be"))
    place.focus()
    page.keyboard.press("m")
    spoken = page.locator(".trial [aria-live]")
    expect(spoken).to_have_text("A1, moves: A1-B1")
    click(Person(page, random.Random(0), ".trial .picture", SETTLED), "pegs", "A1-B1", 0)
    expect(spoken).to_have_text("A1-B1. Dark to move.")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_who_sees_a_game_first_is_told_its_aim_once(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size, newcomer=True)
    page.goto("/")
    page.click("[data-game=pegs] [data-start=screen]")
    card = page.locator("#newcomer")
    expect(card).to_contain_text("three rings in the goal row")
    expect(card.get_by_role("link")).to_have_attribute("href", "/learn/pegs")
    assert faults(page) == []
    page.screenshot(path=ARTEFACTS / f"newcomer-{size['width']}.png")
    card.get_by_role("button").click()
    expect(card).to_be_hidden()
    page.reload()
    page.wait_for_selector("#panel-picture svg")
    expect(card).to_be_hidden()
    # The rules beside the board begin with it, too.
    page.click(".top nav a[href='/rules/pegs']")
    expect(page.locator(".rules-panel .aim")).to_contain_text("three rings in the goal row")
    page.fill("#rules-find", "full peg")
    expect(page.locator(".rules-panel .aim")).to_be_hidden()
