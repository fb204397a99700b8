"""Whole runs: the same twice, kept, torn, killed, gone on with, stopped by a test."""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import cli
from pivotry.arena import crews, plot, table, tournament
from pivotry.arena.command import Progress
from pivotry.arena.journal import BadJournal, Journal
from pivotry.arena.plan import Plan, code_stamp, plan
from pivotry.arena.play import Notes, Outcome, play
from pivotry.arena.records import Records
from pivotry.arena.schedule import Fixture, fixtures
from pivotry.arena.sprt import Trial
from pivotry.chance import Stream, seed_bytes
from pivotry.players import Player, remembered
from pivotry.record import read

SRC = str(Path(pivotry.__file__).parents[1])


def a_plan(**more: Any) -> Plan:
    return plan("bounce", ["tree@12n", "random"], seats=2, options={"target": 2}, **more)


def without_pace(run: tournament.Run) -> dict[str, Any]:
    data = table.data(run)
    del data["pace"]
    return data


def test_the_same_plan_twice_gives_the_same_games() -> None:
    one, two = (tournament.play(a_plan(), 8, crews.Alone()) for _ in range(2))
    assert without_pace(one) == without_pace(two)
    assert [o.moves for o in one.outcomes.values()] == [o.moves for o in two.outcomes.values()]
    other = tournament.play(a_plan(seed=2), 8, crews.Alone())
    assert [o.seed for o in other.outcomes.values()] != [o.seed for o in one.outcomes.values()]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("pegs", 2, {}), ("pivotation", 2, {"board": "mini"}), ("updown", 3, {"games": 1})],
)
def test_a_game_is_what_its_record_tells(game: str, seats: int, options: dict[str, Any]) -> None:
    made = plan(game, ["tree@5n", "random"], seats=seats, options=options)
    fixture = list(fixtures(made, 1))[1]
    outcome, record = play(made, fixture)
    match = read(record)
    assert match.result == outcome.result
    assert match.names == tuple(made.labels[index] for index in fixture.seats)
    assert sum(outcome.moves) + made.opening == sum(e.kind == "move" for e in match.log())
    assert Outcome.of(json.loads(json.dumps(outcome.data()))) == outcome
    assert outcome == Outcome(**{**play(made, fixture)[0].data(), "seconds": outcome.seconds})


@pytest.mark.parametrize(
    ("game", "options"), [("updown", {"players": 3, "games": 2}), ("bounce", {"players": 3})]
)
def test_notes_are_what_is_remembered(game: str, options: dict[str, Any]) -> None:
    match = pivotry.new(game, seed=4, **options)
    notes = [Notes(seat) for seat in range(3)]
    stream = Stream(seed_bytes(1), 0)
    looked = 0
    while match.turn is not None and looked < 60:
        if stream.below(4):  # not at every turn
            assert notes[match.turn].of(match) == remembered(match, match.turn)
            looked += 1
        legal = match.legal_moves()
        match.play(legal[stream.below(len(legal))])
    assert looked == 60


