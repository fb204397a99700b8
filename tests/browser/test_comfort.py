"""What each reader can set for themselves, and what makes playing comfortable."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

import pivotry

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person

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
        "confirm": "off",
    }
    assert page.evaluate(GROUND) == dark
    page.screenshot(path=ARTEFACTS / "bounce-dark-contrast.png")
    # A second page of the same browser follows.
    other = page.context.new_page()
    other.goto("/")
    choose(other, "theme", "light")
    page.wait_for_function("document.documentElement.dataset.theme === 'light'")


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
