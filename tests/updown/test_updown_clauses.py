"""One test or more for each clause and ruling; ``tests/clauses.toml`` says which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from kit import Play, generator
from updown_oracle import DECK, STANDARD
from updown_table import after, at, moves, said, table

import pivotry
from pivotry.chance import Stream, seed_bytes
from pivotry.errors import BadOption, BadPosition
from pivotry.games.updown import setup, tables

DIRECTIONS = {"UP", "DOWN", "PIVOT"}


def hidden(position: dict[str, Any]) -> Counter[str]:
    return Counter([*position["draw"], *(c for hand in position["hands"] for c in hand)])


# --- cards and set-up ------------------------------------------------------------------------


def test_the_deck() -> None:
    """U-1: 80 numbers, 11 UP, 11 DOWN, 6 PIVOT."""
    assert Counter(DECK) == Counter(dict(zip(tables.NAMES, tables.COPIES, strict=True)))
    position = Play("updown", 4).begin(1).position()
    assert hidden(position) + Counter(position["numbers"]) == Counter(DECK)
    assert said(at("3", "5"), "81").clauses == ("U-1",)


def test_standard_words() -> None:
    """UR-1: twelve numbers carry words; a card with a word is played as any other number (U-2)."""
    c = setup.config(setup.normalise(4, {}))
    words = {tables.NAMES[k]: tables.WORDS[c.words[k]] for k in range(83) if c.words[k]}
    assert words == STANDARD
    for card in STANDARD:
        assert moves(at(f"{card} UP", "1", "2", numbers="5 80", going="down")) >= {card, "draw"}
        assert card not in moves(at(f"{card} UP", "1", "2", numbers="5 80"))


def test_other_words() -> None:
    """UR-1, option ``words``: none at all, or any numbers."""
    start = table("48 50", "1", "2", words="none")
    assert after(Play.at(start), "48")["turn"] == 1
    start = table("48 50", "1", "2", words={"50": "SKIP"})
    assert after(Play.at(start), "48")["turn"] == 1
    assert after(Play.at(start), "50")["turn"] == 2


@pytest.mark.parametrize("players", range(2, 9))
def test_the_deal(players: int) -> None:
    """U-3: seven cards each, the rest is the draw pile. UR-2: two to eight players."""
    play = Play("updown", players).begin(3)
    position = play.position()
    assert [len(hand) for hand in position["hands"]] == [7] * players
    assert len(position["numbers"]) == 1
    assert len(position["draw"]) == 108 - 7 * players - 1
    assert position["directions"] == []
    # U-5: going up, first the seat to the dealer's left.
    assert position["going"] == "up"
    assert position["turn"] == (position["dealer"] + 1) % players


def test_a_direction_card_is_not_turned_up() -> None:
    """U-4: direction cards go back into the draw pile until a number is turned up."""
    play = Play("updown", 2)
    play.k.start(play.s, play.c)
    rest = [*DECK]
    order = [rest.pop(rest.index(str(n))) for n in range(1, 15)]
    order += [rest.pop(rest.index(card)) for card in ("UP", "PIVOT", "DOWN", "18")]
    kinds = [tables.KIND[card] for card in order + rest]
    play.k.deal(play.s, play.c, play.w, [*kinds, 1])
    position = play.position()
    assert position["numbers"] == ["18"]
    assert {"UP", "PIVOT", "DOWN"} <= set(position["draw"])
    assert len(position["draw"]) == 93
    # UR-7: the word on it (SKIP) has no effect.
    assert position["turn"] == 0
    assert position["phase"] == "play"
    assert position["free"] is False


@pytest.mark.parametrize("number", ["28", "33", "38"])
def test_word_on_the_starting_number(number: str) -> None:
    """UR-7: the word on the starting number does nothing."""
    play = Play("updown", 3)
    play.k.start(play.s, play.c)
    rest = [card for card in DECK if card != number]
    kinds = [tables.KIND[card] for card in [*rest[:21], number, *rest[21:]]]
    play.k.deal(play.s, play.c, play.w, [*kinds, 2])
    position = play.position()
    assert (position["turn"], position["phase"], position["numbers"]) == (0, "play", [number])


def test_the_first_dealer_is_any_seat() -> None:
    """U-3 and the chance section: the first dealer is a random seat."""
    dealers = {Play("updown", 4).begin(seed).position()["dealer"] for seed in range(60)}
    assert dealers == {0, 1, 2, 3}


def test_two_piles_both_open() -> None:
    """U-5: numbers and direction cards lie on piles of their own, in every view."""
    play = at("50 PIVOT 3", "41 PIVOT", "60 61")
    end = after(play, "50", "PIVOT")
    assert (end["numbers"], end["directions"]) == (["40", "50"], ["PIVOT"])
    for seat in (None, 0, 1, 2):
        view = play.game.views.view(play.s, play.c, play.options, seat)
        assert (view["numbers"], view["directions"]) == (["40", "50"], ["PIVOT"])


# --- a turn ----------------------------------------------------------------------------------


def test_higher_going_up_lower_going_down() -> None:
    """U-6."""
    hand = "3 39 41 80"
    assert moves(at(hand, "1", "2")) == {"41", "80", "draw"}
    assert moves(at(hand, "1", "2", going="down")) == {"3", "39", "draw"}
    assert moves(at("80", "1", "2", numbers="79")) == {"80", "draw"}


def test_direction_cards() -> None:
    """U-7: UP only going down, DOWN only going up, PIVOT always; the top stays."""
    hand = "3 UP DOWN PIVOT UP"
    assert moves(at(hand, "1", "2")) == {"DOWN", "PIVOT", "draw"}
    assert moves(at(hand, "1", "2", going="down")) == {"3", "UP", "PIVOT", "draw"}
    for card, going, there, turn in [
        ("DOWN", "up", "down", 2),
        ("PIVOT", "up", "down", 2),
        ("UP", "down", "up", 1),
        ("PIVOT", "down", "up", 1),
    ]:
        end = after(at(hand, "1", "2", going=going), card)
        # The next player is found in the new direction.
        assert (end["going"], end["turn"], end["numbers"]) == (there, turn, ["40"])
        assert end["directions"] == [card]
        assert sorted(end["hands"][0]) == sorted(hand.replace(card, "", 1).split())


def test_draw_although_something_could_be_played() -> None:
    """U-8."""
    play = at("41 50", "1", "2")
    assert "draw" in moves(play)
    drawing = after(play, "draw")
    assert (drawing["phase"], drawing["cause"], drawing["turn"]) == ("drawing", "draw", 0)
    assert moves(play) == {f"={card}" for card in drawing["draw"]}


def test_a_drawn_card_may_be_played_and_no_other() -> None:
    """U-8: at once, with its word; or kept, which ends the turn."""
    drawn = after(at("41 50", "1", "2"), "draw", "=48")
    assert (drawn["phase"], drawn["drawn"], drawn["turn"]) == ("drawn", "48", 0)
    assert "48" in drawn["hands"][0]
    play = Play.at(drawn)
    assert moves(play) == {"48", "keep"}
    played = after(Play.at(drawn), "48")
    assert (played["turn"], played["phase"], played["numbers"]) == (0, "play", ["40", "48"])
    kept = after(Play.at(drawn), "keep")
    assert (kept["turn"], kept["idle"], kept["hands"][0]) == (1, 1, ["41", "48", "50"])
    assert "drawn" not in kept


def test_a_drawn_direction_card() -> None:
    """U-8, UR-6: it may be played if it could be."""
    play = at("41 UP", "1", "2")
    assert after(play, "draw", "=PIVOT")["phase"] == "drawn"
    assert after(play, "PIVOT")["going"] == "down"
    end = after(at("41 UP", "1", "2"), "draw", "=UP")
    assert (end["phase"], end["turn"]) == ("play", 1)
    assert end["hands"][0] == ["41", "UP", "UP"]


def test_a_drawn_card_that_cannot_be_played_ends_the_turn() -> None:
    """UR-6."""
    end = after(at("41", "1", "2"), "draw", "=39")
    assert (end["phase"], end["turn"], end["idle"]) == ("play", 1, 1)
    assert end["hands"][0] == ["39", "41"]


@pytest.mark.parametrize("players", range(2, 9))
def test_order_of_seats(players: int) -> None:
    """U-9: to the left going up, to the right going down."""
    for going, step in (("up", 1), ("down", -1)):
        for turn in range(players):
            hands = [str(n + 1) for n in range(players)]
            start = table(*hands, going=going, turn=turn, last_player=turn, idle=0)
            play = Play.at({**start, "last_player": None})
            drawn = "=39" if going == "up" else "=41"
            assert after(play, "draw", drawn)["turn"] == (turn + step) % players


@pytest.mark.parametrize("going", ["up", "down"])
@pytest.mark.parametrize("players", [3, 4, 8])
def test_words(players: int, going: str) -> None:
    """U-10: EXTRA TURN, NEXT PLAYER DRAWS, SKIP NEXT PLAYER."""
    hands = ["28 33 38 79", *(str(n + 1) for n in range(players - 1))]
    top = "27" if going == "up" else "39"
    step = 1 if going == "up" else -1
    end = after(at(*hands, numbers=top, going=going), "28")
    assert (end["turn"], end["phase"], end["free"]) == (0, "play", False)
    end = after(at(*hands, numbers=top, going=going), "38")
    assert (end["turn"], end["phase"], end["free"]) == (2 * step % players, "play", False)
    play = at(*hands, numbers=top, going=going)
    end = after(play, "33")
    assert (end["turn"], end["phase"], end["cause"]) == (step % players, "drawing", "penalty")
    # The penalty is drawn first; then the turn is taken as any other.
    card = "50" if going == "up" else "20"
    end = after(play, f"={card}")
    assert (end["turn"], end["phase"], end["idle"]) == (step % players, "play", 0)
    assert card in moves(play)
    assert "draw" in moves(play)


# --- free play -------------------------------------------------------------------------------


def test_free_play() -> None:
    """U-11: any number, once play has gone all the way round with nobody else playing."""
    play = at("50 60 7 DOWN UP PIVOT", "1", "2")
    end = after(play, "50", "draw", "=3", "draw", "=4")
    assert (end["turn"], end["free"], end["idle"]) == (0, True, 2)
    # Direction and order stay as they were: direction cards as always.
    assert moves(play) == {"60", "7", "DOWN", "PIVOT", "draw"}
    assert (end["going"], end["directions"]) == ("up", [])
    end = after(play, "7")
    assert (end["turn"], end["free"], end["numbers"][-1]) == (1, False, "7")


def test_a_free_turn_is_free_for_a_drawn_number_too() -> None:
    play = at("50 60 7", "1", "2")
    after(play, "50", "draw", "=3", "draw", "=4")
    end = after(play, "draw", "=5")
    assert (end["phase"], end["free"]) == ("drawn", True)
    assert moves(play) == {"5", "keep"}
    assert after(play, "5")["numbers"][-1] == "5"


def test_free_again_if_nobody_plays_again() -> None:
    play = at("50 60 7", "1", "2")
    end = after(
        play, "50", *["draw", "=3", "draw", "=4"], "draw", "=UP", "draw", "=6", "draw", "=8"
    )
    assert (end["turn"], end["free"], end["idle"]) == (0, True, 5)


def test_not_free_when_somebody_else_has_played() -> None:
    play = at("50 60 7", "51 1", "2")
    end = after(play, "50", "51", "draw", "=4")
    assert (end["turn"], end["free"]) == (0, False)
    assert moves(play) == {"60", "draw"}
    # It is the other's turn that becomes free.
    end = after(play, "draw", "=3")
    assert (end["turn"], end["free"]) == (1, True)


def test_a_direction_card_counts_as_played_and_turns_the_round() -> None:
    play = at("PIVOT 60 7", "51 1", "2")
    end = after(play, "PIVOT", "draw", "=41", "draw", "=42")
    assert (end["turn"], end["free"], end["going"]) == (0, True, "down")
    assert {"60", "7"} <= moves(play)


def test_an_extra_turn_is_not_all_the_way_round() -> None:
    play = at("48 7 60", "1", "2")
    end = after(play, "48")
    assert (end["turn"], end["free"]) == (0, False)
    assert moves(play) == {"60", "draw"}
    # If nobody plays now, the turn after the round is free.
    end = after(play, "draw", "=3", "draw", "=4", "draw", "=5")
    assert (end["turn"], end["free"], end["idle"]) == (0, True, 3)


def test_extra_turn_on_a_free_turn() -> None:
    play = at("50 60 8 9", "1", "2")
    after(play, "50", "draw", "=3", "draw", "=4")
    end = after(play, "8")
    assert (end["turn"], end["free"], end["numbers"][-1]) == (0, False, "8")


def test_nobody_has_played_yet() -> None:
    """U-11 needs a card that was played: the first seat is not free after an idle round."""
    play = at("3 50", "1", "2", turn=1, dealer=0)
    end = after(play, "draw", "=4", "draw", "=5", "draw", "=6")
    assert (end["turn"], end["free"], end["last_player"]) == (1, False, None)


def test_skip_with_two_players() -> None:
    """UR-5: the turn comes straight back, and that is all the way round."""
    play = at("58 7 60", "1")
    end = after(play, "58")
    assert (end["turn"], end["free"], end["idle"]) == (0, True, 0)
    assert "7" in moves(play)
    end = after(at("38 7 60", "1", going="down"), "38")
    assert (end["turn"], end["free"]) == (0, True)


# --- the empty pile --------------------------------------------------------------------------


def test_discards_are_shuffled_when_a_card_is_needed() -> None:
    """U-12: only then, and the tops stay."""
    play = at("50 7", "1 2", "3 4", directions="UP PIVOT", draw="")
    before = play.position()
    end = after(play, "50")
    assert end["draw"] == []  # UR-7: an empty pile alone moves nothing
    end = after(play, "draw")
    assert (end["numbers"], end["directions"], end["phase"]) == (["50"], ["PIVOT"], "drawing")
    moved = Counter([*before["numbers"], *before["directions"]])
    moved.subtract(["PIVOT"])
    assert Counter(end["draw"]) == +moved


def test_discards_are_shuffled_for_a_penalty() -> None:
    """U-12, U-10."""
    end = after(at("53 7", "1 2", "3 4", directions="UP PIVOT", draw=""), "53")
    assert (end["phase"], end["cause"], end["turn"]) == ("drawing", "penalty", 1)
    assert (end["numbers"], end["directions"]) == (["53"], ["PIVOT"])
    assert "40" in end["draw"]


def all_but(*cards: str) -> str:
    left = list(DECK)
    for card in cards:
        left.remove(card)
    return " ".join(left)


def test_drawing_when_there_is_nothing_to_draw() -> None:
    """U-12: the turn is used."""
    play = at(all_but("40", "UP", "1", "2"), "1", "2", directions="UP", draw="")
    end = after(play, "draw")
    assert (end["phase"], end["turn"], end["idle"], end["draw"]) == ("play", 1, 1, [])


def test_a_single_discard_is_enough_to_go_on() -> None:
    """U-12: either pile can yield the card."""
    hand = all_but("40", "UP", "UP", "1", "2")
    end = after(at(hand, "1", "2", directions="UP UP", draw=""), "draw")
    assert (end["phase"], end["draw"], end["directions"]) == ("drawing", ["UP"], ["UP"])
    hand = all_but("40", "39", "1", "2")
    end = after(at(hand, "1", "2", numbers="39 40", draw=""), "draw")
    assert (end["phase"], end["draw"], end["numbers"]) == ("drawing", ["39"], ["40"])


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["50", "48", "53", "58", "DOWN", "PIVOT"])
def test_the_last_card_ends_the_game(card: str) -> None:
    """U-13: at once, and a word on it has no effect."""
    end = after(at(card, "1 UP", "2 PIVOT 3", turn=0, last_player=2, idle=1), card)
    assert (end["phase"], end["turn"], end["free"]) == ("deal", 0, False)
    assert (end["last_player"], end["idle"]) == (0, 0)
    assert end["hands"] == [[], ["1", "UP"], ["2", "3", "PIVOT"]]
    assert len(end["draw"]) == 108 - 5 - (2 if card.isdigit() else 1) - (not card.isdigit())
    assert end["scores"] == [0, 3, 5]


def test_playing_the_drawn_card_is_not_going_out() -> None:
    play = at("1", "2", "3")
    after(play, "draw", "=50")
    assert after(play, "50")["phase"] == "play"


def idle_end(idle: int, **rest: Any) -> Play:
    hand = all_but("40", "UP", "1", "2")
    return at(hand, "1", "2", directions="UP", draw="", last_player=1, idle=idle, **rest)


def test_nobody_can_go_on() -> None:
    """U-14: twice as many idle turns as players, and no card to draw."""
    assert after(idle_end(4), "draw")["phase"] == "play"
    end = after(idle_end(5), "draw")
    assert (end["phase"], end["idle"], end["last_player"]) == ("deal", 6, 1)
    assert end["scores"][1:] == [1, 1]


def test_idle_turns_alone_do_not_end_a_game() -> None:
    """U-14: not while a card can be drawn, be it under a pile."""
    end = after(at("1", "2", "3", last_player=1, idle=9), "draw", "=4")
    assert (end["phase"], end["idle"]) == ("play", 10)
    hand = all_but("40", "UP", "1", "2", "30")
    play = at(hand, "1", "2", numbers="40", directions="UP", draw="30", last_player=1, idle=9)
    assert after(play, "draw", "=30")["phase"] == "deal"
    hand = all_but("40", "39", "UP", "1", "2", "30")
    play = at(hand, "1", "2", numbers="39 40", directions="UP", draw="30", last_player=1, idle=9)
    assert after(play, "draw", "=30")["phase"] == "play"


def test_a_kept_card_can_end_the_game() -> None:
    """U-14 after ``keep``, and a played one does not."""
    hand = all_but("40", "UP", "1", "2", "50")
    start = {"numbers": "40", "directions": "UP", "draw": "50", "last_player": 1, "idle": 7}
    assert after(at(hand, "1", "2", **start), "draw", "=50", "keep")["phase"] == "deal"
    assert after(at(hand, "1", "2", **start), "draw", "=50", "50")["phase"] == "play"


def test_points() -> None:
    """U-15: 1 for a number, 2 for UP or DOWN, 3 for PIVOT."""
    end = after(at("50", "1 2 64 65 80", "UP DOWN DOWN", "PIVOT PIVOT 3"), "50")
    assert end["scores"] == [0, 5, 6, 7]


@pytest.mark.parametrize(("scores", "game"), [([0, 0, 0], 1), ([10, 0, 7], 3)])
def test_scores_add_up_and_the_deal_passes_to_the_left(scores: list[int], game: int) -> None:
    """U-15."""
    play = at("50", "1 UP", "2", dealer=2, scores=scores, game_number=game)
    end = after(play, "50")
    scores = [scores[0], scores[1] + 3, scores[2] + 1]
    assert (end["scores"], end["result"], end["game_number"]) == (scores, None, game)
    cards = setup.draw_deal(Stream(seed_bytes(1), 0), play.s, play.c)
    play.k.deal(play.s, play.c, play.w, cards)
    end = play.position()
    assert (end["dealer"], end["turn"], end["game_number"]) == (0, 1, game + 1)
    assert (end["scores"], end["last_player"], end["idle"]) == (scores, None, 0)
    assert (end["going"], end["phase"]) == ("up", "play")


def test_the_lowest_total_wins_the_match() -> None:
    """U-15: after five games; ties share."""
    out = [0.0] * 3
    play = at("50", "1 UP", "2", scores=[10, 7, 8], game_number=5)
    end = after(play, "50")
    assert (end["scores"], end["result"]) == ([10, 10, 9], [2])
    play.k.returns(play.s, play.c, out)
    assert out == [-1, -1, 1]
    end = after(at("50", "1 UP", "2", scores=[10, 7, 9], game_number=5), "50")
    assert end["result"] == [0, 1, 2]
    play = at("50", "1 UP", "2", scores=[10, 7, 99], game_number=5)
    assert after(play, "50")["result"] == [0, 1]
    play.k.returns(play.s, play.c, out)
    assert out == [1, 1, -1]


def test_length_of_the_match() -> None:
    """UR-4, option ``games``: a match of one game is won by whoever goes out."""
    end = after(at("50", "1 UP", "2", games=1), "50")
    assert (end["result"], end["scores"]) == ([0], [0, 3, 1])
    assert after(at("50", "1", "2", games=2), "50")["result"] is None
    assert pivotry.new("updown", games=1, seed=1).options["games"] == 1


def test_size_of_the_hand() -> None:
    """UR-4, option ``hand``: a number is always left to start with."""
    for players in range(2, 9):
        most = 79 // players
        play = Play("updown", players, {"hand": most}).begin(1)
        assert {len(hand) for hand in play.position()["hands"]} == {most}
        with pytest.raises(BadOption, match=f"from 1 to {most} for {players} players"):
            setup.normalise(players, {"hand": most + 1})
        with pytest.raises(BadOption):
            setup.normalise(players, {"hand": 0})


def test_players() -> None:
    """UR-2: two to eight, four unless told otherwise."""
    assert setup.normalise(None, {})["players"] == 4
    for players in (0, 1, 9, -3, True, 4.0, "4"):
        with pytest.raises(BadOption, match="2 to 8 players"):
            setup.normalise(players, {})  # type: ignore[arg-type]
    with pytest.raises(BadPosition):
        at("1")


def test_deck_out() -> None:
    """UR-3: the turn that takes the last card is the last one, whether it plays or not."""
    start = {"draw": "50", "end": "deck_out", "numbers": "40", "last_player": 1}
    hand = "1 2"
    end = after(at(hand, "4 5", "6 PIVOT", **start), "draw", "=50", "keep")
    assert (end["phase"], end["scores"], end["idle"]) == ("deal", [3, 2, 4], 1)
    end = after(at(hand, "4 5", "6 PIVOT", **start), "draw", "=50", "50")
    assert (end["phase"], end["scores"], end["idle"]) == ("deal", [2, 2, 4], 0)
    end = after(at(hand, "4 5", "6 PIVOT", **{**start, "draw": "39"}), "draw", "=39")
    assert (end["phase"], end["scores"]) == ("deal", [3, 2, 4])
    # Words of that turn have no effect: it was the last one.
    for card in ("48", "53", "58"):
        end = after(at(hand, "4 5", "6", **{**start, "draw": card}), "draw", f"={card}", card)
        assert (end["phase"], end["turn"]) == ("deal", 0)


def test_deck_out_after_a_penalty_that_took_the_last_card() -> None:
    """UR-3: the game ends at the end of the turn, and nothing is refilled meanwhile."""
    play = at("53 1", "4 5", "6 7", draw="2", end="deck_out", numbers="40")
    end = after(play, "53", "=2")
    assert (end["phase"], end["turn"], end["draw"]) == ("play", 1, [])
    assert len(end["numbers"]) > 1
    assert after(play, "draw")["phase"] == "deal"
    play = at("53 1", "54 5", "6 7", draw="2", end="deck_out", numbers="40")
    assert after(play, "53", "=2", "54")["phase"] == "deal"


def test_first_out_ends_deck_out_games_too() -> None:
    end = after(at("50", "1", "2", end="deck_out"), "50")
    assert (end["phase"], end["scores"]) == ("deal", [0, 1, 1])


def test_a_pile_that_runs_out_is_no_end_by_itself() -> None:
    """UR-3: with ``first_out`` play goes on."""
    end = after(at("1 2", "4 5", "6 7", draw="39"), "draw", "=39")
    assert (end["phase"], end["draw"]) == ("play", [])


def test_games_end() -> None:
    """Random matches of every number of players come to an end."""
    for players in range(2, 9):
        play = Play("updown", players, {"games": 2}, compiled=True).begin(players)
        moves = play.k.playout(play.s, play.c, play.w, generator(players), 1_000_000)
        assert 0 < moves < 1_000_000
        assert play.over
