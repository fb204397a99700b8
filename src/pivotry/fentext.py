"""What the one-line position texts of the board games share: rows, fields, the strict last look.

A text is some fields with spaces between them, then ``name=value`` for every option that is not
the standard one. A row of places is written with commas; a number stands for so many empty ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from .contract import Position
from .errors import BadPosition, Fault
from .tongue import tr
from .wording import quoted

LONGEST = 4000
"""Characters of a text that is read at all: several times what the largest board needs."""
RESULTS: dict[str, str | None] = {"-": None, "d": "dark", "l": "light", "=": "draw"}
SIDES = {"d": "dark", "l": "light"}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_EMPTY = re.compile(r"[1-9][0-9]?")


def written(letters: Mapping[str, Any], value: object) -> str:
    """The letter that stands for a value."""
    return next(letter for letter, meant in letters.items() if meant == value)


def write_row(places: Sequence[str]) -> str:
    """A row from what stands in its places; the empty text is nothing."""
    parts = []
    for empty, run in groupby(places, key=lambda place: place == ""):
        held = list(run)
        parts += [str(len(held))] if empty else held
    return ",".join(parts)


def read_row(text: str) -> list[str]:
    """What stands in the places of a row; a number is that many empty texts."""
    places: list[str] = []
    for part in text.split(","):
        places += [""] * int(part) if _EMPTY.fullmatch(part) else [part]
    return places


class Fields:
    """The fields of a text, read one after the other; what is wrong is collected in ``faults``."""

    def __init__(self, text: object, names: Sequence[str]) -> None:
        """``BadPosition`` where a text has not even these fields."""
        if not isinstance(text, str) or len(text) > LONGEST:
            raise BadPosition(
                [
                    (
                        None,
                        tr(
                            "a position text is one line of at most {longest} characters",
                            longest=LONGEST,
                        ),
                    )
                ]
            )
        words = text.split()
        self._names = list(names)
        if len(words) < len(names):
            raise BadPosition(
                [
                    (
                        None,
                        tr(
                            "a position text has {n} fields ({names}), {given} has {n2}",
                            n=len(names),
                            names=", ".join(names),
                            given=quoted(text.strip()),
                            n2=len(words),
                        ),
                    )
                ]
            )
        self.faults: list[Fault] = []
        self._words = dict(zip(names, words[: len(names)], strict=True))
        self._more = words[len(names) :]
        self._line = " ".join(words)

    def text(self, name: str) -> str:
        """A field as it stands."""
        return self._words[name]

    def letter(self, name: str, letters: Mapping[str, Any]) -> Any:
        """What the letter in a field stands for."""
        word = self._words[name]
        if word not in letters:
            known = ", ".join(letters)
            self.faults.append(
                (
                    None,
                    tr(
                        "{name} is one of {known}, not {word}",
                        name=name,
                        known=known,
                        word=quoted(word),
                    ),
                )
            )
        return letters.get(word)

    def number(self, name: str) -> int:
        """A whole number from 0."""
        word = self._words[name]
        if not _NUMBER.fullmatch(word):
            self.faults.append(
                (
                    None,
                    tr("{name} is a whole number from 0, not {word}", name=name, word=quoted(word)),
                )
            )
            return 0
        return int(word)

    def options(self, readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
        """The options at the end of the line, each read by its reader."""
        found: dict[str, Any] = {}
        for word in self._more:
            name, equals, value = word.partition("=")
            if not equals or name not in readers:
                known = ", ".join(f"{option}=..." for option in readers)
                self.faults.append(
                    (
                        None,
                        tr(
                            "after the {field} may come {known}, not {word}",
                            field=self._names[-1],
                            known=known,
                            word=quoted(word),
                        )
                        if known
                        else tr(
                            "after the {field} may come nothing, not {word}",
                            field=self._names[-1],
                            word=quoted(word),
                        ),
                    )
                )
            elif name in found:
                self.faults.append((None, tr("{name} is given twice", name=name)))
            else:
                found[name] = readers[name](value)
        return found

    def done(self, position: Position, write: Callable[[Position], str]) -> Position:
        """The position read, if nothing was wrong and it would be written as it was."""
        if not self.faults:
            canonical = write(position)
            if canonical != self._line:
                self.faults.append(
                    (
                        None,
                        tr(
                            "this position is written {canonical}, in no other way",
                            canonical=quoted_line(canonical),
                        ),
                    )
                )
        if self.faults:
            raise BadPosition(self.faults)
        return position


def quoted_line(text: str) -> str:
    """A whole position text in quotes, for it has to be copied; cut where it is enormous."""
    return repr(text if len(text) <= 400 else text[:400] + "…")


def number_or_text(value: str) -> Any:
    """A number where it is one; whoever checks the option complains of anything else."""
    return int(value) if _NUMBER.fullmatch(value) else value
