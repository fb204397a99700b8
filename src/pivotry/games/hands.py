"""Views of games with hidden hands, as they may come from anybody: what is wrong is said first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import Fault
from ..tongue import tr
from ..wording import quoted


def faults(view: Mapping[Any, Any], players: int, cards: int) -> list[Fault]:
    """What is wrong with whose view it is, and with hands that are lists or numbers of cards.

    ``cards`` is how many the deck has. What the lists hold is not looked at.
    """
    found: list[Fault] = []
    seat, hands = view.get("seat"), view.get("hands")
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        said = tr(
            '"seat" is null or a number from 0 to {last}, not {seat}',
            last=players - 1,
            seat=quoted(seat),
        )
        found.append((None, said))
        seat = None
    if not isinstance(hands, list) or len(hands) != players:
        said = tr(
            '"hands" of a view is {players} hands, lists or numbers of cards, not {hands}',
            players=players,
            hands=quoted(hands),
        )
        return [*found, (None, said)]
    for p, hand in enumerate(hands):
        if not isinstance(hand, list) and not (type(hand) is int and 0 <= hand <= cards):
            said = tr(
                "the hand of p{seat} is a list of cards or a number from 0 to {cards}, not {hand}",
                seat=p + 1,
                cards=cards,
                hand=quoted(hand),
            )
            found.append((None, said))
    if seat is not None and type(hands[seat]) is int:
        said = tr("the view of p{seat} shows the cards of its own hand", seat=seat + 1)
        found.append((None, said))
    return found
