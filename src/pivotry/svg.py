"""What the four pictures share: colours, themes, small helpers to write SVG.

A picture is one self-contained SVG. Colours come from the custom properties below, so that one
drawing serves a light and a dark page; ``theme="auto"`` follows the reader's preference, the two
fixed themes are for files and rasterisers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Literal, get_args

from .errors import BadOption
from .tongue import tr
from .wording import quoted

Theme = Literal["auto", "light", "dark"]
Palette = Literal["usual", "contrast"]
MOST_ROOM = 400
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class Look:
    """How to draw, apart from what the view says. Nothing in here may come from hidden cards."""

    theme: Theme = "auto"
    palette: Palette = "usual"
    """Which colours pieces, boards and cards have. The ``usual`` ones leave it to the page that a
    picture stands in: ``contrast`` is then what a page with ``data-pieces="contrast"`` has."""
    names: tuple[str, ...] = ()
    """The players' names by seat; empty for the game's own."""
    legal: tuple[str, ...] = ()
    """Canonical texts of moves that the reader of this picture can make now."""
    chosen: str | None = None
    """The ``data-at`` name picked up by a first click."""
    targets: tuple[str, ...] = ()
    """``data-at`` names where it can go."""
    lit: tuple[str, ...] = ()
    """``data-at`` names to light up: what stands in the way of a refused move."""
    last: tuple[str, ...] = ()
    """Texts of the last move (pegs: of the last turn), to be marked."""
    flip: bool = False
    """Seen from the other side (Light's, for the board games)."""
    near: int = 0
    """The seat whose side a card table is seen from by who has no seat."""
    covered: bool = False
    """The reader plays at this table, though no hand of theirs is shown now: the place of one is
    kept for it, so that nothing moves when it is."""
    compact: bool = False
    """Drawn upright, 360 units wide, for a phone (the card games)."""
    waiting: bool = False
    """The match has not begun, because seats are free: nobody is told that it is their turn."""
    room: int = 0
    """How high the place of a picture is, in hundredths of its width: card tables that are not
    ``compact`` fill it, with larger cards where it is higher; compact ones keep nothing free for
    cards that may come. 0 if that does not matter."""
    ids: str = field(default="p")
    """Prefix of ids inside the SVG, so that two pictures can stand on one page."""

    def __post_init__(self) -> None:
        if self.theme not in get_args(Theme):
            themes = ", ".join(get_args(Theme))
            raise BadOption(
                tr("a theme is {themes}, not {theme}", themes=themes, theme=quoted(self.theme))
            )
        if self.palette not in get_args(Palette):
            palettes = ", ".join(get_args(Palette))
            raise BadOption(
                tr(
                    "a palette is {palettes}, not {palette}",
                    palettes=palettes,
                    palette=quoted(self.palette),
                )
            )
        if type(self.room) is not int or not 0 <= self.room <= MOST_ROOM:
            raise BadOption(
                tr(
                    "the room of a picture is a whole number from 0 to {most}, not {room}",
                    most=MOST_ROOM,
                    room=quoted(self.room),
                )
            )
        if not isinstance(self.ids, str) or not _ID.fullmatch(self.ids):
            raise BadOption(
                tr("ids begin with a letter, such as p or board-2, not {ids}", ids=quoted(self.ids))
            )


# Okabe-Ito accents, told apart with any colour vision; shapes and patterns repeat what they say.
LIGHT = {
    "ground": "#f3ece0",
    "panel": "#e6d8be",
    "wood": "#d9bf92",
    "wood-hi": "#ecdcbc",
    "wood-lo": "#c6a772",
    "wood-edge": "#a98a57",
    "frame": "#8a5f36",
    "frame-hi": "#a97c4c",
    "groove": "#7d6337",
    "wood-ink": "#443012",
    "peg": "#a8763c",
    "peg-hi": "#e3c08a",
    "brass": "#c8932b",
    "brass-hi": "#ffe9a8",
    "hole": "#8a6d3f",
    "ink": "#2b2620",
    "ink-soft": "#6f6251",
    "dark-piece": "#332e2b",
    "dark-piece-hi": "#5d544d",
    "dark-piece-lo": "#191513",
    "dark-piece-ink": "#f6efe2",
    "light-piece": "#fbf3df",
    "light-piece-hi": "#fffdf6",
    "light-piece-lo": "#d8c090",
    "light-piece-edge": "#735d33",
    "light-piece-ink": "#3a3226",
    "accent": "#006aa6",
    "accent-soft": "#56b4e9",
    "last": "#e69f00",
    "bad": "#d55e00",
    "good": "#009e73",
    "card": "#fffdf8",
    "card-edge": "#b9ab93",
    "card-back": "#37597a",
    "card-back-hi": "#5d80a3",
    "card-ink": "#2b2620",
    "card-tint": "#d9e7e0",
    "up": "#0a6ba8",
    "up-hi": "#7cc6f2",
    "down": "#bd4a12",
    "down-hi": "#f5a968",
    "pivot": "#74469b",
    "pivot-hi": "#d3b3ea",
    "n1": "#1769aa",
    "n2": "#08696b",
    "n3": "#256b2a",
    "n4": "#686508",
    "n5": "#935500",
    "n6": "#b93a0b",
    "n7": "#b3204d",
    "n8": "#7b3fa0",
    "n9": "#3d4450",
    "felt": "#28604e",
    "felt-edge": "#1a4337",
    "felt-ink": "#f2efe4",
    "shadow": "#00000040",
    "last-edge": "#7a4a00",
    "lane": "#00619a",
    "bad-deep": "#a33c00",
    "good-deep": "#00704f",
}
DARK = {
    **LIGHT,
    "ground": "#1f1d1a",
    "panel": "#2b2722",
    "wood": "#7d6340",
    "wood-hi": "#836844",
    "wood-lo": "#664d2e",
    "wood-edge": "#4c3b22",
    "frame": "#4a321c",
    "frame-hi": "#634628",
    "groove": "#281d0a",
    "wood-ink": "#fff4dc",
    "peg": "#8a5f2e",
    "peg-hi": "#cfa163",
    "hole": "#3a2c17",
    "ink": "#f1e9dc",
    "ink-soft": "#b3a793",
    "dark-piece": "#1d1a19",
    "dark-piece-hi": "#4a433e",
    "dark-piece-lo": "#0d0b0a",
    "light-piece": "#efe3c8",
    "light-piece-hi": "#fff8e6",
    "light-piece-lo": "#bfa673",
    "accent": "#74c4f2",
    "accent-soft": "#8fd0f5",
    "last": "#f0b429",
    "bad": "#ff8a4c",
    "good": "#34c69a",
    "card": "#f7f2e7",
    "card-edge": "#857a67",
    "card-back": "#2c4a68",
    "card-back-hi": "#4e7296",
    "card-tint": "#d0dcd2",
    "up-hi": "#64b2e0",
    "down-hi": "#e2934f",
    "felt": "#1f4a3d",
    "felt-edge": "#123128",
    "shadow": "#00000080",
    "lane": "#a4daf9",
    "down": "#ad420e",
    "last-edge": "#3a2400",
}
# Blue-black and yellow on slate: far apart in brightness, to be told apart with little sight and
# with any colour vision; the numbers of cards in nine dark colours.
CONTRAST = {
    "wood": "#64788a",
    "wood-hi": "#66798a",
    "wood-lo": "#526577",
    "wood-edge": "#2b3741",
    "frame": "#26323c",
    "frame-hi": "#46555f",
    "groove": "#1a232b",
    "wood-ink": "#ffffff",
    "peg": "#a9b6c0",
    "peg-hi": "#eef3f6",
    "hole": "#18212a",
    "dark-piece": "#0a1c4a",
    "dark-piece-hi": "#1f3f8f",
    "dark-piece-lo": "#040c24",
    "dark-piece-ink": "#ffffff",
    "light-piece": "#ffd940",
    "light-piece-hi": "#fff3b8",
    "light-piece-lo": "#e0a800",
    "light-piece-edge": "#5c3d00",
    "light-piece-ink": "#221600",
    "last": "#ffffff",
    "card": "#ffffff",
    "card-edge": "#000000",
    "card-back": "#0a1c4a",
    "card-back-hi": "#8fb0ff",
    "card-ink": "#000000",
    "up": "#004f9e",
    "up-hi": "#9fd0ff",
    "down": "#a33b00",
    "down-hi": "#ffc08a",
    "pivot": "#3c1466",
    "pivot-hi": "#dcc0ff",
    "n1": "#0050b3",
    "n2": "#00675f",
    "n3": "#1c5c00",
    "n4": "#7a5c00",
    "n5": "#a33b00",
    "n6": "#c4002f",
    "n7": "#8f0062",
    "n8": "#3c1499",
    "n9": "#000000",
    "felt": "#22313d",
    "felt-edge": "#0d161d",
    "felt-ink": "#ffffff",
    "lane": "#c9eaff",
    "accent-soft": "#ffd940",
    "last-edge": "#0a141c",
}
CONTRAST_LIGHT = {**LIGHT, **CONTRAST, "ground": "#ffffff", "panel": "#e9edf0", "ink": "#000000"}
CONTRAST_DARK = {**DARK, **CONTRAST, "ground": "#0b0f13", "panel": "#1a222a", "ink": "#ffffff"}
FONT = "'Open Sans','Noto Sans','Segoe UI','DejaVu Sans',system-ui,sans-serif"


def var(name: str) -> str:
    """The colour ``name`` of the reader's theme."""
    return f"var(--{name})"


def _block(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def el(tag: str, *children: str, **attributes: object) -> str:
    """One element; ``_`` in attribute names becomes ``-``, a trailing one goes, None is no one."""
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        said = num(value) if isinstance(value, float) else _escaped(str(value))
        parts.append(f' {_attribute(name)}="{said}"')
    body = "".join(children)
    return f"<{tag}{''.join(parts)}>{body}</{tag}>" if body else f"<{tag}{''.join(parts)}/>"


# A picture says the same few hundred names, words and numbers thousands of times.
@lru_cache(256)
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


_escaped = lru_cache(4096)(escape)


@lru_cache(8192)
def num(value: float) -> str:
    """A coordinate with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text(x: float, y: float, content: str, **attributes: object) -> str:
    """A piece of text at a point."""
    return el("text", escape(content), x=num(x), y=num(y), **attributes)


def document(
    width: float,
    height: float,
    body: Sequence[str],
    *,
    look: Look,
    title: str,
    words: str,
    style: str = "",
    defs: str = "",
) -> str:
    """A whole SVG with its colours, title and description."""
    scope = f"#{look.ids}-svg"
    if look.theme == "auto":
        light, dark = _themes(look.palette)
        colours = (
            f"{scope}{{{_block(light)}}}"
            f"@media (prefers-color-scheme:dark){{{scope}{{{_block(dark)}}}}}"
            f":root[data-theme=light] {scope}{{{_block(light)}}}"
            f":root[data-theme=dark] {scope}{{{_block(dark)}}}"
        )
        if look.palette == "usual":
            colours += _when_asked(scope)
    else:
        colours = ""  # written out below
    # Small letters keep their distances: some engines would round each to whole pixels.
    lettering = f"font-family:{FONT};text-rendering:geometricPrecision"
    parts = "".join(
        (
            el("title", escape(title), id=f"{look.ids}-title"),
            el("desc", escape(words), id=f"{look.ids}-desc"),
            el(
                "style",
                f"{colours}{scope} text{{{lettering}}}{style}",
            ),
            el("defs", defs) if defs else "",
            *body,
        )
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{look.ids}-svg" role="img"'
        f' aria-labelledby="{look.ids}-title {look.ids}-desc"'
        f' viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}" height="{num(height)}">'
        f"{parts}</svg>"
    )
    return svg if look.theme == "auto" else plain(svg, look.theme, look.palette)


def _themes(palette: Palette) -> tuple[dict[str, str], dict[str, str]]:
    """The colours of a palette, light and dark."""
    return (CONTRAST_LIGHT, CONTRAST_DARK) if palette == "contrast" else (LIGHT, DARK)


def _when_asked(scope: str) -> str:
    """Rules that give a picture strong contrast in a page that asks for it."""
    asked = ":root[data-pieces=contrast]"
    ground = {name: value for name, value in CONTRAST_DARK.items() if value != CONTRAST_LIGHT[name]}
    return (
        f"{asked} {scope}{{{_block(CONTRAST_LIGHT)}}}"
        "@media (prefers-color-scheme:dark)"
        f"{{{asked}:not([data-theme=light]) {scope}{{{_block(ground)}}}}}"
        f"{asked}[data-theme=dark] {scope}{{{_block(ground)}}}"
    )


def plain(svg: str, theme: Theme = "light", palette: Palette = "usual") -> str:
    """With the colours written out, for readers of SVG that know no custom properties."""
    if "var(--" not in svg:
        return svg
    light, dark = _themes(palette)
    for name, value in (dark if theme == "dark" else light).items():
        svg = svg.replace(f"var(--{name})", value)
    return svg
