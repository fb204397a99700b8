"""The command ``pivotry puzzles``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ..jsontext import loads
from ..registry import get
from ..terminal import files
from ..terminal.screen import Screen
from ..terminal.style import Style, detect
from ..terminal.tools import announced
from ..terminal.trouble import Trouble
from ..wording import counted
from .model import KINDS, Collection, Puzzle, load, read

if TYPE_CHECKING:
    from ..match import Match


def puzzles(arguments: argparse.Namespace) -> int:
    """List, show or mine puzzles."""
    game = files.known_game(arguments.game)
    if get(game).facts.hidden:
        raise Trouble(f"{get(game).facts.title} has no puzzles: its cards are hidden")
    _check(arguments)
    if arguments.mine is not None:
        return _mine(game, arguments)
    style = detect(ascii=arguments.ascii, no_color=arguments.no_color)
    known = load(game)
    if arguments.show is None:
        print("\n".join(_listed(game, known)))
        return 0
    if not 1 <= arguments.show <= len(known):
        raise Trouble(f"there are puzzles 1 to {len(known)}, not {arguments.show}")
    print("\n".join(_shown(known[arguments.show - 1], arguments.show, style, arguments.solution)))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    if arguments.mine is not None and arguments.show is not None:
        raise Trouble("--show has no place beside --mine")
    if arguments.solution and arguments.show is None:
        raise Trouble("--solution has no place without --show")
    for name in ("output", "seed", "kind"):
        if getattr(arguments, name) is not None and arguments.mine is None:
            raise Trouble(f"--{name} has no place without --mine")


def _listed(game: str, known: tuple[Puzzle, ...]) -> list[str]:
    """A line a puzzle, and how many there are of each kind."""
    lines = [f"{get(game).facts.title}: {counted(len(known), 'puzzle')}"]
    lines += [
        f"{number:>4}  grade {puzzle.grade}  {puzzle.kind:<6}  "
        f"{counted(puzzle.moves, 'move'):<8}  {puzzle.fen}"
        for number, puzzle in enumerate(known, 1)
    ]
    grades = Counter(puzzle.grade for puzzle in known)
    told = ", ".join(f"{grades[grade]} of grade {grade}" for grade in sorted(grades))
    return [*lines, f"{told}.", f"pivotry puzzles {game} --show N shows one."] if known else lines


def _shown(puzzle: Puzzle, number: int, style: Style, solution: bool) -> list[str]:
    match: Match = puzzle.match()
    lines = [f"Puzzle {number} (grade {puzzle.grade})", puzzle.task, ""]
    lines += get(puzzle.game).board.draw(match.view(match.turn), style)
    lines += ["", puzzle.fen]
    if solution:
        lines += ["", f"Solution: {' '.join(puzzle.solution)}"]
    else:
        lines += [f"pivotry puzzles {puzzle.game} --show {number} --solution solves it."]
    return lines


def _mine(game: str, arguments: argparse.Namespace) -> int:
    """Go on with a file, or begin one; it is written after every game."""
    from .mine import mine

    target = f"puzzles-{game}.json" if arguments.output is None else arguments.output
    files.free(target, force=True)  # before hours are spent, not after
    collection = _begun(game, target, arguments.seed)
    screen = Screen(detect(sys.stderr), out=sys.stderr)
    found = 0

    def keep(kept: Collection) -> None:
        files.write(target, files.dumps(kept.write()), force=True)
        screen.note(f"\rgame {kept.next - 1}: {counted(len(kept.puzzles), 'puzzle')}")

    try:
        with announced():
            for puzzle in mine(collection, arguments.mine, keep, arguments.kind or KINDS):
                found += 1
                screen.say(f"{puzzle.id}: {puzzle.kind}, grade {puzzle.grade}, "
                           f"{' '.join(puzzle.solution)}")  # fmt: skip
    except KeyboardInterrupt:
        screen.say(f"{counted(found, 'new puzzle')} in {target}; the same command goes on.")
        return 130  # as other commands after Ctrl-C
    screen.say(f"{counted(found, 'new puzzle')} in {target}.")
    return 0


def _begun(game: str, target: str, seed: int | None) -> Collection:
    """The collection in a file, or an empty one."""
    if not Path(target).exists():
        first = 1 if seed is None else seed
        return Collection(game, first=first, next=first)
    try:
        text = files.read_text(target)
        if not text.strip():
            raise Trouble(f"{target!r} is empty")
        collection = read(loads(text))
    except ValueError as bad:
        raise Trouble(f"{target!r} cannot be gone on with: {bad}") from None
    if collection.game != game:
        raise Trouble(f"{target!r} holds puzzles of {collection.game}, not of {game}")
    if seed is not None and seed != collection.first:
        raise Trouble(f"{target!r} began with seed {collection.first}, not with {seed}")
    return collection
