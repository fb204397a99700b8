"""Small pieces of sentences for people, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from reprlib import Repr

from .tongue import tr


class _Short(Repr):
    """``repr`` of anything that can be given: cut short, however long, deep or large it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxtuple, self.maxdict, self.maxlong = 3, 9, 9, 4, 40

    # What people send is JSON, so what is no text and no number is written as there.
    def repr_NoneType(self, x: None, level: int) -> str:
        return "null"

    def repr_bool(self, x: bool, level: int) -> str:
        return "true" if x else "false"

    def repr_int(self, x: int, level: int) -> str:
        if x.bit_length() > 1000:  # Python refuses to write numbers that are much larger
            return tr("a number of about {n} digits", n=int(x.bit_length() * 0.30103) + 1)
        return super().repr_int(x, level)


_SHORT = _Short()


def quoted(thing: object) -> str:
    """Something given as an error repeats it: texts in quotes, control characters shown, cut."""
    if isinstance(thing, str):
        shown = repr(thing if len(thing) <= 40 else thing[:40] + "…")
    else:
        shown = _SHORT.repr(thing)
    return shown if len(shown) <= 80 else shown[:79] + "…"


_keys_told: ContextVar[bool] = ContextVar("keys_told", default=True)


@contextmanager
def without_keys() -> Iterator[None]:
    """What is wrong is said to somebody who sees fields with labels, and no JSON (see ``key``)."""
    token = _keys_told.set(False)
    try:
        yield
    finally:
        _keys_told.reset(token)


def key(name: str, values: str = "") -> str:
    """The key of something in JSON, and what it may hold, in brackets: to follow its usual name.

    Nothing where the reader sees no JSON.
    """
    if not _keys_told.get():
        return ""
    return f" ('{name}': {values})" if values else f" ('{name}')"


def sentence(text: str) -> str:
    """A text with a capital first, unless it begins with a name such as c4, and a full stop."""
    text = text.strip()
    if text.partition(" ")[0].isalpha():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def titled(title: str) -> str:
    """The title of a game as a sentence goes on after it: an apposition ends with a comma."""
    return f"{title}," if "," in title else title


def listed(things: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for nothing."""
    *most, last = list(things) or [""]
    return tr("{most} and {last}", most=", ".join(most), last=last) if most else last


def in_turn(things: Iterable[str]) -> str:
    """``a and b and c``: one after the other."""
    first, *rest = things
    for thing in rest:
        first = tr("{one} and {other}", one=first, other=thing)
    return first


def either(things: Iterable[str]) -> str:
    """``a``, ``a or b``, ``a or b or c``."""
    first, *rest = things
    for thing in rest:
        first = tr("{one} or {other}", one=first, other=thing)
    return first


def counted(n: int, thing: str) -> str:
    """``1 card``, ``3 cards``: in English, for the terminal."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
