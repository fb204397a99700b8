"""A person plays one whole game of each kind by clicking the picture."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person, Toucher, Typist

SHORT: dict[str, dict[str, Any]] = {
    "pivotation": {"board": "mini"},
    "pegs": {"quiet_limit": 12},
    "updown": {"games": 1, "hand": 4},
    "bounce": {"target": 1, "hand": 6},
}

SIZES = {"phone": PHONE, "tablet": DESKTOP, "desktop": DESKTOP}

# Fewer moves, where a key is pressed for every step of the way.
SHORTER: dict[str, dict[str, Any]] = {
    "pegs": {"quiet_limit": 6},
    "bounce": {"target": 1, "hand": 3},
}


@pytest.mark.parametrize("game", SHORT)
def test_against_the_computer(open_page: Opener, game: str) -> None:
    page = open_page(DESKTOP, "dark")
    person = Person(page, random.Random(1))
    person.set_up(game, "pc", SHORT[game])
    outcome = person.finish()
    assert "win" in outcome or "draw" in outcome
    page.screenshot(path=ARTEFACTS / f"over-{game}-desktop.png", full_page=True)
    page.click("[data-again]")
    page.wait_for_selector(".turn.over", state="detached")
    person.seated()
    # The next match has everybody one seat further.
    assert page.locator("#seat-0").input_value() == "level-3"


@pytest.mark.parametrize("size", ["phone", pytest.param("tablet", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SHORT)
def test_two_people_at_one_screen_by_touch(open_page: Opener, game: str, size: str) -> None:
    page = open_page(SIZES[size], touch=True)
    person = Toucher(page, random.Random(2))
    person.set_up(game, "pp", SHORT[game])
    outcome = person.finish()
    assert "win" in outcome or "draw" in outcome
    assert not page.evaluate("matchMedia('(any-hover: hover)').matches")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    page.screenshot(path=ARTEFACTS / f"over-{game}-{size}.png", full_page=True)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("pegs", "phone"),
        ("updown", "phone"),
        ("pivotation", "desktop"),
        ("bounce", "desktop"),
        pytest.param("pegs", "desktop", marks=pytest.mark.slow),
        pytest.param("updown", "desktop", marks=pytest.mark.slow),
        pytest.param("pivotation", "phone", marks=pytest.mark.slow),
        pytest.param("bounce", "phone", marks=pytest.mark.slow),
    ],
)
def test_two_people_with_keys_alone(open_page: Opener, game: str, size: str) -> None:
    page = open_page(SIZES[size])
    person = Typist(page, random.Random(4))
    person.set_up(game, "pp", {**SHORT[game], **SHORTER.get(game, {})})
    outcome = person.finish()
    assert "win" in outcome or "draw" in outcome
    # What comes next is in reach as well.
    person.press(page.locator("[data-again]"))
    page.wait_for_selector(".turn.over", state="detached")
