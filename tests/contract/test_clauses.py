"""``clauses.toml``: every clause and ruling of the rules pages has tests, and they exist."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pivotry import rulebook
from pivotry.registry import IDS

ROOT = Path(__file__).parents[2]
CLAUSES: dict[str, dict[str, list[str]]] = tomllib.loads(
    (ROOT / "tests" / "clauses.toml").read_text()
)


@cache
def _tests_in(path: Path) -> frozenset[str]:
    """The test functions of a file, found without importing it."""
    return frozenset(
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_each_clause_of_the_rules_pages_is_listed_in_their_order() -> None:
    assert list(CLAUSES) == [id for game in IDS for id in rulebook.load(game).clauses]


@pytest.mark.parametrize("id", CLAUSES)
def test_the_tests_of_a_clause_exist(id: str) -> None:
    entry = CLAUSES[id]
    assert list(entry) == ["tests"]
    assert entry["tests"], f"nothing tests {id}"
    assert len(set(entry["tests"])) == len(entry["tests"])
    for node in entry["tests"]:
        path, _, name = node.partition("::")
        assert (ROOT / path).is_file(), f"{id}: there is no file {path}"
        assert name in _tests_in(ROOT / path), f"{id}: {path} has no test {name}"
