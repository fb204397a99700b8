"""The cache: shared by processes that start together, never older than the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pivotry
from pivotry import jit, registry
from pivotry.search.kernels import contest, ismcts, mcts, perft, playout

SOURCE = Path(pivotry.__file__).parent
COUNT = """
import sys
from pivotry import jit, registry
from pivotry.search.kernels import perft as kernel
import pivotry
print(pivotry.perft(pivotry.new("pegs"), 3))
"""


def run(code: str, cache: Path, source: Path = SOURCE.parent, **env: str) -> str:
    """Run a program on the package under ``source`` with its own cache folder."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": str(source), "PIVOTRY_CACHE": str(cache), **env},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_eight_processes_at_once_on_an_empty_cache(tmp_path: Path) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", COUNT],
            env={**os.environ, "PYTHONPATH": str(SOURCE.parent), "PIVOTRY_CACHE": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    answers = [process.communicate(timeout=280) for process in running]
    assert [(out.strip(), err) for out, err in answers] == [("160", "")] * 8
    assert run(COUNT, tmp_path) == "160"


def test_code_of_older_sources_is_never_served(tmp_path: Path) -> None:
    """A helper that the compiled function only imports is changed: the answer changes with it."""
    source, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(SOURCE, source / "pivotry", ignore=shutil.ignore_patterns("__pycache__"))
    helper = source / "pivotry" / "search" / "kernels" / "helper.py"
    user = source / "pivotry" / "search" / "kernels" / "user.py"
    helper.write_text("def value(x):\n    return x + 1\n")
    user.write_text("from .helper import value\n\n\ndef answer(x):\n    return value(x)\n")
    ask = (
        "from pivotry import jit; from pivotry.search.kernels import user;"
        "f = jit.bind(user.answer, tag='t', compiled=True);"
        "print(f(1), sum(f.stats.cache_hits.values()))"
    )
    assert run(ask, cache, source) == "2 0"
    assert run(ask, cache, source) == "2 1"
    before = helper.stat()
    helper.write_text("def value(x):\n    return x + 2\n")
    os.utime(helper, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert run(ask, cache, source) == "3 0"


def test_nothing_is_compiled_twice_that_need_not(tmp_path: Path) -> None:
    """Constants share the code of their type; only what Python calls can be called from Python."""
    helper = tmp_path / "pivotry_twice.py"
    helper.write_text(
        "def inner(x, y):\n    return x + y\n\n\n"
        "def outer(x):\n    return inner(x, 1) + inner(x, 2) + inner(x, x)\n"
    )
    ask = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "import pivotry_twice as m; from pivotry import jit;"
        "f = jit.bind(m.outer, tag='t', compiled=True); print(f(3), f.nopython_signatures);"
        "(g,) = [v for v in f.py_func.__globals__.values() if hasattr(v, 'py_func')];"
        "print(len(g.signatures), g.targetoptions['no_cpython_wrapper']);"
        "print(jit.bind(m.inner, tag='t', compiled=True)(3, 4))"
    )
    assert run(ask, tmp_path / "cache") == "15 [(int64,) -> int64]\n1 True\n7"


def test_what_one_kernel_had_compiled_is_linked_into_the_next(tmp_path: Path) -> None:
    """An inner kernel, loaded from the cache, works for another entry: its arrays, its errors."""
    (tmp_path / "pivotry_linked.py").write_text(
        "import numpy as np\n\nTABLE = np.arange(10)\n\n\n"
        "def deep(x):\n    if x > 5:\n        raise ValueError('too much')\n"
        "    return x + TABLE[x]\n\n\n"
        "def inner(x):\n    return deep(x) * 2\n\n\n"
        "def first(x):\n    return inner(x) + 1\n\n\n"
        "def second(x):\n    return inner(x) + deep(x)\n"
    )
    ask = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "import pivotry_linked as m; from pivotry import jit;"
        "f = jit.bind(m.{}, tag='t', compiled=True); print(f(3));"
        "print(sum(f.py_func.__globals__['inner'].stats.cache_hits.values()));"
        "\ntry: f(7)\nexcept ValueError as fault: print(fault)"
    )
    cache = tmp_path / "cache"
    assert run(ask.format("first"), cache) == "13\n0\ntoo much"
    assert run(ask.format("second"), cache) == "18\n1\ntoo much"
    assert run(ask.format("second"), cache) == "18\n0\ntoo much", "the entry itself is loaded"


