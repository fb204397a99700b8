"""What a seat remembers: all that is certain about hidden cards from what it has seen so far.

A view tells what lies open now. Earlier views and the moves that everybody saw tell more: who could
not play a card just drawn, whose hand has lost all its fives, which cards must be in the pile. A
``Memory`` is made from these alone - the seat's own views and the public events between them - and
is plain data; what a game makes of it is in its ``memory.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import registry
from ..chance import Stream
from ..contract import Record, View, blank
from ..errors import BadPosition
from ..tongue import tr

if TYPE_CHECKING:
    from ..match import Match
    from ..matchlog import Event


@dataclass(frozen=True)
class Memory:
    """What a seat, or a spectator, knows at ``view``. Never changed: ``then`` makes another one."""

    view: View
    notes: Any
    """Plain data of the game's own (``contract.Recall``); None where nothing is hidden."""

    @classmethod
    def begin(cls, view: View) -> Memory:
        """The memory of somebody who has seen nothing but this view.

        ``BadPosition`` if it is none.
        """
        game = _game_of(view)
        return cls(view, game.memory.begin(view) if game.facts.hidden else None)

    def then(self, event: Event, view: View) -> Memory:
        """The memory after a public event, and the view that followed it."""
        game = registry.get(self.view["game"])
        if not game.facts.hidden:
            return Memory(view, None)
        notes = game.memory.then(self.notes, self.view, event.kind, event.seat, event.text, view)
        return Memory(view, notes)

    def fits(self, state: Record, config: Record) -> bool:
        """Whether a state that looks like the view agrees with what is remembered."""
        game = registry.get(self.view["game"])
        return not game.facts.hidden or game.memory.fits(self.notes, self.view, state, config)

    def prepare(self, view: View, state: Record, config: Record, stream: Stream) -> Record | None:
        """Make a state that fits ``view`` fit this memory; what searches need to keep to it.

        ``BadPosition`` if the memory ends at another view, or if no state fits both.
        """
        if view != self.view:
            raise BadPosition([(None, tr("the memory is of another moment than the view"))])
        game = registry.get(view["game"])
        if not game.facts.hidden:
            return None
        known = blank(game.views.KNOWN)[0]
        game.memory.prepare(self.notes, view, state, config, known, stream)
        return known

    def json(self) -> dict[str, Any]:
        """Plain data that ``read`` reads."""
        return {"view": self.view, "notes": self.notes}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Memory:
        """A memory from ``json``; ``BadPosition`` if it is none."""
        if not isinstance(data, Mapping) or set(data) != {"view", "notes"}:
            raise BadPosition([(None, tr("a memory has a view and notes"))])
        view, notes = data["view"], data["notes"]
        game = _game_of(view)
        if game.facts.hidden:
            return cls(view, game.memory.read(notes, view))
        if notes is not None:
            raise BadPosition(
                [(None, tr("nothing is hidden in {id}, so there are no notes", id=game.id))]
            )
        return cls(view, None)


def _game_of(view: View) -> registry.Game:
    """The game of a view that may come from anybody; ``BadPosition`` if hands cannot be told."""
    if not isinstance(view, dict):
        raise BadPosition([(None, tr("the view of a memory is a JSON object"))])
    game = registry.get(view.get("game"))
    if game.facts.hidden:
        game.views.shown(view)
    return game


def remembered(match: Match, seat: int | None) -> Memory:
    """What ``seat`` (None: a spectator) knows now, from what it has seen in the match.

    Only since cards were last dealt: what was before tells nothing about them.
    """
    first, events = match.history(seat)
    memory = Memory.begin(first)
    for event, view in events:
        memory = memory.then(event, view)
    return memory
