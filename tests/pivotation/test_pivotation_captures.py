"""Captures (P-13 to P-16, PR-5): what goes, in which order, and what waits."""

from __future__ import annotations

from kit import Play, lasting
from pivotation_kit import Stacks, at, bars, described, often, stacks, widths

REST = {"a1": "d9", "b1": "d9"}


def settled(stood: Stacks, turn: str, rows: tuple[int, ...], move: str) -> Stacks:
    play = at(stood, turn, widths(*rows))
    assert move in play.texts()
    play.apply(move)
    assert lasting(play.w) == lasting(play.rebuilt())
    return stacks(play)


def test_p13_by_one_bar_and_by_two() -> None:
    one = at({"d4": "l1 d1", "e4": "l1", "e3": "d1", "h7": "l2", "g7": "l2"}).apply("e3-e4")
    assert "l1" not in bars(one)
    two = at(
        {"d4": "l1 d1", "c4": "d1", "e4": "l1", "e3": "d2", "f3": "d2", "h7": "l2", "g7": "l2"}
    )
    assert "l1" not in bars(two.apply("e3-e4"))


def test_p13_not_by_own_bars_nor_from_higher_up() -> None:
    own = at({"d4": "d2 d1", "e4": "d2", "e3": "d1", "h7": "l2", "g7": "l2"}).apply("e3-e4")
    assert "d2" in bars(own)
    mixed = at({"d4": "l1 d1", "e4": "l1 l3", "f4": "l3", "e3": "d1", "h7": "l2", "g7": "l2"})
    assert "l1" in bars(mixed.apply("e3-e4"))
    half = at({"d4": "l1 d1", "e4": "l1", "e3": "d1", "h7": "l2", "g7": "l2"}).apply("e3-d5")
    assert "l1" in bars(half)


def test_p14_what_lay_above_comes_down() -> None:
    play = at({"c3": "l1", "d3": "l1 d1", "d4": "d1 d2", "e4": "d2", "c2": "d3", "d2": "d3",
               "h7": "l2", "g7": "l2"})  # fmt: skip
    assert stacks(play.apply("c2-c3"))["d3"] == "d1"
    assert stacks(play)["d4"] == "d1 d2"
    assert stacks(play)["c3"] == "d3"
    assert play.position()["turn"] == "light"


def test_p14_a_bar_that_comes_down_may_capture_again() -> None:
    after = settled(
        {"b3": "l4 d8", "c2": "l4 l2 d8", "b2": "l2 d4", "a2": "d4"}, "dark", (3, 4, 3), "a2-b3"
    )
    assert after == {"b3": "d8 d4", "c2": "d8", "b2": "d4"}


def test_p15_a_capture_waits_while_levels_would_break() -> None:
    """d4 goes; d1, uncovered by that, waits: without it l7 would stand on levels 1 and 3."""
    stood = {"b1": "d1 d4", "c2": "d1 d4 l6 l7", "a1": "d15", "b2": "d15 l6 l7", "c1": "l5",
             "d2": "l5"}  # fmt: skip
    after = settled(stood, "light", (3, 4, 3), "c2-b1")
    assert after == {
        "b1": "d1 l7", "c2": "d1 l6", "a1": "d15", "b2": "d15 l6 l7", "c1": "l5", "d2": "l5",
    }  # fmt: skip


def test_p15_the_largest_set_goes() -> None:
    stood = {"b1": "d6 l7 l5 d13", "b2": "d6 d9 l5 d13", "c2": "d9", "c1": "l7", "b3": "l15",
             "c3": "l15"}  # fmt: skip
    after = settled(stood, "light", (3, 4, 3), "b3-c2")
    assert after == {"b1": "l7 d13", "b2": "d13", "c2": "l15", "c1": "l7", "c3": "l15"}


def test_p15_of_equal_sets_the_lower_numbers_go() -> None:
    stood = {"b1": "d13 l7 d5 d1 l13", "c2": "d13 d6 l8 d5 l14 l13", "b3": "d6 l8", "c1": "l2",
             "d2": "l2", "a2": "d4", "b2": "d4 l7 d1 l14"}  # fmt: skip
    after = settled(stood, "light", (3, 4, 3), "c2-b2")
    assert {bar for stack in after.values() for bar in stack.split()} == {
        "d4", "d13", "l2", "l7", "l8", "l13", "l14",
    }  # fmt: skip


