"""Pictures as pixels: PNG and GIF files, set in the font that is shipped."""

from __future__ import annotations

import builtins
import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFont

import pivotry
from pivotry import film, raster
from pivotry.errors import PivotryError
from pivotry.games.pegs import picture as pegs
from pivotry.games.pivotation import picture as pivotation
from pivotry.svg import DARK, FONT, LIGHT, Look, Theme

BARS = {
    "game": "pivotation",
    "turn": "dark",
    "ply": 3,
    "result": None,
    "stacks": {"c3": ["d1", "l1"], "d3": ["d1"], "c4": ["l1"]},
}
RINGS = {
    "game": "pegs",
    "turn": "light",
    "step": 1,
    "last": None,
    "quiet": 0,
    "ply": 0,
    "result": None,
    "stacks": {"A1": "dldl"},
}
GAMES = ("pivotation", "pegs", "updown", "bounce")
DRAWN = {"pivotation": (pivotation, BARS), "pegs": (pegs, RINGS)}


def _drawn(game: str, **look: Any) -> str:
    module, view = DRAWN[game]
    return module.draw(view, Look(**look))


def _opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def _colours(image: Image.Image) -> int:
    return len(image.convert("RGB").getcolors(1 << 24) or [])


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.parametrize(("theme", "ground"), [("light", LIGHT), ("dark", DARK), ("auto", LIGHT)])
def test_pictures_become_pixels_in_their_theme(
    game: str, theme: Theme, ground: dict[str, str]
) -> None:
    image = _opened(raster.png(_drawn(game, theme=theme)))
    assert image.format == "PNG"
    assert image.width == 818
    assert image.convert("RGB").getpixel((400, 3)) == _rgb(ground["ground"])
    # Gradients, shadows and wood: far more than the flat colours of a picture gone wrong.
    assert _colours(image) > 1500


def test_scale_is_pixels_to_a_unit() -> None:
    svg = _drawn("pegs", theme="light")
    one, two = _opened(raster.png(svg)), _opened(raster.png(svg, 2))
    assert two.width == 2 * one.width
    assert abs(two.height - 2 * one.height) <= 1


@pytest.mark.parametrize("scale", [0, -1, float("nan")])
def test_a_scale_that_makes_no_picture_is_refused(scale: float) -> None:
    with pytest.raises(raster.BadPicture, match="scale"):
        raster.png(_drawn("pegs", theme="light"), scale)


@pytest.mark.parametrize("text", ["", "<foo", "<a/>"])
def test_what_is_no_svg_is_refused(text: str) -> None:
    with pytest.raises(raster.BadPicture, match="no SVG"):
        raster.png(text)


def test_text_is_set_in_the_shipped_font() -> None:
    """Without the fonts of the machine, letters still come out, and bold differs from regular."""

    def page(weight: int, words: str) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40">'
            f'<style>text{{font-family:{FONT}}}</style><rect width="300" height="40" fill="#fff"/>'
            f'<text x="5" y="28" font-size="22" font-weight="{weight}">{words}</text></svg>'
        )

    seen = {raster.png(page(w, t)) for w in (400, 700) for t in ("Grün Żółw", "Ελλάδα", "Боб 123…")}
    assert len(seen) == 6
    for data in seen:
        dark = sum(n for n, (r, *_) in _opened(data).convert("RGB").getcolors(1 << 16) if r < 100)
        assert dark > 150


@pytest.mark.parametrize("file", raster.FONT_FILES)
def test_the_font_holds_what_the_rasteriser_trusts_it_to_hold(file: str) -> None:
    font = ImageFont.truetype(file, 24)
    missing = bytes(font.getmask("\uffff"))
    for code in range(0x20, 0x2300):
        letter = chr(code)
        if letter.isprintable() and raster.held(letter):
            assert letter.isspace() or bytes(font.getmask(letter)) != missing, hex(code)
    assert not raster.held("字")
    assert Path(file).with_name("LICENSE.txt").read_text().lstrip().startswith("Apache License")