def test_a_processor_that_cannot_deposit_bits_selects_in_a_loop(tmp_path: Path) -> None:
    ask = (
        "import llvmlite.binding as llvm; import numpy as np; host = llvm.get_host_cpu_features();"
        "llvm.get_host_cpu_features = lambda: type(host)({**host, 'bmi2': False});"
        "from pivotry import ints, jit;"
        "select = jit.bind(ints.select, compiled=True); few = np.uint64(0b1011_0000);"
        "print([select(few, k) for k in range(4)])"
    )
    assert run(ask, tmp_path) == "[4, 5, 7, 64]"


def test_compiled_code_is_found_again_by_a_copy_of_the_sources(tmp_path: Path) -> None:
    """A second checkout, with other paths and times, loads what the first has compiled."""
    ask = (
        "from pivotry import jit; from pivotry.search.kernels import playout;"
        "f = jit.bind(playout.playout, tag='t', compiled=True); f(0, 0, 0, 0, 0);"
        "print(sum(f.stats.cache_hits.values()))"
    )
    for name, hits in (("one", "0"), ("two", "1")):
        source = tmp_path / name
        shutil.copytree(SOURCE, source / "pivotry", ignore=shutil.ignore_patterns("__pycache__"))
        for path in source.rglob("*.py"):
            os.utime(path)
        assert run(ask, tmp_path / "cache", source) == hits


def test_modules_that_the_documentation_names_need_no_import_of_their_own(tmp_path: Path) -> None:
    ask = (
        "import sys, pivotry; assert 'numpy' not in sys.modules;"
        "print(pivotry.players.choose.__name__, pivotry.svg.Look.__name__, pivotry.raster.__name__)"
    )
    assert run(ask, tmp_path) == "choose Look pivotry.raster"


def test_every_function_that_is_compiled_is_hashed() -> None:
    """Functions reached from rules and searches, and the names they import, lie in hashed files."""
    hashed = {path.resolve() for path in jit.kernel_sources()}
    reached: dict[Path, set[str]] = {}

    def walk(function: FunctionType) -> None:
        home = Path(function.__code__.co_filename).resolve()
        names = reached.setdefault(home, set())
        if function.__qualname__ in names:
            return
        names.add(function.__qualname__)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType) and value.__module__.startswith("pivotry"):
                walk(value)
            elif name in function.__globals__:
                assert not isinstance(value, ModuleType) or value.__name__ in ("math", "numpy")

    for game in pivotry.games():
        rules, views = registry.get(game).rules, registry.get(game).views
        for name in ("start", "derive", "actor", "legal", "apply", "returns", "weight", "deal"):
            walk(getattr(rules, name))
        for function in (rules.random, rules.playout, views.resample):
            walk(function)
        if registry.get(game).facts.hidden:
            rollout = registry.get(game).rollout
            for function in (views.redeal, rollout.uniform, rollout.guided, rollout.prior):
                walk(function)
    searches = (mcts.search, ismcts.search, ismcts.foremost, contest.contest)
    for kernel in (perft.perft, playout.playouts, *searches):
        walk(kernel)
    assert set(reached) <= hashed
    constants = re.compile(r"^from (\.+)([\w.]*) import", re.MULTILINE)
    for home in reached:
        if home.name == "views.py":
            continue  # mostly people's side, which imports more
        for dots, module in constants.findall(home.read_text()):
            target = home.parents[len(dots) - 1] / f"{module.replace('.', '/')}.py"
            assert target.resolve() in hashed, (home, module)


def test_plain_python_on_demand(tmp_path: Path) -> None:
    code = COUNT + "assert 'numba' not in sys.modules"
    assert run(code, tmp_path, PIVOTRY_JIT="0") == "160"


def test_importing_loads_little(tmp_path: Path) -> None:
    heavy = "numba numpy fastapi uvicorn rich PIL resvg_py pyspiel"
    code = f"import pivotry, sys; print(*(set(sys.modules) & set({heavy.split()!r})))"
    assert run(code, tmp_path) == ""


def test_rules_are_compiled_once_for_all_kernels_of_a_game() -> None:
    """What depends on no open name is shared; what does is not."""
    one, two, other = (
        jit.bind(
            kernel.search if hasattr(kernel, "search") else kernel.perft,
            {name: getattr(registry.get(game).rules, name) for name in names},
            tag=f"{game}-{kernel.__name__}",
            compiled=False,
        )
        for kernel, game, names in (
            (mcts, "pegs", ("actor", "legal", "apply", "returns", "playout")),
            (perft, "pegs", ("legal", "apply")),
            (mcts, "pivotation", ("actor", "legal", "apply", "returns", "playout")),
        )
    )
    walk, walk_there = one.__globals__["simulate"], other.__globals__["simulate"]
    assert walk.__globals__["apply"] is two.__globals__["apply"]
    assert walk is not walk_there
    assert walk_there.__globals__["apply"].__module__ == "pivotry.games.pivotation.rules"
