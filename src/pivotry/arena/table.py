"""The outcome of a run as lines of text and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..registry import get
from ..wording import counted
from . import ratings
from .schedule import block_size
from .tournament import Run

FEW = 20
"""Deals or openings from which a bootstrap has hardly anything to draw."""
MATRIX = 12
"""Players up to which everybody's result against everybody is printed."""


def data(run: Run) -> dict[str, Any]:
    """Everything there is to say, as JSON. Only ``pace`` differs from machine to machine."""
    plan, blocks = run.plan, run.blocks()
    rows = ratings.standings(plan, blocks) if blocks else []
    return {
        "pivotry arena": 1,
        **plan.identity(),
        "games": len(blocks) * block_size(plan),
        "blocks": len(blocks),
        "planned": run.total,
        "interrupted": run.interrupted,
        "standings": [_rounded(asdict(row)) for row in rows],
        "against": ratings.against(plan, blocks),
        "test": _test(run),
        "pace": _pace(run),
    }


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()}


def _test(run: Run) -> dict[str, Any] | None:
    course = run.course
    if course is None:
        return None
    return {
        **asdict(course.test),
        "bounds": [round(bound, 4) for bound in course.test.bounds],
        "ratio": round(course.ratio, 4),
        "decision": course.decision,
        "blocks": course.blocks,
        "scores": {f"{score:g}": count for score, count in sorted(course.counts.items())},
    }


def _pace(run: Run) -> dict[str, float]:
    """Milliseconds a move, by player."""
    moves, seconds = [0] * len(run.plan.players), [0.0] * len(run.plan.players)
    for outcome in run.outcomes.values():
        for seat, index in enumerate(outcome.seats):
            moves[index] += outcome.moves[seat]
            seconds[index] += outcome.seconds[seat]
    return {
        label: round(1000 * spent / max(1, made), 2)
        for label, made, spent in zip(run.plan.labels, moves, seconds, strict=True)
    }


def lines(run: Run) -> list[str]:
    """For people: what was played, the standings, who did how against whom, the test."""
    plan, blocks = run.plan, run.blocks()
    played = len(blocks) * block_size(plan)
    deal = "deal" if get(plan.game).facts.chance else "opening"
    head = f"{get(plan.game).facts.title}, {counted(plan.seats, 'seat')}: {counted(played, 'game')}"
    head += f", {block_size(plan)} on each {deal} with seats changed"
    if not blocks:
        return [head, f"Nothing to judge by yet: no {deal} has been played from all seats."]
    rows = ratings.standings(plan, blocks)
    wide = max(6, *(len(row.label) for row in rows))
    shared = "drawn" if plan.seats == 2 else "shared"
    out = [
        head,
        "",
        f"    {'player':{wide}}  {'Elo':>6}  {'95 %':^16}  {'games':>6}{'won':>7}{shared:>8}"
        f"{'lost':>7}{'share':>9}",
    ]
    for place, row in enumerate(rows, 1):
        interval = f"{_signed(row.low)} to {_signed(row.high)}"
        out.append(
            f"{place:>2}  {row.label:{wide}}  {_signed(row.elo):>6}  {interval:^16}  {row.games:>6}"
            f"{row.won:>7}{row.shared:>8}{row.lost:>7}{100 * row.share:>7.1f} %"
        )
    if len(blocks) < FEW:
        only = f"From {counted(len(blocks), deal)} only"
        out += ["", f"{only}: the intervals are narrower than they should be."]
    if any(abs(row.par - 0.5) > 1e-9 for row in rows):
        out += ["", f"Equals would have a share of {100 * rows[0].par:.1f} %."]
    if 2 < len(rows) <= MATRIX:
        out += ["", *_matrix(run, [row.index for row in rows], wide)]
    if run.course is not None:
        out += ["", *_verdict(run)]
    return out


def _signed(elo: float) -> str:
    """A whole number with its sign; nought has none."""
    return f"{elo:+.0f}" if round(elo) else "0"


def _matrix(run: Run, order: list[int], wide: int) -> list[str]:
    """Percentages of rows against columns, in the order of the standings."""
    shares = ratings.against(run.plan, run.blocks())
    out = [f"    {'in % against':{wide}}" + "".join(f"{i:>6}" for i in range(1, len(order) + 1))]
    for place, a in enumerate(order, 1):
        cells = []
        for b in order:
            share = shares[a][b]
            cells.append(f"{'' if share is None else f'{100 * share:.0f}':>6}")
        out.append(f"{place:>2}  {run.plan.labels[a]:{wide}}" + "".join(cells))
    return out


def _verdict(run: Run) -> list[str]:
    assert run.course is not None
    course, test = run.course, run.course.test
    low, high = test.bounds
    first, second = run.plan.labels
    seen = ", ".join(f"{score:g}: {count}" for score, count in sorted(course.counts.items()))
    lines = [
        f"Is {first} {test.elo0:g} (H0) or {test.elo1:g} (H1) Elo stronger than {second}?"
        f" alpha {test.alpha:g}, beta {test.beta:g}",
        f"LLR {course.ratio:.2f} ({low:.2f}, {high:.2f}) after {counted(course.blocks, 'block')}"
        f" with scores {seen or 'none'}",
    ]
    if course.decision is None:
        return [*lines, "Not decided."]
    return [*lines, f"{course.decision} is accepted."]


def part(run: Run) -> float:
    """How far a run is, from 0 to 1: by its games, or by how near its test is to a decision."""
    done = run.games / run.total
    if run.course is not None:
        low, high = run.course.test.bounds
        done = max(done, run.course.ratio / (low if run.course.ratio < 0 else high))
    return min(1.0, done)


def progress(run: Run) -> str:
    """One short line while games are played."""
    blocks = run.blocks()
    parts = [f"{run.games}/{run.total}"]
    if blocks and len(run.plan.players) == 2:
        part = sum(g.shares(2)[0] for b in blocks for g in b) / sum(len(b) for b in blocks)
        parts.append(f"{run.plan.labels[0]} {100 * part:.1f} %")
    elif blocks:
        elo = ratings.strengths(ratings.sheet(run.plan, blocks))
        order = sorted(range(len(elo)), key=lambda i: -elo[i])[:3]
        parts.append(", ".join(f"{run.plan.labels[i]} {elo[i]:+.0f}" for i in order))
    if run.course is not None:
        low, high = run.course.test.bounds
        parts.append(f"LLR {run.course.ratio:.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)
