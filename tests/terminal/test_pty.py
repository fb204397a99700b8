"""Whole games in a real pseudo-terminal: keys typed, bytes read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pexpect
import pytest
from driving import MATCHES, random_moves, spawn

import pivotry

WIPE = "\x1b[H\x1b[2J\x1b[3J"


def options_of(game: str, options: dict[str, Any]) -> list[str]:
    rest = {key: value for key, value in options.items() if key != "players"}
    return [part for key, value in rest.items() for part in ("--option", f"{key}={value}")]


def command(game: str, options: dict[str, Any], seed: int, seats: str) -> list[str]:
    given = ["play", game, "--seats", seats, "--seed", str(seed), "--no-color"]
    return [*given, *options_of(game, options)]


def interrupt(child: Any, said: str) -> None:
    """Press Ctrl-C until something is said.

    Python may miss one that comes between the prompt and its waiting for keys.
    """
    for _ in range(20):
        child.sendintr()
        if child.expect([said, pexpect.TIMEOUT], timeout=3) == 0:
            return
    pytest.fail(f"nothing said: {said}")


def answer(child: Any, lines: list[str]) -> str:
    """Type the lines at prompts, Enter where it is asked for; returns all that was printed."""
    text = ""
    left = list(lines)
    while left:
        which = child.expect([r"looks\. ", r"clear the screen\. ", r"> "])
        text += child.before + child.after
        child.sendline("" if which < 2 else left.pop(0))
    return text


@pytest.mark.parametrize("case", MATCHES, ids=[case[0] for case in MATCHES])
def test_people_at_one_keyboard_play_a_whole_match(
    case: tuple[str, dict[str, Any], int, int], tmp_path: Path
) -> None:
    game, options, seed, choice = case
    players = options.get("players", 2)
    moves = random_moves(game, options, seed, choice)
    record = tmp_path / "record.json"
    child = spawn(tmp_path, *command(game, options, seed, ",".join(["me"] * players)))
    text = answer(child, [*moves, f"record {record}", ""])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    match = pivotry.from_record(json.loads(record.read_text()))
    assert match.turn is None
    assert [entry.text for entry in match.log() if entry.kind == "move"] == moves
    assert ("Hand the keyboard to p2." in text) == match.facts.hidden
    assert (WIPE in text) == match.facts.hidden
    assert not list((tmp_path / "terminal").glob("*.json"))


@pytest.mark.parametrize("case", MATCHES, ids=[case[0] for case in MATCHES])
def test_a_whole_match_against_the_computer(
    case: tuple[str, dict[str, Any], int, int], tmp_path: Path
) -> None:
    """The person plays what the computer hints at; both think for a moment only."""
    game, options, seed, _ = case
    if game == "updown":
        options = {"players": 2, "games": 1}
    if game == "bounce":
        options = {"players": 2, "target": 2}
    if game == "pegs":  # both could go on for a long time
        options = {"quiet_limit": 12}
    child = spawn(tmp_path, *command(game, options, seed, "me,computer"), "--seconds", "0.02")
    for _ in range(400):
        which = child.expect([r"Enter leaves\.\s+", r"p1> |Dark> "])
        if which == 0:
            break
        child.sendline("hint")
        child.expect(r"would play ([^\r\n]+)\.\r\n")
        move = child.match[1]
        child.expect("p1> |Dark> ")
        child.sendline(move)
    else:
        pytest.fail("the match did not end")
    record = tmp_path / "record.json"
    child.expect("> ")
    child.sendline(f"record {record}")
    child.expect("> ")
    child.sendline("")
    child.expect(pexpect.EOF)
    data = json.loads(record.read_text())
    assert pivotry.from_record(data).turn is None
    assert pivotry.verify(data).fair


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_the_bytes_after_a_curtain_hold_no_other_hand(game: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"players": 3}
    live = pivotry.new(game, seed=11, **options)
    moves = random_moves(game, options, 11, 6)[:12]
    child = spawn(tmp_path, *command(game, options, 11, "me,me,me"))
    for move in moves:
        seat = live.turn
        assert seat is not None
        while child.expect([r"looks\. ", r"clear the screen\. ", rf"p{seat + 1}> "]) < 2:
            child.sendline("")
        shown = (child.before).rsplit(WIPE, 1)[-1]
        hand = set(live.view(seat)["hands"][seat])
        others = [c for i, h in enumerate(live.position()["hands"]) if i != seat for c in h]
        row = shown[shown.index("our hand") :]
        if game == "updown":
            faces = [part.strip() for part in row.replace("│", "|").split("|")]
            assert hand <= set(faces)
            assert not {c for c in others if c not in hand} & set(faces)
        else:
            known = {c for cards in live.position()["known"] for c in cards}
            for card in set(others) - known - hand:
                assert f" {card} " not in f" {shown} "
        child.sendline(move)
        live.play(move)
    child.sendcontrol("d")
    child.close()


def test_control_c_and_control_d_lose_nothing(tmp_path: Path) -> None:
    child = spawn(tmp_path, "play", "pegs", "--seats", "me,me")
    child.expect("Dark.*> ")
    child.sendline("A1-B1")
    child.expect("move 2 of 2")
    child.expect("Dark.*> ")
    interrupt(child, "The match is kept")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    again = spawn(tmp_path, "play", "--resume")
    again.expect("move 2 of 2")
    again.expect("Dark.*> ")
    again.sendeof()
    again.expect("The match is kept")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0


def test_tab_completes_moves_and_commands(tmp_path: Path) -> None:
    child = spawn(tmp_path, "play", "pegs", "--seats", "me,me", "--no-color")
    child.expect("Dark> ")
    child.send("a4\t")
    child.expect("A4-B4")
    child.sendline("")
    child.expect("Dark: A4-B4")
    child.expect("Dark> ")
    child.send("und\t\n")
    child.expect("Taken back")
    child.expect("Dark> ")
    child.sendeof()
    child.expect(pexpect.EOF)


@pytest.mark.parametrize(
    ("environ", "coloured", "fancy"),
    [
        ({}, True, True),
        ({"NO_COLOR": "1"}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}, True, False),
    ],
)
def test_the_terminal_decides_how_it_is_drawn(
    environ: dict[str, str], coloured: bool, fancy: bool, tmp_path: Path
) -> None:
    child = spawn(tmp_path, "rules", "pegs", "G-2", PAGER="cat", **environ)
    child.expect(pexpect.EOF)
    assert ("\x1b[" in child.before) == coloured
    assert ("▇" in child.before) == fancy
    assert ("[#####]" in child.before) != fancy


def test_long_pages_go_through_the_pager(tmp_path: Path) -> None:
    child = spawn(tmp_path, "rules", "pegs", PAGER="tail -n 2")
    child.expect(pexpect.EOF)
    assert "first turn to" in child.before
    assert "Four rows of pegs" not in child.before
