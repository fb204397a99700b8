"""What is to be played: game, options, players, seed. Two runs of one plan play the same games."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__, jit, registry
from ..chance import seed_bytes
from ..errors import BadOption
from ..players import player
from ..record import recorded_options

OPENING = 4
"""Random moves before the players take over, where a game has no chance of its own."""
MOST_PLAYERS = 64
NAME_LENGTH = 40
"""What a record allows the name of a player."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is played, except how many games of it."""

    game: str
    options: Mapping[str, Any]
    """As a record writes them: the number of players where it varies, and what differs."""
    seats: int
    players: tuple[str, ...]
    """Texts for ``players.player``."""
    seed: int = 1
    opening: int = 0
    """Random moves at the beginning, the same ones in all games of a deal."""
    pairwise: bool = False
    """Whether only two different players sit at a table, several times if it has more seats."""
    memory: bool = True
    """Whether players that can make use of it are given what their seat remembers."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What the players are called: their texts, numbered where one is there twice."""
        seen: Counter[str] = Counter()
        labels = []
        for text in self.players:
            seen[text] += 1
            number = f" ({seen[text]})" if seen[text] > 1 else ""
            labels.append(text[: NAME_LENGTH - len(number)] + number)
        return tuple(labels)

    def derived(self, *what: object) -> int:
        """A number of 256 bits that belongs to ``what`` under the seed of this plan."""
        text = repr((self.seed, *what))
        return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")

    def identity(self) -> dict[str, Any]:
        """The plan in JSON, with what else decides how its games go."""
        return {
            "game": self.game,
            "rules": registry.get(self.game).facts.rules,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": f"{self.seed:x}",
            "opening": self.opening,
            "pairwise": self.pairwise,
            "memory": self.memory,
            "pivotry": __version__,
            "code": code_stamp(self.game),
        }


def plan(
    game: str,
    players: Sequence[str],
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: object = 1,
    opening: int | None = None,
    pairwise: bool = False,
    memory: bool = True,
) -> Plan:
    """A plan with everything checked; ``BadOption`` says what cannot be.

    ``seats``: how many sit at a table, if the game leaves that open. ``opening``: by default
    ``OPENING`` random moves for games without chance, for they would all go the same way. Without
    ``memory`` everybody goes by what lies open at the moment.
    """
    found = registry.get(game)
    chosen = found.setup.normalise(seats, dict(options or {}))
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise BadOption(
            f"an arena is for 2 to {MOST_PLAYERS} players, such as tree@500n and random, "
            f"not for {len(players)}"
        )
    for text in players:
        player(game, text)  # which repeats it in an error as it was given
    texts = tuple(text.strip().lower() for text in players)
    if opening is None:
        opening = 0 if found.facts.chance else OPENING
    if type(opening) is not int or not 0 <= opening <= 100:
        raise BadOption("an opening is a number of random moves from 0 to 100")
    return Plan(
        game,
        recorded_options(found, chosen),
        int(chosen["players"]),
        texts,
        int.from_bytes(seed_bytes(seed), "big"),
        opening,
        pairwise,
        memory,
    )


def code_stamp(game: str) -> str:
    """A name for what decides how a game is played: rules, searches, players, and their data.

    The proofs that a game brings along (``proved.npz``) count as its code does.
    """
    root = Path(__file__).parents[1]
    others = [root / "games" / id for id in registry.IDS if id != game]
    paths = {*jit.kernel_sources(), root / "match.py", root / "chance.py"}
    for folder in ("games", "players", "search"):
        paths.update(p for kind in ("*.py", "*.npz") for p in (root / folder).rglob(kind))
    digest = hashlib.sha256()
    for path in sorted(path for path in paths if not any(o in path.parents for o in others)):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
