"""What the tests of the card pictures share: views by counting, what a picture shows, and where."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pivotry.games.bounce import picture as bounce
from pivotry.games.updown import picture as updown

DATA = Path(__file__).parents[1] / "data" / "conformance"
PICTURES = {"updown": updown, "bounce": bounce}
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Bo & Co", "<Cy>", "Dora", 'Emmanuel "Max" von und zu Hohenfels', "", "Gül", "八")
Json = dict[str, Any]


def steps(game: str) -> list[Json]:
    return json.loads((DATA / game / "steps.json").read_text())


def positions(game: str) -> Iterator[Json]:
    for step in steps(game):
        yield step["position"]
    for whole in json.loads((DATA / game / "games.json").read_text()):
        yield whole["start"]
        yield whole["end"]


def seen(position: Json, seat: int | None) -> Json:
    """A view made by counting, without the engines."""
    view = json.loads(json.dumps(position)) | {"seat": seat}
    view["hands"] = [h if i == seat else len(h) for i, h in enumerate(view["hands"])]
    if "draw" in view:
        view["draw"] = len(view["draw"])
    if view["turn"] != seat:
        view.pop("drawn", None)
    return view


def path(game: str, text: str, seat: int) -> tuple[str, ...]:
    """The names to click for a move, as the architecture page says."""
    if game == "updown" or text == "rotate":
        return (text,)
    kind, *rest = text.split()
    return {
        "set": (rest[0], f"p{seat + 1}"),
        "add": tuple(rest),
        "take": (rest[-1],),
    }[kind]


def visible(view: Json) -> Counter[str]:
    """Every card that a view shows."""
    found: Counter[str] = Counter()
    for hand in view["hands"]:
        if not isinstance(hand, int):
            found.update(hand)
    if view["game"] == "updown":
        found.update(view["numbers"] + view["directions"])
    else:
        found.update(view["discard"])
        for lists in (view["sets"], view["known"]):
            for some in lists:
                found.update(some)
    return found


def names_in(root: ET.Element) -> set[str]:
    return {n for e in root.iter() for n in (e.get("data-at") or "").split()}


def place(e: ET.Element) -> tuple[float, float, float]:
    """Centre and scale of an element that ``Spot`` has put in place."""
    transform = e.get("transform") or ""
    x, y = map(float, re.findall(r"translate\((\S+) (\S+)\)", transform)[0])
    scale = re.findall(r"scale\((\S+)\)", transform)
    return x, y, float(scale[0]) if scale else 1.0
