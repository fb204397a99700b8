"""Every clause and ruling of the peg game, each by what would differ without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, generator
from pegs_oracle import PEGS, ROOM, Oracle

from pivotry.games.pegs import explain, position, rules

START = {"A1": "dldl", "A2": "ldld", "A3": "dldl", "A4": "ldld"}


def at(stacks: dict[str, str], **more: Any) -> Play:
    """A position that somebody has set up."""
    data = {
        "game": "pegs", "turn": "dark", "step": 1, "last": None, "quiet": 0, "ply": 60,
        "result": None, "stacks": stacks,
    }  # fmt: skip
    return Play.at(data | more)


def clauses(play: Play, text: str) -> tuple[str, ...]:
    said = explain.explain(play.s, play.c, text)
    assert not said.legal
    return said.clauses


MIDDLE = {
    "A1": "dldl", "A2": "ldl", "A3": "d", "A4": "ld", "B1": "dld", "C1": "ll", "D2": "d"
}  # fmt: skip


def test_g1_board() -> None:
    assert len(PEGS) == 18
    play = at(MIDDLE)
    for missing in ("A5", "B5", "C6", "D6", "A0", "E1"):
        assert clauses(play, f"A1-{missing}") == ("G-1",)
        assert clauses(play, f"{missing}-A1") == ("G-1",)
    assert all(clauses(play, f"{peg}-{peg}")[0] != "G-1" for peg in PEGS)


@pytest.mark.parametrize(
    ("move", "rings", "room"),
    [("A2-A1", "ld", 4), ("B2-B1", "ld", 3), ("C2-C1", "d", 2), ("C1-D1", "ld", 1)],
)
def test_gr1_room(move: str, rings: str, room: int) -> None:
    """A peg takes as many rings as its row says, and not one more."""
    source, to = move.split("-")
    for held in (room - 1, room):
        stacks = {source: rings}
        if held:
            stacks[to] = "dldl"[:held]
        _top_up(stacks)
        assert (move in at(stacks).texts()) == (held < room)


def _top_up(stacks: dict[str, str]) -> None:
    """Put the rings that are missing on A3, A4, B4, C4 and C5."""
    missing = [
        letter
        for letter in "dl"
        for _ in range(8 - sum(text.count(letter) for text in stacks.values()))
    ]
    for spare in ("A3", "A4", "B4", "C4", "C5"):
        while missing and len(stacks.get(spare, "")) < ROOM[spare[0]]:
            stacks[spare] = stacks.get(spare, "") + missing.pop()
    assert not missing


def test_g2_start() -> None:
    described = Play("pegs").begin().position()
    assert described["stacks"] == START
    assert described["last"] is None
    assert (described["ply"], described["quiet"], described["result"]) == (0, 0, None)


def test_g2_a_used_record_starts_afresh() -> None:
    play = Play("pegs").begin()
    for move in ("A1-B1", "B1-B2", "A2-A1"):
        play.apply(move)
    assert play.begin().s.tobytes() == Play("pegs").begin().s.tobytes()
    finished = at(MIDDLE, quiet=99, ply=99).apply("B1-B2")
    assert finished.over
    assert finished.begin().s.tobytes() == play.s.tobytes()


def test_gr2_setups() -> None:
    uniform = Play("pegs", 2, {"setup": "uniform"}).begin().position()
    assert uniform["stacks"] == dict.fromkeys(START, "dldl")
    assert uniform["setup"] == "uniform"
    mirrored = {f"A{5 - int(peg[1])}": rings for peg, rings in START.items()}
    swap = str.maketrans("dl", "ld")
    assert {peg: rings.translate(swap) for peg, rings in mirrored.items()} == START


def test_g3_two_moves_a_turn_of_any_colour() -> None:
    play = Play("pegs").begin()
    seats = []
    for move in ("A1-B1", "A2-B2", "B2-B3", "A1-A2", "A2-B2"):
        seats.append(play.actor)
        play.apply(move)
    assert seats == [0, 0, 1, 1, 0]
    assert {"A1-B1", "A2-B2"} <= set(Play("pegs").begin().texts())  # a light ring and a dark one


def test_gr6_who_starts() -> None:
    assert Play("pegs").begin().actor == 0
    play = Play("pegs", 2, {"first": "light"}).begin()
    assert [play.actor, play.apply("A1-B1").actor, play.apply("A2-B2").actor] == [1, 1, 0]


def test_g4_the_top_ring_moves_to_another_peg_with_room() -> None:
    play = at(MIDDLE)
    play.apply("A4-A3")
    described = play.position()["stacks"]
    assert (described["A4"], described["A3"]) == ("l", "dd")
    play = at(MIDDLE)
    assert clauses(play, "C3-C4") == ("G-4",)  # no ring there
    assert clauses(play, "A2-A1") == ("G-4",)  # no room there
    assert clauses(play, "A2-A2") == ("G-4",)  # not another peg
    assert not {"C3-C4", "A2-A1", "A2-A2"} & set(play.texts())


def test_g5_sideways_to_the_next_peg() -> None:
    play = at(MIDDLE)
    assert {"A3-A2", "A3-A4", "C1-C2"} <= set(play.texts())
    assert clauses(play, "C1-C3") == ("G-5",)
    assert clauses(play, "A4-A2") == ("G-5",)
    assert "A4-B1" not in play.texts()  # the end of a row is not next to the start of another


def test_g6_the_next_number_may_be_a_row_ahead() -> None:
    """From A4 to B1 is forward where a lane goes there, although no peg stands between."""
    lanes = {**STUCK_LANES, "A4": ["B1"]}
    play = at({**MIDDLE, "A4": "ldld", "A1": "d", "B1": "dl", "B3": "dl"}, lanes=lanes)
    said = explain.explain(play.s, play.c, "A4-B1")
    assert said.legal
    assert said.clauses == ("G-4", "G-6")


def test_g6_forward_along_a_lane_from_a_full_peg() -> None:
    play = at(MIDDLE)
    assert {"A1-B1", "B1-C2", "C1-D1"} - set(play.texts()) == {"A1-B1"}  # B1 is full
    assert clauses(play, "A2-B2") == ("G-6",)  # A2 is one short of full
    assert clauses(play, "C1-D3") == ("G-6",)  # no lane
    assert clauses(play, "B1-D1") == ("G-6",)  # two rows
    assert "B2-C2" not in play.texts()


def test_g7_no_move_is_taken_back() -> None:
    play = Play("pegs").begin()
    for move in ("A1-B1", "B1-B2"):
        play.apply(move)
    assert play.actor == 1  # Light may not take back Dark's move either
    assert clauses(play, "B2-B1") == ("G-7",)
    assert "B2-B1" not in play.texts()
    assert "B2-B3" in play.texts()
    play.apply("A2-A1")  # after another move it may
    assert "B2-B1" in play.texts()


def test_g8_no_ring_goes_backward_or_out_of_the_goal() -> None:
    play = at(MIDDLE)
    assert clauses(play, "C1-B2") == ("G-8",)
    assert clauses(play, "B1-A2") == ("G-8",)
    assert clauses(play, "D2-D1") == ("G-8",)
    assert clauses(play, "D2-C3") == ("G-8",)
    assert not [text for text in play.texts() if text[0] == "D" or text[3] < text[0]]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Sixteen rings anywhere that rules allow in a running game, and a last move that fits."""
    colours = draw(st.permutations("d" * 8 + "l" * 8))
    stacks: dict[str, str] = {}
    order = draw(st.permutations(PEGS))
    full_first = draw(st.booleans())
    left = list(colours)
    for peg in order:
        room = ROOM[peg[0]]
        take = min(len(left), room if full_first else draw(st.integers(0, room)))
        rings = "".join(left[:take])
        if peg[0] == "D" and rings and _goal(stacks, rings) == 2:
            continue
        if rings:
            stacks[peg], left = rings, left[take:]
    for peg in order:  # what is left over goes wherever there is room outside the goal row
        while peg[0] != "D" and left and len(stacks.get(peg, "")) < ROOM[peg[0]]:
            stacks[peg] = stacks.get(peg, "") + left.pop()
    last = None
    came = [
        f"{a}-{b}"
        for b in stacks
        for a in PEGS
        if a[0] == b[0] != "D" and abs(int(a[1]) - int(b[1])) == 1
        and len(stacks.get(a, "")) < ROOM[a[0]]
    ]  # fmt: skip
    if came:
        last = draw(st.sampled_from([None, *came]))
    return {
        "game": "pegs", "turn": draw(st.sampled_from(["dark", "light"])), "step": 1, "ply": 90,
        "last": last, "quiet": 0 if last is None else draw(st.integers(1, 90)), "result": None,
        "stacks": stacks, "lanes": draw(st.sampled_from(["fan", "wide"])),
    }  # fmt: skip


