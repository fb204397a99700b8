"""Names of seats: what may be one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .contract import Facts, Options
from .errors import BadOption
from .registry import Game
from .tongue import tr

_NO_LETTERS = ("Cc", "Cs", "Zl", "Zp")
"""What no name has: control characters (a terminal obeys them), half characters, line ends."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Nor these, which turn the direction of what is written after them."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing: fillers of Hangul, a Braille pattern without dots."""


def checked(
    names: Sequence[str | None] | None, game: Game, options: Options
) -> tuple[str | None, ...]:
    """The names that differ from those that the game gives: these are said when they are shown."""
    players = int(options["players"])
    if names is None:
        return (None,) * players
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or len(names) != players
        or not all(name is None or is_name(name) for name in names)
    ):
        raise BadOption(
            tr(
                "names are {players} texts of 1 to 40 characters, one a seat, with something "
                "to be seen and without line breaks and control characters",
                players=players,
            )
        )
    usual = game.facts.usual
    return tuple(
        None if name is None or usual(seat, name) else name for seat, name in enumerate(names)
    )


def at_table(
    facts: Facts,
    given: Sequence[str | None],
    players: Sequence[str | None],
    numbers: Sequence[int] = (),
) -> tuple[str, ...]:
    """What seats are called where people sit together: as a person would say it.

    ``players``: for each seat the level of the computer there (``learner``), or None for a person.
    ``numbers``: by which number each is called who has no name; 0, or none, for that of the seat.
    Where the game has names of its own for its seats, those are the names.
    """
    said = [number or seat + 1 for seat, number in enumerate(numbers or [0] * len(given))]
    called = facts.called(given)
    if facts.seat_names:
        return called
    return tuple(
        name if own is not None and not facts.usual(seat, own) else _sitter(number, player)
        for seat, (name, own, player, number) in enumerate(
            zip(called, given, players, said, strict=True)
        )
    )


def _sitter(number: int, player: str | None) -> str:
    if player is None:
        return tr("Player {n}", n=number)
    level = tr(player)
    return tr("{level} {n}", level=level[:1].upper() + level[1:], n=number)


def is_name(name: object) -> bool:
    """Whether a seat can be called so: up to 40 characters, one of them to be seen at least."""
    return (
        isinstance(name, str)
        and any(map(_is_seen, name))
        and len(name) <= 40
        and not any(unicodedata.category(ch) in _NO_LETTERS or ch in _TURNING for ch in name)
    )


def repaired(names: object) -> list[str | None] | None:
    """Saved names, without those that no seat can have any more: its usual name stands for them.

    None for what is no list of names.
    """
    if not isinstance(names, list):
        return None
    return [name if is_name(name) else None for name in names]


def _is_seen(ch: str) -> bool:
    """Whether a character is to be seen by itself: letters, numbers, signs, emoji."""
    return unicodedata.category(ch)[0] in "LNPS" and ch not in _BLANK


def alike(name: str) -> str:
    """The same text for names that look alike: great or small, wide or narrow, however spaced."""
    seen = (ch for ch in unicodedata.normalize("NFKC", name) if unicodedata.category(ch) != "Cf")
    return unicodedata.normalize("NFKC", " ".join("".join(seen).split()).casefold())


def check_free(facts: Facts, names: Sequence[str], seat: int, name: str) -> None:
    """``BadOption`` if another seat is called so, or would be if nobody had named it."""
    others = {
        alike(found): found
        for other, called in enumerate(names)
        if other != seat
        for found in (called, *facts.usuals(other))
    }
    if (found := others.get(alike(name))) is not None:
        raise BadOption(tr("another seat of this table is called {name}", name=found))
