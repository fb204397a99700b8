"""What the command line says about a set-up: options, seeds, seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pivotry.jsontext import NotJSON, loads

from .files import known_game
from .trouble import Trouble

if TYPE_CHECKING:
    import argparse

    from pivotry.chance import ChanceMode
    from pivotry.match import Match

    from .table import Kind

_KINDS = {
    "me": "me",
    "human": "me",
    "person": "me",
    "computer": "computer",
    "bot": "computer",
    "random": "random",
}


def options(given: Sequence[str]) -> dict[str, Any]:
    """``name=value`` texts as options; values are JSON, or a text as it stands."""
    chosen: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Trouble(f"an option is given as NAME=VALUE, not {text!r}")
        name = name.strip().replace("-", "_")
        if name in chosen:
            raise Trouble(f"option {name!r} is given twice")
        try:
            chosen[name] = loads(value)
        except NotJSON:
            chosen[name] = value.strip()
    return chosen


def seed(text: str | None) -> int | str | None:
    """A seed as a number or hexadecimal text; ``chance`` judges it."""
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 64 else text


def start(
    arguments: argparse.Namespace, *, players: int | None = None, chance: ChanceMode = "auto"
) -> Match:
    """The match that ``GAME --players --option --seed --names`` set up."""
    from pivotry.match import new
    from pivotry.naming import check_free

    game = known_game(arguments.game)
    chosen = options(arguments.option)
    wanted = arguments.players if players is None else players
    if "players" in chosen:
        wanted = chosen.pop("players") if wanted is None else wanted
    for name in ("game", "seed", "names", "chance"):
        if name in chosen:
            raise Trouble(f"{name!r} is no option of a game")
    names = getattr(arguments, "names", None)
    match = new(
        game,
        players=wanted,
        seed=seed(arguments.seed),
        names=None if names is None else [part.strip() for part in names.split(",")],
        chance=chance,
        **chosen,
    )
    if names is not None:
        for seat, name in reversed([*enumerate(match.names)]):  # the later of two is told
            check_free(match.facts, match.names, seat, name)
    return match


def kind(text: object) -> Kind | None:
    """Who sits in a seat: ``me``, ``computer``, ``random``, a level (``level-3``); None if nobody.

    A level can be given by its name, too.
    """
    from pivotry.players import levels

    word = text.strip().lower() if isinstance(text, str) else ""
    level = levels.number(word)
    return _KINDS.get(word) if level is None else f"level-{level}"


def seats(text: str) -> tuple[Kind, ...]:
    """``me,computer,level-3`` as kinds."""
    from pivotry.players import levels

    kinds: list[Kind] = []
    for part in text.split(","):
        found = kind(part)
        if found is None:
            raise Trouble(
                f"a seat is taken by me, computer, random or level-1 to level-{len(levels.NAMES)}, "
                f"not by {part.strip()!r}"
            )
        kinds.append(found)
    return tuple(kinds)


def seat(text: str | None, match: Match) -> int | None:
    """A seat by number (from 0), by p1, p2, ..., or by the game's name for it."""
    if text is None:
        return None
    names = [name.lower() for name in match.facts.names(match.players)]
    numbered = [f"p{i + 1}" for i in range(match.players)]
    wanted = text.strip().lower()
    for known in (names, numbered, [str(i) for i in range(match.players)]):
        if wanted in known:
            return known.index(wanted)
    listed = ", ".join(dict.fromkeys([*names, *numbered]))
    raise Trouble(f"there is no seat {text!r}: seats are {listed}, or 0 to {match.players - 1}")
