"""The command line: fast help, exit statuses, one sentence for every mistake, every command."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from driving import environment, random_moves

import pivotry
from pivotry import cli


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a finished match with cards."""
    match = pivotry.new("bounce", players=2, seed=7, target=2, names=["Ada", "Bo"])
    for move in random_moves("bounce", {"players": 2, "target": 2}, 7, 2):
        match.play(move)
    path = tmp_path / "finished.json"
    path.write_text(json.dumps(match.record()))
    return path


@pytest.fixture
def pegs(tmp_path: Path) -> Path:
    match = pivotry.new("pegs")
    for move in ("A1-B1", "A2-A1", "A3-B3"):
        match.play(move)
    path = tmp_path / "pegs.json"
    path.write_text(json.dumps(match.record()))
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Exit status and the one sentence on standard error; nothing on standard output."""
    try:
        status, out, err = said(capsys, *arguments)
    except SystemExit as left:
        status = int(left.code or 0)
        out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pivotry")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return status, err


def process(folder: Path, *arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pivotry.cli", *arguments],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **more,
    )


# --- start ---------------------------------------------------------------------------------------


def test_help_is_there_at_once(tmp_path: Path) -> None:
    """Under 0.3 s of work as a whole process; the best of several, for work costs more at times."""
    resource = pytest.importorskip("resource", reason="only POSIX tells what a program has used")

    def worked() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(used.ru_utime + used.ru_stime)

    spent = []
    for _ in range(5):
        before = worked()
        result = process(tmp_path, "--help")
        spent.append(worked() - before)
        assert result.returncode == 0
    assert "usage: pivotry" in result.stdout
    assert 0 < min(spent) < 0.3


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pivotry import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'fastapi', 'uvicorn', 'rich', 'jinja2', 'PIL', 'json',\n"
        "         'platformdirs', 'subprocess', 'tempfile', 'readline', 'pivotry.match'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("arguments", [["rules", "pegs", "G-7"], ["games"], ["show", "-"]])
def test_commands_do_not_load_the_compiler(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pivotry import cli\n"
        f"assert cli.main({arguments!r}) == 0\n"
        "print(sorted({'numba', 'fastapi', 'rich', 'PIL'} & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        input=json.dumps(pivotry.new("pegs").position()),
        check=False,
    )
    assert result.stdout.splitlines()[-1] == "[]", result.stderr


def test_version_and_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"pivotry {pivotry.__version__}\n"
    assert cli.main([]) == 2
    assert "usage: pivotry" in capsys.readouterr().out


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "pegz"], "did you mean pegs"),
        (["rules", "peg"], "did you mean pegs"),
        (["play", "nope"], "updown, bounce\n"),
        (["rules", "chess"], "the games are pivotation, pegs, updown, bounce"),
        (["rules", "pegs", "Q-1"], "no clause 'Q-1'"),
        (["play"], "say which game"),
        (["play", "chess"], "no game 'chess'"),
        (["play", "pegs", "--players", "3"], "2 players"),
        (["play", "pegs", "--seats", "me,cat"], "not by 'cat'"),
        (["play", "pegs", "--seats", "me,me,me"], "2 players"),
        (["play", "pegs", "--players", "3"], "The peg game is for 2 players, not 3"),
        (["play", "updown", "--players", "9"], "is for 2 to 8 players, not 9"),
        (["rules", "pegs", "Q-9"], "The peg game has no clause 'Q-9'"),
        (["play", "bounce", "--seats", "me,me", "--players", "3"], "--players says 3"),
        (["play", "bounce", "--option", "hand"], "NAME=VALUE"),
        (["play", "bounce", "--option", "hand=99"], "hand"),
        (["play", "bounce", "--option", "size=3"], "no option"),
        (["play", "bounce", "--option", "hand=3", "--option", "hand=4"], "given twice"),
        (["play", "bounce", "--option", "seed=3"], "no option of a game"),
        (["play", "bounce", "--seed", "zebra"], "a seed is"),
        (["play", "pegs", "--names", "Ada"], "name"),
        (["play", "pegs", "--names", "Ada,ADA "], "another seat of this table is called Ada"),
        (["play", "bounce", "--names", "A,B,A", "--players", "3"], "is called A"),
        (["play", "pegs", "--names", "Light,Ada"], "is called Light"),
        (["play", "--resume", "nowhere.json"], "no file 'nowhere.json'"),
        (["play", "pegs", "--resume", "x", "--seed", "3"], "--seed has no place"),
        (["show", "nowhere.json"], "no file"),
        (["verify", "nowhere.json"], "no file"),
        (["convert", "nowhere.json", "-o", "x.json"], "no file"),
        (["perft", "pegs", "-1"], "from 0 to 1000, not -1"),
        (["perft", "pegs", "9" * 24], "from 0 to 1000, not 9999"),
        (["perft", "pegs", "2000000000", "--divide"], "from 0 to 1000, not 2000000000"),
        (["perft", "pegs", "many"], "DEPTH: a whole number, not 'many' (pivotry perft --help"),
        (["perft", "pegs", "1.5"], "a whole number, not '1.5'"),
        (["perft", "pegs", "9" * 5000], "a whole number, not '999"),
        (["perft", "pegs", "1", "--players", "two"], "--players: a whole number"),
        (["solve", "pegs", "--seconds", "0"], "seconds from 0.01 to 1,000,000, not '0'"),
        (["arena", "pegs", "a", "b", "--games", "0"], "games from 1 to 10,000,000, not '0'"),
        (["show"], "required: FILE"),
        (["perft", "pegs", "2", "--position", "nowhere.json"], "no file"),
        (["perft", "pegs", "2", "--position", "x", "--seed", "1"], "--seed has no place"),
        (["play", "pegs", "--seconds", "0"], "from 0.01 to 600"),
        (["convert", "nowhere.json", "-o", "x.pgn"], "say with --to"),
        (["convert", "nowhere.json", "-o", "x"], "say with --to"),
        (["convert", "nowhere.json", "-o", ""], "no file"),
        (["show", ""], "a file has a name"),
        (["verify", ""], "a file has a name"),
        (["perft", "pegs", "1", "--position", ""], "a file has a name"),
        (["solve", ""], "a file has a name"),
        (["arena", "pegs", "random", "plain", "--json", "x.csv"], "a .json file, not a .csv"),
        (["db", "check", "--database", ""], "a database has a name"),
        (["bench", "chess"], "no game 'chess'"),
        (["bench", "pegs", "--rounds", "0"], "at least 1"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, err = refused(capsys, *arguments)
    assert status == 2
    assert message in err


def test_nothing_to_resume(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIVOTRY_DATA", str(tmp_path))
    status, err = refused(capsys, "play", "pegs", "--resume")
    assert status == 1
    assert "no match of pegs to go on with" in err


def test_a_reader_that_has_had_enough(tmp_path: Path) -> None:
    result = subprocess.run(
        f"{shlex.quote(sys.executable)} -m pivotry.cli rules pivotation | head -1",
        shell=True,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "Pivotation\n"
    assert result.stderr == ""


# --- commands ------------------------------------------------------------------------------------


def test_rules_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "rules")
    assert status == 0
    assert pivotry.games() == ("pivotation", "pegs", "updown", "bounce")
    for id in pivotry.games():
        assert id in out
    status, out, _ = said(capsys, "rules", "updown", "ur3", "--ascii")
    assert status == 0
    assert out.startswith("UR-3  ")
    assert "deck_out" in out
    status, out, _ = said(capsys, "rules", "bounce", "--list")
    assert "BR-6  " in out
    status, out, _ = said(capsys, "games", "pivotation")
    assert "board" in out
    assert "grand" in out
    assert "updown" not in out


def test_show_draws_what_a_seat_may_see(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    status, out, _ = said(capsys, "show", finished)
    assert status == 0
    assert "win" in out
    assert "our hand" not in out
    _, mine, _ = said(capsys, "show", finished, "--ply", 0, "--seat", "p2")
    _, same, _ = said(capsys, "show", finished, "--ply", 0, "--seat", "1")
    assert mine == same
    assert "our hand" in mine
    _, words, _ = said(capsys, "show", finished, "--words")
    assert "Ada" in words
    status, err = refused(capsys, "show", finished, "--seat", "p3")
    assert "there is no seat 'p3': seats are p1, p2, or 0 to 1" in err
    status, err = refused(capsys, "show", finished, "--ply", 999)
    assert "no ply 999" in err
    assert status == 2


def test_show_flips_and_names_sides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(pivotry.new("pivotation", board="mini").position()))
    _, dark, _ = said(capsys, "show", path, "--seat", "dark")
    _, light, _ = said(capsys, "show", path, "--seat", "LIGHT", "--flip")
    assert dark.splitlines()[2].split()[0] == "○"
    assert light.splitlines()[2].split()[0] == "●"


def test_show_writes_pictures(
    capsys: pytest.CaptureFixture[str], pegs: Path, tmp_path: Path
) -> None:
    for name, start in (
        ("x.svg", b"<svg"),
        ("x.png", b"\x89PNG"),
        ("x.gif", b"GIF89a"),
        ("x.txt", "○ Light".encode()),
    ):
        target = tmp_path / name
        ply = ("--ply", 1) if name.endswith("gif") else ()
        assert said(capsys, "show", pegs, "-o", target, *ply) == (0, "", "")
        assert target.read_bytes().startswith(start)
    svg = tmp_path / "x.svg"
    status, err = refused(capsys, "show", pegs, "-o", svg)
    assert status == 1
    assert "--force" in err
    assert said(capsys, "show", pegs, "-o", svg, "--force")[0] == 0
    dark = tmp_path / "dark.svg"
    assert said(capsys, "show", pegs, "--theme", "dark", "-o", dark)[0] == 0
    assert dark.read_text() != (tmp_path / "x.svg").read_text()
    assert refused(capsys, "show", pegs, "-o", tmp_path / "x.bmp")[0] == 2
    assert refused(capsys, "show", pegs, "--theme", "dark")[0] == 2


def test_verify_tells_fair_from_unfair(
    capsys: pytest.CaptureFixture[str], finished: Path, pegs: Path
) -> None:
    status, out, _ = said(capsys, "verify", finished)
    assert status == 0
    assert out.startswith("Dealt fairly")
    record = json.loads(finished.read_text())
    other = pivotry.new("bounce", players=2, seed=8, target=2)
    record["fair"] = {**record["fair"], "seed": f"{8:064x}"}
    finished.write_text(json.dumps(record))
    status, out, _ = said(capsys, "verify", finished)
    assert status == 1
    assert "not the one that was promised" in out
    record["fair"]["commitment"] = other.record()["fair"]["commitment"]
    finished.write_text(json.dumps(record))
    assert said(capsys, "verify", finished)[0] == 1
    del record["fair"]["seed"]
    finished.write_text(json.dumps(record))
    status, out, _ = said(capsys, "verify", finished)
    assert status == 3
    assert "moves themselves replay under the rules" in out
    assert said(capsys, "verify", pegs)[0] == 0
    finished.write_text(json.dumps(pivotry.new("pegs").position()))
    status, err = refused(capsys, "verify", finished)
    assert "only a record" in err


def test_verify_does_not_believe_moves_that_cannot_be(
    capsys: pytest.CaptureFixture[str], pegs: Path
) -> None:
    record = json.loads(pegs.read_text())
    record["moves"][0] = "A1-B2"
    pegs.write_text(json.dumps(record))
    status, err = refused(capsys, "verify", pegs)
    assert status == 1
    assert "ply 0" in err


def test_convert_goes_round(
    capsys: pytest.CaptureFixture[str], finished: Path, tmp_path: Path
) -> None:
    moves, back, at = (tmp_path / name for name in ("m.txt", "b.json", "at.json"))
    assert said(capsys, "convert", finished, "-o", moves)[0] == 0
    assert moves.read_text().startswith("; pivotry moves 1\nGame: ")
    assert said(capsys, "convert", moves, "-o", back)[0] == 0
    assert json.loads(back.read_text()) == json.loads(finished.read_text())
    assert said(capsys, "convert", finished, "--ply", "3", "-o", at)[0] == 0
    position = json.loads(at.read_text())
    assert position["game"] == "bounce"
    assert position["turns"] <= 3
    _, out, _ = said(capsys, "convert", at, "--to", "record", "-o", "-")
    assert json.loads(out)["start"] == position
    assert json.loads(out)["moves"] == []
    assert refused(capsys, "convert", finished, "-o", moves)[0] == 1


@pytest.mark.parametrize("name", ["q.png", "q.SVG", "q.gif", "q.jpg"])
@pytest.mark.parametrize("more", [(), ("--to", "position"), ("--force",)])
def test_convert_makes_no_pictures(
    capsys: pytest.CaptureFixture[str],
    finished: Path,
    tmp_path: Path,
    name: str,
    more: tuple[str, ...],
) -> None:
    target = tmp_path / name
    status, err = refused(capsys, "convert", finished, "-o", target, *more)
    assert status == 2
    assert "pivotry show" in err
    assert not target.exists()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("z.json", ("convert", "moves")),
        ("z.txt", ("convert", "position")),
        ("z.html", ("convert", "record")),
        ("z.html", ("analyze", "graph")),
        ("z.csv", ("analyze", "html")),
        ("z.txt", ("analyze", "json")),
        ("z.svg", ("analyze", "text")),
    ],
)
def test_a_name_that_promises_another_kind_is_refused(
    capsys: pytest.CaptureFixture[str],
    finished: Path,
    tmp_path: Path,
    name: str,
    wanted: tuple[str, str],
) -> None:
    command, kind = wanted
    status, err = refused(capsys, command, finished, "--to", kind, "-o", tmp_path / name)
    assert status == 2
    assert f"not a {Path(name).suffix} file" in err
    assert not (tmp_path / name).exists()


def test_an_ending_that_promises_nothing_will_do(
    capsys: pytest.CaptureFixture[str], finished: Path, tmp_path: Path
) -> None:
    for kind in ("moves", "record", "position"):
        assert said(capsys, "convert", finished, "--to", kind, "-o", tmp_path / f"z.{kind}")[0] == 0


def test_serve_has_its_own_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["serve", "--port", "99999"])
    assert left.value.code == 2
    assert "from 0 to 65535" in capsys.readouterr().err


def test_perft_counts(
    capsys: pytest.CaptureFixture[str], pegs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIVOTRY_JIT", "0")
    status, out, err = said(capsys, "perft", "pegs", 3)
    expected = pivotry.perft(pivotry.new("pegs"), 3)
    assert status == 0
    assert out == f"pegs, depth 3: {expected:,} move sequences\n"
    _, out, _ = said(capsys, "perft", "pegs", 2, "--divide", "--option", "lanes=wide")
    rows = [line.split() for line in out.splitlines()[:-1]]
    assert [row[0] for row in rows] == pivotry.new("pegs", lanes="wide").legal_moves()
    total = pivotry.perft(pivotry.new("pegs", lanes="wide"), 2)
    assert sum(int(row[1]) for row in rows) == total
    _, out, _ = said(capsys, "perft", "pegs", 1, "--position", pegs)
    match = pivotry.from_record(json.loads(pegs.read_text()))
    assert f": {len(match.legal_moves())} move" in out
    _, err = refused(capsys, "perft", "bounce", 1, "--position", pegs)
    assert "is of 'pegs', not of 'bounce'" in err


def test_a_piped_game_reads_like_a_transcript(tmp_path: Path) -> None:
    result = process(tmp_path, "play", "pegs", "--seats", "me,me", input="A1-B1\nundo\n")
    assert result.returncode == 0
    assert "Dark> A1-B1\n" in result.stdout
    assert "Taken back." in result.stdout
    assert "\x1b" not in result.stdout
    again = process(tmp_path, "play", "--resume", input="A1-B1\n")
    assert "Dark> A1-B1\n" in again.stdout
    assert len(list(tmp_path.rglob("*.json"))) == 1


def test_ascii_when_the_stream_cannot_do_more(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pivotry.cli", "rules", "pegs", "G-2"],
        env=environment(tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        capture_output=True,
        check=True,
    )
    assert b"[#####]" in result.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"game": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"game": "pegs", "game": "pegs"}', "the key 'game' stands twice"),
        ('{"game": NaN}', "NaN is no number"),
        ('{"game": 1e400}', "the number 1e400 is too large"),
        ('{"game": "pegs",', "is not JSON"),
        ("Game: " + "9" * 5000, "too many digits"),
        ("Game: pegs\nOptions: 5\n\nA1-B1", "Options is a JSON object"),
        ('Game: pegs\nOptions: {"game": 5}\n\nA1-B1', "no option 'game'"),
        ('Game: pegs\nOptions: {"seed": 5}\n\nA1-B1', "no option 'seed'"),
        ("Game: [1]\n\nA1-B1", "no game"),
    ],
    ids=[
        "digits",
        "deep",
        "twice",
        "nan",
        "large",
        "short",
        "list-digits",
        "options",
        "game",
        "seed",
        "list",
    ],
)
def test_no_text_is_too_strange(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "strange"
    path.write_text(text)
    for command in (("show",), ("verify",), ("convert", "-o", "-")):
        status, err = refused(capsys, *command, path)
        assert status in (1, 2)
        assert says in err


def run(folder: Path, *arguments: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "pivotry", *arguments],
        env=environment(folder), stderr=subprocess.PIPE, timeout=60, check=False, **how,
    )  # fmt: skip


def test_what_comes_in_must_be_text(tmp_path: Path) -> None:
    done = run(tmp_path, "show", "-", input=b"\xff\xfe\x00", stdout=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"pivotry: standard input is not a text in UTF-8\n"
    empty = run(tmp_path, "show", "-", input=b"", stdout=subprocess.PIPE)
    assert empty.stderr == b"pivotry: standard input is empty\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = run(tmp_path, "games", stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"pivotry: the output cannot be written")
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_break_nothing(tmp_path: Path, closed: str) -> None:
    command = f"exec {shlex.quote(sys.executable)} -m pivotry show - {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=environment(tmp_path), input=b"", capture_output=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2
