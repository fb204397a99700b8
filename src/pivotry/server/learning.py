"""Boards to try moves on, without a table: examples of the rules, steps of lessons, puzzles.

Nothing is kept. Whoever asks says where the board begins (one of the positions that ship with
Pivotry) and what has been played since; that is played again, and the answer is how it stands then.
Cards that chance gives depend on the beginning and on how many there were before, so the same moves
lead to the same position every time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from .. import lessons, puzzles, registry
from ..chance import Stream
from ..contract import CHANCE
from ..errors import BadOption, IllegalMove, PivotryError, UnreadableMove
from ..lessons import Step
from ..match import Match
from ..puzzles import Puzzle
from ..tongue import language, tr
from ..wording import quoted, sentence
from . import aloud, models, outgoing, pages
from .clicks import alike, begins, picked_up
from .notices import Notice
from .pages import learn
from .solving import Verdict, ending, own, solved

MOST = 60
"""Moves that can be tried in a row."""


@dataclass(frozen=True)
class Source:
    """A position that ships with Pivotry, for trying moves."""

    id: str
    begin: Match
    """Never changed: what is played is played on copies."""
    seat: int | None
    """Through whose eyes it is seen; None for nobody's."""
    lit: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    """What chance gives first."""
    step: Step | None = None
    puzzle: Puzzle | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self.begin.game

    def may_move(self, match: Match) -> bool:
        """Whether moves can be tried: where hands are hidden, only those of the own seat."""
        if match.turn is None or match.turn == CHANCE:
            return False
        return not match.facts.hidden or match.turn == self.seat


class TooMany(PivotryError):
    """More moves than can be tried in a row."""


# --- where a board begins -----------------------------------------------------------------------


def source(id: str) -> Source:
    """What ``rules/GAME/CLAUSE/PICTURE``, ``lesson/GAME/STEP`` or ``puzzle/GAME/NUMBER`` names.

    Pictures of a clause count from 0, steps and puzzles from 1. ``BadOption`` if it names nothing.
    """
    match id.split("/"):
        case ["rules", game, clause, number] if _counts(number):
            return _illustration(game, clause, int(number), language())
        case ["lesson", game, number] if _counts(number):
            return _step(game, int(number), language())
        case ["puzzle", game, number] if _counts(number):
            return _puzzle(game, int(number), language())
    raise BadOption(tr("There is no board {id} to try moves on.", id=quoted(id)))


def _counts(number: str) -> bool:
    return number.isascii() and number.isdecimal() and len(number) <= 4


# Sources are kept for each language, the one in force: seats bear their names in it.


@cache
def _illustration(game: str, clause: str, number: int, code: str) -> Source:
    example, match = pages.illustrated(registry.get(game).id, clause, number)
    return Source(f"rules/{game}/{clause}/{number}", match, example.seat, example.lit)


@cache
def _step(game: str, number: int, code: str) -> Source:
    steps = lessons.load(game)
    if not 1 <= number <= len(steps):
        raise BadOption(tr("This lesson has steps 1 to {n}.", n=len(steps)))
    step = steps[number - 1]
    match = step.example.begin()
    match.seated([None] * match.players)  # as at a table
    for text in step.example.play:
        match.play(text)
    seat = match.turn if step.example.seat is None else step.example.seat
    return Source(f"lesson/{game}/{number}", match, seat, step.example.lit, step.draws, step)


@cache
def _puzzle(game: str, number: int, code: str) -> Source:
    shipped = puzzles.load(game)
    if not 1 <= number <= len(shipped):
        title = registry.get(game).facts.title
        raise BadOption(tr("There is no such puzzle of {game}.", game=tr(title)))
    puzzle = shipped[number - 1]
    match = puzzle.match()
    return Source(f"puzzle/{game}/{number}", match, match.turn, puzzle=puzzle)


# --- what has been played -----------------------------------------------------------------------


@lru_cache(maxsize=512)
def _reached(id: str, moves: tuple[str, ...], code: str) -> Match:
    """Where moves lead to; for copying. Raises what ``Match.play`` raises."""
    here = source(id)
    if not moves:
        match = here.begin.copy()
    else:
        match = _reached(id, moves[:-1], code).copy()
        match.play(moves[-1])
    _draw(here, match)
    return match


def _draw(here: Source, match: Match) -> None:
    """Let chance give the card that is due; it deals no new game."""
    if match.turn != CHANCE or not match.legal_moves():
        return
    drawn = sum(entry.kind == "draw" for entry in match.log()[here.begin.ply :])
    pile = sorted(match.position()["draw"])
    card = pile[Stream(hashlib.sha256(here.id.encode()).digest(), drawn).below(len(pile))]
    if drawn < len(here.draws) and here.draws[drawn] in pile:
        card = here.draws[drawn]
    match.play(f"={card}")


