"""Move texts and the explanations of moves."""

from __future__ import annotations

import pytest
from bounce_kit import table
from kit import Play, conformance, generator, setups_of

from pivotry.errors import BadOption, UnreadableMove
from pivotry.games.bounce import explain, notation, setup

LENIENT = {
    "set 5": ["set5", " SET  5 ", "Set 5", "set\t5", "set 05", "set 5x", "set 5#", "set\u00a0５"],
    "add 5/7 p3": [
        "Add 5/7 P3",
        "add5/7p3",
        "add 5-7 p3",
        "add 5–7 p3",
        "add 5⁄7 P 3",
        "ADD 5\\7 p3",
        "add 5 / 7 to p3",
        "add 5/7 p3 x",
    ],
    "take p3": ["TAKE P3", "takep3", "take from p3", "take\u2009p3", "take p03"],
    "rotate": ["Rotate", " rotate ", "ROTATE#"],
}


@pytest.mark.parametrize(("canonical", "text"), [(c, t) for c in LENIENT for t in LENIENT[c]])
def test_the_reader_is_lenient(canonical: str, text: str) -> None:
    assert notation.canonical(notation.read(text)) == canonical
    assert notation.canonical(notation.read(canonical)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "", "5", "set", "set five", "set 5 6 p1", "set 123", "set -5", "add 5/7", "add 57 p3",
        "add 5/7/8 p3", "add p3", "take", "take 3/4", "rotate 5", "rot", "=17", "2d3-d5",
        "p3", "×", "xxx", "take p", "add 5/7 p3 p4",
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(UnreadableMove, match="is no move here"):
        notation.read(text)


@pytest.mark.parametrize("options", [{}, {"deck": "doubles8"}])
@pytest.mark.parametrize("players", [2, 5])
def test_one_text_an_action_and_one_action_a_text(players: int, options: dict[str, str]) -> None:
    c = setup.config(setup.normalise(players, options))
    top = int(c.numbers)
    texts = [f"set {n}" for n in range(1, 10)] + ["rotate"]
    seats = [f"p{p}" for p in range(1, 6)]
    texts += [f"take {p}" for p in seats]
    texts += [f"add {a}/{b} {p}" for a in range(1, 10) for b in range(1, 10) for p in seats]
    numbers = {text: notation.number(notation.read(text), c) for text in texts}
    there = {text: number for text, number in numbers.items() if number is not None}
    cards = 72 if top == 9 else 64
    assert len(there) == top + 1 + players + cards * players
    assert len(set(there.values())) == len(there)
    assert all(notation.write(number, c) == text for text, number in there.items())
    assert max(there.values()) < setup.FACTS.actions


def test_paths() -> None:
    assert notation.path("set 5", 1) == ("5", "p2")
    assert notation.path("add 5/7 p3", 0) == ("5/7", "p3")
    assert notation.path("take p3", 0) == ("p3",)
    assert notation.path("rotate", 0) == ("rotate",)


# --- explanations ----------------------------------------------------------------------------

SCENE = table(
    ["5/7 5/2 7/9 9/8", "3/4", "8/1", "1/2"],
    ["", "6/5 6/9", "7/3", ""],
    known=[["9/8"], [], [], []],
)
SAID = [
    # text, clauses, what the sentence says, what lights up
    ("set 5", ("B-6",), "p2 shows two 6s, so a set of two must be higher than 6.", ("p2",)),
    ("set 7", ("B-6",), "p3 shows one 7, so a set of one must be higher than 7.", ("p3", "7/9")),
    ("set 8", ("B-6", "B-1"), "You hold no card with 8 active; 9/8 has it inactive.", ("9/8",)),
    ("set 3", ("B-6",), "You hold no card with 3 active.", ()),
    ("set 12", ("BR-1", "B-6"), "No card shows 12: the numbers go from 1 to 9.", ()),
    ("set 0", ("BR-1", "B-6"), "No card shows 0", ()),
    ("add 5/7 p2", ("B-7",), "The set of p2 shows two 6s, and 5/7 has 5 active.", ("p2",)),
    ("add 9/7 p3", ("B-7", "B-1"), "Your card lies the other way up: 7/9 has 7 active.", ("7/9",)),
    ("add 7/1 p3", ("B-7",), "You do not hold 7/1.", ()),
    ("add 7/9 p4", ("B-7",), "added to an opponent's set, and p4 has none.", ("p4",)),
    ("add 7/9 p1", ("B-7",), "added to an opponent's set, and p1 is you.", ("p1",)),
    ("add 7/9 p6", ("B-7",), "There is no p6: this match has 4 players.", ()),
    ("add 7/7 p3", ("BR-1",), "There is no card 7/7 in this deck.", ()),
    ("take p4", ("B-8",), "takes an opponent's set, and p4 has none.", ("p4",)),
    ("take p1", ("B-8",), "takes an opponent's set, and p1 is you.", ("p1",)),
    ("take p9", ("B-8",), "There is no p9: this match has 4 players.", ()),
    ("play 5", (), "'play 5' is no move here", ()),
]


@pytest.mark.parametrize(("text", "clauses", "says", "lit"), SAID, ids=[row[0] for row in SAID])
def test_why_a_move_is_refused(
    text: str, clauses: tuple[str, ...], says: str, lit: tuple[str, ...]
) -> None:
    play = Play.at(SCENE)
    said = explain.explain(play.s, play.c, text)
    assert not said.legal
    assert said.clauses == clauses
    assert says in said.message
    assert set(lit) <= set(said.squares)


@pytest.mark.parametrize(
    ("text", "clauses", "says"),
    [
        ("set 9", ("B-6", "B-10"), "You play one 9: 9/8; this bounces one 7 of p3."),
        ("take p2", ("B-8",), "You take two 6s of p2, turned, into your hand."),
        ("rotate", ("B-9",), "You turn every card of your hand."),
        ("add 7/9 p3", ("B-7", "B-10"), "becomes two 7s; this bounces two 6s of p2."),
    ],
)
def test_what_a_legal_move_does(text: str, clauses: tuple[str, ...], says: str) -> None:
    play = Play.at(SCENE)
    said = explain.explain(play.s, play.c, text)
    assert said.legal
    assert said.clauses == clauses
    assert says in said.message


def test_a_set_that_would_be_bounced_itself() -> None:
    play = Play.at(table(["5/1 9/8", "1/2", "1/3"], ["", "5/8", "6/7 6/2"]))
    said = explain.explain(play.s, play.c, "add 5/1 p2")
    assert said.legal
    assert said.message.endswith("which becomes two 5s; that set is bounced itself.")


def test_when_nobody_can_move() -> None:
    ended = Play.at(table(["", "5/7"], phase="deal", out=[0], scores=[2, 1]))
    for text in ("set 5", "rotate", "nonsense"):
        said = explain.explain(ended.s, ended.c, text)
        assert (said.legal, said.clauses) == (False, ("B-13",))
    won = Play.at(table(["", "5/7"], phase="deal", out=[0], scores=[4, 1], result=[0]))
    said = explain.explain(won.s, won.c, "rotate")
    assert (said.legal, said.clauses) == (False, ("B-14",))
    assert said.message == "The match is over: p1 has won."


TEXTS = [
    "rotate",
    *(f"set {n}" for n in range(11)),
    *(f"take p{p}" for p in range(7)),
    *(f"add {a}/{b} p{p}" for a in range(1, 10) for b in range(1, 10) for p in range(1, 6)),
]


def _agrees(play: Play) -> None:
    legal = set(play.texts())
    for text in TEXTS:
        said = explain.explain(play.s, play.c, text)
        assert said.legal == (text in legal), (play.position(), text, said)
        assert said.message.endswith(".")
        assert said.clauses


def test_what_is_explained_as_legal_is_what_is_listed() -> None:
    for step in conformance("bounce/steps.json")[::40]:
        _agrees(Play.at(step["position"]))
    for _, players, options in setups_of("bounce"):
        play = Play("bounce", players, options, compiled=True).begin(players)
        rng = generator(31)
        for turn in range(60):
            if turn % 30 == 14:
                _agrees(play)
            play.k.random(play.s, play.c, play.w, rng)


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (1, {}, "2 to 5 players, not 1"),
        (6, {}, "2 to 5 players, not 6"),
        (True, {}, "not True"),
        ("4", {}, "not '4'"),
        (4, {"deck": "tarot"}, "deck is pairs9 or doubles8, not 'tarot'"),
        (4, {"deck": []}, "deck is pairs9 or doubles8"),
        (4, {"hand": 9}, "hand is a whole number from 1 to 8 with 4 players"),
        (4, {"target": 101}, "target is a whole number from 1 to 100, not 101"),
        (4, {"target": True}, "not True"),
        (4, {"target": 4.0}, "not 4.0"),
        (4, {"out_set": "left"}, "out_set is stays or cleared, not 'left'"),
        (4, {"outset": "stays"}, "no option 'outset'; its options are deck, hand, target, out_set"),
    ],
)
def test_bad_options(players: object, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadOption, match=says.replace("(", r"\(")):
        setup.normalise(players, options)  # type: ignore[arg-type]


def test_standard_options() -> None:
    assert setup.normalise(None, {}) == {
        "players": 4, "deck": "pairs9", "hand": 8, "target": 4, "out_set": "stays",
    }  # fmt: skip
