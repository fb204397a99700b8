"""Everything that people can do, with a finger and with keys alone, at both sizes.

What happens at the table itself is in ``test_games.py`` and ``test_together.py``. Whoever presses
keys must not lose the focus on the way, and whatever a finger presses has to be large enough:
``Typist`` and ``Toucher`` look at that. Keys on a phone's screen, and fingers on one as large as a
desktop's, are tried with ``--slow``.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pivotry
from pivotry import lessons, puzzles, registry
from pivotry.server import analyst

from .conftest import DESKTOP, PHONE, Opener
from .person import SETTLED, Person, Toucher, Typist

BOARD = ".trial .picture"
IDLE = ".trial:not([aria-busy])"
EDITOR = "#editor:not([aria-busy])"

Maker = Callable[[], Person]


@pytest.fixture(
    params=[
        "finger-phone",
        pytest.param("finger-tablet", marks=pytest.mark.slow),
        pytest.param("keys-phone", marks=pytest.mark.slow),
        "keys-desktop",
    ]
)
def hand(request: pytest.FixtureRequest, open_page: Opener) -> Maker:
    """Makes people, each with a browser of their own."""

    kind, device = request.param.split("-")
    size = PHONE if device == "phone" else DESKTOP

    def make() -> Person:
        if kind == "finger":
            return Toucher(open_page(size, touch=True), random.Random(0))
        return Typist(open_page(size), random.Random(0))

    return make


def at_board(person: Person) -> None:
    """From now on the picture is that of a board without a table."""
    person.place, person.settled = BOARD, IDLE
    person.page.wait_for_selector(f"{BOARD} svg")
    person.page.wait_for_selector(IDLE)


def move(person: Person, game: str, text: str, seat: int) -> None:
    """Click what a move names."""
    for name in registry.get(game).notation.path(text, seat):
        drawn = person.page.eval_on_selector_all(
            f"{person.place} [data-at]", "all => all.map((e) => e.dataset.at)"
        )
        person.click(next(at for at in drawn if name in at.split()))


def kept(person: Person) -> None:
    """Who works with keys still knows where they are."""
    if isinstance(person, Typist):
        person.page.wait_for_function("() => !document.activeElement.matches('body, main')")


def spoken(page: Page, text: str) -> None:
    """Something is said aloud, now or in a moment."""
    live = page.locator("[aria-live], [role=status], [role=alert]").filter(has_text=text)
    expect(live.first).to_be_attached()


def pasted(person: Person, text: str) -> None:
    """Load what has been pasted on the first page."""
    person.write(person.page.locator("#text"), text)
    person.press(person.page.locator("#load button.button"))


# --- beginning, playing, help -------------------------------------------------------------------


def test_from_the_first_page_to_a_move_that_is_taken_back(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/")
    person.press(page.locator("[data-game=pegs] [data-start=alone]"))
    person.seated()
    person.press(page.locator("[data-advice=hint]"))
    spoken(page, "would play")
    kept(person)
    person.click("A1")
    person.click("A3")  # refused, and said why
    spoken(page, "A3")
    kept(person)
    person.press(page.locator("#panel-notice .notice a[href*='#G-']").first)
    page.wait_for_selector("dialog.rules-panel[open], dialog[open]")
    person.press(page.locator("dialog[open] button[data-close], dialog[open] .close").first)
    expect(page.locator("dialog[open]")).to_have_count(0)
    kept(person)
    for at in ("A1", "B1"):
        person.click(at)
    expect(page.locator("#panel-story .move")).to_have_count(1)
    kept(person)
    person.press(page.locator("[data-act=undo]"))
    expect(page.locator("#panel-story .move")).to_have_count(0)
    kept(person)


def test_a_match_is_set_up(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/new/pegs")
    person.write(page.locator("#name0"), "Mia")
    person.pick(page.locator("#kind1"), "person")
    person.press(page.locator("details:has(#clock) > summary"))
    person.pick(page.locator("#clock"), '{"move": 86400.0}')
    person.press(page.locator("#options > summary"))
    person.write(page.locator("#option-quiet_limit"), "7")
    person.tick(page.locator("input[name=option-lanes][value=custom]"))
    own = page.locator("#own-lanes")
    usual = own.input_value()
    person.write(own, "A1: D1")
    person.press(page.locator("#setup .button"))
    spoken(page, "lanes")
    kept(person)
    person.write(own, usual)
    person.press(page.locator("#setup .button"))
    person.seated()
    expect(page.locator("#panel-seats")).to_contain_text("Mia")
    expect(page.locator(".clock:visible").first).to_be_visible()


# --- together and apart -------------------------------------------------------------------------


def test_friends_are_invited_and_join_and_look_on(hand: Maker, open_page: Opener) -> None:
    host = hand()
    page = host.page
    page.goto("/")
    host.press(page.locator("[data-game=pegs] [data-start=friends]"))
    host.seated()
    link = page.locator("[id^=join-]").first
    host.press(page.locator("[data-copy^=join-]").first)
    expect(page.locator("[data-copy^=join-]").first).to_have_text("Copied")
    kept(host)
    expect(page.locator(".link img.code").first).to_be_visible()
    assert page.evaluate("document.querySelector('.link img.code').naturalWidth") > 0

    guest = hand()
    guest.page.goto(link.input_value())
    guest.write(guest.page.locator("#name"), "Ada")
    guest.press(guest.page.locator("#door button.button"))
    guest.seated()
    expect(page.locator("#panel-seats")).to_contain_text("Ada")
    kept(host)

    host.press(page.locator("#links-box > summary"))
    host.press(page.locator("[data-copy=watch-link]"))
    expect(page.locator("[data-copy=watch-link]")).to_have_text("Copied")
    watcher = hand()
    watcher.page.goto(page.input_value("#watch-link"))
    watcher.press(watcher.page.locator("#door button.button"))
    watcher.seated()
    expect(page.locator("#panel-seats")).to_contain_text("1 person looks on.")

    # By the guest's own link the match goes on elsewhere, where the guest then has another name.
    guest.press(guest.page.locator("#links-box > summary"))
    guest.press(guest.page.locator("[data-copy^=own-]"))
    expect(guest.page.locator("#links-box img.code")).to_be_visible()
    watcher.page.goto(guest.page.locator("[id^=own-]").input_value())
    watcher.press(watcher.page.locator("#door button.button"))
    watcher.seated()
    watcher.press(watcher.page.locator("[data-rename]"))
    watcher.write(watcher.page.locator("#new-name"), "Bea")
    watcher.press(watcher.page.locator("#rename button.button"))
    expect(page.locator("#panel-seats")).to_contain_text("Bea")
    kept(watcher)
    # Giving up takes two presses.
    leave = guest.page.locator("[data-resign]")
    guest.press(leave)
    spoken(guest.page, "eally")
    expect(leave).not_to_have_attribute("aria-disabled", "true")
    guest.press(leave)
    guest.page.wait_for_selector(".turn.over")
    kept(guest)
    page.wait_for_selector(".turn.over")


# --- setting up and loading ---------------------------------------------------------------------


def test_a_position_is_put_together_and_played(
    hand: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "THOUGHT", 0.1)
    person = hand()
    page = person.page
    page.goto("/edit/pegs")
    page.wait_for_selector("#panel-picture svg")
    person.settled = EDITOR

    def tool(name: str) -> None:
        wanted = page.locator(f"[data-tool={name}]")
        if isinstance(person, Typist):
            person.reach(page.locator("[data-tool][tabindex='0']"))
            for _ in range(4):
                if wanted.evaluate("e => e === document.activeElement"):
                    break
                page.keyboard.press("ArrowRight")
        else:
            person.press(wanted)
        page.wait_for_selector(EDITOR)
        expect(wanted).to_have_attribute("aria-checked", "true")

    def press(selector: str) -> None:
        person.press(page.locator(selector))
        page.wait_for_selector(EDITOR)
        kept(person)

    def stacks() -> dict[str, str]:
        return dict(json.loads(page.input_value("#as-json"))["stacks"])

    tool("move")
    person.click("A1")
    person.click("B1")
    assert stacks()["B1"] == "l"
    tool("dark")
    person.click("B1")
    spoken(page, "9")  # dark rings
    expect(page.locator("#panel-faults .wrong")).to_be_visible()
    press("#lower-2")
    press("#remove-1")
    assert stacks()["B1"] == "l"
    press("#remove-1")
    expect(page.locator("#panel-pile li")).to_have_count(0)
    spoken(page, "7")
    press("[data-step=undo]")
    assert stacks()["B1"] == "l"
    field = page.locator("#dial-ply")
    person.write(field, "2")
    page.keyboard.press("Enter")  # as phones' keyboards have it
    expect(page.locator("#as-json")).to_have_value(re.compile('"ply": ?2'))
    press("[data-copy=as-line]")
    line = page.input_value("#as-line")
    press("#think")
    expect(page.locator(".judged li").first).to_be_visible()
    kept(person)
    press(".judged .first >> nth=0")
    assert page.input_value("#as-line") != line
    press("[data-change=start]")
    person.press(page.locator("details:has(#read) > summary"))
    person.write(page.locator("#read #text"), "nonsense")
    press("#read button")
    expect(page.locator("#panel-notice[role=alert] .notice")).to_be_visible()
    person.write(page.locator("#read #text"), line)
    press("#read button")
    assert page.input_value("#as-line") == line
    person.press(page.locator("[data-play='']"))
    person.settled = SETTLED
    person.seated()
    expect(page.locator("#panel-picture [data-piece='B1.1']")).to_have_count(1)


def test_a_match_is_loaded_from_a_file_and_every_card_checked(hand: Maker, tmp_path: Path) -> None:
    person = hand()
    page = person.page
    match = pivotry.new("bounce", 2, seed=3, target=1, hand=3)
    chosen = random.Random(3)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    page.goto("/")
    with page.expect_file_chooser() as choosing:
        person.press(page.locator("#file"))
    choosing.value.set_files(file)
    expect(page.locator("#text")).to_have_value(file.read_text())
    person.press(page.locator("#load button.button"))
    person.seated()
    person.press(page.locator("#fair-box > summary"))
    person.press(page.locator("#check-cards"))
    expect(page.locator("#checked[aria-live] .fine").first).to_contain_text("Dealt fairly")
    kept(person)
    page.goto("/")
    person.press(page.locator("details.kept > summary"))
    person.press(page.locator(".saved [data-forget]"))
    person.press(page.locator(".saved [data-sure]:not([aria-disabled])"))
    expect(page.locator(".saved")).to_have_count(0)


# --- learning -----------------------------------------------------------------------------------


def test_a_lesson_is_gone_through(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/learn/pegs")
    at_board(person)
    steps = lessons.load("pegs")
    number, step = next((n, s) for n, s in enumerate(steps, 1) if s.task == "move" and s.want)
    for _ in range(number - 1):
        person.press(page.locator("#next"))
    expect(page.locator(f"#step-{number}")).to_be_focused()
    page.wait_for_selector(IDLE)
    person.press(page.locator("#hint"))
    spoken(page, "Hint")
    kept(person)
    move(person, "pegs", step.want[0][0], 0)
    expect(page.locator("#verdict.right")).to_be_visible()
    kept(person)
    # Another one is shown; who asked for it is still there afterwards.
    later = next(n for n, s in enumerate(steps, 1) if n > number and s.solution and not s.goal)
    person.press(page.locator(f".dots [data-step='{later}']"))
    page.wait_for_selector(IDLE)
    person.press(page.locator("#solution"))
    expect(page.locator("#verdict.right")).to_be_visible()
    kept(person)


def test_moves_are_tried_on_a_board_of_the_rules(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/rules/pegs")
    person.press(page.locator("figure:not([data-tries='[]']) [data-try]").first)
    at_board(person)
    kept(person)
    expect(page.locator(BOARD).first).to_be_visible()
    back = page.locator(".trial .trial-tools button").filter(has_text="Step back")
    suggested = page.locator(".trial .suggested")
    for n in range(suggested.count()):  # some are there to be refused
        person.press(suggested.nth(n))
        page.wait_for_selector(IDLE)
        kept(person)
        if back.get_attribute("aria-disabled") is None:
            break
    person.press(back)
    page.wait_for_selector(IDLE)
    expect(back).to_have_attribute("aria-disabled", "true")
    kept(person)


def test_a_puzzle_is_failed_and_solved(hand: Maker) -> None:
    person = hand()
    page = person.page
    shipped = puzzles.load("pegs")
    number, puzzle = next(
        (n, p) for n, p in enumerate(shipped, 1) if p.kind == "win" and len(p.solution) <= 3
    )
    match = puzzle.match()
    turn = match.turn or 0
    page.goto(f"/puzzles/pegs/{number}")
    at_board(person)
    wrong = next(text for text in match.legal_moves() if text != puzzle.solution[0])
    move(person, "pegs", wrong, turn)
    expect(page.locator("#verdict[role=status].wrong")).to_contain_text(wrong)
    kept(person)
    person.press(page.locator("#again"))
    expect(page.locator("#verdict")).to_be_empty()
    page.wait_for_selector(".trial .picture.active")
    kept(person)
    person.press(page.locator("#hint"))
    spoken(page, "Hint")
    person.press(page.locator("#solution"))
    expect(page.locator("#next")).to_be_visible(timeout=15_000)
    kept(person)
    person.press(page.locator("#next"))
    page.wait_for_url(f"**/puzzles/pegs/{number + 1}")


# --- afterwards, and for everybody --------------------------------------------------------------


def test_a_pasted_match_is_looked_back_at_analysed_and_taken_along(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/")
    pasted(person, '{"game": "pegs", "moves": 3}')
    expect(page.locator("#faults[role=alert] .notice").first).to_be_visible()
    kept(person)
    match = pivotry.new("pegs")
    for text in ("A1-B1", "A2-A1"):
        match.play(text)
    pasted(person, json.dumps(match.record()))
    person.seated()
    label = page.locator("#at-ply")
    person.press(page.locator("[data-go=back]"))
    expect(label).to_have_text("Move 1 of 2")
    kept(person)
    person.press(page.locator("#looking [data-go=last]"))
    expect(label).to_have_text("Move 2 of 2")
    kept(person)
    person.press(page.locator("#panel-story [data-ply='1']"))
    expect(label).to_have_text("Move 1 of 2")
    kept(person)
    person.press(page.locator("#take-box > summary"))
    copy = page.locator("[data-copy=share-link]")
    person.press(copy)
    expect(copy).to_have_text("Copied")
    assert page.input_value("#share-link").endswith("?ply=1")
    kept(person)
    for form in ("[data-take][href*='.svg']", "a[href$='/record']"):
        with page.expect_download() as got:
            person.press(page.locator(f"#take-box {form}"))
        assert Path(got.value.path()).stat().st_size > 100
    person.press(page.locator("[data-advice=analysis]"))
    expect(page.locator("#panel-analysis .graph svg")).to_be_visible(timeout=60_000)
    spoken(page, "The analysis is there.")
    kept(person)
    if isinstance(person, Typist):
        person.reach(page.locator("#graph-ply"))
        page.keyboard.press("Home")
        expect(label).to_have_text("Move 0 of 2")
    else:
        person.page.locator(".graph .plies [data-ply='1']").tap()
        expect(label).to_have_text("Move 1 of 2")
    person.press(page.locator("#branch"))
    page.wait_for_url(lambda url: "ply" not in url)
    person.seated()


def test_settings_are_made(hand: Maker) -> None:
    person = hand()
    page = person.page
    page.goto("/")
    person.press(page.locator("#settings-open"))
    expect(page.locator("#settings")).to_be_visible()
    root = page.locator(":root")
    for name, value in (("theme", "dark"), ("text", "large"), ("pieces", "contrast")):
        person.tick(page.locator(f"#settings [name={name}][value={value}]"))
        expect(root).to_have_attribute(f"data-{name}", value)
    for name, value in (("sound", "off"), ("confirm", "on")):
        person.tick(page.locator(f"#settings [name={name}]"))
        expect(root).to_have_attribute(f"data-{name}", value)
    person.press(page.locator("#settings .button"))
    expect(page.locator("#settings")).to_be_hidden()
    if isinstance(person, Typist):
        expect(page.locator("#settings-open")).to_be_focused()
    # Arrows go through the languages; none of them is spoken before somebody goes on.
    person.press(page.locator("#settings-open"))
    with page.expect_navigation():
        person.pick(page.locator("#language"), "de")
        if isinstance(person, Typist):
            page.keyboard.press("Tab")
    expect(root).to_have_attribute("lang", "de")
