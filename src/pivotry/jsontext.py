"""JSON as it comes from elsewhere: read strictly, refused in a sentence."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from .errors import PivotryError
from .wording import quoted


class NotJSON(PivotryError, ValueError):
    """A text that is no JSON, or JSON that cannot be relied on."""


def loads(text: str) -> Any:
    """What a JSON text says.

    Raises ``NotJSON`` for anything but JSON, and for what other readers take as they please: a key
    twice in one object, NaN and infinities, numbers too long and lists too deep to read.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as bad:
        where = f"line {bad.lineno}, column {bad.colno}"
        raise NotJSON(f"{bad.msg[:1].lower()}{bad.msg[1:]} in {where}") from None
    except RecursionError:
        raise NotJSON("it is nested too deeply") from None
    except NotJSON:
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise NotJSON("a number in it has too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise NotJSON(f"the key {quoted(twice)} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise NotJSON(f"{name} is no number of JSON")