def reached(here: Source, moves: Sequence[str]) -> Match:
    """A match of its own where ``moves`` lead to; ``TooMany``, or ``IllegalMove`` and its like."""
    if len(moves) > MOST:
        said = tr("That is enough for a try: {n} moves. Start again, or play a match.", n=MOST)
        raise TooMany(said)
    for count in range(len(moves)):
        try:
            _reached(here.id, tuple(moves[: count + 1]), language())
        except (IllegalMove, UnreadableMove) as bad:
            text = tr("Move {n} of this try cannot be played.", n=count + 1)
            raise TooMany(f"{text} {sentence(str(bad))}") from None
    return _reached(here.id, tuple(moves), language()).copy()


def canonical(here: Source, match: Match, text: str) -> str:
    """The one text of a move that can be tried now; raises what ``Match.play`` raises.

    Raises ``BadOption`` where only stepping back is possible.
    """
    told = verdict(here, match)
    probe = match.copy()
    if told is not None and told.line:
        allowed = text == told.line[0]
    else:
        allowed = (told is None or told.going) and here.may_move(match)
    if not allowed:
        raise BadOption(tr("Nothing more can be tried here: step back, or start again."))
    probe.play(text)
    return probe.log()[match.ply].text


def played(here: Source, match: Match) -> list[str]:
    """The moves of people since the board's beginning."""
    return [entry.text for entry in match.log()[here.begin.ply :] if entry.kind == "move"]


# --- what is said about it ----------------------------------------------------------------------


def verdict(here: Source, match: Match) -> Verdict | None:
    """What is to be said about the moves made; None while there is nothing to say."""
    moves = tuple(played(here, match))
    if here.puzzle is not None:
        return solved(here.puzzle, moves) if moves else None
    if here.step is None or not moves:
        return None
    if here.step.goal:
        return _on_the_way(here, here.step, match)
    if here.step.want:
        return _wanted(here, here.step, moves)
    if here.step.hold:
        return _held(here, here.step, match, moves)
    if here.step.task == "refused":
        return _said(here, False, here.step.wrong)
    return None


def _said(here: Source, right: bool, text: lessons.Text, line: Sequence[str] = ()) -> Verdict:
    found = lessons.said(text)
    if not found:
        found = tr("That is it.") if right else tr("A legal move, but not the one looked for.")
    return Verdict(right, learn.markdown(here.game, found), tuple(line))


def _wanted(here: Source, step: Step, moves: tuple[str, ...]) -> Verdict | None:
    for line in step.want:
        if moves[: len(line)] == line:
            return _said(here, True, step.right, step.replies[len(moves) - len(line) :])
    if any(line[: len(moves)] == moves for line in step.want):
        return None
    return _said(here, False, step.wrongs.get(moves[-1], step.wrong))


def _on_the_way(here: Source, step: Step, match: Match) -> Verdict | None:
    if part_of(step.goal, match.position()):
        return _said(here, True, step.right)
    seats = [entry.seat for entry in match.log()[here.begin.ply :] if entry.kind == "move"]
    own = seats.count(here.seat or 0)
    # The last of the learner's moves is answered, too, before it is judged.
    if match.turn is None or (match.turn == here.seat and own >= step.most):
        return _said(here, False, step.wrong)
    if match.turn == here.seat:
        return None
    legal = match.legal_moves()
    due = step.replies[len(seats) - own : len(seats) - own + 1]
    return Verdict(True, "", due if due and due[0] in legal else (legal[0],))


def _held(here: Source, step: Step, match: Match, moves: tuple[str, ...]) -> Verdict | None:
    seats = [entry.seat for entry in match.log()[here.begin.ply :] if entry.kind == "move"]
    own = next((n for n, seat in enumerate(seats) if seat != here.seat), len(seats))
    if own == len(seats) and match.turn == here.seat:
        return None
    result, line = _answer_to(here.id, moves[:own])
    if result in (None, (here.seat,)) and not line:
        return _said(here, True, step.right)
    return _said(here, False, step.wrong, line[len(moves) - own :])


def part_of(part: Mapping[str, Any], position: Mapping[str, Any]) -> bool:
    """Whether a position has everything that ``part`` says; tables inside are compared in part."""
    for key, value in part.items():
        found = position.get(key)
        if isinstance(value, Mapping) and isinstance(found, Mapping):
            if not part_of(value, found):
                return False
        elif found != value:
            return False
    return True


@lru_cache(maxsize=4096)
def _answer_to(
    id: str, moves: tuple[str, ...]
) -> tuple[tuple[int, ...] | None, tuple[str, ...]]:  # fmt: skip
    """How moves end the game if they do, and a turn of the other side that wins at once."""
    return ending(_reached(id, moves, language()), source(id).begin.turn)


