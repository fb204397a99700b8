"""Pictures fit the page: no style in attributes, no scripts, their style sheet apart."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

import pivotry
from pivotry.server.outgoing import split_style


@pytest.mark.parametrize("game", pivotry.games())
@pytest.mark.parametrize("compact", [False, True])
def test_pictures_need_no_inline_style_or_script(game: str, compact: bool) -> None:
    chosen = random.Random(game)
    match = pivotry.new(game, seed=5)
    for _ in range(12):
        seat = match.turn
        if seat is None:
            break
        drawn, style = split_style(match.svg(seat, compact=compact, ids="board"))
        root = ET.fromstring(drawn)
        for element in root.iter():
            tag = element.tag.rpartition("}")[2]
            assert tag not in ("style", "script", "foreignObject", "a", "image")
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
            for value in element.attrib.values():
                assert not re.search(r"url\((?!#)", value)
        assert "#board-svg" in style
        assert "@import" not in style
        assert "url(" not in style
        match.play(chosen.choice(match.legal_moves()))


def test_a_picture_without_style_stays_as_it_is() -> None:
    assert split_style("<svg><g/></svg>") == ("<svg><g/></svg>", "")


def test_entities_in_a_style_sheet_are_read() -> None:
    assert split_style("<svg><style>a &gt; b{}</style></svg>") == ("<svg></svg>", "a > b{}")
