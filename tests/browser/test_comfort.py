"""What each reader can set for themselves, and what makes playing comfortable."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

import pivotry

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import AHEAD, Person, seat, turn, two

GROUND = "getComputedStyle(document.body).backgroundColor"


def choose(page: Page, name: str, value: str) -> None:
    """Set something in the settings, opened and closed for it."""
    page.click("#settings-open")
    page.locator(f"#settings [name={name}][value={value}]").check()
    page.click("#settings .button")


def switch(page: Page, name: str) -> None:
    page.click("#settings-open")
    page.locator(f"#settings [name={name}]").click()
    page.click("#settings .button")


# --- settings -----------------------------------------------------------------------------------


def test_settings_are_remembered_and_there_before_the_page_is_drawn(open_page: Opener) -> None:
    page = open_page(DESKTOP, "light")
    page.goto("/")
    light = page.evaluate(GROUND)
    choose(page, "theme", "dark")
    dark = page.evaluate(GROUND)
    assert dark != light
    choose(page, "text", "larger")
    choose(page, "pieces", "contrast")
    strong = page.evaluate(GROUND)
    assert strong not in (dark, light)
    choose(page, "motion", "off")
    sample = page.locator("img.sample").first
    assert (sample.get_attribute("src") or "").endswith("?theme=dark&pieces=contrast")
    # A page without its body yet has everything: nothing changes while it appears.
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.body) return;
          observer.disconnect();
          window.first = { ...document.documentElement.dataset };
        }).observe(document, { childList: true, subtree: true });"""
    )
    person = Person(page, random.Random(0))
    person.start("bounce", "pp")
    first = page.evaluate("window.first")
    assert first == {
        "theme": "dark",
        "text": "larger",
        "pieces": "contrast",
        "motion": "off",
        "sound": "on",
        "phrases": "on",
        "confirm": "off",
    }
    assert page.evaluate(GROUND) == strong
    page.screenshot(path=ARTEFACTS / "bounce-dark-contrast.png")
    # A second page of the same browser follows.
    other = page.context.new_page()
    other.goto("/")
    choose(other, "theme", "light")
    page.wait_for_selector(":root[data-theme=light]", state="attached")


def test_what_cannot_be_read_is_as_usual(open_page: Opener) -> None:
    page = open_page()
    for kept in ("{", '"x"', "null", '{"theme": "pink", "text": 5, "more": {}}'):
        page.goto("/")
        page.evaluate("kept => localStorage.setItem('pivotry-settings', kept)", kept)
        page.reload()
        assert page.evaluate("document.documentElement.dataset.theme") == "auto"
        assert page.evaluate("document.documentElement.dataset.text") == "usual"
    page.click("#settings-open")
    assert page.locator("#settings [name=text]:checked").get_attribute("value") == "usual"


def test_the_language_is_chosen_in_the_settings(open_page: Opener) -> None:
    page = open_page()
    page.goto("/new/pegs")
    codes = page.locator("#settings [name=language] option").evaluate_all(
        "all => all.map(o => o.value)"
    )
    for code in [code for code in codes if code]:
        page.click("#settings-open")
        with page.expect_navigation():
            page.select_option("#language", code)
        assert page.evaluate("document.documentElement.lang") == code
        page.click("#settings-open")
        assert page.locator("#language").input_value() == code
        page.keyboard.press("Escape")
    page.click("#settings-open")
    with page.expect_navigation():
        page.select_option("#language", "")
    assert page.context.cookies()[0]["name"] != "pivotry_language"


