"""The command ``pivotry engine``: UGI on standard input and output."""

from __future__ import annotations

import argparse
import io
import os
import sys

from ..terminal import choices, files
from .ugi import Engine, serve


def engine(arguments: argparse.Namespace) -> int:
    """Obey lines until ``quit`` or the end of the input."""
    game = files.known_game(arguments.game)
    setup = choices.options(arguments.option)
    talk = Engine(game, _say, setup)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    try:
        serve(talk, sys.stdin)
    except KeyboardInterrupt:
        talk.close()
    return 0


def _say(line: str) -> None:
    """A line out; whoever listens no longer ends us, for nobody is left to talk to."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os._exit(1)
