"""Rules pages as lines of text, their pictures drawn as boards."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pivotry.registry import get
from pivotry.rulebook import Clause, Example, load

from .style import Style, wrap

_SPAN = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*")
_WIDEST = 80


def page(game: str, style: Style) -> list[str]:
    """The whole rules page of a game."""
    found = load(game)
    lines = [style.paint(found.title, "strong"), "", *_markdown(found.intro, style)]
    section = ""
    for part in found.clauses.values():
        if part.section != section:
            section = part.section
            rule = style.pick("─", "-") * min(_WIDEST, style.width)
            lines += ["", style.paint(rule, "soft"), style.paint(section.upper(), "strong")]
        lines += ["", *_clause(part, style)]
    return lines


def clause(game: str, id: str, style: Style) -> list[str]:
    """One clause with its pictures."""
    return list(_clause(load(game).find(id), style))


def contents(game: str, style: Style) -> list[str]:
    """The clauses of a game by title."""
    found = load(game)
    lines = [style.paint(found.title, "strong")]
    section = ""
    for part in found.clauses.values():
        if part.section != section:
            section = part.section
            lines += ["", section]
        lines.append(f"  {part.id:<6}{part.title}")
    return [*lines, "", "rules CLAUSE shows one of them."]


def _clause(part: Clause, style: Style) -> Iterator[str]:
    yield style.paint(f"{part.id}  {part.title}", "strong")
    for block in part.blocks:
        yield ""
        yield from _markdown(block, style) if isinstance(block, str) else _example(block, style)


def _markdown(text: str, style: Style) -> Iterator[str]:
    """Paragraphs and lists; emphasis becomes colour."""
    width = min(_WIDEST, style.width)
    for i, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if i:
            yield ""
        for item in re.split(r"\n(?=- )", paragraph):
            if item.startswith("- "):
                mark = style.pick("•", "*")
                yield from wrap(_spans(item[2:], style), width, indent="    ", first=f"  {mark} ")
            else:
                yield from wrap(_spans(item, style), width)


def _spans(text: str, style: Style) -> str:
    def painted(found: re.Match[str]) -> str:
        words = (found[1] or found[2] or found[3]).split()
        return " ".join(style.paint(word, "legal" if found[2] else "strong") for word in words)

    return _SPAN.sub(painted, text)


def _example(example: Example, style: Style) -> Iterator[str]:
    board = get(example.game).board
    width = min(_WIDEST, style.width) - 4
    for caption, match in example.matches():
        seat = example.seat
        own = match.facts.hidden and seat is not None and seat == match.turn
        look = replace(
            style,
            width=width,
            names=match.names,
            lit=example.lit,
            legal=tuple(match.legal_moves()) if own else (),
            last=tuple(match.last_moves(seat)),
        )
        yield from wrap(_spans(caption, style), width, indent="    ")
        yield ""
        for line in board.draw(match.view(seat), look):
            yield f"    {line}".rstrip()
        yield ""
    holds = list(_claims(example))
    for text in holds:
        yield from wrap(text, width + 4, indent="    ")


def _claims(example: Example) -> Iterator[str]:
    allowed = example.only if example.only is not None else example.legal
    if allowed:
        what = "All that can be played" if example.only is not None else "Can be played"
        yield f"{what}: {', '.join(allowed)}."
    for move, ids in example.illegal.items():
        yield f"Not allowed: {move} ({', '.join(ids)})."


def show(lines: Sequence[str]) -> None:
    """Print lines, through a pager where they are more than a screen and somebody watches."""
    text = "\n".join(lines) + "\n"
    if sys.stdout.isatty() and len(lines) >= shutil.get_terminal_size().lines:
        command = shlex.split(os.environ.get("PAGER", "")) or ["less"]
        program = shutil.which(command[0])
        if program is not None:
            # -F: quit if one screen; -R: colours; -X: leave the text on the screen.
            environ = {"LESS": "FRX", **os.environ}
            subprocess.run([program, *command[1:]], input=text.encode(), env=environ, check=False)
            return
    sys.stdout.write(text)
