"""A computer player: an engine and a budget under one name. It sees views, never states."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from ..contract import View
from ..errors import BadOption, BadPosition
from ..registry import Game, get
from ..tongue import tr
from ..wording import quoted
from . import engines, levels
from .budget import Budget
from .memory import Memory
from .task import task
from .thought import Thought


@dataclass(frozen=True)
class Player:
    """Somebody who plays one game."""

    game: Game
    name: str
    engine: engines.Engine
    budget: Budget
    """What it spends on a move when it is not told."""
    remembers: bool = False
    """Whether it makes use of a memory."""

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        *,
        seed: object = None,
        cancel: threading.Event | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ) -> Thought:
        """Choose a move for the seat that ``view`` belongs to, which must be to move.

        ``memory`` is what that seat remembers of the game so far (``memory.remembered``); without
        one it goes by the view alone. The same view, memory, seed and budget of nodes (without a
        time) give the same move on every machine. Without a seed the operating system gives one.
        Setting ``cancel`` ends the search within milliseconds; the best move so far is returned.
        Safe to call from any number of threads. ``threads``: how many a search uses; the move
        depends on it. Searches by depth (``alphabeta``, ``sure``, ``computer`` in the board games)
        use one where the budget has nodes, for several do not give the same move every time;
        graded levels below the champion use one whatever it says. Raises ``BadPosition`` for a
        view that is none of the seat to move, or a memory of another one, ``BadOption`` for what is
        no budget.
        """
        checked(budget)
        question = task(view, seed, memory, threads)
        if question.game is not self.game:
            other = quoted(question.game.id)
            said = tr(
                "{name} plays {game}, not {other}", name=self.name, game=self.game.id, other=other
            )
            raise BadPosition([(None, said)])
        if len(question.legal) == 1:
            return question.answer(question.legal[0])
        return self.engine(question, self.budget if budget is None else budget, cancel)

    def choose(
        self,
        view: View,
        budget: Budget | None = None,
        *,
        seed: object = None,
        cancel: threading.Event | None = None,
        memory: Memory | None = None,
        threads: int = 1,
    ) -> str:
        """The canonical text of the move; takes what ``think`` takes."""
        thought = self.think(view, budget, seed=seed, cancel=cancel, memory=memory, threads=threads)
        return thought.text


def checked(budget: object) -> None:
    """``BadOption`` for what is given as a budget, and is none."""
    if budget is not None and not isinstance(budget, Budget):
        raise BadOption(
            tr(
                "a budget is one of pivotry.players.Budget(seconds, nodes), not {given}",
                given=quoted(budget),
            )
        )


def player(game: str, text: str = "computer") -> Player:
    """The player that a text describes: a name, or ``NAME@BUDGET`` such as ``tree@2000n``.

    ``computer`` is the strongest there is; ``level-1`` to ``level-8``, or their names, are graded.
    ``BadOption`` says what can be written.
    """
    name, at, given = text.strip().partition("@")
    name = name.lower()
    found = get(game)
    level = levels.number(name)
    if level is not None:
        engine, own = levels.engine(found, level), levels.budget(found, level)
    else:
        wanted = engines.strongest(found) if name == "computer" else name
        engine = engines.engine(found, wanted)
        own = Budget()
    best = level == len(levels.NAMES) or name in ("computer", "tree")
    budget = Budget.read(given) if at else own
    return Player(found, text, engine, budget, best and found.facts.hidden)
