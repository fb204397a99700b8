"""``pivotry play``: lay the table, sit down, play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pivotry.contract import View
from pivotry.match import Match

from . import autosave, choices, files
from .screen import Screen
from .style import detect
from .table import Kind, Table
from .trouble import Trouble

if TYPE_CHECKING:
    from pivotry.players import Thought


def play(arguments: argparse.Namespace) -> int:
    """Play a new match or go on with a saved one."""
    screen = Screen(detect(ascii=arguments.ascii, no_color=arguments.no_color))
    kept: Path | None = None
    if arguments.resume == "":
        kept = autosave.latest(arguments.game and files.known_game(arguments.game))
        arguments.resume = str(kept)
    match, kinds = _begun(arguments) if arguments.resume is None else _resumed(arguments)

    def think(view: View, kind: Kind) -> Thought:
        from pivotry import players

        return players.think(view, kind=kind, seconds=arguments.seconds)

    Table(match, kinds, screen, think, autosave.Autosave(match.game, kept)).run()
    return 0


def _begun(arguments: argparse.Namespace) -> tuple[Match, tuple[Kind, ...]]:
    if arguments.game is None:
        raise Trouble("say which game: pivotry play GAME (pivotry games lists them)")
    given = None if arguments.seats is None else choices.seats(arguments.seats)
    if given is not None and arguments.players not in (None, len(given)):
        raise Trouble(f"--seats names {len(given)} seats, but --players says {arguments.players}")
    match = choices.start(arguments, players=None if given is None else len(given))
    return match, given or _standard(match.players)


def _standard(players: int) -> tuple[Kind, ...]:
    """You first, then the computer."""
    others: list[Kind] = ["computer"] * (players - 1)
    return ("me", *others)


def _resumed(arguments: argparse.Namespace) -> tuple[Match, tuple[Kind, ...]]:
    for name in ("players", "option", "seed", "names"):
        if getattr(arguments, name):
            raise Trouble(f"--{name} has no place beside --resume: the match is set up already")
    path = arguments.resume
    kind, data = files.load(path)
    if arguments.game is not None and data.get("game") != files.known_game(arguments.game):
        raise Trouble(f"{path!r} is of {data.get('game')!r}, not of {arguments.game!r}")
    match = files.match_of(kind, data, path, chance="auto")
    if arguments.seats is not None:
        kinds = choices.seats(arguments.seats)
    else:
        kinds = _kept(data.get("table"), match.players) or _standard(match.players)
    if len(kinds) != match.players:
        raise Trouble(f"the match has {match.players} seats, but --seats names {len(kinds)}")
    return match, kinds


def _kept(table: Any, players: int) -> tuple[Kind, ...] | None:
    """Who sat where when the match was saved, if that makes sense."""
    kinds = table.get("seats") if isinstance(table, dict) else None
    if not isinstance(kinds, list) or len(kinds) != players:
        return None
    return tuple(choices.kind(kind) or "me" for kind in kinds)
