"""What the tests of the terminal share: tables on paper, seeded games, a real pseudo-terminal."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect

import pivotry
from pivotry.match import Match
from pivotry.players import Thought
from pivotry.terminal.screen import Screen
from pivotry.terminal.style import Style
from pivotry.terminal.table import Kind, Table

SRC = str(Path(pivotry.__file__).parent.parent)

# Short matches of every game: (game, options, seed of the cards, seed of the moves).
MATCHES: list[tuple[str, dict[str, Any], int, int]] = [
    ("pivotation", {"board": "mini"}, 1, 2),
    ("pegs", {}, 1, 4),
    ("updown", {"players": 3, "games": 2}, 5, 1),
    ("bounce", {"players": 3}, 1, 3),
]


def random_moves(game: str, options: dict[str, Any], seed: int, choice: int) -> list[str]:
    """The player moves of a whole random match; typing them plays it again."""
    match = pivotry.new(game, seed=seed, **options)
    chooser = random.Random(choice)
    moves = []
    while match.turn is not None:
        moves.append(chooser.choice(match.legal_moves()))
        match.play(moves[-1])
    return moves


class Typist:
    """Answers prompts from a script; remembers what was shown before each answer.

    Where it is asked for Enter, it presses Enter and goes on with the script afterwards.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.out = io.StringIO()
        self.shown: list[tuple[str, str]] = []
        """(prompt, what was printed since the prompt before)."""

    def __call__(self, prompt: str) -> str:
        text = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        self.shown.append((prompt, text))
        if "Enter" in prompt:
            return ""
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line


def seated(
    match: Match, lines: list[str], kinds: tuple[Kind, ...] | None = None, **style: Any
) -> tuple[Table, Typist]:
    """A table with a typist; computers play the first legal move."""
    typist = Typist(lines)

    def think(view: dict[str, Any], kind: Kind) -> Thought:
        assert view["seat"] == match.turn
        return Thought(match.legal_moves()[0])

    screen = Screen(Style(**style), typist.out, typist)
    return Table(match, kinds or ("me",) * match.players, screen, think), typist


def nobody(view: dict[str, Any], kind: Kind) -> Thought:
    """Thinks where nobody should have to."""
    raise AssertionError(f"{kind} was asked to think")


def told(lines: list[str], match: Match, **how: Any) -> str:
    """Everything that a script of lines makes the table print."""
    table, typist = seated(match, lines, **how)
    table.run()
    return "".join(text for _, text in typist.shown) + typist.out.getvalue()


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Variables for a process of the command line with a data folder of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "PAGER")}
    return {
        **kept,
        "PYTHONPATH": SRC,
        "PIVOTRY_DATA": str(folder),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        **more,
    }


def spawn(folder: Path, *arguments: str, **environ: str) -> Any:
    """The command line in a pseudo-terminal of 100 columns."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "pivotry.cli", *arguments],
        env=environment(folder, **environ),
        dimensions=(40, 100),
        encoding="utf-8",
        timeout=180,  # the first computer player of a machine compiles
    )
    child.delaybeforesend = None
    return child
