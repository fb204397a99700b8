"""The lessons: every step is played through the rules, and does what its text says."""

from __future__ import annotations

import re

import pytest

from pivotry import lessons, registry, rulebook
from pivotry.lessons import Step
from pivotry.server import learning
from pivotry.server.solving import Verdict
from pivotry.tongue import speaking

STEPS = [
    pytest.param(game, number, step, id=f"{game}-{number}-{step.title['en']}")
    for game in registry.IDS
    for number, step in enumerate(lessons.load(game), 1)
]


def steps(task: str) -> pytest.MarkDecorator:
    found = [step for step in STEPS if isinstance(step.values[2], Step)]
    return pytest.mark.parametrize(
        ("game", "number", "step"), [step for step in found if step.values[2].task == task]
    )


def verdict_after(here: learning.Source, moves: list[str]) -> Verdict | None:
    return learning.verdict(here, learning.reached(here, moves))


@pytest.mark.parametrize("game", registry.IDS)
def test_a_lesson_has_ten_steps_or_some_more_of_every_kind(game: str) -> None:
    found = lessons.load(game)
    assert 10 <= len(found) <= 14
    assert {"read", "move", "refused", "choice"} <= {step.task for step in found} | {"choice"}
    assert found[0].task == "read"


@pytest.mark.parametrize(("game", "number", "step"), STEPS)
def test_everything_is_said_in_both_languages_and_clauses_exist(
    game: str, number: int, step: Step
) -> None:
    texts = [step.title, step.text, step.right, step.wrong, *step.wrongs.values()]
    texts += [text for choice in step.choices for text in (choice.text, choice.reply)]
    said = [text for text in texts if text]
    assert all(set(text) == {"en", "de"} and all(text.values()) for text in said)
    if step.task in ("move", "goal", "hold", "refused"):
        assert step.right
    clauses = rulebook.load(game).clauses
    for text in said:
        named = [re.findall(r"\b[A-Z]{1,2}-\d+\b", text[code]) for code in ("en", "de")]
        assert sorted(named[0]) == sorted(named[1])
        assert set(named[0]) <= set(clauses)
        # Texts name the same holes, pegs and moves in both languages.
        places = [set(re.findall(r"\b[a-hA-D][1-9]\b", text[code])) for code in ("en", "de")]
        assert places[0] == places[1]


@pytest.mark.parametrize(("game", "number", "step"), STEPS)
def test_a_step_begins_with_something_to_try(game: str, number: int, step: Step) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    legal = here.begin.legal_moves()
    assert here.may_move(here.begin)
    assert len(legal) > 1 or step.task in ("move", "read")
    if here.begin.facts.hidden:
        assert here.seat == here.begin.turn == 0


@steps("move")
def test_what_is_wanted_is_legal_and_leads_where_the_text_says(
    game: str, number: int, step: Step
) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    for line in step.want:
        moves: list[str] = []
        told = None
        for text in line:
            assert told is None, f"{text} comes after the verdict"
            moves.append(text)
            told = verdict_after(here, moves)
        assert told is not None
        assert told.right
        assert told.html
        html = told.html
        for reply in step.replies:
            assert told.line[0] == reply
            moves.append(reply)
            told = verdict_after(here, moves)
            assert told is not None
            assert told.html == html
        assert told.line == ()
        if line == step.want[0]:
            assert learning.part_of(step.then, learning.reached(here, moves).position())


@steps("move")
def test_every_other_legal_move_is_answered_kindly(game: str, number: int, step: Step) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    first = {line[0] for line in step.want}
    others = [text for text in here.begin.legal_moves() if text not in first]
    for text in others:
        told = verdict_after(here, [text])
        assert told is not None
        assert not told.right
        assert told.line == ()
    if others:
        assert step.wrong
    for text in step.wrongs:
        assert text in others