def answered(here: Source, choice: int) -> Verdict:
    """What a lesson says to an answer; ``BadOption`` where there is no such answer."""
    choices = here.step.choices if here.step else ()
    if not 0 <= choice < len(choices):
        raise BadOption(tr("There is no such answer."))
    return _said(here, choices[choice].right, choices[choice].reply)


def forbidden(here: Source, text: str) -> Verdict | None:
    """What a lesson says to a refused move: that it was the one to try; else None."""
    if here.step is None:
        return None
    read = registry.get(here.game).notation.read
    if all(read(text) != read(move) for move in here.step.refused):
        return None
    return _said(here, True, here.step.right)


def leads_on(here: Source, clicks: Sequence[Sequence[str]]) -> bool:
    """Whether clicks begin a forbidden move that a lesson asks for, and others are to follow."""
    turn = here.begin.turn
    if here.step is None or turn is None:
        return False
    path = registry.get(here.game).notation.path
    paths = [path(move, turn) for move in here.step.refused]
    return any(len(path) > len(clicks) and begins(path, clicks) for path in paths)


# --- help ---------------------------------------------------------------------------------------


def _answer(here: Source) -> tuple[str, ...]:
    """Moves that do what is asked from the beginning on; none if no move is asked for."""
    if here.puzzle is not None:
        return own(here.puzzle) if here.puzzle.kind == "within" else here.puzzle.solution[:1]
    if here.step is None:
        return ()
    if here.step.want:
        return here.step.want[0]
    return here.step.solution or tuple(here.step.refused)[:1]


def hint(here: Source) -> tuple[str, ...]:
    """What to light up as a hint: what the right move begins with."""
    answer = _answer(here)
    turn = here.begin.turn
    if not answer or turn is None:
        raise BadOption(tr("There is no hint here."))
    return registry.get(here.game).notation.path(answer[0], turn)[:1]


def solution(here: Source) -> tuple[str, ...]:
    """The moves that do what is asked, from the beginning on."""
    answer = _answer(here)
    if not answer:
        raise BadOption(tr("There is nothing to be shown here."))
    return answer


# --- the answer ---------------------------------------------------------------------------------


def state(
    here: Source, match: Match, wish: models.Try, notice: Notice | None = None,
    lit: Sequence[str] = (), told: Verdict | None = None,
) -> dict[str, Any]:  # fmt: skip
    """How a board stands, for the page that shows it."""
    told = told or verdict(here, match)
    seat = match.turn
    path = registry.get(here.game).notation.path
    moves: list[tuple[str, tuple[str, ...]]] = []
    open_still = told is None or (told.going and not told.line)
    if seat is not None and open_still and here.may_move(match):
        moves = [(text, path(text, seat)) for text in match.legal_moves()]
    chosen, targets = picked_up(moves, wish.picked)
    tried = played(here, match)
    eye = here.seat if match.facts.hidden else None
    telling = registry.get(here.game).telling
    places = telling.places(match.view(eye), match.names)
    shown = tuple(lit) or (() if tried or wish.picked else here.lit)
    if here.puzzle is not None and told is not None and told.line and seat is not None:
        shown = path(told.line[0], seat)  # what answers: it is played in a moment
    svg = match.svg(
        eye,
        legal=tuple(text for text, _ in moves),
        chosen=chosen,
        targets=targets,
        lit=shown,
        flip=wish.turned,
        compact=wish.compact,
        room=wish.room,
        ids=wish.ids,
    )
    drawn, style = outgoing.split_style(svg)
    return {
        "moves": tried,
        "panels": {"picture": drawn, "notice": pages.notice(here.game, notice) if notice else ""},
        "style": style,
        "hinted": bool(shown) and notice is None and not wish.lit,
        "paths": moves,
        "apart": {text: telling.apart(text) for text in alike(moves)},
        "places": aloud.names(places),
        "status": _status(here, match, told),
        "over": match.turn is None,
        "told": None if told is None or not told.html else _plain(told),
        "line": [] if told is None else list(told.line),
    }


def _plain(told: Verdict) -> dict[str, Any]:
    return {"right": told.right, "html": told.html, "going": told.going}


def _status(here: Source, match: Match, told: Verdict | None) -> str:
    """Who is to move, or how it has ended, in a sentence."""
    if match.result is not None:
        return pages.outcome([match.names[seat] for seat in match.result])
    turn = match.turn
    if turn is None or turn == CHANCE:
        return tr("This round is over.")
    name = match.names[turn]
    if here.puzzle is not None and told is not None and not told.going:
        if told.line:
            return tr("{name} plays {move}.", name=name, move=told.line[0])
        return tr("Solved.") if told.right else tr("That was not it.")
    if told is None and not here.may_move(match):
        return tr("Now it is {name}'s turn, whose cards you do not see.", name=name)
    return tr("{name} to move.", name=name)
