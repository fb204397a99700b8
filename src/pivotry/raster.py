"""SVG to pixels: PNG files and animated GIFs (the extra ``images``).

Text is set in the font that Pivotry ships, so that a picture looks the same on every machine, with
or without fonts; only letters that this font lacks (a name in another script) are looked up among
the fonts of the machine.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from html import unescape
from importlib.util import find_spec
from pathlib import Path

from . import svg as svg_module
from .errors import PivotryError

FONT_FILES = tuple(
    str(Path(__file__).parent / "fonts" / name)
    for name in ("OpenSans-Regular.ttf", "OpenSans-Bold.ttf")
)
# What the shipped subset holds: Latin, Greek, Cyrillic and the punctuation of prose.
_HELD = re.compile(
    "[\n -~\u00a0-\u017f\u0218-\u021b\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce"
    "\u0400-\u045f\u0490\u0491\u2013-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a"
    "\u20ac\u2116\u2122\u2212\u2260\u2264\u2265]*"
)


def held(letters: str) -> bool:
    """Whether the shipped font has all these letters."""
    return _HELD.fullmatch(letters) is not None


class MissingExtra(PivotryError, ImportError):
    """A package that only an extra installs is needed and not there."""


class BadPicture(PivotryError, ValueError):
    """Nothing that can be made a picture of: a text that is no SVG, a scale, a time."""


def _missing(package: str) -> MissingExtra:
    return MissingExtra(
        f"making PNG and GIF files needs {package}: install it with pip install 'pivotry[images]'"
    )


def available() -> bool:
    """Whether the extra is installed."""
    return all(find_spec(package) is not None for package in ("resvg_py", "PIL"))


def png(svg: str, scale: float = 1.0) -> bytes:
    """The picture as a PNG file, ``scale`` pixels to a unit of the SVG.

    A picture that follows the reader's theme is drawn in the light one. ``MissingExtra`` if the
    extra is not installed, ``BadPicture`` if the text is no SVG or the scale not above 0.
    """
    if not scale > 0:
        raise BadPicture(f"the scale of a picture must be above 0, not {scale}")
    try:
        import resvg_py
    except ImportError as error:
        raise _missing("resvg-py") from error
    letters = "".join(re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL))
    try:
        data = resvg_py.svg_to_bytes(
            svg_string=svg_module.plain(svg),
            zoom=float(scale),
            font_files=list(FONT_FILES),
            font_family="Open Sans",
            sans_serif_family="Open Sans",
            skip_system_fonts=held(unescape(re.sub(r"<[^>]*>", "", letters))),
        )
    except ValueError as bad:
        raise BadPicture(f"the text is no SVG that can be drawn: {bad}") from None
    return bytes(data)


def gif(
    svgs: Sequence[str],
    ms: int = 900,
    scale: float = 1.0,
    painted: Callable[[], None] = lambda: None,
) -> bytes:
    """An animated GIF that shows every picture for ``ms`` milliseconds, the last for twice that.

    Pictures of different sizes stand in the middle of the largest; ``painted`` is called after each
    of them, which is what takes the time. ``MissingExtra`` if the extra
    is not installed, ``BadPicture`` without a picture or a time.
    """
    if not svgs:
        raise BadPicture("an animation needs at least one picture")
    if ms < 20:
        raise BadPicture(f"an animation shows each picture for at least 20 milliseconds, not {ms}")
    if not scale > 0:
        raise BadPicture(f"the scale of a picture must be above 0, not {scale}")
    try:
        import PIL  # noqa: F401

        from . import film
    except ImportError as error:
        raise _missing("Pillow") from error
    return film.gif(svgs, ms, scale, painted)


# --- in a process of its own ----------------------------------------------------------------------

_MARK = "."
"""Said by the other process for every picture of a GIF that it has made."""


def apart(
    form: str,
    svgs: Sequence[str],
    longest: int,
    seconds: float,
    cancel: threading.Event,
    painted: Callable[[int], None] = lambda _: None,
) -> bytes:
    """A PNG file or an animated GIF, made by another process.

    The rasteriser holds Python's lock for as long as a picture takes, which would hold up whatever
    else this process does. ``longest`` is the longer side in pixels. ``MissingExtra`` if the extra
    is not installed, ``Unpainted`` if it takes more than ``seconds``, is cancelled or fails.
    ``painted`` hears now and then how many pictures of a GIF have been made.
    """
    if not available():
        raise _missing("resvg-py and Pillow")
    home = str(Path(__file__).parent.parent)
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    over = time.monotonic() + seconds
    # From a file: a pipe may fill up, and ``communicate`` does not go on filling after a timeout.
    # To a file as well: how long that is says how far the other process has come.
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as said:
        told.write(json.dumps(list(svgs)).encode())
        told.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "pivotry.raster", form, str(longest)],
            stdin=told,
            stdout=subprocess.PIPE,
            stderr=said,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        with process:
            while True:
                try:
                    out, _ = process.communicate(timeout=0.2)
                    break
                except subprocess.TimeoutExpired:
                    painted(min(os.fstat(said.fileno()).st_size, len(svgs)))
                    if cancel.is_set() or time.monotonic() > over:
                        process.kill()
                        raise Unpainted("the picture took too long") from None
        said.seek(0)
        wrong = said.read().decode(errors="replace").lstrip(_MARK)
    if process.returncode != 0:
        raise Unpainted(f"the picture could not be made: {wrong[-400:]}")
    return out


class Unpainted(PivotryError, RuntimeError):
    """Another process that was to make a picture has not made it."""


def _main(form: str, longest: str) -> None:
    """Pictures as a JSON list of SVG texts come in, the file goes out."""
    if form == "gif" and hasattr(os, "nice") and os.nice(0) < 10:
        os.nice(10)  # whoever plays comes first; a single picture is done in a moment
    svgs = json.loads(sys.stdin.buffer.read())
    sides = re.search(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"', svgs[0])
    assert sides is not None  # our own pictures bear them
    scale = int(longest) / max(map(float, sides.groups()))

    def painted() -> None:
        sys.stderr.write(_MARK)
        sys.stderr.flush()

    made = png(svgs[0], scale) if form == "png" else gif(svgs, scale=scale, painted=painted)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    _main(*sys.argv[1:])
