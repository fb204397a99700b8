#!/usr/bin/env python3
"""A long walk through random games, with everything checked on the way.

    python fuzz/soak.py                      # a million moves for every game and number of players
    python fuzz/soak.py pegs --moves 100000 --every 10 --seed 3

After every move the derived record is rebuilt from scratch and compared, byte for byte, inside
compiled code. At every ``--every``-th move the people's side is checked too: pieces conserved,
lists equal to what ``explain`` calls legal, notation and position JSON round trips. Every match
must end. A line a set-up; the first fault stops the walk and prints the position.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1] / part) for part in ("src", "tests")]

from kit import SETUPS, Play, comparable, generator, lasting, setup_id

from pivotry import jit, registry
from pivotry.contract import blank

LONGEST = 1_000_000
"""More moves than any match may take."""


def derive(s, c, w):  # type: ignore[no-untyped-def]
    """Open name: the game's ``rules.derive``."""


def random(s, c, w, rng):  # type: ignore[no-untyped-def]
    """Open name: the game's ``rules.random``."""
    return 0


def actor(s, c):  # type: ignore[no-untyped-def]
    """Open name: the game's ``rules.actor``."""
    return 0


def walk(s, c, w, fresh, mine, other, lasts, rng, n):  # type: ignore[no-untyped-def]
    """Up to ``n`` random actions; (moves made, 0 going on, 1 over, 2 derived data differs).

    ``mine`` and ``other`` are the bytes of ``w`` and ``fresh``, ``lasts`` which of them to compare.
    """
    moves = 0
    for _ in range(n):
        who = actor(s, c)
        if who == -2:
            return moves, 1
        random(s, c, w, rng)
        if who >= 0:
            moves += 1
        derive(s, c, fresh)
        for i in range(lasts.shape[0]):
            if lasts[i] and mine[i] != other[i]:
                return moves, 2
    return moves, 0


class Walker:
    """One set-up on its walk."""

    def __init__(self, setup: tuple[str, int, dict[str, Any]], seed: int) -> None:
        game, players, options = setup
        self.play = Play(game, players, options, compiled=True)
        self.rng = generator(seed)
        self.seed = seed
        rules = registry.get(game).rules
        names = {"derive": rules.derive, "random": rules.random, "actor": rules.actor}
        self._walk = jit.bind(walk, names, tag=f"{game}-soak", compiled=True)
        self.work = blank(rules.WORK)
        self.fresh = blank(rules.WORK)
        lasts = blank(rules.WORK)
        for name in rules.WORK.names or ():
            if not name.startswith("buf"):
                lasts[name].view(np.uint8)[...] = 1
        self.lasts = lasts.view(np.uint8)
        self.matches = 0

    def begin(self) -> None:
        self.play.begin(self.seed + self.matches)
        self.work[0] = self.play.w
        self.total = pieces(self.play.position())
        self.matches += 1
        self.length = 0

    def run(self, moves: int, every: int) -> None:
        play = self.play
        self.begin()
        made = since = 0
        while made < moves:
            done, state = self._walk(
                play.s, play.c, self.work[0], self.fresh[0], self.work.view(np.uint8),
                self.fresh.view(np.uint8), self.lasts, self.rng, every,
            )  # fmt: skip
            made += done
            self.length += done
            play.w = self.work[0]
            if state == 2:
                self.fail("what is derived differs from what is rebuilt")
            if self.length > LONGEST:
                self.fail("the match does not end")
            since += done
            if since >= every:
                since = 0
                self.look()
            if state == 1:
                if play.legal():
                    self.fail("there are moves after the end")
                self.begin()

    def look(self) -> None:
        """The people's side of the present position."""
        play = self.play
        game, described = play.game, play.position()
        now = pieces(described)
        captures = game.facts.id == "pivotation"
        if not (
            now <= self.total and self.total.keys() >= now.keys() if captures else now == self.total
        ):
            self.fail("pieces are not conserved")
        if captures and any(count != 2 for count in now.values()):
            self.fail("a bar has two ends")
        if json.loads(json.dumps(described)) != described:
            self.fail("the position does not survive JSON")
        options, state = game.position.read(described)
        if state.tobytes() != play.s.tobytes():
            self.fail("the position reads back differently")
        legal = set(play.legal())
        if play.over and legal:
            self.fail("there are moves after the end")
        for a in {*legal, *self.illegal()}:
            text = game.notation.write(a, play.c)
            number = game.notation.number(game.notation.read(text), play.c)
            # A number that no position uses (a double turned) may share its text with another.
            if a in legal:
                same = number == a
            else:
                same = number is None or game.notation.write(number, play.c) == text
            if not same:
                self.fail(f"{text} reads back differently")
            if game.explain.explain(play.s, play.c, text).legal != (number in legal):
                self.fail(f"{text}: the explanation and the list disagree")
        if comparable(play.game.position.write(state, play.c, options)) != comparable(described):
            self.fail("the position writes back differently")
        if lasting(play.w) != lasting(play.rebuilt()):
            self.fail("what is derived differs from what is rebuilt")

    def illegal(self) -> list[int]:
        """A dozen action numbers, most of them illegal."""
        top = self.play.game.facts.actions
        if isinstance(self.play.options.get("board"), dict):
            return []
        picks = np.random.default_rng(int(self.rng[0])).integers(0, top, 12)
        return [int(a) for a in picks]

    def fail(self, why: str) -> None:
        print(json.dumps(self.play.position()), file=sys.stderr)
        raise SystemExit(f"{why} (seed {self.seed}, match {self.matches})")


def pieces(position: dict[str, Any]) -> Counter[str]:
    """Everything on the table, however it lies."""
    found: Counter[str] = Counter()
    for key in ("hands", "sets"):
        for cards in position.get(key, []):
            found.update(_card(card) for card in cards)
    for key in ("draw", "numbers", "directions", "discard"):
        found.update(_card(card) for card in position.get(key, []))
    stacks = position.get("stacks", {})
    for stack in stacks.values():
        found.update(stack)
    return found if position["game"] != "bounce" else Counter({"cards": found.total()})


def _card(card: str) -> str:
    return "/".join(sorted(card.split("/")))


def setups() -> list[tuple[str, int, dict[str, Any]]]:
    """The set-ups of the tests, and every number of players of every game."""
    found = list(SETUPS)
    for game in registry.IDS:
        for players in registry.get(game).facts.players:
            if not any(s[0] == game and s[1] == players and not s[2] for s in found):
                found.append((game, players, {}))
    return sorted(found, key=lambda s: (registry.IDS.index(s[0]), s[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games with everything checked.")
    parser.add_argument("games", nargs="*", choices=[[], *registry.IDS], help="all by default")
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves a set-up")
    parser.add_argument("--every", type=int, default=25, help="moves between two full checks")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for setup in setups():
        if asked.games and setup[0] not in asked.games:
            continue
        begun = time.perf_counter()
        walker = Walker(setup, asked.seed)
        walker.run(asked.moves, asked.every)
        spent = time.perf_counter() - begun
        print(
            f"{setup_id(setup):40} {asked.moves:>10,} moves {walker.matches:>8,} matches"
            f" {spent:8.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
