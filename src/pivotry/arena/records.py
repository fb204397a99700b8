"""The records of a run's games, a file each in one folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..terminal import files
from .plan import Plan
from .play import Outcome


class Records:
    """Where the records of a plan's games lie."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """``folder`` is there."""
        self._plan, self._folder = plan, folder

    def path(self, outcome: Outcome) -> Path:
        """The file of a game: numbered from 1 on."""
        return self._folder / f"{self._plan.game}-{outcome.number + 1:05d}.json"

    def keep(self, outcome: Outcome, record: dict[str, Any]) -> None:
        """Write the record of a finished game, whole or not at all."""
        files.write_json(str(self.path(outcome)), record, force=True)

    def has(self, outcome: Outcome) -> bool:
        """Whether the record of just this game is there: same deal, same seats, same result."""
        try:
            record = json.loads(self.path(outcome).read_bytes())
        except (FileNotFoundError, ValueError):
            return False
        fair = record.get("fair") if isinstance(record, dict) else None
        if not isinstance(fair, dict) or fair.get("seed") != outcome.seed:
            return False
        names = [self._plan.labels[index] for index in outcome.seats]
        told = record.get("game"), record.get("names"), record.get("result")
        return told == (self._plan.game, names, list(outcome.result))
