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

    def svg(self, ply: int, theme: Theme = "auto", ids: str = "p") -> str:
        """The picture of a ply. Raises ``BadOption`` for one that has not been."""
        then = self.match.earlier(ply)
        look = Look(
            theme=theme,
            names=self.match.names,
            last=then.last_moves(self.eye),
            legal=(),
            flip=self.flip,
            compact=self.compact,
            ids=ids,
        )
        return registry.get(self.match.game).picture.draw(self._view(then), look)

    def places(self, ply: int) -> list[Part]:
        """The position of a ply place by place, in words."""
        view = self._view(self.match.earlier(ply))
        return registry.get(self.match.game).telling.places(view, self.match.names)

    def _view(self, then: Match) -> View:
        view = then.view(self.eye)
        if self.open and self.match.facts.hidden:
            view["hands"] = then.position()["hands"]
        return view
