"""A language that is English in wide letters: what is said in plain ones was never translated."""

from __future__ import annotations

import gettext
import html
import re
import string
from collections.abc import Collection
from html.parser import HTMLParser
from typing import ClassVar

CODE = "wide"
_GAP = re.compile(r"({\w*[^}]*})")
_LETTERS = str.maketrans(
    {letter: chr(ord(letter) - 0x21 + 0xFF01) for letter in string.ascii_letters}
)
_QUOTED = re.compile(r"""(["'])[^"' ]*\1""")
_WORD = re.compile(r"[A-Za-z][A-Za-z']{2,}")


def widened(text: str) -> str:
    """A text in wide letters, its gaps as they are."""
    return "".join(
        part if i % 2 else part.translate(_LETTERS) for i, part in enumerate(_GAP.split(text))
    )


class Wide(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return widened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return widened(msgid1 if n == 1 else msgid2)


def plain(text: str, names: Collection[str] = ()) -> set[str]:
    """The words of a text in plain letters but for ``names`` and what stands in quotes."""
    return set(_WORD.findall(_QUOTED.sub("", text))) - set(names)


class _Said(HTMLParser):
    """What a page or a picture says: texts, and attributes that are read out."""

    _READ: ClassVar = {"alt", "title", "placeholder", "aria-label", "aria-description", "content"}

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in ("meta", "link", "input", "img", "br", "hr"):
            self._inside.append("no" if given.get("translate") == "no" else tag)
        self.found += [value or "" for name, value in attrs if name in self._READ and tag != "meta"]

    def handle_endtag(self, tag: str) -> None:
        if self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "code", "no"} & set(self._inside):
            self.found.append(data)


def said(page: str) -> list[str]:
    """All that a page says to people."""
    reader = _Said()
    reader.feed(page)
    return [text for text in map(html.unescape, reader.found) if text.strip()]
