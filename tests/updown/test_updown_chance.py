"""Chance: fair deals, fair draws, and the numbers a search draws for itself."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from kit import Play, generator
from updown_oracle import DECK
from updown_table import after, at

from pivotry import jit
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import blank
from pivotry.games.updown import notation, rules, setup, tables


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


def test_a_deal_is_all_the_cards_and_a_seat() -> None:
    play = Play("updown", 6)
    play.k.start(play.s, play.c)
    for seed in range(20):
        cards = setup.draw_deal(Stream(seed_bytes(seed), 0), play.s, play.c)
        assert cards.dtype == np.int16
        assert Counter(tables.NAMES[k] for k in cards[:108]) == Counter(DECK)
        assert 0 <= cards[108] < 6
    play.begin(1)
    assert setup.draw_deal(Stream(seed_bytes(1), 0), play.s, play.c)[108] == -1


def test_a_deal_can_be_told_from_where_it_led() -> None:
    """``deal_of`` gives an array that deals the same again, in the first game and later."""
    for players in (2, 5, 8):
        play = Play("updown", players).begin(players)
        again = Play("updown", players)
        again.k.start(again.s, again.c)
        again.k.deal(again.s, again.c, again.w, setup.deal_of(play.s, play.c))
        assert again.s.tobytes() == play.s.tobytes()
        assert (again.w.low, again.w.high) == (play.w.low, play.w.high)
    end = after(at("50", "1 UP", "2", dealer=1), "50")
    one, two = Play.at(end), Play.at(end)
    one.k.deal(one.s, one.c, one.w, setup.draw_deal(Stream(seed_bytes(4), 0), one.s, one.c))
    two.k.deal(two.s, two.c, two.w, setup.deal_of(one.s, one.c))
    assert one.s.tobytes() == two.s.tobytes()
    # A position in mid-game is what no deal brings.
    setup.deal_of(Play.at(end).s, one.c)


def dealt(kernel: bool, rounds: int) -> tuple[Counter[str], Counter[str], Counter[int]]:
    """Over many deals: cards of the dealer's left, starting numbers, dealers."""
    hands: Counter[str] = Counter()
    starts: Counter[str] = Counter()
    dealers: Counter[int] = Counter()
    play = Play("updown", 4, compiled=True)
    rng = generator(99)
    for n in range(rounds):
        play.k.start(play.s, play.c)
        if kernel:
            assert play.k.random(play.s, play.c, play.w, rng) == -1
        else:
            cards = setup.draw_deal(Stream(seed_bytes(7), n), play.s, play.c)
            play.k.deal(play.s, play.c, play.w, cards)
        position = play.position()
        hands.update(position["hands"][position["turn"]])
        starts[position["numbers"][0]] += 1
        dealers[position["dealer"]] += 1
    return hands, starts, dealers


@pytest.mark.parametrize("kernel", [False, True], ids=["fair", "search"])
def test_deals_are_uniform(kernel: bool) -> None:
    rounds = 2500
    hands, starts, dealers = dealt(kernel, rounds)
    numbers = [str(n) for n in range(1, 81)]
    assert chi_square([hands[n] for n in numbers]) < 133  # 79 degrees: 99.99 % is about 131
    assert chi_square([starts[n] for n in numbers]) < 133
    assert chi_square([dealers[n] for n in range(4)]) < 22
    for card, copies in (("UP", 11), ("DOWN", 11), ("PIVOT", 6)):
        expected = rounds * 7 * copies / 108
        assert abs(hands[card] - expected) < 5 * expected**0.5


def test_draws_have_the_weights_of_the_pile() -> None:
    """Equal cards of the pile are one outcome, as likely as there are cards."""
    play = at("1 2", "3", draw="7 9 70 UP UP UP PIVOT")
    after(play, "draw")
    weights = {
        notation.write(a, play.c): play.k.weight(play.s, play.c, play.w, a) for a in play.legal()
    }
    assert weights == {"=7": 1, "=9": 1, "=70": 1, "=UP": 3, "=PIVOT": 1}


def counted(play: Play, rounds: int) -> Counter[str]:
    """What ``random`` plays from one position."""
    counts: Counter[str] = Counter()
    kept, rng = play.snapshot(), generator(5)
    for _ in range(rounds):
        counts[notation.write(int(play.k.random(play.s, play.c, play.w, rng)), play.c)] += 1
        play.restore(kept)
    return counts


def test_random_is_uniform_over_moves() -> None:
    start = at("1 64 65 80 DOWN DOWN UP PIVOT PIVOT", "3", numbers="40")
    play = Play.at(start.position(), compiled=True)
    counts = counted(play, 12_000)
    assert set(counts) == set(play.texts()) == {"64", "65", "80", "DOWN", "PIVOT", "draw"}
    assert chi_square(list(counts.values())) < 26


