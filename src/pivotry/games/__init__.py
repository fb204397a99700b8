"""The four games, a package each. Called, it names them: ``pivotry.games()``.

Importing a game binds the name ``pivotry.games`` to this package, so the package answers the call.
"""

from __future__ import annotations

import sys
from types import ModuleType

from pivotry.registry import IDS


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return IDS


sys.modules[__name__].__class__ = _Games
