"""The cache: shared by processes that start together, never older than the sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pivotry

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


def test_plain_python_on_demand(tmp_path: Path) -> None:
    code = COUNT + "assert 'numba' not in sys.modules"
    assert run(code, tmp_path, PIVOTRY_JIT="0") == "160"


def test_importing_loads_little(tmp_path: Path) -> None:
    heavy = "numba numpy fastapi uvicorn rich PIL resvg_py pyspiel"
    code = f"import pivotry, sys; print(*(set(sys.modules) & set({heavy.split()!r})))"
    assert run(code, tmp_path) == ""
