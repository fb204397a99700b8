"""Everything ``./test`` runs, in order; pytest last, so that its closing line closes the output."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import chromium
import environment
import postgres

# Not play and test: they must be readable by Pythons too old for Pivotry.
_SOURCES = ("src", "tests", "scripts", "bench", "fuzz")


def run(arguments: Sequence[str]) -> int:
    """Run all checks, also after one has failed; 0 if all is well."""
    given = list(arguments)
    slow = "--slow" in given
    if slow:
        given.remove("--slow")
    # Ray is large and not made for every Python; its tests say so where it is not there.
    python = str(environment.prepare(["dev"], ["ray"]))
    browser = chromium.find_or_install()
    if browser:
        os.environ["PIVOTRY_CHROMIUM"] = browser
    else:
        print(chromium.MISSING, file=sys.stderr)
    programs = postgres.find_or_install()
    if programs:
        os.environ["PIVOTRY_POSTGRES"] = str(programs)
    else:
        print(postgres.MISSING, file=sys.stderr)

    sources = [name for name in _SOURCES if (environment.ROOT / name).exists()]
    failed = []
    for name, words in (
        ("ruff check", ["-m", "ruff", "check", "--quiet", *sources]),
        ("ruff format", ["-m", "ruff", "format", "--check", "--quiet", *sources]),
        ("mypy", ["-m", "mypy", "--no-error-summary"]),
        ("pytest", ["-m", "pytest", *_pytest(given, slow)]),
    ):
        print(f"{name} ...", flush=True)
        status = subprocess.run([python, *words], cwd=environment.ROOT, check=False).returncode
        if status != 0:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr, flush=True)
    return 1 if failed else 0


def _pytest(given: Sequence[str], slow: bool) -> list[str]:
    """Two workers more than there are cores, up to six; whoever says ``-n`` or ``-m`` decides.

    Tests often wait, for a browser, a disk or code that another worker compiles.
    """
    workers = str(min(6, 2 + (os.cpu_count() or 1)))
    return ["-n", workers, "--dist", "loadgroup", *([] if slow else ["-m", "not slow"]), *given]
