"""How much a player may think: time, or work that is the same on every machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from ..errors import BadOption
from ..tongue import tr
from ..wording import quoted

LONGEST = 3600.0
"""Seconds that may be asked for one move."""
DIGITS = 15
MOST_NODES = 10**DIGITS - 1
"""Nodes that may be asked for one move: more than any machine searches in that time."""


@dataclass(frozen=True)
class Budget:
    """A limit on one move: whichever given part ends first; nothing given means one second.

    ``nodes`` are what the search counts: positions of an alpha-beta search, simulations of a tree
    search. With nodes and no time, the same question has the same answer on every machine.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        seconds, nodes = self.seconds, self.nodes
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if seconds is not None and not (number and 0 < seconds <= LONGEST):  # NaN is neither
            raise BadOption(
                tr(
                    "seconds is a time of more than 0 and up to {longest:.0f}, not {seconds}",
                    longest=LONGEST,
                    seconds=quoted(seconds),
                )
            )
        if nodes is not None and (type(nodes) is not int or not 1 <= nodes <= MOST_NODES):
            raise BadOption(
                tr(
                    "nodes is a whole number from 1 of at most {digits} digits, not {nodes}",
                    digits=DIGITS,
                    nodes=quoted(nodes),
                )
            )
        if seconds is None and nodes is None:
            object.__setattr__(self, "seconds", 1.0)

    @classmethod
    def read(cls, text: str) -> Budget:
        """``0.5s``, ``500ms``, ``2000n``, or a time and nodes joined by ``+``."""
        seconds: float | None = None
        nodes: int | None = None
        for part in text.replace(" ", "").lower().split("+"):
            found = re.fullmatch(r"(\d*\.?\d+)(ms|s|n)", part)
            if found is None or (nodes if found[2] == "n" else seconds) is not None:
                raise BadOption(
                    tr(
                        "a budget is a time such as 0.5s or work such as 2000n, not {given}",
                        given=quoted(text),
                    )
                )
            if found[2] == "n" and not (found[1].isdigit() and len(found[1]) <= DIGITS):
                raise BadOption(
                    tr(
                        "nodes is a whole number from 1 of at most {digits} digits, not {nodes}",
                        digits=DIGITS,
                        nodes=quoted(found[1]),
                    )
                )
            if found[2] == "n":
                nodes = int(found[1])
            else:
                seconds = float(found[1]) * (0.001 if found[2] == "ms" else 1)
        return cls(seconds, nodes)

    def __str__(self) -> str:
        """The text from which ``read`` makes an equal budget."""
        parts = []
        if self.seconds is not None:  # all digits that it has, and no exponent
            parts.append(f"{Decimal(repr(self.seconds)):f}".removesuffix(".0") + "s")
        if self.nodes is not None:
            parts.append(f"{self.nodes}n")
        return "+".join(parts)
