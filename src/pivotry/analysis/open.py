"""Judging a match without secrets: one search a position serves the moves before and after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..contract import OVER
from ..players.task import Task
from ..search.found import Line
from .model import Move
from .sight import Look, Sight, Worth


@dataclass(frozen=True)
class _Found:
    """What a search found at a position."""

    asked: Task
    look: Look


class OpenBoard:
    """Judges a match of two seats in which everybody sees everything.

    A move is worth what the search before it says, or what the next position is worth: that counts
    where the result there is certain, or where the move was hardly looked at.
    """

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._found: dict[int, _Found] = {}
        self._judged: dict[int, Move] = {}
        questions, match = sight.questions, sight.match
        self._positions = [(q.state, q.seat) for q in questions]
        if match.turn is not None and questions:
            self._positions.append((match._s, match.turn))

    @property
    def pieces(self) -> int:
        return len(self._positions)

    @property
    def moves(self) -> list[Move]:
        return [self._judged[place] for place in sorted(self._judged)]

    def work(self, piece: int) -> _Found | None:
        state, seat = self._positions[piece]
        asked = self._sight.asked(piece, self._sight.view(state, seat))
        look = self._sight.look(asked, state)
        return None if self._sight.cancel.is_set() else _Found(asked, look)

    def take(self, piece: int, done: _Found) -> None:
        self._found[piece] = done
        for place in (piece - 1, piece):
            ready = place in self._found and (
                place + 1 in self._found or place + 1 == len(self._positions)
            )
            if ready and place < len(self._sight.questions):
                self._judged[place] = self._judge(place)

    def _judge(self, place: int) -> Move:
        question, found = self._sight.questions[place], self._found[place]
        look, later = found.look, self._later(place)
        worth = later if later.proof is not None else look.told(question.action) or later
        if later.proof is not None:
            look = replace(look, lines=_corrected(look.lines, question.action, later))
        judged = self._sight.judged(question, found.asked, look, worth, look.nodes)
        return self._sight.move(question, found.asked, judged)

    def _later(self, place: int) -> Worth:
        """What the position after a move is worth to who made the move."""
        question, sight = self._sight.questions[place], self._sight
        if place + 1 == len(self._positions):
            value = sight.returned(sight.match._s, question.seat)
            assert sight.match._actor() == OVER
            return Worth(value, 0, round(value))
        found = self._found[place + 1]
        best, line = found.look.best, found.look.lines[0]
        sign = 1 if found.asked.seat == question.seat else -1
        return Worth(
            sign * best.value,
            found.look.nodes,
            best.proof and sign * best.proof,
            best.doubt,
            line.moves or (line.action,),
        )


def _corrected(lines: tuple[Line, ...], action: int, worth: Worth) -> tuple[Line, ...]:
    """Lines with what is certain about one move, which takes the place that it deserves."""
    place = next((i for i, line in enumerate(lines) if line.action == action), None)
    if place is None or worth.proof is None:
        return lines
    line = replace(lines[place], value=worth.value, proof=worth.proof)
    rest = [other for other in lines if other.action != action]
    if worth.proof == 1:
        return (line, *rest)
    better = [other.value > worth.value for other in rest]
    place = max(place, better.index(False) if False in better else len(rest))
    return (*rest[:place], line, *rest[place:])
