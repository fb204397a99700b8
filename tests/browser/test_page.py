"""What else the page does: explain, ask which, hide hands, answer to keys, fit every screen."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import pivotry
from pivotry.games.pivotation import notation

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import SETTLED, Person


def load(page: Page, data: Any) -> Person:
    """Take up a record or a position from the first page."""
    page.goto("/")
    page.fill("#text", json.dumps(data))
    page.click("#load button.button")
    person = Person(page, random.Random(0))
    person.seated()
    return person


# --- moves --------------------------------------------------------------------------------------


def test_a_refused_move_is_explained_with_its_clause_and_lit(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.set_up("pegs", "pp")
    plain = page.inner_html("#panel-picture")
    person.click("A1")
    assert page.locator("#panel-picture [data-at=A1][aria-pressed=true]").count() == 1
    person.click("A2")
    notice = page.locator("#panel-notice .notice")
    assert "A2" in notice.inner_text()
    assert page.inner_html("#panel-picture") != plain
    page.screenshot(path=ARTEFACTS / "refused-pegs.png")
    with page.context.expect_page() as opened:
        notice.locator("a").first.click(modifiers=["Control"])
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url.endswith("/rules/pegs#G-4")
    assert rules.locator("#G-4").is_visible()
    # The match goes on where it was.
    person.click("A1")
    person.click("B1")
    assert page.locator("#panel-notice .notice").count() == 0
    assert "A1-B1" in page.inner_text("#panel-story")


def test_who_changes_their_mind_is_not_told_off(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pivotation", "pp")
    for place in ("c2", "c1"):
        person.click(place)
        expect(page.locator("#panel-picture [aria-pressed=true]")).to_have_attribute(
            "data-at", place
        )
        expect(page.locator("#panel-notice .notice")).to_have_count(0)
    page.locator('[data-act="undo"]').click(force=True)  # what cannot be done says why
    expect(page.locator("#panel-notice .calm")).to_have_text("There is no move to take back.")


def test_a_place_where_nothing_can_start_says_so_at_once(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    notice = page.locator("#panel-notice .notice")
    pressed = page.locator("#panel-picture [aria-pressed=true]")
    person.click("D1")
    assert "There is no ring in D1. (G-4, G-8)" in notice.inner_text()
    assert pressed.count() == 0
    # The next click begins afresh, without what was said about the last one.
    person.click("A1")
    assert notice.count() == 0
    assert pressed.count() == 1
    person.click("A2")
    assert "A2" in notice.inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector(SETTLED)
    assert notice.count() == 0
    assert pressed.count() == 0


def test_when_one_path_stands_for_several_moves_the_page_asks(open_page: Opener) -> None:
    page = open_page(PHONE, touch=True)
    position = pivotry.new("pivotation").position()
    # One dark bar lies on another: one end of d4 can go round c4, or both together.
    pile = ["d1", "d2"]
    position["stacks"] = {"c4": pile, "d4": pile, "g7": ["l1"], "h7": ["l1"]}
    match = pivotry.from_position(position)
    paths: dict[tuple[str, ...], list[str]] = {}
    for text in match.legal_moves():
        paths.setdefault(notation.path(text, 0), []).append(text)
    (source, to), texts = next(entry for entry in paths.items() if len(entry[1]) > 1)
    person = load(page, position)
    person.click(source)
    person.click(to)
    chooser = page.locator("#chooser[open]")
    said = {"c4-d5": "The top bar alone c4-d5", "2c4-d5": "The top 2 bars together 2c4-d5"}
    assert said.keys() == set(texts)
    assert sorted(chooser.locator("#choices button").all_inner_texts()) == sorted(said.values())
    box = chooser.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert middle == pytest.approx((PHONE["width"] / 2, PHONE["height"] / 2), abs=2)
    page.screenshot(path=ARTEFACTS / "chooser-phone.png")
    page.keyboard.press("Escape")
    assert page.locator("#chooser[open]").count() == 0
    assert page.inner_text("#panel-story") == "Nothing yet."
    person.click(source)
    person.click(to)
    page.click(f"#choices button[value='{texts[-1]}']")
    page.wait_for_selector(f"#panel-story >> text={texts[-1]}")


def test_a_whole_turn_with_keys_alone(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    page.focus("#settings-open")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.hasAttribute('data-at')"):
            break
    focused = "document.activeElement.dataset.at"
    assert page.evaluate(focused) == "A1"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-at=A1][aria-pressed=true]")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "B1"
    page.keyboard.press("Space")
    page.wait_for_selector("#panel-story >> text=A1-B1")
    page.wait_for_selector(SETTLED)
    assert page.evaluate(focused) == "B1"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "A2"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-at=A2][aria-pressed=true]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[aria-pressed=true]", state="detached")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-story >> text=A2-A1")
    assert "Light to move" in page.inner_text("#panel-status")
    assert "Light to move" in page.inner_text("#say")


def test_moves_as_a_list_and_by_typing(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    page.click("#moves-box > summary")
    page.click("[data-move='A1-B1']")
    page.wait_for_selector("#panel-story >> text=A1-B1")
    page.fill("#typed", "a1 b1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-notice >> text=G-6")
    expect(page.locator("#typed")).to_have_value("a1 b1")
    page.fill("#typed", "a2-a1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-story >> text=A2-A1")
    expect(page.locator("#typed")).to_have_value("")
    page.click("[data-act=undo]")
    page.wait_for_selector("#panel-story >> text=A2-A1", state="detached")
    page.click("[data-turn]")
    page.wait_for_selector(SETTLED)
    expect(page.locator("#panel-picture svg")).to_have_count(1)


# --- hidden hands -------------------------------------------------------------------------------


def test_behind_the_curtain_there_is_nobody_s_hand(open_page: Opener) -> None:
    page = open_page(PHONE)
    match = pivotry.new("updown", 3, seed=4)
    position = match.position()
    seat = position["turn"]
    # Numbers that appear nowhere else on the page, not even in coordinates of the picture's cards.
    hands = [["61", "62"], ["63", "64"], ["66", "67"]]
    used = {card for hand in hands for card in hand} | {"2"}
    numbers = [str(n) for n in range(1, 81) if str(n) not in used]
    draw = numbers + ["UP"] * 11 + ["DOWN"] * 11 + ["PIVOT"] * 6
    position.update(hands=hands, numbers=["2"], draw=draw, directions=[])
    received: list[str] = []
    page.on(
        "response",
        lambda answer: received.append(answer.text()) if "/table/" in answer.url else None,
    )
    person = load(page, position)
    cards = [f'data-at="{card}"' for hand in hands for card in hand]

    def seen() -> set[str]:
        texts = [page.content(), *received]
        return {card for card in cards for text in texts if card in text.replace('\\"', '"')}

    page.wait_for_selector("[data-act=show]")
    assert seen() == set()
    page.screenshot(path=ARTEFACTS / "curtain-phone.png", full_page=True)
    page.click("[data-act=show]")
    page.wait_for_selector(f"[data-at='{hands[seat][0]}']")
    assert seen() == {f'data-at="{card}"' for card in hands[seat]}
    page.screenshot(path=ARTEFACTS / "hand-phone.png", full_page=True)
    received.clear()
    person.click(hands[seat][1])
    page.wait_for_selector("[data-act=show]")
    assert seen() == set()
    assert page.evaluate("[...document.adoptedStyleSheets].length") == 2


def test_the_screen_is_passed_on_with_keys_alone(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("bounce", "pp")
    page.focus("[data-act=show]")
    for _ in range(4):
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-at=rotate].usable")
        page.focus("[data-at=rotate]")
        page.keyboard.press("Enter")
        # All cards are turned: new to look at, before the hand is hidden.
        page.wait_for_selector(".button[data-act=hide]:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-act=show]:focus")
    assert page.inner_text("#panel-story").count("turns the hand over") == 4


# --- first page ---------------------------------------------------------------------------------


def test_faults_of_what_is_loaded_are_listed(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.goto("/")
    position = pivotry.new("pegs").position()
    position["stacks"]["A1"] = "ddddd"
    position["quiet"] = "x"
    page.fill("#text", json.dumps(position))
    page.click("#load button.button")
    page.wait_for_selector("#faults .notice")
    assert page.locator("#faults .notice").count() >= 2
    assert page.locator("#faults a[href^='/rules/pegs#']").count() >= 1
    page.screenshot(path=ARTEFACTS / "faults-phone.png", full_page=True)


def test_a_match_is_saved_as_a_file_and_comes_back_from_it(
    open_page: Opener, tmp_path: Path
) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    person.click("A1")
    person.click("B1")
    page.click("#take-box > summary")
    with page.expect_download() as saving:
        page.click("#take-box [href$='/record']")
    file = tmp_path / "record.json"
    saving.value.save_as(file)
    assert json.loads(file.read_text())["moves"] == ["A1-B1"]
    page.goto("/")
    page.fill("#text", "A1-B1")
    # A file that has gone since it was chosen; what stood there before is not loaded in its place.
    page.evaluate("() => void (File.prototype.text = () => Promise.reject(new Error('gone')))")
    page.set_input_files("#file", file)
    expect(page.locator("#faults .notice")).to_have_text(re.compile("record.json cannot be read"))
    expect(page.locator("#text")).to_have_value("")
    page.reload()
    page.set_input_files("#file", file)
    expect(page.locator("#text")).to_have_value(re.compile("A1-B1"))
    page.click("#load button.button")
    person.seated()
    page.wait_for_selector("#panel-story >> text=A1-B1")
    page.goto("/")
    rows = page.locator(".saved li")
    count = rows.count()
    assert "The peg game" in rows.first.inner_text()
    removing = rows.first.locator("[data-forget]")
    expect(rows.first.locator(".told")).to_be_hidden()
    removing.click()
    expect(removing).to_have_text("Really remove?")
    expect(rows.first.locator(".told")).to_have_text("The match is deleted for good.")
    expect(rows).to_have_count(count)
    page.screenshot(path=ARTEFACTS / "removing.png")
    removing.click()
    expect(rows).to_have_count(count - 1)


def test_options_that_are_mappings_can_be_written(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.goto("/new/pegs")
    page.click("#options > summary")
    own = page.locator("[data-option=lanes] textarea")
    expect(own).to_be_hidden()
    page.locator("[data-option=lanes] .choice label", has_text="your own").click()
    example = own.input_value()
    own.fill("{oops")
    page.click("button.button")
    page.wait_for_selector("#faults >> text=Lanes: expecting property name")
    own.fill("A1: D1")
    page.click("button.button")
    page.wait_for_selector("#faults .notice >> text=lanes")
    page.screenshot(path=ARTEFACTS / "options-phone.png", full_page=True)
    own.fill(example)
    page.click("button.button")
    Person(page, random.Random(0)).seated()


def test_a_lost_server_is_said_so_and_found_again(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    page.route("**/play*", lambda route: route.fulfill(status=200, body="no JSON"))
    person.click("A1")
    person.click("B1")
    page.wait_for_selector("#panel-notice >> text=no JSON")
    page.unroute("**/play*")
    page.reload()
    person.seated()
    person.click("A1")
    person.click("B1")
    page.wait_for_selector("#panel-story >> text=A1-B1")


def test_a_page_that_lies_behind_gets_the_present_state(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    second = page.context.new_page()
    held: list[bool] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: None if held else socket.send(said))

    second.route_web_socket("**/events*", through)
    second.goto(page.url)
    second.wait_for_selector("#panel-picture svg")
    held.append(True)
    late = Person(second, random.Random(0))
    late.click("A2")
    person.click("A1")
    person.click("B1")
    late.click("B2")
    second.wait_for_selector("#panel-story >> text=A1-B1")
    assert "moved on" in second.inner_text("#panel-notice")
    assert "A2-B2" not in second.inner_text("#panel-story")


# --- every screen -------------------------------------------------------------------------------

_UNNAMED = """() => [...document.querySelectorAll(
    'a, button, input, select, textarea, summary, img')]
  .filter((e) => e.checkVisibility() && e.getAttribute('aria-hidden') !== 'true'
    && !e.closest('[aria-hidden=true]'))
  .filter((e) => !(e.tagName === 'IMG' ? e.hasAttribute('alt')
    : e.innerText?.trim() && !['SELECT', 'TEXTAREA'].includes(e.tagName)
      || e.getAttribute('aria-label') || e.labels?.length))
  .map((e) => e.outerHTML)"""

_CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => {
      const v = c / 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const poor = [];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg') || e.disabled || !e.checkVisibility()) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push(`${e.tagName} ${e.textContent.trim().slice(0, 20)} ${ratio}`);
  }
  return poor;
}"""


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")])
def test_pages_fit_are_labelled_and_can_be_read(
    open_page: Opener, size: dict[str, int], scheme: str
) -> None:
    page = open_page(size, scheme)
    person = Person(page, random.Random(0))
    place = f"{size['width']}-{scheme}"

    def check(name: str) -> None:
        page.wait_for_timeout(50)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
        assert page.evaluate(_UNNAMED) == [], name
        assert page.evaluate(_CONTRAST) == [], name
        page.screenshot(path=ARTEFACTS / f"{name}-{place}.png", full_page=True)

    for name, url in (("home", "/"), ("rules", "/rules/pegs"), ("missing", "/nowhere")):
        page.goto(url)
        check(name)
    for game in pivotry.games():
        page.goto(f"/new/{game}")
        page.click("#options > summary")
        check(f"new-{game}")
        if game in ("pegs", "pivotation"):
            page.goto(f"/edit/{game}")
            page.wait_for_selector("#panel-picture svg")
            check(f"edit-{game}")
            page.evaluate("document.documentElement.dataset.text = 'larger'")
            check(f"edit-{game}-larger")
        players = 2 if game in ("pegs", "pivotation") else 4
        person.start(game, "p" + "c" * (players - 1))
        page.wait_for_selector(".turn.mine")
        page.click("#moves-box > summary")
        check(f"table-{game}")


@pytest.mark.parametrize("game", pivotry.games())
def test_every_place_of_a_picture_can_be_hit_with_a_finger(open_page: Opener, game: str) -> None:
    page = open_page(PHONE)
    person = Person(page, random.Random(0))
    person.start(game, "pp" if game in ("pegs", "pivotation") else "pppp")
    if page.locator("[data-act=show]").count():
        page.click("[data-act=show]")
        page.wait_for_selector("#panel-picture .usable")
    for name in person.look()["usable"]:
        assert person.point(name) is not None, name
        box = page.locator(f"#panel-picture [data-at='{name}']").first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, (name, box)
