"""The language that sentences are said in: English in the source, others from catalogues.

``tr("It is {name}'s turn.", name=name)`` looks the English text up in the catalogue of the
language in force, then fills in the values. The language belongs to the running context (a request,
a thread), English unless ``speaking`` says otherwise. Catalogues are gettext's,
``locale/LANGUAGE/LC_MESSAGES/pivotry.po`` and ``.mo``; ``scripts/words.py`` keeps them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path


def mark(text: str) -> str:
    """The text itself; says to whoever collects them that it is said later, by ``tr``."""
    return text


ENGLISH = "en"
LOCALE = Path(__file__).parent / "locale"

_OWN_NAME = mark("English")
"""A text that every catalogue translates by the name of its own language."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language in force, as in ``<html lang>``."""
    return _language.get()


@cache
def languages() -> dict[str, str]:
    """What there is: each language's code and its own name for itself, English first."""
    found = {ENGLISH: _OWN_NAME}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/pivotry.mo")):
        code = path.parts[-3]
        found[code] = _catalogue(code).gettext(_OWN_NAME)
    return found


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say things in a language, one of ``languages()``; in English if there is no such one."""
    token = _language.set(code if code in languages() else ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


def tr(text: str, /, **values: object) -> str:
    """An English sentence in the language in force, ``{name}`` replaced by the values given."""
    code = _language.get()
    # The empty text stands for the head of a catalogue.
    said = text if code == ENGLISH or not text else _catalogue(code).gettext(text)
    return said.format(**values) if values else said


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """As ``tr``, for a number of things: ``tr_n("{n} card", "{n} cards", 3)``."""
    return _catalogue(_language.get()).ngettext(one, many, n).format(n=n, **values)


@cache
def everywhere(text: str) -> frozenset[str]:
    """What an English text is in every language there is."""
    said = set()
    for code in languages():
        with speaking(code):
            said.add(tr(text))
    return frozenset(said)


def decimal(written: str) -> str:
    """A number written with a decimal point as the language in force writes it."""
    return written.replace(".", tr("0.5")[1])


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation("pivotry", LOCALE, [code])