def _goal(stacks: dict[str, str], ring: str) -> int:
    return sum(1 for peg, rings in stacks.items() if peg[0] == "D" and rings == ring)


@settings(max_examples=150, deadline=None)
@given(positions())
def test_g9_there_is_always_a_move(data: dict[str, Any]) -> None:
    play = Play.at(data)
    assert play.texts()
    assert play.k.random(play.s, play.c, play.w, generator(3)) >= 0


STUCK_LANES = {
    "A1": ["B1"], "A2": ["B2"], "A3": ["B3"], "A4": ["B4"],
    "B1": ["C1"], "B2": ["C2"], "B3": ["C3"], "B4": ["C4"],
    "C1": ["D1"], "C2": ["D2"], "C3": ["D3"], "C4": ["D3"], "C5": ["D3"],
}  # fmt: skip
NEARLY_STUCK = {
    "C1": "dl", "C2": "dl", "C3": "dl", "C4": "dl", "C5": "dl", "D1": "d", "D2": "l", "D3": "d",
    "B1": "ld", "B2": "l",
}  # fmt: skip


def test_g9_own_lanes_that_leave_no_move_end_in_a_draw() -> None:
    for way in ("apply", "random", "playout"):
        play = at(NEARLY_STUCK, lanes=STUCK_LANES)
        if way == "apply":
            play.apply("B2-B1")
        else:
            rng = generator(0)
            before = play.snapshot()
            for seed in range(40):  # until the random move is that one
                play.restore(before)
                rng = generator(seed)
                if way == "random":
                    play.k.random(play.s, play.c, play.w, rng)
                else:
                    play.k.playout(play.s, play.c, play.w, rng, 1)
                if play.position()["last"] == "B2-B1":
                    break
        described = play.position()
        assert (described["last"], described["result"]) == ("B2-B1", "draw")
        assert play.over
        assert clauses(play, "B1-B2") == ("G-9",)
        assert position.read(described)[1].tobytes() == play.s.tobytes()


