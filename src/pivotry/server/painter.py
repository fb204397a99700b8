"""Pictures in pixels, made one at a time by another process: they take long, so few may wait."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextvars import copy_context
from typing import Literal

from .. import raster
from ..tongue import tr
from .bots import step_back
from .limits import Share
from .seats import NotAllowed

_Form = Literal["png", "gif"]
_log = logging.getLogger(__name__)
WAITING = 6
"""Jobs at work or waiting for their turn."""
EACH = 3
"""How many of them may be for one address."""
PATIENCE = 150.0
"""Seconds that one may take."""
LONGEST = {"png": 1200, "gif": 480}
"""Pixels of the longer side."""
FRAMES = 120
"""Pictures of a film; of a longer match it shows every second position, or every third."""


def steps(plies: int) -> list[int]:
    """The plies that a film shows: 0, the last, and those between at equal distances."""
    every = -(-plies // (FRAMES - 1)) if plies else 1
    return [*range(0, plies, every), plies]


class Painter:
    """Somebody who has PNG files and films made, one of each kind after the other."""

    def __init__(self) -> None:
        # A picture takes a moment and is waited for: it does not wait for a film, which takes long.
        self._pools = {
            "png": ThreadPoolExecutor(1, "pivotry-painter"),
            "gif": ThreadPoolExecutor(1, "pivotry-films", initializer=step_back),
        }
        self._jobs = Share(WAITING, EACH)
        self._closing = threading.Event()

    def paint(self, form: _Form, draw: Callable[[], list[str]], caller: str = "") -> bytes:
        """The file of the pictures that ``draw`` makes, in the painter's thread; waits for it.

        ``caller`` is the address it is for.
        Raises ``NotAllowed`` with a sentence where that cannot be done.
        """
        if not raster.available():
            raise NotAllowed(unavailable())
        with self._jobs.place(caller) as free:
            if not free:
                raise NotAllowed(tr("Many pictures wait to be made; ask again in a while."))
            # In a copy of the asker's context: what pictures say is in the asker's language.
            context = copy_context()
            try:
                return self._pools[form].submit(context.run, self._make, form, draw).result()
            except raster.Unpainted as bad:
                _log.warning("no picture: %s", bad)
                raise NotAllowed(tr("The picture could not be made; ask for it again.")) from None
            except CancelledError:
                raise NotAllowed(tr("The server is being stopped.")) from None

    def _make(self, form: str, draw: Callable[[], list[str]]) -> bytes:
        return raster.apart(form, draw(), LONGEST[form], PATIENCE, self._closing)

    def close(self) -> None:
        """Start nothing more, and end soon."""
        self._closing.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def unavailable() -> str:
    """What people are told where pictures in pixels cannot be made."""
    return tr(
        "PNG and GIF files cannot be made here: the packages for them are not installed. "
        "SVG pictures can be saved all the same."
    )
