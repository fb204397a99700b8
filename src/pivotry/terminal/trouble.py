"""Something the user can put right, said in one sentence."""

from __future__ import annotations

from pivotry.errors import PivotryError

FAILED = 1
"""Exit status: what was asked for could not be done, or the answer is no."""
MISUSED = 2
"""Exit status: the command line or a file makes no sense."""
UNKNOWN = 3
"""Exit status of ``verify`` and ``solve``: it cannot be told."""


class Trouble(PivotryError):
    """Ends a command with a sentence on standard error and an exit status."""

    def __init__(self, message: str, status: int = MISUSED) -> None:
        super().__init__(message)
        self.status = status
