"""Which language a browser is answered in: the one chosen there, else the first it asks for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from .. import tongue

COOKIE = "pivotry_language"
"""The cookie that the page's settings write."""


def chosen(headers: Headers) -> str:
    """The language for a request with these headers."""
    there = tongue.languages()
    cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    if cookie in there:
        return cookie
    for code in _asked(headers.get("accept-language", "")):
        if code in there:
            return code
    return tongue.ENGLISH


def _asked(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` (RFC 9110, 12.5.4), the most welcome first."""
    weighed = []
    for part in header[:1000].split(","):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), name.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return [name for weight, name in sorted(weighed, key=lambda pair: pair[0]) if weight < 0]


def page_words() -> str:
    """What the page's scripts say in the language in force, as JSON; nothing for English."""
    code = tongue.language()
    return "" if code == tongue.ENGLISH else _page_words(code)


@cache
def _page_words(code: str) -> str:
    path: Path = tongue.LOCALE / code / "LC_MESSAGES" / "page.json"
    # Inside a script element nothing may read as its end.
    return path.read_text(encoding="utf-8").replace("<", "\\u003c")
