"""Game id to game, each part imported only when somebody asks for it."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from .errors import BadOption
from .tongue import tr
from .wording import quoted

if TYPE_CHECKING:
    from . import contract
    from .editing import Editing

IDS = ("pivotation", "pegs", "updown", "bounce")
EVALUATED = ("pivotation", "pegs")
"""The games with an evaluation."""


class Game:
    """The parts of one game, loaded on first use."""

    def __init__(self, id: str) -> None:
        self.id = id

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """A game is copied and pickled by its id: there is one of each in a process."""
        return get, (self.id,)

    def _part(self, name: str) -> Any:
        return import_module(f"pivotry.games.{self.id}.{name}")

    @cached_property
    def facts(self) -> contract.Facts:
        return self.setup.FACTS

    @cached_property
    def setup(self) -> contract.Setup:
        return cast("contract.Setup", self._part("setup"))

    @cached_property
    def rules(self) -> contract.Rules:
        return cast("contract.Rules", self._part("rules"))

    @cached_property
    def position(self) -> contract.PositionModule:
        return cast("contract.PositionModule", self._part("position"))

    @cached_property
    def notation(self) -> contract.Notation:
        return cast("contract.Notation", self._part("notation"))

    @cached_property
    def fen(self) -> contract.Fen:
        """Only of games where nothing is hidden."""
        return cast("contract.Fen", self._part("fen"))

    @cached_property
    def explain(self) -> contract.Explain:
        return cast("contract.Explain", self._part("explain"))

    @cached_property
    def evaluate(self) -> contract.Evaluation | None:
        """What alpha-beta needs to know; None for a game that is not searched that way."""
        if self.id not in EVALUATED:
            return None
        return cast("contract.Evaluation", self._part("evaluate"))

    @cached_property
    def weights(self) -> Any:
        """What the evaluation weighs, (n,) int16: first one number a term; only where there is
        one."""
        return self._part("weights").WEIGHTS

    @cached_property
    def views(self) -> contract.Views:
        return cast("contract.Views", self._part("views"))

    @cached_property
    def rollout(self) -> contract.Rollout:
        return cast("contract.Rollout", self._part("rollout"))

    @cached_property
    def memory(self) -> contract.Recall:
        return cast("contract.Recall", self._part("memory"))

    @cached_property
    def skills(self) -> tuple[contract.Skill, ...]:
        """How the levels play, the weakest first."""
        return cast("tuple[contract.Skill, ...]", self._part("levels").SKILLS)

    @cached_property
    def picture(self) -> contract.Picture:
        return cast("contract.Picture", self._part("picture"))

    @cached_property
    def telling(self) -> contract.Telling:
        return cast("contract.Telling", self._part("telling"))

    @cached_property
    def scoring(self) -> contract.Scoring | None:
        """How the deals of a match are told; None for a game without points."""
        if not self.facts.scored:
            return None
        return cast("contract.Scoring", self._part("scoring"))

    @cached_property
    def editing(self) -> Editing | None:
        """How positions are put together by hand; None where hands are hidden."""
        if self.facts.hidden:
            return None
        return cast("Editing", self._part("editing"))

    @cached_property
    def exact(self) -> contract.Exact:
        """Only games without hidden cards and chance have this part."""
        return cast("contract.Exact", self._part("exact"))

    @cached_property
    def board(self) -> contract.Board:
        return cast("contract.Board", self._part("board"))


def games() -> tuple[str, ...]:
    """The ids of the games."""
    return IDS


@cache
def _game(id: str) -> Game:
    return Game(id)


def get(id: object) -> Game:
    """The game of this id; ``BadOption`` lists the ids there are."""
    if id not in IDS:
        ids = ", ".join(IDS)
        raise BadOption(
            tr("there is no game {game}; the games are {ids}", game=quoted(id), ids=ids)
        )
    return _game(str(id))


def title_of(kernel: str) -> str:
    """The title of the game that a kernel such as ``bounce-ismcts`` is for, else its own name."""
    id = kernel.partition("-")[0]
    return get(id).facts.title if id in IDS else kernel
