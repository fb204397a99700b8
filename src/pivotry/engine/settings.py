"""What ``setoption`` can set: the search's options and the set-up of a board game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..contract import Option, Options
from ..errors import BadOption
from ..jsontext import NotJSON, loads
from ..players.task import MOST_THREADS
from ..registry import Game
from ..wording import quoted
from .limits import BadLine

_SEARCH = (
    Option("Threads", 1, "how many threads a search uses", range=(1, MOST_THREADS)),
    Option("MultiPV", 1, "how many lines an info shows", range=(1, 100)),
    Option("Seed", 0, "decides what is left to chance in a search", range=(0, 2**31 - 1)),
)
_SET = re.compile(r"name\s+(?P<name>\S+)(?:\s+value(?:\s+(?P<value>.*))?)?", re.IGNORECASE)


class Settings:
    """The options of an engine for one game, by their names."""

    def __init__(self, game: Game, setup: Mapping[str, Any]) -> None:
        """``setup``: options of the game that differ from the standard; ``BadOption``."""
        self._game = game
        self._own = () if game.facts.hidden else game.facts.options
        self._setup = dict(setup)
        if game.facts.hidden and setup:
            raise BadOption(f"a view of {game.facts.title} tells its options itself")
        self.options: Options = game.setup.normalise(None, self._setup)
        self._values = {option.name: int(option.default) for option in _SEARCH}

    @property
    def threads(self) -> int:
        return self._values["Threads"]

    @property
    def multipv(self) -> int:
        return self._values["MultiPV"]

    @property
    def seed(self) -> int:
        return self._values["Seed"]

    @property
    def setup(self) -> dict[str, Any]:
        """What ``match.new`` takes for the set-up."""
        return dict(self._setup)

    def lines(self) -> list[str]:
        """The ``option`` lines that tell what can be set."""
        return [_line(option) for option in (*_SEARCH, *self._own)]

    def set(self, text: str) -> None:
        """Obey what stands after ``setoption``; ``BadLine`` or ``BadOption``, then nothing is."""
        found = _SET.fullmatch(text.strip())
        if found is None:
            raise BadLine("options are set like this: setoption name Seed value 7")
        known = {option.name.lower(): option for option in (*_SEARCH, *self._own)}
        option = known.get(found["name"].lower())
        if option is None:
            names = ", ".join(option.name for option in known.values())
            raise BadLine(f"there is no option {quoted(found['name'])}; there are {names}")
        value = _value(found["value"] or "")
        if option.name in self._values:
            low, high = option.range or (0, 0)
            if type(value) is not int or not low <= value <= high:
                raise BadLine(
                    f"{option.name} is a whole number from {low} to {high}, not {quoted(value)}"
                )
            self._values[option.name] = value
        else:
            changed = {**self._setup, option.name: value}
            self.options = self._game.setup.normalise(None, changed)
            self._setup = changed


def _value(text: str) -> Any:
    """Numbers and objects are JSON, everything else is a text as it stands."""
    try:
        return loads(text)
    except NotJSON:
        return text.strip()


def _line(option: Option) -> str:
    line = f"option name {option.name} type "
    if option.range is not None:
        return f"{line}spin default {option.default} min {option.range[0]} max {option.range[1]}"
    return f"{line}combo default {option.default}" + "".join(
        f" var {choice}" for choice in option.choices
    )
