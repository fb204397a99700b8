"""The table without a terminal: whole games typed, every command, curtains, the computer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from driving import MATCHES, Typist, nobody, random_moves, seated, told

import pivotry
from pivotry.players import Candidate, Thought
from pivotry.terminal import commands
from pivotry.terminal.autosave import KEPT, Autosave, folder, latest
from pivotry.terminal.screen import Screen
from pivotry.terminal.style import Style
from pivotry.terminal.table import Table
from pivotry.terminal.trouble import Trouble


@pytest.mark.parametrize("case", MATCHES, ids=[case[0] for case in MATCHES])
def test_a_whole_match_is_typed(case: tuple[str, dict[str, Any], int, int]) -> None:
    game, options, seed, choice = case
    moves = random_moves(game, options, seed, choice)
    match = pivotry.new(game, seed=seed, **options)
    text = told([*moves, ""], match)
    assert match.turn is None
    winners = [match.names[seat] for seat in match.result or ()]
    assert ("has won" in text or "share the victory" in text) == bool(winners)
    for name in winners:
        assert name in text[text.rindex("record FILE") - 200 :]
    if match.scores is not None:
        assert "Points: " in text
    if game == "updown":
        assert text.count("Game 1 is over") >= 1


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_nobody_sees_another_hand(game: str) -> None:
    """Between two curtains stands nothing but what the player in front of the screen may know."""
    options: dict[str, Any] = {"players": 3, "games": 1} if game == "updown" else {"players": 3}
    moves = random_moves(game, options, 8, 3)
    match = pivotry.new(game, seed=8, **options)
    table, typist = seated(match, [line for move in moves for line in ("log", move)][:100])
    wiped = "\n" * 60
    segments = 0
    watched = [pivotry.new(game, seed=8, **options)]
    table.run()
    # Replay beside the transcript: who was in front of the screen, and what they might know.
    live = watched[0]
    played = iter(moves)
    for prompt, text in typist.shown:
        after = text.rsplit(wiped, 1)[-1]
        if "nobody else looks" in prompt:
            assert wiped in text
            assert "our hand" not in after
            assert after.strip().startswith("Hand the keyboard to")
        elif prompt.endswith("> ") and live.turn is not None:
            seat = live.turn
            assert prompt == f"{live.names[seat]}> "
            if "our hand" not in after:
                live.play(next(played))  # the answer to "log", then the move itself
                continue
            segments += 1
            _only_own_cards(game, live, seat, after)
    assert segments > 15


def _only_own_cards(game: str, live: Any, seat: int, text: str) -> None:
    position, view = live.position(), live.view(seat)
    own = set(view["hands"][seat])
    hidden = {card for i, hand in enumerate(position["hands"]) if i != seat for card in hand}
    if game == "bounce":
        shown = set(re.findall(r"(?<!\d)\d/\d(?!\d)", text))
        opened = {card for known in position["known"] for card in known}
        allowed = own | opened | {card for s in position["sets"] for card in s}
        events = {card for line in text.splitlines() if line.startswith("  p") for card in
                  re.findall(r"\d/\d", line)}  # fmt: skip
        assert not (shown & hidden) - allowed - events
        faces = re.findall(r"│ (\d) │", text[text.index("our hand") :])
        assert len(faces) == 2 * len(view["hands"][seat])
        return
    cards = re.findall(r"│ *(\d+|UP|DOWN|PIVOT) *(?=│)", text)
    piles = {*position["numbers"][-1:], *position["directions"][-1:]}
    assert set(cards) <= own | piles
    assert own <= set(cards)


def test_a_drawn_card_is_shown_before_the_curtain() -> None:
    match = pivotry.new("updown", players=2, seed=3)
    for seed in range(3, 60):
        match = pivotry.new("updown", players=2, seed=seed)
        trial = match.copy()
        trial.play("draw")
        if trial.turn != match.turn:
            break
    card = next(e.text[1:] for e in trial.log() if e.kind == "draw")
    first = match.turn
    table, typist = seated(match, ["draw"])
    table.run()
    shown = [(prompt, text) for prompt, text in typist.shown if "clear the screen" in prompt]
    assert len(shown) == 1
    assert f"You draw {card}" in shown[0][1]
    later = typist.shown[typist.shown.index(shown[0]) + 1 :]
    assert not any("You draw" in text for _, text in later)
    assert any(f"p{first + 1} draws a card" in text for _, text in later)


def test_tab_offers_no_moves_behind_the_curtain() -> None:
    match = pivotry.new("updown", players=3, seed=3)
    table, _ = seated(match, [])
    assert match.turn is not None
    table.facing = (match.turn + 1) % 3
    assert not set(match.legal_moves()) & set(table._completions())
    table.facing = match.turn
    assert set(match.legal_moves()) <= set(table._completions())


def test_one_can_leave_at_the_curtain() -> None:
    match = pivotry.new("bounce", players=2, seed=3)
    typist = Typist([])
    answers = iter(["x", "quit"])
    screen = Screen(Style(), typist.out, lambda prompt: next(answers))
    Table(match, ("me", "me"), screen, nobody).run()
    assert "Your hand" not in typist.out.getvalue()


def test_against_the_computer_only_one_pair_of_eyes() -> None:
    match = pivotry.new("bounce", players=3, seed=2)
    text = told(["rotate", "log"], match, kinds=("me", "computer", "computer"))
    assert "Hand the keyboard" not in text
    assert "p1 rotates the whole hand" in text
    assert "p2> " not in text


def test_computers_alone_are_watched() -> None:
    match = pivotry.new("pivotation", board="mini", seed=1)
    text = told([], match, kinds=("computer", "computer"))
    assert match.turn is None
    assert "has won" in text or "draw" in text


def test_refusals_name_the_clause_and_change_nothing() -> None:
    match = pivotry.new("pegs")
    before = match.position()
    text = told(["A1-A2", "why A1-A2", "why A1-B1", "why", "A2", "moves B1", "banana"], match)
    assert match.position() == before
    assert text.count("(G-4)") == 2
    assert "Say which move" in text
    assert "From A2: A2-B2" in text
    assert "No move begins with 'B1'" in text
    assert "moves lists what you can play" in text
    assert "[A2]" not in text  # refusals draw nothing
    assert "[B2]" in text


@pytest.mark.parametrize("line", ["A1-A2", "why A1-A2"])
def test_a_refused_move_does_not_draw_the_table_again(line: str) -> None:
    lines = [len(told(typed, pivotry.new("pegs")).splitlines()) for typed in ([], [line])]
    assert lines[1] - lines[0] < 8


def test_a_hint_says_when_moves_are_about_as_good() -> None:
    def of(*values: float, proof: int | None = None) -> str:
        shown = [Candidate("abc"[i], 9, value, proof) for i, value in enumerate(values)]
        thought = Thought("a", tuple(shown), 99)
        table, typist = seated(pivotry.new("pegs"), ["hint"])
        table.think = lambda view, kind: thought
        table.run()
        return " ".join(typist.shown[-1][1].split())

    assert "no clear difference between these moves." in of(0.10, 0.08, 0.13)
    assert "no clear difference between a and c." in of(0.10, 0.0, 0.13)
    assert "no clear" not in of(0.10, 0.05, 0.15)
    assert "no clear" not in of(0.1)
    assert "no clear" not in of(1.0, 1.0, proof=1)


def test_rules_at_the_table() -> None:
    text = told(["rules", "rules g7", "rules x"], pivotry.new("pegs"))
    assert "GR-6  Who begins" in text
    assert "Not allowed: A1-A2 (G-7)." in text
    assert "no clause 'x'" in text


def test_undo_takes_back_the_answer_of_the_computer_too() -> None:
    match = pivotry.new("pivotation", board="mini")
    start = match.position()
    text = told(["a1-a2", "undo", "undo"], match, kinds=("me", "computer"))
    assert match.position() == start
    assert "Taken back." in text
    assert "There is no move to take back" in text


def test_undo_reopens_a_finished_match() -> None:
    moves = random_moves("pivotation", {"board": "mini"}, 1, 2)
    match = pivotry.new("pivotation", board="mini")
    text = told([*moves, "undo", moves[-1], "banana", ""], match)
    assert match.turn is None
    assert text.count("has won.") == 2
    assert "The match is over." in text


def test_undo_after_the_end_goes_on_with_a_new_seed() -> None:
    moves = random_moves("updown", {"games": 1}, 1, 2)
    match = pivotry.new("updown", games=1, seed=1)
    for text in moves:
        match.play(text)
    assert match.result is not None
    assert len(match.fairness) == 1
    told(["undo", "undo"], match)
    assert len(match.fairness) == 2
    assert match.fairness[-1].commitment != match.fairness[0].commitment


def test_other_commands_have_something_to_say() -> None:
    match = pivotry.new("pivotation", board="mini")
    text = told(["log", "list", "words", "flip", "hint", "help", "moves", "?", ""], match)
    assert "Nothing has happened yet" in text
    assert "Stacks, lowest end first" in text
    assert "The computer would play" in text
    for name in commands.NAMES:
        assert f"  {name}" in text
    assert f"{len(match.legal_moves())} legal moves" in text
    assert "looks the same" in told(["flip"], pivotry.new("pegs"))


def test_save_record_and_their_refusals(tmp_path: Path) -> None:
    save, record, moves = (str(tmp_path / name) for name in ("s.json", "r.json", "r.txt"))
    match = pivotry.new("updown", players=2, seed=4, games=1)
    text = told([f"save {save}", f"save {save}", f"record {record}", "save", "save a\0b"], match)
    assert "no file can be called 'a\\x00b'" in text.lower()
    said = " ".join(text.split())
    assert "is there already" in said
    assert "shows every hand" in said
    assert "Say which file" in said
    assert not Path(record).exists()
    saved = json.loads(Path(save).read_text())
    assert saved["table"] == {"seats": ["me", "me"]}
    assert int(saved["fair"]["seed"], 16) == 4
    script = random_moves("updown", {"players": 2, "games": 1}, 4, 1)
    resumed = pivotry.from_record(saved)
    told([*script, f"record {record}", f"record {moves}", f"save {save} --force", ""], resumed)
    assert pivotry.from_record(json.loads(Path(record).read_text())).result == resumed.result
    assert Path(moves).read_text().startswith("; pivotry moves 1")
    assert pivotry.verify(json.loads(Path(record).read_text())).fair


def test_files_with_spaces_options_and_other_endings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def typed(line: str) -> str:
        return " ".join(told([line], pivotry.new("pegs")).split())

    assert "pivotry play --resume 'a b.json'" in typed('save "a b.json"')
    assert "is there already" in typed("save 'a b.json'")
    for line in ('save "a b.json" --force', "save --force a b.json", "save --force 'a b.json'"):
        assert "Saved in a b.json" in typed(line)
    assert "The record is in r.json" in typed("record --force r.json")
    assert "The record is in r" in typed('record "r"')
    assert "no second one" in typed('save "x.json')
    assert "no option -f" in typed("save -f x.json")
    assert "Say which file" in typed("save --force")
    assert "Say which file" in typed('save ""')
    assert "goes into a .json file, not a .pdf file" in typed("record q.pdf")
    assert "goes into a .json file, not a .txt file" in typed("save q.txt")
    assert "save FILE --force" in typed("help")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a b.json", "r", "r.json"]


def test_nobody_is_asked_for_a_move_when_the_match_is_over() -> None:
    match = pivotry.new("pegs")
    assert "Type a move" in told(["quit"], match)
    over = match.position() | {"quiet": 100, "ply": 100, "result": "draw"}
    said = told([""], pivotry.from_position(over))
    assert "Type a move" not in said
    assert "record FILE keeps the match" in said


def test_a_match_in_progress_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIVOTRY_DATA", str(tmp_path))
    with pytest.raises(Trouble, match="no match"):
        latest()
    match = pivotry.new("pegs")
    typist = Typist(["A1-B1", "quit"])
    autosave = Autosave("pegs")
    screen = Screen(Style(), typist.out, typist)
    Table(match, ("me", "me"), screen, nobody, autosave).run()
    assert "Go on with: pivotry play --resume" in typist.out.getvalue()
    assert latest("pegs") == latest() == autosave.path
    assert pivotry.from_record(json.loads(autosave.path.read_text())).ply == 1
    assert autosave.path.stat().st_mode & 0o077 == 0
    for _ in range(KEPT + 5):
        (folder() / f"pegs-{_}.json").write_text("{}")
    assert autosave.farewell()
    assert len(list(folder().glob("*.json"))) == KEPT


def test_a_full_disk_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PIVOTRY_DATA", str(blocked))
    typist = Typist(["A1-B1"])
    match = pivotry.new("pegs")
    screen = Screen(Style(), typist.out, typist)
    Table(match, ("me", "me"), screen, nobody, Autosave("pegs")).run()
    assert match.ply == 1
    assert "The match could not be kept" in typist.out.getvalue()


def test_control_c_leaves_with_the_match_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIVOTRY_DATA", str(tmp_path))
    lines = iter(["A1-B1"])
    typist = Typist([])

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    match = pivotry.new("pegs")
    screen = Screen(Style(), typist.out, ask)
    table = Table(match, ("me", "me"), screen, nobody, Autosave("pegs"))
    with pytest.raises(KeyboardInterrupt):
        table.run()
    assert "The match is kept" in typist.out.getvalue()
    assert latest("pegs").exists()


@pytest.mark.parametrize("id", pivotry.games())
def test_what_is_prepared_bears_the_name_of_its_game(id: str) -> None:
    table, typist = seated(pivotry.new(id), [])
    table._compiling(f"{id}-ismcts", True)
    table._compiling(f"{id}-ismcts", False)
    said = typist.out.getvalue()
    assert said.startswith(f"{table.game.facts.title}: preparing for this machine")
    assert "mcts" not in said
