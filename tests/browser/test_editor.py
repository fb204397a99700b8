"""The editor of positions in a browser: by clicking, dragging, touch and keys; then played."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

import pivotry

from .conftest import ARTEFACTS, DESKTOP, PHONE, Opener
from .person import Person
from .test_motion import Finger, Mouse

READY = "#editor:not([aria-busy])"


class Editor(Person):
    """Somebody who sets up a position."""

    def __init__(self, page: Page, game: str) -> None:
        super().__init__(page, random.Random(1))
        page.goto(f"/edit/{game}")
        page.wait_for_selector("#panel-picture svg")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector(READY)

    def press(self, selector: str) -> None:
        self.page.click(selector)
        self.ready()

    def click(self, at: str) -> None:
        point = self.point(at)
        assert point is not None, f"{at} cannot be clicked"
        self.page.mouse.click(*point)
        self.ready()

    def use(self, tool: str, *places: str) -> None:
        self.press(f"[data-tool={tool}]")
        for place in places:
            self.click(place)

    def position(self) -> dict[str, object]:
        """The position, which has to be in order."""
        return dict(json.loads(self.page.input_value("#as-json")))

    def faults(self) -> str:
        return self.page.inner_text("#panel-faults")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_bars_are_set_up_by_clicking_and_then_played(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size)
    editor = Editor(page, "pivotation")
    editor.press("[data-change=clear]")
    editor.use("dark", "c3", "d3", "d3", "d4", "e1", "f1")
    editor.use("light", "e5", "f5")
    assert "in order" in editor.faults()
    # A bar that would lie too steeply is a fault: it is told, and its holes are lit.
    editor.use("light", "d3", "c3")
    assert "in order" in editor.faults()
    editor.use("dark", "d3", "e3")
    assert "P-7" in editor.faults()
    assert page.locator("#panel-picture .mark.lit").count() == 2
    page.screenshot(path=ARTEFACTS / f"editor-faults-{size['width']}.png", full_page=True)
    assert page.locator("[data-play]").count() == 0
    editor.press("[data-step=undo]")
    assert "in order" in editor.faults()
    editor.press("[data-step=undo]")
    editor.use("move", "e5", "e4")
    page.select_option("#dial-turn", "light")
    editor.ready()
    assert editor.position()["stacks"] == {
        "c3": ["d1"], "d3": ["d1", "d2"], "d4": ["d2"], "e1": ["d3"], "f1": ["d3"],
        "e4": ["l1"], "f5": ["l1"],
    }  # fmt: skip
    page.screenshot(path=ARTEFACTS / f"editor-bars-{size['width']}.png", full_page=True)
    page.click("[data-play='']")
    editor.seated()
    assert "Light to move" in page.inner_text("#panel-status")
    usable = editor.look()["usable"]
    assert usable
    page.click("#moves-box > summary")
    page.click("#panel-moves [data-move] >> nth=0")
    page.wait_for_selector("#panel-story li.move")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_rings_are_set_up_by_clicking_and_then_played(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size)
    editor = Editor(page, "pegs")
    editor.press("[data-change=clear]")
    editor.use("dark", *["A1"] * 3, "C1", "C1", "B2", "A3", "A3")
    assert "0 light rings on the board, and the game has 8: add 8" in editor.faults()
    editor.use("light", *["A2"] * 4, *["A4"] * 2, "C3", "C3")
    assert "in order" in editor.faults()
    editor.use("light", "C3")
    assert "room for 2" in page.inner_text("#panel-notice")
    editor.use("move", "A4", "A1")
    page.fill("#dial-quiet", "3")
    page.keyboard.press("Tab")
    editor.ready()
    assert "G-11" in editor.faults()
    page.fill("#dial-ply", "12")
    page.keyboard.press("Tab")
    editor.ready()
    editor.click("A1")
    page.wait_for_selector("#lower-4")
    editor.press("#lower-4")
    assert page.evaluate("document.activeElement.id") == "lower-4"
    assert editor.position()["stacks"]["A1"] == "ddld"  # type: ignore[index]
    page.screenshot(path=ARTEFACTS / f"editor-rings-{size['width']}.png", full_page=True)
    page.click("[data-play='0']")
    editor.seated()
    page.wait_for_selector(".turn.mine")
    person = Person(page, random.Random(0))
    person.click("C1")
    person.click("D1")
    page.wait_for_selector("#panel-story >> text=C1-D1")


@pytest.mark.parametrize("by", [Mouse, Finger])
def test_dragging_carries_pieces(open_page: Opener, by: type[Mouse] | type[Finger]) -> None:
    page = open_page({"width": 1280, "height": 1100})  # all of it in sight
    editor = Editor(page, "pegs")
    pointer = by(page)

    def drag(start: Sequence[float] | None, end: Sequence[float] | None) -> None:
        assert start is not None
        assert end is not None
        pointer.down(*start)
        for part in (0.1, 0.2, 0.6, 1):
            pointer.move(*(a + (b - a) * part for a, b in zip(start, end, strict=True)))
        pointer.up()
        editor.ready()

    drag(editor.point("A1"), editor.point("B1"))
    expect(page.locator("[data-piece='B1.1']")).to_have_count(1)
    goal = editor.point("C2")  # brings it into sight, so the palette is looked for after it
    box = page.locator("[data-tool=dark]").bounding_box()
    assert box is not None
    palette = (box["x"] + 20, box["y"] + 15)
    drag(palette, goal)
    expect(page.locator("[data-piece='C2.1']")).to_have_count(1)
    assert page.get_attribute("[data-tool=dark]", "aria-checked") == "true"
    assert page.locator(".carry").count() == 0
    drag(palette, (640, 5))  # let go beside the board: nothing comes of it
    assert page.locator(".carry").count() == 0
    editor.press("[data-step=undo]")
    expect(page.locator("[data-piece='C2.1']")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_tapping_places_pieces(open_page: Opener, size: dict[str, int]) -> None:
    page = open_page(size)
    editor = Editor(page, "pivotation")
    finger = Finger(page)

    def tap(point: Sequence[float] | None) -> None:
        assert point is not None
        finger.down(*point)
        finger.up()
        page.wait_for_timeout(50)  # browsers make a click of it
        editor.ready()

    page.evaluate("scrollTo(0, 0)")
    box = page.locator("[data-tool=light]").bounding_box()
    assert box is not None
    tap((box["x"] + 20, box["y"] + 15))
    assert page.get_attribute("[data-tool=light]", "aria-checked") == "true"
    tap(editor.point("c4"))
    tap(editor.point("d4"))
    assert editor.position()["stacks"]["c4"] == ["l8"]  # type: ignore[index]


def test_with_keys_alone(open_page: Opener) -> None:
    page = open_page()
    editor = Editor(page, "pegs")
    page.focus("[data-tool=move]")
    page.keyboard.press("ArrowRight")
    editor.ready()
    assert page.get_attribute("[data-tool=dark]", "aria-checked") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hasAttribute('data-at')")
    for _ in range(9):
        if page.evaluate("document.activeElement.dataset.at") == "B1":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-piece='B1.1']")
    editor.ready()
    assert "9" in page.inner_text("#say")
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-piece='B1.1']", state="detached")
    page.keyboard.press("Control+y")
    page.wait_for_selector("[data-piece='B1.1']")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_best_moves_are_lit_and_played_on_the_board(
    open_page: Opener, size: dict[str, int]
) -> None:
    page = open_page(size, "dark" if size is PHONE else "light")
    editor = Editor(page, "pegs")
    start = editor.position()
    page.click("#think")
    moves = page.locator(".judged .first")
    expect(moves).to_have_count(4)
    text = moves.nth(1).inner_text()
    expect(page.locator("#panel-picture .ahead")).to_have_count(0)
    moves.nth(1).focus()
    for place in text.split("-"):
        expect(page.locator(f"#panel-picture .ahead[data-at='{place}']").first).to_be_attached()
    page.screenshot(path=ARTEFACTS / f"editor-lines-{size['width']}.png", full_page=True)
    line = page.locator(".judged li").nth(1).locator("[data-upto]")
    told = line.all_inner_texts()
    line.nth(1).click()
    editor.ready()
    match = pivotry.new("pegs")
    for move in told[:2]:
        match.play(move)
    assert editor.position() == match.position()
    expect(page.locator(".judged")).to_have_count(0)
    # What was thought comes back with the position.
    editor.press("[data-step=undo]")
    assert editor.position() == start
    assert page.locator(".judged li").nth(1).locator("[data-upto]").all_inner_texts() == told


def test_read_copied_and_saved(open_page: Opener) -> None:
    page = open_page()
    editor = Editor(page, "pivotation")
    match = pivotry.new("pivotation", board="mini")
    match.play(match.legal_moves()[0])
    page.click("details:has(#read) > summary")
    page.fill("#text", json.dumps(match.position()))
    editor.press("#read button")
    assert editor.position() == match.position()
    with page.expect_download() as got:
        page.click("a[href*='picture.png']")
    assert got.value.suggested_filename == "pivotation.png"
    for text in ("nonsense", '{"game":"pivotation","ply":1e400}'):
        page.fill("#text", text)
        editor.press("#read button")
        assert page.locator("#panel-notice .notice").count() == 1
        assert editor.position() == match.position()
    editor.press("[data-change=start]")
    assert page.locator("#panel-notice .notice").count() == 0
    assert editor.position() != match.position()


def test_a_position_of_a_match_is_taken_to_the_editor(open_page: Opener) -> None:
    page = open_page()
    person = Person(page, random.Random(0))
    person.start("pegs", "pp")
    for place in ("A1", "B1", "A2", "A1"):
        person.click(place)
    page.wait_for_selector("#panel-story >> text=A2-A1")
    page.click("[data-go=back]")
    page.wait_for_selector("#branch:not([hidden])")
    page.click("#take-box > summary")
    page.click("#take-box a[href^='/edit/']")
    page.wait_for_selector("#panel-picture svg")
    page.wait_for_selector(READY)
    assert json.loads(page.input_value("#as-json"))["last"] == "A1-B1"
    page.click("#think")
    page.wait_for_selector("#panel-thought .judged", timeout=60_000)
    page.screenshot(path=ARTEFACTS / "editor-thought.png", full_page=True)
