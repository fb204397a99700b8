"""Films of a match: animated GIFs whose pictures are put together from layers.

From one picture of a match to the next little changes, and turning a shape into pixels is what
takes the time. So pictures are cut into the elements that stand side by side in them; neighbours
that come and go together make a layer, and each layer is rasterised once, cut to what it covers.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import chain, pairwise, repeat
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from . import raster

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_ROOT = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" id="(?P<id>[\w-]+)" role="img"'
    r' aria-labelledby="[\w -]+" viewBox="0 0 (?P<w>[0-9.]+) (?P<h>[0-9.]+)"'
    r' width="(?P=w)" height="(?P=h)">'
)
"""How ``svg.document`` begins: its pictures may be cut up, those of others are drawn whole."""
_TAG = re.compile(r"<(/?)[A-Za-z][^>]*?(/?)>")
_TEXT = re.compile(
    r'<text x="(?P<x>[-0-9.]+)" y="(?P<y>[-0-9.]+)"(?=[^>]* font-size="(?P<size>[0-9.]+)")'
    r'(?=[^>]*?(?P<turned> transform="[^"]*")|)[^>]*>(?P<letters>[^<]*)</text>'
)
_UNSEEN = ("<title", "<desc")
_HEAD = ("<style", "<defs")
_ROUGH = 8
"""How much smaller a layer is drawn to learn where it is."""
_CLEAR = 255
"""The index in the palette that says: as in the picture before."""


class _Sheet(NamedTuple):
    """What the layers of a picture have in common."""

    id: str
    width: float
    """In units, as ``height``."""
    height: float
    head: str
    """Styles and definitions."""


class _Key(NamedTuple):
    """A layer, or a whole picture if it has no sheet."""

    sheet: _Sheet | None
    body: str


@dataclass(frozen=True)
class _Layer:
    """The pixels of a layer and where they go."""

    colours: Pixels
    cover: Pixels
    at: tuple[int, int]


def gif(svgs: Sequence[str], ms: int, scale: float, painted: Callable[[], None]) -> bytes:
    """What ``raster.gif`` promises."""
    pages = Pages(svgs, scale)
    # One palette for all, so that nothing flickers: made from up to eight pages spread evenly.
    # An octree keeps the few pixels of an accent, which a median cut gives away.
    width, height = pages.size
    count = min(len(svgs), 8)
    strip = Image.new("RGB", (width, height * count))
    for i in range(count):
        strip.paste(pages.page(i * len(svgs) // count), (0, height * i))
    found = strip.quantize(_CLEAR, method=Image.Quantize.FASTOCTREE).getpalette() or []
    found = found[: 3 * _CLEAR]
    colours = bytes(found + found[:3] * (256 - len(found) // 3))

    def shown() -> Iterator[Pixels]:
        for page in pages:
            yield page
            painted()

    times = chain(repeat(ms, len(svgs) - 1), [2 * ms])
    return _written(pages.size, colours, zip(shown(), times, strict=True))


class Pages:
    """The pictures of a film in pixels, on white, all of one size: the largest's."""

    def __init__(self, svgs: Sequence[str], scale: float) -> None:
        self._scale = scale
        self._pages = _layered(svgs)
        self._last = {key: i for i, keys in enumerate(self._pages) for key in keys}
        self._layers: dict[_Key, _Layer | None] = {}
        self._grounds: dict[_Key, Pixels] = {}
        self._sizes: dict[_Sheet, tuple[int, int]] = {}
        sizes = [self._size(keys) for keys in self._pages]
        self.size = max(width for width, _ in sizes), max(height for _, height in sizes)

    def __iter__(self) -> Iterator[Pixels]:
        """All of them, each once; forgets what none of those that follow needs."""
        for i, keys in enumerate(self._pages):
            yield self.page(i)
            for key in keys:
                if self._last[key] == i:
                    self._layers.pop(key, None)
                    self._grounds.pop(key, None)

    def page(self, i: int) -> Pixels:
        """The picture number ``i``."""
        first, *others = self._pages[i]
        if first not in self._grounds:
            self._grounds[first] = Image.new("RGB", self._size([first]), "white")
            self._put(first, self._grounds[first])
        page = self._grounds[first].copy()
        for key in others:
            self._put(key, page)
        if page.size == self.size:
            return page
        whole = Image.new("RGB", self.size, "white")
        whole.paste(page, ((whole.width - page.width) // 2, (whole.height - page.height) // 2))
        return whole

    def _put(self, key: _Key, page: Pixels) -> None:
        if key not in self._layers:
            self._layers[key] = self._drawn(key)
        layer = self._layers[key]
        if layer is not None:
            page.paste(layer.colours, layer.at, layer.cover)

    def _size(self, keys: Sequence[_Key]) -> tuple[int, int]:
        """Of a picture, in pixels, as the rasteriser rounds it."""
        sheet = keys[0].sheet
        if sheet is None:
            if keys[0] not in self._layers:
                self._layers[keys[0]] = self._drawn(keys[0])
            layer = self._layers[keys[0]]
            assert layer is not None
            return layer.colours.size
        if sheet not in self._sizes:
            empty = _document(sheet._replace(head=""), (sheet.width, sheet.height), "")
            self._sizes[sheet] = _opened(empty, self._scale).size
        return self._sizes[sheet]

    def _drawn(self, key: _Key) -> _Layer | None:
        """The pixels of a layer; None if it has none that can be seen."""
        sheet, body = key
        if sheet is None:
            whole = _opened(body, self._scale)
            return _Layer(whole.convert("RGB"), whole.getchannel("A"), (0, 0))
        width, height = self._size([key])
        page = _document(sheet, (sheet.width, sheet.height), _TEXT.sub(_room, body))
        rough = _opened(page, self._scale / _ROUGH)
        box = rough.getchannel("A").getbbox()
        if box is None:
            return None
        # With one rough pixel more on every side, for what is too faint to be seen in them.
        x, y = width / rough.width, height / rough.height
        left, top = max(0, floor(x * (box[0] - 1))), max(0, floor(y * (box[1] - 1)))
        right, bottom = min(width, ceil(x * (box[2] + 1))), min(height, ceil(y * (box[3] + 1)))
        # The rasteriser stretches a picture, its sides rounded to whole units, to whole pixels.
        x = _single(width / floor(sheet.width + 0.5))
        y = _single(height / floor(sheet.height + 0.5))
        moved = f"matrix({x} 0 0 {y} {-left} {-top})"
        picture = _opened(_document(sheet, (right - left, bottom - top), body, moved), 1)
        box = picture.getchannel("A").getbbox()
        if box is None:
            return None
        picture = picture.crop(box)
        return _Layer(
            picture.convert("RGB"), picture.getchannel("A"), (left + box[0], top + box[1])
        )


def _opened(svg: str, scale: float) -> Pixels:
    return Image.open(io.BytesIO(raster.png(svg, scale)), formats=["PNG"]).convert("RGBA")


def _document(sheet: _Sheet, size: tuple[float, float], body: str, transform: str = "") -> str:
    """Elements of a sheet on a page of a size of its own."""
    moved = f'<g transform="{transform}">{body}</g>' if transform else body
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{sheet.id}"'
        f' width="{size[0]}" height="{size[1]}">{sheet.head}{moved}</svg>'
    )


def _room(text: re.Match[str]) -> str:
    """A box that holds a text, wherever it is anchored: setting it twice would take long."""
    x, y, size = (float(text[name]) for name in ("x", "y", "size"))
    wide = 1.3 * size * len(unescape(text["letters"]))
    return (
        f'<rect x="{x - wide}" y="{y - 1.3 * size}" width="{2 * wide}" height="{1.8 * size}"'
        f"{text['turned'] or ''}/>"
    )


def _single(number: float) -> float:
    """As near as the rasteriser's numbers come, so that no edge is rounded another way."""
    found: float = struct.unpack("f", struct.pack("f", number))[0]
    return found


# --- layers ---------------------------------------------------------------------------------------


def _layered(svgs: Sequence[str]) -> list[list[_Key]]:
    """The layers of every picture, from the back to the front; at least one each."""
    cut = [_cut(svg) for svg in svgs]
    places: dict[_Key, list[tuple[int, int]]] = {}
    for i, keys in enumerate(cut):
        for j, key in enumerate(keys):
            places.setdefault(key, []).append((i, j))
    pages = []
    for keys in cut:
        layers = [[keys[0]]]
        for before, key in pairwise(keys):
            if places[key] == [(i, j + 1) for i, j in places[before]]:
                layers[-1].append(key)
            else:
                layers.append([key])
        pages.append([_Key(layer[0].sheet, "".join(k.body for k in layer)) for layer in layers])
    return pages


def _cut(svg: str) -> list[_Key]:
    """The elements of a picture, if it is one of ours; otherwise the picture."""
    root = _ROOT.match(svg)
    if root is None:
        return [_Key(None, svg)]
    elements, depth, begin = [], 0, root.end()
    for tag in _TAG.finditer(svg, root.end()):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth < 0:
            break
        if depth == 0:
            elements.append(svg[begin : tag.end()])
            begin = tag.end()
    seen = [part for part in elements if not part.startswith(_UNSEEN)]
    body = [part for part in seen if not part.startswith(_HEAD)]
    if svg[begin:] != "</svg>" or not body:
        return [_Key(None, svg)]
    head = "".join(part for part in seen if part.startswith(_HEAD))
    sheet = _Sheet(root["id"], float(root["w"]), float(root["h"]), head)
    return [_Key(sheet, part) for part in body]


# --- the file -------------------------------------------------------------------------------------


def _written(size: tuple[int, int], colours: bytes, pages: Iterator[tuple[Pixels, int]]) -> bytes:
    """A GIF file that goes round for ever, of pages in RGB and how many milliseconds each stands.

    After the first, a page holds what changes alone. ``colours``: 256 times red, green and blue,
    of which the last are never used.
    """
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    never = [*range(_CLEAR), 0]
    out = [
        b"GIF89a",
        *(side.to_bytes(2, "little") for side in size),
        b"\xf7\0\0",  # a palette of 256 for all pages
        colours,
        b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
    ]
    before: Pixels | None = None
    waiting: tuple[Pixels, tuple[int, int], int] | None = None
    for page, ms in pages:
        flat = page.quantize(palette=palette, dither=Image.Dither.NONE)
        now = Image.frombytes("L", size, flat.tobytes()).point(never)
        part, at = now, (0, 0)
        if before is not None and waiting is not None:
            changed = ImageChops.difference(now, before).point([0, *repeat(255, 255)])
            box = changed.getbbox()
            if box is None:
                waiting = (*waiting[:2], waiting[2] + ms)
                continue
            out += _frame(*waiting)
            part, at = Image.new("L", (box[2] - box[0], box[3] - box[1]), _CLEAR), box[:2]
            part.paste(now.crop(box), mask=changed.crop(box))
        before, waiting = now, (part, at, ms)
    assert waiting is not None
    return b"".join([*out, *_frame(*waiting), b";"])


def _frame(part: Pixels, at: tuple[int, int], ms: int) -> list[bytes]:
    return GifImagePlugin.getdata(part, at, duration=min(ms, 655350), transparency=_CLEAR)
