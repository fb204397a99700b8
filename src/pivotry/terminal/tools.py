"""The commands that are not a game: one function each, named like the command."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pivotry import owntext
from pivotry.registry import IDS, get, title_of
from pivotry.wording import quoted

from . import choices, files
from .moves import natural
from .style import Style, detect, pad, wrap
from .trouble import FAILED, UNKNOWN, Trouble

if TYPE_CHECKING:
    from pivotry.contract import Option
    from pivotry.match import Match


def rules(arguments: argparse.Namespace) -> int:
    """Print rules."""
    from . import pages

    style = detect(ascii=arguments.ascii, no_color=arguments.no_color)
    if arguments.game is None:
        lines = [*_listed(IDS, style), "", "pivotry rules GAME prints the rules of one of them."]
        print("\n".join(lines))
        return 0
    game = files.known_game(arguments.game)
    if arguments.list:
        pages.show(pages.contents(game, style))
    elif arguments.clause is None:
        pages.show(pages.page(game, style))
    else:
        pages.show(pages.clause(game, arguments.clause, style))
    return 0


def games(arguments: argparse.Namespace) -> int:
    """List games and options."""
    style = detect(ascii=arguments.ascii, no_color=arguments.no_color)
    ids = IDS if arguments.game is None else (files.known_game(arguments.game),)
    lines: list[str] = []
    for id in ids:
        lines += [*_listed((id,), style), *(_option_lines(id, style)), ""]
    print("\n".join(lines[:-1]))
    return 0


def _listed(ids: tuple[str, ...], style: Style) -> list[str]:
    lines = []
    for id in ids:
        facts = get(id).facts
        players = _numbers(facts.players)
        head = f"{style.paint(pad(id, 11), 'strong')} {facts.title}, {players} players"
        lines += [head, *wrap(facts.summary, min(style.width, 80), indent=" " * 12)]
    return lines


def _numbers(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(str(number) for number in numbers)


def _option_lines(id: str, style: Style) -> list[str]:
    lines = []
    for option in get(id).facts.options:
        default = "" if option.default is None else f" Standard: {option.default}."
        clause = f" ({option.clause})" if option.clause else ""
        about = option.about if option.about.endswith(".") else f"{option.about}."
        text = f"{about[:1].upper()}{about[1:]} {_values(option)}{default}{clause}"
        first = f"    {style.paint(pad(option.name, 12), 'strong')} "
        lines += wrap(text, min(style.width, 80), indent=" " * 17, first=first)
    return lines


def _values(option: Option) -> str:
    if option.range is not None:
        return f"A number from {option.range[0]} to {option.range[1]}."
    values = [str(value) for value in option.choices]
    if option.mapping:
        example = json.dumps(owntext.read(option, option.example))
        values.append(f"a JSON object such as {example}")
    return f"One of {', '.join(values[:-1])} or {values[-1]}." if len(values) > 1 else ""


def show(arguments: argparse.Namespace) -> int:
    """Draw a position or record as text or as a picture."""
    kind, data = files.load(arguments.file)
    match = files.match_of(kind, data, arguments.file, ply=arguments.ply)
    seat = choices.seat(arguments.seat, match)
    target = arguments.output
    ending = "" if target is None else Path(target).suffix.lower()
    if arguments.words or ending in ("", ".txt"):
        if arguments.theme is not None:
            raise Trouble("--theme is for pictures: give -o FILE with .svg, .png or .gif")
        lines = _text(match, seat, arguments, plain=target is not None)
        if target is None:
            print("\n".join(lines))
        else:
            files.write(target, "\n".join(lines) + "\n", force=arguments.force)
        return 0
    look = {"theme": arguments.theme or "auto", "flip": arguments.flip}
    if ending == ".svg":
        files.write(target, match.svg(seat, **look), force=arguments.force)
        return 0
    from pivotry import raster

    if ending == ".png":
        content = raster.png(match.svg(seat, **look), 2.0)
    elif ending == ".gif":
        frames = (match.earlier(ply) for ply in range(match.ply + 1))
        content = raster.gif([shown.svg(seat, **look) for shown in frames])
    else:
        raise Trouble(f"{target!r}: pictures are .svg, .png or .gif files, text is .txt")
    files.write(target, content, force=arguments.force)
    return 0


def _text(
    match: Match, seat: int | None, arguments: argparse.Namespace, *, plain: bool
) -> list[str]:
    style = detect(ascii=arguments.ascii, no_color=arguments.no_color)
    if plain:
        style = replace(style, ascii=arguments.ascii, colour=False, width=80)
    game = get(match.game)
    if arguments.words:
        text = game.picture.words(match.view(seat), match.names)
        return [line for part in text.splitlines() for line in wrap(part, style.width)]
    own = match.facts.hidden and seat is not None and seat == match.turn
    style = replace(
        style,
        names=match.names,
        last=tuple(match.last_moves(seat)),
        legal=tuple(match.legal_moves()) if own else (),
        flip=arguments.flip,
    )
    return list(game.board.draw(match.view(seat), style))


def verify(arguments: argparse.Namespace) -> int:
    """Say whether a record was dealt fairly."""
    from pivotry.errors import BadRecord
    from pivotry.record import verify as judge

    kind, data = files.load(arguments.file)
    if kind == "position":
        raise Trouble(f"{arguments.file!r} is a position: only a record can be verified")
    try:
        verdict = judge(data)
    except BadRecord as bad:
        raise Trouble(f"{arguments.file!r} cannot be replayed: {bad}", FAILED) from None
    print(verdict.message[:1].upper() + verdict.message[1:] + ".")
    if verdict.fair is None:
        print("The moves themselves replay under the rules.")
    return UNKNOWN if verdict.fair is None else 0 if verdict.fair else FAILED


_PICTURES = (".svg", ".png", ".gif", ".jpg", ".jpeg", ".webp", ".bmp", ".pdf")
"""Endings of what ``convert`` does not write."""


def convert(arguments: argparse.Namespace) -> int:
    """Turn records, positions and move lists into each other."""
    from .movelist import write as movelist

    if Path(arguments.output).suffix.lower() in _PICTURES:
        raise Trouble(
            f"{arguments.output!r} would be a picture: pivotry show draws one, as in "
            "pivotry show FILE -o PICTURE"
        )
    wanted = arguments.to
    ending = Path(arguments.output).suffix.lower()
    if wanted is None and arguments.output.strip() not in ("", "-"):
        if ending not in (".txt", ".json"):
            raise Trouble(
                f"{arguments.output!r}: say with --to what it is to be, a record, a position or "
                "moves, or call it .json or .txt"
            )
        wanted = "moves" if ending == ".txt" else None
    if wanted is not None:
        _fitting(arguments.output, wanted)
    kind, data = files.load(arguments.file)
    if wanted is None:
        wanted = "position" if kind == "record" and arguments.ply is not None else "record"
    match = files.match_of(kind, data, arguments.file, ply=arguments.ply)
    if wanted == "moves":
        content = movelist(match)
    else:
        content = files.dumps(match.position() if wanted == "position" else match.record())
    files.write(arguments.output, content, force=arguments.force)
    return 0


def _fitting(path: str, wanted: str) -> None:
    """Refuse a name that promises another kind than the wanted one."""
    what, ending = {"moves": ("a move list", ".txt")}.get(wanted, (f"a {wanted}", ".json"))
    files.fitting(path, what, ending)


def perft(arguments: argparse.Namespace) -> int:
    """Count move sequences."""
    from pivotry.match import perft as count
    from pivotry.search.perft import DEEPEST

    game = files.known_game(arguments.game)
    if not 0 <= arguments.depth <= DEEPEST:
        raise Trouble(
            f"a depth is a whole number from 0 to {DEEPEST}, not {quoted(arguments.depth)}"
        )
    if arguments.position is not None:
        for name in ("players", "option", "seed"):
            if getattr(arguments, name):
                raise Trouble(f"--{name} has no place beside --position")
        match = files.open_match(arguments.position, game=game)
    else:
        if arguments.seed is None:
            arguments.seed = "1"
        match = choices.start(arguments, chance="manual")
    with announced():
        if arguments.depth > 0:
            count(match, 1)  # compiling, or loading what was compiled, is no part of the rate
        begun = time.perf_counter()
        if arguments.divide and arguments.depth > 0:
            total = _divide(match, arguments.depth)
        else:
            total = count(match, arguments.depth)
        spent = time.perf_counter() - begun
    print(f"{game}, depth {arguments.depth}: {total:,} move sequences")
    print(f"{spent:.2f} s, {total / max(spent, 1e-9):,.0f} a second", file=sys.stderr)
    return 0


def _divide(match: Match, depth: int) -> int:
    """Print the count behind every first move; returns the sum."""
    from pivotry.match import perft as count

    total = 0
    moves = sorted(match.legal_moves(), key=natural)
    wide = max((len(text) for text in moves), default=0)
    for text in moves:
        after = match.copy()
        after.play(text)
        part = count(after, depth - 1)
        total += part
        print(f"{text:<{wide}}  {part:>14,}")
    return total


@contextmanager
def announced() -> Iterator[None]:
    """Say on standard error when kernels are compiled, and how long it took."""
    from pivotry import jit

    begun: dict[str, float] = {}

    def heard(name: str, starting: bool) -> None:
        if starting:
            begun[name] = time.perf_counter()
            text = f"{title_of(name)}: preparing for this machine (only the first time) ..."
        else:
            text = f"{title_of(name)}: ready after {time.perf_counter() - begun.pop(name):.1f} s"
        print(text, file=sys.stderr, flush=True)

    jit.listeners.append(heard)
    try:
        yield
    finally:
        jit.listeners.remove(heard)


def solve(arguments: argparse.Namespace) -> int:
    """Exact answers."""
    from . import solving

    return solving.solve(arguments)


def bench(arguments: argparse.Namespace) -> int:
    """Measure random play."""
    from pivotry.bench import main as measure

    chosen = [files.known_game(game) for game in arguments.game]
    if arguments.rounds < 1 or arguments.threads < 0:
        raise Trouble("--rounds is at least 1 and --threads at least 0")
    with announced():
        table: Any = measure(
            chosen,
            rounds=arguments.rounds,
            seconds=arguments.seconds,
            threads=arguments.threads,
        )
    print(table)
    return 0
