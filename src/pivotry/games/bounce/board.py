"""The card table in text: every player's set, what is known of the hands, the own hand.

A card shows its active number above and, softly, the inactive one below. Equal numbers of the own
hand lie together, with the moves that they allow underneath.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.terminal.cards import Card, rows
from pivotry.terminal.style import Style, pad, width_of, wrap
from pivotry.wording import counted

from .telling import headline, ordered

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def draw(view: View, style: Style) -> list[str]:
    """Heading, a block for every player and, for a seated view, its hand."""
    lines = [*wrap(_heading(view, style), style.width), "", *_table(view, style)]
    hand = _hand(view)
    if hand is not None:
        lines += ["", *_own(view, hand, style)]
    return lines


def details(view: View, style: Style) -> list[str]:
    """The discard pile, and what everybody knows of each hand."""
    lines = ["Discard pile:"]
    lines += wrap(" ".join(ordered(view["discard"])) or "empty", style.width, indent="  ")
    lines.append("Cards seen going into a hand and still there:")
    for seat, known in enumerate(view["known"]):
        listed = " ".join(ordered(known)) or "none"
        lines += wrap(listed, style.width, indent="    ", first=f"  {style.name(seat)}: ")
    hand = _hand(view)
    if hand is not None:
        lines.append("Your hand, active/inactive:")
        lines += wrap(" ".join(hand) or "no cards", style.width, indent="  ")
    return lines


def tell(before: View, text: str, after: View, style: Style) -> str:
    """Who did what, which sets bounced, and who went out; an empty ``text`` is the next deal."""
    if not text:
        return _ending(before, style)
    seat = before["turn"]
    name = style.name(seat)
    word, _, rest = text.partition(" ")
    deed = ""
    if word == "set":
        same = after["round"] == before["round"]
        many = len(after["sets"][seat]) if same else 0
        deed = f"plays {_count(many, rest)}" if many else f"plays all the {rest}s"
    elif word == "add":
        card, _, target = rest.partition(" ")
        deed = f"adds {card} to {_whose(target, seat, style)} set"
    elif word == "take":
        taken = ordered(before["sets"][int(rest[1:]) - 1])
        deed = f"takes {_whose(rest, seat, style)} set ({' '.join(taken)}) and turns it"
    else:
        deed = "rotates the whole hand"
    parts = [f"{name} {deed}"]
    if after["round"] == before["round"] and after["phase"] == "play":
        parts += _bounces(before, word, rest, after, seat, style)
    gone = [out for out in after["out"] if out not in before["out"]]
    parts += [f"{style.name(out)} is out" for out in gone]
    return "; ".join(parts)


def _ending(view: View, style: Style) -> str:
    out = [style.name(seat) for seat in view["out"]]
    enough = len(out) >= min(2, view["players"] - 1)
    how = f"{' and then '.join(out)} went out" if enough else "it is void, for nobody ended it"
    points = ", ".join(f"{style.name(i)} {score}" for i, score in enumerate(view["scores"]))
    return f"Round {view['round']} is over: {how}. Points: {points}. The next round is dealt"


def _bounces(
    before: View, word: str, rest: str, after: View, seat: int, style: Style
) -> Iterable[str]:
    """The sets that went back (their owner's hand has grown) or left with an owner who is out."""
    if word not in ("set", "add"):
        return
    grown = seat if word == "set" else int(rest.split()[1][1:]) - 1
    for owner, lying in enumerate(before["sets"]):
        if not lying or after["sets"][owner]:
            continue
        back = size(after["hands"][owner]) > size(before["hands"][owner])
        if owner in before["out"]:
            yield f"off the table: {style.name(owner)}'s {_described(lying)}"
        elif back and owner == grown:
            yield f"the set that has grown is bounced back to {style.name(owner)}"
        elif back:  # else it was cleared at the start of its owner's turn
            yield f"{style.name(owner)} gets {_described(lying)} back, turned"


def _hand(view: View) -> list[str] | None:
    """The own hand in order; None for a spectator."""
    seat = view["seat"]
    return None if seat is None else ordered(view["hands"][seat])


def _count(many: int, number: str) -> str:
    word = _WORDS[many] if many < len(_WORDS) else str(many)
    return f"{word} {number}" if many == 1 else f"{word} {number}s"


def _described(cards: Sequence[str]) -> str:
    return _count(len(cards), cards[0].split("/")[0])


def _whose(target: str, seat: int, style: Style) -> str:
    return f"{style.name(int(target[1:]) - 1)}'s"


# --- the drawing -----------------------------------------------------------------------------


def _heading(view: View, style: Style) -> str:
    limit = 60 * view["players"]
    state = headline(view, cards.names_of(view, style.names))
    goal = f"first to {view.get('target', 4)} points"
    turn = f"turn {view['turns'] + 1} of at most {limit}"
    return f"Round {view['round']}, {turn}; {goal}. {style.paint(state, 'strong')}"


def _table(view: View, style: Style) -> list[str]:
    """A line for every seat and, where it has a set, the set."""
    players = view["players"]
    names = [style.name(seat) for seat in range(players)]
    wide = min(max(width_of(name) for name in names), style.width - 50)
    here = style.pick("▶", ">")
    lines = [f"  {pad('', wide + 2)}points  cards  set on the table"]
    for seat in range(players):
        lying = ordered(view["sets"][seat])
        turn = seat == view["turn"] and view["phase"] == "play" and view["result"] is None
        shown = "none"
        if lying:
            faces = " ".join(_small(card, style) for card in lying)
            shown = f"{style.paint(_described(lying), 'strong')}: {faces}"
        if seat in view["out"]:
            place = view["out"].index(seat) + 1
            shown = f"out ({'first' if place == 1 else 'second'})" + (f", {shown}" if cards else "")
        name = f"{here if turn else ' '} {pad(names[seat], wide + 2)}"
        if f"p{seat + 1}" in style.lit:
            name = style.paint(f"[{names[seat]}]", "lit") + " " * (
                2 + wide + 2 - width_of(names[seat]) - 2
            )
        elif turn:
            name = style.paint(name, "strong")
        head = f"{name}{view['scores'][seat]:>6}  {size(view['hands'][seat]):>5}  "
        indent = " " * (wide + 19)
        lines += wrap(shown, style.width, indent=indent, first=head)
        known = ordered(view["known"][seat])
        if known and seat != view["seat"]:
            text = f"known in hand: {' '.join(known)}"
            lines += [style.paint(line, "soft") for line in wrap(text, style.width, indent)]
    discard = len(view["discard"])
    lines.append(f"  {pad('discarded', wide + 10)}{discard:>5}")
    return lines


def _small(card: str, style: Style) -> str:
    """A card on one line: its active number and, softly, the other."""
    active, _, other = card.partition("/")
    return style.paint(active, "strong") + style.paint(f"/{other}", "soft")


def _own(view: View, hand: Sequence[str], style: Style) -> list[str]:
    """The hand in groups of equal numbers, with what each group can do."""
    if not hand:
        return ["Your hand is empty."]
    sets = {text.split()[1] for text in style.legal if text.startswith("set ")}
    adds: dict[str, list[str]] = {}
    for text in style.legal:
        if text.startswith("add "):
            _, card, target = text.split()
            adds.setdefault(card, []).append(style.name(int(target[1:]) - 1))
    faces = []
    for i, card in enumerate(hand):
        active, _, other = card.partition("/")
        faces.append(
            Card(
                (active, other),
                raised=active in sets,
                lit=f"{card} {active}" in style.lit or card in style.lit,
                soft=(False, True),
                gap=i > 0 and active != hand[i - 1].partition("/")[0],
            )
        )
    title = f"Your hand, {counted(len(hand), 'card')}, active number above"
    if sets:
        title += "; what stands out can be a set"
    lines = [*wrap(title + ":", style.width), *rows(faces, 3, style)]
    known = [card for card in hand if card in view["known"][view["seat"]]]
    if known:
        lines += wrap(f"The others know of: {' '.join(known)}.", style.width)
    for card, names in adds.items():
        lines += wrap(f"{card} fits {', '.join(f'{name}' for name in names)}.", style.width)
    return lines
