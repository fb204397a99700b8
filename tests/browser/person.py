"""A person at a page: looks at what is offered, clicks where a hand would."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Opener

AHEAD = "#panel-picture .ahead"
"""What has been chosen, ahead or to be asked about."""

# Where an element with this data-at can be clicked: a point of it that nothing else covers.
_POINT = """([name, place]) => {
  const all = [...document.querySelectorAll(`${place} [data-at]`)];
  for (const element of all.filter((e) => e.dataset.at === name)) {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const box = element.getBoundingClientRect();
    for (const v of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95])
      for (const u of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95]) {
        const [x, y] = [box.x + u * box.width, box.y + v * box.height];
        const hit = document.elementFromPoint(x, y)?.closest('[data-at]');
        if (hit?.dataset.at === name) return [x, y];
      }
  }
  return null;
}"""

_LOOK = """() => ({
  over: document.querySelector('.turn.over')?.textContent ?? null,
  mine: document.querySelector('.turn.mine') !== null,
  button: document.querySelector('#panel-status [data-act]:not(.quiet)')?.dataset.act ?? null,
  between: document.querySelector('#interlude[open]') !== null,
  usable: [...new Set([...document.querySelectorAll('#panel-picture .at.usable')]
    .map((e) => e.dataset.at))],
  picked: document.querySelector('#panel-picture [aria-pressed=true]')?.dataset.at ?? null,
})"""

_KINDS = {"p": "person", "c": "level-3", "o": "open"}
SETTLED = "#table:not([aria-busy])"


class Person:
    """Plays by clicking; ``chosen`` decides between what can be clicked.

    ``place`` is the element with the picture, ``settled`` what is there when nothing is awaited.
    """

    def __init__(
        self,
        page: Page,
        chosen: random.Random,
        place: str = "#panel-picture",
        settled: str = SETTLED,
    ) -> None:
        self.page = page
        self.chosen = chosen
        self.place = place
        self.settled = settled

    def start(self, game: str, kinds: str, options: dict[str, Any] | None = None) -> None:
        """Begin a match as the form does (``set_up``), which takes a page more than this."""
        request = self.page.request
        here = request.get("/", headers={"Accept": "text/html"}).url.rstrip("/")  # with a cookie
        sitters = [_KINDS[kind] for kind in kinds]
        seats = [
            {"kind": "computer", "player": who} if who.startswith("level") else {"kind": who}
            for who in sitters
        ]
        data = {"game": game, "seats": seats, "options": options or {}}
        answer = request.post("/tables", data=data, headers={"Origin": here})
        assert answer.status == 201, answer.text()
        self.page.goto(answer.json()["url"])
        self.seated()

    def set_up(
        self,
        game: str,
        kinds: str,
        options: dict[str, Any] | None = None,
        clock: str | None = None,
    ) -> None:
        """Fill in the form of a new match; ``kinds`` has a letter a seat, p, c or o (for open).

        ``clock`` is what the form calls the time that each has.
        """
        page = self.page
        page.goto(f"/new/{game}")
        if page.locator("#players").count():
            page.select_option("#players", str(len(kinds)))
        for seat, kind in enumerate(kinds):
            page.select_option(f"#kind{seat}", _KINDS[kind])
        if options:
            page.click("#options > summary")
        for name, value in (options or {}).items():
            field = page.locator(f"#option-{name}")
            if field.count():
                field.fill(str(value))
            else:
                page.check(f"input[name=option-{name}][value='{json.dumps(value)}']")
        if clock is not None:
            page.locator("details:has(#clock) > summary").click()
            page.select_option("#clock", label=clock)
        page.click("#setup .button")
        self.seated()

    def seated(self) -> None:
        """Wait for the table."""
        self.page.wait_for_url("**/table/*")
        self.page.wait_for_selector("#panel-picture svg")

    def look(self) -> dict[str, Any]:
        """What the page offers, once it has settled."""
        self.page.wait_for_selector(SETTLED)
        return dict(self.page.evaluate(_LOOK))

    def point(self, at: str) -> list[float] | None:
        """Where an element of the picture can be clicked, brought into sight; None if nowhere."""
        found: list[float] | None = self.page.evaluate(_POINT, [at, self.place])
        return found

    def click(self, at: str) -> None:
        """Click an element of the picture, where it can be seen."""
        point = self.point(at)
        assert point is not None, f"{at} cannot be clicked"
        self.page.mouse.click(*point)
        self.page.wait_for_selector(self.settled)

    def press(self, button: Locator) -> None:
        """Press a button of the page, or follow a link."""
        button.click()

    def write(self, field: Locator, text: str) -> None:
        """Write into a field, in place of what is there."""
        field.fill(text)

    def pick(self, field: Locator, value: str) -> None:
        """Choose from a list."""
        field.select_option(value)

    def tick(self, box: Locator) -> None:
        """Choose one of several, or change what is ticked, by the words beside it."""
        box.locator("xpath=..").click()

    def step(self) -> str | None:
        """Do one thing that the page offers; when the match is over, who has won, in a sentence."""
        seen = self.look()
        if seen["over"]:
            return str(seen["over"])
        if seen["between"]:
            self.press(self.page.locator("#interlude button"))
        elif self.page.locator("#chooser[open]").count():
            options = self.page.locator("#choices button")
            self.press(options.nth(self.chosen.randrange(options.count())))
        elif seen["button"]:
            self.press(self.page.locator("#panel-status [data-act]:not(.quiet)").first)
        elif seen["usable"]:
            offered = [name for name in seen["usable"] if name != seen["picked"]]
            # What stands later in a picture is nearer the goal; matches end sooner so. Not if the
            # hand is turned over and over.
            offered.sort(key=lambda name: name != "rotate")
            self.click(offered[max(self.chosen.choices(range(len(offered)), k=3))])
        else:
            self.page.wait_for_timeout(30)
        return None

    def finish(self, limit: int = 1500) -> str:
        """Play on until the match is over; the sentence that says who has won."""
        for _ in range(limit):
            over = self.step()
            if over is not None:
                return over
        raise AssertionError(f"not over after {limit} looks: {self.look()}")


FINGER = 24
"""Pixels that whatever is touched has in each direction, at least (WCAG 2.5.8)."""


class Toucher(Person):
    """A person with a finger: the page has no other pointer."""

    def click(self, at: str) -> None:
        point = self.point(at)
        assert point is not None, f"{at} cannot be touched"
        self.page.touchscreen.tap(*point)
        self.page.wait_for_selector(self.settled)

    def press(self, button: Locator) -> None:
        box = button.bounding_box()
        assert box is None or min(box["width"], box["height"]) >= FINGER, f"{button}: {box}"
        button.tap()

    def write(self, field: Locator, text: str) -> None:
        self.press(field)
        expect(field).to_be_focused()
        field.fill(text)

    def tick(self, box: Locator) -> None:
        self.press(box.locator("xpath=.."))


# The keys that lead from the place with the focus to another, by the shortest way; null for none.
# Looking for it sends keys to places and moves the focus, which ends where it was.
_WAY = """([at, place]) => {
  const host = document.querySelector(place);
  const start = document.activeElement;
  const ways = new Map([[start, []]]);
  for (const [from, way] of ways) {
    if (from.dataset.at === at) {
      start.focus();
      return way;
    }
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const to = document.activeElement;
      if (host.contains(to) && !ways.has(to)) ways.set(to, [...way, key]);
    }
  }
  return null;
}"""


# Whether what has the focus can be seen: true, or what lies over it.
_SEEN = """() => {
  const focused = document.activeElement;
  const box = focused.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const over = document.elementFromPoint(x, y);
  const label = focused.labels?.[0];
  if (over && [focused, label].some((e) => e?.contains(over) || over.contains(e))) return true;
  return over ? over.outerHTML.slice(0, 200) : `the edge of the window: ${[x, y]}`;
}"""


# Whether an element is nearer backwards than forwards.
_BACK = """(wanted) => {
  const all = [...document.querySelectorAll("a, button, input, select, textarea, summary")];
  const now = document.activeElement;
  if (now === document.body) return all.indexOf(wanted) > all.length / 2;
  return Boolean(now.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING);
}"""


class Typist(Person):
    """A person with a keyboard alone."""

    def click(self, at: str) -> None:
        page = self.page
        inside = f"document.activeElement.matches('{self.place} [data-at]')"
        self._tab_to(inside)
        for _ in range(3):  # the board may be drawn anew on the way
            way = page.evaluate(_WAY, [at, self.place])
            assert way is not None, f"no arrows lead to {at}"
            for key in way:
                page.keyboard.press(key)
            if page.evaluate("document.activeElement.dataset.at") == at:
                break
            assert page.evaluate(inside), "the focus has left the board"
        assert page.evaluate("document.activeElement.dataset.at") == at
        page.keyboard.press("Enter")
        page.wait_for_selector(self.settled)

    def press(self, button: Locator) -> None:
        self.reach(button)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def pick(self, field: Locator, value: str) -> None:
        self.reach(field)
        wanted = field.evaluate(
            "(e, value) => [...e.options].findIndex((o) => o.value === value) - e.selectedIndex",
            value,
        )
        for _ in range(abs(wanted)):
            self.page.keyboard.press("ArrowDown" if wanted > 0 else "ArrowUp")
        expect(field).to_have_value(value)

    def tick(self, box: Locator) -> None:
        if box.get_attribute("type") == "checkbox":
            self.reach(box)
            self.page.keyboard.press("Space")
            return
        name = box.get_attribute("name")
        group = self.page.locator(f"input[name={name}]")
        self.reach(self.page.locator(f"input[name={name}]:checked"))
        for _ in range(group.count()):
            if box.is_checked():
                break
            self.page.keyboard.press("ArrowDown")
        expect(box).to_be_checked()
        expect(box).to_be_focused()

    def reach(self, wanted: Locator) -> None:
        """Get to an element by the Tab key, forwards or backwards, whichever is nearer."""
        wanted.evaluate("e => { self.wanted = e; }")
        try:
            self._tab_to("document.activeElement === self.wanted", "self.wanted")
        except AssertionError:
            if self.page.evaluate("self.wanted.isConnected"):
                raise
            wanted.evaluate("e => { self.wanted = e; }")  # news have drawn it anew
            self._tab_to("document.activeElement === self.wanted", "self.wanted")
        seen = self.page.evaluate(_SEEN)
        assert seen is True, f"{wanted} has the focus, and is hidden by {seen}"

    def _tab_to(self, there: str, element: str | None = None) -> None:
        """Tab until an expression holds, which it does at ``element``."""
        back = element is not None and self.page.evaluate(f"({_BACK})({element})")
        key = "Shift+Tab" if back else "Tab"
        for _ in range(90):
            if self.page.evaluate(there):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the Tab key does not lead to {there}")


def seat(page: Page, number: int, sitter: str) -> None:
    """Let a seat be played by somebody else, as its list calls them."""
    page.select_option(f"#seat-{number}", sitter)
    page.click(f"#sit-{number}")
    page.wait_for_selector(SETTLED)


def two(
    open_page: Opener,
    game: str,
    size: dict[str, int] = PHONE,
    clock: str | None = None,
) -> tuple[Person, Person]:
    """Two people at a table, each in a browser of their own; the first has the first seat.

    ``clock`` as for ``Person.set_up``.
    """
    page = open_page()
    host = Person(page, random.Random(0))
    if clock is None:
        host.start(game, "po")
    else:
        host.set_up(game, "po", None, clock)
    page.wait_for_selector("[id^=join-]")
    guest = Person(open_page(size), random.Random(0))
    enter(guest, page.locator("[id^=join-]").first.input_value())
    page.wait_for_selector(".turn:has-text('turn'), .turn:has-text('next')")
    return host, guest


def enter(person: Person, link: str) -> None:
    """Go in by a link."""
    person.page.goto(link)
    person.press(person.page.locator("#door button.button"))
    person.seated()


def turn(person: Person) -> None:
    """The first turn of the peg game: two moves."""
    for peg in ("A1", "B1", "A4", "B4"):
        person.click(peg)
