"""Mappings that people write by hand, line by line: boards, lanes, words on cards.

``A1: B1 B2`` gives a key its values, ``dark: a1-b1 c1-d1`` pairs of them. What the names mean, and
whether all are there, is for the game's ``setup.normalise`` to say.
"""

from __future__ import annotations

import re
from typing import Any

from . import jsontext
from .contract import Option
from .errors import BadOption
from .jsontext import NotJSON
from .tongue import tr
from .wording import quoted

LONGEST = 4000
"""Characters; the longest example has about 150."""
_DASH = re.compile("[\u2010-\u2015\u2212]")
_PAIR = re.compile(r"([^-]+)-([^-]+)")


def read(option: Option, text: str) -> Any:
    """The mapping that a text writes for an option, or JSON if it looks like that.

    Raises ``BadOption`` with the line that cannot be understood.
    """
    label = tr(option.label)
    if len(text) > LONGEST:
        raise BadOption(tr("{option}: that is too long", option=label))
    if text.lstrip()[:1] in ("{", "["):
        try:
            return jsontext.loads(text)
        except NotJSON as bad:
            raise BadOption(tr("{option}: {fault}", option=label, fault=bad)) from None
    found: dict[str, Any] = {}
    for n, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, colon, rest = line.partition(":")
        key, values = key.strip(), [_value(word) for word in re.split(r"[\s,;]+", rest.strip())]
        if not colon or not key or values == [""]:
            raise BadOption(
                tr(
                    "{option}, line {n}: {line} is not written as in the example",
                    option=label,
                    n=n,
                    line=quoted(line.strip()),
                )
            )
        if key in found:
            raise BadOption(
                tr("{option}, line {n}: {key} is there twice", option=label, n=n, key=quoted(key))
            )
        if option.single and len(values) > 1:
            raise BadOption(
                tr("{option}, line {n}: {key} takes one value", option=label, n=n, key=quoted(key))
            )
        found[key] = values[0] if option.single else values
    if not found:
        raise BadOption(tr("{option}: nothing is written there", option=label))
    return found


def _value(word: str) -> Any:
    """A number, a pair, or the word itself."""
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    pair = _PAIR.fullmatch(_DASH.sub("-", word))
    return list(pair.groups()) if pair else word
