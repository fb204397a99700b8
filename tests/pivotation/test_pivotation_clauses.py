"""Every clause and ruling about the board, moving and the end, by what would differ without it."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, conformance
from pivotation_kit import at, bars, clauses, described, said, stacks, widths

from pivotry.errors import BadPosition
from pivotry.games.pivotation import position, tables

FAR = {"h7": "l1", "g7": "l1"}
LONE = {"c3": "d1", "d3": "d1", **FAR}
FIGURES = conformance("pivotation/figures.json")


@pytest.mark.parametrize("figure", FIGURES, ids=[f["name"].replace(" ", "-") for f in FIGURES])
def test_figures(figure: dict[str, Any]) -> None:
    play = Play.at(figure["position"])
    assert play.texts() == sorted(figure["legal"])
    for text in figure["legal"]:
        assert said(play, text).legal
    for wrong in figure["illegal"]:
        found = clauses(play, wrong["move"])
        assert found
        assert set(found) <= set(wrong["clauses"])
    if "move" in figure:
        after = play.apply(figure["move"]).position()
        assert after["stacks"] == figure["after"]["stacks"]
        assert after["result"] == figure["after"]["result"]


def test_p1_lattice() -> None:
    holes = tables.lattice((8, 7, 8, 7, 8, 7, 8))
    names = {hole: {holes.names[n] for n in holes.near[i]} for hole, i in holes.index.items()}
    assert names["d4"] == {"c4", "e4", "d3", "e3", "d5", "e5"}
    assert names["d3"] == {"c3", "e3", "c2", "d2", "c4", "d4"}
    assert names["a1"] == {"b1", "a2"}
    assert names["h7"] == {"g7", "g6"}
    assert names["g2"] == {"f2", "g1", "h1", "g3", "h3"}
    with pytest.raises(BadPosition) as caught:
        position.read(described({"a1": "d1", "c1": "d1", **FAR}))
    assert caught.value.faults[0][0] == "P-1"
    assert clauses(at(LONE), "c3-d8") == ("P-1",)
    assert clauses(at(LONE), "c3-h4") == ("P-1",)


def test_p2_dark_begins_and_turns_alternate() -> None:
    play = Play("pivotation").begin()
    for ply in range(6):
        assert play.actor == ply % 2
        assert play.position()["turn"] == ("dark", "light")[ply % 2]
        mine = "dl"[ply % 2]
        moves = play.texts()
        assert all(play.position()["stacks"][text[:2]][-1][0] == mine for text in moves)
        play.apply(moves[0])
        assert play.position()["ply"] == ply + 1


def test_p3_an_end_turns_about_the_other() -> None:
    play = at(LONE)
    assert play.texts() == ["c3-c4", "c3-d4", "c3-e3", "d3-b4", "d3-c4"]
    assert clauses(play, "c3-f3") == ("P-3",)
    assert clauses(play, "c3-b4") == ("P-3",)
    assert clauses(play, "c3-d3") == ("P-3",)
    assert clauses(play, "c3-c3") == ("P-3",)
    assert stacks(play.apply("c3-e3")) == {"d3": "d1", "e3": "d1", "g7": "l1", "h7": "l1"}


@pytest.mark.parametrize(
    ("stood", "turn", "goes", "stays"),
    [
        ({"c3": "d1", "d3": "d1"}, "dark", "c3-c4 c3-d4 c3-e3 d3-b4 d3-c4", "c3-c2 c3-d2 d3-b3"),
        ({"c3": "d1", "b4": "d1"}, "dark", "c3-a4 c3-b5 c3-c4 c3-c5 b4-c4", "b4-b3 b4-b2 b4-c2"),
        ({"c4": "l1", "d4": "l1"}, "light", "c4-d3 c4-e3 d4-b4 d4-c3 d4-d3", "c4-e4 c4-d5 d4-d5"),
        ({"c4": "l1", "c5": "l1"}, "light", "c5-b4 c5-c3 c5-d3 c5-d4 c4-b4", "c4-d5 c4-b5 c4-c6"),
    ],
)
def test_p4_forward_or_right(stood: dict[str, str], turn: str, goes: str, stays: str) -> None:
    far = {"a1": "d9", "b1": "d9"} if turn == "light" else FAR
    play = at({**stood, **far}, turn)
    own = [text for text in play.texts() if text[:2] in stood]
    assert set(goes.split()) == set(own)
    for text in stays.split():
        assert "P-4" in clauses(play, text)


def test_p5_a_bar_swings_over_others() -> None:
    free = at(LONE)
    full = at({**LONE, "c4": "l2", "d4": "l2", "c2": "d2", "d2": "d2"})
    assert {"c3-e3", "d3-b4", "c3-c4", "c3-d4"} <= set(free.texts()) & set(full.texts())


def test_p6_any_number_of_ends_on_rising_levels() -> None:
    dark, light = (" ".join(f"{side}{n}" for n in range(1, 17)) for side in "dl")
    towers = at({"c3": dark, "d3": dark, "c4": light, "b4": light})
    assert set(towers.texts()) == {
        "15c3-d4", "15c3-e3", "16c3-d4", "16c3-e3", "c3-c4", "d3-b4", "d3-c4",
    }  # fmt: skip
    after = towers.apply("c3-c4").position()["stacks"]
    assert [len(after[hole]) for hole in ("c3", "c4", "d3")] == [15, 17, 16]
    assert after["c4"] == [*light.split(), "d16"]


@pytest.mark.parametrize(
    ("pile", "legal"), [("", True), ("l2", True), ("l2 l3", False), ("l2 d3 l4", False)]
)
def test_p7_levels_differ_by_one_at_most(pile: str, legal: bool) -> None:
    extra = {"c4": pile, "b4": pile} if pile else {}
    play = at({**LONE, **extra})
    assert ("c3-c4" in play.texts()) == legal
    if not legal:
        assert clauses(play, "c3-c4") == ("P-7",)
        assert f"level {len(pile.split()) + 1} in hole c4" in said(play, "c3-c4").message
        assert said(play, "c3-c4").squares == ("c4", "d3")


def test_p7_down_as_well_as_up() -> None:
    play = at({"c3": "l2 l3 d1", "d3": "l2 l3 d1", "a1": "d9", "b1": "d9"})
    assert not [text for text in play.texts() if text[0] in "cd"]
    assert clauses(play, "c3-c4") == ("P-7",)


def test_p8_an_anchored_end_stays_while_the_other_moves() -> None:
    play = at({"c3": "d1 l2", "b3": "l2", "d3": "d1", **FAR})
    assert play.texts() == ["d3-b4", "d3-c4"]
    assert set(clauses(play, "c3-c4")) == {"P-8", "P-10"}
    assert "l2 stands above it" in said(play, "c3-c4").message
    both = at({"c3": "d1 l2", "b3": "l2", "d3": "d1 l3", "e3": "l3", "a1": "d9", "b1": "d9"})
    assert not [text for text in both.texts() if text[0] in "cd"]


def test_p9_two_bars_are_never_each_above_the_other() -> None:
    play = at({"c3": "d1 l2", "d3": "d1", "b4": "l2", **FAR})
    assert play.texts() == ["d3-c4"]
    assert clauses(play, "d3-b4") == ("P-9",)
    assert said(play, "d3-b4").message.startswith("In hole c3, bar l2 lies above bar d1")
    assert said(play, "d3-b4").squares == ("c3", "b4")
    # The same hole is open when what lies there is another bar, or when l2 is below.
    other = at({"c3": "d1 l2", "d3": "d1", "b3": "l2", "b4": "l3", "a4": "l3", **FAR})
    assert "d3-b4" in other.texts()
    below = at({"c3": "l2 d1", "d3": "d1", "b4": "l2", **FAR})
    assert "d3-b4" in below.texts()


def test_p9_holds_for_the_ends_of_a_group() -> None:
    play = at({"c3": "d1 d2 l2", "d3": "d1 d2", "c4": "l3 l2", "b4": "l3", **FAR})
    assert "2d3-b4" in play.texts()
    assert "2d3-c4" not in play.texts()
    assert "P-9" in clauses(play, "2d3-c4")


def test_p9_follows_the_bars() -> None:
    """What closes a hole moves on and goes away."""
    play = at({"c3": "d1 d2", "d3": "d1", "c4": "d2", "e6": "l2", "f6": "l2"})
    assert "d3-b4" in play.texts()
    assert "d3-c4" not in play.texts()
    play.apply("c4-b4").apply("e6-d5")
    assert "d3-b4" not in play.texts()
    assert "d3-c4" in play.texts()
    play.apply("c3-b5").apply("f6-e5")
    assert {"d3-b4", "d3-c4"} <= set(play.texts())


def test_p10_a_group_keeps_its_order() -> None:
    play = at({"c3": "d1 d2", "d3": "d1 d2", **FAR})
    after = stacks(play.apply("2c3-d4"))
    assert after["d4"] == "d1 d2"
    assert "c3" not in after


def test_p10_only_own_bars() -> None:
    play = at({"c3": "l2 d1", "d3": "l2 d1", **FAR})
    assert "2c3-c4" not in play.texts()
    assert clauses(play, "2c3-c4") == ("P-10",)
    assert clauses(play, "3c3-c4") == ("P-10",)
    assert clauses(play, "h7-g6") == ("P-10",)


def test_p10_each_end_by_itself() -> None:
    pair = at({"c3": "d1 d2", "d3": "d1", "c2": "d2", **FAR})
    assert "c3-b3" not in pair.texts()
    assert "P-4" in clauses(pair, "2c3-b3")
    assert clauses(pair, "2c3-e3") == ("P-3", "P-11")
    high = "l4 l5 l6 l7"
    levels = at({"c3": "l2 d1 d2", "d3": "l2 l3 d1 d2", "e3": "l3", "c4": high, "b4": high})
    assert "c3-c4" in levels.texts()
    assert clauses(levels, "2c3-c4") == ("P-7",)
    assert (
        "level 5 in hole c4 while its other end stands on level 3" in said(levels, "2c3-c4").message
    )


def test_p11_ends_with_two_pivots_go_next_door_only() -> None:
    play = at({"d3": "d1 d2", "c4": "d1", "d4": "d2", **FAR})
    assert "d3-d5" in play.texts()
    assert clauses(play, "2d3-d5") == ("P-11",)
    one_pivot = at({"d3": "d1 d2", "c4": "d1 d2", **FAR})
    assert {"2d3-c5", "d3-c5"} <= set(one_pivot.texts())
    next_door = at({"d3": "d1 d2", "c4": "d1", "e3": "d2", **FAR})
    assert "2d3-d4" in next_door.texts()


def test_p11_three_ends() -> None:
    play = at({"d3": "d1 d2 d3", "c4": "d1 d2", "d4": "l4 d3", "e4": "l4", **FAR})
    assert "d3-d5" in play.texts()
    assert clauses(play, "2d3-d5") == ("P-11",)
    assert clauses(play, "3d3-d5") == ("P-11",)


def test_p12_breaking_and_larger_groups() -> None:
    play = at({"c3": "d1 d2", "d3": "d1 d2", **FAR})
    assert {"c3-c4", "2c3-c4"} <= set(play.texts())
    # d2 alone would come to level 1 against level 3; with d1 beneath it both fit.
    larger = at({"c3": "l2 d1 d2", "d3": "l2 d1 d2", **FAR})
    assert "2c3-e3" in larger.texts()
    assert clauses(larger, "c3-e3") == ("P-7",)


def test_p17_finished_on_any_level() -> None:
    play = at(
        {"b7": "l2", "c7": "l2 d1", "d7": "l3", "e7": "l3", "c6": "d1", "h3": "l1", "g3": "l1"}
    )
    assert stacks(play.apply("c6-d7"))["d7"] == "l3 d1"
    assert play.position()["result"] is None
    assert play.apply("h3-g2").position()["result"] == "dark"


def test_p17_half_a_bar_is_not_finished() -> None:
    play = at({"c7": "d1", "c6": "d1", "h3": "l1", "g3": "l1"}, "light")
    assert play.apply("h3-g2").position()["result"] is None
    play = at({"c1": "l1", "c2": "l1", "h3": "d1", "g3": "d1"})
    assert play.apply("h3-g4").position()["result"] is None


def test_p17_finished_bars_go_on() -> None:
    play = at({"c7": "d1", "d7": "d1", "a2": "l1", "a3": "l1"})
    assert "c7-e7" in play.texts()
    assert play.apply("c7-e7").apply("a3-b2").position()["result"] == "dark"


def test_p18_light_has_the_last_word() -> None:
    stood = {"c7": "d1", "c6": "d1", "h1": "l1", "g2": "l1", "g5": "l2", "h5": "l2"}
    play = at(stood).apply("c6-d7")
    assert play.position()["result"] is None
    contested = play.snapshot()
    assert play.apply("g5-g4").position()["result"] == "dark"
    play.restore(contested)
    assert play.apply("g2-g1").position()["result"] is None


def test_p18_light_may_answer_by_capturing() -> None:
    stood = {"c7": "d1", "d7": "d1 l1", "e7": "l1", "g5": "l2", "h5": "l2", "a1": "d2", "b1": "d2"}
    assert at(stood, "light").apply("g5-g4").position()["result"] == "dark"
    play = at(stood, "light").apply("e7-c7")
    assert play.position()["result"] is None
    assert bars(play) == {"d2", "l1", "l2"}


def test_p18_light_wins_with_the_first_finish() -> None:
    stood = {"h1": "l1", "g2": "l1", "a1": "d2", "b1": "d2"}
    assert at(stood, "light").apply("g2-g1").position()["result"] == "light"


def test_p19_light_ahead_after_darks_move_wins() -> None:
    stood = {"c4": "d1", "d4": "d1", "a1": "l1", "b1": "l1", "g5": "l2", "h5": "l2"}
    play = at(stood).apply("c4-d5")
    assert play.position()["result"] == "light"
    assert play.texts() == []
    even = {**stood, "c7": "d2", "c6": "d2"}
    assert at(even).apply("c6-d7").position()["result"] is None
    assert at(even).apply("c4-d5").position()["result"] == "light"


@pytest.mark.parametrize(
    ("rows", "turn", "stood", "move", "result"),
    [
        # Neither can move: after Dark's move Dark has won, after Light's nobody.
        ((3, 4), "dark", {"a1": "l1", "b1": "l1", "b2": "d1", "c2": "d1"}, "b2-d2", "dark"),
        ((2, 3, 2), "light", {"a3": "d1", "b3": "d1", "b1": "l1", "b2": "l1"}, "b2-a1", "draw"),
        # Only the mover could go on.
        ((2, 3), "dark", {"a1": "d1", "b1": "d1", "a2": "l1", "b2": "l1"}, "b1-a2", "dark"),
        ((3, 4), "light", {"c2": "d1 l1", "d2": "d1", "b1": "l1"}, "c2-c1", "light"),
        # The other side can still move.
        ((3, 4), "dark", {"a1": "d1", "b1": "d1", "a2": "l1", "b2": "l1"}, "a1-c1", None),
    ],
)
def test_p20_and_pr4_no_pivot_left(
    rows: tuple[int, ...], turn: str, stood: dict[str, str], move: str, result: str | None
) -> None:
    play = at(stood, turn, widths(*rows)).apply(move)
    assert play.position()["result"] == result
    assert (play.texts() == []) == (result is not None)
    values = [0.0, 0.0]
    play.k.returns(play.s, play.c, values)
    assert values == {"dark": [1, -1], "light": [-1, 1]}.get(result or "", [0, 0])


def test_pr1_examples_of_the_sheet() -> None:
    along = at(LONE).texts()
    assert [sum(text.startswith(hole) for text in along) for hole in ("c3", "d3")] == [3, 2]
    leaning = at({"c3": "d1", "c4": "d1", **FAR}).texts()
    assert [sum(text.startswith(hole) for text in leaning) for hole in ("c3", "c4")] == [5, 0]


BACK = {"a1": "d1", "b1": "d1", "c1": "d2", "d1": "d2", "e1": "d3", "f1": "d3"}
SECOND = {"g1": "d4", "h1": "d4", "a2": "d5", "b2": "d5", "c2": "d6", "d2": "d6", "e2": "d7",
          "f2": "d7"}  # fmt: skip


@pytest.mark.parametrize(
    ("board", "stood", "rows"),
    [
        ("mini", {**BACK, "f5": "l1", "e5": "l1", "d5": "l2", "c5": "l2", "b5": "l3",
                  "a5": "l3"}, 5),
        ("standard", {**BACK, **SECOND, "h7": "l1", "g7": "l1", "f7": "l2", "e7": "l2", "d7": "l3",
                      "c7": "l3", "b7": "l4", "a7": "l4", "g6": "l5", "f6": "l5", "e6": "l6",
                      "d6": "l6", "c6": "l7", "b6": "l7"}, 7),
        ("grand", {**BACK, **SECOND, "a3": "d8", "b3": "d8", "c3": "d9", "d3": "d9", "e3": "d10",
                   "f3": "d10", "g3": "d11", "h3": "d11", "h9": "l1", "g9": "l1", "f9": "l2",
                   "e9": "l2", "d9": "l3", "c9": "l3", "b9": "l4", "a9": "l4", "g8": "l5",
                   "f8": "l5", "e8": "l6", "d8": "l6", "c8": "l7", "b8": "l7", "h7": "l8",
                   "g7": "l8", "f7": "l9", "e7": "l9", "d7": "l10", "c7": "l10", "b7": "l11",
                   "a7": "l11"}, 9),
    ],
)  # fmt: skip
def test_pr2_boards(board: str, stood: dict[str, str], rows: int) -> None:
    play = Play("pivotation", options={"board": board}).begin()
    assert stacks(play) == dict(sorted(stood.items(), key=lambda item: (item[0][1], item[0][0])))
    assert int(play.c.rows) == rows
    assert play.position()["board"] == board


def test_pr3_the_upper_of_two_can_go_alone() -> None:
    play = at({"d3": "d1 d2", "c4": "d1", "d4": "d2", **FAR})
    assert "d3-d5" in play.texts()
    assert "2d3-d5" not in play.texts()


def test_pr6_an_end_may_come_down_by_more_than_one() -> None:
    play = at({"c3": "l2 d2 d1", "b3": "l2 d2", "d3": "l3 d1", "e3": "l3", **FAR})
    assert "c3-d4" in play.texts()
    after = stacks(play.apply("c3-d4"))
    assert after["d4"] == "d1"
