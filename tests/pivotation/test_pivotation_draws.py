"""Random moves are drawn from exactly the legal ones, in heaps of many ends and on large boards."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import Play
from pivotation_kit import described, often, said

from pivotry import jit
from pivotry.games.pivotation import rules

CHOOSE = jit.bind(rules.choose, tag="pivotation")
GRAND = {"widths": [10, 11, 12, 11, 12, 11, 12]}

HEAPS: dict[str, tuple[dict[str, str], Any]] = {
    "standard": ({"c3": "d1 d2 d16", "d3": "d1 d2 d16", "f3": "d3 d4", "e4": "d3", "g3": "d4",
                  "c5": "l1 l2 l16", "d5": "l1 l2 l16", "g7": "l3", "g6": "l3"}, "standard"),
    "high": ({"i6": "d1 d2 d3", "j6": "d1 d2 d3", "g6": "d4 d5", "h6": "d4", "g7": "d5",
              "c7": "l1 l2 l16", "d7": "l1 l2 l16", "k7": "l3", "l7": "l3"}, GRAND),
    "high for Light": ({"k7": "l3 l16", "j7": "l3", "k6": "l16", "g7": "l1 l2 l4", "h7": "l1 l2 l4",
                        "b4": "d1 d2", "c4": "d1 d2", "e6": "d3", "f6": "d3"}, GRAND),
    "in both words": ({"h6": "d1 d2 d3 d4", "i6": "d1 d2 d3 d4", "h7": "l1 l2", "i7": "l1 l2",
                       "j5": "d5 d6", "k5": "d5 d6", "d6": "l5 l6 l7", "e6": "l5 l6 l7"}, GRAND),
}  # fmt: skip
"""Stacks of bars of one side, on either side of hole 64 where a board has so many."""


def drawn(play: Play) -> list[int]:
    """The action of every number that can be drawn."""
    moves = []
    for r in range(int(play.w.total)):
        step = int(CHOOSE(play.s, play.c, play.w, r))
        hole = int(play.s.hole[step >> 12])
        moves.append(int(rules.action(play.c, hole, step >> 5 & 127, step & 31)))
    return moves


@pytest.mark.parametrize("name", HEAPS)
def test_every_legal_move_is_drawn_once(name: str) -> None:
    stacks, board = HEAPS[name]
    rng = random.Random(name)
    sizes: set[str] = set()
    for game in range(often(12, 6)):
        play = Play.at(described(stacks, "dark" if game % 2 else "light", board))
        for _ in range(24):
            moves = play.legal()
            assert sorted(drawn(play)) == moves
            if play.over:
                break
            texts = play.texts()
            groups = [text for text in texts if text[0].isdigit()]
            sizes.update(text[0] for text in groups)
            play.apply(rng.choice(groups or texts) if rng.random() < 0.4 else rng.choice(texts))
    assert "2" in sizes


def test_an_end_is_held_against_the_hole_it_goes_to_on_a_large_board() -> None:
    """Three ends lie in k6, none in the hole that has its place in the other word of a mask."""
    heap = {"k6": "l1 l2 l3", "k7": "l1 l2 l3", "j5": "d1", "j6": "d1", "a1": "d2", "b1": "d2"}
    play = Play.at(described(heap, "dark", GRAND))
    answer = said(play, "j5-k6")
    assert answer.clauses == ("P-7",)
    assert "level 4 in hole k6 while its other end stands on level 1 in hole j6" in answer.message
    assert "j5-i6" in play.texts()


def test_p9_closes_the_first_hole_of_the_second_word() -> None:
    """i6 is hole 64 of the board; l1 lies above d1 in i5 and stands in i6."""
    far = {"a1": "d2", "b1": "d2"}
    play = Play.at(described({"i5": "d1 l1", "h6": "d1", "i6": "l1", **far}, "dark", GRAND))
    assert said(play, "h6-i6").clauses == ("P-9",)
    assert "h6-i6" not in play.texts()
    free = Play.at(described({"i5": "d1", "h6": "d1", "i6": "l1", "j6": "l1"}, "dark", GRAND))
    assert "h6-i6" in free.texts()
