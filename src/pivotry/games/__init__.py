"""The games, a folder each; ``pivotry.games()`` lists their ids.

Importing a game binds this package to the name ``pivotry.games``, in place of the function of that
name. So the package can be called as the function can.
"""

from __future__ import annotations

import sys
from types import ModuleType

from ..registry import IDS


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return IDS


sys.modules[__name__].__class__ = _Games