def test_an_animation_has_a_page_for_every_picture() -> None:
    pictures = [_drawn("pegs", theme="light"), _drawn("pivotation", theme="dark")]
    image = _opened(raster.gif(pictures, ms=300, scale=0.5))
    assert image.format == "GIF"
    assert getattr(image, "n_frames", 1) == 2
    durations = []
    for i in range(2):
        image.seek(i)
        durations.append(image.info["duration"])
    assert durations == [300, 600]
    assert image.size == (409, _opened(raster.png(pictures[0], 0.5)).height)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_put_together_from_layers_are_those_drawn_whole(game: str) -> None:
    match, chance = pivotry.new(game, seed=2), random.Random(2)
    svgs = [match.svg(theme="light", names=("Ζωή & <Bo>", "字"))]
    for _ in range(7):
        match.play(chance.choice(match.legal_moves()))
        svgs.append(match.svg(theme="light"))
    pages = film.Pages(svgs, 0.55)
    assert len(pages._sizes) == 1  # ours: cut up, and all alike
    for i, page in [*enumerate(pages)][::3]:
        whole = _opened(raster.png(svgs[i], 0.55)).convert("RGB")
        differences = ImageChops.difference(page, whole).convert("L").histogram()
        # An edge may be rounded another way here and there; what is missing is many pixels.
        assert sum(differences[3:]) <= 40
        assert sum(differences[40:]) == 0
        assert sum(differences) == page.width * page.height


def test_a_film_holds_what_changes_alone_and_shows_every_picture_all_the_same() -> None:
    match, chance = pivotry.new("pegs"), random.Random(3)
    svgs = [match.svg(theme="light")]
    for _ in range(6):
        match.play(chance.choice(match.legal_moves()))
        svgs.append(match.svg(theme="light"))
    svgs.insert(3, svgs[2])
    svgs.insert(5, "<!-- another's -->" + svgs[0])  # not cut up
    data = raster.gif(svgs, scale=0.4)
    assert data == raster.gif(svgs, scale=0.4)
    alone = raster.gif(svgs[:1], scale=0.4)
    assert len(data) < len(svgs) * len(alone) / 2
    image = _opened(data)
    shown = [svg for i, svg in enumerate(svgs) if i != 3]
    assert getattr(image, "n_frames", 1) == len(shown)
    for i, svg in enumerate(shown):
        image.seek(i)
        assert image.info["duration"] == {2: 1800, len(shown) - 1: 1800}.get(i, 900)
        whole = _opened(raster.png(svg, 0.4)).convert("RGB")
        off = ImageChops.difference(image.convert("RGB"), whole).convert("L").histogram()
        # No more than a palette of 255 takes away.
        assert sum(n * count for n, count in enumerate(off)) / sum(off) < 3
        assert sum(off[48:]) <= 40


def test_an_animation_keeps_the_accents() -> None:
    pictures = [
        _drawn("pivotation", theme="light", last=(move,), targets=("d4",))
        for move in ("b4-c4", "c5-c4")
    ]
    image = _opened(raster.gif(pictures))
    seen = {rgb for _, rgb in image.convert("RGB").getcolors(1 << 16) or []}
    for accent in ("last", "accent", "light-piece-ink"):
        want = _rgb(LIGHT[accent])
        assert min(max(abs(a - b) for a, b in zip(want, rgb, strict=True)) for rgb in seen) < 9


def test_an_animation_of_nothing_is_refused() -> None:
    with pytest.raises(raster.BadPicture, match="at least one picture"):
        raster.gif([])
    with pytest.raises(raster.BadPicture, match="20 milliseconds"):
        raster.gif([_drawn("pegs", theme="light")], ms=5)


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_a_missing_extra_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == package:
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(PivotryError, match=r"pip install 'pivotry\[images\]'"):
        raster.gif([_drawn("pegs", theme="light")])
