"""``pivotry engine`` as a foreign program would use it, and what it says to bad lines."""

from __future__ import annotations

import json
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit import SETUPS, setup_id

import pivotry
from pivotry.engine import limits
from pivotry.engine.thinking import REPORT_SECONDS
from pivotry.engine.ugi import Engine, serve
from pivotry.errors import BadOption
from pivotry.players import remembered, think
from pivotry.search import alphabeta, room
from pivotry.search.kernels import alphabeta as kernel
from pivotry.search.sure import Sure

WAIT = 60.0
"""Seconds for any answer: kernels may have to be compiled on a busy machine."""


class Talk:
    """A conversation with an engine process."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pivotry.cli", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=_environment(),
        )
        self.heard: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.put(line.rstrip("\n"))
        self.heard.put(None)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        line = self.heard.get(timeout=WAIT)
        assert line is not None, "the engine has gone"
        return line

    def until(self, start: str) -> list[str]:
        """The lines up to the first that begins so, it included."""
        lines = [self.line()]
        while not lines[-1].startswith(start):
            lines.append(self.line())
        return lines

    def ask(self, line: str) -> str:
        """The one line that answers."""
        self.say(line)
        return self.line()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def _environment() -> dict[str, str]:
    import os

    source = Path(pivotry.__file__).parents[1]
    return {**os.environ, "PYTHONPATH": str(source), "PYTHONUTF8": "0"}


@pytest.fixture
def talk(request: pytest.FixtureRequest) -> Iterator[Talk]:
    conversation = Talk(*request.param)
    yield conversation
    conversation.close()


# --- transcripts of a foreign program ------------------------------------------------------------


@pytest.mark.parametrize("talk", [("pivotation", "--option", "board=mini")], indirect=True)
def test_a_whole_conversation(talk: Talk) -> None:
    talk.say("ugi")
    hello = talk.until("ugiok")
    assert hello[0].startswith("id name Pivotry ")
    assert hello[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in hello[2:-1])
    assert "option name board type combo default standard var standard var mini var grand" in hello
    talk.say("setoption name MultiPV value 2")
    assert talk.ask("isready") == "readyok"
    talk.say("uginewgame")
    assert talk.ask("isready") == "readyok"
    talk.say("position startpos")
    assert talk.ask("query p1turn") == "response true"
    assert talk.ask("query gameover") == "response false"
    assert talk.ask("query result") == "response none"
    talk.say("go nodes 2000")
    lines = talk.until("bestmove ")
    best = lines[-1].split()[1]
    match = pivotry.new("pivotation", board="mini")
    assert best in match.legal_moves()
    assert lines[-2].startswith("info time ")
    shown = [line.split() for line in lines if " multipv " in line]
    assert [words[words.index("multipv") + 1] for words in shown[-2:]] == ["1", "2"]
    assert shown[-2][shown[-2].index("pv") + 1] == best
    for words in shown:
        after = match.copy()
        for move in words[words.index("pv") + 1 :]:
            after.play(move)
    talk.say("go nodes 2000")
    assert talk.until("bestmove ")[-1] == lines[-1], "a number of nodes is reproducible"
    assert "option name Threads type spin default 1 min 1 max 64" in hello
    talk.say("setoption name Threads value 2")
    talk.say("go nodes 2000")
    assert talk.until("bestmove ")[-1] == lines[-1], "on two threads as well"
    talk.say("go movetime 100")
    assert talk.until("bestmove ")[-1].split()[1] in match.legal_moves()
    talk.say(f"position startpos moves {best}")
    assert talk.ask("query p1turn") == "response false"
    match.play(best)
    fen = talk.ask("query fen").removeprefix("response ")
    talk.say("position startpos")
    talk.say(f"position fen {fen} moves {match.legal_moves()[0]}")
    assert talk.ask("query p1turn") == "response true"
    talk.say("quit")
    assert talk.process.wait(WAIT) == 0


@pytest.mark.parametrize("talk", [("pegs",)], indirect=True)
def test_a_search_can_be_stopped_and_answers_meanwhile(talk: Talk) -> None:
    talk.say("ugi")
    talk.until("ugiok")
    talk.say("setoption name first value light")
    assert talk.ask("isready") == "readyok"
    talk.say("position startpos")
    assert talk.ask("query turn") == "response p2", "a seat by its number, whoever begins"
    talk.say("go infinite")
    talk.until("info ")
    talk.say("position startpos moves A1-B1")
    assert "while a search runs" in talk.until("info string")[-1]
    talk.say("isready")
    talk.until("readyok")
    talk.say("stop")
    talk.until("bestmove ")
    talk.say("stop")  # too late, as may happen: no answer
    for line in ("go infinite", "stop", "setoption name seed value 7", "go nodes 300", "isready"):
        talk.say(line)  # all at once, as scripts do
    heard = talk.until("bestmove ") + talk.until("bestmove ")
    assert not any("error" in line for line in heard)
    talk.say("go p1time 60000 p2time 500 p1inc 0 p2inc 0")
    # By the other clock it would report several times before it moved.
    assert sum(line.startswith("info ") for line in talk.until("bestmove ")) < 4
    talk.say("go infinite")
    talk.say("quit")
    assert talk.until("bestmove ")[-1], "what runs ends in a best move"
    assert talk.process.wait(WAIT) == 0


@pytest.mark.parametrize("talk", [("bounce",)], indirect=True)
def test_a_game_of_cards_is_told_what_a_seat_sees(talk: Talk) -> None:
    talk.say("ugi")
    assert not any(" hand " in line for line in talk.until("ugiok"))
    match = pivotry.new("bounce", players=3, seed=5, target=3)
    for _ in range(3):
        seat = match.turn
        assert seat is not None
        talk.say(f"position view {json.dumps(match.view(seat))}")
        assert talk.ask("query p1turn") == f"response {str(seat == 0).lower()}"
        assert talk.ask("query turn") == f"response p{seat + 1}"
        talk.say("go nodes 300")
        move = talk.until("bestmove ")[-1].split()[1:]
        assert len(move) == 1, "a move is one word"
        match.play(move[0])
    assert "has hidden cards" in talk.ask("position startpos")
    assert talk.process.stdin is not None
    talk.process.stdin.close()
    assert talk.process.wait(WAIT) == 0, "the end of the input is the end"


def test_the_command_refuses_what_no_game_has() -> None:
    for arguments in (["chess"], ["pegs", "--option", "size=3"], ["bounce", "--option", "hand=3"]):
        done = subprocess.run(
            [sys.executable, "-m", "pivotry.cli", "engine", *arguments],
            env=_environment(),
            input="quit\n",
            capture_output=True,
            text=True,
            timeout=WAIT,
        )
        assert done.returncode == 2
        assert done.stderr.startswith("pivotry: ")
        assert done.stdout == ""


# --- lines ---------------------------------------------------------------------------------------


class Heard:
    """An engine in this process and what it has said."""

    def __init__(self, game: str, **setup: Any) -> None:
        self.said: list[str] = []
        self.engine = Engine(game, self.said.append, setup)

    def ask(self, line: str) -> list[str]:
        self.said.clear()
        assert self.engine.handle(line)
        return list(self.said)

    def best(self, line: str) -> str:
        """The move that a ``go`` ends in."""
        self.ask(line)
        assert self.engine._thinking is not None
        self.engine._thinking.join(WAIT)
        return self.said[-1].removeprefix("bestmove ") if self.said else ""

    def refused(self, line: str) -> str:
        before = self.known()
        (answer,) = self.ask(line)
        assert answer.startswith("info string error: ")
        assert "\n" not in answer
        assert self.known() == before, "nothing has changed"
        return answer

    def known(self) -> list[str]:
        asked = [self.ask(f"query {what}") for what in ("fen", "turn", "result")]
        return [str(asked), str(self.engine._settings.options), str(self.engine._settings._values)]


_BAD = [
    ("bogus", "no command 'bogus'"),
    ("position", "startpos or fen TEXT"),
    ("position startpos A1-B1", "come moves"),
    ("position startpos moves A1-B1 A1-D5 A2-A1", "move 2, 'A1-D5'"),
    ("position startpos moves rook", "is no move of the peg game"),
    ("position fen", "has 0"),
    ("position fen dldl d", "7 fields"),
    ("position fen garbage", "'garbage' has 1"),
    ("position fen dldl,ldld,dldl,4/4/5/5 d 1 - 0 0 -", "row A"),
    ("position fen dldl,ldld,dldl,1/4/5/5 d 1 - 0 0 -", "6 dark rings"),
    ("position fen dldl,ldld,dldl,ldld/4/5/5 d 1 - 0 0 - A1-B1", "may come"),
    ("position view", "position view is followed by JSON, not by nothing"),
    ("position view {", "position view is followed by JSON on the same line"),
    ('position view {"game": "bounce", "seat": 0}', '"game": "pegs"'),
    ('position view {"game": "pegs"}', "whose it is"),
    ('position view {"game": "pegs", "seat": 0}', "is missing"),
    ("go", "needs a limit"),
    ("go ponder", "does not know 'ponder'"),
    ("go nodes", "by nothing"),
    ("go nodes many", "'many'"),
    ("go nodes -5", "at least 1, not -5"),
    ("go nodes 0", "at least 1"),
    ("go nodes 5 nodes 6", "twice"),
    ("go infinite nodes 5", "stands alone"),
    ("go nodes 5 infinite", "stands alone"),
    ("go p2time 500", "needs p1time"),
    ("go p3time 500 p1time 500", "does not know 'p3time'"),
    ("go nodes 999999999999999999999", "nodes has at most 15 digits"),
    ("setoption", "setoption name Seed value 7"),
    ("setoption name Hash value 5", "there is no option 'Hash'"),
    ("setoption name Seed value -1", "from 0"),
    ("setoption name Seed value true", "not True"),
    ("setoption name MultiPV", "whole number from 1"),
    ("setoption name Threads value 0", "Threads is a whole number from 1 to 64, not 0"),
    ("setoption name quiet_limit value 0", "from 1"),
    ("setoption name lanes value {\"A1\": []}", "lanes"),
    ("query", "no answer to query alone"),
    ("query colour", "'colour'"),
    ("x" * 2_000_000, "at most"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), _BAD, ids=[line[:40] for line, _ in _BAD])
def test_a_bad_line_is_answered_and_changes_nothing(line: str, told: str) -> None:
    heard = Heard("pegs", quiet_limit=50)
    heard.ask("position startpos moves A1-B1 A2-A1 A3-B3 A3-B2 A4-B4".replace(" A3-B2", " B3-B2"))
    assert told in heard.refused(line)


def test_without_a_position_nothing_can_be_asked() -> None:
    heard = Heard("pegs")
    assert "say position first" in heard.ask("go nodes 5")[0]
    assert "say position first" in heard.ask("query result")[0]
    heard.ask("position startpos")
    assert heard.ask("query turn") == ["response p1"]
    heard.ask("uginewgame")
    assert "say position first" in heard.ask("query turn")[0]


def test_a_finished_game_has_a_result_and_no_move() -> None:
    heard = Heard("pivotation")
    heard.ask("position fen 8/7/8/7/8/7/8 standard d 30 l")
    match = pivotry.new("pivotation", board="mini")
    rng = random.Random(3)
    while match.turn is not None:
        match.play(rng.choice(match.legal_moves()))
    moves = " ".join(entry.text for entry in match.log())
    assert heard.ask("setoption name board value mini") == []
    assert heard.ask(f"position startpos moves {moves}") == []
    winner = {(0,): "p1win", (1,): "p2win", (): "draw"}[match.result or ()]
    assert heard.ask("query result") == [f"response {winner}"]
    assert heard.ask("query gameover") == ["response true"]
    assert heard.ask("query p1turn") == ["response false"]
    assert heard.ask("query turn") == ["response none"]
    assert "the game is over" in heard.refused("go nodes 5")


def test_options_of_a_board_come_from_setoption() -> None:
    heard = Heard("pegs")
    heard.ask("setoption name SETUP value uniform")
    heard.ask('setoption name lanes value "wide"')
    heard.ask("position startpos")
    (answer,) = heard.ask("query fen")
    assert answer.endswith(" - setup=uniform lanes=wide")
    own = {"widths": [3, 4, 3], "dark": [["a1", "b1"]], "light": [["c3", "b3"]]}
    other = Heard("pivotation")
    other.ask(f"setoption name board value {json.dumps(own)}")
    other.ask("position startpos")
    assert other.ask("query fen") == ["response d1,d1,1/4/1,l1,l1 own d 0 -"]
    with pytest.raises(BadOption):
        Engine("bounce", print, {"hand": 3})


def test_a_win_in_sight_is_a_mate() -> None:
    """Two dark rings lie in the goal row and a third can go there now."""
    heard = Heard("pegs")
    fen = "dldl,lldl,dd,ll/4/ld,4/1,d,d,2 d 1 - 0 0 -"
    assert heard.ask(f"position fen {fen}") == []
    heard.ask("go nodes 3000")
    thinking = heard.engine._thinking
    assert thinking is not None
    thinking.join(WAIT)
    scores = [line for line in heard.said if " score " in line]
    assert scores[-1].endswith(" score mate 1 pv C1-D1")
    assert heard.said[-1] == "bestmove C1-D1"


@pytest.mark.parametrize("setup", [s for s in SETUPS if s[0] in ("updown", "bounce")], ids=setup_id)
def test_every_view_of_a_seat_to_move_is_understood(
    setup: tuple[str, int, dict[str, Any]],
) -> None:
    game, players, options = setup
    match = pivotry.new(game, players=players, seed=11, **options)
    heard = Heard(game)
    rng = random.Random(5)
    for _ in range(25):
        if match.turn is None:
            break
        assert heard.ask(f"position view {json.dumps(match.view(match.turn))}") == []
        assert heard.ask("query turn") == [f"response p{match.turn + 1}"]
        match.play(rng.choice(match.legal_moves()))


@pytest.mark.parametrize("setup", [s for s in SETUPS if s[0] in ("updown", "bounce")], ids=setup_id)
def test_a_seat_that_remembers_plays_by_it(setup: tuple[str, int, dict[str, Any]]) -> None:
    """The same move as the player that is handed the memory, from the same nodes and seed."""
    game, players, options = setup
    match = pivotry.new(game, players=players, seed=12, **options)
    heard = Heard(game)
    heard.ask("setoption name Seed value 3")
    rng = random.Random(6)
    for _ in range(25):
        if match.turn is None:
            break
        kept = remembered(match, match.turn)
        assert heard.ask(f"position memory {json.dumps(kept.json())}") == []
        if len(match.legal_moves()) > 1:
            thought = think(
                match.view(match.turn), kind="tree", simulations=40, seed=3, memory=kept
            )
            assert heard.best("go nodes 40") == thought.text.replace(" ", "")
        match.play(rng.choice(match.legal_moves()))


def test_a_memory_that_fits_nothing_is_refused() -> None:
    match = pivotry.new("bounce", players=3, seed=12)
    heard = Heard("bounce")
    kept = remembered(match, match.turn).json()
    for odd in (
        None, [], {}, {"view": kept["view"]}, {**kept, "more": 1}, {**kept, "notes": 7},
        {**kept, "notes": None}, {**kept, "view": {**kept["view"], "seat": 9}},
    ):  # fmt: skip
        (answer,) = heard.ask(f"position memory {json.dumps(odd)}")
        assert answer.startswith("info string error: ")
    assert "say position first" in heard.ask("go nodes 10")[0]


@pytest.mark.parametrize("game", ["updown", "bounce", "pegs", "pivotation"])
def test_a_view_that_lacks_something_is_refused(game: str) -> None:
    match = pivotry.new(game, seed=4)
    view = match.view(match.turn)
    heard = Heard(game)
    assert heard.ask(f"position view {json.dumps(view)}") == []
    rng = random.Random(1)
    odd: list[Any] = [None, [], {}, "x", -1, 10**12, 1.5, True, [[]], ["x"]]
    refused = 0
    for key in view:
        without = {name: value for name, value in view.items() if name != key}
        for changed in [without, *({**view, key: value} for value in odd)]:
            answers = heard.ask(f"position view {json.dumps(changed)}")
            refused += bool(answers)
            assert all(line.startswith("info string error: ") for line in answers)
            if not answers and rng.random() < 0.2:
                heard.ask("query turn")
    assert refused > 5 * len(view)


def test_a_seat_that_is_not_to_move_has_no_best_move() -> None:
    match = pivotry.new("updown", players=3, seed=2)
    heard = Heard("updown")
    assert match.turn is not None
    other = (match.turn + 1) % 3
    assert heard.ask(f"position view {json.dumps(match.view(other))}") == []
    assert "to move" in heard.ask("go nodes 10")[0]


def test_serving_ends_with_its_lines() -> None:
    said: list[str] = []
    engine = Engine("pegs", said.append, {})
    serve(engine, ["\n", "position startpos\n", "go infinite\n"])
    assert said[-1].startswith("bestmove ")
    said.clear()
    serve(engine, ["isready\n", "quit\n", "query turn\n"])
    assert said == ["readyok"]


@pytest.mark.parametrize("reports", [0, 1])
def test_a_search_that_fails_still_says_a_move(
    reports: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Out of memory, say: before anything is known, or when something is."""
    heard = Heard("pegs")
    heard.ask("position startpos")
    whole = heard.best("go nodes 3000")
    assert any(" multipv 1 " in line for line in heard.said)
    run, asked = Sure.run, []

    def short(search: Sure, **limits: Any) -> None:
        asked.append(limits)
        if len(asked) > reports:
            raise MemoryError("no room\nfor more")
        run(search, nodes=3000)
        time.sleep(REPORT_SECONDS)  # as if there were more to do

    with monkeypatch.context() as patched:
        patched.setattr(Sure, "run", short)
        best = heard.best("go nodes 9000")
    assert len(asked) == reports + 1
    assert best in pivotry.new("pegs").legal_moves()
    assert best == whole or not reports
    assert "info string error: the search has failed: MemoryError no room for more" in heard.said
    assert heard.said[-2].startswith("info time ")
    assert "MemoryError" in capsys.readouterr().err, "with its trace, for whoever mends it"
    assert heard.ask("query turn") == ["response p1"], "the engine goes on obeying"
    assert heard.best("go nodes 3000") == whole


