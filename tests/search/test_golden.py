"""What searches find is the same on every machine: written down once, found again.

After a change that is meant to make searches find something else, ``python
tests/search/test_golden.py`` writes ``golden.json`` anew.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import pytest

import pivotry
from pivotry.chance import Stream, seed_bytes
from pivotry.players import player
from pivotry.registry import IDS

FILE = Path(__file__).with_name("golden.json")
PLIES = (0, 9, 30)
"""How many random moves come before each of the positions."""
WHO = (*(f"level-{n}" for n in range(1, 8)), "plain@700n", "computer@9000n")


def found(game: str, who: str) -> str:
    """A digest of everything that a player thinks of some positions."""
    thinker, told = player(game, who), []
    for plies in PLIES:
        stream = Stream(seed_bytes(plies + 1), 0)
        match = pivotry.new(game, seed=plies)
        for _ in range(plies):
            legal = match.legal_moves()
            match.play(legal[stream.below(len(legal))])
        thought = thinker.think(match.view(match.turn), seed=plies)
        told.append(thought.text)
        told += [f"{c.text} {c.visits} {c.value:.6f} {c.proof}" for c in thought.candidates]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


@pytest.mark.parametrize("game", IDS)
def test_searches_find_what_is_written_down(game: str) -> None:
    written = json.loads(FILE.read_text(encoding="utf-8"))[game]
    assert {who: found(game, who) for who in WHO} == written


if __name__ == "__main__":
    table = {game: {who: found(game, who) for who in WHO} for game in IDS}
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    sys.exit(0)
