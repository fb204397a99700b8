"""The proofs that ship with the package: the beginning of the mini board is won for Light."""

from __future__ import annotations

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

    def replies(self) -> tuple[list[int], list[tuple[int, object]]]:
        """Keys of positions in the book after each move of Dark and Light's best answer in it.

        And the positions, with what they may take, that only a search can answer.
        """
        play, won, open_ = self.play, [], []
        kept, here = play.snapshot(), self.plies[self.key()]
        for action in play.legal():
            play.restore(kept)
            play.apply(action)
            if play.over:
                assert int(play.s.result) == LIGHT
                continue
            between = play.snapshot()
            found = []
            for answer in play.legal():
                play.restore(between)
                play.apply(answer)
                if play.over:
                    if int(play.s.result) == LIGHT:
                        found.append((0, -1))
                elif self.key() in self.plies:
                    found.append((self.plies[self.key()], self.key()))
            if found and min(found)[0] < here:
                won.append(min(found)[1])
            else:
                play.restore(between)
                open_.append((here, copied(play.s)))
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
    play = book.play
    level, seen = [play.snapshot()], set()
    for _ in range(2):
        following = {}
        for state in level:
            play.restore(state)
            won, open_ = book.replies()
            assert not open_
            wanted = set(won) - seen
            kept = play.snapshot()
            for action in play.legal():
                play.restore(kept)
                play.apply(action)
                between = play.snapshot()
                for answer in play.legal():
                    play.restore(between)
                    play.apply(answer)
                    if not play.over and book.key() in wanted:
                        following[book.key()] = play.snapshot()
            seen |= wanted
        level = list(following.values())
    assert len(level) > 100


def test_without_the_book_nothing_is_known_so_soon() -> None:
    match = pivotry.new("pivotation", board="mini")
    game = pivotry.registry.get("pivotation")
    solver = Solver(game, match._s, match._c, memory=4, shipped=False)
    solver.run(nodes=20_000)
    assert solver.value is None


@pytest.mark.slow
@pytest.mark.timeout(14_400)
def test_the_book_is_proved_again() -> None:
    """All of it: what the book does not answer itself, a search without it must prove."""
    book = Book()
    play = book.play
    solver = Solver(play.game, play.s, play.c, memory=1100, shipped=False)
    question = Question(solver.ground, play.s, LIGHT)
    todo, seen = [play.snapshot()], {book.key()}
    while todo:
        play.restore(todo.pop())
        won, open_ = book.replies()
        for _, state in open_:
            question.ask(state)
            while question.open:
                question.run(1_000_000)
            assert question.answer
        wanted = set(won) - seen
        kept = play.snapshot()
        for action in play.legal():
            play.restore(kept)
            play.apply(action)
            if play.over:
                continue
            between = play.snapshot()
            for answer in play.legal():
                play.restore(between)
                play.apply(answer)
                if not play.over and book.key() in wanted:
                    wanted.discard(book.key())
                    seen.add(book.key())
                    todo.append(play.snapshot())
    assert len(seen) > 1000
