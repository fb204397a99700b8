"""Reading a command line: refusals in one line, numbers within their bounds."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one sentence, where the usual one prints the whole usage first."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")


def number(low: float, high: float, what: str) -> Callable[[str], float]:
    """A reader of numbers from ``low`` to ``high``; ``what`` is their plural."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{what} from {low:,.15g} to {high:,.15g}, not {text!r}"
            )
        return value

    return read


def whole(low: int, high: int, what: str) -> Callable[[str], int]:
    """The same for whole numbers, at least 0."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{what} from {low:,} to {high:,}, not {text!r}")
        return int(text)

    return read


def integer(text: str) -> int:
    """A whole number whose bounds the command knows."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number, not {text[:40]!r}") from None
