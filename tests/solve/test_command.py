"""``pivotry solve``: what it prints, its status, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from slow_solver import late

import pivotry
from pivotry import cli
from pivotry.search.solve import solve


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(["solve", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def won(tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """A file with a position of the mini board two moves before the end."""
    position = late("pivotation", {"board": "mini"}, 2, 5).position()
    path = tmp_path / "won.json"
    path.write_text(json.dumps(position))
    return str(path), position


def test_a_position_in_words(
    won: tuple[str, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, position = won
    status, out, _ = run(capsys, path)
    assert status == 0
    mover = position["turn"].capitalize()
    assert out.startswith(f"{mover} is to move, and ")
    assert " wins, in " in out
    line = next(text for text in out.splitlines() if text.startswith("Line: "))
    match = pivotry.from_position(position)
    for text in line.removeprefix("Line: ").split():
        match.play(text)
    assert match.result is not None
    assert f"and {match.names[match.result[0]]} wins" in out


def test_a_record_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = pivotry.new("pegs")
    for _ in range(4):
        match.play(match.legal_moves()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.record()))
    status, out, _ = run(capsys, str(path), "--ply", "2", "--seconds", "0.1", "--json")
    data = json.loads(out)
    assert status == 3
    assert (data["game"], data["value"], data["between"]) == ("pegs", None, [-1, 1])
    assert data["nodes"] > 0


def test_a_game_by_name_takes_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    board = '{"widths": [3, 4, 3], "dark": [["a1", "b1"]], "light": [["c3", "b3"]]}'
    status, out, _ = run(capsys, "pivotation", "--option", f"board={board}")
    assert status == 0
    assert "Dark is to move" in out


def test_the_interrupt_key_tells_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    status, out, _ = run(capsys, "pegs", "--seconds", "60")
    timer.join()
    assert status == 3
    assert "It is not known who wins" in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["bounce"], "has cards"),
        (["nowhere.json"], "no file"),
        (["pegs", "--ply", "3"], "--ply is for files"),
        (["pivotation", "--option", "board=huge"], "board"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert text in err


def test_a_finished_game_is_refused(
    won: tuple[str, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = pivotry.from_position(won[1])
    for text in solve(match).line:
        match.play(text)
    path = tmp_path / "over.json"
    path.write_text(json.dumps(match.position()))
    status, _, err = run(capsys, str(path))
    assert status == 2
    assert "over" in err
    assert run(capsys, won[0], "--option", "board=mini")[0] == 2


@pytest.mark.parametrize("name", ["--seed", "--players"])
def test_board_games_have_no_dice_to_set(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(capsys, "pegs", name, "2")
    assert name in capsys.readouterr().err


def test_one_move_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = late("pivotation", {"board": "mini"}, 1, 5)
    path = tmp_path / "last.json"
    path.write_text(json.dumps(match.position()))
    status, out, _ = run(capsys, str(path))
    assert status == 0
    assert "in 1 move at most" in out


def test_a_record_that_goes_on_has_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps({**pivotry.new("pegs").record(), "result": [0]}))
    status, _, err = run(capsys, str(path))
    assert status
    assert "the moves lead to no end" in err
