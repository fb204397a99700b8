"""Dealing under conditions: every place gets an item that it can take."""

from __future__ import annotations

from collections.abc import Sequence

from .chance import Stream


def assign(places: Sequence[Sequence[int]], stream: Stream) -> list[int] | None:
    """An item for each place, one it can take and none twice, at random; None if there is no way.

    Augmenting paths over lists in random order: every way can come, but not each equally often.
    """
    choices = [stream.shuffled(items) for items in places]
    holder: dict[int, int] = {}

    def seat(place: int, seen: set[int]) -> bool:
        for item in choices[place]:
            if item not in holder:
                holder[item] = place
                return True
        for item in choices[place]:
            if item not in seen:
                seen.add(item)
                if seat(holder[item], seen):
                    holder[item] = place
                    return True
        return False

    for place in stream.shuffled(range(len(choices))):
        if not seat(place, set()):
            return None
    found = {place: item for item, place in holder.items()}
    return [found[place] for place in range(len(choices))]
