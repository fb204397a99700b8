"""The card table in text: piles, the order of seats in the direction of play, the own hand.

The hand is sorted; cards that can be played now stand a line higher than the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.terminal.cards import Card, box, rows
from pivotry.terminal.style import Style, pad, width_of, wrap
from pivotry.wording import counted

from .telling import headline, ordered, word_table

_MEANING = {
    "EXTRA": "another turn for who plays it",
    "DRAWS": "the next player draws a card first",
    "SKIP": "the next player loses a turn",
}


def draw(view: View, style: Style) -> list[str]:
    """Heading, piles, seats in order of play and, for a seated view, its hand."""
    lines = [*_heading(view, style), "", *_piles(view, style), "", *_seats(view, style)]
    hand = _hand(view)
    if hand is not None:
        lines += ["", *_own(view, hand, style)]
    return lines


def details(view: View, style: Style) -> list[str]:
    """The open piles card by card, the words on numbers, and what is known of each hand."""
    lines = ["Numbers played, top card last:"]
    lines += wrap(" ".join(view["numbers"]) or "none", style.width, indent="  ")
    lines.append("Direction cards played, top card last:")
    lines += wrap(" ".join(view["directions"]) or "none", style.width, indent="  ")
    words: dict[str, list[int]] = {}
    for number, word in word_table(view).items():
        words.setdefault(word, []).append(int(number))
    if words:
        lines.append("Words:")
    for word, numbers in words.items():
        listed = ", ".join(str(n) for n in sorted(numbers))
        lines.append(f"  {word:<6}on {listed}: {_MEANING[word]}")
    hand = _hand(view)
    if hand is not None:
        lines.append("Your hand:")
        lines += wrap(" ".join(hand) or "no cards", style.width, indent="  ")
    return lines


def tell(before: View, text: str, after: View, style: Style) -> str:
    """What happened, as the seat of the views sees it; empty if it cannot tell.

    What somebody draws stays with them, and so does whether it could have been played. An empty
    ``text`` is the deal of the next game.
    """
    if not text:
        return _ending(before, style)
    seat = before["turn"]
    me = seat == before["seat"]
    name = style.name(seat)
    penalty = before.get("cause") == "penalty"
    if text.startswith("="):
        if me:
            return f"You draw {text[1:]}{' as a penalty' if penalty else ''}"
        return f"{name} draws a penalty card" if penalty else ""
    if text == "draw":
        return "" if me else f"{name} draws a card"
    if text == "keep":
        return "You keep it" if me else ""
    word = word_table(before).get(text)
    last = size(before["hands"][seat]) == 1
    effect = f" ({_MEANING[word]})" if word and not last else ""
    turned = text if text in ("UP", "DOWN") else ""
    if text == "PIVOT":
        turned = "DOWN" if before["going"] == "up" else "UP"
    return f"{name} plays {text}{effect}{f': play now goes {turned}' if turned else ''}"


def _ending(view: View, style: Style) -> str:
    out = [style.name(seat) for seat in range(view["players"]) if size(view["hands"][seat]) == 0]
    how = f"{out[0]} is out of cards" if out else "nobody could go on"
    points = ", ".join(f"{style.name(i)} {score}" for i, score in enumerate(view["scores"]))
    return f"Game {view['game_number']} is over: {how}. Points: {points}. The next game is dealt"


def _hand(view: View) -> list[str] | None:
    """The own hand in order; None for a spectator."""
    seat = view["seat"]
    return None if seat is None else ordered(view["hands"][seat])


# --- words -----------------------------------------------------------------------------------


def _heading(view: View, style: Style) -> list[str]:
    up = view["going"] == "up"
    arrow = style.pick("▲", "^") if up else style.pick("▼", "v")
    names = cards.names_of(view, style.names)
    state = style.paint(headline(view, names), "strong")
    how = "numbers rise" if up else "numbers fall"
    game = f"Game {view['game_number']} of {view.get('games', 5)}"
    going = style.paint(f"{arrow} going {view['going'].upper()}", "strong")
    first = f"{game}   {going} ({how})   {state}"
    lines = [first] if width_of(first) <= style.width else wrap(first, style.width)
    if view["result"] is None and view["phase"] == "play" and view["free"]:
        lines.append(style.paint("Free play: any number may be played on this turn.", "strong"))
    return lines


# --- the drawing -----------------------------------------------------------------------------


def _face(card: str, view: View, **how: Any) -> Card:
    return Card((card, word_table(view).get(card, "").lower()), soft=(False, True), **how)


def _piles(view: View, style: Style) -> list[str]:
    numbers, directions = view["numbers"], view["directions"]
    back = style.pick("░░░░░", ":::::")
    piles = [
        (_face(numbers[-1], view) if numbers else Card(("", "")), "numbers", len(numbers)),
        (
            _face(directions[-1], view) if directions else Card(("", "")),
            "directions",
            len(directions),
        ),
        (Card((back, back) if size(view["draw"]) else ("", "")), "draw pile", size(view["draw"])),
    ]
    drawn = [box(card, 5, style) for card, _, _ in piles]
    lines = ["  " + "   ".join(pad(lines[y], 10) for lines in drawn) for y in range(4)]
    lines.append("  " + "   ".join(pad(name, 10) for _, name, _ in piles))
    lines.append("  " + "   ".join(pad(counted(count, "card"), 10) for _, _, count in piles))
    return [line.rstrip() for line in lines]


def _seats(view: View, style: Style) -> list[str]:
    """Every seat, from the one to act on in the direction of play."""
    players = view["players"]
    step = 1 if view["going"] == "up" else -1
    order = [(view["turn"] + step * i) % players for i in range(players)]
    names = {seat: style.name(seat) for seat in order}
    wide = max(width_of(name) for name in names.values())
    wide = min(wide, style.width - 40)
    here, then = style.pick("▶", ">"), style.pick("↓", "|")
    lines = [f"  {pad('in turn', wide + 2)}  cards  points"]
    for place, seat in enumerate(order):
        marks = []
        if seat == view["seat"]:
            marks.append("you")
        if seat == view["dealer"]:
            marks.append("dealer")
        if seat == view["last_player"]:
            marks.append("last to play a card")
        line = (
            f"{here if place == 0 else then} {pad(names[seat], wide + 2)}"
            f"  {size(view['hands'][seat]):>5}  {view['scores'][seat]:>6}  {', '.join(marks)}"
        ).rstrip()
        lines.append(style.paint(line, "strong") if seat == view["turn"] else line)
    return lines


def _own(view: View, hand: Sequence[str], style: Style) -> list[str]:
    playable = set(style.legal)
    faces = [
        _face(
            card,
            view,
            raised=card in playable,
            lit=card in style.lit,
            role="" if card.isdigit() else "light",
        )
        for card in hand
    ]
    title = f"Your hand, {counted(len(hand), 'card')}"
    if playable & set(hand):
        title += "; those that stand out can be played"
    return [*wrap(title + ":", style.width), *rows(faces, 5, style)] if hand else [title + "."]
