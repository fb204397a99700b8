"""A table: one match, who sits where, and who may do what. Authority without I/O.

Nothing in here waits, reads or writes, or asks what time it is. Callers hold the table's lock
(``lobby.py``); what viewers get of it is made in ``outgoing.py``.

A *visitor* is a browser, known by a hash of the secret in its cookie. It holds seats. Somebody who
holds none looks on, if the table knows it as a watcher.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from .. import naming
from ..errors import BadOption
from ..tongue import tr, tr_n
from ..wording import sentence
from . import consent, seating, seen
from .pauses import Pause
from .phrases import Phrase
from .seats import (
    GOES_ON,
    End,
    Kind,
    News,
    NotAllowed,
    Offer,
    Seat,
    Stale,
    Topic,
    Viewer,
    Why,
    shifted,
)
from .secrecy import Cause
from .tablestate import TableState

DEVICES = 8
"""Browsers from which one seat can be played."""
WATCHERS = 500
"""People who may look on. Nobody is sent away for somebody else."""


class Table(TableState):
    """One match with its seats.

    ``version`` counts what a move answers: moves, take-backs, changes of seats and of what is
    shown. ``number`` counts everything that happened, joining and offers included.

    Where the hands are hidden, a browser that plays several seats shows the cards of one of them
    at a time, and of nobody while the curtain is down.
    """

    # --- moves -------------------------------------------------------------------------------

    def begin(self, now: float) -> None:
        """The table is there; clocks run from now on, if nobody is waited for."""
        for n, seat in enumerate(self.seats):
            if seat.kind != "open":
                self._shift(n, "seated")
        self._tick_on(now)
        self._tell("opened")

    def play(self, viewer: Viewer, version: int, text: str, now: float = 0.0) -> None:
        """A person's move; ``UnreadableMove`` or ``IllegalMove`` if it is none or may not be."""
        self.expect(version)
        self._expect_running()
        seat = self.actor
        assert seat is not None
        if not self.may_move(viewer):
            raise NotAllowed(tr("It is {name}'s turn.", name=self.match.names[seat]))
        before = seen.hand(self.match, seat)
        self._play(seat, text, now)
        if self.shared(viewer) and self.actor != seat and not seen.hand(self.match, seat) - before:
            # Nothing new in the hand: nothing to look at before the screen is passed on.
            self.curtain.drop(viewer.visitor)

    def play_computer(self, version: int, text: str, now: float = 0.0) -> None:
        """A computer's move, chosen at ``version``."""
        self.expect(version)
        if not self.computer_to_move:
            raise NotAllowed(tr("No computer is to move."))
        assert self.actor is not None
        self._play(self.actor, text, now)

    def undo(self, viewer: Viewer, version: int, now: float = 0.0) -> None:
        """Back to the last decision of this viewer; with others, by their consent."""
        self.expect(version)
        self._allow(consent.no_undo(self, viewer))
        if not consent.missing(self, "undo", [viewer.visitor]):
            own = consent.last_own(self.match, viewer.seats)
            if self.over or (own is not None and seen.revealed(self.match, own)):
                self.secrecy.disclose("undo")
            self._take_back(viewer.seats, now)
        else:
            self._ask("undo", viewer)

    # --- agreeing ----------------------------------------------------------------------------

    def answer(self, viewer: Viewer, version: int, topic: str, yes: bool, now: float = 0.0) -> None:
        """Agree to what somebody has asked for, or not."""
        self.expect(version)
        self._answer(viewer, topic, yes, now)

    def _answer(self, viewer: Viewer, topic: str, yes: bool, now: float = 0.0) -> None:
        offer = self.offer
        if offer is None or offer.topic != topic:
            raise NotAllowed(tr("Nobody asks for that any more."))
        if not viewer.seats or viewer.visitor in offer.agreed:
            raise NotAllowed(tr("That is for the others to say."))
        if not yes:
            self.offer = None
            self._tell("declined", min(viewer.seats), topic)
            return
        offer.agreed.append(viewer.visitor)
        self._tell("agreed", min(viewer.seats), topic)
        if topic == "undo" and not consent.missing(self, topic, offer.agreed):
            self._take_back(self.held(offer.agreed[0]), now)

    def withdraw(self, viewer: Viewer, version: int, topic: str) -> None:
        """Whoever asked for something does not want it any more."""
        self.expect(version)
        offer = self.offer
        if offer is None or offer.topic != topic:
            raise NotAllowed(tr("Nobody asks for that any more."))
        if viewer.visitor != offer.asker:
            raise NotAllowed(tr("Only the person who asked can withdraw it."))
        self.offer = None
        self._tell("withdrawn", offer.seat, topic)

    def ask_rematch(self, viewer: Viewer) -> None:
        """Ask for another match; ``agreed_rematch`` says when everybody has agreed."""
        if not self.over and self.together:
            raise NotAllowed(tr("The match still goes on."))
        if not self.hosts(viewer):
            raise NotAllowed(tr("Only those who played can ask for another match."))
        if self.next is not None:
            raise NotAllowed(tr("The next match has begun."))
        if self.offer is None or self.offer.topic != "rematch":
            self._ask("rematch", viewer)
        elif viewer.visitor not in self.offer.agreed:
            self._answer(viewer, "rematch", True)

    @property
    def agreed_rematch(self) -> bool:
        """Whether everybody who played wants another match."""
        return (
            self.offer is not None
            and self.offer.topic == "rematch"
            and self.next is None
            and not consent.missing(self, "rematch", self.offer.agreed)
        )

    def succeed(self, next: str) -> None:
        """The rematch has a table."""
        self.next = next
        self.offer = None
        self._tell("rematch")

    # --- an analysis -------------------------------------------------------------------------

    def await_analysis(self, visitor: str) -> None:
        """Somebody waits for an analysis: whatever becomes of the server, until it is there."""
        if visitor not in self.analysing:
            self.analysing.append(visitor)
            self._tell("analysis")

    def await_no_analysis(self, visitor: str | None = None) -> None:
        """Somebody does not wait any more; None: it is there, or cannot be made."""
        left = [] if visitor is None else [v for v in self.analysing if v != visitor]
        if left != self.analysing:
            self.analysing = left
            self._tell("analysis")

    # --- the curtain -------------------------------------------------------------------------

    def show(self, viewer: Viewer, version: int, seat: int) -> None:
        """Raise the curtain for the seat to move."""
        self.expect(version)
        if seat != self.actor or seat not in viewer.seats:
            raise NotAllowed(tr("Only the player whose turn it is can look at their cards."))
        if viewer.eye == seat:
            return
        self.curtain.lift(viewer.visitor, seat)
        self._tell("curtain")
        self._step()

    def hide(self, viewer: Viewer, version: int) -> None:
        """Let the curtain down, if it is up here: else nothing happens, and no move gets stale."""
        self.expect(version)
        if not self.curtain.drop(viewer.visitor):
            return
        self._tell("curtain")
        self._step()

    # --- seats -------------------------------------------------------------------------------

    def disclose(self, viewer: Viewer, version: int, cause: Cause = "record") -> None:
        """Who plays alone may know all cards from now on, so nobody else can be invited."""
        self.expect(version)
        if self.over or not self.match.facts.hidden or self.secrecy.disclosed:
            return
        if not self.sole(viewer):
            raise NotAllowed(tr("Only who plays alone can lay all cards open."))
        self.secrecy.disclose(cause)
        self._tell("disclosed")

    def seat(
        self, viewer: Viewer, version: int, seat: int, kind: Kind, player: str, now: float = 0.0
    ) -> None:
        """Give a seat to a person at this screen, to a computer, or leave it open.

        Nobody's cards stay in sight by that.
        """
        self.expect(version)
        self._check(seat)
        self._allow(seating.no_change(self, viewer, seat, kind))
        old, going = self.seats[seat], seating.going(self)
        self._note_hands()
        if kind == "open" and self.match.facts.hidden:
            self.secrecy.check(seat)
        if old.kept_from(viewer.visitor):
            old.player = player  # whoever is away can still come back
        else:
            self._hand_over(seat, kind, player, [viewer.visitor] if kind == "person" else [])
        if not self.knows(viewer.visitor):  # who lets computers play on looks on
            self.watchers.append(viewer.visitor)
        self.curtain.drop(viewer.visitor)
        if len(viewer.seats) > 1:
            self.curtain.cover(viewer.visitor)
        if kind != "open":
            self._shift(seat, "given")
        self._tick_on(now)
        self._tell("seat", seat, kind)
        if not (going and kind == old.kind == "computer"):
            # Or others could be kept from moving, and computers from coming to an end.
            self._step()

    def fill(self, viewer: Viewer, version: int, player: str, now: float = 0.0) -> None:
        """Computers take every open seat, and the match begins."""
        self.expect(version)
        vacant = [seat for seat, kind in enumerate(self.kinds) if kind == "open"]
        if not vacant:
            raise NotAllowed(tr("Every seat is taken already."))
        for seat in vacant:
            self.seat(viewer, self.version, seat, "computer", player, now)

    def join(self, visitor: str, seat: int, name: str, now: float = 0.0) -> None:
        """Somebody follows the invitation to a seat."""
        self._check(seat)
        self._allow(seating.no_joining(self, visitor, seat))
        if name:
            self._name(seat, name)
        self._hand_over(seat, "person", "computer", [visitor])
        self._shift(seat, "joined")
        self._tick_on(now)
        self._tell("joined", seat)
        self._step()

    def come_back(self, visitor: str, seat: int, now: float = 0.0) -> None:
        """Who plays a seat goes on with it in another browser, by the seat's own link."""
        self._check(seat)
        found = self.seats[seat]
        if visitor in found.holders and found.kind == "person":
            return
        self._allow(seating.no_return(self, visitor, seat))
        others = [holder for holder in found.holders if holder != visitor]
        found.holders = [*others, visitor][-DEVICES:]
        if found.kind == "computer":
            found.kind, found.stands_in = "person", False
            self._shift(seat, "back")
            if self.clock is not None:
                self.clock.grant(seat)
            self._tick_on(now)
            self._step()
        self._tell("back", seat)

    def stand_in(
        self, viewer: Viewer, version: int, seat: int, gone: Callable[[Seat], float],
        now: float = 0.0, player: str = GOES_ON,
    ) -> None:  # fmt: skip
        """Let a computer play on for somebody who is away; they can come back.

        ``gone`` says for how many seconds nobody who plays a seat has been seen.
        """
        self.expect(version)
        self._expect_running()
        self._check(seat)
        self._allow(seating.no_stand_in(self, viewer, seat, gone(self.seats[seat])))
        self.offer = None
        self._take_over(seat, "away", player)
        self._tick_on(now)
        self._tell("away", seat)
        self._step()

    def watch(self, visitor: str) -> None:
        """Somebody looks on."""
        if self.knows(visitor):
            return
        if len(self.watchers) >= WATCHERS:
            raise NotAllowed(tr("So many people look on here that nobody else can."))
        self.watchers.append(visitor)
        self._tell("watcher")

    def look_away(self, visitor: str) -> None:
        """Who looks on does so no longer: their place is free for somebody else."""
        if visitor in self.watchers:
            self.watchers.remove(visitor)
            self._tell("watcher")

    def give_up(
        self, viewer: Viewer, version: int, seat: int, now: float = 0.0, player: str = GOES_ON
    ) -> None:
        """Resign; where more than two play, the computer ``player`` goes on in this seat."""
        self.expect(version)
        self._expect_running()
        if seat not in viewer.seats:
            raise NotAllowed(tr("Nobody can give up for somebody else."))
        self._lose(seat, "resigned", now, player)
        if not self.knows(viewer.visitor):  # who leaves a match of several looks on
            self.watchers.append(viewer.visitor)

    def tick(self, now: float) -> bool:
        """Let time pass: whether somebody's is over, and so something has changed."""
        seat = None if self.clock is None or self.over else self.clock.flagged(now)
        if seat is None:
            return False
        self._lose(seat, "time", now)
        return True

    def forgive(self, pause: Pause) -> None:
        """Nobody could be answered for a while: no time has passed for who is to move.

        Not where players have days: they are not at the table all the time.
        """
        if self.lasts:
            return
        self.absence.forgive(pause.gone, pause.back)
        if self.clock is None or self.clock.running is None or self.over:
            return
        if pause.back <= self.clock.forgiven:
            return  # by a room that has been let go since
        self.clock.forgiven = pause.back
        lost = round(self.clock.forgive(pause.gone, pause.back))
        if lost:
            self.breaks.append((self.match.ply, lost))
            self._tell("paused", self.clock.running, str(lost))

    def say(self, viewer: Viewer, phrase: Phrase, now: float) -> None:
        """Somebody says one of a few phrases to those at other screens; no move gets stale."""
        if not self.may_say(viewer):
            raise NotAllowed(tr("Only those who play with others at a distance can say something."))
        seat = min(viewer.seats) if viewer.eye is None else viewer.eye
        wait = math.ceil(self.said.wait(seat, now))
        if wait:
            raise NotAllowed(
                tr_n(
                    "You have said much already: say more in {n} second.",
                    "You have said much already: say more in {n} seconds.",
                    wait,
                )
            )
        self.said.note(seat, now)
        self._tell("phrase", seat, phrase)

    def rename(self, viewer: Viewer, seat: int, name: str) -> None:
        """Somebody wants to be called otherwise."""
        if seat not in viewer.seats:
            raise NotAllowed(tr("Nobody can name somebody else."))
        self._name(seat, name)
        self._tell("renamed", seat)

    def _name(self, seat: int, name: str) -> None:
        """Call a seat by a name that no other seat has."""
        try:
            naming.check_free(self.match.facts, self.match.names, seat, name)
        except BadOption as bad:
            raise NotAllowed(sentence(str(bad))) from None
        if name != self.match.names[seat]:  # what it is called unless somebody names it is no name
            self.match.rename(seat, name)

    # --- inside ------------------------------------------------------------------------------

    def expect(self, version: int) -> None:
        """``Stale`` for who answers what the table was before."""
        if version != self.version:
            raise Stale(tr("The table has moved on since; this is how it stands now."))

    def _expect_running(self) -> None:
        if self.over:
            raise NotAllowed(tr("The match is over."))
        if self.waiting:
            raise NotAllowed(tr("The match begins when every seat is taken."))

    @staticmethod
    def _allow(refusal: str | None) -> None:
        if refusal is not None:
            raise NotAllowed(refusal)

    def _check(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise NotAllowed(tr("The seats are 1 to {last}.", last=len(self.seats)))

    def _tell(self, kind: str, seat: int | None = None, text: str = "") -> None:
        self.number += 1
        self.news.append(News(kind, seat, text))
        self._note_hands()

    def _note_hands(self) -> None:
        """Note the hands that screens show now; before and after every change of who plays."""
        if self.match.facts.hidden:
            holders = {visitor for n in self.persons for visitor in self.seats[n].holders}
            eyes = (self.viewer(visitor).eye for visitor in holders)
            self.secrecy.looked.update(eye for eye in eyes if eye is not None)

    def _step(self) -> None:
        """Moves that answer what was before are stale from now on."""
        self.version += 1

    def _play(self, seat: int, text: str, now: float) -> None:
        ply = self.match.ply
        self.match.play(text)
        self.analysing = []  # it would be of another match
        if any(entry.kind == "deal" for entry in self.match.log()[ply:]):
            # Between two deals everybody looks at a shared screen: nobody's new hand is on it.
            self.curtain.drop_all()
        if self.offer is not None and self.offer.topic == "undo":
            self.offer = None
        self._tick_on(now, moved=True)
        said = next(e.text for e in reversed(self.match.log()) if e.kind == "move")
        self._tell("played", seat, said)
        self._step()

    def _tick_on(self, now: float, *, moved: bool = False) -> None:
        """The clock of whoever is to move runs, if that is a person; ``moved``: after a move."""
        if self.clock is None:
            return
        person = self.actor is not None and not self.waiting and self.actor in self.persons
        ply = self.match.ply if moved else None
        self.clock.run(self.actor if person else None, now, ply)

    def _shift(self, seat: int, why: Why) -> None:
        """Note who plays a seat from now on."""
        self.shifts = shifted(self.shifts, self.match.ply, seat, self.seats[seat], why)
        self._call()

    def _hand_over(self, seat: int, kind: Kind, player: str, holders: list[str]) -> None:
        self._note_hands()
        old = self.seats[seat]
        self.seats[seat] = Seat(kind, player, holders, old.links + 1, number=old.number)
        self.offer = None
        self._call()

    def _lose(
        self, seat: int, why: Literal["time", "resigned"], now: float, player: str = GOES_ON
    ) -> None:
        self.offer = None
        if len(self.seats) == 2:
            self._note_hands()
            self.end = End(why, seat, (1 - seat,))
        else:
            self._take_over(seat, why, player)
        self._tick_on(now)
        self._tell(why, seat)
        self._step()

    def _take_over(self, seat: int, why: Literal["time", "resigned", "away"], player: str) -> None:
        """A computer goes on in a person's seat.

        Who was away or out of time may come back by the seat's own link; who gave up may not.
        """
        self._note_hands()
        found = self.seats[seat]
        for holder in found.holders:
            if len(self.held(holder)) > 1:  # of whom the screen is left to is not known
                self.curtain.cover(holder)
        comes_back = why != "resigned"
        holders = found.holders if comes_back else []
        self.seats[seat] = Seat("computer", player, holders, found.links, comes_back, found.number)
        self._shift(seat, why)

    def _ask(self, topic: Topic, viewer: Viewer) -> None:
        self.offer = Offer(topic, min(viewer.seats, default=0), [viewer.visitor])
        self._tell("asked", self.offer.seat, topic)

    def _take_back(self, seats: frozenset[int], now: float) -> None:
        self.offer = None
        self.analysing = []
        shown = self.over
        while True:
            last = next(e for e in reversed(self.match.log()) if e.kind == "move")
            self.match.undo()
            if last.seat in seats:
                break
        if shown and self.match.facts.chance:
            self.match.renew()  # when a match is over everybody can see its seed
        self.shifts = [replace(s, ply=min(s.ply, self.match.ply)) for s in self.shifts]
        self.breaks = [(min(ply, self.match.ply), lost) for ply, lost in self.breaks]
        self.curtain.drop_all(but=self.actor)
        self._tick_on(now)
        self._tell("undone", last.seat)
        self._step()
