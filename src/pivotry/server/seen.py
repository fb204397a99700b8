"""Which cards a view shows, and what a match has shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..contract import View
from ..match import Match


def cards(view: View) -> Counter[str]:
    """Every card that can be seen in a view, once each."""
    own, known = view["seat"], view.get("known", [])
    # What everybody knows of the own hand stands in the hand already.
    others = [cards for seat, cards in enumerate(known) if seat != own]
    return _seen({**view, "known": others})


def hand(match: Match, seat: int) -> Counter[str]:
    """The cards a seat holds, as it sees them; empty in games without hands."""
    if not match.facts.hidden:
        return Counter()
    return Counter(match.view(seat)["hands"][seat])


def revealed(match: Match, first: int) -> bool:
    """Whether anybody has learnt of a card since before entry ``first`` of the log."""
    if not match.facts.hidden:
        return False
    if any(entry.kind != "move" for entry in match.log()[first:]):
        return True
    earlier = match.copy()
    while len(earlier.log()) > first:
        earlier.undo()
    eyes = (None, *range(match.players))
    return any(cards(match.view(eye)) - cards(earlier.view(eye)) for eye in eyes)


def _seen(view: Any) -> Counter[str]:
    """Every text in a view: cards that can be seen are texts, hidden ones are numbers."""
    if isinstance(view, str):
        return Counter(["/".join(sorted(view.split("/")))])  # a turned card is the same card
    parts = view.values() if isinstance(view, dict) else view if isinstance(view, list) else ()
    return sum((_seen(part) for part in parts), Counter())
