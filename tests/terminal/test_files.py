"""Files: clear messages for what cannot be read, whole writes, move lists that come back equal."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import kit
import pytest
from driving import MATCHES, random_moves

import pivotry
from pivotry.disk import write_whole
from pivotry.registry import IDS
from pivotry.terminal import files, movelist
from pivotry.terminal.trouble import FAILED, MISUSED, Trouble


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    cases = {
        "empty.json": (b"", "is empty"),
        "broken.json": (b'{"game": ', "is not JSON: .* in line 1"),
        "list.json": (b"[1, 2]", "neither a record nor a position"),
        "null.json": (b" null\n", "null.json. holds JSON, but neither a record nor a position"),
        "five.json": (b"5", "five.json. holds JSON, but neither"),
        "other.json": (b'{"name": "x"}', "neither a record .* nor a position"),
        "picture.json": (b"\xff\xd8\xff", "not a text file"),
        "prose.txt": (b"Once upon a time", "no line 'Game: ...'"),
        "deep.json": (b"[" * 100_000, "is not JSON"),
    }
    for name, (content, message) in cases.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(Trouble, match=message) as raised:
            files.load(str(path))
        assert raised.value.status == MISUSED
    with pytest.raises(Trouble, match="there is no file"):
        files.load(str(tmp_path / "nothing.json"))
    with pytest.raises(Trouble, match="is a folder"):
        files.load(str(tmp_path))
    with pytest.raises(Trouble, match="a file has a name"):
        files.load("")
    with pytest.raises(Trouble, match="no file can be called"):
        files.load("a\0b")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"game": "pegs', "unterminated string in line 1, column 10"),
        ('{"a\tb": 1}', "invalid control character in line 1"),
        ('{"game": "pegs",', "enclosed in double quotes in line 1"),
        ('{"game" "pegs"}', "expecting ':' delimiter in line 1"),
    ],
)
def test_where_json_is_wrong_is_said_once(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(Trouble) as found:
        files.load(str(path))
    assert said in str(found.value)
    assert " at in " not in str(found.value)


def test_faults_are_listed_with_their_clauses(tmp_path: Path) -> None:
    position = pivotry.new("pegs").position()
    position["stacks"]["A1"] = "dldld"
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(position))
    with pytest.raises(Trouble, match=r"no legal position: .*\(G-1\)"):
        files.open_match(str(path))
    with pytest.raises(Trouble, match="is of 'pegs', not of 'bounce'"):
        files.open_match(str(path), game="bounce")


def test_a_bad_move_is_named_by_its_ply(tmp_path: Path) -> None:
    match = pivotry.new("pegs")
    match.play("A1-B1")
    record = {**match.record(), "moves": ["A1-B1", "A1-B1"]}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    with pytest.raises(Trouble, match="ply 1, 'A1-B1'"):
        files.open_match(str(path))
    assert files.open_match(str(path), ply=1).ply == 1
    assert files.open_match(str(path), ply=-2).ply == 1
    with pytest.raises(Trouble, match="plies 0 to 2"):
        files.open_match(str(path), ply=3)


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    files.write_json(str(path), {"a": 1})
    with pytest.raises(Trouble, match="is there already") as raised:
        files.write_json(str(path), {"a": 2})
    assert raised.value.status == FAILED
    assert json.loads(path.read_text()) == {"a": 1}
    files.write_json(str(path), {"a": 2}, force=True)
    assert json.loads(path.read_text()) == {"a": 2}
    with pytest.raises(Trouble, match="cannot be written"):
        files.write_json(str(tmp_path / "no" / "x.json"), {})
    with pytest.raises(Trouble, match="is a folder"):
        files.write_json(str(tmp_path), {}, force=True)
    with pytest.raises(Trouble, match="no file can be called"):
        files.write_json(str(tmp_path / "a\0b"), {}, force=True)
    with pytest.raises(Trouble, match="a file has a name"):
        files.write_json("", {}, force=True)
    with pytest.raises(Trouble, match="cannot be written"):
        files.write_json(str(tmp_path / ("a" * 300)), {})
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.json"]


def test_writes_are_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    write_whole(path, b"old", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("case", MATCHES, ids=[case[0] for case in MATCHES])
def test_move_lists_come_back_equal(case: tuple[str, dict[str, Any], int, int]) -> None:
    game, options, seed, choice = case
    match = pivotry.new(game, seed=seed, **options)
    for move in random_moves(game, options, seed, choice):
        match.play(move)
    text = movelist.write(match)
    kind, data = files.parse(text, "x.txt")
    assert kind == "moves"
    again = files.match_of(kind, data, "x.txt")
    assert again.record() == match.record()
    assert movelist.write(again) == text


@pytest.mark.parametrize("game", IDS)
def test_conformance_games_survive_as_move_lists(game: str) -> None:
    case = json.loads((kit.CONFORMANCE / game / "games.json").read_text())[0]
    match = pivotry.from_position(case["start"])
    for move in case["moves"]:
        match.play(move)
    data = files.parse(movelist.write(match), "x.txt")[1]
    assert files.match_of("moves", data, "x.txt").position() == match.position()


def test_a_move_list_typed_by_hand() -> None:
    text = "; a comment\nGame: pegs\n\n1. Dark: A1-B1, A2-A1\n2. a3-b3 \n\nA4–A3\n"
    data = movelist.read(text, "x.txt")
    assert data["moves"] == ["A1-B1", "A2-A1", "a3-b3", "A4–A3"]
    assert files.match_of("moves", data, "x.txt").ply == 4
    with pytest.raises(Trouble, match="no 'Start"):
        movelist.read("Game: bounce\n\nrotate\n", "x.txt")
    with pytest.raises(Trouble, match="no game 'chess'"):
        movelist.read("Game: chess\n\ne4\n", "x.txt")
    with pytest.raises(Trouble, match="line 2"):
        movelist.read('Game: pegs\nOptions: {"setup": \n', "x.txt")


def test_marks_are_printed_and_read() -> None:
    figures = json.loads((kit.CONFORMANCE / "pivotation" / "figures.json").read_text())
    case = next(c for c in figures if c["name"] == "a capture by one bar")
    match = pivotry.from_position(case["position"])
    match.play(case["move"])
    text = movelist.write(match)
    assert f"1. Dark: {case['move']}x" in text
    assert files.match_of("moves", movelist.read(text, "x"), "x").position() == match.position()
