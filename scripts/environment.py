"""The virtual environment behind ``./play`` and ``./test``: made once, kept in step.

Needs nothing but Python itself. ``.venv`` in the project's folder gets the package, editable, with
the extras asked for. A stamp in it says from which ``pyproject.toml``, by which Python and in which
folder that was done; while all three stay the same, nothing is installed again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
_STAMP = "pivotry.json"
_LOG = "pivotry-install.log"


class CannotSetUp(Exception):
    """Setting up failed; the text says why and what to do."""


def prepare(extras: Sequence[str] = (), wished: Sequence[str] = ()) -> Path:
    """The interpreter of ``.venv`` with the package and ``extras`` installed.

    Those ``wished`` for are installed too, where that works: some need packages that there are not
    for every machine. What did not work is not tried again before the project changes.
    Raises ``CannotSetUp`` with a sentence for people.
    """
    with _alone():
        key = _key()
        done, installed, lacking = _stamp()
        runs = _runs()
        if runs and done == key and installed >= set(extras) and installed | lacking >= set(wished):
            return python()
        if not runs or done.get("folder", key["folder"]) != key["folder"]:
            _make_venv()
            installed = set()
        wanted = {*extras, *installed}
        lacking = set()
        hoped = set(wished) - wanted
        try:
            _install(sorted(wanted | hoped))
            wanted |= hoped
        except CannotSetUp:
            if not hoped:
                raise
            _install(sorted(wanted))
            lacking = hoped
        told = {"key": key, "extras": sorted(wanted), "lacking": sorted(lacking)}
        (VENV / _STAMP).write_text(json.dumps(told), encoding="utf-8")
    return python()


def python() -> Path:
    """Where the interpreter of ``.venv`` is, or would be."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def beside(command: Sequence[str | Path]) -> subprocess.Popen[bytes]:
    """Begin ``command`` in the background; it says nothing, and Ctrl+C does not reach it."""
    return subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, cwd=ROOT,
    )  # fmt: skip


def hand_over(command: Sequence[str | Path]) -> int:
    """Run ``command`` in this process's place where that is possible; its exit status otherwise."""
    words = [str(word) for word in command]
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(words[0], words)
    process = subprocess.Popen(words)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # Ctrl+C reaches the child too: let it end in its own way.
            continue


def _key() -> dict[str, str]:
    """What the environment depends on. A moved folder breaks an editable installation."""
    text = (ROOT / "pyproject.toml").read_bytes()
    version = ".".join(map(str, sys.version_info[:2]))
    return {"project": hashlib.sha256(text).hexdigest(), "folder": str(ROOT), "python": version}


def _stamp() -> tuple[dict[str, str], set[str], set[str]]:
    """The key, the extras that are installed and those that could not be; empty if not known."""
    try:
        found = json.loads((VENV / _STAMP).read_text(encoding="utf-8"))
        return dict(found["key"]), set(found["extras"]), set(found.get("lacking", ()))
    except (OSError, ValueError, KeyError, TypeError):
        return {}, set(), set()


def _runs() -> bool:
    """Whether ``.venv`` holds an interpreter of this Python's version, with pip, that starts."""
    if not python().exists():
        return False
    version = ".".join(map(str, sys.version_info[:2]))
    probe = "import sys, importlib.util as u; print(*sys.version_info[:2], sep='.', end='')"
    probe += "; sys.exit(u.find_spec('pip') is None)"
    try:
        answer = subprocess.run(
            [python(), "-c", probe], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout == version


def _make_venv() -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    result = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if result.returncode != 0 or not _runs():
        shutil.rmtree(VENV, ignore_errors=True)
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        said = (result.stdout + result.stderr).strip()
        raise CannotSetUp(
            f"This Python ({sys.executable}) cannot make virtual environments.\n"
            f"On Debian and Ubuntu, 'sudo apt-get install {package}' (or python3-venv) mends that; "
            f"elsewhere, use the Python from python.org.\n"
            + (f"\nIt said:\n{said}" if said else "")
        )


def _install(extras: Sequence[str]) -> None:
    target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    command = [
        str(python()), "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
        "--editable", target,
    ]  # fmt: skip
    log = VENV / _LOG
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT)
        _show_progress(process)
    if process.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-15:]
        raise CannotSetUp(
            "Installing what Pivotry needs failed. The end of what pip said:\n\n  "
            + "\n  ".join(lines)
            + f"\n\nAll of it is in {log}. Is there a network connection? Then run this again."
        )


def _show_progress(process: subprocess.Popen[bytes]) -> None:
    """One line: on a terminal it counts the seconds, elsewhere it is printed once."""
    start = time.monotonic()
    what = "Setting up Pivotry in .venv (once; a minute or two)"
    lively = sys.stdout.isatty()
    if not lively:
        print(f"{what} ...", flush=True)
    while process.poll() is None:
        if lively:
            print(f"\r{what} ... {time.monotonic() - start:.0f} s", end="", flush=True)
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            continue
    if lively:
        print(f"\r{what} ... {time.monotonic() - start:.0f} s")


@contextmanager
def _alone() -> Iterator[None]:
    """One set-up at a time, also when ``./play`` and ``./test`` are started together."""
    with (ROOT / ".venv.lock").open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        # Closing the file lets the next one in.
        yield