TWO_EACH = {
    "A1": "dld", "A2": "ldl", "A3": "d", "B1": "l", "B2": "l", "C1": "dl", "C2": "ld",
    "D3": "d", "D4": "l", "D5": "d",
}  # fmt: skip


def test_g10_three_in_the_goal_row_win() -> None:
    stacks = {**TWO_EACH, "C1": "ld"}
    play = at(stacks, turn="light", step=1)
    play.apply("C1-D1")  # Light moves Dark's third ring in, with the first move of a turn
    assert play.position()["result"] == "dark"
    assert play.over
    assert play.texts() == []
    values = np.zeros(2)
    play.k.returns(play.s, play.c, values)
    assert values.tolist() == [1, -1]
    said = explain.explain(play.s, play.c, "A1-A2")
    assert said.clauses == ("G-10",)
    assert set(said.squares) == {"D1", "D3", "D5"}
    play = at(TWO_EACH)
    play.apply("C1-D1")  # two of each colour: it goes on
    assert not play.over
    play.k.returns(play.s, play.c, values)
    assert values.tolist() == [0, 0]


def test_g10_light_wins_too() -> None:
    swap = str.maketrans("dl", "ld")
    stacks = {peg: rings.translate(swap) for peg, rings in TWO_EACH.items()} | {"C1": "dl"}
    play = at(stacks).apply("C1-D1")
    values = np.zeros(2)
    play.k.returns(play.s, play.c, values)
    assert (play.position()["result"], values.tolist()) == ("light", [-1, 1])


@pytest.mark.parametrize("limit", [100, 3])
def test_g11_and_gr4_quiet_moves_end_in_a_draw(limit: int) -> None:
    options = {} if limit == 100 else {"quiet_limit": limit}
    play = at(MIDDLE, quiet=limit - 1, ply=200, last="A3-A4", **options)
    quiet = play.snapshot()
    play.apply("A4-A3" if "A4-A3" in play.texts() else "B1-B2")
    assert play.position()["result"] == "draw"
    assert (play.over, play.texts()) == (True, [])
    assert clauses(play, "A1-A2") == ("G-11",)
    play.restore(quiet)
    play.apply("C1-D1")  # a forward move begins the count anew
    assert (play.position()["quiet"], play.over) == (0, False)


def test_gr4_default_is_a_hundred() -> None:
    play = at(MIDDLE, quiet=98, ply=200, last="A3-A4").apply("B1-B2")
    assert not play.over
    assert play.apply("B2-B3").over


def test_gr3_lanes() -> None:
    fan, wide = Oracle(lanes="fan").lanes, Oracle(lanes="wide").lanes
    for name, lanes in (("fan", fan), ("wide", wide), (dict(STUCK_LANES), STUCK_LANES)):
        c = Play("pegs", 2, {"lanes": name}).c
        for source, a in enumerate(PEGS):
            for to, b in enumerate(PEGS):
                assert bool(rules.has_lane(c, source, to)) == (b in lanes.get(a, []))
    stacks = MIDDLE
    assert "C1-D2" not in at(stacks, lanes="wide").texts()  # taken
    stacks = {**stacks, "D3": "d"}
    del stacks["D2"]
    assert "C1-D2" in at(stacks, lanes="wide").texts()
    assert "C1-D2" not in at(stacks).texts()


def test_gr5_an_illegal_move_is_refused_and_changes_nothing() -> None:
    import pivotry

    match = pivotry.new("pegs")
    match.play("A1-B1")
    before = match.position()
    with pytest.raises(pivotry.IllegalMove) as refused:
        match.play("B1-A1")
    assert set(refused.value.clauses) == {"G-8", "G-7"}
    assert match.position() == before


def test_a_playout_ends_where_it_is_told_to() -> None:
    play = Play("pegs").begin()
    rng = generator(4)
    for limit in (0, -1):
        assert play.k.playout(play.s, play.c, play.w, rng, limit) == 0
    assert (play.position()["ply"], int(rng[0])) == (0, 4)
    finished = at(MIDDLE, quiet=99, ply=99).apply("B1-B2")
    state = finished.s.tobytes()
    assert finished.k.playout(finished.s, finished.c, finished.w, rng, 9) == 0
    assert finished.k.random(finished.s, finished.c, finished.w, rng) == -1
    assert (finished.s.tobytes(), int(rng[0])) == (state, 4)


def test_there_is_no_chance() -> None:
    play = Play("pegs").begin()
    assert play.k.weight(play.s, play.c, play.w, play.legal()[0]) == 1
