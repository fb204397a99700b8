"""What a table offers beside the play: links, files, fair cards, marks, names."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

import pivotry
from pivotry import raster, registry
from pivotry.match import Match

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person, Typist
from .test_access import faults
from .test_page import load


def finished(game: str) -> Match:
    options = {"bounce": {"target": 1}, "updown": {"games": 1}}[game]
    match = pivotry.new(game, 3, seed=3, **options)
    chosen = random.Random(3)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    return match


def saved(page: Page, selector: str, timeout: float = 120_000) -> tuple[str, bytes]:
    """The file that a click saves."""
    with page.expect_download(timeout=timeout) as got:
        page.click(selector)
    return got.value.suggested_filename, Path(got.value.path()).read_bytes()


@pytest.mark.parametrize("game", ["bounce", "updown"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_after_a_match_all_hands_lie_open_and_every_card_can_be_checked(
    open_page: Opener, game: str, size: dict[str, int]
) -> None:
    page = open_page(size)
    match = finished(game)
    load(page, match.record())
    page.click("[data-go=first]")
    page.wait_for_selector("#branch:not([hidden])")
    for hand in match.earlier(0).position()["hands"]:
        for card in hand:
            assert page.locator(f"[data-piece='{card}']").count() >= 1
    page.evaluate("scrollTo(0, 0)")
    if size == PHONE:
        expect(page.locator("[data-go=on]")).to_be_in_viewport()  # however high the table is
    page.click("#fair-box > summary")
    page.click("#check-cards")
    expect(page.locator("#checked .fine").first).to_contain_text("Dealt fairly")
    if game == "bounce":
        assert faults(page) == []
    page.screenshot(path=ARTEFACTS / f"after-{game}-{size['width']}.png", full_page=True)


def test_files_of_the_position_that_is_looked_at(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for place in ("A1", "B1", "A2", "A1"):
        person.click(place)
    page.click("[data-go=back]")
    page.wait_for_selector("#branch:not([hidden])")
    page.click("#take-box > summary")
    name, svg = saved(page, "[data-take][href*='.svg']")
    assert name.endswith("-1.svg")
    assert b'data-piece="B1.1"' in svg
    name, png = saved(page, "[data-take][href*='.png']")
    assert name.endswith("-1.png")
    assert Image.open(io.BytesIO(png)).size[1] == 1200
    name, gif = saved(page, "[data-film]")
    assert name.endswith(".gif")
    assert Image.open(io.BytesIO(gif)).n_frames == 3  # type: ignore[attr-defined]
    name, record = saved(page, "#take-box a[href$='/record']")
    assert json.loads(record)["moves"] == ["A1-B1", "A2-A1"]


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_film_shows_how_far_it_is_and_can_be_let_go(
    open_page: Opener, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_form: str, _svgs: list[str], *rest: Any) -> bytes:
        _longest, _seconds, stop, painted = rest
        painted(7)
        stop.wait(60)
        raise raster.Unpainted("let go")

    monkeypatch.setattr(raster, "apart", slow)
    page = open_page(PHONE)
    person = (Person if way == "mouse" else Typist)(page, random.Random(0))
    match, chance = pivotry.new("pivotation", seed=1), random.Random(1)
    while match.result is None and match.ply < 60:
        match.play(chance.choice(match.legal_moves()))
    load(page, match.record())
    person.press(page.locator("#take-box > summary"))
    film, bar = page.locator("[data-film]"), page.locator("#film-bar")
    expect(bar).to_be_hidden()
    person.press(film)
    expect(film).to_have_text(re.compile("7 of 61 pictures"))
    expect(bar).to_be_visible()
    assert 0 < bar.evaluate("bar => bar.position") < 1
    page.locator("#take-box").screenshot(path=ARTEFACTS / f"film-{way}.png")
    person.press(film)
    expect(film).to_have_text("Film (GIF)")
    expect(bar).to_be_hidden()
    expect(page.locator("#panel-notice")).to_be_empty()


def test_a_link_opens_the_table_at_a_ply(open_page: Opener) -> None:
    page, other = open_page(), open_page(PHONE)
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for place in ("A1", "B1", "A2", "A1"):
        person.click(place)
    page.click("[data-go=back]")
    page.wait_for_selector("#branch:not([hidden])")
    page.click("#share")
    expect(page.locator("#share")).to_have_text("Copied")
    link = page.input_value("#share-link")
    assert link.endswith("?ply=1")
    other.goto(link)
    other.click("#door button.button")
    other.wait_for_url("**/table/*?ply=1")
    expect(other.locator("#at-ply")).to_have_text("Move 1 of 2")
    expect(other.locator("[data-piece='B1.1']")).to_have_count(1)
    other.screenshot(path=ARTEFACTS / "shared-ply-phone.png", full_page=True)
    other.click("[data-go=last]")
    expect(other.locator("#at-ply")).to_have_text("Move 2 of 2")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_steps_of_chance_are_shown_between_the_moves(
    open_page: Opener, size: dict[str, int]
) -> None:
    match = finished("updown")
    total = match.made()
    assert total < match.ply
    page = open_page(size)
    load(page, match.record())
    label = page.locator("#at-ply")
    expect(label).to_have_text(f"Move {total} of {total}")
    for ply in range(match.ply - 1, match.ply - 8, -1):
        page.click("[data-go=back]")
        said = {
            "move": "", "draw": "then a card drawn", "deal": "then a new deal"
        }[match.log()[ply - 1].kind]  # fmt: skip
        expect(label).to_have_text(f"Move {match.made(ply)} of {total}{said}")
    drawn = next(n for n, entry in enumerate(match.log()) if entry.kind == "draw")
    page.click(f"#panel-story [data-ply='{drawn + 1}']")
    expect(label).to_have_text(f"Move {match.made(drawn + 1)} of {total}then a card drawn")
    here = page.locator("#panel-story li:has([aria-current])")
    assert int(here.get_attribute("value") or 0) == match.made(drawn + 1)
    page.screenshot(path=ARTEFACTS / f"moves-counted-{size['width']}.png", full_page=True)


@pytest.mark.parametrize("ply", ["abc", "3", "-1", ""])
def test_a_link_to_no_position_opens_the_present_one_and_says_so(
    open_page: Opener, ply: str
) -> None:
    page = open_page(PHONE)
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for place in ("A1", "B1", "A2", "A1"):
        person.click(place)
    page.goto(f"{page.url}?ply={ply}")
    expect(page.locator("#panel-notice .calm")).to_contain_text("this is the last one")
    expect(page.locator("#at-ply")).to_have_text("Move 2 of 2")
    if ply == "abc":
        page.screenshot(path=ARTEFACTS / "no-such-ply-phone.png")


def test_a_look_that_the_server_has_no_time_for_is_told_of_and_tried_again(
    open_page: Opener,
) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for place in ("A1", "B1", "A2", "A1"):
        person.click(place)
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        body = json.dumps({"notice": '<p class="notice">Not so fast.</p>'})
        route.fulfill(status=429, headers={"Retry-After": "1"}, body=body)

    page.route("**/past?*", busy)
    page.click("[data-go=back]")
    expect(page.locator("#panel-notice")).to_contain_text("Not so fast")
    expect(page.locator("#at-ply")).to_have_text("Move 1 of 2")
    expect(page.locator("#panel-notice")).to_be_empty()
    assert len(asked) == 2


TALL = {"width": 390, "height": 844}
# How much of the height of something is on the screen.
_IN_SIGHT = """(selector) => {
  const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
  return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
}"""


# Everything that a screen reader is told from now on.
_LISTEN = """() => {
  window.said = [];
  const place = document.getElementById("say");
  const listener = new MutationObserver(() => said.push(place.textContent.trim()));
  listener.observe(place, { childList: true });
}"""


def test_marks_stand_in_the_log_and_the_graph_leads_to_moves(open_page: Opener) -> None:
    page = open_page()
    match = pivotry.new("pivotation", board="mini")  # where blunders are proved to be some
    chosen = random.Random(3)
    while match.turn is not None and match.ply < 14:
        match.play(chosen.choice(match.legal_moves()))
    load(page, match.record())
    page.evaluate(_LISTEN)
    page.click("[data-advice=analysis]")
    page.focus("[data-cancel]")
    page.keyboard.press("Enter")
    expect(page.locator("#analysis-box")).to_be_hidden()
    expect(page.locator("[data-advice=analysis]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel-analysis .graph svg", timeout=180_000)
    assert faults(page) == []
    # How far it is changes all the time: nobody is told.
    begun, there = "The analysis has begun.", "The analysis is there."
    assert page.evaluate("said") == [begun, "The analysis has been cancelled.", begun, there]
    assert page.locator("[aria-live] #panel-analysis, #panel-analysis[aria-live]").count() == 0
    marks = page.locator("#panel-story .mark")
    expect(marks.first).to_be_visible()
    # It stands beside the board, and a move that would have been better is seen on the board.
    assert page.evaluate(_IN_SIGHT, "#panel-analysis .graph") > 0.9
    page.locator(".worst button").last.click()
    expect(page.locator("#looking .turn")).to_contain_text("Better: ")
    expect(page.locator("#panel-picture.hinted .ghost").first).to_be_attached()
    assert page.locator("#panel-picture .lit").count() >= 2
    assert page.evaluate(_IN_SIGHT, "#panel-picture svg") > 0.9
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    page.locator(".worst button").first.click()
    assert page.evaluate(_IN_SIGHT, "#panel-picture svg") > 0.9
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    ply = page.get_attribute("#panel-story button:has(.mark)", "data-ply")
    page.click("#panel-story button:has(.mark)")
    expect(page.locator("#at-ply")).to_have_text(f"Move {ply} of 14")
    assert page.input_value("#graph-ply") == ply
    page.focus("#graph-ply")
    page.keyboard.press("Home")
    expect(page.locator("#at-ply")).to_have_text("Move 0 of 14")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#at-ply")).to_have_text("Move 1 of 14")
    page.locator(".graph .plies [data-ply='7']").click()
    expect(page.locator("#at-ply")).to_have_text("Move 7 of 14")
    expect(page.locator(".graph .here")).to_have_attribute("visibility", "visible")
    page.screenshot(path=ARTEFACTS / "analysis-marks.png", full_page=True)


def test_a_name_is_changed_seen_by_others_and_offered_again(open_page: Opener) -> None:
    page, friend = open_page(), open_page(PHONE)
    page.goto("/new/pegs")
    page.select_option("#kind1", "open")
    page.click("button.button")
    page.wait_for_selector("#join-1")
    friend.goto(page.input_value("#join-1"))
    friend.fill("#name", "Yara")
    friend.click("#door button.button")
    friend.wait_for_selector("#panel-picture svg")
    page.click("[data-rename='0']")
    page.fill("#new-name", "")
    page.click("#rename button.button")
    expect(page.locator("#rename-fault")).to_contain_text("40 characters")
    page.fill("#new-name", "Zoë")
    page.keyboard.press("Enter")
    expect(friend.locator("#panel-seats")).to_contain_text("Zoë")
    expect(page.locator("#renamer")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "rename-0"
    assert friend.locator("[data-rename]").count() == 1
    friend.screenshot(path=ARTEFACTS / "named-phone.png", full_page=True)
    page.goto("/new/bounce")
    assert page.input_value("#name0") == "Zoë"
    page.goto("/")
    page.click("[data-game=bounce] [data-start=alone]")
    page.wait_for_selector("#panel-picture svg")
    expect(page.locator("#panel-seats")).to_contain_text("Zoë")
    friend.goto("/new/pegs")
    assert friend.input_value("#name0") == "Yara"


def test_a_file_dropped_on_the_first_page_is_loaded(open_page: Opener) -> None:
    page = open_page()
    page.goto("/")
    match = pivotry.new("pegs")
    match.play("A1-B1")
    record = match.record()
    drop = """async ([name, text]) => {
      const carried = new DataTransfer();
      if (name) carried.items.add(new File([text], name));
      else carried.setData('text/plain', text);
      const target = document.querySelector('h1');
      for (const kind of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(kind, {
          bubbles: true, cancelable: true, dataTransfer: carried }));
    }"""
    wrong = {**record, "moves": ["A1-B1", "A1-A2"]}
    page.evaluate(drop, ["wrong.json", json.dumps(wrong)])
    expect(page.locator("#faults .notice")).to_contain_text("ply 1", ignore_case=True)
    page.evaluate(drop, ["large.json", "x" * 1_000_001])
    expect(page.locator("#faults .notice")).to_contain_text("too large")
    expect(page.locator("#text")).to_have_value("")
    line = registry.get("pegs").fen.write(match.position())
    page.evaluate(drop, ["", line])
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-piece='B1.1']")).to_have_count(1)
