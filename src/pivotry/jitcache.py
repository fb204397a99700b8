"""Where Numba keeps our compiled code: found again by what the sources say, wherever they lie.

Numba's own locators go by the path and the time stamp of a source file, so a second checkout or a
fresh clone would compile again. Numba imports this class by its name (``CACHE_LOCATOR_CLASSES``)
and asks it in place of its own; ``jit`` has set the folder by then.
"""

from __future__ import annotations

import hashlib
import tempfile
from functools import cache
from pathlib import Path
from typing import Any


class Locator:
    """The folder of ``jit`` for one function, and the stamp that its compiled code must bear."""

    def __init__(self, function: Any, source: str) -> None:
        import numba

        config: Any = numba.config
        self._folder = str(config.CACHE_DIR)
        self._source = source
        self._line = int(function.__code__.co_firstlineno)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
        """As Numba asks for it."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return self._folder

    def ensure_cache_path(self) -> None:
        """Make the folder; raises ``OSError`` where nothing can be written."""
        Path(self._folder).mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=self._folder).close()

    def get_source_stamp(self) -> str:
        return _digest(self._source)

    def get_disambiguator(self) -> str:
        return str(self._line)


@cache
def _digest(source: str) -> str:
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()
