"""What a viewer may see of a match and its past: taken from a table, drawn without it."""

from __future__ import annotations

from dataclasses import dataclass

from .. import registry
from ..contract import View
from ..match import Match
from ..places import Part
from ..svg import Look, Theme


@dataclass(frozen=True)
class Sight:
    """What a viewer may see of a match, its past included: taken at once, to be drawn later."""

    match: Match
    eye: int | None
    open: bool
    """Whether all hands lie open, because the match is over."""
    flip: bool
    compact: bool

    def at(self, ply: int) -> Moment:
        """How it stood at a ply. Raises ``BadOption`` for one that has not been."""
        then = self.match.earlier(ply)
        view = then.view(self.eye)
        if self.open and self.match.facts.hidden:
            view["hands"] = then.position()["hands"]
        return Moment(self, then, view)


@dataclass(frozen=True)
class Moment:
    """One ply of a match, as a viewer may know it."""

    sight: Sight
    match: Match
    """As it stood then."""
    view: View

    def svg(self, theme: Theme = "auto", ids: str = "p") -> str:
        """Its picture."""
        sight = self.sight
        look = Look(
            theme=theme,
            names=self.match.names,
            last=self.match.last_moves(sight.eye),
            legal=(),
            flip=sight.flip,
            compact=sight.compact,
            ids=ids,
        )
        return registry.get(self.match.game).picture.draw(self.view, look)

    def places(self) -> list[Part]:
        """Its position place by place, in words."""
        return registry.get(self.match.game).telling.places(self.view, self.match.names)
