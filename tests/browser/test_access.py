"""Every page and state for those who do not see it, or use no mouse: axe finds nothing, and what a
screen reader is told says what is there.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import pivotry
from pivotry.games.pivotation import notation

from .conftest import DESKTOP, PHONE, Opener
from .person import SETTLED, Person
from .test_page import load

BOARDS = ("pivotation", "pegs")
_AXE = Axe()
_OPEN = "for (const each of document.querySelectorAll('main details')) each.open = true"


def seats(game: str) -> int:
    return 2 if game in BOARDS else 4


def faults(page: Page) -> list[str]:
    """What axe finds wrong with a page as it is."""
    found = _AXE.run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def spoken(page: Page) -> list[dict[str, Any]]:
    """Chromium's accessibility tree, flat: role, name and whether it is pressed."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "parent": node.get("parentId"),
            "id": node["nodeId"],
            **{p["name"]: p["value"].get("value") for p in node.get("properties", [])},
        }
        for node in nodes
        if not node["ignored"]
    ]


# --- axe ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desktop-dark"]
)
def test_axe_finds_nothing(open_page: Opener, size: dict[str, int], scheme: str) -> None:
    page = open_page(size, scheme)
    person = Person(page, random.Random(0))
    wrong: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if found := faults(page):
            wrong[name] = found

    for url in (
        "/",
        "/rules/pegs",
        "/learn/updown",
        "/puzzles/pivotation",
        "/puzzles/pegs/1",
        "/edit/pivotation",
        "/nowhere",
    ):
        page.goto(url)
        page.wait_for_load_state("networkidle")
        page.evaluate(_OPEN)
        check(url)
    page.click("#settings-open")
    check("settings")
    for game in pivotry.games():
        page.goto(f"/new/{game}")
        page.evaluate(_OPEN)
        check(f"new {game}")
        person.start(game, "p" + "c" * (seats(game) - 1))
        page.wait_for_selector(".turn.mine")
        page.evaluate(_OPEN)
        check(f"{game}, own turn")
    assert wrong == {}


@pytest.mark.parametrize(
    ("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop-light", "phone-dark"]
)
def test_axe_finds_nothing_in_the_states_of_a_table(
    open_page: Opener, size: dict[str, int], scheme: str
) -> None:
    page = open_page(size, scheme)
    person = Person(page, random.Random(0))
    wrong: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if found := faults(page):
            wrong[name] = found

    person.start("bounce", "pp")
    check("curtain")
    page.click("[data-act=show]")
    page.wait_for_selector("#panel-picture .usable")
    person.click("rotate")
    check("own cards, still to be looked at")
    person.start("pegs", "pp", {"quiet_limit": 2})
    person.click("A1")
    check("picked up")
    person.click("D1")
    check("refused")
    page.evaluate("document.documentElement.dataset.confirm = 'on'")
    person.click("A1")
    person.click("B1")
    page.wait_for_selector("#confirm:visible")
    check("to be confirmed")
    page.click("#confirm [data-yes]")
    page.evaluate("document.documentElement.dataset.confirm = 'off'")
    while not page.locator(".turn.over").count():
        seen = person.look()
        person.click(seen["usable"][0])
    check("over")
    # One end of d4 can go round c4, or both together: the page asks which.
    position = pivotry.new("pivotation").position()
    position["stacks"] = {"c4": ["d1", "d2"], "d4": ["d1", "d2"], "g7": ["l1"], "h7": ["l1"]}
    paths = Counter(
        notation.path(text, 0) for text in pivotry.from_position(position).legal_moves()
    )
    (source, to), _ = paths.most_common(1)[0]
    person = load(page, position)
    person.click(source)
    person.click(to)
    page.wait_for_selector("#chooser[open]")
    check("asked which move")
    page.goto("/")
    page.evaluate(_OPEN)
    check("home, with matches to go on with")
    assert wrong == {}


