"""Boards without a table, lessons and puzzles, as browsers ask for them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from pivotry import lessons, puzzles, registry, rulebook
from pivotry.puzzles import Puzzle
from pivotry.server import learning
from pivotry.server.intime import standing

from .conftest import Visitor, stored

GAMES = registry.IDS


def ask(visitor: Visitor, source: str, **more: Any) -> Any:
    return visitor.post("/try", {"source": source, **more})


def told(visitor: Visitor, source: str, **more: Any) -> dict[str, Any]:
    """The verdict on a board where it is expected to have one."""
    answer = ask(visitor, source, **more).json()
    assert answer["told"] is not None, answer
    return dict(answer["told"])


# --- boards to try moves on ---------------------------------------------------------------------


def test_a_board_is_replayed_from_what_the_page_says(visitor: Visitor) -> None:
    first = ask(visitor, "rules/pegs/G-4/0").json()
    assert first["moves"] == []
    assert ["A1-B1", ["A1", "B1"]] in first["paths"]
    assert first["status"] == "Dark to move."
    then = ask(visitor, "rules/pegs/G-4/0", text=" a1 – b1 ").json()
    assert then["moves"] == ["A1-B1"]
    assert then["panels"]["picture"] != first["panels"]["picture"]
    clicked = ask(visitor, "rules/pegs/G-4/0", clicks=[["A1"], ["B1"]]).json()
    assert clicked == then
    both = ask(visitor, "rules/pegs/G-4/0", moves=["A1-B1"], text="A2-A1").json()
    assert both["moves"] == ["A1-B1", "A2-A1"]
    assert both["status"] == "Light to move."
    assert ask(visitor, "rules/pegs/G-4/0").json() == first


def test_a_refusal_on_a_board_names_clause_and_what_is_in_the_way(visitor: Visitor) -> None:
    plain = ask(visitor, "rules/pegs/G-4/0").json()
    answer = ask(visitor, "rules/pegs/G-4/0", clicks=[["A1"], ["A2"]], picked=[["A1"]])
    assert answer.status_code == 422
    state = answer.json()
    assert 'href="/rules/pegs#G-4"' in state["panels"]["notice"]
    assert state["moves"] == []
    assert state["paths"] == plain["paths"]
    assert state["panels"]["picture"] != plain["panels"]["picture"]
    nothing = ask(visitor, "rules/pegs/G-4/0", clicks=[["D1"]]).json()
    assert nothing["more"]
    assert "There is no ring in D1." in nothing["notice"]
    unreadable = ask(visitor, "rules/pegs/G-4/0", text="<b>castle</b>")
    assert unreadable.status_code == 422
    assert "<b>" not in unreadable.json()["panels"]["notice"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x", "There is no board"),
        ("rules/pegs", "There is no board"),
        ("rules/chess/G-4/0", "there is no game"),
        ("rules/pegs/G-99/0", "has no clause"),
        ("rules/pegs/G-4/7", "has no picture"),
        ("rules/pegs/G-4/-1", "There is no board"),
        ("rules/pegs/G-4/99999", "There is no board"),
        ("lesson/pegs/0", "steps 1 to"),
        ("lesson/pegs/99", "steps 1 to"),
        ("puzzle/pegs/0", "no such puzzle"),
        ("puzzle/bounce/1", "no such puzzle"),
        ("puzzle/pegs/1/2", "There is no board"),
        ("../../etc", "There is no board"),
    ],
)
def test_a_board_that_is_none_is_refused_clearly(visitor: Visitor, source: str, said: str) -> None:
    answer = ask(visitor, source)
    assert answer.status_code == 422
    assert said.lower() in answer.json()["notice"].lower()


def test_moves_that_cannot_have_been_made_are_refused_clearly(visitor: Visitor) -> None:
    answer = ask(visitor, "rules/pegs/G-4/0", moves=["A1-B1", "A1-B1"])
    assert answer.status_code == 422
    assert "Move 2 of this try cannot be played. A1 holds three" in answer.json()["notice"]
    answer = ask(visitor, "rules/pegs/G-4/0", moves=["nonsense"])
    assert "Move 1 of this try cannot be played." in answer.json()["notice"]
    many = ["A1-B1"] * (learning.MOST + 1)
    answer = ask(visitor, "rules/pegs/G-4/0", moves=many)
    assert answer.status_code == 422
    assert "enough for a try: 60 moves" in answer.json()["notice"]
    for wrong in (
        {"moves": ["A1-B1" * 20]},
        {"moves": "A1-B1"},
        {"clicks": [["A1"]] * 5},
        {"picked": [["A1"] * 41]},
        {"ask": "everything"},
        {"ids": "a b"},
        {"ids": '"><script>'},
        {"more": 1},
    ):
        answer = ask(visitor, "rules/pegs/G-4/0", **wrong)
        assert answer.status_code == 422
        assert "notice" in answer.json()


def test_trying_moves_keeps_nothing(visitor: Visitor, folder: Any) -> None:
    ask(visitor, "rules/pegs/G-4/0", text="A1-B1")
    ask(visitor, "puzzle/pegs/1", ask="solution")
    assert stored(folder) == []


def test_a_whole_walk_stays_within_the_limit_and_says_when_it_ends(visitor: Visitor) -> None:
    state = ask(visitor, "rules/pegs/G-4/0").json()
    for count in range(1, learning.MOST + 1):
        # Mostly sideways, so that the game does not end.
        text = min(text for text, _ in state["paths"])
        state = ask(visitor, "rules/pegs/G-4/0", moves=state["moves"], text=text).json()
        assert len(state["moves"]) == count
    text = state["paths"][0][0]
    answer = ask(visitor, "rules/pegs/G-4/0", moves=state["moves"], text=text)
    assert answer.status_code == 422
    assert "enough for a try" in answer.json()["notice"]


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_that_can_be_tried_can_and_others_offer_nothing(
    visitor: Visitor, game: str
) -> None:
    page = visitor.get(f"/rules/{game}").text
    figures = re.findall(r'<figure data-source="([^"]*)" data-tries="([^"]*)">', page)
    assert len(figures) >= 5
    offered = 0
    for source, tries in figures:
        state = ask(visitor, source).json()
        assert state["paths"]
        for text in json.loads(tries.replace("&#34;", '"')):
            offered += 1
            answer = ask(visitor, source, text=text)
            assert answer.status_code in (200, 422)
            legal = [known for known, _ in state["paths"]]
            assert (answer.status_code == 200) == (text in legal)
    named = {
        move
        for clause in rulebook.load(game).clauses.values()
        for block in clause.blocks
        if not isinstance(block, str)
        for move in (*block.legal, *block.illegal)
    }
    assert offered >= len(named) > 0


def test_hidden_hands_stay_hidden_on_boards(visitor: Visitor) -> None:
    source = "rules/updown/U-6/0"
    state = ask(visitor, source).json()
    drawn = state["panels"]["picture"]
    assert "71" not in re.findall(r">(\d+)<", drawn)
    after = ask(visitor, source, text="57").json()
    assert after["paths"] == []
    assert "p2" in after["status"]
    assert "71" not in re.findall(r">(\d+)<", after["panels"]["picture"])
    refused = ask(visitor, source, moves=["57"], text="20")
    assert refused.status_code == 422
    assert "step back" in refused.json()["notice"]


def test_the_same_draw_comes_every_time(visitor: Visitor) -> None:
    first = ask(visitor, "rules/updown/U-6/0", text="draw").json()
    learning._reached.cache_clear()
    assert ask(visitor, "rules/updown/U-6/0", text="draw").json() == first
    assert first["moves"] == ["draw"]


def test_a_round_that_ends_is_not_dealt_anew(visitor: Visitor) -> None:
    state = ask(visitor, "rules/bounce/B-12/0", text="set 8").json()
    assert state["status"] == "This round is over."
    assert state["paths"] == []


# --- the rules beside a board -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_has_every_clause_with_links_that_lead_to_the_rules_page(
    visitor: Visitor, game: str
) -> None:
    html = visitor.get(f"/rules/{game}/clauses").json()["html"]
    for clause in rulebook.load(game).clauses:
        assert f'data-clause="{clause}"' in html
        assert f'id="{clause}"' in html
    assert 'href="#' not in html
    assert visitor.get("/rules/chess/clauses").status_code == 404


# --- lessons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_page_has_every_step_and_no_answers(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/learn/{game}").text
    for step in lessons.load(game):
        for text in (step.right, step.wrong, *(choice.reply for choice in step.choices)):
            assert not text or text["en"] not in page
    assert page.count('class="step"') == len(lessons.load(game))
    assert ("/puzzles/" in page) == puzzles.has(game)
    german = visitor.get(f"/learn/{game}", headers={"Accept-Language": "de"}).text
    assert "Was es sonst noch gibt" in german or "Zählen" in german
    assert visitor.get("/learn/chess").status_code == 404
    assert visitor.get("/learn", follow_redirects=False).headers["location"] == "/#games"


def test_a_step_is_judged_and_can_be_taken_back(visitor: Visitor) -> None:
    step = "lesson/pivotation/2"
    wrong = told(visitor, step, text="c3-b4")
    assert not wrong["right"]
    assert "right end" in wrong["html"]
    right = told(visitor, step, text="b3-d3")
    assert right["right"]
    # Nothing goes on from a move that was judged but stepping back.
    assert ask(visitor, step, moves=["b3-d3"]).json()["paths"] == []
    answer = ask(visitor, step, moves=["c3-b4"], text="d5-d4")
    assert answer.status_code == 422
    assert "step back" in answer.json()["notice"]


def test_a_refused_move_can_be_what_a_step_asks_for(visitor: Visitor) -> None:
    answer = ask(visitor, "lesson/pegs/5", clicks=[["A1"], ["A2"]])
    assert answer.status_code == 422
    assert answer.json()["told"]["right"]
    assert "G-4" in answer.json()["panels"]["notice"]
    # A card that can begin no legal move can be picked up where a step asks for it.
    first = ask(visitor, "lesson/bounce/3", clicks=[["5/4", "5"]]).json()
    assert first == {"more": True, "keep": True, "notice": ""}
    then = ask(visitor, "lesson/bounce/3", clicks=[["5/4", "5"], ["p1"]]).json()
    assert then["told"]["right"]
    # Elsewhere it is said at once why it cannot be played.
    refused = ask(visitor, "rules/bounce/B-6/0", clicks=[["5/4", "5"]])
    assert refused.status_code == 422
    assert "B-6" in refused.json()["panels"]["notice"]


def test_others_answer_by_themselves_one_move_at_a_time(visitor: Visitor) -> None:
    step = "lesson/updown/2"
    state = ask(visitor, step, text="57").json()
    shown = []
    while state["line"]:
        shown += state["line"][:1]
        assert state["paths"] == []
        state = ask(visitor, step, moves=state["moves"], text=state["line"][0]).json()
    assert shown == ["66", "71"]
    assert state["told"]["right"]


def test_seats_of_a_lesson_are_called_as_at_a_table(visitor: Visitor) -> None:
    for game in ("bounce", "updown"):
        for number, step in enumerate(lessons.load(game), 1):
            assert not re.search(r"\bp[1-9]\b", f"{step.text} {step.right} {step.wrong}")
            shown = ask(visitor, f"lesson/{game}/{number}").json()
            texts = re.findall(r">([^<>]*)<", shown["panels"]["picture"])
            assert not {"p1", "p2", "p3"} & {text.strip() for text in texts}
            assert "Player 2" in str(shown["panels"])


def test_answers_hints_and_solutions_of_a_lesson(visitor: Visitor) -> None:
    assert told(visitor, "lesson/pegs/11", choice=0)["right"]
    assert not told(visitor, "lesson/pegs/11", choice=1)["right"]
    assert ask(visitor, "lesson/pegs/11", choice=9).status_code == 422
    assert ask(visitor, "lesson/pegs/2", choice=0).status_code == 422
    assert ask(visitor, "lesson/pegs/8", ask="solution").json() == {"solution": ["C2-C3", "C3-D3"]}
    assert ask(visitor, "lesson/pegs/1", ask="solution").status_code == 422
    assert ask(visitor, "lesson/pegs/1", ask="hint").status_code == 422
    plain = ask(visitor, "lesson/pegs/8").json()["panels"]["picture"]
    assert ask(visitor, "lesson/pegs/8", ask="hint").json()["panels"]["picture"] != plain


def test_the_first_game_is_against_the_weakest_level(visitor: Visitor) -> None:
    answer = visitor.post("/start/pegs", {"way": "alone", "level": 1})
    assert answer.status_code == 201
    seats = visitor.state(answer.json()["url"])["panels"]["seats"]
    assert re.search(r'<option value="level-1" selected', seats)
    for level in (0, 9, "1"):
        assert visitor.post("/start/pegs", {"way": "alone", "level": level}).status_code == 422


# --- puzzles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_puzzle_pages_hold_no_solution(visitor: Visitor, game: str) -> None:
    shipped = puzzles.load(game)
    page = visitor.get(f"/puzzles/{game}").text
    assert page.count("data-puzzle=") == len(shipped)
    for number in (1, len(shipped)):
        page = visitor.get(f"/puzzles/{game}/{number}").text
        assert shipped[number - 1].task in page
        assert shipped[number - 1].solution[0] not in page
    for url in (f"/puzzles/{game}/0", f"/puzzles/{game}/{len(shipped) + 1}"):
        answer = visitor.get(url)
        assert answer.status_code == 404
        assert f"has the puzzles 1 to {len(shipped)}." in answer.text
    assert visitor.get(f"/puzzles/{game}/one").status_code == 404
    state = ask(visitor, f"puzzle/{game}/1").json()
    assert state["told"] is None
    assert state["line"] == []


def test_what_refutes_a_try_at_a_puzzle_is_shown_where_it_begins_and_then_played(
    visitor: Visitor,
) -> None:
    """The line above the board says what happens there, not whose turn it would be."""
    source = {"source": "puzzle/pivotation/1"}
    start = visitor.post("/try", source).json()
    assert start["status"] == "Dark to move."
    for text, _ in start["paths"]:
        tried = visitor.post("/try", {**source, "text": text}).json()
        if not tried["told"]["right"]:
            break
    (reply,) = tried["line"]
    assert tried["status"] == f"Light plays {reply}."
    lit = re.findall(r'<[^>]*class="at[^"]* lit[^>]*>', tried["panels"]["picture"])
    begins = registry.get("pivotation").notation.path(reply, 1)[0]
    assert any(f'data-at="{begins}' in place for place in lit)
    then = visitor.post("/try", {**source, "moves": [text], "text": reply}).json()
    assert then["moves"] == [text, reply]
    solved = {**source, "text": puzzles.load("pivotation")[0].solution[0]}
    assert visitor.post("/try", solved).json()["status"] != "Light to move."


def test_games_without_puzzles_say_so(visitor: Visitor) -> None:
    answer = visitor.get("/puzzles/bounce")
    assert answer.status_code == 404
    assert "There are no puzzles" in answer.text


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_the_right_move_is_right_and_its_line_is_played_out(visitor: Visitor, game: str) -> None:
    shipped = puzzles.load(game)
    numbers = [n for n, puzzle in enumerate(shipped, 1) if puzzle.kind != "within"]
    longest = max(numbers, key=lambda n: len(shipped[n - 1].solution))
    for number in {numbers[0], longest}:
        puzzle = shipped[number - 1]
        source = f"puzzle/{game}/{number}"
        state = ask(visitor, source, text=puzzle.solution[0]).json()
        first = state["told"]
        assert first["right"]
        while state["line"]:
            moves, text = state["moves"], state["line"][0]
            state = ask(visitor, source, moves=moves, text=text).json()
            assert state["told"] == first
        assert tuple(state["moves"]) == puzzle.solution
        assert ask(visitor, source, ask="solution").json() == {"solution": [puzzle.solution[0]]}


def numbered(game: str, moves: int) -> tuple[int, Puzzle]:
    """A puzzle to win within so many moves, and its number."""
    shipped = enumerate(puzzles.load(game), 1)
    return next((n, p) for n, p in shipped if p.kind == "within" and p.moves == moves)


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_a_win_within_so_many_moves_is_played_to_its_end(visitor: Visitor, game: str) -> None:
    number, puzzle = numbered(game, 3)
    source = f"puzzle/{game}/{number}"
    own = ask(visitor, source, ask="solution").json()["solution"]
    assert len(own) == puzzle.moves
    moves: list[str] = []
    said = []
    for text in own:
        state = ask(visitor, source, moves=moves, text=text).json()
        while state["line"]:
            assert state["told"]["going"]
            assert not state["paths"]
            state = ask(visitor, source, moves=state["moves"], text=state["line"][0]).json()
        moves = state["moves"]
        assert state["told"]["right"]
        said.append((state["told"]["going"], state["told"]["html"]))
    assert tuple(moves) == puzzle.solution
    assert [going for going, _ in said] == [True, True, False]
    assert "2 moves of" in said[0][1]
    assert "1 move of" in said[1][1]
    assert "wins within 3 moves" in said[2][1]


def fork(puzzle: Puzzle) -> tuple[tuple[str, ...], str, str] | None:
    """Moves after which another than the solution's keeps to the time, and one that does not."""
    match = puzzle.match()
    for n, text in enumerate(puzzle.solution):
        if n and match.turn == puzzle.match().turn:
            made = puzzle.solution[:n]
            others = [move for move in match.legal_moves() if move != text]
            good = [move for move in others if standing(puzzle, (*made, move)).in_time]
            bad = [move for move in others if not standing(puzzle, (*made, move)).in_time]
            if good and bad:
                return made, good[0], bad[0]
        match.play(text)
    return None


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_another_way_that_is_as_quick_is_right_and_a_slower_one_wrong(
    visitor: Visitor, game: str
) -> None:
    shipped = enumerate(puzzles.load(game), 1)
    number, puzzle, found = next(
        (n, p, there)
        for n, p in shipped
        if p.kind == "within" and 2 < p.moves < 5 and (there := fork(p))
    )
    source, (made, good, bad) = f"puzzle/{game}/{number}", found
    state = ask(visitor, source, moves=made, text=bad).json()
    assert not state["told"]["right"]
    assert f"{bad} " in state["told"]["html"]
    assert not state["paths"]
    state = ask(visitor, source, moves=made, text=good).json()
    assert state["told"]["right"]
    # Whatever it answers, what keeps to the time wins in time.
    while state["told"]["going"]:
        moves = tuple(state["moves"])
        texts = state["line"] or [text for text, _ in state["paths"]]
        text = next(text for text in texts if standing(puzzle, (*moves, text)).in_time)
        state = ask(visitor, source, moves=moves, text=text).json()
        assert state["told"]["right"]
    match = puzzle.match()
    for text in state["moves"]:
        match.play(text)
    assert match.result == (puzzle.match().turn,)
    own = sum(entry.seat == puzzle.match().turn for entry in match.log() if entry.kind == "move")
    assert own <= puzzle.moves


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_a_first_move_that_is_too_slow_is_answered(visitor: Visitor, game: str) -> None:
    number, puzzle = numbered(game, 3)
    source, answered = f"puzzle/{game}/{number}", 0
    for text in [move for move in puzzle.match().legal_moves() if move != puzzle.solution[0]][:4]:
        state = ask(visitor, source, text=text).json()
        html = state["told"]["html"]
        assert not state["told"]["right"]
        assert not state["told"]["going"]
        assert re.search(r" is too slow: | loses: | ends the game", html), html
        while state["line"]:
            answered += 1
            state = ask(visitor, source, moves=state["moves"], text=state["line"][0]).json()
            assert state["told"]["html"] == html
        assert not standing(puzzle, tuple(state["moves"])).in_time
        # A move that nobody was asked for is no way out.
        assert not state["paths"]
    assert answered


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_a_wrong_move_is_wrong_and_what_answers_it_wins(visitor: Visitor, game: str) -> None:
    answered = 0
    shipped = [(n, p) for n, p in enumerate(puzzles.load(game), 1) if p.kind != "within"]
    for number, puzzle in shipped[:6]:
        match = puzzle.match()
        solver, other = match.turn or 0, 1 - (match.turn or 0)
        source = f"puzzle/{game}/{number}"
        for text in [move for move in match.legal_moves() if move != puzzle.solution[0]][:2]:
            state = ask(visitor, source, text=text).json()
            assert not state["told"]["right"]
            assert text in state["told"]["html"]
            after = puzzle.match()
            after.play(text)
            line = state["line"]
            for reply in line:
                after.play(reply)
            if line:
                answered += 1
                assert after.result == (other,)
            else:
                assert after.result in (None, (other,), ())
                assert after.result != (solver,)
    assert answered >= (5 if game == "pegs" else 1)
