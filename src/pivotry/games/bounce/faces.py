"""Two-ended cards, drawn about the origin at the size ``cards.W`` x ``cards.H``."""

from __future__ import annotations

from pivotry import cards, plates
from pivotry.cards import Spot
from pivotry.svg import el, text, var

from ...tongue import tr

PIPS = {
    "1": "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
    "2": "M0 -1.15Q1.5 0 0 1.15Q-1.5 0 0 -1.15Z",
    "3": "M0 -1.1L1.1 .9H-1.1Z",
    "4": "M-.9 -.9H.9V.9H-.9Z",
    "5": "M0 -1.15L.29 -.36L1.1 -.33L.46 .17L.68 .96L0 .5L-.68 .96L-.46 .17L-1.1 -.33L-.29 -.36Z",
    "6": "M-.55 -.95H.55L1.1 0L.55 .95H-.55L-1.1 0Z",
    "7": "M.45 -1A1.1 1.1 0 1 0 .45 1A.85 .85 0 1 1 .45 -1Z",
    "8": "M-.35 -1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
    "9": "".join(
        f"M{x - 0.28:.2f} {y - 0.28:.2f}h.56v.56h-.56Z"
        for y in (-0.78, 0, 0.78)
        for x in (-0.78, 0, 0.78)
    ),
}
"""A shape for each number, about the origin, reaching about 1 each way."""


def face(name: str, ids: str, plain: bool = False) -> str:
    """A two-ended card; ``plain`` leaves the pips out, for very small ones."""
    one, two = name.split("/")

    def half(number: str, font: float, x: float, base: float, pip: Spot, bar: float) -> str:
        colour = var(f"n{number}")
        parts = [text(x, base, number, class_="b m", font_size=font, fill=colour)]
        if not plain:
            parts.append(cards.use(f"n{number}", ids, transform=pip.transform, fill=colour))
        if number in "69":
            w = font * 0.3
            parts.append(
                el(
                    "rect",
                    x=x - w,
                    y=base + bar * 0.9,
                    width=2 * w,
                    height=bar,
                    rx=bar / 2,
                    fill=colour,
                )
            )
        return "".join(parts)

    return "".join(
        (
            cards.use("paper", ids),
            cards.use("upper", ids, fill=var(f"n{one}"), fill_opacity=".17"),
            cards.use("lower", ids, fill=var(f"n{two}"), fill_opacity=".08"),
            el("path", d="M-36 15L36 27", stroke=var("card-edge"), stroke_width=1.4),
            half(one, 55, -2, 5, Spot(-27, -42, 0, 7.4), 4.6),
            # The end that is turned down stands at the left, where no card of a fan covers it.
            el("g", half(two, 26, 22, -27, Spot(2, -36, 0, 4.8), 2.6), transform="rotate(180)"),
        )
    )


def definitions(ids: str) -> str:
    """The pips and the two fields of a card."""
    pips = "".join(el("path", d=d, id=f"{ids}-n{n}") for n, d in PIPS.items())
    upper = "M-36 15V-47A5 5 0 0 1 -31 -52H31A5 5 0 0 1 36 -47V27Z"
    lower = "M-36 15L36 27V47A5 5 0 0 1 31 52H-31A5 5 0 0 1 -36 47Z"
    return pips + el("path", d=upper, id=f"{ids}-upper") + el("path", d=lower, id=f"{ids}-lower")


def spoken(name: str) -> str:
    """A card for a tooltip."""
    one, two = name.split("/")
    return tr("{one}, the other way up {two}", one=one, two=two)


def eye() -> str:
    """The mark of a card of the own hand that the others know."""
    return el(
        "g",
        cards.tip(tr("the others know this card")),
        el("path", d=plates.EYE, fill=var("card-ink"), fill_rule="evenodd", opacity=".7"),
        transform="translate(-29 -25) scale(.75)",
    )
