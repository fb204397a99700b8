"""Limits hold in real time, whatever a search works with: loosely, for the machine may be busy.

How exactly they hold is measured in processor time elsewhere (``worktime``); a search that slept,
waited or read another clock would go unnoticed there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from kit import Play

import pivotry
from pivotry import players
from pivotry.search.solve import known

LOOSE = 10.0
"""Seconds."""


def _thinks(game: str, seats: int) -> Callable[..., object]:
    match = pivotry.new(game, seats, seed=1)
    view = match.view(match.turn)
    players.think(view, simulations=1)  # compiled by now

    def search(**limits: Any) -> object:
        thought = players.think(view, **limits)
        assert thought.text in match.legal_moves()
        return thought.simulations

    return search


def _solves() -> Callable[..., object]:
    play = Play("pegs", compiled=True).begin()
    known(play.game, play.s, play.c, nodes=1)

    def search(**limits: Any) -> object:
        return known(play.game, play.s, play.c, **limits).value is None

    return search


SEARCHES: dict[str, Callable[[], Callable[..., object]]] = {
    "trees": lambda: _thinks("bounce", 3),
    "alphabeta": lambda: _thinks("pegs", 2),
    "proofs": _solves,
}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_time_limit_is_one_of_real_time(search: str) -> None:
    run = SEARCHES[search]()
    begun = time.monotonic()
    assert run(seconds=0.3)
    assert 0.29 < time.monotonic() - begun < LOOSE


@pytest.mark.parametrize("search", SEARCHES)
def test_to_stop_ends_a_search_soon(search: str) -> None:
    run, cancel = SEARCHES[search](), threading.Event()
    timer = threading.Timer(0.3, cancel.set)
    begun = time.monotonic()
    timer.start()
    try:
        assert run(seconds=120, cancel=cancel)
    finally:
        timer.join()
    assert 0.29 < time.monotonic() - begun < LOOSE
