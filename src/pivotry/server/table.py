"""A table: one match, who sits where, and who may do what. Authority without I/O.

Nothing in here waits, reads or writes. Callers hold the table's lock (``lobby.py``); what viewers
get of it is made in ``outgoing.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import BadOption, PivotryError
from ..match import Match

Kind = Literal["person", "computer"]
KINDS: tuple[Kind, ...] = ("person", "computer")


class Stale(PivotryError):
    """An answer to a state of the table that has passed."""


class NotAllowed(PivotryError):
    """Something that this viewer may not do now."""


@dataclass(frozen=True)
class Viewer:
    """Whom something is made for: the seats played from one screen, and whose cards it shows."""

    seats: frozenset[int]
    eye: int | None
    """The seat whose view the screen shows; None for what a spectator may know."""


class Table:
    """One match with its seats. ``version`` counts everything that changed.

    All persons share one screen. In games with hidden hands it shows the cards of ``shown`` only,
    and of nobody while that is None: then the curtain is down. A person who plays alone against
    computers sees the own cards all the time.
    """

    def __init__(self, id: str, match: Match, kinds: Sequence[Kind]) -> None:
        if len(kinds) != match.players or not set(kinds) <= set(KINDS):
            raise BadOption(f"this match has {match.players} seats, each person or computer")
        self.id = id
        self.match = match
        self.kinds = list(kinds)
        self.version = 0
        self.shown = self.persons[0] if len(self.persons) == 1 else None

    # --- facts -------------------------------------------------------------------------------

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == "person")

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the match is over."""
        return self.match.turn

    @property
    def computer_to_move(self) -> bool:
        """Whether the seat to act is a computer's."""
        return self.actor is not None and self.kinds[self.actor] == "computer"

    @property
    def shared(self) -> bool:
        """Whether several people with hidden hands share the screen."""
        return self.match.facts.hidden and len(self.persons) > 1

    def viewer(self) -> Viewer:
        """Who sits at the screen, and whose cards it shows now."""
        persons = self.persons
        if self.match.facts.hidden:
            eye = self.shown
        elif self.actor in persons:
            eye = self.actor
        else:
            eye = persons[0] if persons else None
        return Viewer(frozenset(persons), eye)

    def may_move(self, viewer: Viewer) -> bool:
        """Whether this viewer acts now: a seat of theirs is to move, and they see its cards."""
        return self.actor is not None and self.actor in viewer.seats and self.actor == viewer.eye

    def hides(self, viewer: Viewer) -> bool:
        """Whether the curtain is down for this viewer, before the turn of a seat of theirs."""
        return self.match.facts.hidden and viewer.eye is None and self.actor in viewer.seats

    def can_undo(self) -> bool:
        """Whether a person has made a move that can be taken back."""
        return any(
            entry.kind == "move" and self.kinds[entry.seat] == "person"
            for entry in self.match.log()
        )

    # --- changes -----------------------------------------------------------------------------

    def play(self, viewer: Viewer, version: int, text: str) -> None:
        """A person's move; ``UnreadableMove`` or ``IllegalMove`` if it is none or may not be."""
        self._expect(version)
        if self.actor is None:
            raise NotAllowed("The match is over.")
        if not self.may_move(viewer):
            raise NotAllowed(f"It is {self.match.names[self.actor]}'s turn.")
        seat = self.actor
        before = self._hand(seat)
        self.match.play(text)
        if self.shared and self.actor != seat and not self._hand(seat) - before:
            # Nothing new in the hand: nothing to look at before the screen is passed on.
            self.shown = None
        self.version += 1

    def play_computer(self, version: int, text: str) -> None:
        """A computer's move, chosen at ``version``."""
        self._expect(version)
        if not self.computer_to_move:
            raise NotAllowed("No computer is to move.")
        self.match.play(text)
        self.version += 1

    def undo(self, version: int) -> None:
        """Back to the last decision of a person."""
        self._expect(version)
        if not self.can_undo():
            raise NotAllowed("There is no move to take back.")
        while True:
            last = next(e for e in reversed(self.match.log()) if e.kind == "move")
            self.match.undo()
            if self.kinds[last.seat] == "person":
                break
        if self.shared and self.shown != self.actor:
            self.shown = None
        self.version += 1

    def show(self, version: int, seat: int) -> None:
        """Raise the curtain for the seat to move."""
        self._expect(version)
        if seat != self.actor or seat not in self.persons:
            raise NotAllowed("Only the player whose turn it is can look at their cards.")
        self.shown = seat
        self.version += 1

    def hide(self, version: int) -> None:
        """Let the curtain down, if there are others to hide from."""
        self._expect(version)
        if self.shared:
            self.shown = None
        self.version += 1

    def seat(self, version: int, seat: int, kind: Kind) -> None:
        """Give a seat to a person or to a computer. Nobody's cards stay in sight by that."""
        self._expect(version)
        if not 0 <= seat < len(self.kinds):
            raise NotAllowed(f"The seats are 1 to {len(self.kinds)}.")
        self.kinds[seat] = kind
        self.shown = None
        self.version += 1

    # --- inside ------------------------------------------------------------------------------

    def _expect(self, version: int) -> None:
        if version != self.version:
            raise Stale("The table has moved on since; this is how it stands now.")

    def _hand(self, seat: int) -> Counter[str]:
        """The cards a seat holds, as it sees them; empty in games without hands."""
        if not self.match.facts.hidden:
            return Counter()
        return Counter(self.match.view(seat)["hands"][seat])
