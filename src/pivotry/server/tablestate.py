"""What a table is, and what can be asked of it; nothing in here changes it."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadOption
from ..match import Match
from ..tongue import tr
from .absence import Absence, lasts
from .clock import Clock, Terms
from .curtain import Curtain
from .phrases import Said
from .seats import KINDS, End, Kind, News, Offer, Seat, Shift, Viewer, level
from .secrecy import Secrecy


class TableState:
    """One match, who sits at it and looks on, what is asked, whose time runs."""

    def __init__(
        self, id: str, match: Match, seats: Sequence[Seat], *, terms: Terms | None = None
    ) -> None:
        if len(seats) != match.players or not {seat.kind for seat in seats} <= set(KINDS):
            raise BadOption(
                tr("this match has {n} seats, each person, computer or open", n=match.players)
            )
        self.id = id
        self.match = match
        self.seats = list(seats)
        self.version = 0
        self.number = 0
        self.news: list[News] = []
        """What happened since the table was last saved; the last is number ``number``."""
        self.watchers: list[str] = []
        self.clock = None if terms is None else Clock(terms, match.players)
        self.offer: Offer | None = None
        self.end: End | None = None
        self.next: str | None = None
        """The table of the rematch."""
        self.shifts: list[Shift] = []
        """Every change of who plays a seat, oldest first."""
        self.analysing: list[str] = []
        """The visitors who wait for an analysis of the match as it stands."""
        self.said = Said()
        """When each seat has said something to the others."""
        self.breaks: list[tuple[int, int]] = []
        """For how many seconds clocks stood still, and at which ply, oldest first."""
        self.absence = Absence()
        """When those who play were last seen here."""
        self.secrecy = Secrecy()
        self.curtain = Curtain()
        self._call()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Who plays each seat."""
        return tuple(seat.kind for seat in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind == "person")

    @property
    def result(self) -> tuple[int, ...] | None:
        """The winning seats, by the rules or otherwise; None while the match goes on."""
        return self.match.result if self.end is None else self.end.winners

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def waiting(self) -> bool:
        """Whether the match has not begun because seats are open."""
        return "open" in self.kinds and not self.over

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the match is over."""
        return None if self.over else self.match.turn

    @property
    def computer_to_move(self) -> bool:
        """Whether the seat to act is a computer's."""
        return (
            self.actor is not None
            and not self.waiting
            and self.seats[self.actor].kind == "computer"
        )

    @property
    def together(self) -> bool:
        """Whether several people play, or are still to come, or to come back.

        Browsers that play the same seats are one person's. Where one of several seats goes on in
        another browser, that is somebody else's.
        """
        seats = [seat for seat in self.seats if seat.kind == "person" or seat.stands_in]
        return len({frozenset(seat.holders) for seat in seats}) > 1 or self.waiting

    def may_say(self, viewer: Viewer) -> bool:
        """Whether this viewer plays with somebody at another screen, and can say something."""
        screens = {frozenset(self.seats[n].holders) for n in self.persons}
        return bool(viewer.seats) and len(screens) > 1

    def sole(self, viewer: Viewer) -> bool:
        """Whether this viewer plays one hand, alone against computers."""
        return (
            viewer.seats == frozenset(self.persons) and len(viewer.seats) == 1 and not self.together
        )

    def held(self, visitor: str) -> frozenset[int]:
        """The seats that a visitor plays."""
        return frozenset(
            n for n in self.persons if visitor != "" and visitor in self.seats[n].holders
        )

    def plays(self, visitor: str, seat: int) -> bool:
        """Whether a seat is a visitor's, also while a computer plays there for them."""
        return visitor != "" and 0 <= seat < len(self.seats) and visitor in self.seats[seat].holders

    def away(self, visitor: str) -> frozenset[int]:
        """The seats in which a computer plays for a visitor, who can come back to them."""
        return frozenset(
            n
            for n, seat in enumerate(self.seats)
            if seat.kind == "computer" and seat.stands_in and visitor and visitor in seat.holders
        )

    def knows(self, visitor: str) -> bool:
        """Whether a visitor has any business here."""
        return bool(self.held(visitor) or self.away(visitor)) or visitor in self.watchers

    def viewer(self, visitor: str) -> Viewer:
        """What a visitor may see now."""
        seats = self.held(visitor)
        eye: int | None
        if self.match.facts.hidden:
            eye = self.curtain.eye(visitor, seats)
        elif self.actor in seats:
            eye = self.actor
        else:
            eye = min(seats, default=None)
        return Viewer(seats, eye, visitor)

    def shared(self, viewer: Viewer) -> bool:
        """Whether several people with hidden hands share this viewer's screen."""
        return self.match.facts.hidden and len(viewer.seats) > 1

    def may_move(self, viewer: Viewer) -> bool:
        """Whether this viewer acts now: a seat of theirs is to move, and they see its cards."""
        return (
            self.actor is not None
            and not self.waiting
            and self.actor in viewer.seats
            and self.actor == viewer.eye
        )

    def hides(self, viewer: Viewer) -> bool:
        """Whether the curtain is down for this viewer, before the turn of a seat of theirs."""
        return self.match.facts.hidden and viewer.eye is None and self.actor in viewer.seats

    def hosts(self, viewer: Viewer) -> bool:
        """Whether this viewer has a say in who plays: those who play, else those who look on.

        Not while somebody who plays is away: they find the match as it was, when they come back.
        """
        left = self.persons or any(seat.stands_in for seat in self.seats)
        return bool(viewer.seats) or (not left and viewer.visitor in self.watchers)

    @property
    def warning(self) -> str | None:
        """For everybody who plays or comes: that hidden cards may be known; None if not."""
        return None if self.over or not self.match.facts.hidden else self.secrecy.warning()

    def deadline(self) -> float | None:
        """When somebody's time is over."""
        return None if self.clock is None else self.clock.deadline()

    @property
    def lasts(self) -> bool:
        """Whether players have days, and when they were last seen is kept."""
        return self.clock is not None and lasts(self.clock.terms)

    def _call(self) -> None:
        """Seats that nobody named are called by who plays there."""
        self.match.seated(
            [level(seat) for seat in self.seats], [seat.number for seat in self.seats]
        )