def test_random_draws_by_weight() -> None:
    start = at("1 2", "3", draw="7 70 UP UP UP PIVOT DOWN DOWN")
    play = Play.at(after(start, "draw"), compiled=True)
    counts = counted(play, 16_000)
    expected = {"=7": 1, "=70": 1, "=UP": 3, "=PIVOT": 1, "=DOWN": 2}
    assert set(counts) == set(expected)
    for text, weight in expected.items():
        assert abs(counts[text] - 2000 * weight) < 5 * (2000 * weight) ** 0.5


def test_random_keeps_half() -> None:
    play = Play.at(after(at("1 2", "3", numbers="40"), "draw", "=50"), compiled=True)
    counts = counted(play, 4000)
    assert set(counts) == {"50", "keep"}
    assert abs(counts["keep"] - 2000) < 160


def estimates(play: Play) -> list[float]:
    out = np.zeros(int(play.c.players))
    play.k.returns(play.s, play.c, out)
    return [float(value) for value in out]


def test_estimates_before_a_deal() -> None:
    """A seat ``d`` points behind weighs 1 / (1 + d / m)**4; ``m`` grows with the games left."""
    start = at("50", "1", "UP 2", "3", scores=[5, 0, 40, 9], game_number=2)
    end = after(start, "50")
    assert end["scores"] == [5, 1, 43, 10]
    weights = [(1 + d / (4 + 5 * 3)) ** -4 for d in (4, 0, 42, 9)]
    expected = [2 * w / sum(weights) - 1 for w in weights]
    assert estimates(Play.at(end)) == pytest.approx(expected)


def test_estimates_in_mid_game_count_the_cards_in_hand() -> None:
    play = at("50", "1 PIVOT", "UP 2 4 6 DOWN", scores=[5, 0, 40], game_number=5)
    weights = [(1 + d / 4) ** -4 for d in (6 - 4, 4 - 4, 47 - 4)]
    assert estimates(play) == pytest.approx([2 * w / sum(weights) - 1 for w in weights])
    play = Play("updown", 4).begin(1)
    assert -1 < min(estimates(play)) <= max(estimates(play)) < 1


@pytest.mark.parametrize("games", [1, 3])
def test_starting_anew_forgets_everything(games: int) -> None:
    """``start`` and a deal leave nothing of what was played in the same records."""
    used = Play("updown", 5, {"games": games}).begin(1)
    used.k.playout(used.s, used.c, used.w, generator(1), 120 if games > 1 else 10_000)
    fresh = Play("updown", 5, {"games": games})
    for play in (used, fresh):
        play.k.start(play.s, play.c)
        play.k.derive(play.s, play.c, play.w)
    assert used.s.tobytes() == fresh.s.tobytes()
    position = used.position()
    assert (position["phase"], position["game_number"], position["idle"]) == ("deal", 0, 0)
    assert (position["going"], position["last_player"], position["dealer"]) == ("up", None, 0)
    assert position["turn"] == 0
    assert position["numbers"] == position["directions"] == []
    assert Counter(position["draw"]) == Counter(DECK)
    assert used.legal() == []
    # The next game of a match, dealt over the last one, holds nothing of it but the scores.
    end = after(at("8 5 DOWN", "1 UP", "2 3"), "DOWN", "draw", "=44", "draw", "=45", "8", "5")
    play, clean = Play.at(end), Play("updown", 3)
    clean.k.start(clean.s, clean.c)
    clean.s.game_number, clean.s.dealer = 1, end["dealer"]
    clean.s.scores[:3] = end["scores"]
    cards = setup.draw_deal(Stream(seed_bytes(1), 0), play.s, play.c)
    for one in (play, clean):
        one.k.deal(one.s, one.c, one.w, cards)
    assert play.s.tobytes() == clean.s.tobytes()


def test_kernels_and_python_deal_alike() -> None:
    """``resample`` and ``random`` deals in both worlds are one."""
    slow, fast = Play("updown", 8), Play("updown", 8, compiled=True)
    for play in (slow, fast):
        play.k.start(play.s, play.c)
        play.k.random(play.s, play.c, play.w, generator(77))
    assert slow.s.tobytes() == fast.s.tobytes()
    states = blank(rules.STATE, 2)
    states[0], states[1] = slow.s, fast.s
    from pivotry.games.updown import views

    kernel = jit.bind(views.resample, tag="updown", compiled=True)
    for seat in (-1, 0, 7):
        a, b = generator(3), generator(3)
        views.resample(states[0], slow.c, slow.w, seat, a)
        kernel(states[1], fast.c, fast.w, seat, b)
        assert states[0].tobytes() == states[1].tobytes()
        assert a[0] == b[0]
