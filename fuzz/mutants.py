#!/usr/bin/env python3
"""Change the rules in small ways and see whether the tests notice.

    python fuzz/mutants.py pegs              # every mutant of games/pegs/rules.py
    python fuzz/mutants.py pegs --only legal --jobs 2 --out survivors.txt

A mutant is one changed comparison, operator, number, condition or call, or one statement left out.
Each runs in a forked child, in plain Python: the function's code is exchanged and the game's own
tests and the conformance files run until the first failure. A mutant that no test kills is listed
with its line; ``docs/testing.md`` argues why each that is left changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / part) for part in ("src", "tests")]
os.environ["PIVOTRY_JIT"] = "0"
os.environ["PIVOTRY_TEST_PLAIN"] = "1"

SECONDS = 60
"""A mutant that runs longer hangs, and counts as killed."""

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}  # fmt: skip
OPERATE: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.Mult: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"shl": "shr", "shr": "shl", "add64": "sub64", "sub64": "add64"}


@dataclass(frozen=True)
class Mutant:
    """One change to one function."""

    function: str
    line: int
    what: str
    code: CodeType


def mutants(path: Path, only: str | None) -> Iterator[Mutant]:
    """Every mutant of the functions in a file."""
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and only in (None, node.name):
            places = list(ast.walk(node))
            for index, place in enumerate(places):
                for what, change in changes(place):
                    fresh = copy.deepcopy(node)
                    change(list(ast.walk(fresh))[index])
                    module = ast.fix_missing_locations(ast.Module([fresh], []))
                    space: dict[str, object] = {}
                    exec(compile(module, str(path), "exec"), space)
                    made = space[node.name]
                    assert isinstance(made, FunctionType)
                    line = getattr(place, "lineno", node.lineno)
                    yield Mutant(node.name, line, what, made.__code__)


def changes(node: ast.AST):  # type: ignore[no-untyped-def]
    """(description, function that changes such a node) for every way to change it."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        other = COMPARE[type(node.ops[0])]

        def compare(n: ast.Compare) -> None:
            n.ops[0] = other()

        yield f"{type(node.ops[0]).__name__} -> {other.__name__}", compare
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATE:
        swap = OPERATE[type(node.op)]

        def operate(n: ast.BinOp) -> None:
            n.op = swap()

        yield f"{type(node.op).__name__} -> {swap.__name__}", operate
    if isinstance(node, ast.BoolOp):
        kind = ast.Or if isinstance(node.op, ast.And) else ast.And

        def join(n: ast.BoolOp) -> None:
            n.op = kind()

        yield f"{type(node.op).__name__} -> {kind.__name__}", join
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        value = (not node.value) if isinstance(node.value, bool) else node.value + 1

        def number(n: ast.Constant) -> None:
            n.value = value

        yield f"{node.value} -> {value}", number
    if isinstance(node, ast.If | ast.While | ast.IfExp):

        def negate(n: ast.If) -> None:
            n.test = ast.UnaryOp(ast.Not(), n.test)

        yield "condition negated", negate
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        name = CALLS[node.func.id]

        def call(n: ast.Call) -> None:
            n.func = ast.Name(name, ast.Load())

        yield f"{node.func.id} -> {name}", call
    for field in ("body", "orelse"):
        block = getattr(node, field, None)  # of an "a if b else c": expressions, not lists
        for index, statement in enumerate(block if isinstance(block, list) else ()):
            if removable(statement):

                def remove(n: ast.AST, field: str = field, index: int = index) -> None:
                    getattr(n, field)[index] = ast.Pass()

                yield f"left out: {ast.unparse(statement).splitlines()[0]}", remove


def removable(statement: object) -> bool:
    """Whether leaving it out makes another program: a store into a record, a call, a jump."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign | ast.AugAssign):
        target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
        return isinstance(target, ast.Attribute | ast.Subscript) or isinstance(
            statement, ast.AugAssign
        )
    return isinstance(statement, ast.Break | ast.Continue)


def survives(game: str, mutant: Mutant) -> bool:
    """Whether the tests of a game pass with the mutant in place, in a child process."""
    # What kills most mutants soonest comes first.
    places = ["contract/test_conformance.py", game, "contract/test_laws.py"]
    child = os.fork()
    if child == 0:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        signal.alarm(SECONDS)
        code = 1
        try:
            import importlib

            import pytest

            rules = importlib.import_module(f"pivotry.games.{game}.rules")
            getattr(rules, mutant.function).__code__ = mutant.code
            code = int(
                pytest.main(
                    [
                        "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly",
                        "--rootdir", str(ROOT), "-k", f"{game} and not numba", "-o", "addopts=",
                        *(str(ROOT / "tests" / place) for place in places),
                    ]
                )
            )  # fmt: skip
        finally:
            os._exit(1 if code else 0)
    _, status = os.waitpid(child, 0)
    return status == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutants of a game's rules.")
    parser.add_argument("game")
    parser.add_argument("--only", help="one function")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="also write the survivors to this file")
    asked = parser.parse_args()
    # Imported here so that forked children have them already.
    import kit  # noqa: F401
    import pytest  # noqa: F401

    path = ROOT / "src" / "pivotry" / "games" / asked.game / "rules.py"
    found = list(mutants(path, asked.only))
    nobody = Mutant("actor", 0, "nothing changed", _code_of(asked.game, "actor"))
    if not survives(asked.game, nobody):
        raise SystemExit("the tests fail without any mutant")
    left = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for done, (mutant, alive) in enumerate(
            zip(found, pool.map(lambda m: survives(asked.game, m), found), strict=True), 1
        ):
            if alive:
                left.append(f"{mutant.function}:{mutant.line}: {mutant.what}")
                print(f"\nsurvives  {left[-1]}", flush=True)
            print(f"\r{done}/{len(found)} tried, {len(left)} survive", end="", flush=True)
    print()
    if asked.out:
        asked.out.write_text("\n".join(left) + "\n")


def _code_of(game: str, function: str) -> CodeType:
    import importlib

    found = getattr(importlib.import_module(f"pivotry.games.{game}.rules"), function)
    assert isinstance(found, FunctionType)
    return found.__code__


if __name__ == "__main__":
    main()
