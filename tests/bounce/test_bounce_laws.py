"""Laws of the two-ended cards: the oracle agrees, cards are kept, chance is fair, secrets stay."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import bounce_kit as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, generator, lasting, setup_id, setups_of

from pivotry import jit
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import blank, copied
from pivotry.errors import BadPosition
from pivotry.games.bounce import explain, position, rules, setup, views

Position = oracle.Position


@st.composite
def _setups(draw: Any) -> tuple[int, dict[str, Any]]:
    players = draw(st.integers(2, 5))
    options: dict[str, Any] = {
        "deck": draw(st.sampled_from(["pairs9", "doubles8"])),
        "out_set": draw(st.sampled_from(["stays", "cleared"])),
        "hand": draw(st.integers(1, 35 // players)),
        "target": draw(st.integers(1, 7)),
    }
    return players, options


def _same(ours: Position, told: Position) -> bool:
    def plain(p: Position) -> Position:
        q = {**p, "discard": sorted(p["discard"])}
        for name in ("hands", "sets", "known"):
            q[name] = [sorted(cards) for cards in p[name]]
        if p["result"] is not None:
            del q["turn"], q["phase"]
        return q

    return plain(ours) == plain(told)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(_setups(), st.integers(0, 2**64 - 1))
def test_the_oracle_plays_the_same_game(chosen: tuple[int, dict[str, Any]], seed: int) -> None:
    """Every legal list and every position of random matches, against the literal reading."""
    players, options = chosen
    play = Play("bounce", players, options, compiled=True).begin(seed)
    rng = generator(seed)
    now = play.position()
    for _ in range(120):
        assert play.texts() == oracle.legal(now)
        assert oracle.faults(now) == []
        if play.over:
            break
        before = now
        played = int(play.k.random(play.s, play.c, play.w, rng))
        now = play.position()
        if played == -1:
            continue
        assert _same(now, oracle.play(before, play.game.notation.write(played, play.c)))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(_setups(), st.integers(0, 2**64 - 1))
def test_every_match_ends_and_every_round(chosen: tuple[int, dict[str, Any]], seed: int) -> None:
    players, options = chosen
    play = Play("bounce", players, options, compiled=True).begin(seed)
    rng = generator(seed)
    while not play.over:
        before = play.position()
        play.k.playout(play.s, play.c, play.w, rng, 60 * players + 1)
        now = play.position()
        assert now["round"] > before["round"] or now["result"] is not None
        points = sum(now["scores"]) - sum(before["scores"])
        assert points % 3 == 0
        assert now["turns"] <= 60 * players
    assert now["scores"][now["result"][0]] >= options["target"]
    assert max(now["scores"]) <= options["target"] + 1


def test_a_record_can_be_used_again() -> None:
    fresh = Play("bounce", 3)
    fresh.k.start(fresh.s, fresh.c)
    used = Play.at(oracle.table(["", "", "1/2"], ["5/7", "", ""], scores=[4, 1, 1], out=[1, 0],
                                result=[0], phase="deal", turns=9, round=3, starter=1))  # fmt: skip
    used.k.start(used.s, used.c)
    assert used.s.tobytes() == fresh.s.tobytes()
    middle = Play.at(oracle.table(["1/2", "3/4", "5/6"], turn=2, starter=1, turns=7))
    middle.k.start(middle.s, middle.c)
    assert middle.s.tobytes() == fresh.s.tobytes()
    assert fresh.actor == -1
    blanks = {name: getattr(fresh.s, name) for name in ("round_no", "turns", "turn", "starter")}
    assert set(map(int, blanks.values())) == {0}
    assert fresh.s.score.tolist() == [0] * 5
    assert (fresh.s.out.tolist(), int(fresh.s.winner)) == ([-1, -1], -1)
    assert fresh.k.weight(fresh.s, fresh.c, fresh.w, 0) == 1


@pytest.mark.parametrize("chosen", setups_of("bounce"), ids=setup_id)
def test_playouts_play_what_single_moves_play(chosen: tuple[str, int, dict[str, Any]]) -> None:
    """Also when they end in the middle of a round, at its end, or before the next deal."""
    quick, slow = (Play(*chosen, compiled=True) for _ in range(2))
    for seed in range(14):
        quick.begin(seed)
        slow.begin(seed)
        a, b = generator(seed), generator(seed)
        done = 0
        while done < 130 and not slow.over:
            done += slow.k.random(slow.s, slow.c, slow.w, b) >= 0
            if slow.dealing or done == 130:
                quick.k.playout(quick.s, quick.c, quick.w, a, done)
                assert (quick.s.tobytes(), a[0]) == (slow.s.tobytes(), b[0])
                assert lasting(quick.w) == lasting(slow.w)
                quick.begin(seed)
                a = generator(seed)


@pytest.mark.parametrize("players", [2, 3])
def test_playouts_void_a_round_in_time(players: int) -> None:
    hands = ["1/2 3/4 5/6 7/8", "2/3 4/5 6/7 8/9", "1/3 2/4 3/5 4/6"][:players]
    at = oracle.table(hands, turns=60 * players - 5, scores=[3] * players)
    for seed in range(12):
        quick, slow = Play.at(at, compiled=True), Play.at(at, compiled=True)
        a, b = generator(seed), generator(seed)
        moves = quick.k.playout(quick.s, quick.c, quick.w, a, 9)
        done = 0
        while done < 9 and not slow.over:
            done += slow.k.random(slow.s, slow.c, slow.w, b) >= 0
        assert (moves, quick.s.tobytes(), a[0]) == (done, slow.s.tobytes(), b[0])


def _showing(n: int, count: int, used: set[str]) -> str:
    """``count`` cards that show ``n``, none of them in ``used``, where they are put."""
    cards = [f"{n}/{m}" for m in range(1, 10) if m != n and f"{n}/{m}" not in used][:count]
    used.update(cards, (card[::-1] for card in cards))
    return " ".join(cards)


@pytest.mark.parametrize("number", range(1, 9))
def test_all_cards_of_a_number_in_one_hand(number: int) -> None:
    """B-6 where a count takes all the room it has: eight cards, beside some of the next number."""
    for size in (1, 2, 3):
        for rival in {number + 1, 9}:
            used: set[str] = set()
            mine = _showing(number, 8, used) + " " + _showing(number + 1, size, used)
            at = oracle.table([mine, _showing((number + 3) % 9 + 1, 2, used)],
                              ["", _showing(rival, size, used)])  # fmt: skip
            assert len(at["hands"][0]) == 8 + size
            assert Play.at(at).texts() == oracle.legal(at)


@pytest.mark.parametrize(
    ("hands", "sets"),
    [
        (["4/1 4/2 6/1 6/2 7/8", "1/2 2/3", "1/3 1/9 2/9", "2/8"],
         ["", _showing(5, 8, set()), "3/8 3/9", "8/9"]),
        ([_showing(5, 8, set()) + " 4/1", "1/2 2/3", "1/3 1/9"], ["", "", "2/9"]),
        ([_showing(5, 8, set()), "1/2 2/3", "1/3 1/9"], ["", "", "2/9"]),
    ],
    ids=["on the table", "to be played", "the whole hand"],
)  # fmt: skip
def test_playouts_with_all_cards_of_a_number(hands: list[str], sets: list[str]) -> None:
    """B-8 and B-10 where the size of a set takes all the room it has."""
    at = oracle.table(hands, sets)
    played = set()
    for seed in range(120):
        for limit in (1, 3):
            quick, slow = Play.at(at, compiled=True), Play.at(at, compiled=True)
            a, b = generator(seed), generator(seed)
            quick.k.playout(quick.s, quick.c, quick.w, a, limit)
            for _ in range(limit):
                played.add(int(slow.k.random(slow.s, slow.c, slow.w, b)))
            assert (quick.s.tobytes(), a[0]) == (slow.s.tobytes(), b[0])
            assert lasting(quick.w) == lasting(slow.w)
    assert played >= set(Play.at(at).legal())


# --- chance ----------------------------------------------------------------------------------


def _chi2(seen: Counter[Any], outcomes: int) -> float:
    """Pearson's statistic, in standard deviations above what uniform outcomes would give."""
    share = sum(seen.values()) / outcomes
    assert len(seen) == outcomes
    chi2 = sum((n - share) ** 2 / share for n in seen.values())
    return float((chi2 - (outcomes - 1)) / (2 * (outcomes - 1)) ** 0.5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_moves_are_uniform(players: int) -> None:
    hands = ["5/7 5/2 7/9 9/8 7/2 7/4", "3/4", "8/1", "1/2", "4/8"][:players]
    sets = ["", "7/1 7/3", "9/6", "7/6 7/8", "5/6 5/3 5/1"][:players]
    play = Play.at(oracle.table(hands, sets, known=[["7/9"], *[[]] * (players - 1)]), compiled=True)
    rng = generator(5)
    kept = play.snapshot()
    legal = play.legal()
    seen: Counter[int] = Counter()
    for _ in range(400 * len(legal)):
        seen[int(play.k.random(play.s, play.c, play.w, rng))] += 1
        play.restore(kept)
    assert set(seen) == set(legal)
    assert abs(_chi2(seen, len(legal))) < 4


def _dealt(play: Play) -> tuple[list[list[str]], int]:
    now = play.position()
    return now["hands"], now["starter"]


@pytest.mark.parametrize("way", ["fair", "kernel"])
@pytest.mark.parametrize("deck", ["pairs9", "doubles8"])
def test_deals_are_uniform(way: str, deck: str) -> None:
    """Where each card lands, which way up, and who starts."""
    play = Play("bounce", 3, {"deck": deck}, compiled=True)
    rng = generator(11)
    places: dict[str, Counter[int]] = {}
    up: Counter[str] = Counter()
    starts: Counter[int] = Counter()
    pairs: Counter[tuple[bool, bool]] = Counter()
    rounds = 1200
    for seed in range(rounds):
        play.k.start(play.s, play.c)
        if way == "fair":
            cards = setup.draw_deal(Stream(seed_bytes(seed), 0), play.s, play.c)
            play.k.deal(play.s, play.c, play.w, cards)
        else:
            assert play.k.random(play.s, play.c, play.w, rng) == -1
        hands, starter = _dealt(play)
        starts[starter] += 1
        for p, hand in enumerate(hands):
            for card in hand:
                up[card] += 1
                places.setdefault("".join(sorted(card)), Counter())[p] += 1
        there = set(hands[0])
        pairs["1/2" in there or "2/1" in there, "3/4" in there or "4/3" in there] += 1
    assert abs(_chi2(starts, 3)) < 4
    assert len(places) == 36
    assert sum(_chi2(seen, 3) for seen in places.values()) / 36 < 1
    two_ways = Counter({card: n for card, n in up.items() if card[0] != card[2]})
    assert len(two_ways) == (72 if deck == "pairs9" else 56)
    assert abs(_chi2(two_ways, len(two_ways))) < 4
    # Two cards in one hand: 9/36 * 8/35 of the deals.
    assert abs(pairs[True, True] - rounds * 72 / 1260) < 4 * (rounds * 72 / 1260) ** 0.5


def test_a_fair_deal_is_read_back() -> None:
    for _, players, options in [(0, 2, {}), (0, 5, {"deck": "doubles8"}), (0, 3, {"hand": 4})]:
        play = Play("bounce", players, options).begin(players)
        again = Play("bounce", players, options)
        again.k.start(again.s, again.c)
        again.k.deal(again.s, again.c, again.w, setup.deal_of(play.s, play.c))
        assert again.s.tobytes() == play.s.tobytes()


# --- secrets ---------------------------------------------------------------------------------

_HANDS = ["5/7 5/2", "3/4 8/1", "9/1 1/2", "1/3 2/6"]
_LEFT_OVER = ["2/3", "4/5", "6/7", "8/9"]
_ELSEWHERE = {
    frozenset(card.split("/")) for card in [*" ".join(_HANDS).split(), "7/3", *_LEFT_OVER]
}
HIDDEN = oracle.table(
    _HANDS,
    ["", "7/3", "", ""],
    known=[["5/7"], ["8/1"], ["9/1", "1/2"], ["2/6"]],
    discard=sorted("/".join(sorted(pair)) for pair in oracle.deck("pairs9") - _ELSEWHERE),
)


def _unseen(described: Position) -> set[str]:
    seen = [card for name in ("sets", "known") for cards in described[name] for card in cards]
    seen += described["discard"] + described["hands"][0]
    numbers = {frozenset(card.split("/")) for card in seen}
    return {card for pair in oracle.deck("pairs9") - numbers
            for card in ("/".join(sorted(pair)), "/".join(sorted(pair))[::-1])}  # fmt: skip


@pytest.mark.parametrize("way", ["fill", "resample"])
def test_hidden_cards_are_uniform_among_what_fits(way: str) -> None:
    play = Play.at(HIDDEN)
    seat = 0
    view = views.view(play.s, play.c, play.options, seat)
    unseen = _unseen(HIDDEN)
    assert len(unseen) == 2 * (len(_LEFT_OVER) + 2)
    resample = jit.bind(views.resample, tag="bounce")
    rng = generator(3)
    seen: Counter[tuple[str, str]] = Counter()
    states = blank(rules.STATE)
    for i in range(1500 if way == "fill" else 6000):
        if way == "fill":
            _, state = views.fill(view, Stream(seed_bytes(17), i))
        else:
            states[0] = play._states[0]
            resample(states[0], play.c, play.w, seat, rng)
            state = states[0]
        hands = position.write(state, play.c, play.options)["hands"]
        assert hands[0] == sorted(HIDDEN["hands"][0])
        (one,) = set(hands[1]) - {"8/1"}
        (other,) = set(hands[3]) - {"2/6"}
        seen[one, other] += 1
    assert {card for cards in seen for card in cards} == unseen
    assert abs(_chi2(seen, 12 * 10)) < 4


def test_a_spectator_sees_no_hand() -> None:
    play = Play.at(HIDDEN)
    view = views.view(play.s, play.c, play.options, None)
    assert view["seat"] is None
    assert view["hands"] == [2, 2, 2, 2]
    assert {name: view[name] for name in HIDDEN if name != "hands"} == {
        **{name: value for name, value in play.position().items() if name != "hands"}
    }
    resample = jit.bind(views.resample, tag="bounce")
    state = copied(play.s)
    resample(state, play.c, play.w, -1, generator(1))
    assert views.view(state, play.c, play.options, None) == view
    assert position.write(state, play.c, play.options)["hands"] != play.position()["hands"]
    _, filled = views.fill(view, Stream(seed_bytes(1), 0))
    assert views.view(filled, play.c, play.options, None) == view


def test_what_is_no_view() -> None:
    play = Play.at(HIDDEN)
    view = views.view(play.s, play.c, play.options, 0)
    with pytest.raises(BadPosition, match="p1 is to move"):
        views.fill({**view, "sets": [["7/3"], [], [], []]}, Stream(seed_bytes(1), 0))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(_setups(), st.integers(0, 2**64 - 1), st.integers(0, 90))
def test_seats_cannot_tell_states_apart_that_differ_in_hidden_cards(
    chosen: tuple[int, dict[str, Any]], seed: int, turns: int
) -> None:
    """Views, lists of moves and explanations of a seat are functions of what it may see."""
    players, options = chosen
    play = Play("bounce", players, options, compiled=True).begin(seed)
    play.k.playout(play.s, play.c, play.w, generator(seed), turns)
    resample = jit.bind(views.resample, tag="bounce")
    other = Play("bounce", players, options, compiled=True)
    texts = ["rotate", *(f"set {n}" for n in range(1, 10)), *(f"take p{p}" for p in range(1, 6))]
    texts += [f"add {a}/{b} p2" for a in range(1, 10) for b in range(1, 10)]
    for seat in range(players):
        other.restore(play.snapshot())
        resample(other.s, other.c, other.w, seat, generator(seed ^ 1))
        ours, theirs = (json.dumps(views.view(p.s, p.c, p.options, seat)) for p in (play, other))
        assert ours == theirs
        if play.actor == seat:
            assert play.legal() == other.legal()
            for text in texts:
                assert explain.explain(play.s, play.c, text) == explain.explain(
                    other.s, other.c, text
                )
        # What everybody has seen is all that a view tells about another hand.
        view = json.loads(ours)
        real = play.position()
        for p in range(players):
            told = view["hands"][p]
            assert told == (real["hands"][p] if p == seat else len(real["hands"][p]))
            assert set(view["known"][p]) <= set(real["hands"][p])


# --- how a seat stands -----------------------------------------------------------------------


def test_returns() -> None:
    out = np.zeros(5)

    def values(described: Position) -> list[float]:
        play = Play.at(described)
        play.k.returns(play.s, play.c, out)
        return [float(v) for v in out[: described["players"]]]

    won = oracle.table(
        ["", "", "1/2"], scores=[4, 1, 1], out=[1, 0], result=[0], phase="deal", turns=9
    )
    assert values(won) == [1, -1, -1]
    even = oracle.table(["1/2", "3/4", "5/6", "7/8"])
    assert values(even) == [-0.5] * 4
    ahead = values({**even, "scores": [3, 2, 1, 0]})
    assert ahead == [2 * share / 15 - 1 for share in (8, 4, 2, 1)]
    assert values(oracle.table(["1/2", "3/4"], scores=[3, 2])) == [0.5, -0.5]
