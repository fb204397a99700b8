"""What pages use is there in every engine: tests drive Chromium, people bring others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pivotry.server

SERVER = Path(pivotry.server.__file__).parent

# What Firefox or Safari got late, lack, or (randomUUID) have with a certificate only.
CHROMIUM_FIRST = re.compile(
    r"""
      \b(?: requestIdleCallback | scrollIntoViewIfNeeded | startViewTransition | moveBefore
          | randomUUID | showPicker | showOpenFilePicker | showSaveFilePicker
          | navigator\.(?:vibrate|connection|keyboard|userAgentData) | navigation\.navigate
          | scheduler\. | CloseWatcher | EyeDropper | documentPictureInPicture | performance\.memory
          | Iterator\.from | Map\.groupBy | Promise\.try | Temporal\. )\b
    | ^\s*(?: zoom | field-sizing | interpolate-size | anchor-name | position-anchor | position-area
          | position-try | text-wrap | animation-timeline | view-timeline | reading-flow
          | corner-shape | app-region )\s*:
    | @(?: view-transition | starting-style | scope | function | position-try )\b
    | \b(?: calc-size | sibling-index | sibling-count | anchor-size | if ) \( (?=[^)]*:)
    | \b(?: popover | popovertarget | commandfor | closedby | interestfor )=
    """,
    re.VERBOSE | re.MULTILINE,
)
PREFIXED = re.compile(r"-(?:webkit|moz)-([a-z-]+)\s*:\s*[^;}]+")


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", "", text, flags=re.DOTALL)


def sources() -> Iterator[Path]:
    yield from SERVER.glob("static/*.js")
    yield from SERVER.glob("static/*.css")
    yield from SERVER.glob("pages/**/*.html")


def rules_of(css: str) -> list[tuple[str, str]]:
    """Selector and declarations of every rule that holds no others."""
    return re.findall(r"([^{}]+)\{([^{}]*)\}", without_comments(css))


def lines_of(css: str) -> str:
    """A declaration a line, as the pattern wants them."""
    return re.sub(r"([;{}])", r"\1\n", css)


@pytest.mark.parametrize("path", sorted(sources()), ids=lambda path: path.name)
def test_nothing_is_used_that_one_engine_lacks(path: Path) -> None:
    text = without_comments(path.read_text("utf-8"))
    if path.suffix == ".css":
        text = lines_of(text)
    assert [found[0].strip() for found in CHROMIUM_FIRST.finditer(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "requestIdleCallback(() => {})",
        "crypto.randomUUID()",
        "textarea { field-sizing: content; }",
        "a { color: red; anchor-name: --a; }",
        "@view-transition { navigation: auto; }",
        '<div popover="auto">',
    ],
)
def test_the_check_finds_such_things(text: str) -> None:
    assert CHROMIUM_FIRST.search(lines_of(text))


def test_what_has_a_prefix_is_said_without_it_as_well() -> None:
    for path in SERVER.glob("static/*.css"):
        for selector, said in rules_of(path.read_text("utf-8")):
            for name in PREFIXED.findall(said):
                if name == "tap-highlight-color":  # nobody has it without the prefix, nor needs it
                    continue
                assert re.search(rf"(?<![\w-]){name}\s*:", said), (
                    path.name,
                    selector.strip(),
                    name,
                )


def test_lists_of_choices_look_as_the_page_says() -> None:
    """WebKit keeps a ground and a height of its own otherwise."""
    css = (SERVER / "static/style.css").read_text("utf-8")
    said = [said for selector, said in rules_of(css) if selector.strip() == "select"]
    assert "appearance: none" in said[0]
