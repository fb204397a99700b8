"""The standings as a picture: a point a player on the scale of Elo, and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..registry import get
from ..svg import Look, Theme, document, el, text, var
from .ratings import Standing, standings
from .tournament import Run

WIDTH, ROW, TOP, FOOT = 760.0, 34.0, 56.0, 46.0
LEFT, RIGHT = 230.0, 150.0
"""Room for names, and for shares."""


def draw(run: Run, theme: Theme = "auto") -> str:
    """The SVG of a run with at least one complete block."""
    plan, blocks = run.plan, run.blocks()
    rows = standings(plan, blocks)
    title = f"{get(plan.game).facts.title}: strength of {len(rows)} players"
    low, high, step = _scale(rows)
    right = WIDTH - RIGHT

    def at(elo: float) -> float:
        return LEFT + (right - LEFT) * (elo - low) / (high - low)

    height = TOP + ROW * len(rows) + FOOT
    body = [
        el("rect", width=WIDTH, height=height, fill=var("ground")),
        text(20, 32, title, font_size=17, font_weight=600, fill=var("ink")),
    ]
    bottom = TOP + ROW * len(rows)
    for i in range(round((high - low) / step) + 1):
        x = at(low + i * step)
        body.append(el("path", d=f"M{x:.2f} {TOP}V{bottom}", stroke=var("panel"), stroke_width=2))
        label = f"{low + i * step:+.0f}" if low + i * step else "0"
        body.append(_small(x, bottom + 18, label, "middle"))
    body.append(_small((LEFT + right) / 2, bottom + 36, "Elo, with 95 % intervals", "middle"))
    for place, row in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        start, end = at(row.low), at(row.high)
        name = row.label if len(row.label) <= 26 else row.label[:25] + "…"
        body += [
            text(20, y + 5, name, font_size=14, fill=var("ink")),
            el(
                "path",
                d=f"M{start:.2f} {y - 5}v10m0 -5H{end:.2f}m0 -5v10",
                fill="none",
                stroke=var("accent"),
                stroke_width=2.5,
            ),
            el("circle", cx=at(row.elo), cy=y, r=5.5, fill=var("accent")),
            _small(right + 20, y + 4, f"{row.elo:+.0f}, {100 * row.share:.1f} %", "start"),
        ]
    words = "; ".join(
        f"{row.label} {row.elo:+.0f} ({row.low:+.0f} to {row.high:+.0f})" for row in rows
    )
    return document(WIDTH, height, body, look=Look(theme=theme), title=title, words=f"Elo: {words}")


def _small(x: float, y: float, content: str, anchor: str) -> str:
    return text(x, y, content, font_size=12, text_anchor=anchor, fill=var("ink-soft"))


def _scale(rows: Sequence[Standing]) -> tuple[float, float, float]:
    """First and last mark of the axis, and the steps between: 1, 2 or 5 times a power of ten."""
    least, most = min(row.low for row in rows), max(row.high for row in rows)
    wanted = max(most - least, 10.0) / 6
    power = 10 ** math.floor(math.log10(wanted))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= wanted)
    return math.floor(least / step) * step, math.ceil(most / step) * step, step
