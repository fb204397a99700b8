"""JSON as it comes from elsewhere: read strictly, refused in a sentence."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from .errors import PivotryError
from .tongue import mark, tr
from .wording import quoted

_FAULTS = (
    mark("expecting value"),
    mark("expecting property name enclosed in double quotes"),
    mark("expecting ',' delimiter"),
    mark("expecting ':' delimiter"),
    mark("extra data"),
    mark("invalid control character"),
    mark("invalid \\escape"),
    mark("invalid \\uXXXX escape"),
    mark("unterminated string"),
    mark("illegal trailing comma before end of object"),
    mark("illegal trailing comma before end of array"),
    mark("unexpected UTF-8 BOM (decode using utf-8-sig)"),
)
"""What Python's reader finds wrong."""


class NotJSON(PivotryError, ValueError):
    """A text that is no JSON, or JSON that cannot be relied on."""


def loads(text: str) -> Any:
    """What a JSON text says.

    Raises ``NotJSON`` for anything but JSON, and for what other readers take as they please: a key
    twice in one object, NaN and infinities, numbers too long or too large and lists too deep.
    """
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
        )
    except json.JSONDecodeError as bad:
        said = bad.msg[:1].lower() + bad.msg[1:]
        said = said.removesuffix(" at").removesuffix(" starting")  # where, is said below
        fault = tr(said)
        raise NotJSON(
            tr(
                "{fault} in line {line}, column {column}",
                fault=fault,
                line=bad.lineno,
                column=bad.colno,
            )
        ) from None
    except RecursionError:
        raise NotJSON(tr("it is nested too deeply")) from None
    except NotJSON:
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise NotJSON(tr("a number in it has too many digits")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise NotJSON(tr("the key {twice} stands twice in one object", twice=quoted(twice)))
    return found


def _constant(name: str) -> NoReturn:
    raise NotJSON(tr("{name} is no number of JSON", name=name))


def _float(text: str) -> float:
    found = float(text)
    if math.isinf(found):  # it could not be written as JSON again
        raise NotJSON(tr("the number {number} is too large", number=quoted(text)[1:-1]))
    return found
