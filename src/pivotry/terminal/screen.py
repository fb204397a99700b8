"""What a person sees and types: lines out, lines in, a screen that can be wiped."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import TextIO

from .style import Style

_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, screen cleared, scrollback cleared."""
_ESCAPES = re.compile(r"(?:\x1b\[[0-9;]*m)+")


class Screen:
    """A terminal, or the files that stand for one."""

    def __init__(
        self, style: Style, out: TextIO | None = None, ask: Callable[[str], str] = input
    ) -> None:
        self.style = style
        self.out = sys.stdout if out is None else out
        self._ask = ask
        self.live = self.out.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        """Whether the cursor can be moved."""
        self._noted = False
        self._ticking: tuple[float, threading.Event, threading.Thread] | None = None
        self._echo = ask is input and not sys.stdin.isatty()
        """Typed lines are repeated where no terminal does it, so that the output can be read."""
        self._readline = _readline() if ask is input and sys.stdin.isatty() else None

    def say(self, lines: str | Iterable[str] = "") -> None:
        """Print a line, or several."""
        self._unnote()
        for line in (lines,) if isinstance(lines, str) else lines:
            self.out.write(line + "\n")
        self.out.flush()

    def note(self, text: str) -> None:
        """Show a passing remark that the next line overwrites; nothing where it would stay."""
        if self.live:
            self._unnote()
            self.out.write(self.style.paint(text, "soft"))
            self.out.flush()
            self._noted = True

    def _unnote(self) -> None:
        if self._noted:
            self.out.write("\r\x1b[2K")
            self._noted = False

    def tick(self) -> None:
        """Count the seconds on the screen until ``tock``, while something else keeps us busy."""
        begun, stop = time.monotonic(), threading.Event()

        def count() -> None:
            while not stop.wait(1.0):
                self.note(f"  {time.monotonic() - begun:.0f} s")

        counter = threading.Thread(target=count, daemon=True)
        self._ticking = (begun, stop, counter)
        counter.start()

    def tock(self) -> float:
        """Stop counting; how many seconds it took."""
        if self._ticking is None:
            return 0.0
        begun, stop, counter = self._ticking
        self._ticking = None
        stop.set()
        counter.join()
        return time.monotonic() - begun

    def ask(self, prompt: str) -> str:
        """A typed line without the space around it; raises ``EOFError`` at the end of input."""
        self._unnote()
        self.out.flush()
        if self._readline is not None:
            # The line editor must know which characters of the prompt take no room.
            prompt = _ESCAPES.sub(lambda found: f"\x01{found[0]}\x02", prompt)
        line = self._ask(prompt).strip()
        if self._echo:
            self.out.write(line + "\n")
        return line

    def wipe(self) -> None:
        """Leave nothing on the screen, nor above it where the terminal can forget."""
        self._unnote()
        self.out.write(_WIPE if self.live else "\n" * 60)
        self.out.flush()

    def forget(self) -> None:
        """Drop the lines typed so far from the line editor's memory."""
        if self._readline is not None:
            self._readline.clear_history()

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """Let the Tab key complete whole lines from ``words``."""
        if self._readline is None:
            return
        found: list[str] = []

        def completer(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = [word for word in words() if word.lower().startswith(text.lower())]
            return found[state] if state < len(found) else None

        self._readline.set_completer(completer)
        self._readline.set_completer_delims("")
        old = "libedit" in (self._readline.__doc__ or "")
        self._readline.parse_and_bind("bind ^I rl_complete" if old else "tab: complete")


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline
