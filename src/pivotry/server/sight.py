"""What a viewer may see of a match and its past: taken from a table, drawn without it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import registry
from ..contract import View
from ..match import Match
from ..places import Part
from ..svg import Look, Palette, Theme


def spot(named: str | None, last: int) -> tuple[int | None, bool]:
    """The ply that an address names, and whether it has been, ``last`` being the present one.

    None for the present one, which stands for whatever is no ply of the match.
    """
    if named is None:
        return None, True
    # Digits of other scripts, and more of them than a number may have, are no ply either.
    ply = int(named) if re.fullmatch("[0-9]{1,9}", named) else last + 1
    return (ply, True) if ply <= last else (None, False)


@dataclass(frozen=True)
class Sight:
    """What a viewer may see of a match, its past included: taken at once, to be drawn later."""

    match: Match
    eye: int | None
    open: bool
    """Whether all hands lie open, because the match is over."""
    flip: bool
    compact: bool
    room: int = 0
    winners: tuple[int, ...] | None = None
    """Of a match that is over, by the rules or otherwise."""
    covered: bool = False
    """Whether they play, with the curtain down."""

    def at(self, ply: int) -> Moment:
        """How it stood at a ply. Raises ``BadOption`` for one that has not been."""
        then = self.match.earlier(ply)
        view = then.view(self.eye)
        if self.open and self.match.facts.hidden:
            view["hands"] = then.position()["hands"]
        if self.winners is not None and ply == self.match.ply and then.result is None:
            view = registry.get(then.game).views.ended(view, self.winners)
        return Moment(self, then, view)


@dataclass(frozen=True)
class Moment:
    """One ply of a match, as a viewer may know it."""

    sight: Sight
    match: Match
    """As it stood then."""
    view: View

    @property
    def chance(self) -> str | None:
        """What chance has done since the last move: ``deal``, ``draw`` or nothing."""
        last = self.match.log()[-1].kind if self.match.ply else "move"
        return None if last == "move" else last

    def proposed(self, text: str) -> Proposed:
        """A move that could have been played here; ``IllegalMove``, ``UnreadableMove`` if not."""
        then = self.match.copy()
        seat = then.turn
        then.play(text)
        assert seat is not None
        if not then.facts.hidden:
            path = registry.get(then.game).notation.path(text, seat)
            return Proposed(text, path, Moment(self.sight, then, then.view(self.sight.eye)))
        # What follows could show cards; and of names in a hand those in the own one are drawn.
        own = seat == self.sight.eye
        return Proposed(text, registry.get(then.game).notation.path(text, seat) if own else ())

    def svg(
        self,
        theme: Theme = "auto",
        ids: str = "p",
        lit: tuple[str, ...] = (),
        last: tuple[str, ...] | None = None,
        palette: Palette = "usual",
    ) -> str:
        """Its picture, with the places of some names lit up; ``last``: other moves to be marked."""
        sight = self.sight
        look = Look(
            theme=theme,
            palette=palette,
            names=self.match.names,
            last=self.match.last_moves(sight.eye) if last is None else last,
            legal=(),
            lit=lit,
            flip=sight.flip,
            compact=sight.compact,
            room=sight.room,
            covered=sight.covered,
            ids=ids,
        )
        return registry.get(self.match.game).picture.draw(self.view, look)

    def places(self) -> list[Part]:
        """Its position place by place, in words."""
        return registry.get(self.match.game).telling.places(self.view, self.match.names)


@dataclass(frozen=True)
class Proposed:
    """A move that could have been played in place of the one that was."""

    text: str
    lit: tuple[str, ...]
    """The names to light up for it."""
    then: Moment | None = None
    """Where it would have led, where nothing is hidden."""
