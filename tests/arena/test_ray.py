"""Games on a Ray cluster: the same ones as here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import pivotry
from pivotry import cli
from pivotry.arena import crews, table, tournament
from pivotry.arena.plan import plan
from pivotry.arena.schedule import fixtures

GIVEN = ("bounce", "tree@12n", "random", "--players", "2", "--games", "6")
without_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="ray is not installed (extra 'ray'): no cluster to play on"
)


@without_ray
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """A process of its own: a cluster changes signal handlers and leaves files open."""
    target = tmp_path / "table.json"
    said = subprocess.run(
        [sys.executable, "-m", "pivotry", "arena", *GIVEN, "--ray", "local", "--jobs", "2",
         "--json", str(target)],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(pivotry.__file__).parents[1]),
            "RAY_USAGE_STATS_ENABLED": "0",
        },
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    there = json.loads(target.read_text())
    made = plan("bounce", ["tree@12n", "random"], seats=2)
    here = json.loads(json.dumps(table.data(tournament.play(made, 6, crews.Alone()))))
    assert {**there, "pace": None} == {**here, "pace": None}


@without_ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_no_cluster_there(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", *GIVEN, "--ray", address]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"there is no Ray cluster at '{address}'" in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_it_says_so() -> None:
    with pytest.raises(crews.CrewFailed, match="pip install"):
        crews.Ray("local")


def test_other_code_is_not_played_with() -> None:
    made = plan("bounce", ["random", "random"], seats=2)
    answer = crews._far(made, next(fixtures(made, 1)), "another stamp")
    assert answer == "a machine of the Ray cluster has another version of Pivotry"