def test_nobody_remembers_where_nobody_may(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []
    choose = Player.choose

    def watched(self: Player, view: Any, **how: Any) -> str:
        given.append(how["memory"])
        return choose(self, view, **how)

    monkeypatch.setattr(Player, "choose", watched)
    for memory in (True, False):
        given.clear()
        made = a_plan(memory=memory)
        play(made, next(fixtures(made, 1)))
        assert any(given) == memory
        assert None in given, "who draws at random remembers nothing either way"


def test_processes_play_the_same_games() -> None:
    alone = tournament.play(a_plan(), 6, crews.Alone())
    together = tournament.play(a_plan(), 6, crews.Processes(2))
    assert without_pace(together) == without_pace(alone)


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    whole = tournament.play(a_plan(), 10, crews.Alone())
    path = tmp_path / "games.jsonl"
    journal = Journal(path, a_plan())
    tournament.play(a_plan(), 4, crews.Alone(), journal=journal)
    journal.close()
    raw = path.read_bytes()
    path.write_bytes(raw[:-20])  # the last line is torn
    again = Journal(path, a_plan())
    assert [outcome.number for outcome in again.outcomes] == [0, 1, 2]
    played: list[int] = []
    run = tournament.play(
        a_plan(), 10, crews.Alone(), journal=again, keep=lambda o, record: played.append(o.number)
    )
    again.close()
    assert played == [3, 4, 5, 6, 7, 8, 9]
    assert without_pace(run) == without_pace(whole)
    assert len(path.read_text().splitlines()) == 11
    full = Journal(path, a_plan())
    fewer = tournament.play(a_plan(), 4, crews.Alone(), journal=full)
    full.close()
    assert fewer.games == 4


def test_no_game_counts_without_its_record(tmp_path: Path) -> None:
    """Stopped between the two, and gone on with: every game has its record, and just one."""
    whole = tournament.play(a_plan(), 6, crews.Alone())
    path, records = tmp_path / "games.jsonl", Records(a_plan(), tmp_path)
    journal = Journal(path, a_plan())
    done: list[int] = []

    def full(outcome: Outcome, record: dict[str, Any]) -> None:
        records.keep(outcome, record)
        done.append(outcome.number)
        if len(done) == 3:
            raise OSError(28, "no space left")

    with pytest.raises(OSError, match="no space"):
        tournament.play(a_plan(), 6, crews.Alone(), journal=journal, keep=full)
    journal.close()
    assert [o.number for o in journal_of(path)] == [0, 1], "the third has a record only"
    records.path(journal_of(path)[1]).unlink()
    records.path(journal_of(path)[0]).write_text("{")
    other = tournament.play(a_plan(seed=2), 6, crews.Alone())
    assert not any(records.has(outcome) for outcome in other.outcomes.values())
    again = Journal(path, a_plan())
    run = tournament.play(
        a_plan(), 6, crews.Alone(), journal=again, keep=records.keep, kept=records.has
    )
    again.close()
    assert without_pace(run) == without_pace(whole)
    assert len(journal_of(path)) == 6
    for outcome in run.outcomes.values():
        assert records.has(outcome)
        match = read(json.loads(records.path(outcome).read_text()))
        assert (match.result, f"{match.seed:x}") == (outcome.result, outcome.seed)


def journal_of(path: Path) -> list[Outcome]:
    journal = Journal(path, a_plan())
    journal.close()
    return journal.outcomes


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 9}, "the seed differs: '1' there, '9' now"),
        ({"pairwise": True}, "who meets at a table differs"),
        ({"opening": 3}, "the opening differs"),
        ({"memory": False}, "whether players remember differs: true there, false now"),
    ],
)
def test_a_journal_of_another_plan_is_refused(
    tmp_path: Path, other: dict[str, Any], said: str
) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, a_plan()).close()
    before = path.read_bytes()
    with pytest.raises(BadJournal, match=said):
        Journal(path, a_plan(**other))
    assert path.read_bytes() == before
    Journal(path, a_plan()).close()


def test_what_ships_proved_counts_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """It decides moves of ``sure`` as its code does; of the other games it decides nothing."""
    before = {game: code_stamp(game) for game in ("pivotation", "pegs")}
    read_bytes, changed = Path.read_bytes, []

    def other(path: Path) -> bytes:
        if path.name != "proved.npz":
            return read_bytes(path)
        changed.append(path)
        return read_bytes(path) + b"more"

    monkeypatch.setattr(Path, "read_bytes", other)
    assert code_stamp("pegs") == before["pegs"]
    assert code_stamp("pivotation") != before["pivotation"]
    assert len(changed) == 1


def test_a_journal_of_other_code_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, a_plan()).close()
    monkeypatch.setattr("pivotry.arena.plan.code_stamp", lambda game: "other")
    with pytest.raises(BadJournal, match=r"the code of rules and players differs$"):
        Journal(path, a_plan())


@pytest.mark.parametrize(
    "content",
    [
        b"hello\n", b'{"a": 1}\n', b"PNG", b'{"pivotry arena": 2}\n', b"[1]\n", b"\xff\xfe\n",
        b'{"a": 1, "a": 2}\n',
    ],
)  # fmt: skip
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadJournal):
        Journal(path, a_plan())
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path], "no lock is left beside it"


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b"nonsense", b'{"number": 0, "block": 0, "seats": [0, 1]}']
)
def test_a_bad_line_in_the_middle_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, a_plan()).close()
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(BadJournal, match="line 2"):
        Journal(path, a_plan())


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = Journal(path, a_plan())
    with pytest.raises(BadJournal, match="another arena"):
        Journal(path, a_plan())
    first.close()
    Journal(path, a_plan()).close()
    assert list(tmp_path.iterdir()) == [path], "no lock is left beside it"


class Scripted:
    """A crew whose games are made up: the first player wins those that ``wins`` says."""

    def __init__(self, wins: Any, stop_at: int | None = None) -> None:
        self.wins = wins
        self.stop_at = stop_at
        self.closed = False

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> crews.Games:
        batch: list[Fixture] = []
        try:
            for fixture in todo:
                if fixture.number == self.stop_at:
                    raise KeyboardInterrupt
                batch.append(fixture)
                if len(batch) == 4:  # they finish in another order than they begin
                    yield from (self.made(one) for one in reversed(batch))
                    batch = []
            yield from (self.made(one) for one in batch)
        finally:
            self.closed = True

    def made(self, f: Fixture) -> crews.Played:
        winner = f.seats.index(0 if self.wins(f.number) else 1)
        return Outcome(f.number, f.block, f.seats, "1", (winner,), None, (1, 1), (0.0, 0.0)), {}


