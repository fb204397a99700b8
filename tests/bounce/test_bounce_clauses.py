"""Every clause and ruling by an example that goes wrong without it (``tests/clauses.toml``)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from bounce_kit import Position, deck, table
from kit import Play

from pivotry.errors import BadOption
from pivotry.games.bounce import setup, tables


def after(position: Position, *moves: str) -> Position:
    """The position that legal moves lead to."""
    play = Play.at(position)
    for move in moves:
        assert move in play.texts(), f"{move} is not among {play.texts()}"
        play.apply(move)
    return play.position()


def moves(position: Position) -> list[str]:
    return Play.at(position).texts()


def full(cards: str) -> list[str]:
    return sorted(cards.split())


# --- cards and set-up ------------------------------------------------------------------------


def test_only_the_active_number_counts() -> None:
    position = table(["5/7 7/2 1/5", "3/4"], ["", "1/9"])
    assert moves(position) == ["add 1/5 p2", "rotate", "set 5", "set 7", "take p2"]
    assert after(position, "set 5")["sets"][0] == ["5/7"]


def test_playing_and_adding_turn_no_card() -> None:
    position = table(["5/7 5/2 9/1", "3/4", "8/6"], ["", "9/4", ""])
    assert after(position, "set 5")["hands"][0] == ["9/1"]
    assert after(position, "set 5")["sets"][0] == ["5/2", "5/7"]
    assert after(position, "add 9/1 p2")["hands"][0] == ["5/2", "5/7"]


def test_the_order_of_a_hand_means_nothing() -> None:
    states = {
        Play.at(table([" ".join(cards), "3/4"])).s.tobytes()
        for cards in itertools.permutations(["5/7", "7/2", "1/5"])
    }
    assert len(states) == 1


@pytest.mark.parametrize("name", ["pairs9", "doubles8"])
def test_the_deck(name: str) -> None:
    cards = {frozenset(map(str, ends)) for ends in tables.ENDS[name]}
    assert len(tables.ENDS[name]) == len(cards) == 36
    assert cards == deck(name)
    dealt = Play("bounce", 3, {"deck": name}).begin().position()
    everything = [card for hand in dealt["hands"] for card in hand]
    assert {frozenset(card.split("/")) for card in everything} <= cards


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_a_deal(players: int, cards: int) -> None:
    dealt = Play("bounce", players).begin(5).position()
    assert [len(hand) for hand in dealt["hands"]] == [cards] * players
    numbers = [frozenset(card.split("/")) for hand in dealt["hands"] for card in hand]
    assert len(set(numbers)) == players * cards
    assert dealt["sets"] == dealt["known"] == [[]] * players
    assert dealt["discard"] == []
    assert dealt["turn"] == dealt["starter"]
    assert (dealt["round"], dealt["turns"], dealt["phase"]) == (1, 0, "play")


def test_a_deal_follows_the_cards_and_ends_that_chance_brings() -> None:
    play = Play("bounce", 3, {"hand": 2})
    play.k.start(play.s, play.c)
    cards = [*range(35, -1, -1)]
    play.k.deal(play.s, play.c, play.w, [*cards, *([1, 0] * 18), 2])
    ends = tables.ENDS["pairs9"]
    lies = [f"{b}/{a}" if i % 2 == 0 else f"{a}/{b}" for i, (a, b) in enumerate(ends[::-1])]
    dealt = play.position()
    assert dealt["hands"] == [sorted(lies[0:2]), sorted(lies[2:4]), sorted(lies[4:6])]
    assert dealt["turn"] == dealt["starter"] == 2


# --- a turn ----------------------------------------------------------------------------------


def test_the_own_set_is_discarded_when_the_turn_comes_round() -> None:
    position = table(["5/7 1/2", "3/4 6/8"])
    once = after(position, "set 5")
    assert (once["sets"], once["discard"]) == ([["5/7"], []], [])
    twice = after(position, "set 5", "rotate")
    assert (twice["sets"], twice["discard"]) == ([[], []], ["5/7"])
    assert twice["known"] == [[], []]


def test_a_turn_is_one_action() -> None:
    position = table(["5/7 1/2 9/8", "3/4 6/8", "2/3 2/4"], ["", "9/1", ""])
    for move in moves(position):
        now = after(position, move)
        assert (now["turn"], now["turns"]) == (1, 1)


def test_a_set_is_all_cards_of_its_number() -> None:
    position = table(["5/7 5/2 5/9 1/5", "3/4"])
    now = after(position, "set 5")
    assert now["sets"][0] == ["5/2", "5/7", "5/9"]
    assert now["hands"][0] == ["1/5"]


@pytest.mark.parametrize(
    ("sets", "allowed"),
    [
        ("4/6 4/1", {3: False, 4: True, 5: True, 7: True}),
        ("5/6 5/1", {3: False, 4: True, 5: False, 7: True}),
        ("7/6 7/1", {3: False, 4: True, 5: False, 7: True}),
        ("4/6", {3: True, 4: False, 5: True, 7: True}),
        ("9/6 9/1 9/3", {3: True, 4: True, 5: True, 7: False}),
        ("", {3: True, 4: True, 5: True, 7: True}),
    ],
)
def test_a_set_beats_opponents_sets_of_its_size(sets: str, allowed: dict[int, bool]) -> None:
    hand = "5/7 5/2 3/1 3/8 4/2 7/2 7/3 7/8"
    legal = moves(table([hand, "1/2"], ["", sets]))
    assert {n for n in allowed if f"set {n}" in legal} == {n for n in allowed if allowed[n]}


def test_a_set_beats_every_opponents_set_of_its_size() -> None:
    hand = "2/1 4/1 6/1 8/1 8/2 3/1 3/2"
    position = table([hand, "1/9", "1/7", "4/7"], ["", "5/9", "3/9", "7/6 7/9"])
    assert [move for move in moves(position) if move[:3] == "set"] == ["set 6", "set 8"]
    seen_from_the_third = table(["1/9", "1/7", hand], ["5/9", "3/9", ""], turn=2)
    assert [move for move in moves(seen_from_the_third) if move[:3] == "set"] == [
        "set 3", "set 6", "set 8",
    ]  # fmt: skip


def test_adding_a_card() -> None:
    position = table(["5/7 5/2 7/9 1/2", "3/4", "8/9"], ["", "5/6", "7/1 7/4 7/3"])
    adds = [move for move in moves(position) if move[:3] == "add"]
    assert adds == ["add 5/2 p2", "add 5/7 p2", "add 7/9 p3"]
    now = after(position, "add 5/7 p2")
    assert now["hands"][:2] == [["1/2", "5/2", "7/9"], ["3/4"]]
    assert now["discard"] == ["5/6", "5/7"], "the set was still that of p2, whose turn has come"
    now = after(position, "add 7/9 p3")
    assert now["sets"][2] == full("7/1 7/3 7/4 7/9")


@pytest.mark.parametrize("name", ["pairs9", "doubles8"])
def test_every_card_can_be_added_to_every_seat(name: str) -> None:
    for seat, ends in itertools.product(range(3), deck(name)):
        a, b = sorted(ends) * (3 - len(ends))
        for card in {f"{a}/{b}", f"{b}/{a}"}:
            # The set is made of another card of the same number, the others hold what is left.
            rest = sorted(deck(name) - {ends})
            shown = next(o for o in map(sorted, rest) if card[0] in o)
            other = shown[0] if shown[-1] == card[0] else shown[-1]
            spare = [f"{min(o)}/{max(o)}" for o in rest if sorted(o) != shown][:3]
            hands, sets = [[c] for c in spare], [[], [], []]
            mover = (seat + 1) % 3
            hands[mover].append(card)
            sets[seat] = [f"{card[0]}/{other}"]
            position = table([" ".join(h) for h in hands], [" ".join(s) for s in sets],
                             turn=mover, deck=name)  # fmt: skip
            play = Play.at(position)
            move = f"add {card} p{seat + 1}"
            assert move in play.texts()
            play.apply(move)
            now = play.position()
            assert card not in now["hands"][mover]
            assert card in now["sets"][seat] + now["discard"]


def test_taking_a_set() -> None:
    position = table(["1/2", "3/4", "8/9"], ["", "5/6 5/7", "2/4"])
    assert moves(position) == ["rotate", "take p2", "take p3"]
    now = after(position, "take p2")
    assert now["hands"][0] == ["1/2", "6/5", "7/5"]
    assert now["known"][0] == ["6/5", "7/5"]
    assert now["sets"] == [[], [], ["2/4"]]


def test_rotating_a_hand() -> None:
    position = table(["1/2 5/7", "3/4"], known=[["5/7"], []])
    now = after(position, "rotate")
    assert now["hands"] == [["2/1", "7/5"], ["3/4"]]
    assert now["known"][0] == ["7/5"]


# --- bouncing --------------------------------------------------------------------------------


def test_a_set_bounces_lower_ones_of_its_size() -> None:
    position = table(
        ["6/1 6/2 9/8", "1/2", "1/3", "8/2"], ["", "5/6 5/7", "5/8 5/9", "7/1 7/2 7/3"]
    )
    now = after(position, "set 6")
    assert now["hands"] == [["9/8"], full("1/2 6/5 7/5"), full("1/3 8/5 9/5"), ["8/2"]]
    assert now["known"] == [[], ["6/5", "7/5"], ["8/5", "9/5"], []]
    assert now["sets"] == [["6/1", "6/2"], [], [], full("7/1 7/2 7/3")]
    assert now["discard"] == []


def test_a_set_bounces_no_other_size() -> None:
    position = table(["6/1 9/8", "1/2", "1/3"], ["", "", "5/8 5/9"])
    assert after(position, "set 6")["sets"] == [["6/1"], [], ["5/8", "5/9"]]


def test_a_set_that_grows_bounces_lower_ones() -> None:
    position = table(["6/1 9/8", "1/2", "1/3"], ["", "5/8 5/9", "6/7"], turn=0)
    now = after(position, "add 6/1 p3")
    assert now["sets"] == [[], [], ["6/1", "6/7"]]
    assert now["hands"] == [["9/8"], full("1/2 8/5 9/5"), ["1/3"]]


def test_a_set_that_grows_is_bounced_by_a_higher_one() -> None:
    position = table(["5/1 9/8", "1/2", "1/3"], ["", "5/8", "6/7 6/2"])
    now = after(position, "add 5/1 p2")
    assert now["sets"] == [[], [], ["6/2", "6/7"]]
    assert now["hands"] == [["9/8"], full("1/2 1/5 8/5"), ["1/3"]]
    assert now["known"] == [[], ["1/5", "8/5"], []]


def test_a_set_that_grows_can_bounce_one_and_be_bounced_by_another() -> None:
    position = table(
        ["5/1 9/8", "1/2", "1/3", "8/4"], ["", "5/8", "6/7 6/2", "4/1 4/2"]
    )  # two sets of one size: only a described position has them
    now = after(position, "add 5/1 p2")
    assert now["sets"] == [[], [], ["6/2", "6/7"], []]
    assert now["hands"] == [["9/8"], full("1/2 1/5 8/5"), ["1/3"], full("8/4 1/4 2/4")]


def test_taking_and_rotating_bounce_nothing() -> None:
    position = table(["1/2", "3/4", "8/9"], ["", "5/6", "2/4"])
    assert after(position, "rotate")["sets"] == [[], [], ["2/4"]]
    assert after(position, "take p2")["hands"][1:] == [["3/4"], ["8/9"]]


def test_bounces_also_end_the_round() -> None:
    position = table(["6/1", "1/2"], ["", "5/6"])
    now = after(position, "set 6")
    assert (now["phase"], now["scores"]) == ("deal", [2, 1])
    assert now["hands"] == [[], ["1/2", "6/5"]]
    assert now["sets"] == [["6/1"], []]


# --- what is known ---------------------------------------------------------------------------


def test_known_cards_leave_with_the_card() -> None:
    known = ["5/7", "9/8"]
    position = table(
        ["5/7 5/1 9/8 2/3", "1/2", "1/3"], ["", "9/4 9/1 9/2", ""], known=[known, [], []]
    )
    assert after(position, "set 5")["known"][0] == ["9/8"]
    assert after(position, "add 9/8 p2")["known"][0] == ["5/7"]
    assert after(position, "set 2")["known"][0] == known


def test_an_added_card_becomes_known_only_when_it_goes_into_a_hand() -> None:
    position = table(["5/1 9/8", "1/2", "1/3"], ["", "5/8", "6/7 6/2"], known=[[], [], ["1/3"]])
    assert after(position, "add 5/1 p2")["known"] == [[], ["1/5", "8/5"], ["1/3"]]


# --- going out -------------------------------------------------------------------------------


def test_a_player_without_cards_takes_no_more_turns() -> None:
    position = table(["5/7", "1/2 3/4", "8/9 8/1"])
    now = after(position, "set 5", "rotate", "rotate")
    assert (now["out"], now["turn"]) == ([0], 1)
    assert after(position, "set 5", "rotate", "rotate", "rotate")["turn"] == 2


def test_adding_the_last_card_goes_out_too() -> None:
    position = table(["5/7", "1/2 3/4", "8/9 8/1"], ["", "", "5/1"])
    now = after(position, "add 5/7 p3")
    assert (now["out"], now["turn"], now["phase"]) == ([0], 1, "play")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_round_ends_with_the_second_who_goes_out(players: int) -> None:
    rest = ["1/2 1/3", "2/4 2/5", "3/6 3/7"][: players - 2]
    position = table(["5/7", "8/9", *rest])
    once = after(position, "set 5")
    assert (once["phase"], once["scores"]) == ("play", [0] * players)
    now = after(position, "set 5", "set 8")
    assert (now["phase"], now["scores"]) == ("deal", [2, 1] + [0] * (players - 2))
    assert now["out"] == [0, 1]
    assert (now["turn"], now["turns"]) == (1, 2)
    assert Play.at(now).texts() == []
    assert Play.at(now).actor == -1


def test_any_two_seats_can_end_the_round() -> None:
    now = after(table(["1/2 1/3", "5/7", "8/9"], turn=1), "set 5", "set 8")
    assert (now["out"], now["scores"], now["turn"]) == ([1, 2], [0, 2, 1], 2)


def test_two_players_end_with_the_first() -> None:
    now = after(table(["1/2 3/4", "5/7"], turn=1), "set 5")
    assert (now["phase"], now["scores"], now["out"]) == ("deal", [1, 2], [1])


def test_the_next_round_is_dealt_anew_and_the_start_passes_on() -> None:
    play = Play("bounce", 3, {"hand": 1}).begin(3)
    starters = []
    for _ in range(5):
        starters.append(play.position()["starter"])
        before = play.position()
        assert before["turn"] == before["starter"]
        for _ in range(2):
            hand = play.position()["hands"][play.actor][0]
            play.apply(f"set {hand[0]}" if f"set {hand[0]}" in play.texts() else "rotate")
        while not play.dealing and not play.over:
            play.apply(play.legal()[0])
        if play.over:
            break
        cards = [*range(36), *[0] * 36, -1]
        play.k.deal(play.s, play.c, play.w, cards)
        now = play.position()
        assert (now["round"], now["turns"], now["out"]) == (before["round"] + 1, 0, [])
        assert now["sets"] == now["known"] == [[], [], []]
        assert now["discard"] == []
        assert [len(hand) for hand in now["hands"]] == [1, 1, 1]
        assert now["scores"] == now["scores"]
    assert len(starters) > 1
    assert all((a + 1) % 3 == b for a, b in itertools.pairwise(starters))


def test_scores_stay_from_round_to_round() -> None:
    play = Play.at(table(["5/7", "1/2 3/4"], scores=[1, 2], round=3))
    play.apply("set 5")
    assert play.position()["scores"] == [3, 3]
    play.k.deal(play.s, play.c, play.w, [*range(36), *[0] * 36, -1])
    assert play.position()["scores"] == [3, 3]
    assert play.position()["round"] == 4


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([2, 0, 0], [0]),  # one reaches 4
        ([1, 3, 0], [1]),  # only the second does
        ([2, 3, 0], [0]),  # both have 4: the one who went out first
        ([3, 3, 0], [0]),  # 5 beats 4
        ([1, 2, 3], None),  # nobody has
        ([0, 3, 3], [1]),
    ],
)
def test_who_wins_the_match(scores: list[int], result: list[int] | None) -> None:
    now = after(table(["5/7", "8/9", "1/2 1/3"], scores=scores), "set 5", "set 8")
    assert now["result"] == result
    assert now["scores"] == [scores[0] + 2, scores[1] + 1, scores[2]]
    assert Play.at(now).over == (result is not None)


def test_two_players_reach_the_target_together() -> None:
    now = after(table(["5/7", "8/9 1/2"], scores=[2, 3]), "set 5")
    assert (now["scores"], now["result"]) == ([4, 4], [0])
    now = after(table(["5/7", "8/9 1/2"], scores=[2, 3], target=5), "set 5")
    assert (now["scores"], now["result"], now["phase"]) == ([4, 4], None, "deal")


# --- rulings ---------------------------------------------------------------------------------


def test_doubles_look_the_same_either_way() -> None:
    position = table(["5/5 5/7 1/2", "3/4", "8/6"], ["", "4/4", ""], deck="doubles8")
    assert after(position, "rotate")["hands"][0] == ["2/1", "5/5", "7/5"]
    assert after(position, "set 5")["sets"][0] == ["5/5", "5/7"]
    assert after(position, "take p2")["hands"][0] == full("1/2 4/4 5/5 5/7")
    four = table(["4/8 1/2", "3/4", "8/6"], ["", "4/4", ""], deck="doubles8")
    assert "add 4/8 p2" in moves(four)
    bounced = table(["6/6 1/2", "3/4", "8/7"], ["", "4/4", ""], deck="doubles8")
    assert after(bounced, "set 6")["hands"][1] == ["3/4", "4/4"]


@pytest.mark.parametrize(("players", "most"), [(2, 17), (3, 11), (4, 8), (5, 7)])
def test_hands_leave_a_card_over(players: int, most: int) -> None:
    assert setup.normalise(players, {})["hand"] == 12 - players
    assert setup.normalise(players, {"hand": most})["hand"] == most
    for hand in (0, most + 1, -1, True, 2.0, "3"):
        with pytest.raises(BadOption, match=f"from 1 to {most} with {players} players"):
            setup.normalise(players, {"hand": hand})
    dealt = Play("bounce", players, {"hand": most}).begin().position()
    assert [len(hand) for hand in dealt["hands"]] == [most] * players


def _out_with_a_set(**more: Any) -> Position:
    """p1 has gone out and left a set of one 5; p2 to move."""
    return table(
        ["", "1/2 6/3 8/5 5/9", "2/3 2/4"], ["5/7", "", ""], turn=1, out=[0], turns=9, **more
    )


def test_a_set_of_a_player_who_is_out_stays_and_counts() -> None:
    position = _out_with_a_set()
    assert moves(position) == ["add 5/9 p1", "rotate", "set 6", "set 8", "take p1"]
    round_trip = after(position, "rotate", "rotate")
    assert round_trip["sets"][0] == ["5/7"]
    assert round_trip["turn"] == 1
    assert after(position, "take p1")["hands"][1] == full("1/2 5/9 6/3 7/5 8/5")
    assert after(position, "add 5/9 p1")["sets"][0] == ["5/7", "5/9"]


def test_a_bounced_set_of_a_player_who_is_out_is_discarded_as_it_lies() -> None:
    now = after(_out_with_a_set(), "set 6")
    assert now["sets"] == [[], ["6/3"], []]
    assert now["hands"][0] == []
    assert now["discard"] == ["5/7"]
    assert now["known"][0] == []
    grown = table(["", "5/9 1/2", "2/3 2/4"], ["5/7", "", "6/1 6/2"], turn=1, out=[0])
    now = after(grown, "add 5/9 p1")
    assert (now["hands"][0], now["out"]) == ([], [0])
    # That it was p3's turn next has put away the two 6s as well.
    assert now["discard"] == full("5/7 5/9 6/1 6/2")


def test_cleared_sets_of_players_who_are_out_go_when_their_turn_would_come() -> None:
    position = _out_with_a_set(out_set="cleared")
    assert moves(position) == moves(_out_with_a_set()), "until then it counts"
    once = after(position, "rotate")
    assert (once["turn"], once["sets"][0]) == (2, ["5/7"])
    twice = after(position, "rotate", "rotate")
    assert (twice["turn"], twice["sets"][0], twice["discard"]) == (1, [], ["5/7"])


def test_equal_sets_stay_side_by_side_and_are_bounced_together() -> None:
    position = table(["5/1 6/1 6/2 9/8", "1/2", "1/3 1/4"], ["", "5/8", "5/9 5/2"])
    now = after(position, "add 5/1 p2")
    assert (now["hands"][1], now["discard"], now["sets"][2]) == (
        ["1/2"], ["5/1", "5/8"], ["5/2", "5/9"],
    )  # fmt: skip
    both = table(["5/3 6/1 6/2 9/8", "1/2", "1/3 1/4"], ["", "5/8 5/1", "5/9 5/2"])
    assert "set 5" in moves(both)
    now = after(both, "set 6")
    assert now["sets"] == [["6/1", "6/2"], [], []]
    assert now["hands"][1:] == [full("1/2 1/5 8/5"), full("1/3 1/4 2/5 9/5")]
    equal = table(["5/3 5/4 4/1 4/2", "1/2", "1/3 1/7"], ["", "5/8 5/1", "5/9 5/2"])
    assert [move for move in moves(equal) if move[:3] == "set"] == []


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_round_without_an_end_is_void(players: int) -> None:
    rest = ["1/2 1/3", "2/4 2/5", "3/6 3/7", "4/8 4/9"][: players - 1]
    last = 60 * players - 1
    position = table(["5/7 8/9", *rest], turns=last, scores=[3] * players, round=2)
    now = after(position, "set 5")
    assert (now["phase"], now["turns"], now["scores"]) == ("deal", last + 1, [3] * players)
    assert (now["result"], now["turn"], now["sets"][0]) == (None, 0, ["5/7"])
    earlier = after({**position, "turns": last - 1}, "set 5")
    assert (earlier["phase"], earlier["turn"]) == ("play", 1)


def test_turns_of_a_round_count_players_who_are_out() -> None:
    position = table(["", "1/2 6/3", "2/3 2/4"], turn=1, out=[0], turns=178)
    assert after(position, "rotate")["phase"] == "play"
    assert after(position, "rotate", "rotate")["phase"] == "deal"


def test_the_last_possible_turn_can_still_end_the_round() -> None:
    now = after(table(["5/7", "8/9 1/2"], turns=119), "set 5")
    assert (now["phase"], now["scores"]) == ("deal", [2, 1])


def test_a_void_round_is_followed_by_the_next() -> None:
    play = Play.at(table(["5/7 8/9", "1/2 1/3"], turns=119, round=4, starter=1))
    play.apply("rotate")
    play.k.deal(play.s, play.c, play.w, [*range(36), *[0] * 36, -1])
    now = play.position()
    assert (now["round"], now["starter"], now["turns"], now["phase"]) == (5, 0, 0, "play")


def test_out_is_final_when_the_last_set_is_bounced_later() -> None:
    now = after(table(["5/7", "6/3 1/2", "2/3 2/4"]), "set 5", "set 6")
    assert (now["out"], now["hands"][0], now["discard"]) == ([0], [], ["5/7"])
    assert (now["turn"], now["phase"]) == (2, "play")


def test_the_hand_is_looked_at_before_bounces() -> None:
    # p1's last card goes to p2, whose set is bounced back to p2, not to p1; p1 is out.
    position = table(["5/1", "1/2", "1/3 1/4"], ["", "5/8", "6/7 6/2"])
    now = after(position, "add 5/1 p2")
    assert now["out"] == [0]
    assert now["hands"][1] == full("1/2 1/5 8/5")
    # p2 plays the last card and is out, although cards bounce at the same time.
    position = table(["2/6", "5/1", "1/3 1/4"], ["3/8", "", ""], turn=1)
    now = after(position, "set 5")
    assert (now["out"], now["hands"][0]) == ([1], full("2/6 8/3"))
