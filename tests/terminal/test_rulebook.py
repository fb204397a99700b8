"""The rules pages: every clause is there, every example is legal and shows what it claims."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import pivotry
from pivotry import rulebook, tongue
from pivotry.registry import IDS
from pivotry.rulebook import Example
from pivotry.terminal import pages
from pivotry.terminal.style import Style, width_of

CLAUSES = {
    "pivotation": {"P": 20, "PR": 6},
    "pegs": {"G": 11, "GR": 6},
    "updown": {"U": 15, "UR": 7},
    "bounce": {"B": 14, "BR": 6},
}
EXAMPLES = [
    (game, clause.id, index, block)
    for game in IDS
    for clause in rulebook.load(game).clauses.values()
    for index, block in enumerate(clause.blocks)
    if isinstance(block, Example)
]


@pytest.mark.parametrize("game", IDS)
def test_every_clause_has_its_place_and_text(game: str) -> None:
    page = rulebook.load(game)
    expected = [
        f"{prefix}-{number}"
        for prefix, count in CLAUSES[game].items()
        for number in range(1, count + 1)
    ]
    assert list(page.clauses) == expected
    for clause in page.clauses.values():
        text = " ".join(block for block in clause.blocks if isinstance(block, str))
        assert len(text.split()) >= 12, clause.id
        assert clause.section
    assert len(page.intro.split()) > 20


@pytest.mark.parametrize("game", IDS)
def test_pages_speak_of_clauses_that_exist(game: str) -> None:
    page = rulebook.load(game)
    text = (Path(pivotry.__file__).parent / "games" / game / "rules.md").read_text("utf-8")
    for id in re.findall(r"\b(?:P|PR|G|GR|U|UR|B|BR)-\d+\b", text):
        assert id in page.clauses


@pytest.mark.parametrize(
    ("game", "id", "index", "example"), EXAMPLES, ids=[f"{e[1]}-{e[2]}" for e in EXAMPLES]
)
def test_examples_hold(game: str, id: str, index: int, example: Example) -> None:
    match = example.begin()
    assert example.caption
    if example.then is None:
        for text in example.play:
            match.play(text)
    legal = match.legal_moves()
    assert set(example.legal) <= set(legal)
    if example.only is not None:
        assert sorted(example.only) == legal
    for text, clauses in example.illegal.items():
        said = match.explain(text)
        assert not said.legal, text
        assert clauses
        assert set(clauses) <= set(said.clauses), (text, said)
    shown = list(example.matches())
    assert len(shown) == (2 if example.then is not None else 1)
    if example.then is not None:
        after = shown[-1][1].position()
        assert {key: after[key] for key in example.then} == dict(example.then)


def test_fenced_blocks_hold_known_keys_only() -> None:
    known = {
        "caption", "position", "start", "seat", "lit", "play", "then", "legal", "illegal", "only",
    }  # fmt: skip
    for game in IDS:
        text = (Path(pivotry.__file__).parent / "games" / game / "rules.md").read_text("utf-8")
        blocks = re.findall(r"^```position\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        assert text.count("```position") == len(blocks) >= 5
        for block in blocks:
            assert set(json.loads(block)) <= known


@pytest.mark.parametrize("game", IDS)
def test_pages_fit_the_terminal(game: str) -> None:
    lines = pages.page(game, Style(ascii=True))
    for clause in rulebook.load(game).clauses.values():
        assert any(line.startswith(f"{clause.id}  ") for line in lines)
    assert all(width_of(line) <= 80 for line in lines)
    assert all(line.isascii() for line in lines)
    assert not any("```" in line or "**" in line for line in lines)


def test_clauses_are_found_however_they_are_written() -> None:
    page = rulebook.load("bounce")
    for text in ("B-10", "b10", " b-10 ", "B 10", "b–10"):
        assert page.find(text).id == "B-10"
    with pytest.raises(pivotry.BadOption, match="B-1 to B-14 and BR-1 to BR-6"):
        page.find("P-9")
    with pytest.raises(pivotry.BadOption, match="no game"):
        rulebook.load("chess")


def test_headings_must_name_a_clause() -> None:
    with pytest.raises(ValueError, match="names no clause"):
        rulebook.parse("pegs", "# T\n\n## S\n\n### Oops\ntext\n")


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("code", [code for code in tongue.languages() if code != "en"])
def test_pages_in_other_languages_say_the_same(game: str, code: str) -> None:
    """The same clauses, every example with a caption of its own, the same options and clauses."""
    english = rulebook.load(game)
    with tongue.speaking(code):
        other = rulebook.load(game)
    assert other.title != english.title or game == "pivotation"
    assert list(other.clauses) == list(english.clauses)
    for clause, translated in zip(english.clauses.values(), other.clauses.values(), strict=True):
        pairs = zip(_examples(clause), _examples(translated), strict=True)
        for one, two in pairs:
            assert two.caption
            assert two.caption != one.caption
            assert replace(two, caption=one.caption) == one
        assert _named(translated) == _named(clause)


def _examples(clause: rulebook.Clause) -> list[Example]:
    return [block for block in clause.blocks if not isinstance(block, str)]


def _named(clause: rulebook.Clause) -> set[str]:
    """Values of options, cards and other clauses that a text names."""
    prose = "\n".join(block for block in clause.blocks if isinstance(block, str))
    return set(re.findall(r"`[^`]+`|\b[A-Z]{1,2}-\d+\b|\b(?:UP|DOWN|PIVOT)\b", prose))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("### G-5 ", "### G-55 "), "in this order"),
        (("> Der Anfang.\n", ""), "captions too few"),
        (("> Der Anfang.", "> Der Anfang.\n\n> Noch einer."), "more captions"),
    ],
)
def test_a_translation_that_does_not_fit_is_refused(change: tuple[str, str], said: str) -> None:
    page = rulebook.load("pegs")
    folder = Path(pivotry.__file__).parent / "games" / "pegs"
    text = (folder / "rules.de.md").read_text("utf-8")
    assert rulebook.translated(page, text).title == "Das Stiftspiel"
    with pytest.raises(ValueError, match=said):
        rulebook.translated(page, text.replace(*change))
