"""What stands beside cards: plates, badges, buttons, the marks of winners and known cards."""

from __future__ import annotations

from . import lettering
from .cards import Spot, halo, tip
from .svg import el, num, text, var

CROWN = "M-9 6L-11 -6L-5 -1L0 -9L5 -1L11 -6L9 6Z"
EYE = "M-9 0Q0 -8.5 9 0Q0 8.5 -9 0ZM0 -3.4A3.4 3.4 0 1 0 0 3.4A3.4 3.4 0 1 0 0 -3.4Z"


def crown(x: float, y: float, scale: float = 1.0) -> str:
    """The mark of a winner."""
    return el(
        "path",
        d=CROWN,
        fill=var("last"),
        stroke=var("felt-edge"),
        transform=Spot(x, y, 0, scale).transform,
    )


def badge_width(word: str, font: float) -> float:
    """How wide a badge is."""
    return lettering.width_of(word, font) + font


def badge(right: float, y: float, font: float, word: str, label: str) -> str:
    """A word on the upper edge of a plate, with its right end at a place: who deals, who began."""
    w, h = badge_width(word, font), font * 1.45
    return el(
        "g",
        tip(label),
        el(
            "rect",
            x=-w,
            y=-h / 2,
            width=w,
            height=h,
            rx=h / 2,
            fill=var("card"),
            stroke=var("card-edge"),
            stroke_width=1.2,
        ),
        text(-w / 2, font * 0.36, word, class_="b m", font_size=font, fill=var("card-ink")),
        transform=f"translate({num(right)} {num(y)})",
    )


def panel(x: float, y: float, w: float, h: float, *, turn: bool) -> str:
    """The ground of a seat's plate; the seat to act has a bright one."""
    return el(
        "rect",
        x=x,
        y=y,
        width=w,
        height=h,
        rx=min(12.0, h / 3),
        fill=var("felt-ink" if turn else "felt-edge"),
        fill_opacity="1" if turn else ".72",
        stroke=var("last") if turn else var("felt-edge"),
        stroke_width=3 if turn else 1,
    )


def button(x: float, y: float, w: float, h: float, label: str, at: str, classes: list[str]) -> str:
    """A thing to press, about a centre; without ``can`` among its classes it looks asleep.

    Its label is drawn smaller if it would not fit otherwise.
    """
    awake = "can" in classes
    return el(
        "g",
        el(
            "rect",
            x=-w / 2,
            y=-h / 2,
            width=w,
            height=h,
            rx=h / 2,
            fill=var("up") if awake else var("felt-edge"),
            fill_opacity="1" if awake else ".6",
            stroke=var("felt-ink"),
            stroke_opacity=".6",
        ),
        halo(w, h, h / 2, classes),
        text(
            0,
            5.5,
            label,
            class_="b m",
            font_size=lettering.shrunk(label, w - 22, 16),
            fill=var("felt-ink"),
            fill_opacity="1" if awake else ".7",
        ),
        class_=" ".join(("button", *classes)),
        data_at=at,
        transform=f"translate({num(x)} {num(y)})",
    )
