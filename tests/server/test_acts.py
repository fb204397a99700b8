"""All that the page of a table can send is understood: with the body that its script builds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pivotry import server

from .conftest import Visitor
from .test_apart import joined
from .test_turns import stands

HERE = Path(server.__file__).parent
Scene = Callable[[Visitor], tuple[Visitor, str, dict[str, Any]]]
"""Who sends at which table, and what the script adds to the version and the key."""


def _played(visitor: Visitor) -> tuple[str, Visitor]:
    table, friend = joined(visitor, "pegs")
    assert visitor.act(table, "play", text="A1-B1").status_code == 200
    return table, friend


def _text(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, visitor.sit("pegs"), {"text": "A1-B1"}


def _clicks(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, visitor.sit("pegs"), {"clicks": [["A1"], ["B1"]]}


def _undo(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, _played(visitor)[0], {}


def _asked(yes: bool) -> Scene:
    def scene(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
        table, friend = _played(visitor)
        visitor.act(table, "undo")
        return friend, table, {"topic": "undo", "yes": yes}

    return scene


def _rematch(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    table, friend = _played(visitor)
    visitor.act(table, "resign", seat=0)
    visitor.post(f"{table}/again", {})
    return friend, table, {"topic": "rematch", "yes": False}


def _withdrawn(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    table = _played(visitor)[0]
    visitor.act(table, "undo")
    return visitor, table, {"topic": "undo"}


def _left(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    table, friend = joined(visitor, "bounce", "ppo")
    return friend, table, {"seat": 2, "player": "level-1"}


def _show(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    table = visitor.sit("updown", "pp")
    (seat,) = re.findall(
        r'data-act="show" data-seat="(.)"', visitor.state(table)["panels"]["status"]
    )
    return visitor, table, {"seat": int(seat)}


def _hide(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    visitor, table, body = _show(visitor)
    visitor.act(table, "show", **body)
    return visitor, table, {}


def _resign(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, _played(visitor)[0], {"seat": 0}


def _person(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, visitor.sit("pegs", "pc"), {"seat": 1, "kind": "person"}


def _computer(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, visitor.sit("pegs"), {"seat": 1, "kind": "computer", "player": "level-3"}


def _open(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, visitor.sit("updown", "poo"), {}


def _disclose(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    table = visitor.sit("updown", "pc")
    for _ in range(200):  # the computer may have begun
        if "Your turn" in visitor.state(table)["panels"]["status"]:
            break
    return visitor, table, {}


def _back(visitor: Visitor) -> tuple[Visitor, str, dict[str, Any]]:
    return visitor, _played(visitor)[0], {"seat": 0}


SCENES: list[tuple[str, Scene, int]] = [
    ("play", _text, 200),
    ("play", _clicks, 200),
    ("undo", _undo, 200),
    ("answer", _asked(True), 200),
    ("answer", _asked(False), 200),
    ("answer", _rematch, 200),
    ("withdraw", _withdrawn, 200),
    ("show", _show, 200),
    ("hide", _hide, 200),
    ("resign", _resign, 200),
    ("resign", _left, 200),
    ("seat", _person, 200),
    ("seat", _computer, 200),
    ("fill", _open, 200),
    ("disclose", _disclose, 200),
    ("back", _back, 403),  # understood, and refused: nobody is away
]


def sent() -> Iterator[str]:
    """Every action that the script or a button names."""
    script = (HERE / "static" / "table.js").read_text(encoding="utf-8")
    yield from re.findall(r'\bact\("(\w+)"', script)
    for page in (HERE / "pages").rglob("*.html"):
        yield from re.findall(r'data-act="(\w+)"', page.read_text(encoding="utf-8"))


def test_no_action_of_the_page_is_left_out_here() -> None:
    assert {what for what, _, _ in SCENES} == set(sent())


@pytest.mark.parametrize(("what", "scene", "status"), SCENES)
def test_what_the_page_sends_is_understood(
    visitor: Visitor, what: str, scene: Scene, status: int
) -> None:
    who, table, body = scene(visitor)
    key = "1a2b3c-4d5e6f-7g8h9i-0j"
    answer = who.act(table, what, key=key, **body)
    assert answer.status_code == status, answer.text
    assert "panels" in answer.json()
    stands(who, table)  # a computer that plays on for somebody may be to move
    before = who.state(table)["number"]
    again = who.act(table, what, key=key, **body)
    assert again.status_code == status
    assert who.state(table)["number"] == before  # done once
