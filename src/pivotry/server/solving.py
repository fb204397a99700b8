"""What is said about the moves that somebody tries at a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from ..match import Match
from ..puzzles import Puzzle
from ..tongue import tr, tr_n
from .intime import losing, standing
from .pages import learn


@dataclass(frozen=True)
class Verdict:
    """What a lesson or a puzzle says about what has been played."""

    right: bool
    html: str
    line: tuple[str, ...] = ()
    """Moves that the board now shows by itself."""
    going: bool = False
    """Whether it is not over with that: there is more to be played."""


def reached(puzzle: Puzzle, moves: tuple[str, ...]) -> Match:
    """Where legal moves lead to."""
    match = puzzle.match()
    for text in moves:
        match.play(text)
    return match


def _names(puzzle: Puzzle) -> tuple[str, str]:
    """The side that is to solve it and the other one, as they are called now."""
    match = puzzle.match()
    turn = match.turn or 0
    return match.names[turn], match.names[1 - turn]


def solved(puzzle: Puzzle, moves: tuple[str, ...]) -> Verdict:
    """What is said about moves at a puzzle, the first of them the one that is looked for or not."""
    if puzzle.kind == "within":
        return _in_time(puzzle, moves)
    answer, rest = puzzle.solution[0], puzzle.solution[1:]
    side, other = _names(puzzle)
    if moves[0] != answer:
        text, line = _lost(puzzle, moves[:1])
        return Verdict(False, learn.said(text), line[len(moves) - 1 :])
    if puzzle.kind == "save":
        text = tr("{move} is the one: after any other move {other} wins.", move=answer, other=other)
    elif puzzle.kind == "hold":
        text = tr_n(
            "{move} is the one: after any other move {other} wins with one move.",
            "{move} is the one: after any other move {other} can win within {n} moves.",
            puzzle.moves, move=answer, other=other,
        )  # fmt: skip
    elif not rest:
        text = tr("{move} is the one: {side} wins at once.", move=answer, side=side)
    elif len(rest) == 1:
        text = tr(
            "{move} is the one: {side} wins whatever comes, after {reply} for instance.",
            move=answer, side=side, reply=rest[0],
        )  # fmt: skip
    else:
        text = tr(
            "{move} is the one: {side} wins whatever comes. With the best play: {line}.",
            move=answer, side=side, line=", ".join(rest),
        )  # fmt: skip
    return Verdict(True, learn.said(text), rest[len(moves) - 1 :])


def _in_time(puzzle: Puzzle, moves: tuple[str, ...]) -> Verdict:
    """What is said on the way to a win within so many moves: whatever keeps to them is right."""
    side, _ = _names(puzzle)
    now = standing(puzzle, moves)
    if now.in_time and now.over:
        text = tr_n(
            "That is it: {side} wins with one move.",
            "That is it: {side} wins within {n} moves.",
            puzzle.moves, side=side,
        )  # fmt: skip
        return Verdict(True, learn.said(text))
    if now.in_time:
        text = tr_n(
            "Right so far: {n} move of {side} is left.",
            "Right so far: {n} moves of {side} are left.",
            now.left, side=side,
        )  # fmt: skip
        return Verdict(True, learn.said(text), now.line, going=True)
    return _late(puzzle, moves)


def _late(puzzle: Puzzle, moves: tuple[str, ...]) -> Verdict:
    """What is said where ``puzzle.moves`` do not suffice any more, and what answers."""
    side, _ = _names(puzzle)
    seats = [entry.seat for entry in reached(puzzle, moves).log()]
    last = max(n for n, seat in enumerate(seats) if seat == seats[0])
    made, answered = moves[: last + 1], len(moves) - last - 1
    move, now = made[-1], standing(puzzle, made)
    result, wins = ending(reached(puzzle, made), seats[0])
    if wins or (result is not None and seats[0] not in result):
        text, line = _lost(puzzle, made)
        return Verdict(False, learn.said(text), line[answered:])
    if now.in_time is None:
        text = tr("It takes too long to find out whether {move} still wins in time.", move=move)
    elif now.line:
        text = tr_n(
            "{move} is too slow: after {line} {side} has no way to win within {n} move.",
            "{move} is too slow: after {line} {side} has no way to win within {n} moves.",
            puzzle.moves, move=move, line=", ".join(now.line), side=side,
        )  # fmt: skip
    else:
        text = tr_n(
            "{move} is too slow: {side} does not win within {n} move.",
            "{move} is too slow: {side} does not win for certain within {n} moves.",
            puzzle.moves, move=move, side=side,
        )  # fmt: skip
    return Verdict(False, learn.said(text), now.line[answered:])


def _lost(puzzle: Puzzle, moves: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What is wrong with the last of ``moves``, and what answers it, if that is short."""
    _, other = _names(puzzle)
    result, line = ending(reached(puzzle, moves), puzzle.match().turn)
    move = moves[-1]
    if result is not None and not line:
        if result:
            text = tr("{move} ends the game, and {other} wins.", move=move, other=other)
        else:
            text = tr("{move} ends the game in a draw.", move=move)
        return text, ()
    if not line and puzzle.kind == "hold":
        line = losing(puzzle, move)
        return tr(
            "{move} loses: {other} can win, with {line} for instance.",
            move=move, other=other, line=", ".join(line),
        ), line  # fmt: skip
    if line:
        return tr(
            "{move} loses: {other} answers {line} and wins.",
            move=move, other=other, line=", ".join(line),
        ), line  # fmt: skip
    if puzzle.kind == "save":
        text = tr("{move} loses: {other} now wins for certain.", move=move, other=other)
        return text, ()
    return tr("{move} does not win: {other} can still hold on.", move=move, other=other), ()


def ending(match: Match, own: int | None) -> tuple[tuple[int, ...] | None, tuple[str, ...]]:
    """How the game ended if it has, and a turn by which the seat other than ``own`` wins."""
    if match.result is not None:
        return match.result, ()
    return None, () if match.turn == own else _winning(match, match.turn)


def _winning(match: Match, seat: int | None, most: int = 2) -> tuple[str, ...]:
    """Moves of this turn by which ``seat`` wins, the fewest; none if there are no such."""
    if seat is None or most == 0 or match.turn != seat:
        return ()
    after = []
    for text in match.copy().legal_moves():
        then = match.copy()
        then.play(text)
        if then.result == (seat,):
            return (text,)
        after.append((text, then))
    for text, then in after:
        line = _winning(then, seat, most - 1)
        if line:
            return (text, *line)
    return ()


def own(puzzle: Puzzle) -> tuple[str, ...]:
    """The solver's moves in the solution: what answers them, the board plays by itself."""
    match, own = puzzle.match(), []
    seat = match.turn
    for text in puzzle.solution:
        if match.turn == seat:
            own.append(text)
        match.play(text)
    return tuple(own)
