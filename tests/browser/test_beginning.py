"""How a match begins on the first page: against whom, with how many, and by which name."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person, Toucher, Typist


def language(page: Page, code: str) -> None:
    page.goto("/")
    page.context.add_cookies([{"name": "pivotry_language", "value": code, "url": page.url}])
    page.goto("/")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_what_play_now_is_about_is_chosen_and_kept(open_page: Opener, way: str) -> None:
    page = open_page(PHONE if way == "touch" else DESKTOP, touch=way == "touch")
    kind = {"mouse": Person, "touch": Toucher, "keys": Typist}[way]
    person = kind(page, random.Random(0))
    page.goto("/")
    box = page.locator("[data-game=bounce]")
    level, players = box.locator("[data-pick=level]"), box.locator("[data-pick=players]")
    assert (level.input_value(), players.input_value()) == ("2", "4")
    for field, value in ((level, "3"), (players, "2")):
        person.pick(field, value)
    box.screenshot(path=ARTEFACTS / f"chooser-{way}.png")
    person.press(box.locator("[data-start=alone]"))
    person.seated()
    expect(page.locator("#panel-seats")).to_contain_text("Amateur 2")
    expect(page.locator("#panel-seats tbody tr")).to_have_count(2)
    # The next time it is chosen already, for this game alone.
    page.goto("/")
    assert (level.input_value(), players.input_value()) == ("3", "2")
    assert page.locator("[data-game=updown] [data-pick=level]").input_value() == "2"
    # What cannot be is not chosen.
    page.evaluate(
        """localStorage.setItem("pivotry-start", '{"bounce": {"level": 90}, "pegs": 7}')"""
    )
    page.reload()
    assert (level.input_value(), players.input_value()) == ("2", "4")
    page.evaluate("""localStorage.setItem("pivotry-start", "null")""")
    page.reload()
    person.press(page.locator("[data-game=pegs] [data-start=alone]"))
    person.seated()


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("width", [360, 390, 820, 1024, 1280, 1920])
def test_the_chooser_fits_its_box(open_page: Opener, width: int, code: str) -> None:
    page = open_page({"width": width, "height": 900})
    language(page, code)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in page.locator("article.game").all():
        around = box.bounding_box()
        assert around is not None
        for part in box.locator("select, button, .sample").all():
            inside = part.bounding_box()
            assert inside is not None
            assert around["x"] <= inside["x"]
            assert inside["x"] + inside["width"] <= around["x"] + around["width"]


@pytest.mark.parametrize("keys", [False, True])
def test_who_invites_says_a_name_that_friends_read_and_the_browser_keeps(
    open_page: Opener, keys: bool
) -> None:
    page = open_page(PHONE, touch=not keys)
    host = (Typist if keys else Toucher)(page, random.Random(0))
    page.goto("/")
    host.press(page.locator("[data-game=bounce] [data-start=friends]"))
    host.seated()
    form = page.locator("[data-naming]")
    page.locator(".naming").screenshot(path=ARTEFACTS / f"naming-{'keys' if keys else 'touch'}.png")
    host.write(form.locator("input"), "Zoë")
    host.press(form.get_by_role("button"))
    expect(form).to_have_count(0)
    expect(page.locator("#rename-0")).to_be_focused()
    guest = open_page()
    guest.goto(page.locator("#join-1").input_value())
    expect(guest.locator("main")).to_contain_text("You are invited to play with Zoë")
    page.goto("/")
    host.press(page.locator("[data-game=pegs] [data-start=friends]"))
    host.seated()
    expect(page.locator("#panel-seats")).to_contain_text("Zoë")
    expect(form).to_have_count(0)


def test_two_at_a_screen_say_both_names_and_the_first_one_is_kept(open_page: Opener) -> None:
    page = open_page()
    typist = Typist(page, random.Random(0))
    page.goto("/")
    typist.press(page.locator("[data-game=updown] [data-start=screen]"))
    typist.seated()
    page.locator(".naming").screenshot(path=ARTEFACTS / "naming-screen.png")
    typist.write(page.locator("#called-0"), "Zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#called-1")).to_be_focused()
    page.keyboard.insert_text("zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-notice")).to_contain_text("Another seat of this table is called")
    expect(page.locator("#called-1")).to_be_focused()
    typist.write(page.locator("#called-1"), "Ben")
    page.keyboard.press("Enter")
    expect(page.locator("[data-naming]")).to_have_count(0)
    expect(page.locator("#panel-notice")).to_be_empty()
    expect(page.locator("#rename-1")).to_be_focused()
    for name in ("Zoë", "Ben"):
        expect(page.locator("#panel-picture")).to_contain_text(name)
    page.goto("/new/pegs")
    assert page.locator("#name0").input_value() == "Zoë"
