"""What tests of all games share: kernels in either world, sample set-ups, conformance files."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pivotry import jit, registry
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import CHANCE, OVER, blank

DATA = Path(__file__).parent / "data"
CONFORMANCE = DATA / "conformance"

# Set-ups that between them reach every option: (game, players, options).
SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("pivotation", 2, {}),
    ("pivotation", 2, {"board": "mini"}),
    ("pivotation", 2, {"board": "grand"}),
    (
        "pivotation",
        2,
        {
            "board": {
                "widths": [4, 5, 4, 5],
                "dark": [["a1", "b1"], ["c1", "d1"], ["a2", "b2"]],
                "light": [["e4", "d4"], ["b4", "a4"]],
            }
        },
    ),
    ("pegs", 2, {}),
    ("pegs", 2, {"setup": "uniform", "first": "light"}),
    ("pegs", 2, {"lanes": "wide", "quiet_limit": 20}),
    ("updown", 2, {"games": 2}),
    ("updown", 3, {"words": "none"}),
    ("updown", 4, {}),
    ("updown", 5, {"end": "deck_out", "games": 2}),
    ("updown", 6, {"words": {"5": "EXTRA", "6": "SKIP", "77": "DRAWS", "40": "SKIP"}, "games": 1}),
    ("updown", 7, {"hand": 3}),
    ("updown", 8, {"hand": 9, "games": 1}),
    ("bounce", 2, {}),
    ("bounce", 3, {"out_set": "cleared"}),
    ("bounce", 4, {}),
    ("bounce", 5, {"deck": "doubles8", "target": 6}),
    ("bounce", 4, {"hand": 4, "out_set": "cleared", "deck": "doubles8"}),
]


def setup_id(setup: tuple[str, int, dict[str, Any]]) -> str:
    game, players, options = setup
    chosen = (f"{k}_{v if isinstance(v, str | int) else 'own'}" for k, v in options.items())
    return "-".join([game, str(players), *chosen])


def setups_of(game: str) -> list[tuple[str, int, dict[str, Any]]]:
    return [setup for setup in SETUPS if setup[0] == game]


@cache
def kernels(game: str, compiled: bool) -> Any:
    """The rules functions of a game in one world, as a namespace."""
    rules = registry.get(game).rules
    names = (
        "start", "derive", "actor", "legal", "apply", "returns", "weight", "deal", "random",
        "playout",
    )  # fmt: skip
    space = {
        name: jit.bind(getattr(rules, name), tag=game, compiled=compiled)
        for name in names
        if hasattr(rules, name)
    }
    return type("Kernels", (), {k: staticmethod(v) for k, v in space.items()})


class Play:
    """One game's kernels over fresh records, in plain Python or compiled."""

    def __init__(
        self, game: str, players: int | None = None, options: dict[str, Any] | None = None,
        *, compiled: bool = False,
    ) -> None:  # fmt: skip
        self.game = registry.get(game)
        self.options = self.game.setup.normalise(players, options or {})
        self.k = kernels(game, compiled)
        self._fresh()

    def _fresh(self) -> None:
        rules = self.game.rules
        self.c = self.game.setup.config(self.options)
        self._states, self._works = blank(rules.STATE), blank(rules.WORK)
        self.s, self.w = self._states[0], self._works[0]
        self.out = np.zeros(self.game.facts.max_moves, np.int32)

    @classmethod
    def at(cls, position: dict[str, Any], *, compiled: bool = False) -> Play:
        """At a position JSON."""
        self = object.__new__(cls)
        self.game = registry.get(position["game"])
        self.options, state = self.game.position.read(position)
        self.k = kernels(position["game"], compiled)
        self._fresh()
        self._states[0] = state
        self.k.derive(self.s, self.c, self.w)
        return self

    def begin(self, seed: int = 1) -> Play:
        """From the beginning; card games are dealt from ``seed``."""
        self.k.start(self.s, self.c)
        self.k.derive(self.s, self.c, self.w)
        if self.game.facts.chance:
            cards = self.game.setup.draw_deal(Stream(seed_bytes(seed), 0), self.s, self.c)
            self.k.deal(self.s, self.c, self.w, cards)
        return self

    @property
    def actor(self) -> int:
        return int(self.k.actor(self.s, self.c))

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def dealing(self) -> bool:
        return self.actor == CHANCE and not self.legal()

    def legal(self) -> list[int]:
        n = int(self.k.legal(self.s, self.c, self.w, self.out))
        return [int(a) for a in self.out[:n]]

    def texts(self) -> list[str]:
        return sorted(self.game.notation.write(a, self.c) for a in self.legal())

    def number(self, text: str) -> int:
        found = self.game.notation.number(self.game.notation.read(text), self.c)
        assert found is not None, text
        return found

    def apply(self, move: int | str) -> Play:
        a = self.number(move) if isinstance(move, str) else move
        self.k.apply(self.s, self.c, self.w, a)
        return self

    def position(self) -> dict[str, Any]:
        return self.game.position.write(self.s, self.c, self.options)

    def snapshot(self) -> tuple[Any, Any]:
        return self._states.copy(), self._works.copy()

    def restore(self, snapshot: tuple[Any, Any]) -> None:
        self._states[0] = snapshot[0][0]
        self._works[0] = snapshot[1][0]

    def rebuilt(self) -> Any:
        """A work record derived from scratch."""
        fresh = blank(self.game.rules.WORK)[0]
        self.k.derive(self.s, self.c, fresh)
        return fresh

    def perft(self, depth: int) -> int:
        moves = self.legal()
        if depth == 0:
            return 1
        if depth == 1:
            return len(moves)
        kept, total = self.snapshot(), 0
        for a in moves:
            self.k.apply(self.s, self.c, self.w, a)
            total += self.perft(depth - 1)
            self.restore(kept)
        return total


def lasting(work: Any) -> dict[str, bytes]:
    """The derived fields of a work record; those named ``buf...`` are only room to work in."""
    return {
        name: np.asarray(work[name]).tobytes()
        for name in work.dtype.names
        if not name.startswith("buf")
    }


def generator(seed: int) -> Any:
    """The state of a kernel's random numbers."""
    return np.array([seed], np.uint64)


@cache
def conformance(name: str) -> Any:
    return json.loads((CONFORMANCE / name).read_text())


def comparable(position: dict[str, Any]) -> dict[str, Any]:
    """A position as the rules pages compare it: unordered lists as multisets, idle fields gone."""
    p = dict(position)
    for name in ("hands", "sets", "known"):
        if name in p:
            p[name] = [Counter(cards) for cards in p[name]]
    for name in ("draw", "discard"):
        if name in p:
            p[name] = Counter(p[name])
    if p["result"] is not None:
        for name in ("turn", "step", "phase", "free", "cause", "drawn"):
            p.pop(name, None)
    return p
