"""The command ``solve``: exact answers in words, or as JSON."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..wording import counted
from . import choices, files
from .tools import announced
from .trouble import UNKNOWN, Trouble

if TYPE_CHECKING:
    from pivotry.match import Match
    from pivotry.search.solve import Solution, Solver


def solve(arguments: argparse.Namespace) -> int:
    """Say who wins a position for certain, and how."""
    from pivotry.search import solve as exact

    match = _match(arguments)
    if match.turn is None:
        raise Trouble("the game is over: there is nothing left to solve")
    cancel = threading.Event()
    with announced(), _interrupt_sets(cancel):
        found = exact.solve(
            match,
            seconds=arguments.seconds,
            memory=arguments.memory,
            cancel=cancel,
            progress=_tell,
        )
    if arguments.json:
        print(json.dumps(_data(match, found)))
    else:
        print("\n".join(_lines(match, found)))
    return 0 if found.proven else UNKNOWN


def _match(arguments: argparse.Namespace) -> Match:
    """The match of a file, or of a game's start where the name is that of a game."""
    from pivotry.registry import IDS

    if arguments.file in IDS:
        if arguments.ply is not None:
            raise Trouble("--ply is for files: a game alone has no moves yet")
        arguments.game, arguments.seed, arguments.players = arguments.file, "1", None
        return choices.start(arguments)
    if arguments.option:
        raise Trouble("--option has no place beside a file")
    return files.open_match(arguments.file, ply=arguments.ply)


@contextmanager
def _interrupt_sets(cancel: threading.Event) -> Iterator[None]:
    """Let Ctrl-C end the search, not the program: what is known is still told."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: cancel.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _tell(solver: Solver, seconds: float) -> None:
    """One line of progress, over the one before it on a terminal."""
    if not sys.stderr.isatty():
        return
    print(f"\r\x1b[K{seconds:7.1f} s  {solver.report()}", end="", file=sys.stderr, flush=True)


def _data(match: Match, found: Solution) -> dict[str, Any]:
    return {
        "game": match.game,
        "turn": match.turn,
        "value": found.value,
        "between": [found.low, found.high],
        "plies": found.plies,
        "line": list(found.line),
        "moves": dict(found.moves),
        "nodes": found.nodes,
        "stored": found.stored,
        "seconds": round(found.seconds, 3),
    }


def _lines(match: Match, found: Solution) -> list[str]:
    turn = match.turn
    assert turn is not None
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    mover, other = match.names[turn], match.names[1 - turn]
    if found.value == 0:
        head = f"{mover} is to move, and the game is a draw if both play well."
    elif found.value is None:
        head = f"{mover} is to move. It is not known who wins"
        if found.low == 0:
            head += f"; {mover} does not lose"
        if found.high == 0:
            head += f"; {mover} does not win"
        head += "."
    else:
        winner = mover if found.value > 0 else other
        head = f"{mover} is to move, and {winner} wins"
        head += f", in {counted(found.plies, 'move')} at most." if found.plies else "."
    lines = [head]
    if found.line:
        lines.append("Line: " + " ".join(found.line))
        if found.value and found.plies and len(found.line) < found.plies:
            most = counted(found.plies, "move")
            lines.append(
                f"The line is one course; that more than {most} are never needed is proved."
            )
    if found.value is None and found.moves:
        words = {1: "wins", 0: "draws", -1: "loses"}
        known = ", ".join(f"{text} {words[value]}" for text, value in found.moves)
        lines.append(f"Known: {known}")
    rate = found.nodes / max(found.seconds, 1e-9)
    lines.append(f"{found.nodes:,} positions in {found.seconds:.1f} s ({rate:,.0f} a second)")
    return lines