@steps("refused")
def test_what_is_to_be_refused_is_refused_by_the_clause_named(
    game: str, number: int, step: Step
) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    for text, clauses in step.refused.items():
        said = here.begin.explain(text)
        assert not said.legal
        assert said.clauses[: len(clauses)] == clauses
        told = learning.forbidden(here, text)
        assert told is not None
        assert told.right
        # Whoever clicks what it names means this move.
        seat = here.begin.turn
        assert seat is not None
        notation = registry.get(game).notation
        drawn = re.findall(r'data-at="([^"]*)"', here.begin.svg(here.seat))
        places = [names.split() for names in drawn]
        clicks = [
            next(names for names in places if name in names) for name in notation.path(text, seat)
        ]
        assert len(clicks) == 1 or learning.leads_on(here, clicks[:1])
        meant = notation.intended(clicks, seat)
        assert meant is not None
        assert notation.read(meant) == notation.read(text)
    for text in here.begin.legal_moves():
        assert learning.forbidden(here, text) is None
    assert not learning.leads_on(here, [["nowhere"]])
    assert step.wrong


@steps("goal")
def test_a_goal_can_be_reached_in_time_and_missed(game: str, number: int, step: Step) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    assert not learning.part_of(step.goal, here.begin.position())
    assert len(step.solution) <= step.most
    own = list(step.solution)
    moves: list[str] = []
    told = None
    while told is None or not told.html:
        moves.append(told.line[0] if told else own.pop(0))
        told = verdict_after(here, moves)
    assert told.right
    assert own == []
    # Whoever always makes the last of the legal moves gets there or is told what went wrong.
    moves, told = [], None
    while told is None or not told.html:
        legal = learning.reached(here, moves).legal_moves()
        moves.append(told.line[0] if told else legal[-1])
        told = verdict_after(here, moves)
        assert len(moves) < learning.MOST


@steps("hold")
def test_a_threat_can_be_held_and_only_what_holds_is_right(
    game: str, number: int, step: Step
) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    told = verdict_after(here, list(step.solution))
    assert told is not None
    assert told.right
    assert told.line == ()
    seat = here.seat
    assert seat is not None
    # Whoever is to move otherwise could win at once, and after other turns does.
    lost = 0
    for first in here.begin.legal_moves():
        moves = [first]
        match = learning.reached(here, moves)
        if match.turn == seat:
            moves.append(match.legal_moves()[0])
        told = verdict_after(here, moves)
        assert told is not None
        if told.right:
            continue
        lost += 1
        html = told.html
        while told.line:
            moves.append(told.line[0])
            told = verdict_after(here, moves)
            assert told is not None
            assert told.html == html
        assert learning.reached(here, moves).result == (1 - seat,)
    assert lost > 3
    assert step.wrong


@steps("choice")
def test_a_question_has_an_answer_and_every_answer_a_reply(
    game: str, number: int, step: Step
) -> None:
    here = learning.source(f"lesson/{game}/{number}")
    told = [learning.answered(here, n) for n in range(len(step.choices))]
    assert sum(answer.right for answer in told) == 1
    assert len({answer.html for answer in told}) == len(step.choices) >= 2


def test_answers_about_the_engine_are_what_the_engine_does() -> None:
    """What the questions claim, played."""
    pegs = learning.source("lesson/pegs/11")
    assert learning.reached(pegs, ["C2-D2"]).result == (0,)
    words = learning.source("lesson/updown/10")
    match = learning.reached(words, ["48"])
    assert match.turn == 0
    match.play("61")
    assert match.turn == 1
    hand = learning.source("lesson/updown/13").begin.position()["hands"][0]
    cost = {"UP": 2, "DOWN": 2, "PIVOT": 3}
    assert sum(cost.get(card, 1) for card in hand) == 7
    out = learning.source("lesson/bounce/11")
    match = learning.reached(out, ["set 8", "set 9"])
    assert match.position()["out"] == [0]
    assert match.position()["discard"] == ["8/1"]
    assert match.position()["hands"][0] == []


def test_a_lesson_speaks_the_language_asked_for_and_english_otherwise() -> None:
    text = {"en": "Play the 4.", "de": "Spiele die 4."}
    assert lessons.said(text) == "Play the 4."
    with speaking("de"):
        assert lessons.said(text) == "Spiele die 4."
        assert lessons.said({"en": "Only English."}) == "Only English."
    assert lessons.said({}) == ""


def test_a_step_with_a_key_that_none_has_is_found() -> None:
    with pytest.raises(ValueError, match="no wnat"):
        lessons.parse("pegs", 'step = [{title = {}, text = {}, wnat = ["A1-B1"]}]')