def test_a_test_ends_the_run() -> None:
    crew = Scripted(lambda number: number % 8 != 0)
    run = tournament.play(a_plan(), 10_000, crew, test=Trial(0, 100))
    assert run.course is not None
    assert run.course.decision == "H1"
    assert crew.closed
    assert run.games < 200
    assert len(run.blocks()) == run.course.blocks
    again = tournament.play(a_plan(), 10_000, Scripted(lambda n: n % 8 != 0), test=Trial(0, 100))
    assert without_pace(again) == without_pace(run)
    text = "\n".join(table.lines(run))
    assert "H1 is accepted." in text
    assert "LLR" in text
    assert "LLR" in table.progress(run)


@pytest.mark.parametrize(("games", "few"), [(2, True), (38, True), (40, False)])
def test_few_games_are_not_made_more_of_than_they_are(games: int, few: bool) -> None:
    run = tournament.play(a_plan(), games, Scripted(lambda number: number % 3 > 0))
    text = "\n".join(table.lines(run))
    assert ("narrower than they should be" in text) == few


def test_a_test_may_end_undecided() -> None:
    run = tournament.play(a_plan(), 8, Scripted(lambda n: n % 2), test=Trial(0, 5))
    assert run.course is not None
    assert (run.course.decision, run.course.blocks) == (None, 4)
    assert table.lines(run)[-1] == "Not decided."


