"""Moves taken back after everybody could see the seed: the cards come from another one."""

from __future__ import annotations

import json
import random

import pytest

import pivotry
from pivotry.server import stored
from pivotry.server.table import Table

from .test_table import me, play, table

CARDS = [("updown", {"games": 2}), ("bounce", {"target": 8})]


def finish(t: Table, chosen: random.Random) -> None:
    while t.actor is not None:
        play(t, chosen.choice(t.match.legal_moves()))


def chance(t: Table) -> int:
    return sum(entry.kind != "move" for entry in t.match.log())


def reloaded(t: Table) -> Table:
    """The table as the store would keep it and read it again."""
    data = json.loads(json.dumps(stored.data(t)))
    return stored.restored(t.id, data, pivotry.from_record(data["record"]))


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("backs", [2, 3])
@pytest.mark.parametrize(("game", "options"), CARDS)
def test_no_card_comes_from_a_seed_that_has_been_shown(
    game: str, options: dict[str, int], backs: int, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = (bytes([n] * 32) for n in range(1, 99))
    monkeypatch.setattr("pivotry.match.new_seed", lambda: next(seeds))  # the same cards every time
    t = table(game, "pcc", **options)
    chosen = random.Random(7)
    shown: set[bytes | None] = set()
    for _ in range(2):  # the second time over the seed that came after the first is shown too
        finish(t, chosen)
        shown |= {part.seed for part in t.match.fairness}
        drawn, taken = chance(t), 0
        while taken < backs or chance(t) == drawn:
            t.undo(me(t), t.version)
            taken += 1
            if kept:
                t = reloaded(t)
            last = t.match.fairness[-1]
            assert last.seed not in shown
            assert last.ply == t.match.ply
        plies = [part.ply for part in t.match.fairness]
        assert plies == sorted(set(plies))  # what brought no card is not in the way
        drawn = chance(t)
        finish(t, chosen)
        assert chance(t) > drawn
        verdict = pivotry.verify(json.loads(json.dumps(t.match.record())))
        assert verdict.fair is True, verdict.message
        assert verdict.checked == 1 + chance(t)
