"""Sentences in other languages, and their catalogues."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import Headers

import words
from pivotry import tongue
from pivotry.server import tongues


@pytest.mark.parametrize(
    ("cookie", "accept", "code"),
    [
        ("", "", "en"),
        ("", "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("", "fr,de;q=0.4,en;q=0.6", "en"),
        ("", "de;q=0,en", "en"),
        ("", "de;q=much", "en"),
        ("pivotry_language=en", "de", "en"),
        ("a=b; pivotry_language=de", "en", "de"),
        ("pivotry_language=../..", "de", "de"),
    ],
)
def test_the_language_is_the_one_chosen_else_the_first_asked_for(
    cookie: str, accept: str, code: str
) -> None:
    assert tongues.chosen(Headers({"cookie": cookie, "accept-language": accept})) == code


def test_a_language_holds_inside_and_no_longer() -> None:
    with tongue.speaking("de"):
        assert (tongue.language(), tongue.tr("Skip to the content")) == ("de", "Zum Inhalt")
        with tongue.speaking("tlh"):
            assert tongue.tr("Skip to the content") == "Skip to the content"
        assert tongue.language() == "de"
    assert tongue.language() == "en"


def test_gaps_are_filled_and_numbers_counted() -> None:
    assert tongue.tr("{a} and {b}", a="{b}", b=2) == "{b} and 2"
    assert tongue.tr("{odd") == "{odd"
    with tongue.speaking("de"):
        assert tongue.tr("") == ""
    assert [tongue.tr_n("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


@pytest.mark.parametrize("code", [code for code in tongue.languages() if code != "en"])
def test_every_text_is_translated_and_the_catalogue_compiled(code: str) -> None:
    path = tongue.LOCALE / code / "LC_MESSAGES" / "pivotry.po"
    known = words.brought_up(path, words.collected())
    assert list(words.wrong(known)) == []
    for name, content in words.compiled(known).items():
        assert path.with_name(name).read_bytes() == content, f"{name}: run scripts/words.py"


def test_what_is_missing_is_found() -> None:
    known = words.catalogue(tongue.LOCALE / "de" / "LC_MESSAGES" / "pivotry.po")
    known.add("{who} sleeps", "{wer} schläft")
    known.add("never said", "")
    assert sorted(words.wrong(known)) == [
        "not translated: 'never said'",
        "other gaps than the English: '{who} sleeps'",
    ]


def _said(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "tr_n", "mark"):
            yield node


def test_texts_can_be_collected_from_python() -> None:
    """Gaps are gaps of ``tr``, not of an f-string; nothing is said inside one (which hides it)."""
    wrong = []
    for path in sorted(words.SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = [n for n in ast.walk(tree) if isinstance(n, ast.JoinedStr)]
        hidden = [n for f in inside for n in ast.walk(f) if isinstance(n, ast.Call)]
        lines = {n.lineno for n in hidden if getattr(n.func, "id", "") in ("tr", "tr_n", "mark")}
        lines |= {n.lineno for n in _said(path) if isinstance(n.args[0], ast.JoinedStr | ast.BinOp)}
        wrong += [f"{path.name}:{line}" for line in sorted(lines)]
    assert wrong == []


def test_another_language_is_begun_and_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Begun with every text to translate; checked again it is up to date and not yet complete."""
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    monkeypatch.setattr(words, "collected", lambda: _of_two_texts())
    monkeypatch.setattr("sys.argv", ["words.py", "--new", "pl"])
    assert words.main() == 1
    path = tmp_path / "pl" / "LC_MESSAGES" / "pivotry.po"
    known = words.catalogue(path)
    assert known.num_plurals == 3
    for message in known:
        if message.id:
            message.string = ("karta", "{n} karty", "{n} kart") if message.pluralizable else "Tak"
    path.write_bytes(words.written(known))
    monkeypatch.setattr("sys.argv", ["words.py"])
    assert words.main() == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", ["words.py", "--check"])
    assert words.main() == 0
    assert capsys.readouterr().out == ""
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(tongue, "LOCALE", tmp_path)
        elsewhere.setattr(tongue, "languages", lambda: {"en": "English", "pl": "polski"})
        with tongue.speaking("pl"):
            said = [tongue.tr_n("{n} card", "{n} cards", n) for n in (1, 2, 5)]
    assert said == ["karta", "2 karty", "5 kart"]


def _of_two_texts() -> words.Catalog:
    catalog = words.Catalog(project="Pivotry", charset="utf-8")
    catalog.add("Yes", locations=[("server/static/common.js", 0)])
    catalog.add(("{n} card", "{n} cards"), locations=[("cards.py", 0)])
    return catalog
