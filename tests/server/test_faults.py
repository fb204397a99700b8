"""Faults come as a page to who opens one, as a notice to the scripts of a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pivotry.server

from .conftest import Visitor
from .test_apart import another

STATIC = Path(pivotry.server.__file__).parent / "static"
FETCHED = re.compile(r"\b(?:get|fetch)\((?:\"|`\$\{[^}]+\})/(\w+)")
"""Where a script fetches something of a table, or of the rules."""
ADDRESSES = {
    "analysis": "/table/{id}/analysis",
    "clauses": "/rules/chess/clauses",
    "fairness": "/table/{id}/fairness",
    "film": "/table/{id}/film.gif",
    "past": "/table/{id}/past?ply=0",
    "picture": "/table/{id}/picture?version=0",
    "state": "/table/{id}/state",
}
PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_every_address_that_scripts_fetch_is_tried_here() -> None:
    found = {
        name for file in STATIC.glob("*.js") for name in FETCHED.findall(file.read_text("utf-8"))
    }
    assert len(found) > 3
    assert found <= set(ADDRESSES)


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_scripts_get_a_notice_and_readers_a_page(visitor: Visitor, address: str) -> None:
    address = address.replace("{id}", visitor.sit("pegs").rpartition("/")[2])
    stranger = another(visitor)
    said = stranger.get(address, headers={"Accept": "*/*"})
    assert said.status_code == 404
    assert said.json()["notice"].startswith("<p")
    shown = stranger.get(address, headers={"Accept": PAGE})
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    assert "<html" in shown.text


@pytest.mark.parametrize("address", ["/puzzles/pegs/x", "/join/table/x/token", "/seat/table/x/y"])
def test_an_address_that_nobody_has_made_leads_to_no_page(visitor: Visitor, address: str) -> None:
    answer = visitor.get(address, headers={"Accept": PAGE})
    assert answer.status_code == 404
    assert "No such page" in answer.text


@pytest.mark.parametrize("query", ["", "?ply=x", "?ply=7"])
def test_so_it_is_for_what_cannot_be_read_or_has_not_been(visitor: Visitor, query: str) -> None:
    answer = visitor.get(f"{visitor.sit('pegs')}/past{query}")
    assert answer.status_code in (404, 422)
    assert answer.json()["notice"].startswith("<p")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            {"game": "pegs", "seats": [{"kind": "person", "name": "x" * 41}]},
            "A name has at most 40 characters.",
        ),
        ({}, "The request lacks &#39;game&#39;. The request lacks &#39;seats&#39;."),
        (
            {"game": "pegs", "seats": [{"kind": "person"}], "key": "?"},
            "The value of &#39;key&#39; is none that could be used.",
        ),
    ],
    ids=["long name", "nothing", "key"],
)
def test_requests_in_no_form_of_ours_are_answered_in_words(
    visitor: Visitor, body: dict[str, object], said: str
) -> None:
    answer = visitor.post("/tables", body)
    assert answer.status_code == 422
    assert said in answer.json()["notice"].replace('"', "&#39;")