def test_time_and_speed_are_those_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of what had to be loaded before it."""
    heard = Heard("pegs")
    heard.ask("position startpos")
    heard.best("go nodes 100")
    prepare = Sure.prepare

    def slow(search: Sure) -> None:
        prepare(search)
        time.sleep(0.5)

    monkeypatch.setattr(Sure, "prepare", slow)
    heard.best("go nodes 100")
    words = heard.said[-2].split()
    spent, nodes, speed = (int(words[words.index(name) + 1]) for name in ("time", "nodes", "nps"))
    assert spent < 400
    assert speed > nodes / 0.4


def test_a_search_whose_reader_has_gone_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard("pegs")
    heard.ask("position startpos")
    failed: list[Any] = []

    def gone(line: str) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    with monkeypatch.context() as patched:
        patched.setattr(threading, "excepthook", failed.append)
        patched.setattr(heard.engine, "_out", gone)
        heard.best("go nodes 500")
    assert [one.exc_type for one in failed] == [BrokenPipeError]
    assert not heard.engine.searching
    assert heard.ask("query turn") == ["response p1"]


# --- limits --------------------------------------------------------------------------------------


def test_limits_are_read() -> None:
    assert limits.read(["infinite"], 0, 2) == limits.Limits()
    assert limits.read(["movetime", "250"], 0, 2).seconds == 0.25
    assert limits.read(["nodes", "7", "depth", "3"], 1, 2) == limits.Limits(None, 7, 3)
    clocks = ["p1time", "100000", "p2time", "50000", "p1inc", "1000", "p2inc", "0"]
    assert limits.read(clocks, 0, 2).seconds == pytest.approx(4.8)
    assert limits.read(clocks, 1, 2).seconds == pytest.approx(2.0)
    assert limits.read([*clocks, "movetime", "100"], 1, 2).seconds == 0.1
    assert limits.read(["p4time", "9000"], 3, 4).seconds == pytest.approx(0.36)
    for ended in (["movetime", "0"], ["movetime", "-3"], ["p1time", "0", "p2time", "0"],
                  ["p1time", "-250", "p2time", "900", "p1inc", "100"]):  # fmt: skip
        assert limits.read(ended, 0, 2).seconds == limits.LEAST, "who asks wants a move"


@pytest.mark.parametrize("left", [0.001, 0.03, 0.1, 1.0, 300.0])
def test_a_clock_is_never_used_up(left: float) -> None:
    spent = limits.share(left, 10.0)
    assert 0 < spent <= max(0.001, left - limits.MARGIN)


def test_the_first_search_finds_its_memory_ready() -> None:
    """New memory comes page by page, on some machines slowly: not while a clock runs."""
    room._free.clear()
    engine = Engine("pegs", list[str]().append, {})
    engine.handle("isready")
    assert alphabeta.ENTRIES * kernel.ENTRY.itemsize in {table.size for table in room._free}
