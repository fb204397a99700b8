"""Which way play goes: arrows round the table, and a scale of the numbers that may be played."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

from pivotry import cards
from pivotry.svg import el, num, var

from ...tongue import tr

Point = tuple[float, float]


def arrows(centre: Point, ring: Point, up: bool, fat: float) -> str:
    """Three arrows on a rounded ring; their tails are thin, so that the way is seen at once.

    ``ring`` are the half axes, ``fat`` half the width of an arrow before its head.
    """
    return el(
        "g",
        cards.tip(tr("Play goes up, clockwise") if up else tr("Play goes down, counterclockwise")),
        el("path", d=_outline(centre, ring, up, fat), fill=var("up-hi" if up else "down-hi")),
        class_="way",
    )


@cache
def _outline(centre: Point, ring: Point, up: bool, fat: float) -> str:
    (cx, cy), (a, b) = centre, ring
    line = []
    for i in range(721):
        t = math.radians(i / 2)
        c, s = math.cos(t), math.sin(t)
        x = cx + a * math.copysign(abs(c) ** 0.72, c)
        y = cy + b * math.copysign(abs(s) ** 0.72, s)
        line.append((x, y))
    if not up:
        line.reverse()
    along = [0.0]
    for (x, y), (u, v) in pairwise(line):
        along.append(along[-1] + math.hypot(u - x, v - y))
    whole = along[-1]

    def point(s: float, aside: float) -> str:
        """At the length ``s`` of the ring, ``aside`` to the left of the way."""
        s %= whole
        i = next(k for k in range(1, len(along)) if along[k] >= s)
        (x, y), (u, v) = line[i - 1], line[i]
        d = along[i] - along[i - 1]
        f, dx, dy = (s - along[i - 1]) / d, (u - x) / d, (v - y) / d
        return f"{num(x + f * (u - x) + dy * aside)} {num(y + f * (v - y) - dx * aside)}"

    path = []
    length, head = whole * 0.285, fat * 3.2
    neck = length - head
    for k in range(3):
        start = whole * (k / 3 + 0.045)
        left, right = [], []
        for j in range(25):
            s = j / 24 * neck
            w = fat * (0.12 + 0.88 * s / length)
            left.append(point(start + s, w))
            right.append(point(start + s, -w))
        ends = (
            point(start + neck, fat * 2.1),
            point(start + length, 0),
            point(start + neck, -fat * 2.1),
        )
        path.append("M" + "L".join((*left, *ends, *reversed(right))) + "Z")
    return "".join(path)


def ladder(
    x: float, top: float, height: float, width: float, *, now: int, up: bool, free: bool, said: str
) -> str:
    """A scale from 1 to 80; the part that may be played is filled, an arrow at its end.

    ``now`` is the number on top of the pile, ``said`` a tooltip.
    """

    def y(n: int) -> float:
        return top + height * (1 - n / 80)

    colour = var("up-hi" if up else "down-hi")
    lo, hi = (0, 80) if free else (now, 80) if up else (0, now)
    middle = x + width / 2
    tip, base = (top - 12, top + 1) if up else (top + height + 12, top + height - 1)
    bar = {"x": x, "width": width, "rx": width / 2}
    return el(
        "g",
        cards.tip(said),
        el("rect", y=top, height=height, fill=var("felt-edge"), **bar),
        el("rect", y=y(hi), height=max(y(lo) - y(hi), 0.0), fill=colour, **bar),
        el(
            "path",
            d=f"M{num(x - 3)} {num(y(now))}L{num(x - 10)} {num(y(now) - 5)}v10Z",
            fill=var("felt-ink"),
        ),
        el(
            "path",
            d=f"M{num(middle)} {num(tip)}L{num(x - 4)} {num(base)}H{num(x + width + 4)}Z",
            fill=colour,
        ),
    )