WAITING = {"a7": "d1 l1", "b7": "d1", "a6": "d2 d3 l1", "b6": "d2 d3", "c7": "l2", "d7": "l2",
           "g1": "d9", "h1": "d9", "g5": "l9", "h5": "l9"}  # fmt: skip


def test_pr5_a_waiting_capture_is_freed_when_an_end_above_leaves() -> None:
    play = at(WAITING, "light").apply("d7-b7").apply("g1-g2")
    assert play.w.held.tolist() == [1, 0]
    assert "b7-c6" in play.texts()
    assert "d1" in bars(play.apply("b7-c6"))
    assert play.w.held.tolist() == [0, 0]


def test_p15_a_waiting_capture_falls_due_later() -> None:
    """l9 waits until Light itself takes d12 from under d9, so that d9 may come down."""
    stood = {"a2": "l6", "b2": "l6 d12 d9", "c2": "l9", "c3": "l9 d8", "b3": "d12 l16 d9",
             "a3": "l16", "d2": "d8"}  # fmt: skip
    play = at(stood, "dark", widths(3, 4, 3)).apply("b2-c2")
    assert "l9" in bars(play)
    assert play.w.held.tolist() == [0, 1 << 8]
    play.apply("a3-b2")
    assert stacks(play) == {
        "a2": "l6", "b2": "l6 l16", "c2": "d9", "d2": "d8", "b3": "l16 d9", "c3": "d8",
    }  # fmt: skip


def test_p16_the_movers_enemies_first_then_its_own() -> None:
    own = settled(
        {"a1": "d7", "b2": "d7 l4", "c1": "l3 d4", "c2": "l3 d4 l4"}, "light", (4, 5), "b2-c1"
    )
    assert own == {"a1": "d7", "b2": "d7", "c1": "l3 l4", "c2": "l3 l4"}


def test_p16_the_movers_own_bars_fall_due_too() -> None:
    stood = {"b1": "l16 d10", "c1": "l16 d10", "a3": "l14", "b2": "l14", "c2": "d5", "d2": "d5"}
    after = settled(stood, "light", (3, 4, 3), "a3-a1")
    assert after == {"b1": "d10", "c1": "d10", "b2": "l14", "c2": "d5", "d2": "d5", "a1": "l14"}


def test_p16_in_turns_until_none_can_go() -> None:
    stood = {"b2": "d15 d6 l3 l1", "c2": "d15", "b1": "l6 d14 l1", "c1": "l6 d14", "a3": "d6 l3"}
    after = settled(stood, "dark", (3, 4, 3), "c2-b3")
    assert after == {"b2": "d15 l3 l1", "b1": "d14 l1", "c1": "d14", "a3": "l3", "b3": "d15"}


def test_p16_a_position_set_up_by_hand_is_not_settled() -> None:
    play = at({"b1": "l16 d10", "c1": "l16 d10", "a2": "l14", "b2": "l14", "c2": "d5", "d2": "d5"},
              "dark", widths(3, 4, 3))  # fmt: skip
    assert "l16" in bars(play)
    assert "l16" not in bars(play.apply("c2-c3"))


def test_the_search_for_a_set_is_bounded() -> None:
    """Many bars would uncover one another, but one alone can go: all subsets are tried."""
    high = often(13, 8)
    tower = " ".join(f"d{n}" for n in range(1, high + 1))
    side = " ".join(f"l{n}" for n in range(1, high + 1))
    stood = {"a1": f"{tower} l14", "b1": f"{tower} l15", "a2": f"{side} l14", "b2": f"{side} l15",
             "d2": "l16", "c3": "l16"}  # fmt: skip
    play = Play.at(described(stood, "light", widths(3, 4, 3)), compiled=True)
    assert play.w.held.tolist() == [1 << (high - 1), 0]
    play.apply("c3-c2")
    assert bars(play) == set(f"{tower} {side} l14 l15 l16".split()) - {f"d{high}"}
    assert play.w.held.tolist() == [1 << (high - 2), 0]


def test_p17_a_captured_bar_that_waits_is_not_finished() -> None:
    assert at(WAITING, "light").apply("g5-g4").position()["result"] == "dark"
    assert at(WAITING, "light").apply("d7-b7").position()["result"] is None


def test_bars_keep_their_numbers() -> None:
    play = at(
        {"d4": "l5 d7", "e4": "l5", "e3": "d7", "h7": "l2", "g7": "l2", "a1": "d3", "b1": "d3"}
    )
    assert bars(play.apply("e3-e4")) == {"d3", "d7", "l2"}
