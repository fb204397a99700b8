"""The curtain: whose cards each screen shows, where hands are hidden. Knows no cards itself."""

from __future__ import annotations


class Curtain:
    """A browser that plays several seats shows one hand at a time, and none until it is asked to.

    Who plays a single hand sees it all the time, unless it has been covered.
    """

    def __init__(self) -> None:
        self._shown: dict[str, int] = {}
        self.covered: set[str] = set()
        """Visitors whose only hand is covered until they ask for it."""

    def eye(self, visitor: str, seats: frozenset[int]) -> int | None:
        """Whose cards a visitor's screen shows, of the ``seats`` that they play; None for none."""
        if len(seats) == 1 and visitor not in self.covered:
            return min(seats)
        seat = self._shown.get(visitor)
        return seat if seat in seats else None

    def lift(self, visitor: str, seat: int) -> None:
        """A visitor's screen shows the cards of a seat."""
        self._shown[visitor] = seat
        self.covered.discard(visitor)

    def drop(self, visitor: str) -> bool:
        """A visitor's screen shows none of several hands any more; whether it did before."""
        return self._shown.pop(visitor, None) is not None

    def cover(self, visitor: str) -> None:
        """Nor does it show a hand that is the only one, until somebody asks for it."""
        self.drop(visitor)
        self.covered.add(visitor)

    def drop_all(self, but: int | None = None) -> None:
        """No screen shows one of several hands any more, except that of seat ``but``."""
        self._shown = {visitor: seat for visitor, seat in self._shown.items() if seat == but}
