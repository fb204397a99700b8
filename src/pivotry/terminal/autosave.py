"""Matches in progress, kept in the user's data folder so that nothing is lost.

``PIVOTRY_DATA`` moves the folder. Files hold the seed of the match and are for their owner only.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pivotry.disk import write_whole

from .files import dumps
from .trouble import FAILED, Trouble

KEPT = 20
"""How many matches in progress are kept."""


def folder() -> Path:
    """Where they lie."""
    base = os.environ.get("PIVOTRY_DATA")
    if base is None:
        from platformdirs import user_data_dir

        base = user_data_dir("pivotry", appauthor=False)
    return Path(base) / "terminal"


def latest(game: str | None = None) -> Path:
    """The match that was left last, of a game or of any; ``Trouble`` if there is none."""
    found = sorted(folder().glob(f"{game or '*'}-*.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        of = f" of {game}" if game else ""
        raise Trouble(f"there is no match{of} to go on with", FAILED)
    return found[-1]


class Autosave:
    """The file of one match in progress."""

    def __init__(self, game: str, path: Path | None = None) -> None:
        name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
        self.path = path or folder() / name
        self._broken = ""

    def keep(self, data: Mapping[str, Any]) -> None:
        """Write the match; if that fails, remember why instead of disturbing the game."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self.path, dumps(data).encode(), private=True)
        except OSError as bad:
            self._broken = f"the match could not be kept in {self.path.parent}: {bad.strerror}"

    def drop(self) -> None:
        """The match is over or saved elsewhere."""
        self.path.unlink(missing_ok=True)

    def farewell(self) -> str:
        """What to tell somebody who leaves."""
        if self._broken:
            return self._broken[0].upper() + self._broken[1:] + "."
        if not self.path.exists():
            return ""
        self._prune()
        return "The match is kept. Go on with: pivotry play --resume"

    def _prune(self) -> None:
        found = sorted(self.path.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in found[:-KEPT]:
            path.unlink(missing_ok=True)
