"""The command line of the server; needs Python alone, for ``play`` reads it before all else."""

from __future__ import annotations

import argparse
from urllib.parse import urlsplit

from ..terminal.asking import Parser

PORT = 8765


def parser(prog: str = "play") -> argparse.ArgumentParser:
    """What can be said to the server; ``prog`` is what the command is called in help."""
    found = Parser(prog=prog, description="Play Pivotry's games in the browser on this machine.")
    found.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    found.add_argument("--port", type=_port, help=f"port; a free one if taken ({PORT})")
    found.add_argument("--no-browser", action="store_true", help="do not open the browser")
    found.add_argument(
        "--seconds",
        type=_seconds,
        default=1.0,
        help="how long the champion thinks for a move, and hints take (1)",
    )
    found.add_argument(
        "--database",
        metavar="FILE|URL",
        help="where tables are kept: a file (one of your own), or postgresql://USER@HOST/NAME",
    )
    found.add_argument(
        "--url", type=_url, help="what invitations begin with, if this server has another address"
    )
    found.add_argument(
        "--keep", type=_days, metavar="DAYS",
        help="how long unfinished matches of computers alone are kept (30); 0 for ever",
    )  # fmt: skip
    return found


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise argparse.ArgumentTypeError(f"an address is https://NAME or http://NAME, not {text!r}")
    return text


def _days(text: str) -> float:
    if not text.isdecimal() or not 0 <= int(text) <= 36_500:
        raise argparse.ArgumentTypeError(f"days are a number from 0 to 36500, not {text!r}")
    return float(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 600:
        raise argparse.ArgumentTypeError(f"seconds are a number from 0.01 to 600, not {text!r}")
    return value
