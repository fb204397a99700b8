"""An analysis as text, JSON, page and graph; the command ``pivotry analyze``."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from test_analysis import FEW, mini, played

import pivotry
from pivotry import cli, lettering
from pivotry.analysis import Analysis, Judgement, Move, analyse, telling
from pivotry.analysis.data import data
from pivotry.analysis.graph import draw
from pivotry.analysis.page import page
from pivotry.analysis.text import lines
from pivotry.match import Match
from pivotry.players.budget import Budget
from pivotry.players.thought import Candidate
from pivotry.terminal.style import Style, width_of
from pivotry.tongue import speaking

NASTY = ("<b>Ada & Co", "'\"Bo")


@pytest.fixture(scope="module")
def open_match() -> tuple[Match, Analysis]:
    match = pivotry.from_record({**mini().record(), "names": list(NASTY)})
    return match, analyse(match, Budget(None, 1000), lines=2)


@pytest.fixture(scope="module")
def hidden_match() -> tuple[Match, Analysis]:
    match = played("bounce", 14, players=4)
    return match, analyse(match, FEW)


@pytest.fixture(params=["open", "hidden"])
def judged(request: pytest.FixtureRequest) -> tuple[Match, Analysis]:
    found: tuple[Match, Analysis] = request.getfixturevalue(f"{request.param}_match")
    return found


@pytest.mark.parametrize("style", [Style(), Style(ascii=True, width=60)])
def test_text_tells_every_move_in_the_width(judged: tuple[Match, Analysis], style: Style) -> None:
    match, analysis = judged
    shown = lines(analysis, style)
    assert all(width_of(line) <= style.width for line in shown)
    text = "\n".join(shown)
    assert "beyond" in text, "what a loss is"
    for move in analysis.moves:
        number = analysis.number(move)
        assert re.search(rf"^ *{number} .*{re.escape(move.printed)}", text, re.MULTILINE)
    numbers = [analysis.number(move) for move in analysis.moves]
    assert numbers == list(range(1, match.made() + 1))
    assert [analysis.made(ply) for ply in range(match.ply + 1)] == [
        match.made(ply) for ply in range(match.ply + 1)
    ]
    opened = [line for line in shown if re.match(r" +open +([+-]\d|won|lost|draw)", line)]
    assert len(opened) == (len(analysis.moves) if match.facts.hidden else 0)
    if style.ascii:
        assert text.isascii()


def test_what_is_certain_of_the_move_played_is_said_in_words() -> None:
    won = Judgement(1.0, 1.0, "best", (), 9, 1)
    assert telling.played(won) == "won"
    assert telling.played(replace(won, played=-1.0)) == "lost"
    assert telling.played(replace(won, proof=None)) == "+1.00", "a mean, not a proof"
    assert telling.played(replace(won, value=0.0, played=0.0, proof=0)) == "draw"
    assert telling.played(replace(won, value=0.3, played=0.1, proof=None)) == "+0.10"
    assert telling.played(replace(won, value=0.3, played=0.3, proof=None)) == "+0.30"


def test_without_moves_there_is_one_sentence() -> None:
    shown = lines(analyse(pivotry.new("pegs"), FEW), Style())
    assert shown[-1] == "There is no move to judge."
    assert "" not in shown


@pytest.mark.parametrize(
    ("game", "moves", "told", "gesagt"),
    [
        ("bounce", ("rotate", "set 9"),
         "Zoë turned the hand over: a mistake. Better: lay a set of 9.",
         "Zoë hat die Hand umgedreht: ein Fehler. Besser: einen Satz mit 9 legen."),
        ("bounce", ("take p2", "add 5/7 p2"),
         "Zoë took the set of Bo: a mistake. Better: add 5/7 to the set of Bo.",
         "Zoë hat den Satz von Bo genommen: ein Fehler. Besser: 5/7 beim Satz von Bo anlegen."),
        ("bounce", ("set 4", "take p2"),
         "Zoë laid a set of 4: a mistake. Better: take the set of Bo.",
         "Zoë hat einen Satz mit 4 gelegt: ein Fehler. Besser: den Satz von Bo nehmen."),
        ("bounce", ("add 5/7 p2", "rotate"),
         "Zoë added 5/7 to the set of Bo: a mistake. Better: turn the hand over.",
         "Zoë hat 5/7 beim Satz von Bo angelegt: ein Fehler. Besser: die Hand umdrehen."),
        ("updown", ("draw", "42"), "Zoë drew a card: a mistake. Better: play 42.",
         "Zoë hat eine Karte gezogen: ein Fehler. Besser: 42 spielen."),
        ("updown", ("PIVOT", "draw"), "Zoë played PIVOT: a mistake. Better: draw a card.",
         "Zoë hat PIVOT gespielt: ein Fehler. Besser: eine Karte ziehen."),
        ("updown", ("keep", "7"), "Zoë kept the card: a mistake. Better: play 7.",
         "Zoë hat die Karte behalten: ein Fehler. Besser: 7 spielen."),
        ("updown", ("7", "keep"), "Zoë played 7: a mistake. Better: keep the card.",
         "Zoë hat 7 gespielt: ein Fehler. Besser: die Karte behalten."),
        ("pegs", ("A1-B1", "C1-D1"), "Zoë played A1-B1: a mistake. Better: C1-D1.",
         "Zoë hat A1-B1 gespielt: ein Fehler. Besser: C1-D1."),
        ("pivotation", ("c4-d5", "2c4-d5"), "Zoë played c4-d5: a mistake. Better: 2c4-d5.",
         "Zoë hat c4-d5 gespielt: ein Fehler. Besser: 2c4-d5."),
    ],
)  # fmt: skip
def test_a_mistake_is_told_in_a_sentence(
    game: str, moves: tuple[str, str], told: str, gesagt: str
) -> None:
    played, best = moves
    judged = Judgement(0.5, 0.1, "mistake", (Candidate(best, 9, 0.5, None),), 9)
    move = Move(3, 0, played, played, 2, judged)
    analysis = Analysis(game, "", ("Zoë", "Bo"), None, "9n", 9, (move,), complete=True)
    assert telling.went_wrong(analysis, move) == f"Move 1: {told}"
    assert f"Move 1: {told}" in lines(analysis, Style())
    assert told in (ElementTree.fromstring(draw(analysis)).findtext("{*}desc") or "")
    with speaking("de"):
        assert telling.went_wrong(analysis, move) == f"Zug 1: {gesagt}"


def test_json_is_plain_and_says_it_all(judged: tuple[Match, Analysis]) -> None:
    match, analysis = judged
    told = json.loads(json.dumps(data(analysis)))
    assert told["pivotry_analysis"] == 1
    assert told["names"] == list(match.names)
    assert [move["move"] for move in told["moves"]] == [move.text for move in analysis.moves]
    for move in told["moves"]:
        assert ("open" in move) == match.facts.hidden
        assert move["known"]["loss"] >= 0
        assert move["known"]["lines"][0]["line"][0] == move["known"]["lines"][0]["move"]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_the_graph_is_a_picture_with_words(judged: tuple[Match, Analysis], theme: Any) -> None:
    _, analysis = judged
    svg = draw(analysis, theme, "g1")
    root = ElementTree.fromstring(svg)
    space = {"s": "http://www.w3.org/2000/svg"}
    words = root.find("s:desc", space)
    assert words is not None
    assert words.text
    assert str(len(analysis.moves)) in words.text
    assert root.find("s:title", space) is not None
    assert root.get("aria-labelledby") == "g1-title g1-desc"
    assert ("var(--" in svg) == (theme == "auto")
    marks = [m for m in analysis.moves if m.known.mark in ("dubious", "mistake", "blunder")]
    assert svg.count("<path") >= len(marks) + 1
    texts = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text")]
    for mark in {move.known.mark for move in marks}:
        assert any(f"{telling.named(mark)}" in said for said in texts), "shapes have a legend"
    opened = any(move.open is not None for move in analysis.moves)
    assert any("With all cards open" in said for said in texts) == opened
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        assert "nan" not in (path.get("d") or "")


def test_a_narrow_graph_keeps_every_label_in_the_drawing(judged: tuple[Match, Analysis]) -> None:
    _, analysis = judged
    long = tuple(f"Somebody with a long name {n}" for n in range(len(analysis.names)))
    root = ElementTree.fromstring(draw(replace(analysis, names=long), ids="g1", narrow=True))
    width, height = (float(root.get(side, "0")) for side in ("width", "height"))
    assert width <= 360
    for label in root.iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        wide = lettering.width_of(label.text or "", 12)
        middle = label.get("text-anchor") == "middle"
        assert x - (wide / 2 if middle else 0) >= 0
        assert x + (wide / 2 if middle else wide) <= width + 2
        assert 10 <= y <= height - 3


@pytest.mark.parametrize("narrow", [True, False])
def test_lines_that_end_together_have_names_that_can_be_read(narrow: bool) -> None:
    """Four seats, 142 moves, a deal of chance every 30: three lines end at the lower edge."""
    judged = Judgement(0.1, 0.1, "best", (Candidate("rotate", 9, 0.1, None),), 9)
    moves = tuple(
        Move(n + n // 30, n % 4, "rotate", "rotate", 2, judged, judged) for n in range(142)
    )
    names = ("Zoë", "Bo", "Cy", "Di")
    analysis = Analysis("bounce", "", names, (1,), "9n", 147, moves, complete=True)
    space = "{http://www.w3.org/2000/svg}text"
    labels = list(ElementTree.fromstring(draw(analysis, narrow=narrow)).iter(space))
    heights = sorted(float(one.get("y", "")) for one in labels if one.text in names)
    assert len(heights) == 4
    assert all(low - high >= 12 for high, low in pairwise(heights))
    told = [one.text for one in labels if (one.text or "").isdecimal()]
    assert told[:3] == ["0", "50", "100"] if narrow else told[:3] == ["0", "20", "40"]
    assert told[-1] == "142"
    places = [float(one.get("x", "")) for one in labels if one.text in told]
    assert all(right - left >= 20 for left, right in pairwise(places))


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        for name, value in attributes:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "action") and value:
                self.links.append(value)


def test_the_page_needs_nothing_from_elsewhere(judged: tuple[Match, Analysis]) -> None:
    match, analysis = judged
    html = page(analysis, match)
    parsed = _Page(html)
    assert "script" not in parsed.seen
    assert "link" not in parsed.seen
    assert all(link.startswith("#") for link in parsed.links)
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+|http-equiv", "", html)
    assert len(parsed.ids) == len(set(parsed.ids)), "two pictures share an id"
    assert parsed.seen.count("svg") == 1 + min(6, len(analysis.worst(99)))
    assert parsed.seen.count("tr") == 1 + len(analysis.moves)
    assert "<b>Ada" not in html
    assert "beyond doubt" in html, "what a loss is"


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "mini.json"
    path.write_text(json.dumps(mini().record()))
    return path


@pytest.mark.parametrize("ending", ["txt", "json", "html", "svg"])
def test_the_ending_decides_what_is_written(
    record: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = record.with_name(f"out.{ending}")
    asked = ["analyze", str(record), "--nodes", "200", "--jobs", "2", "-o", str(target)]
    assert cli.main(asked) == 0
    written = target.read_text()
    start = {"txt": "Pivotation: Light wins.", "json": "{", "html": "<!doctype", "svg": "<svg"}
    assert written.startswith(start[ending])
    assert capsys.readouterr().out == ""
    assert cli.main(asked) == 1
    assert "--force" in capsys.readouterr().err
    assert cli.main([*asked, "--force"]) == 0


def test_text_is_printed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", str(record), "--nodes", "200", "--lines", "2"]) == 0
    assert "c2-d4" in capsys.readouterr().out
    assert cli.main(["analyze", str(record), "--nodes", "200", "--to", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"] is True


@pytest.mark.parametrize(
    "wrong",
    [["--nodes", "0"], ["--lines", "0"], ["--jobs", "0"], ["-o", "report.pdf"]],
)
def test_mistakes_are_one_sentence(
    record: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["analyze", str(record), *wrong]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith("pivotry: ")
    assert caught.err.count("\n") == 1


def test_a_position_has_no_moves_to_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(pivotry.new("pegs").position()))
    assert cli.main(["analyze", str(path)]) == 2
    assert "only the moves of a record" in capsys.readouterr().err


def test_an_interrupt_gives_what_there_is(tmp_path: Path) -> None:
    import os

    path = tmp_path / "pegs.json"
    path.write_text(json.dumps(played("pegs", 60).record()))
    target = tmp_path / "out.json"
    source = str(Path(pivotry.__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "pivotry.cli", "analyze", str(path), "--seconds", "0.3",
         "--jobs", "1", "-o", str(target)],
        env={**os.environ, "PYTHONPATH": source},
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        process.wait(4.0)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"moves are judged, and written to {target}" in err
    told = json.loads(target.read_text())
    assert told["complete"] is False
    assert 0 <= len(told["moves"]) < 60
