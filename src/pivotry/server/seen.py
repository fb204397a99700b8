"""Which cards a view shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..contract import View


def cards(view: View) -> Counter[str]:
    """Every card that can be seen in a view, once each."""
    own, known = view["seat"], view.get("known", [])
    # What everybody knows of the own hand stands in the hand already.
    others = [cards for seat, cards in enumerate(known) if seat != own]
    return _seen({**view, "known": others})


def _seen(view: Any) -> Counter[str]:
    """Every text in a view: cards that can be seen are texts, hidden ones are numbers."""
    if isinstance(view, str):
        return Counter(["/".join(sorted(view.split("/")))])  # a turned card is the same card
    parts = view.values() if isinstance(view, dict) else view if isinstance(view, list) else ()
    return sum((_seen(part) for part in parts), Counter())
