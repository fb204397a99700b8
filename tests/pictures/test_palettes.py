"""The colours of pieces and cards: told apart by brightness, and by eyes that miss a colour."""

from __future__ import annotations

import itertools
import math

import pytest

import pivotry
from pivotry.analysis.graph import SEATS
from pivotry.errors import BadOption
from pivotry.svg import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Look

# How linear red, green and blue reach eyes without one kind of cones: one plane each (Viénot,
# Brettel and Mollon, 1999, for the first two; for the third, which needs two, the nearest one).
EYES = {
    "protan": ((0.1124, 0.8876, 0.0), (0.1124, 0.8876, 0.0), (0.0040, -0.0040, 1.0)),
    "deutan": ((0.2927, 0.7073, 0.0), (0.2927, 0.7073, 0.0), (-0.0223, 0.0223, 1.0)),
    "tritan": ((1.0, 0.1524, -0.1524), (0.0, 0.8673, 0.1327), (0.0, 0.8673, 0.1327)),
}
Colour = tuple[float, ...]


def linear(code: str) -> Colour:
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def bright(colour: Colour) -> float:
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), colour, strict=True))


def contrast(a: str, b: str) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    high, low = sorted((bright(linear(a)), bright(linear(b))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def seen(code: str, eyes: str) -> Colour:
    """Lightness and two opponent colours (CIELAB), as these eyes see it."""
    red, green, blue = (
        min(1.0, max(0.0, sum(w * c for w, c in zip(row, linear(code), strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    f, g, h = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


@pytest.mark.parametrize("colours", [CONTRAST_LIGHT, CONTRAST_DARK], ids=["light", "dark"])
def test_pieces_stand_out_from_each_other_and_from_the_board(colours: dict[str, str]) -> None:
    assert contrast(colours["dark-piece"], colours["light-piece"]) >= 7
    for piece in ("dark-piece", "light-piece"):
        assert contrast(colours[piece], colours["wood"]) >= 3, piece
    for ink, ground in (
        ("wood-ink", "wood"),
        ("felt-ink", "felt"),
        ("dark-piece-ink", "dark-piece"),
        ("light-piece-ink", "light-piece"),
        ("ink", "ground"),
        *((f"n{n}", "card") for n in range(1, 10)),
        *((way, "card") for way in ("up", "down", "pivot")),
    ):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


def mixed(top: str, ground: str, opacity: float) -> str:
    """The colour of something that the ground shines through."""
    pairs = ((int(top[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(t * opacity + g * (1 - opacity)):02x}" for t, g in pairs)


@pytest.mark.parametrize(
    "colours",
    [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK],
    ids=["light", "dark", "contrast-light", "contrast-dark"],
)
def test_what_is_read_or_has_to_be_found_stands_out_in_every_colouring(
    colours: dict[str, str],
) -> None:
    """WCAG 2: 4.5 for texts, 3 for large ones and for marks (or their casing)."""
    area = mixed(colours["felt-edge"], colours["felt"], 0.25)
    plate = mixed(colours["felt-edge"], colours["felt"], 0.72)
    read = [
        (mixed(colours["felt-ink"], area, 0.9), area),
        (colours["felt-ink"], plate),
        (colours["card-ink"], colours["felt-ink"]),
        (colours["card-ink"], colours["card-tint"]),
        (colours["card-ink"], colours["accent-soft"]),
        (colours["dark-piece-lo"], colours["good"]),
        (colours["felt-ink"], colours["up"]),
        (colours["ground"], colours["accent"]),
        *((colours["card"], colours[way]) for way in ("up", "down", "pivot")),
        *((colours["wood-ink"], colours[wood]) for wood in ("wood", "wood-hi", "wood-lo")),
        *((colours[word], colours["card-tint"]) for word in ("n3", "n7", "n8")),
    ]
    for n in range(1, 10):
        ink, card = colours[f"n{n}"], colours["card"]
        read.append((ink, mixed(ink, card, 0.08)))
        assert contrast(ink, mixed(ink, card, 0.17)) >= 3, n
    for ink, ground in read:
        assert contrast(ink, ground) >= 4.45, (ink, ground)
    found = [
        ("accent-soft", "felt"),
        ("last", "felt"),
        ("up-hi", "felt"),
        ("down-hi", "felt"),
        ("lane", "wood"),
        ("bad", "dark-piece"),
        ("bad-deep", "light-piece"),
        ("good-deep", "light-piece"),
    ]
    for mark, ground in found:
        assert contrast(colours[mark], colours[ground]) >= 3, (mark, ground)
    last = max(contrast(colours[c], colours["wood"]) for c in ("last", "last-edge"))
    assert last >= 3


@pytest.mark.parametrize("eyes", EYES)
def test_colours_that_mean_something_differ_for_all_eyes(eyes: str) -> None:
    groups = (("dark-piece", "light-piece"), ("up", "down", "pivot"))
    for group in groups:
        for a, b in itertools.combinations(group, 2):
            there = [seen(CONTRAST_LIGHT[name], eyes) for name in (a, b)]
            assert sum((p - q) ** 2 for p, q in zip(*there, strict=True)) ** 0.5 > 15, (a, b)


@pytest.mark.parametrize("game", pivotry.games())
def test_a_palette_changes_colours_and_nothing_else(game: str) -> None:
    match = pivotry.new(game, seed=1)
    seat = match.turn
    for theme in ("light", "dark"):
        usual = match.svg(seat, theme=theme)
        other = match.svg(seat, theme=theme, palette="contrast")
        assert usual != other
        assert "var(" not in other
        assert "".join(usual.split("#")).count("<") == "".join(other.split("#")).count("<")
    # A picture that follows its page has both; one that is asked for has one.
    assert "data-pieces=contrast" in match.svg(seat)
    assert CONTRAST_LIGHT["wood"] in match.svg(seat)
    alone = match.svg(seat, palette="contrast")
    assert "data-pieces" not in alone
    assert CONTRAST_LIGHT["wood"] in alone


def test_other_palettes_are_refused() -> None:
    with pytest.raises(BadOption, match="a palette is usual, contrast, not 'pink'"):
        Look(palette="pink")  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_of_seats_in_a_graph_are_told_apart(theme: str) -> None:
    """Eight lines that can be seen; those of five players differ for whatever eyes."""
    ground = {"light": LIGHT, "dark": DARK}[theme]
    for colour in SEATS[theme]:
        assert contrast(colour, ground["ground"]) >= 3
        assert contrast(colour, ground["panel"]) >= 3
    for eyes in EYES:
        for a, b in itertools.combinations(SEATS[theme][:5], 2):
            assert math.dist(seen(a, eyes), seen(b, eyes)) >= 20, (eyes, a, b)
