"""Rows of cards in text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .style import Style, pad, width_of


@dataclass(frozen=True)
class Card:
    """A card's face, a line each for its parts, and how it lies."""

    face: tuple[str, ...]
    raised: bool = False
    """Stands out of the row by a line: it can be played."""
    lit: bool = False
    role: str = ""
    soft: tuple[bool, ...] = ()
    """Which lines of the face are printed softly."""
    gap: bool = False
    """Lies a little apart from the card before."""


def box(card: Card, inner: int, style: Style) -> list[str]:
    """One card as lines, ``inner`` columns between its edges."""
    across = style.pick("─", "-") * inner
    side = style.pick("│", "|")
    corners = style.pick("╭╮╰╯", "++++")
    if card.lit:
        corners, side = style.pick("┏┓┗┛", "####"), style.pick("┃", "#")
        across = style.pick("━", "=") * inner
    edge = "lit" if card.lit else "legal" if card.raised else "soft"
    lines = [style.paint(f"{corners[0]}{across}{corners[1]}", edge)]
    for i, part in enumerate(card.face):
        space = inner - width_of(part)
        text = " " * (space // 2) + part + " " * (space - space // 2)
        roles = ("soft",) if i < len(card.soft) and card.soft[i] else ("strong", card.role)
        lines.append(style.paint(side, edge) + style.paint(text, *roles) + style.paint(side, edge))
    lines.append(style.paint(f"{corners[2]}{across}{corners[3]}", edge))
    return lines


def rows(cards: Sequence[Card], inner: int, style: Style, indent: int = 1) -> list[str]:
    """Cards side by side, as many a row as the width takes; raised ones a line higher."""
    size = inner + 2
    lines: list[str] = []
    part: list[Card] = []
    room = style.width - indent
    for card in cards:
        room -= size + card.gap
        if room < 0 and part:
            lines += _row(part, inner, style, indent)
            part, room = [], style.width - indent - size
        part.append(card)
    return lines + _row(part, inner, style, indent)


def _row(cards: Sequence[Card], inner: int, style: Style, indent: int) -> list[str]:
    lift = 1 if any(card.raised for card in cards) else 0
    height = max((len(card.face) for card in cards), default=0) + 2
    lines = [" " * (indent - 1)] * (height + lift)
    for i, card in enumerate(cards):
        picture = box(card, inner, style)
        for y in range(height + lift):
            k = y if card.raised else y - lift
            text = picture[k] if 0 <= k < height else ""
            lines[y] += " " * (i == 0 or card.gap) + pad(text, inner + 2)
    return [line.rstrip() for line in lines]