def test_ctrl_c_keeps_what_there_is() -> None:
    crew = Scripted(lambda number: True, stop_at=11)
    run = tournament.play(a_plan(), 100, crew)
    assert run.interrupted
    assert crew.closed
    assert run.games == 8
    assert table.data(run)["standings"][0]["share"] == 1


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_bar_and_the_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10**6, 60))
    monkeypatch.setattr("pivotry.arena.command.time.monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    live, pipe = Terminal(), io.StringIO()
    for stream in (live, pipe):
        progress = Progress(stream)
        tournament.play(a_plan(), 8, Scripted(lambda n: n % 4 != 0), listen=progress)
        progress.end()
    lines = live.getvalue().split("\r\x1b[2K")
    assert len(lines) == 9, "one overwrites the other, and the last one is wiped"
    assert lines[-1] == ""
    assert lines[3] == "━" * 10 + "·" * 10 + "  4/8  tree@12n 75.0 %"
    assert lines[7] == "━" * 20 + "  8/8  tree@12n 75.0 %"
    assert pipe.getvalue().splitlines()[3] == "4/8  tree@12n 75.0 %"


def test_the_bar_of_a_test_shows_how_near_it_is() -> None:
    seen: list[float] = []
    run = tournament.play(
        a_plan(), 10_000, Scripted(lambda n: n % 8 != 0), test=Trial(0, 100),
        listen=lambda run: seen.append(table.part(run)),
    )  # fmt: skip
    assert run.games < 200
    assert seen[-1] == 1
    assert any(0.3 < part < 0.9 for part in seen)


def test_nothing_finished_is_said() -> None:
    run = tournament.play(a_plan(), 100, Scripted(lambda number: True, stop_at=0))
    assert "Nothing to judge by yet" in table.lines(run)[-1]
    assert table.data(run)["standings"] == []


def test_table_and_plot() -> None:
    made = plan("pegs", ["tree@9n", "random", "tree@<n".replace("<", "3")])
    run = tournament.play(made, 12, Scripted3())
    lines = table.lines(run)
    assert lines[0] == "The peg game, 2 seats: 12 games, 2 on each opening with seats changed"
    assert lines[3].split()[:2] == ["1", "tree@9n"]
    assert any(line.strip().startswith("in % against") for line in lines)
    for theme in ("auto", "light", "dark"):
        svg = plot.draw(run, theme)
        assert svg.startswith("<svg")
        assert svg.count("<circle") == 3
        assert "tree@9n" in svg
        assert ("var(--" in svg) == (theme == "auto")


class Scripted3:
    """Of three players the one with the lower index wins."""

    def play(self, plan: Plan, todo: Iterator[Fixture]) -> crews.Games:
        for f in todo:
            winner = f.seats.index(min(f.seats))
            yield Outcome(f.number, f.block, f.seats, "1", (winner,), None, (1, 1), (0.0, 0.0)), {}


# --- the command ---------------------------------------------------------------------------------


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pivotry", "arena", *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SRC}


GIVEN = ("bounce", "tree@40n", "random", "--players", "2", "--games", "16")


def finished(path: Path) -> int:
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def test_a_journal_that_cannot_be_begun_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"

    def full(handle: int) -> None:
        raise OSError(28, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(OSError, match="no space"):
            Journal(path, a_plan())
    gc.collect()  # an open file would be a warning now
    Journal(path, a_plan()).close()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_and_gone_on_with(
    tmp_path: Path, end: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    path, jobs = tmp_path / "games.jsonl", ("--jobs", "2")
    child = subprocess.Popen(
        command(*GIVEN, *jobs, "--resume", str(path)),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while finished(path) < 5 and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send_signal(end)
    out, err = child.communicate(timeout=60)
    assert 5 <= finished(path) < 16
    if end == signal.SIGINT:
        assert child.returncode == 130
        assert "tree@40n" in out
        assert "interrupted" in err
        assert "goes on with them" in err
    results = []
    for extra in (("--resume", str(path)), ()):
        target = tmp_path / f"table{len(extra)}.json"
        assert cli.main(["arena", *GIVEN, "--jobs", "1", *extra, "--json", str(target)]) == 0
        data = json.loads(target.read_text())
        del data["pace"]
        results.append((capsys.readouterr().out, data))
    assert results[0] == results[1]


def test_everything_that_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = [str(tmp_path / name) for name in ("t.json", "t.svg", "records")]
    arguments = ["arena", "bounce", "random", "tree@3n", "--players", "3", "--games", "4",
                 "--jobs", "1", "--json", kept[0], "--plot", kept[1], "--records", kept[2],
                 "--option", "target=2"]  # fmt: skip
    assert cli.main(arguments) == 0
    out = capsys.readouterr().out
    assert "4 games, 2 on each deal" in out
    data = json.loads(Path(kept[0]).read_text())
    assert {row["label"] for row in data["standings"]} == {"random", "tree@3n"}
    assert data["options"].items() >= {"players": 3, "target": 2}.items()
    assert Path(kept[1]).read_text().startswith("<svg")
    records = sorted(Path(kept[2]).iterdir())
    assert [path.name for path in records] == [f"bounce-{n:05d}.json" for n in range(1, 5)]
    assert read(json.loads(records[0].read_text())).result is not None
    assert cli.main(arguments) == 1, "nothing is overwritten unless asked"
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["chess", "random", "random"], 2, "no game 'chess'"),
        (["pegs", "random"], 2, "2 to 64 players"),
        (["pegs", "random", "oracle"], 2, "no computer player 'oracle'"),
        (["pegs", "random", "random", "--games", "0"], 2, "games from 1"),
        (["pegs", "random", "random", "--elo0", "3"], 2, "--elo0 has no place without --sprt"),
        (["pegs", "random", "random", "random", "--sprt"], 2, "compares two players"),
        (["pegs", "random", "tree@1n", "--sprt", "--elo0", "30"], 2, "elo0 < elo1"),
        (["pegs", "random", "random", "--option", "colour=1"], 2, "colour"),
        (["pegs", "random", "random", "--players", "3"], 2, "2"),
        (["pegs", "random", "random", "--json", "/nowhere/x.json"], 1, "no folder 'nowhere'"),
        (["pegs", "random", "random", "--json", "/"], 1, "is a folder"),
        (["pegs", "random", "random", "--json", "/", "--force"], 1, "is a folder"),
        (["pegs", "random", "random", "--plot", ".", "--force"], 1, "is a folder"),
        (["pegs", "random", "random", "--plot", "p.xyz"], 2, "a plot is an .svg file"),
        (["pegs", "random", "random", "--theme", "dark"], 2, "no place without --plot"),
        (["pegs", "random", "random", "--records", ""], 2, "a folder has a name"),
        (["pegs", "random", "random", "--resume", "/"], 1, "is a folder"),
        (["pegs", "random", "random", "--resume", "."], 1, "is a folder"),
        (["pegs", "random", "random", "--resume", ".."], 1, "'..' is a folder"),
        (["pegs", "random", "random", "--resume", ""], 2, "a file has a name"),
        (["pegs", "random", "random", "--resume", "/nowhere/x.jsonl"], 1, "no folder"),
        (["pegs", "random", "random", "--records", "/dev/null/x"], 1, "can be no folder"),
    ],
)
def test_mistakes(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        got = cli.main(["arena", *arguments])
    except SystemExit as left:
        got = int(left.code or 0)
    captured = capsys.readouterr()
    assert got == status
    assert captured.out == ""
    assert said in captured.err
    assert "Traceback" not in captured.err
