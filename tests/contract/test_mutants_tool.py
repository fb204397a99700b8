"""The tool that changes rules and waits for tests to fail, tried on a rule of three lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "fuzz"

RULES = '''
def larger(a, b):
    """The larger of two numbers."""
    if a > b:
        return a
    return b


def below(n):
    """The sum of the numbers below n."""
    total = 0
    while n > 0:
        n -= 1
        total += n
    return total
'''
TESTS = """
from {module} import below, larger

def test_larger():
    assert [larger(1, 2), larger(2, 1), larger(3, 3)] == [2, 2, 3]

def test_below():
    assert below(5) == 10
"""
RUN = """
import json, sys
import mutants
from changes import mutants as of
from pathlib import Path

folder, module, test = sys.argv[1:]
sys.path.insert(0, folder)
found = list(of(Path(folder) / (module + ".py"), module))
outcomes, left_out = mutants.tried(found, [folder + "/" + test], jobs=2)
print(json.dumps([{o.name: [o.state, o.by] for o in outcomes}, left_out]))
"""


def _tried(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "planted_rules.py").write_text(RULES)
    (folder / "test_planted.py").write_text(tests.format(module="planted_rules"))
    return subprocess.run(
        [sys.executable, "-c", RUN, str(folder), "planted_rules", "test_planted.py"],
        cwd=FUZZ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def became(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Mutant to what became of it and the test that saw to it."""
    done = _tried(tmp_path_factory.mktemp("planted"), TESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes, left_out = json.loads(done.stdout.splitlines()[-1])
    assert left_out == []
    return {name.removeprefix("planted_rules."): told for name, told in outcomes.items()}


def test_a_wrong_rule_is_noticed_by_the_test_that_calls_it(became: dict[str, list[str]]) -> None:
    for name in (
        "larger: if a > b:: a > b -> not a > b",
        "below: total += n: left out",
        "below: total = 0: 0 -> 1",
    ):
        state, by = became[name]
        assert state == "killed", name
        assert by.endswith(f"::test_{name.partition(':')[0]}")


def test_only_changes_that_change_nothing_survive(became: dict[str, list[str]]) -> None:
    assert [name for name, (state, _) in became.items() if state == "survives"] == [
        "larger: if a > b:: a > b -> a >= b",
        "below: while n > 0:: 0 -> 1",  # then 0 is not added
    ]


def test_a_rule_that_never_ends_is_noticed(became: dict[str, list[str]]) -> None:
    state, by = became["below: n -= 1: left out"]
    assert state == "hangs"
    assert by.endswith("::test_below")


def test_a_suite_that_fails_by_itself_is_refused(tmp_path: Path) -> None:
    done = _tried(tmp_path, TESTS + "\ndef test_wrong():\n    assert larger(1, 2) == 1\n")
    assert done.returncode == 1
    assert "test_wrong fails without any mutant" in done.stderr
