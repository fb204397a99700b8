"""Hands of others that lie open, in strips below the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pivotry import cards, lettering, plates
from pivotry.cards import Spot, card
from pivotry.svg import el, text, var

from .layout import WIDE
from .telling import ordered

if TYPE_CHECKING:
    from .picture import Scene


def open_hands(scene: Scene, y: float, drawn: bool = True) -> float:
    """Hands of others that the view shows, below the table; returns the new lower end.

    Who is out of cards has no strip: there would be nothing in it.
    """
    view, at = scene.view, scene.at
    others = [(scene.home + k) % view["players"] for k in range(1, view["players"])]
    hands = view["hands"]
    shown = [s for s in others if not isinstance(hands[s], int) and hands[s]]
    if not shown:
        return y
    wide = scene.wide
    columns = 2 if wide and len(shown) > 1 else 1
    gap = 14.0
    w = (at.width - 2 * at.rim - gap * (columns + 1)) / columns
    y += 14 if wide else 10
    for i in range(0, len(shown), columns):
        high = 0.0
        for j, seat in enumerate(shown[i : i + columns]):
            x = at.rim + gap + j * (w + gap)
            high = max(high, strip(scene, seat, x, y, w, drawn))
        y += high + 8
    return y - 8


def strip(scene: Scene, seat: int, x: float, y: float, w: float, drawn_too: bool) -> float:
    """One open hand as a row of small cards; returns its height."""
    hand = ordered(scene.view["hands"][seat])
    wide = scene.wide
    font = 14.0 if wide else 12.0
    longest = max(lettering.width_of(name, font) for name in scene.names)
    label = min(max(96.0 if wide else 66.0, longest + 16), 0.36 * w)
    larger = min(max(WIDE.width * scene.look.room / 100 / 630, 1.0), 1.5) if wide else 1.0
    scale = 0.46 * larger if wide else 0.42
    room = w - label - 16
    n = 1 + int((room - cards.W * scale) / (26 * larger if wide else 24))
    step = min(cards.W * scale + 3, (room - cards.W * scale) / max(min(n, len(hand)) - 1, 1))
    row = cards.H * scale * 0.72
    lines = max(1, -(-len(hand) // n))
    high = (lines - 1) * row + cards.H * scale + 14
    if not drawn_too:
        return high
    acts = seat == scene.actor
    ink = var("card-ink" if acts else "felt-ink")
    parts = [
        plates.panel(x, y, w, high, turn=acts),
        text(
            x + 10,
            y + high / 2 + font * 0.36,
            lettering.fit(scene.names[seat], label - 14, font),
            class_="b",
            font_size=font,
            fill=ink,
        ),
    ]
    drawn = scene.view.get("drawn") if acts and scene.view["phase"] == "drawn" else None
    for i, name in enumerate(hand):
        spot = Spot(
            x + label + 4 + cards.W * scale / 2 + (i % n) * step,
            y + 7 + cards.H * scale / 2 + (i // n) * row,
            0,
            scale,
        )
        hot = seat == scene.hot
        can = scene.playable(seat, name)
        classes = cards.marks(scene.look, name, can) if hot else []
        if name == drawn:
            classes.append("last")
            drawn = None
        parts.append(
            card(
                spot.moved(0, -6 if can else 0),
                scene.face(name, small=True),
                at=name if hot else None,
                piece=name,
                classes=classes,
                label=scene.label(name),
            )
        )
    scene.parts.append(el("g", *parts, class_="open-hand"))
    return high
