"""An analysis as text, JSON, page and graph; the command ``pivotry analyze``."""

from __future__ import annotations

import itertools
import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from test_analysis import FEW, mini, played

import pivotry
from pivotry import cli, lettering
from pivotry.analysis import Analysis, analyse
from pivotry.analysis.data import data
from pivotry.analysis.graph import draw
from pivotry.analysis.page import page
from pivotry.analysis.text import lines
from pivotry.match import Match
from pivotry.players.budget import Budget
from pivotry.terminal.style import Style, width_of

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
        if label.get("transform"):  # beside the curve, from below upwards
            assert (label.get("transform") or "").startswith("rotate(-90 ")
            assert 8 <= x <= width
            assert 0 <= y - wide / 2 < y + wide / 2 <= height
            continue
        assert x - (wide / 2 if middle else 0) >= 0
        assert x + (wide / 2 if middle else wide) <= width + 2
        assert 10 <= y <= height - 3


def test_names_in_a_graph_lie_apart_and_its_last_move_is_counted(
    hidden_match: tuple[Match, Analysis],
) -> None:
    _, analysis = hidden_match
    lost = tuple(replace(m, known=replace(m.known, value=-1.0)) for m in analysis.moves)
    root = ElementTree.fromstring(draw(replace(analysis, moves=lost), ids="g1", narrow=True))
    labels = list(root.iter("{http://www.w3.org/2000/svg}text"))
    heights = sorted(float(a.get("y", "")) for a in labels if a.text in analysis.names)
    assert len(heights) == 4
    assert all(low - high >= 12 for high, low in itertools.pairwise(heights))
    assert [a.text for a in labels if (a.text or "").isdigit()][-1] == str(len(analysis.moves))


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
    told = json.loads(target.read_text())
    assert told["complete"] is False
    assert 0 <= len(told["moves"]) < 60