# --- what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", pivotry.games())
def test_every_place_is_said_with_what_stands_there(open_page: Opener, game: str) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start(game, "p" * seats(game))
    if page.locator("[data-act=show]").count():
        page.click("[data-act=show]")
        page.wait_for_selector("#panel-picture .usable")
    drawn = {str(at) for at in page.eval_on_selector_all("#panel-picture [data-at]", _NAMES)}
    tree = spoken(page)
    assert [node["name"] for node in tree if node["role"] == "application"] == ["Board"]
    buttons = {node["name"] for node in tree if node["role"] == "button"}
    said = page.evaluate("() => fetch(location.pathname + '/state').then(r => r.json())")["places"]
    assert drawn <= set(said)
    for at in drawn:
        assert said[at] in buttons or f"{said[at]}, can be used" in buttons, at
        # It begins with what the place is called, so that one can be told from another at once.
        assert len(said[at]) >= len(at.split()[0])
    # The same places are there as a grid or as lists.
    page.click("#words-box > summary")
    tree = spoken(page)
    if game in BOARDS:
        cells = [node for node in tree if node["role"] == "gridcell"]
        assert len(cells) == len(drawn)
        assert {node["role"] for node in tree} >= {"grid", "row", "rowheader"}
    else:
        assert len([n for n in tree if n["role"] == "listitem" and n["name"] == ""]) > 3
        assert page.locator("#panel-words [data-press]").count() >= len(drawn)


_NAMES = "all => all.map(e => e.dataset.at)"


def test_keys_walk_over_the_board_and_ask_about_it(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pc")
    focused = "document.activeElement.dataset.at"
    say = page.locator("#say")
    page.focus("#panel-picture [tabindex='0']")
    for key, place in (
        ("End", "A4"),
        ("Home", "A1"),
        ("PageDown", "D5"),
        ("Home", "D1"),
        ("ArrowUp", "C1"),
        ("PageUp", "A1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == place, key
    page.keyboard.press("m")
    expect(say).to_have_text("A1, moves: A1-B1")
    page.keyboard.press("p")
    expect(say).to_contain_text("D5: empty.")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-at=A1][aria-pressed=true]")
    page.keyboard.press("ArrowDown")
    assert "can be used" in (page.get_attribute("[data-at=B1]", "aria-label") or "")
    page.keyboard.press("Escape")
    page.wait_for_selector("[aria-pressed=true]", state="detached")
    page.keyboard.press("PageDown")
    page.keyboard.press("m")
    expect(say).to_have_text("D5: no move now.")


def test_moves_are_said_once_and_refusals_every_time(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    page.evaluate(
        """() => {
          window.heard = [];
          for (const id of ["say", "panel-notice"]) {
            const place = document.getElementById(id);
            new MutationObserver(() => place.innerText && heard.push(`${id}: ${place.innerText}`))
              .observe(place, { childList: true, subtree: true, characterData: true });
          }
        }"""
    )
    person.click("A1")
    person.click("B1")
    page.wait_for_timeout(200)
    heard = page.evaluate("window.heard.splice(0)")
    assert heard == ["say: Dark: A1 to B1. Dark to move."]
    for _ in range(2):
        person.click("D2")
        page.wait_for_timeout(100)
        heard = page.evaluate("window.heard.splice(0)")
        assert len(heard) == 1
        assert heard[0].startswith("panel-notice: There is no ring in D2.")


def test_the_board_in_words_can_be_played_from(open_page: Opener) -> None:
    page = open_page(PHONE)
    person = Person(page, random.Random(0))
    person.start("pegs", "pc")
    page.click("#words-box > summary")
    focused = "document.activeElement.dataset.press"
    page.focus("#panel-words [tabindex='0']")
    assert page.evaluate(focused) == "A1"
    for key, place in (
        ("ArrowRight", "A2"),
        ("End", "A4"),
        ("ArrowDown", "B4"),
        ("Control+End", "D5"),
        ("Control+Home", "A1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == place, key
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-words [data-press=A1][aria-pressed=true]")
    page.wait_for_selector(SETTLED)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-story >> text=A1-B1")
    page.wait_for_selector(SETTLED)
    # The focus is still there, in the same place; its arrows are for the grid alone.
    assert page.evaluate(focused) == "B1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert page.evaluate(focused) == "B1"
    expect(page.locator("#at-ply")).to_have_text("Move 1 of 1")
    assert "B1, a " in page.inner_text("#panel-words [data-press=B1]")


_WALK = """() => {
  const host = document.getElementById("panel-picture");
  const start = host.querySelector("[tabindex='0']");
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const seen = new Set([start]);
  for (const from of seen)
    for (const key of keys) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      seen.add(document.activeElement);
    }
  const names = (all) => [...new Set([...all].map((e) => e.dataset.at))].sort();
  return [names(seen), names(host.querySelectorAll("[data-at]"))];
}"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", pivotry.games())
def test_arrow_keys_lead_everywhere(open_page: Opener, game: str, size: dict[str, int]) -> None:
    page = open_page(size)
    person = Person(page, random.Random(0))
    person.start(game, "p" + "c" * (seats(game) - 1))
    page.wait_for_selector(".turn.mine")
    reached, there = page.evaluate(_WALK)
    assert reached == there