@pytest.mark.parametrize("text", ["small", "larger"])
def test_any_size_of_text_fits_a_phone(open_page: Opener, text: str) -> None:
    page = open_page(PHONE)
    page.goto("/")
    choose(page, "text", text)
    person = Person(page, random.Random(0))
    body = "getComputedStyle(document.querySelector('#main')).fontSize"
    assert page.evaluate(body) == {"small": "14.4px", "larger": "22px"}[text]
    wide = "document.documentElement.scrollWidth"
    for path in ("/", "/rules/pegs", "/new/updown"):
        page.goto(path)
        assert page.evaluate(wide) <= PHONE["width"], path
    for game in pivotry.games():
        person.start(game, "pc")
        page.click("#settings-open")
        box = page.locator("#settings").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        page.keyboard.press("Escape")
        assert page.evaluate(wide) <= PHONE["width"], game
    page.screenshot(path=ARTEFACTS / f"table-phone-{text}.png", full_page=True)


# --- asked before each move ---------------------------------------------------------------------


def test_a_move_is_shown_before_it_is_played(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    page.goto("/")
    switch(page, "confirm")
    person.start("pegs", "pp")
    bar = page.locator("#confirm")
    person.click("A1")
    person.click("B1")
    expect(bar).to_be_visible()
    expect(bar).to_contain_text("Play A1-B1?")
    assert set(page.locator(AHEAD).evaluate_all("all => all.map(e => e.dataset.at)")) == {
        "A1",
        "B1",
    }
    # What would stand there is seen already, half.
    expect(page.locator("#panel-picture .ghost .ring")).to_have_count(1)
    page.screenshot(path=ARTEFACTS / "confirm-pegs.png")
    assert page.inner_text("#panel-story") == "Nothing yet."
    bar.locator("button:not([data-yes])").click()
    expect(bar).to_be_hidden()
    assert page.locator(AHEAD).count() == 0
    assert page.locator("#panel-picture .ghost").count() == 0
    # A click elsewhere lets it go, and counts.
    person.click("A1")
    person.click("B1")
    person.click("A2")
    expect(bar).to_be_hidden()
    page.wait_for_selector("[data-at=A2][aria-pressed=true]")
    # The place where it goes, once more, plays it; so does the button, and Enter.
    person.click("B2")
    person.click("B2")
    page.wait_for_selector("#panel-story >> text=A2-B2")
    person.click("A3")
    person.click("B3")
    page.click("#confirm [data-yes]")
    page.wait_for_selector("#panel-story >> text=A3-B3")
    page.click("#moves-box > summary")
    page.focus("[data-move]")
    move = page.locator("[data-move]").first.get_attribute("data-move")
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm [data-yes]:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#panel-story >> text={move}")


def test_the_ghost_of_a_bar_lies_where_the_bar_will(open_page: Opener) -> None:
    page = open_page(PHONE)
    person = Person(page, random.Random(0))
    page.goto("/")
    switch(page, "confirm")
    person.start("pivotation", "pp")
    person.click("f1")
    person.click("d2")
    ghost = page.locator("#panel-picture .ghost")
    expect(ghost).to_have_count(1)
    seen = ghost.bounding_box()
    page.screenshot(path=ARTEFACTS / "confirm-pivotation-phone.png")
    page.click("#confirm [data-yes]")
    page.wait_for_selector("#panel-story >> text=f1-d2")
    expect(ghost).to_have_count(0)
    page.wait_for_timeout(600)
    name = page.locator("#panel-picture [data-ends*='d2,']").last.get_attribute("data-piece")
    bar = page.locator(f"#panel-picture [data-piece='{name}']").last.bounding_box()
    assert seen is not None
    assert bar is not None
    assert seen == {key: pytest.approx(value, abs=12) for key, value in bar.items()}


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_the_ghost_of_a_card_lies_where_it_goes(open_page: Opener, game: str) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    page.goto("/")
    switch(page, "confirm")
    person.start(game, "pc")
    page.wait_for_selector(".turn.mine", timeout=60_000)
    ghost = page.locator("#panel-picture .ghost")
    for name in person.look()["usable"]:
        person.click(name)
        if page.locator("[data-at=p1].usable").count():
            person.click("p1")
        if ghost.count():
            break
        page.keyboard.press("Escape")
        if page.locator("#confirm:visible").count():
            page.click("#confirm button:not([data-yes])")
    marked = page.locator("#panel-picture .card.ahead").count()
    expect(ghost).to_have_count(marked if game == "bounce" else 1)
    expect(page.locator("#confirm")).to_be_visible()
    page.screenshot(path=ARTEFACTS / f"confirm-{game}.png")
    page.click("#confirm button:not([data-yes])")
    expect(ghost).to_have_count(0)


# --- sounds -------------------------------------------------------------------------------------

_LISTEN = """window.heard = [];
for (const [type, name] of [[OscillatorNode, "tone"], [AudioBufferSourceNode, "noise"]]) {
  const start = type.prototype.start;
  type.prototype.start = function (...when) {
    heard.push(name);
    return start.apply(this, when);
  };
}"""


def test_moves_are_heard_unless_sounds_are_off(open_page: Opener) -> None:
    page = open_page()
    page.add_init_script(_LISTEN)
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")

    def heard() -> set[str]:
        page.wait_for_timeout(100)
        return set(page.evaluate("window.heard.splice(0)"))

    assert heard() == set()
    person.click("A1")
    heard()
    person.click("B1")
    assert heard() == {"tone", "noise"}
    person.click("D1")
    assert heard() == {"tone"}
    switch(page, "sound")
    heard()
    person.click("A2")
    person.click("B2")
    page.wait_for_selector("#panel-story >> text=A2-B2")
    assert heard() == set()


def test_who_wants_little_motion_has_no_sounds_at_first(chrome: Browser, site: str) -> None:
    context = chrome.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    assert page.evaluate("document.documentElement.dataset.sound") == "off"
    switch(page, "sound")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.sound") == "on"
    context.close()


# --- motion and dragging ------------------------------------------------------------------------

_FLOWN = """window.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  if (this.closest(".flying")) flown += 1;
  return animate.apply(this, how);
};"""


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_the_moves_of_every_seat_at_one_screen_are_seen(open_page: Opener, game: str) -> None:
    page = open_page()
    page.add_init_script(_FLOWN)
    person = Person(page, random.Random(0))
    person.start(game, "ppp")
    for _ in range(3):
        page.click("[data-act=show]")
        page.wait_for_selector("#panel-picture .usable")
        page.evaluate("window.flown = 0")
        # A card is drawn and kept, or a set is laid down: not the turning of a hand, which stays.
        name = "draw" if game == "updown" else person.look()["usable"][-1]
        person.click(name)
        if game == "bounce":
            own = page.locator("#panel-picture .area.usable").first.get_attribute("data-at")
            assert own is not None
            person.click(own)
        assert page.evaluate("window.flown") > 0
        if page.locator("[data-at=keep]").count():
            person.click("keep")
        if page.locator("#panel-status .button[data-act=hide]").count():
            page.click("#panel-status .button[data-act=hide]")
        page.wait_for_selector("[data-act=show]")


@pytest.mark.parametrize("game", ["pivotation", "pegs"])
def test_the_moves_of_both_sides_of_a_board_are_seen(open_page: Opener, game: str) -> None:
    page = open_page()
    page.add_init_script(_FLOWN)
    person = Person(page, random.Random(0))
    person.start(game, "pp")
    for _ in range(4):
        person.click(person.look()["usable"][0])
        page.evaluate("window.flown = 0")
        seen = person.look()
        person.click(next(name for name in seen["usable"] if name != seen["picked"]))
        assert page.evaluate("window.flown") > 0


def test_the_hand_keeps_what_it_holds_when_news_come(open_page: Opener) -> None:
    host, guest = two(open_page, "pivotation")
    page = host.page
    at = {}
    for name in ("a2", "b3"):
        point = host.point(name)
        assert point is not None
        at[name] = point
    page.mouse.move(*at["a2"])
    page.mouse.down()
    page.mouse.move(at["a2"][0], at["a2"][1] - 30, steps=4)
    page.wait_for_selector("#panel-picture.dragging .in-hand")
    # The other gives up: a new state, and no turn any more.
    guest.page.click("[data-resign]")
    guest.page.click("[data-resign]")
    page.wait_for_selector(".turn.over")
    assert page.locator("#panel-picture.dragging .in-hand").count() == 1
    page.mouse.move(*at["b3"], steps=4)
    assert page.locator("#panel-picture .in-hand").count() == 1
    page.mouse.up()
    page.wait_for_selector("#panel-picture .in-hand", state="detached")
    assert page.inner_text("#panel-story") == "Light gives up."
    assert page.locator("#panel-picture .usable").count() == 0


def test_a_move_dragged_while_news_come_is_played(open_page: Opener) -> None:
    host, guest = two(open_page, "pivotation")
    page = host.page
    host.click("a2")
    host.click("b3")
    guest.page.wait_for_selector(".turn.mine")
    moves = guest.page.eval_on_selector_all("[data-move]", "all => all.map(e => e.dataset.move)")
    source, target = next(m.split("-") for m in moves if m[0].isalpha())
    start = guest.point(source)
    assert start is not None
    drag = guest.page.mouse
    drag.move(*start)
    drag.down()
    drag.move(start[0] + 12, start[1] + 12, steps=3)
    guest.page.wait_for_selector("#panel-picture.dragging .in-hand")
    # The other asks to take back: a new state of the same position.
    page.click("[data-act=undo]")
    guest.page.wait_for_selector(".offer")
    assert guest.page.locator("#panel-picture.dragging .in-hand").count() == 1
    end = guest.point(target)
    assert end is not None
    drag.move(*end, steps=4)
    drag.up()
    page.wait_for_selector(f"#panel-story >> text={source}-{target}")


# --- panels -------------------------------------------------------------------------------------


def test_panels_keep_what_somebody_is_doing_in_them(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs")
    page = host.page
    for box in ("moves", "take", "links"):
        page.locator(f"#{box}-box > summary").click()
    page.fill("#typed", "half a mo")
    chosen = page.locator("#links-box input").first
    chosen.focus()
    identity = page.evaluate("self.kept = document.activeElement; self.kept.id")
    turn(host)
    guest.page.wait_for_selector(".turn.mine")
    chosen.focus()
    guest.click("A2")
    guest.click("B2")
    expect(page.locator("#panel-story li")).to_have_count(3)
    # The very same elements, not others like them.
    assert page.evaluate("document.activeElement === self.kept")
    assert page.evaluate("document.activeElement.id") == identity
    for box in ("moves", "take", "links"):
        assert page.evaluate(f"document.querySelector('#{box}-box').open"), box
    assert page.input_value("#typed") == "half a mo"


def test_a_seat_given_in_vain_shows_who_sits_there(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    page.evaluate(
        """() => {
          const real = window.fetch;
          window.fetch = (url, how) => String(url).includes("/seat?")
            ? real(url, { ...how, body: how.body.replace("level-5", "level-99") })
            : real(url, how);
        }"""
    )
    seat(page, 1, "level-5")
    page.wait_for_selector("#panel-notice .notice")
    assert page.input_value("#seat-1") == "person"


def test_a_story_scrolled_up_in_stays_there(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for _ in range(9):
        seen = person.look()
        person.click(seen["usable"][0])
        person.click(person.look()["usable"][-1])
    story = page.locator("#panel-story")
    story.evaluate("e => { e.style.maxHeight = '6rem'; e.scrollTop = 20; }")
    moves = page.locator("#panel-story li").count()
    page.click("#moves-box > summary")
    page.locator("[data-move]").first.click()
    expect(page.locator("#panel-story li")).to_have_count(moves + 1)
    assert story.evaluate("e => e.scrollTop") == 20
    story.evaluate("e => { e.scrollTop = e.scrollHeight; }")
    page.locator("[data-move]").first.click()
    expect(page.locator("#panel-story li")).to_have_count(moves + 2)
    assert story.evaluate("e => e.scrollTop + e.clientHeight > e.scrollHeight - 2")
