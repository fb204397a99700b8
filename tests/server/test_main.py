"""The server as a process: says where it is, takes a free port, stops when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from pivotry.server.__main__ import main

SOURCES = Path(__file__).resolve().parents[2] / "src"


@contextmanager
def serving(tmp_path: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own; gives what it printed up to its address."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PIVOTRY_DATA": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "pivotry.server", "--no-browser", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "http://" in line:
                break
        yield said, process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
def test_it_serves_at_a_free_port_if_its_own_is_taken_and_stops(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path, "--port", str(port)) as (said, process):
            assert f"Port {port} is taken" in said
            assert "Ctrl+C" in said
            url = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
            assert url is not None
            assert int(url[1]) != port
            with urlopen(url[0]) as answer:
                assert answer.status == 200
                assert "server" not in answer.headers
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 0
            assert process.stdout is not None
            assert "saved" in process.stdout.read()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "70000"],
        ["--port", "x"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--chess"],
        ["--keep", "-1"],
        ["--keep", "1.5"],
        ["--keep", "99999"],
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_an_address_that_is_not_ours_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--host", "192.0.2.1", "--no-browser"]) == 1
    assert "192.0.2.1" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["text", "folder", "password", "port"])
def test_what_is_no_database_is_said_in_one_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Nothing of a database stands in here. " * 200)
    named = {
        "text": str(file),
        "folder": str(tmp_path),
        "password": "mysql://me:sesame@here/tables",
        "port": "postgresql://here:door/tables",
    }[kind]
    assert main(["--port", "0", "--no-browser", "--database", named]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The tables cannot be opened: ")
    assert "is no database that can be used: " in said
    assert said.count("\n") == 1
    assert not re.search(r"http|sqlal|sqlite3|Error|sesame", said)
    assert file.read_text().startswith("Nothing of a database")
