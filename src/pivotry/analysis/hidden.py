"""Judging a match with hidden cards: every move by what its seat saw and with all cards open."""

from __future__ import annotations

from ..contract import OVER, Record
from ..matchlog import Event
from ..players.memory import Memory
from ..players.task import Task
from ..search.best import outlook
from .model import Judgement, Move
from .sight import Question, Sight, Worth, mean_doubt


class HiddenCards:
    """Judges each move by itself: the next seat knows other things than the one that moved.

    A move that the search before it hardly looked at is judged by a search of the position after
    it, in which its seat still knows what it knew, and nothing more.
    """

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._memories = _memories(sight)
        self._judged: dict[int, Move] = {}

    @property
    def pieces(self) -> int:
        return len(self._sight.questions)

    @property
    def moves(self) -> list[Move]:
        return [self._judged[place] for place in sorted(self._judged)]

    def work(self, piece: int) -> Move | None:
        question = self._sight.questions[piece]
        memory = self._memories[question.ply]
        asked = self._sight.asked(question.ply, memory.view, memory)
        known = self._column(question, asked, asked.state, open_cards=False)
        if known is None:
            return None
        opened = self._column(question, asked, question.state, open_cards=True)
        if opened is None:
            return None
        return self._sight.move(question, asked, known, opened)

    def take(self, piece: int, done: Move) -> None:
        self._judged[piece] = done

    def _column(
        self, question: Question, asked: Task, state: Record, *, open_cards: bool
    ) -> Judgement | None:
        """One judgement of the move in ``state``; None if that was cancelled."""
        sight = self._sight
        look = sight.look(asked, state, open_cards=open_cards)
        if sight.cancel.is_set():
            return None
        nodes, worth = look.nodes, look.told(question.action)
        if worth is None:
            after = sight.after(state, question.action)
            memory = None if open_cards else self._memories[question.ply]
            worth = self._worth(asked, after, question, memory)
            nodes += worth.nodes
            if sight.cancel.is_set():
                return None
        return sight.judged(question, asked, look, worth, nodes)

    def _worth(
        self, asked: Task, after: Record, question: Question, memory: Memory | None
    ) -> Worth:
        """What a position that the seat brought about is worth to it; without memory, cards open.

        What the seat remembered and what it has just seen itself do is what it knows then.
        """
        sight, known = self._sight, None
        if int(sight.game.rules.actor(after, sight.config)) == OVER:
            value = sight.returned(after, asked.seat)
            return Worth(value, 0, round(value))
        if memory is not None:
            view = sight.view(after, asked.seat)
            then = memory.then(Event("move", asked.seat, question.text), view)
            known = then.prepare(view, after, sight.config, asked.stream)
        search = outlook(
            sight.game, after, sight.config, asked.players, asked.seat, asked.stream.word(),
            sight.budget.nodes, known=known, open_cards=memory is None,
        )  # fmt: skip
        sight.spend(search)
        return Worth(search.value, search.nodes, None, mean_doubt(search.nodes))


def _memories(sight: Sight) -> dict[int, Memory]:
    """By ply, what the seat that moved there remembered."""
    match = sight.match
    log, seats = match.log(), range(match.players)
    stories = [match.story(seat) for seat in seats]
    states = [*(entry.before for entry in log), match._s]
    memories = [Memory.begin(sight.view(states[0], seat)) for seat in seats]
    found = {}
    for ply, entry in enumerate(log):
        if entry.kind == "move":
            found[ply] = memories[entry.seat]
        for seat in seats:
            view = sight.view(states[ply + 1], seat)
            if entry.kind == "deal":
                memories[seat] = Memory.begin(view)  # what was before tells nothing any more
            else:
                memories[seat] = memories[seat].then(stories[seat][ply], view)
    return found
