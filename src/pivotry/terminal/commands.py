"""What can be typed at the table besides moves."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from subprocess import list2cmdline
from typing import TYPE_CHECKING

from pivotry.errors import BadOption
from pivotry.wording import listed

from . import moves
from .style import pad, wrap
from .trouble import Trouble

if TYPE_CHECKING:
    from pivotry.players import Candidate

    from .table import Table


def run(table: Table, line: str) -> bool:
    """Carry out a command; False if the line is none."""
    word, _, rest = line.partition(" ")
    name = _ALIASES.get(word.lower(), word.lower())
    found = _COMMANDS.get(name)
    if found is None:
        return False
    try:
        found[0](table, rest.strip())
    except (Trouble, BadOption) as bad:
        table.screen.say(wrap(table.sentence(str(bad), ()), table.style.width))
    return True


def leaves(line: str) -> bool:
    """Whether a line asks to leave."""
    return _ALIASES.get(line.lower(), line.lower()) == "quit"


def _help(table: Table, rest: str) -> None:
    screen = table.screen
    shown = {"moves": "moves [FROM]", "why": "why MOVE", "rules": "rules [CLAUSE]"}
    shown |= {"save": "save FILE", "record": "record FILE"}
    lines = ["A move is played by typing it. " + _example(table), ""]
    for name, (_, about) in _COMMANDS.items():
        lines.append(f"  {pad(shown.get(name, name), 16)}{about}")
    lines += ["", "A file that is there already is overwritten with --force: save FILE --force."]
    lines += ["Enter alone draws the table again; Tab completes moves and commands."]
    screen.say(lines)


def _example(table: Table) -> str:
    legal = sorted(table.match.legal_moves(), key=moves.natural)
    return f"For example: {legal[0]}" if legal else ""


def _moves(table: Table, rest: str) -> None:
    seat = table.match.turn
    if seat is None:
        table.screen.say("The match is over: there are no moves.")
        return
    if rest:
        source, found, ends = moves.starting_with(table.match, seat, rest)
        if not found:
            raise Trouble(f"no move begins with {rest!r}")
        table.show(lit=ends or (source,))
        table.screen.say(f"From {source}: {', '.join(found)}")
        return
    if not table.match.facts.hidden:
        table.show(legal=table.match.legal_moves())
    table.screen.say(moves.listed(table.match, seat, table.style))


def _why(table: Table, rest: str) -> None:
    if not rest:
        raise Trouble("say which move: why MOVE")
    said = table.match.explain(rest)
    if said.legal:
        named = f" ({', '.join(said.clauses)})" if said.clauses else ""
        table.screen.say(wrap(f"{said.message}{named}", table.style.width))
        return
    table.screen.say(wrap(table.sentence(said.message, said.clauses), table.style.width))


def _hint(table: Table, rest: str) -> None:
    seat = table.match.turn
    if seat is None:
        raise Trouble("the match is over")
    table.screen.note("thinking ...")
    thought = table.think(table.match.view(seat), "computer")
    lines = [f"The computer would play {thought.text}."]
    if thought.candidates:
        tried = f"{thought.simulations:,} games tried"
        best = ", ".join(f"{one.text} {_chance(one)}" for one in thought.candidates[:3])
        lines += wrap(f"How good it finds its moves, after {tried}: {best}.", table.style.width)
        alike = _alike(thought.candidates[:3])
        if alike:
            lines += wrap(f"It finds no clear difference between {alike}.", table.style.width)
    table.screen.say(lines)


def _chance(candidate: Candidate) -> str:
    """What the computer expects of a move, as a share of the possible success."""
    if candidate.proof is not None:
        return {1: "wins", 0: "draws", -1: "loses"}[candidate.proof]
    return f"{(candidate.value + 1) / 2:.0%}"


_NOISE = 0.02
"""Shares of success that lie closer together than this tell nothing about which move is better."""


def _alike(shown: Sequence[Candidate]) -> str:
    """The moves that are about as good as the best, if there are any."""
    alike = [
        one.text
        for one in shown
        if one.proof is None and abs(one.value - shown[0].value) / 2 <= _NOISE
    ]
    if shown[0].proof is not None or len(alike) < 2:
        return ""
    return "these moves" if len(alike) == len(shown) else listed(alike)


def _rules(table: Table, rest: str) -> None:
    from . import pages

    if rest:
        table.screen.say(pages.clause(table.match.game, rest, table.style))
    else:
        table.screen.say(pages.contents(table.match.game, table.style))


def _undo(table: Table, rest: str) -> None:
    match = table.match
    over = match.result is not None
    if not match.undo():
        raise Trouble("there is no move to take back")
    while match.turn is not None and table.kinds[match.turn] != "me" and match.undo():
        pass
    if over and match.facts.chance:
        match.renew()  # the seed of a match that is over can have been looked at
    table.keep()
    for seat in table.told:
        table.told[seat] = min(table.told[seat], match.ply)
    table.screen.say("Taken back.")


def _save(table: Table, rest: str) -> None:
    from .files import fitting, write_json

    name, force = _file(rest, "save")
    fitting(name, "a saved match", ".json")
    write_json(name, table.saved(), force=force, private=True)
    table.screen.say(
        wrap(
            f"Saved in {name}, with its seed: do not show the file to players while the match "
            f"runs. Go on with: pivotry play --resume {_typed(name)}"
            if table.match.facts.chance and table.match.turn is not None
            else f"Saved in {name}. Go on with: pivotry play --resume {_typed(name)}",
            table.style.width,
        )
    )


def _record(table: Table, rest: str) -> None:
    from .files import fitting, write, write_json
    from .movelist import write as movelist

    name, force = _file(rest, "record")
    fitting(name, "a record", ".json", ".txt")
    if table.match.facts.hidden and table.match.turn is not None:
        raise Trouble(
            "a record shows every hand: write it when the match is over, or use save FILE to go "
            "on later"
        )
    if name.lower().endswith(".txt"):
        write(name, movelist(table.match), force=force)
    else:
        write_json(name, table.match.record(), force=force)
    table.screen.say(f"The record is in {name}.")


def _file(rest: str, command: str) -> tuple[str, bool]:
    """The name of a file, in quotation marks or not, and whether ``--force`` stands beside it."""
    name = rest.strip()
    force = False
    if name == "--force" or name.startswith("--force "):
        name, force = name.removeprefix("--force").strip(), True
    if name.endswith(" --force"):
        name, force = name.removesuffix(" --force").strip(), True
    if name[:1] in ("'", '"'):
        if len(name) < 2 or name[-1] != name[0]:
            raise Trouble(f"a quotation mark of {name} has no second one")
        name = name[1:-1]
    if not name.strip():
        raise Trouble(f"say which file: {command} FILE")
    if name.startswith("-"):
        raise Trouble(f"there is no option {name}: {command} takes a file and --force")
    return name, force


def _typed(name: str) -> str:
    """A file as a shell takes it."""
    return list2cmdline([name]) if os.name == "nt" else shlex.quote(name)


def _log(table: Table, rest: str) -> None:
    told = [table.event(ply, table.facing) for ply in range(table.match.ply)]
    told = [text for text in told if text]
    if not told:
        raise Trouble("nothing has happened yet")
    for number, text in enumerate(told, 1):
        head = f"{number:>4}  "
        table.screen.say(wrap(text, table.style.width, indent=" " * 6, first=head))


def _list(table: Table, rest: str) -> None:
    table.screen.say(table.board.details(table.match.view(table.facing), table.style))


def _words(table: Table, rest: str) -> None:
    text = table.game.picture.words(table.match.view(table.facing), table.match.names)
    for paragraph in text.splitlines():
        table.screen.say(wrap(paragraph, table.style.width))


def _flip(table: Table, rest: str) -> None:
    before = table.drawn()
    table.flip = not table.flip
    if table.drawn() == before:
        raise Trouble("this table looks the same from all sides")
    table.show()


def _quit(table: Table, rest: str) -> None:
    from .table import Leave

    raise Leave


Command = Callable[["Table", str], None]
_COMMANDS: dict[str, tuple[Command, str]] = {
    "moves": (_moves, "what can be played now, or from one place"),
    "why": (_why, "whether a move can be played and, if not, which rule forbids it"),
    "hint": (_hint, "what the computer would play"),
    "rules": (_rules, "the rules: a list, or one clause with its pictures"),
    "undo": (_undo, "take back your last move, and the answers to it"),
    "list": (_list, "everything on the table by name"),
    "words": (_words, "the whole position in words"),
    "log": (_log, "what has happened so far"),
    "flip": (_flip, "look from the other side"),
    "save": (_save, "write the match to a file, to go on later"),
    "record": (_record, "write the record of the match (.json, or .txt for a move list)"),
    "help": (_help, "this list"),
    "quit": (_quit, "leave; a match in progress is kept"),
}
_ALIASES = {"?": "help", "q": "quit", "exit": "quit", "m": "moves", "stacks": "list"}
NAMES = tuple(_COMMANDS)
