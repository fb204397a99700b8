"""The proofs that ship with the package: the beginning of the mini board is won for Light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from kit import Play

import pivotry
from pivotry.contract import copied
from pivotry.search.proved import file_of
from pivotry.search.question import Question
from pivotry.search.solve import Solver, solve

LIGHT = 1


class Book:
    """The shipped positions, all of them with Dark to move and won for Light."""

    def __init__(self) -> None:
        self.play = Play("pivotation", None, {"board": "mini"}, compiled=True).begin()
        found = file_of("pivotation")
        assert found is not None
        self.codes, keys, plies = found
        self.plies = dict(zip(map(int, keys[:, 0]), map(int, plies), strict=True))
        self._key = np.zeros(1, np.uint64)

    def key(self) -> int:
        play = self.play
        play.game.exact.pack(play.s, play.c, self.codes, LIGHT, self._key)
        return int(self._key[0])

    def replies(self, moves: Sequence[int] | None = None) -> tuple[dict[int, Any], list[Any]]:
        """Positions after each move of Dark and Light's best answer in the book, by their key.

        And the positions that only a search can answer. ``moves``: of Dark, if not all.
        """
        play, won, open_ = self.play, {}, []
        kept, here = play.snapshot(), self.plies[self.key()]
        for action in play.legal() if moves is None else moves:
            play.restore(kept)
            play.apply(action)
            if play.over:
                assert int(play.s.result) == LIGHT
                continue
            between = play.snapshot()
            best, at = here, None
            over = False
            for answer in play.legal():
                play.restore(between)
                play.apply(answer)
                if play.over:
                    over = over or int(play.s.result) == LIGHT
                elif self.plies.get(self.key(), here) < best:
                    best, at = self.plies[self.key()], (self.key(), play.snapshot())
            if at is not None and not over:
                won[at[0]] = at[1]
            elif not over:
                play.restore(between)
                open_.append(copied(play.s))
        play.restore(kept)
        return won, open_


def test_the_beginning_of_mini_is_lost_for_dark() -> None:
    solution = solve(pivotry.new("pivotation", board="mini"), nodes=3_000_000, seconds=20)
    assert (solution.value, solution.plies) == (-1, 54)
    assert len(solution.moves) == 12
    assert set(dict(solution.moves).values()) == {-1}
    match = pivotry.new("pivotation", board="mini")
    for text in solution.line[:8]:
        match.play(text)
    assert len(solution.line) >= 8


def test_every_move_of_dark_has_an_answer_in_the_book() -> None:
    """Down to the third move of each side; what lies deeper is proved by the slow test."""
    book = Book()
    level: dict[int, Any] = {book.key(): book.play.snapshot()}
    for _ in range(2):
        following: dict[int, Any] = {}
        for state in level.values():
            book.play.restore(state)
            won, open_ = book.replies()
            assert not open_
            following |= won
        level = following
    assert len(level) > 100


def test_without_the_book_nothing_is_known_so_soon() -> None:
    match = pivotry.new("pivotation", board="mini")
    game = pivotry.registry.get("pivotation")
    solver = Solver(game, match._s, match._c, memory=4, shipped=False)
    solver.run(nodes=20_000)
    assert solver.value is None


FIRST = (
    "a1-a2", "a1-b2", "a1-c1", "b1-a2", "c1-c2", "c1-d2", "c1-e1", "d1-b2", "d1-c2", "e1-e2",
    "f1-d2", "f1-e2",
)  # fmt: skip
"""Moves that Dark can begin with."""


class Proof:
    """What has been proved of the book, and a search without it, with what it has found so far."""

    def __init__(self) -> None:
        self.book = Book()
        play = self.book.play
        self.begin = play.snapshot()
        solver = Solver(play.game, play.s, play.c, memory=300, shipped=False)
        self.question = Question(solver.ground, play.s, LIGHT)
        self.seen: set[int] = set()

    def prove(self, first: int) -> None:
        """All that can follow the first move: what the book does not answer, a search must."""
        play = self.book.play
        play.restore(self.begin)
        todo = self._answered([first])
        while todo:
            key, state = todo.popitem()
            if key not in self.seen:
                self.seen.add(key)
                play.restore(state)
                todo |= self._answered()

    def _answered(self, moves: Sequence[int] | None = None) -> dict[int, Any]:
        """Where the book's answers lead; the others are proved."""
        won, open_ = self.book.replies(moves)
        for state in open_:
            self.question.ask(state)
            while self.question.open:
                self.question.run(1_000_000)
            assert self.question.answer
        return won


@pytest.fixture(scope="module")
def proof() -> Proof:
    return Proof()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.xdist_group("proof")  # they share what the search has found
@pytest.mark.parametrize("first", FIRST)
def test_the_book_is_proved_again(proof: Proof, first: str) -> None:
    proof.prove(proof.book.play.number(first))


def test_these_are_the_moves_that_dark_can_begin_with() -> None:
    assert Book().play.texts() == list(FIRST)
