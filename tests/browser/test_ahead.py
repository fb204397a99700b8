"""Moves and cards chosen ahead, while others are to move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import AHEAD, turn, two


def test_a_move_chosen_ahead_is_played_when_the_turn_comes(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs")
    asked: list[str] = []
    guest.page.on(
        "request", lambda sent: asked.append(sent.method) if "/table/" in sent.url else None
    )
    guest.click("A2")
    guest.click("B2")
    ahead = guest.page.locator(AHEAD)
    assert ahead.count() == 2
    guest.page.screenshot(path=ARTEFACTS / "ahead-pegs-phone.png")
    expect(guest.page.locator("#say")).to_contain_text("A2 to B2 is chosen for your turn")
    assert asked == []
    turn(host)
    guest.page.wait_for_selector("#panel-story >> text=A2-B2")
    host.page.wait_for_selector("#panel-story >> text=A2-B2")
    assert asked == ["POST"]
    assert ahead.count() == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_both_moves_of_a_turn_are_chosen_ahead(open_page: Opener, size: dict[str, int]) -> None:
    host, guest = two(open_page, "pegs", size)
    for peg in ("A2", "B2", "B2", "B3"):
        guest.click(peg)
    ahead = guest.page.locator(AHEAD)
    assert set(ahead.evaluate_all("all => all.map(e => e.dataset.at)")) == {"A2", "B2", "B3"}
    expect(guest.page.locator("#say")).to_contain_text("Then B2 to B3 is chosen for your turn")
    guest.page.screenshot(path=ARTEFACTS / f"ahead-both-{size['width']}.png")
    turn(host)
    host.page.wait_for_selector("#panel-story >> text=B2-B3")
    told = host.page.locator("#panel-story .move").all_inner_texts()
    assert [line.split()[-1] for line in told] == ["A1-B1", "A4-B4", "A2-B2", "B2-B3"]
    expect(ahead).to_have_count(0)
    host.page.wait_for_selector(".turn.mine")


def test_the_second_move_chosen_ahead_depends_on_the_first(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs")
    ahead = guest.page.locator(AHEAD)
    notice = guest.page.locator("#panel-notice .notice")
    # The first cannot be played, so the second, which could, is not.
    for peg in ("D1", "A1", "A2", "B2"):
        guest.click(peg)
    turn(host)
    expect(notice).to_have_text("The move that you chose, D1 to A1, is not possible now.")
    expect(ahead).to_have_count(0)
    assert "A2-B2" not in guest.page.inner_text("#panel-story")
    # The first is played, the second cannot be.
    for peg in ("A2", "B2", "A3", "B3"):
        guest.click(peg)
    host.page.wait_for_selector(".turn.mine")
    for peg in ("A1", "B1", "C1", "C2"):
        guest.click(peg)
    guest.click("C3")  # a fifth click lets go of all
    expect(ahead).to_have_count(0)
    for peg in ("A3", "A2", "C1", "C2"):
        guest.click(peg)
    for peg in ("B1", "B2", "B4", "B3"):
        host.click(peg)
    guest.page.wait_for_selector("#panel-story >> text=A3-A2")
    expect(notice).to_have_text("The move that you chose, C1 to C2, is not possible now.")
    guest.page.wait_for_selector(".turn.mine")
    expect(ahead).to_have_count(0)


def test_a_move_can_be_chosen_ahead_by_dragging(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs", DESKTOP)
    hand = guest.page.mouse
    for name, act in (("A3", hand.down), ("B3", hand.up)):
        point = guest.point(name)
        assert point is not None
        hand.move(*point, steps=4)
        act()
    marked = guest.page.locator(AHEAD).evaluate_all("all => all.map(e => e.dataset.at)")
    assert set(marked) == {"A3", "B3"}
    turn(host)
    guest.page.wait_for_selector("#panel-story >> text=A3-B3")


def test_a_move_chosen_ahead_that_cannot_be_played_is_dropped(open_page: Opener) -> None:
    host, guest = two(open_page, "pegs")
    # Not possible whatever happens: nothing stands there.
    guest.click("D1")
    guest.click("A1")
    turn(host)
    notice = guest.page.locator("#panel-notice .notice")
    expect(notice).to_have_text("The move that you chose, D1 to A1, is not possible now.")
    assert guest.page.locator(AHEAD).count() == 0
    guest.page.wait_for_selector(".turn.mine")


def test_what_is_chosen_ahead_can_be_let_go(open_page: Opener) -> None:
    _host, guest = two(open_page, "pivotation")
    page = guest.page
    box = page.locator("#panel-picture").bounding_box()
    assert box is not None
    ways: dict[str, Callable[[], None]] = {
        "Escape": lambda: page.keyboard.press("Escape"),
        "beside": lambda: page.mouse.click(box["x"] + 3, box["y"] + 3),
        "the same again": lambda: guest.click("b5"),
        "a third": lambda: guest.click("c6"),
        "right": lambda: page.locator("[data-at=b6]").click(button="right", force=True),
    }
    for how, let_go in ways.items():
        guest.click("b6")
        guest.click("b5")
        assert page.locator(AHEAD).count() == 2, how
        let_go()
        assert page.locator(AHEAD).count() == 0, how


def test_a_card_chosen_ahead_is_taken_up_and_not_played(open_page: Opener) -> None:
    host, guest = two(open_page, "updown")
    for person in (host, guest):
        person.page.wait_for_selector("#panel-picture [data-at]")
    if host.page.locator(".turn.mine").count():
        mover, waiter = host, guest
    else:
        mover, waiter = guest, host
    cards = waiter.page.eval_on_selector_all(
        "#panel-picture .card[data-at]:not([data-at=draw])", "all => all.map(e => e.dataset.at)"
    )
    waiter.click(cards[0])
    waiter.click(cards[-1])
    marked = waiter.page.locator(AHEAD)
    assert set(marked.evaluate_all("all => all.map(e => e.dataset.at)")) == {cards[-1]}
    waiter.page.screenshot(path=ARTEFACTS / "ahead-updown.png")
    mover.click("draw")
    keep = mover.page.locator("[data-at=keep]")
    mover.page.wait_for_timeout(300)
    if keep.count():
        mover.click("keep")
    waiter.page.wait_for_selector(".turn.mine")
    story = waiter.page.inner_text("#panel-story")
    # It waits to be played, or is let go with a sentence.
    waiter.page.wait_for_selector("#confirm:visible, #panel-notice .notice")
    assert waiter.page.inner_text("#panel-story") == story
    if waiter.page.locator("#confirm:visible").count():
        waiter.page.click("#confirm [data-yes]")
        # (A card with a word on it may leave the turn where it is.)
        waiter.page.wait_for_function(
            "story => document.querySelector('#panel-story').innerText !== story", arg=story
        )
    else:
        assert cards[-1] in waiter.page.inner_text("#panel-notice")
