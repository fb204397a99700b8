"""Pictures in pixels, made one at a time by another process: they take long, so few may wait."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
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


@dataclass(eq=False)
class Film:
    """What is being made: how many of its pictures are there."""

    done: int = 0
    of: int = 0
    begun: bool = False
    """Whether its turn has come."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits for it any more."""


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
        self._films: dict[tuple[str, str], Film] = {}
        """The last one that a visitor asked for of a table, until it is there."""
        self._going: set[Film] = set()

    def film(self, id: str, visitor: str) -> Film | None:
        """How far a visitor's film of a table is, if one is being made."""
        return self._films.get((id, visitor))

    def let_go(self, id: str, visitor: str) -> None:
        """A visitor does not wait for their film of a table any more."""
        film = self._films.get((id, visitor))
        if film is not None:
            film.stop.set()

    def shoot(
        self, id: str, visitor: str, count: int, draw: Callable[[], list[str]], caller: str
    ) -> bytes:
        """As ``paint``, a film of ``count`` pictures; ``film`` says how far it is."""
        film = self._films[id, visitor] = Film(of=count)
        try:
            return self.paint("gif", draw, caller, film)
        finally:
            if self._films.get((id, visitor)) is film:
                del self._films[id, visitor]

    def paint(
        self, form: _Form, draw: Callable[[], list[str]], caller: str = "", film: Film | None = None
    ) -> bytes:
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
                return (
                    self._pools[form]
                    .submit(context.run, self._make, form, draw, film or Film())
                    .result()
                )
            except raster.Unpainted as bad:
                _log.warning("no picture: %s", bad)
                raise NotAllowed(tr("The picture could not be made; ask for it again.")) from None
            except CancelledError:
                raise NotAllowed(tr("The server is being stopped.")) from None

    def _make(self, form: str, draw: Callable[[], list[str]], film: Film) -> bytes:
        def painted(done: int) -> None:
            film.done = done

        film.begun = True
        self._going.add(film)
        try:
            if self._closing.is_set() or film.stop.is_set():
                raise raster.Unpainted("nobody waits for it any more")
            return raster.apart(form, draw(), LONGEST[form], PATIENCE, film.stop, painted)
        finally:
            self._going.remove(film)

    def close(self) -> None:
        """Start nothing more, and end soon."""
        self._closing.set()
        for film in list(self._going):
            film.stop.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def unavailable() -> str:
    """What people are told where pictures in pixels cannot be made."""
    return tr(
        "PNG and GIF files cannot be made here: the packages for them are not installed. "
        "SVG pictures can be saved all the same."
    )
