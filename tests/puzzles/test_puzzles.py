"""The puzzles that ship: each has exactly one solution, proved; mining; the command."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import pivotry
from pivotry import cli, registry
from pivotry.errors import BadRecord, IllegalMove, UnreadableMove
from pivotry.puzzles import Puzzle, load, prove
from pivotry.puzzles.grade import grade
from pivotry.puzzles.mine import alike, mine, shape
from pivotry.puzzles.model import Collection, Kind, read
from pivotry.puzzles.prove import FEWEST, judge, verify
from pivotry.search.solve import solve

GAMES = tuple(id for id in pivotry.games() if not registry.get(id).facts.hidden)
DOCUMENT = Path(__file__).parents[2] / "docs" / "puzzles.md"
WINNING = ("win", "within")
EVERY = 12
"""Of so many puzzles one is proved again in the default run."""


# --- those that ship -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_many_kinds(game: str) -> None:
    puzzles = load(game)
    assert len(puzzles) >= 60
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.fen for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.kind for puzzle in puzzles} >= {"win", "within", "hold"}
    moves = Counter(puzzle.moves for puzzle in puzzles if puzzle.kind in WINNING)
    assert moves[1] <= len(puzzles) / 8
    assert moves[1] + moves[2] <= len(puzzles) / 3
    assert len(moves) >= 4
    answers = Counter(puzzle.solution[0] for puzzle in puzzles)
    assert max(answers.values()) <= len(puzzles) / 6, "one answer fits too many"
    shapes = Counter(shape(puzzle.solution[0]) for puzzle in puzzles)
    assert max(shapes.values()) <= 0.8 * len(puzzles), "one sort of answer fits too many"


@pytest.mark.parametrize("game", GAMES)
def test_all_can_be_played_and_wins_end_in_a_win(game: str) -> None:
    for puzzle in load(game):
        match = puzzle.match()
        seat = match.turn
        assert seat is not None
        assert len(match.legal_moves()) >= FEWEST, puzzle.id
        assert registry.get(game).fen.write(puzzle.position()) == puzzle.fen
        assert match.names[seat] in puzzle.task
        own = 0
        for text in puzzle.solution:
            own += match.turn == seat
            match.play(text)
        assert puzzle.kind == "hold" or own == puzzle.moves, puzzle.id
        assert 1 <= puzzle.grade <= 9
        if puzzle.kind in WINNING:
            assert match.result == (seat,), puzzle.id
        if puzzle.kind in ("within", "hold"):
            assert str(puzzle.moves) in puzzle.task or puzzle.moves == 1


@pytest.mark.parametrize("game", GAMES)
def test_there_are_easy_and_hard_ones(game: str) -> None:
    grades = Counter(puzzle.grade for puzzle in load(game))
    assert len(grades) >= 6
    assert max(grades.values()) <= 0.4 * sum(grades.values())
    assert sum(many for grade, many in grades.items() if grade >= 4) >= 0.25 * sum(grades.values())


@pytest.mark.parametrize("game", GAMES)
def test_grades_are_those_of_the_present_levels(game: str) -> None:
    """``bench/grades.py`` makes them anew."""
    for puzzle in load(game)[::EVERY]:
        assert grade(puzzle.match(), puzzle.solution[0]) == puzzle.grade, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_nearly_the_same(game: str) -> None:
    positions = [(puzzle.id, puzzle.position()) for puzzle in load(game)]
    for (one, here), (other, there) in combinations(positions, 2):
        assert not alike(here, there), f"{one} and {other}"


def proved(puzzles: tuple[Puzzle, ...]) -> None:
    for puzzle in puzzles:
        wrong = verify(puzzle.match(), puzzle.kind, puzzle.solution[0], puzzle.moves)
        assert wrong is None, f"{puzzle.id}: {wrong}"


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_has_one_solution_each(game: str) -> None:
    proved(load(game)[::EVERY])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_exactly_one_solution(game: str) -> None:
    proved(load(game))


REFUTED = (
    "8/7/3,d6,d3,d4l1,d7d4,1"
    "/1,d2,l4d2,d6d3l2,l3l6l5l2,l1d7,1/d1,d1,l4,1,l3d5l5,l6d5,2/7/8 standard l 71 -"
)


def test_a_move_that_is_not_proved_to_save_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other move loses, and little is seen against e4-d3; but it loses as well."""
    monkeypatch.setattr(prove, "DEEP_NODES", prove.NODES)
    match = pivotry.from_position(registry.get("pivotation").fen.read(REFUTED))
    told = "is not proved to save: its value lies from -1"
    assert told in (verify(match, "save", "e4-d3") or "")
    assert judge(match) is None


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_that_move_loses() -> None:
    match = pivotry.from_position(registry.get("pivotation").fen.read(REFUTED))
    match.play("e4-d3")
    assert solve(match, nodes=20_000_000, memory=512).value == 1


