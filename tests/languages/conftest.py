"""The wide language of the tests, there to be chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from languages.wide import CODE, Wide
from pivotry import tongue
from pivotry.server import tongues


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The wide language, there to be chosen."""
    there, catalogue, words = tongue.languages(), tongue._catalogue, tongues._page_words
    monkeypatch.setattr(tongue, "languages", lambda: {**there, CODE: "wide"})
    monkeypatch.setattr(
        tongue, "_catalogue", lambda code: Wide() if code == CODE else catalogue(code)
    )
    monkeypatch.setattr(tongues, "_page_words", lambda code: "{}" if code == CODE else words(code))
    tongue.everywhere.cache_clear()
    yield CODE
    tongue.everywhere.cache_clear()
