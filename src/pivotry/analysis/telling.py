"""An analysis in words, the same on paper and on the page."""

from __future__ import annotations

from .. import registry
from ..contract import CHANCE
from ..players.thought import Candidate
from ..tongue import decimal, mark, tr, tr_n
from ..wording import either, listed
from .judge import MARKS, SYMBOLS, Mark
from .model import Analysis, Judgement, Move

NAMES = {"forced": mark("no choice"), "only": mark("only move")}
"""Marks that are called otherwise than they are."""
_JUDGED: dict[Mark, str] = {
    "dubious": mark("a dubious move"), "mistake": mark("a mistake"), "blunder": mark("a blunder"),
}  # fmt: skip
"""Marks of moves that gave something away, as they stand in a sentence."""
_MARKS = (
    mark("only"), mark("best"), mark("good"), mark("dubious"), mark("mistake"), mark("blunder"),
    mark("forced"),
)  # fmt: skip


def value(judged: float, proof: int | None = None) -> str:
    """An expected result with its sign, or what is certain."""
    if proof is not None:
        return ("draw", "won", "lost")[proof]
    return f"{judged:+.2f}"


def played(judged: Judgement) -> str:
    """What the move played was worth, with its sign, or what is certain.

    A doubt keeps what is not certain from being all lost where there was something better.
    """
    if judged.played == judged.value:
        return value(judged.played, judged.proof)
    return value(judged.played, -1 if judged.played == -1 else None)


def values(analysis: Analysis) -> str:
    """What the numbers of a report are, in English."""
    said = ["Values are those of the best move and of the one played"]
    if any(move.open is not None for move in analysis.moves):
        said.append(
            ": by what its seat could know, then with all cards open. A move that the search hardly"
            " looked at was searched for as much again"
        )
    said.append(". A move is said to be worse only as far as that is beyond doubt.")
    return "".join(said)


def move(printed: Move) -> str:
    """A move with the symbol of its mark."""
    return printed.printed + SYMBOLS.get(printed.known.mark, "")


def named(mark: Mark) -> str:
    """A mark, as it is called."""
    return tr(NAMES.get(mark, mark))


def remark(judged: Judgement, text: str) -> str:
    """What to say about a move beside its values: its mark, and what was better."""
    called = named(judged.mark)
    if judged.mark in ("forced", "only") or judged.best.text == text:
        return called
    if judged.mark == "best":
        return tr("{mark}, like {move}", mark=called, move=judged.best.text)
    return tr(
        "{mark}, loses {loss}; better {line}",
        mark=called,
        loss=decimal(f"{judged.loss:.2f}"),
        line=play(judged.best),
    )


def sentence(analysis: Analysis, move: Move) -> tuple[str, dict[str, str]]:
    """What is said of a move that gave something away, and what belongs in the gaps of that."""
    game, names = registry.get(analysis.game).telling, analysis.names
    return tr("{done}: {judged}. Better: {better}."), {
        "done": game.played(move.text, seat_name(analysis, move.seat), names),
        "judged": tr(_JUDGED[move.known.mark]),
        "better": game.instead(move.known.best.text, names),
    }


def went_wrong(analysis: Analysis, move: Move) -> str:
    """What is said of a move that gave something away, with its number, as a text."""
    text, gaps = sentence(analysis, move)
    return tr("Move {n}: {said}", n=analysis.number(move), said=text.format(**gaps))


def play(line: Candidate) -> str:
    """A move and the play expected after it."""
    texts = line.line or (line.text,)
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def result(analysis: Analysis) -> str:
    """How the match ended."""
    if analysis.result is None:
        return tr("not finished")
    if not analysis.result:
        return tr("a draw")
    winners = listed(analysis.names[seat] for seat in analysis.result)
    return tr_n("{names} wins", "{names} win", len(analysis.result), names=winners)


def head(analysis: Analysis) -> str:
    """What was analysed, and how."""
    known = {"game": tr(analysis.title), "result": result(analysis), "budget": budget(analysis)}
    if analysis.complete:
        return tr("{game}: {result}. Searched {budget} a position.", **known)
    return tr_n(
        "{game}: {result}. Searched {budget} a position, stopped after {n} move.",
        "{game}: {result}. Searched {budget} a position, stopped after {n} moves.",
        len(analysis.moves),
        **known,
    )


def budget(analysis: Analysis) -> str:
    """What was spent on a position."""
    many = {"s": mark("{number} seconds"), "n": mark("{number} nodes")}
    one = {"s": mark("1 second"), "n": mark("1 node")}
    parts = analysis.budget.split("+")
    return either(
        tr(one[part[-1]]) if part[:-1] == "1" else tr(many[part[-1]], number=decimal(part[:-1]))
        for part in parts
    )


def tallies(analysis: Analysis) -> list[str]:
    """A sentence for every seat: how often it got which mark, and its mean loss."""
    sentences = []
    columns = ("known", "open") if any(m.open for m in analysis.moves) else ("known",)
    for seat, name in enumerate(analysis.names):
        for column in columns:
            marks, loss = analysis.tally(seat, column)
            counts = [f"{NAMES.get(m, m)} {marks[m]}" for m in MARKS if marks[m]]
            how = {"known": "", "open": " with all cards open"}[column]
            if counts:
                sentences.append(f"{name}{how}: {', '.join(counts)}; mean loss {loss:.3f}.")
    return sentences


def seat_name(analysis: Analysis, seat: int) -> str:
    """A seat's name."""
    return tr("chance") if seat == CHANCE else analysis.names[seat]