def test_a_puzzle_with_another_solution_is_found_out() -> None:
    puzzle = next(puzzle for puzzle in load("pivotation") if puzzle.kind == "win")
    match = puzzle.match()
    other = next(move for move in match.legal_moves() if move != puzzle.solution[0])
    assert "is not proved to win" in (verify(match, "win", other) or "")
    assert verify(match, "win", puzzle.solution[0]) is None
    assert "cannot be played" in (verify(match, "win", "a1") or "")


def test_a_position_with_two_right_moves_is_no_puzzle() -> None:
    """Two of Dark's rings can go to the goal row as the third."""
    from pivotry.games.pegs import fen

    match = pivotry.from_position(fen.read("dldl,lldl,1,ld/4/ld,ld,3/2,d,d,1 d 2 - 0 0 -"))
    assert len(match.legal_moves()) >= FEWEST
    assert judge(match) is None
    assert "is not proved to fail" in (verify(match, "win", "C1-D1") or "")


@pytest.mark.parametrize("game", GAMES)
def test_a_position_with_one_right_move_is_one(game: str) -> None:
    puzzle = next(puzzle for puzzle in load(game) if puzzle.kind == "win")
    verdict = judge(puzzle.match())
    assert verdict is not None
    assert (verdict.kind, verdict.solution[0]) == ("win", puzzle.solution[0])
    assert judge(puzzle.match(), ["save"]) is None


# --- as data -------------------------------------------------------------------------------------


def test_an_answer_is_judged_like_any_move() -> None:
    puzzle = load("pegs")[0]
    assert puzzle.solved_by(f" {puzzle.solution[0].lower()} ")
    other = next(m for m in puzzle.match().legal_moves() if m != puzzle.solution[0])
    assert not puzzle.solved_by(other)
    with pytest.raises(UnreadableMove):
        puzzle.solved_by("rook")
    with pytest.raises(IllegalMove):
        puzzle.solved_by("D1-D2")


def test_the_example_of_the_documentation_runs() -> None:
    (block,) = re.findall(
        r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S
    )
    *lines, last = block.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert eval(last, names) is True


def test_a_game_of_cards_has_none() -> None:
    assert load("updown") == ()
    with pytest.raises(pivotry.BadOption):
        load("chess")


