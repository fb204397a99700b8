"""Several people at one match, each in a browser of their own: from the link to the rematch."""

from __future__ import annotations

import io
import json
import random

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import ARTEFACTS, PHONE, Opener
from .person import Person, Toucher, Typist, enter
from .test_access import faults


def scanned(code: Locator) -> str:
    """What a phone reads in a QR code of the page."""
    code.scroll_into_view_if_needed()
    code.evaluate("image => image.decode()")
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    assert [str(each.format) for each in found] == ["QR Code"]
    return str(found[0].text)


def pressed(page: Page, key: str, stands: str) -> None:
    page.keyboard.press(key)
    expect(page.locator("#at-ply")).to_have_text(stands)


def test_a_whole_match_from_the_invitation_to_the_rematch(open_page: Opener) -> None:
    """One plays with a finger, one with keys alone, both on phones; somebody looks on."""
    host = Toucher(open_page(PHONE, touch=True), random.Random(2))
    host.set_up("pegs", "po", {"quiet_limit": 2})
    join = host.page.locator("[id^=join-]").input_value()
    assert scanned(host.page.locator("#panel-seats .link .code")) == join
    guest = Typist(open_page(PHONE), random.Random(4))
    guest.page.goto(join)
    assert faults(guest.page) == []
    enter(guest, join)
    host.page.wait_for_selector(".turn.mine")

    host.page.locator("#links-box > summary").tap()
    own = host.page.locator("[id^=own-]").input_value()
    assert scanned(host.page.locator("#links-box .code")) == own
    host.page.screenshot(path=ARTEFACTS / "links-phone.png", full_page=True)
    watcher = Person(open_page(), random.Random(0))
    watcher.page.goto(host.page.input_value("#watch-link"))
    assert faults(watcher.page) == []
    enter(watcher, watcher.page.url)
    expect(host.page.locator("#panel-seats")).to_contain_text("1 person looks on.")
    elsewhere = Person(open_page(), random.Random(0))
    elsewhere.page.goto(own)
    assert faults(elsewhere.page) == []
    enter(elsewhere, own)

    # A turn is two moves: one here, the other on another device. Everybody sees both.
    everybody = (host, guest, watcher, elsewhere)
    for person, (source, to) in ((host, ("A1", "B1")), (elsewhere, ("A4", "B4"))):
        person.page.wait_for_selector(".turn.mine")
        person.click(source)
        person.click(to)
        for other in everybody:
            expect(other.page.locator("#panel-story")).to_contain_text(f"{source}-{to}")
    guest.page.wait_for_selector(".turn.mine")
    guest.press(guest.page.locator("[data-rename]"))
    guest.page.wait_for_selector("#renamer[open]")
    assert faults(guest.page) == []
    guest.page.keyboard.press("Escape")
    first = guest.page.context.new_page()
    first.goto("/")
    expect(first.locator(".going li").first).to_contain_text("Your move")
    first.close()
    watching = watcher.page
    assert watching.locator("#panel-picture .usable, #panel-actions [data-act]").count() == 0
    assert watching.locator("select[data-seat], [id^=own-], [data-rename]").count() == 0
    watching.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert faults(watching) == []

    for _ in range(400):
        over = [person.step() for person in (host, guest)]
        if None not in over:
            break
    ends = [person.page.locator(".turn.over").inner_text().split() for person in everybody]
    assert ends[0] == ends[-1]
    assert len({"draw:" in end for end in ends}) == 1
    played = watching.locator("#panel-story .move").count()
    assert watching.inner_text("#at-ply") == f"Move {played} of {played}"
    pressed(watching, "Home", f"Move 0 of {played}")
    pressed(watching, "ArrowRight", f"Move 1 of {played}")
    pressed(watching, "End", f"Move {played} of {played}")
    pressed(watching, "ArrowLeft", f"Move {played - 1} of {played}")

    host.press(host.page.get_by_role("button", name="Ask for another match"))
    offer = guest.page.locator("#panel-offer")
    expect(offer).to_contain_text("another match")
    assert faults(guest.page) == []
    old = guest.page.url
    elsewhere.page.click("#settings-open")
    guest.press(offer.get_by_role("button").first)
    guest.page.wait_for_url(lambda url: url != old)
    guest.seated()
    # Who asked is taken along; who looks at something is told of it, and so is who looks on.
    host.page.wait_for_url(guest.page.url)
    expect(host.page.locator("#say")).to_contain_text("The next match has begun.")
    expect(elsewhere.page.locator("#panel-offer")).to_contain_text("The next match has begun.")
    expect(watching.locator("#panel-offer")).to_contain_text("There is a rematch.")
    assert faults(watching) == []
    assert {page.url for page in (elsewhere.page, watching)} == {old}
    elsewhere.page.keyboard.press("Escape")
    elsewhere.press(elsewhere.page.get_by_role("link", name="Go there"))
    elsewhere.page.wait_for_url(guest.page.url)
    watching.get_by_role("button", name="Stay here").click()
    expect(watching.locator(".offer")).to_have_count(0)
    watching.keyboard.press("End")
    watching.get_by_role("link", name="There is a rematch: look on").click()
    watching.wait_for_url(guest.page.url)
    # Everybody sits one seat further: who was second begins.
    guest.page.wait_for_selector(".turn.mine")
    expect(host.page.locator("#panel-status .turn")).to_contain_text("is next")


def clocked(person: Person, kinds: str, game: str, terms: dict[str, float]) -> str:
    """A match with less time than the form offers; the invitation to its second seat."""

    def shorter(route: Route) -> None:
        body = {**json.loads(route.request.post_data or ""), "clock": terms}
        route.continue_(post_data=json.dumps(body))

    person.page.route("**/tables", shorter)
    person.set_up(game, kinds)
    return person.page.locator("[id^=join-]").first.input_value()


def test_time_runs_out_for_who_does_not_move(open_page: Opener) -> None:
    slow = Person(open_page(PHONE), random.Random(0))
    # With several players a computer goes on, and whoever was away comes back.
    join = clocked(slow, "poc", "updown", {"match": 10.0, "increment": 600.0})
    quick = Person(open_page(), random.Random(1))
    enter(quick, join)
    # Between two it is the end.
    board = Person(slow.page.context.new_page(), random.Random(0))
    join = clocked(board, "po", "pegs", {"move": 5.0})
    other = Person(quick.page.context.new_page(), random.Random(0))
    enter(other, join)
    expect(board.page.locator("[data-clock='0']").first).to_be_visible()
    assert faults(board.page) == []
    back = slow.page.get_by_role("button", name="Play on myself")
    for _ in range(2000):
        if back.count():
            break
        quick.step()
    expect(slow.page.locator("#panel-status")).to_contain_text("A computer plays for you")
    expect(quick.page.locator("#panel-seats")).to_contain_text("while its player is away")
    # Who is back has no time left, and is not to move before they have been seen to be there.
    quick.page.wait_for_selector(".turn.mine")
    back.click()
    expect(back).to_have_count(0)
    expect(quick.page.locator("#panel-seats")).not_to_contain_text("while its player is away")
    over = [person.page.locator(".turn.over") for person in (board, other)]
    for said in over:
        expect(said).to_contain_text("Dark has no time left.")
