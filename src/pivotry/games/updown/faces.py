"""The cards of the game, drawn about the origin at the size ``cards.W`` x ``cards.H``."""

from __future__ import annotations

from pivotry import cards, felt, lettering
from pivotry.svg import el, num, text, var

from ...tongue import mark, tr

SHORT = {
    "EXTRA": mark("extra\nturn"),
    "DRAWS": mark("next\ndraws"),
    "SKIP": mark("skip\nnext"),
}
"""What is printed on a card with a word, in two lines."""
TURNED = {"6", "9", "19", "61"}
"""Numbers that upside down look like another one: they are underlined."""
TINT = {"EXTRA": "n3", "DRAWS": "n7", "SKIP": "n8"}

UP_ARROW = "M0 -30L25 -3H11V30H-11V-3H-25Z"
SKIP_HOP = "M-13 7A10 10 0 0 1 4 0L-1 5H13V-9L8 -4A16 16 0 0 0 -19 7Z"


def word_icon(word: str) -> str:
    """The sign of a word, about the origin, some 26 units wide."""
    colour = var(TINT[word])
    if word == "EXTRA":
        return el("path", d=felt.arc_arrow(11, -60, 215, 5), fill=colour)
    if word == "DRAWS":
        return el(
            "path",
            d="M-7 -14H7A3 3 0 0 1 10 -11V11A3 3 0 0 1 7 14H-7A3 3 0 0 1 -10 11V-11"
            "A3 3 0 0 1 -7 -14ZM-2 -8V-2H-7V2H-2V8H2V2H7V-2H2V-8Z",
            fill=colour,
            fill_rule="evenodd",
            transform="rotate(-8)",
        )
    return el("path", d=SKIP_HOP, fill=colour) + el("circle", cx=-3, cy=11, r=3.4, fill=colour)


def number_face(number: str, word: str | None, ids: str, big: bool, small: bool) -> str:
    """A number card. Its tint rises with the number, so that a sorted hand is a stair."""
    level = 49 - 98 * int(number) / 80
    parts = [cards.use("paper", ids), _ground(level)]
    ink = var("card-ink")
    line = "underline" if number in TURNED else None
    if small:
        parts.append(
            text(-35, -12, number, class_="b", text_decoration=line, font_size=41, fill=ink)
        )
        if word:
            parts.append(el("g", word_icon(word), transform="translate(-16 22) scale(1.15)"))
        return "".join(parts)
    if big:
        y = 9 if word else 18
        parts.append(
            text(
                0,
                y,
                number,
                class_="b m",
                text_decoration=line,
                font_size=46 if word else 50,
                fill=ink,
            )
        )
        corner = text(-33, -36, number, class_="b", text_decoration=line, font_size=17, fill=ink)
        parts.append(corner)
        if word:
            parts.append(el("g", word_icon(word), transform="translate(19 -39) scale(.82)"))
            parts += _lines(word, 0, 29, 14, 70, "b m")
        else:
            parts.append(el("g", corner, transform="rotate(180)"))
        return "".join(parts)
    parts.append(text(-36, -22, number, class_="b", text_decoration=line, font_size=32, fill=ink))
    parts.append(
        el(
            "g",
            text(
                -35,
                -36,
                number,
                class_="b",
                text_decoration=line,
                font_size=15,
                fill=ink,
                opacity=".75",
            ),
            transform="rotate(180)",
        )
    )
    if word:
        parts.append(el("g", word_icon(word), transform="translate(-16 3)"))
        parts += _lines(word, -35, 32, 12.5, 48, "b")
    return "".join(parts)


def crowded_face(number: str, word: str | None, ids: str) -> str:
    """A number card that is drawn at half its size and yet has to be read: nothing twice."""
    level = 49 - 98 * int(number) / 80
    shown = text(
        0,
        -14 if word else 18,
        number,
        class_="b m",
        text_decoration="underline" if number in TURNED else None,
        font_size=46 if word else 52,
        fill=var("card-ink"),
    )
    parts = [cards.use("paper", ids), _ground(level), shown]
    if word:
        parts.append(el("g", word_icon(word), transform="translate(0 8) scale(.85)"))
        parts += _lines(word, 0, 34, 17, 74, "b m")
    return "".join(parts)


def _lines(word: str, x: float, y: float, font: float, width: float, classes: str) -> list[str]:
    """The two lines of a word, smaller in a language where they are too long for ``width``."""
    return [
        text(
            x,
            y + (font * 0.9 + 1) * i,
            part,
            class_=classes,
            font_size=lettering.shrunk(part, width, font),
            fill=var(TINT[word]),
        )
        for i, part in enumerate(tr(SHORT[word]).split("\n"))
    ]


def _ground(level: float) -> str:
    return el(
        "path",
        d=f"M-36 {num(level)}H36V47A5 5 0 0 1 31 52H-31A5 5 0 0 1 -36 47Z",
        fill=var("card-tint"),
    )


def direction_face(name: str, ids: str, small: bool) -> str:
    """An UP, DOWN or PIVOT card: told apart by colour, by the shape of the arrow and by name."""
    white = var("card")
    parts = [
        cards.use("paper", ids),
        el("rect", x=-36, y=-52, width=72, height=104, rx=6, fill=var(name.lower())),
    ]
    if name == "PIVOT":
        shape = felt.arc_arrow(19, 205, 345, 8) + felt.arc_arrow(19, 25, 165, 8)
        sign = el("path", d=shape, fill=white) + el("circle", r=5, fill=white)
    else:
        sign = el("path", d=UP_ARROW, fill=white, transform=None if name == "UP" else "rotate(180)")
    if small:
        return "".join((*parts, el("g", sign, transform="translate(-8 0) scale(1.15)")))
    font = 14.5 if name == "PIVOT" else 17
    label = text(-32, -34, name, class_="b", font_size=font, fill=white)
    parts.append(label)
    parts.append(el("g", sign, transform="translate(0 11) scale(1.1)"))
    return "".join(parts)