def test_a_file_comes_back_as_it_was() -> None:
    collection = Collection("pegs", load("pegs")[:5], 3, 17)
    assert read(json.loads(json.dumps(collection.write()))) == collection


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"pivotry_puzzles": 2}, "format 1"),
        ({"rules": "0"}, "rules '0'"),
        ({"seeds": [1]}, "pair of seeds"),
        ({"puzzles": {}}, "a list of puzzles"),
        ({"puzzles": [{"id": "x"}]}, "puzzle 1 has exactly"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(change: dict[str, object], told: str) -> None:
    data = {**Collection("pegs", load("pegs")[:1]).write(), **change}
    with pytest.raises(BadRecord, match=told):
        read(data)


@pytest.mark.parametrize(
    "change",
    [
        {"fen": "8/8 d"},
        {"solution": ["A1-D5"]},
        {"solution": []},
        {"kind": "draw"},
        {"grade": "hard"},
        {"solution": [7]},
    ],
)
def test_a_puzzle_that_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    data = Collection("pegs", load("pegs")[:1]).write()
    data["puzzles"][0] |= change
    with pytest.raises(BadRecord, match="puzzle 1"):
        read(data)


# --- mining --------------------------------------------------------------------------------------


def plenty() -> int:
    """A game with two puzzles that are found fast."""
    games = Counter(puzzle.seed for puzzle in load("pegs") if puzzle.kind == "within")
    return next(seed for seed, puzzles in sorted(games.items()) if puzzles == 2)


def test_mining_goes_on_where_it_stopped() -> None:
    seed = plenty()
    kept: list[Collection] = []
    collection = Collection("pegs", first=seed, next=seed)
    kinds: tuple[Kind, ...] = ("within",)
    both = tuple(mine(collection, 2, kept.append, kinds))
    assert len(both) == 2
    first = next(mine(collection, 1, kinds=kinds))
    assert first == both[0]
    assert first.seed >= seed
    assert [c.next for c in kept] == list(range(seed + 1, kept[-1].next + 1))
    part = next(c for c in kept if c.puzzles)
    if len(part.puzzles) == 1:
        assert next(mine(part, 1, kinds=kinds)) == both[1]
    proved(both)


# --- the command ---------------------------------------------------------------------------------


def test_puzzles_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = load("pivotation")[1]
    assert cli.main(["puzzles", "pivotation"]) == 0
    listed = capsys.readouterr().out
    assert listed.count("  grade ") >= 60
    assert puzzle.fen in listed
    assert cli.main(["puzzles", "pivotation", "--show", "2", "--ascii"]) == 0
    shown = capsys.readouterr().out
    assert puzzle.task in shown
    assert "Solution" not in shown
    assert cli.main(["puzzles", "pivotation", "--show", "2", "--solution"]) == 0
    assert f"Solution: {' '.join(puzzle.solution)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["chess"], "there is no game"),
        (["bounce"], "its cards are hidden"),
        (["pegs", "--show", "999"], "there are puzzles 1 to"),
        (["pegs", "--show", "0"], "there are puzzles 1 to"),
        (["pegs", "--show", "1", "--mine", "2"], "--show has no place beside --mine"),
        (["pegs", "--solution"], "--solution has no place without --show"),
        (["pegs", "-o", "x.json"], "--output has no place without --mine"),
        (["pegs", "--kind", "win"], "--kind has no place without --mine"),
        (["pegs", "--seed", "3"], "--seed has no place without --mine"),
        (["pegs", "--mine", "1", "-o", ""], "a file has a name"),
    ],
)
def test_mistakes_are_one_sentence(
    asked: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["puzzles", *asked]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert told in caught.err
    assert caught.err.count("\n") == 1


def test_where_nothing_can_be_kept_nothing_is_mined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pivotry.puzzles.mine.mine", None)
    for target, told in ((tmp_path / "nowhere" / "x.json", "no folder"), (tmp_path, "a folder")):
        assert cli.main(["puzzles", "pegs", "--mine", "1", "-o", str(target)]) == 1
        assert told in capsys.readouterr().err


def test_mined_puzzles_are_kept_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "mine.json"
    seed = str(plenty())
    asked = ["puzzles", "pegs", "--mine", "1", "--kind", "within", "-o", str(target)]
    assert cli.main([*asked, "--seed", seed]) == 0
    kept = read(json.loads(target.read_text()))
    assert len(kept.puzzles) == 1
    assert kept.first == int(seed) <= kept.next
    assert cli.main([*asked, "--seed", "1"]) == 2
    assert "began with seed" in capsys.readouterr().err
    assert cli.main(["puzzles", "pivotation", "--mine", "1", "-o", str(target)]) == 2
    assert "holds puzzles of pegs" in capsys.readouterr().err
    target.write_text("{}")
    assert cli.main(asked) == 2
    assert "cannot be gone on with" in capsys.readouterr().err
