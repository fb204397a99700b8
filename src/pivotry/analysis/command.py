"""The command ``pivotry analyze``."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..players.budget import Budget
from ..terminal import files
from ..terminal.screen import Screen
from ..terminal.style import detect
from ..terminal.tools import announced
from ..terminal.trouble import Trouble
from . import analyse
from .model import Analysis

if TYPE_CHECKING:
    from ..match import Match

KINDS = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html", ".svg": "graph"}
_WHAT = {
    "text": "an analysis as text",
    "json": "an analysis as JSON",
    "html": "an analysis as a page",
    "graph": "the graph of an analysis",
}
INTERRUPTED = 130
"""Exit status after Ctrl-C; what had been judged by then is written all the same."""


def analyze(arguments: argparse.Namespace) -> int:
    """Judge every move of a record."""
    kind, data = files.load(arguments.file)
    if kind == "position":
        raise Trouble(f"{arguments.file!r} is a position: only the moves of a record can be judged")
    match = files.match_of(kind, data, arguments.file)
    target = arguments.output
    ending = "" if target is None else Path(target).suffix.lower()
    wanted = arguments.to or KINDS.get(ending, "text")
    if target not in (None, "-") and ending not in KINDS and arguments.to is None:
        raise Trouble(f"{target!r}: an analysis is a .txt, .json, .html or .svg file, or see --to")
    if target is not None:
        endings = [ending for ending, kind in KINDS.items() if kind == wanted]
        files.fitting(target, _WHAT[wanted], *endings)
        files.free(target, force=arguments.force)
    if arguments.theme is not None and wanted != "graph":
        raise Trouble("--theme has no place without a graph: -o FILE.svg or --to graph")
    budget = Budget(arguments.seconds, arguments.nodes)
    analysis, interrupted = _run(match, budget, arguments)
    content = _content(analysis, match, wanted, arguments, plain=target is not None)
    files.write("-" if target is None else target, content, force=arguments.force)
    if interrupted:
        done = f"interrupted: {len(analysis.moves)} of {match.made()} moves are judged"
        where = "" if target in (None, "-") else f", and written to {target}"
        print(f"pivotry: {done}{where}", file=sys.stderr)
        return INTERRUPTED
    return 0


def _run(match: Match, budget: Budget, arguments: argparse.Namespace) -> tuple[Analysis, bool]:
    """The analysis, in a thread, so that Ctrl-C ends it with what there is."""
    screen = Screen(detect(sys.stderr), out=sys.stderr)
    cancel, done, failed = threading.Event(), threading.Event(), []
    found: list[Analysis] = []

    def work() -> None:
        try:
            found.append(
                analyse(
                    match,
                    budget,
                    lines=arguments.lines,
                    jobs=(os.cpu_count() or 1) if arguments.jobs is None else arguments.jobs,
                    progress=lambda n, of: screen.note(f"\r{n} of {of} moves judged"),
                    cancel=cancel,
                )
            )
        except BaseException as bad:  # handed on to the thread that waits
            failed.append(bad)
        finally:
            done.set()

    interrupted = False
    with announced():
        thread = threading.Thread(target=work, name="pivotry-analyze", daemon=True)
        thread.start()
        while not done.is_set():
            try:
                done.wait(0.2)
            except KeyboardInterrupt:
                interrupted = True
                cancel.set()
        thread.join()
    screen.note("")
    if failed:
        raise failed[0]
    return found[0], interrupted


def _content(
    analysis: Analysis, match: Match, wanted: str, arguments: argparse.Namespace, *, plain: bool
) -> str:
    if wanted == "json":
        from .data import data

        return files.dumps(data(analysis))
    if wanted == "graph":
        from .graph import draw

        return draw(analysis, arguments.theme or "auto")
    if wanted == "html":
        from .page import page

        return page(analysis, match)
    from .text import lines

    style = detect(ascii=arguments.ascii, no_color=arguments.no_color)
    if plain:
        style = replace(style, ascii=arguments.ascii, colour=False, width=80)
    return "\n".join(lines(analysis, style)) + "\n"
