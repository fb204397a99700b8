"""The card table in text: piles, the order of seats in the direction of play, the own hand.

The hand is sorted; cards that can be played now stand a line higher than the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pivotry.contract import View
from pivotry.terminal.cards import Card, box, plural, rows
from pivotry.terminal.style import Style, pad, width_of, wrap

STANDARD_WORDS = {
    **dict.fromkeys((8, 28, 48, 68), "EXTRA"),
    **dict.fromkeys((13, 33, 53, 73), "DRAWS"),
    **dict.fromkeys((18, 38, 58, 78), "SKIP"),
}
_DIRECTIONS = ("UP", "DOWN", "PIVOT")
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
    for number, word in _words(view).items():
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
    word = _words(before).get(text)
    last = _length(before, seat) == 1
    effect = f" ({_MEANING[word]})" if word and not last else ""
    turned = text if text in ("UP", "DOWN") else ""
    if text == "PIVOT":
        turned = "DOWN" if before["going"] == "up" else "UP"
    return f"{name} plays {text}{effect}{f': play now goes {turned}' if turned else ''}"


def _ending(view: View, style: Style) -> str:
    out = [style.name(seat) for seat in range(view["players"]) if _length(view, seat) == 0]
    how = f"{out[0]} is out of cards" if out else "nobody could go on"
    points = ", ".join(f"{style.name(i)} {score}" for i, score in enumerate(view["scores"]))
    return f"Game {view['game_number']} is over: {how}. Points: {points}. The next game is dealt"


# --- reading the view ------------------------------------------------------------------------


def _hand(view: View) -> list[str] | None:
    seat = view["seat"]
    if seat is None or isinstance(view["hands"][seat], int):
        return None
    return sorted(view["hands"][seat], key=_order)


def _order(card: str) -> tuple[int, int]:
    return (1, _DIRECTIONS.index(card)) if card in _DIRECTIONS else (0, int(card))


def _length(view: View, seat: int) -> int:
    hand: Any = view["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)


def _pile_size(view: View) -> int:
    pile: Any = view["draw"]
    return pile if isinstance(pile, int) else len(pile)


def _words(view: View) -> dict[str, str]:
    given: Any = view.get("words", "standard")
    if given == "none":
        return {}
    words = STANDARD_WORDS if given == "standard" else given
    return {str(number): word for number, word in words.items()}


# --- words -----------------------------------------------------------------------------------


def _heading(view: View, style: Style) -> list[str]:
    up = view["going"] == "up"
    arrow = style.pick("▲", "^") if up else style.pick("▼", "v")
    how = "numbers rise" if up else "numbers fall"
    game = f"Game {view['game_number']} of {view.get('games', 5)}"
    going = style.paint(f"{arrow} going {view['going'].upper()}", "strong")
    first = f"{game}   {going} ({how})   {_state(view, style)}"
    lines = [first] if width_of(first) <= style.width else wrap(first, style.width)
    if view["result"] is None and view["phase"] == "play" and view["free"]:
        lines.append(style.paint("Free play: any number may be played on this turn.", "strong"))
    return lines


def _state(view: View, style: Style) -> str:
    if view["result"] is not None:
        winners = " and ".join(style.name(seat) for seat in view["result"])
        verb = "wins" if len(view["result"]) == 1 else "share"
        return style.paint(f"{winners} {verb} the match", "strong")
    if view["phase"] == "deal":
        return "the game is over; the next is about to be dealt"
    me = view["turn"] == view["seat"]
    name = "you" if me else style.name(view["turn"])
    if view["phase"] == "drawing":
        return f"{name} {'draw' if me else 'draws'} a card"
    if view["phase"] == "drawn" and view.get("drawn"):
        return style.paint(f"{name} drew {view['drawn']}: play it or keep it", "strong")
    return style.paint("your turn" if me else f"{name} to play", "strong")


# --- the drawing -----------------------------------------------------------------------------


def _face(card: str, view: View, **how: Any) -> Card:
    return Card((card, _words(view).get(card, "").lower()), soft=(False, True), **how)


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
        (Card((back, back) if _pile_size(view) else ("", "")), "draw pile", _pile_size(view)),
    ]
    drawn = [box(card, 5, style) for card, _, _ in piles]
    lines = ["  " + "   ".join(pad(lines[y], 10) for lines in drawn) for y in range(4)]
    lines.append("  " + "   ".join(pad(name, 10) for _, name, _ in piles))
    lines.append("  " + "   ".join(pad(plural(count, "card"), 10) for _, _, count in piles))
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
            f"  {_length(view, seat):>5}  {view['scores'][seat]:>6}  {', '.join(marks)}"
        ).rstrip()
        lines.append(style.paint(line, "strong") if seat == view["turn"] else line)
    return lines


def _own(view: View, hand: Sequence[str], style: Style) -> list[str]:
    playable = set(style.legal)
    cards = [
        _face(
            card,
            view,
            raised=card in playable,
            lit=card in style.lit,
            role="" if card.isdigit() else "light",
        )
        for card in hand
    ]
    title = f"Your hand, {plural(len(hand), 'card')}"
    if playable & set(hand):
        title += "; those that stand out can be played"
    return [*wrap(title + ":", style.width), *rows(cards, 5, style)] if hand else [title + "."]
