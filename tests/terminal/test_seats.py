"""Who sits where: kinds of seats as they are typed and as they are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from driving import told

import pivotry
from pivotry.players import levels
from pivotry.terminal import choices
from pivotry.terminal.sitting import _kept
from pivotry.terminal.trouble import Trouble


def test_kinds_and_their_names() -> None:
    assert choices.seats("me, Computer,random") == ("me", "computer", "random")
    assert choices.seats("human,bot,level-3,Amateur,LEVEL-8") == (
        "me", "computer", "level-3", "level-3", "level-8",
    )  # fmt: skip
    for number, name in enumerate(levels.NAMES, 1):
        assert choices.kind(name) == f"level-{number}"


@pytest.mark.parametrize("text", ["me,cat", "level-9", "", "me,,me", "level-0", "tree@5n"])
def test_nobody_of_that_name(text: str) -> None:
    with pytest.raises(Trouble, match="level-1 to level-8"):
        choices.seats(text)


def test_a_saved_table_knows_its_levels(tmp_path: Path) -> None:
    match = pivotry.new("pegs")
    path = tmp_path / "kept.json"
    told(["A1-B1", f"save {path}"], match, kinds=("me", "level-2"))
    table = json.loads(path.read_text())["table"]
    assert table == {"seats": ["me", "level-2"]}
    assert _kept(table, 2) == ("me", "level-2")
    assert _kept({"seats": ["me", "level-99"]}, 2) == ("me", "me")
    assert _kept({"seats": [7, None]}, 2) == ("me", "me")
