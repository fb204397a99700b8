"""Setting up: when something is installed, what is said when that fails."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import chromium
import environment
import packages
import postgres

ROOT = Path(__file__).resolve().parents[2]


class Project:
    """A folder with a pyproject.toml; making environments and installing are only noted down."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.did: list[object] = []
        self.root = root
        (root / "pyproject.toml").write_text("1")
        monkeypatch.setattr(environment, "_make_venv", self._make)
        monkeypatch.setattr(environment, "_install", self._install)
        monkeypatch.setattr(environment, "_runs", lambda: environment.python().exists())
        self.stand_in(root, monkeypatch)

    def stand_in(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(environment, "ROOT", root)
        monkeypatch.setattr(environment, "VENV", root / ".venv")

    def _make(self) -> None:
        self.did.append("venv")
        environment.python().parent.mkdir(parents=True, exist_ok=True)
        environment.python().touch()

    def _install(self, extras: Sequence[str]) -> None:
        self.did.append(list(extras))

    def prepare(self, *extras: str, wished: Sequence[str] = ()) -> list[object]:
        self.did.clear()
        environment.prepare(extras, wished)
        return list(self.did)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    root = tmp_path / "a folder with spaces"
    root.mkdir()
    return Project(root, monkeypatch)


def test_nothing_is_installed_twice(project: Project) -> None:
    assert project.prepare() == ["venv", []]
    assert project.prepare() == []
    assert project.prepare("dev") == [["dev"]]
    assert project.prepare("dev") == []
    assert project.prepare() == []


def test_a_changed_project_is_installed_again_with_what_it_had(project: Project) -> None:
    project.prepare("dev")
    (project.root / "pyproject.toml").write_text("2")
    assert project.prepare() == [["dev"]]
    assert project.prepare("dev") == []


def test_a_moved_folder_gets_a_new_environment(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.prepare()
    moved = tmp_path / "moved"
    project.root.rename(moved)
    project.stand_in(moved, monkeypatch)
    assert project.prepare() == ["venv", []]


def test_an_environment_that_does_not_start_is_made_anew(project: Project) -> None:
    project.prepare("dev")
    environment.python().unlink()
    assert project.prepare("dev") == ["venv", ["dev"]]


def test_a_damaged_stamp_is_no_stamp(project: Project) -> None:
    project.prepare()
    for text in ("", "{", "[]", '{"key": 1, "extras": 2}'):
        (environment.VENV / "pivotry.json").write_text(text)
        assert project.prepare() == [[]]


def test_a_failed_installation_leaves_no_stamp(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(extras: Sequence[str]) -> None:
        raise environment.CannotSetUp("no network")

    with monkeypatch.context() as patch:
        patch.setattr(environment, "_install", fail)
        with pytest.raises(environment.CannotSetUp):
            project.prepare()
    assert project.prepare() == [[]]


def test_what_is_wished_for_is_left_out_where_it_cannot_be_had(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def picky(extras: Sequence[str]) -> None:
        project.did.append(list(extras))
        if "images" in extras:
            raise environment.CannotSetUp("no such package")

    assert project.prepare(wished=["images"]) == ["venv", ["images"]]
    assert project.prepare(wished=["images"]) == []
    (project.root / "pyproject.toml").write_text("2")
    environment.python().unlink()
    with monkeypatch.context() as patch:
        patch.setattr(environment, "_install", picky)
        assert project.prepare(wished=["images"]) == ["venv", ["images"], []]
        assert project.prepare(wished=["images"]) == []
        with pytest.raises(environment.CannotSetUp):
            project.prepare("images")
    (project.root / "pyproject.toml").write_text("3")
    assert project.prepare(wished=["images"]) == [["images"]]


def test_what_pip_says_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv = tmp_path / ".venv"
    venv.mkdir()
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "ROOT", tmp_path / "nothing here")
    monkeypatch.setattr(environment, "python", lambda: Path(sys.executable))
    tmp_path.joinpath("nothing here").mkdir()
    with pytest.raises(environment.CannotSetUp, match="pip said") as fault:
        environment._install(["dev"])
    assert "pyproject.toml" in str(fault.value)


def test_a_python_without_venv_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")

    def fails(words: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(words, 1, "ensurepip is not available", "")

    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(environment.CannotSetUp, match="python3-venv"):
        environment._make_venv()


def test_what_runs_beside_the_table_is_silent_and_on_its_own(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = tmp_path / "told"
    source = "import os, sys; print('out'); print('err', file=sys.stderr); "
    source += f"open({str(told)!r}, 'w').write(f'{{os.getsid(0)}} {{os.getppid()}}\\n')"
    assert environment.beside([sys.executable, "-c", source]).wait(60) == 0
    session, parent = map(int, told.read_text().split())
    assert session != os.getsid(0)
    assert parent == os.getpid()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("command", ["play", "test"])
def test_commands_can_be_read_by_old_pythons_and_say_what_is_needed(command: str) -> None:
    source = (ROOT / command).read_text()
    ast.parse(source, feature_version=(3, 4))
    old = f"import sys; sys.version_info = (3, 9, 0); sys.argv = [{command!r}]; __file__ = 'x'"
    result = subprocess.run(
        [sys.executable, "-c", f"{old}\nexec({source!r})"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 1
    assert result.stderr.startswith("Pivotry needs Python 3.11 or newer; this is Python 3.9")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("argument", "status", "told"),
    [("--help", 0, "usage: play"), ("-h", 0, "--database"), ("--port=x", 2, "a port is a number")],
)
def test_play_answers_help_and_slips_before_anything_is_set_up(
    tmp_path: Path, argument: str, status: int, told: str
) -> None:
    """By any Python, with no package at hand, and nothing is made."""
    for name in ("play", "scripts", "src"):
        (tmp_path / name).symlink_to(ROOT / name)
    result = subprocess.run(
        [sys.executable, "-S", "-I", str(tmp_path / "play"), argument],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert result.returncode == status, result.stderr
    assert told in result.stdout + result.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("finder", "variable", "found"),
    [
        (chromium, "PIVOTRY_CHROMIUM", "/usr/bin/chromium"),
        (postgres, "PIVOTRY_POSTGRES", Path("/usr/lib/postgresql/15/bin")),
    ],
    ids=["chromium", "postgresql"],
)
def test_what_tests_need_is_installed_only_where_it_is_missing_and_allowed(
    finder: Any, variable: str, found: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []

    def run(words: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(" ".join(words))
        monkeypatch.setattr(finder, "find", lambda: found)
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(finder, "find", lambda: None)
    monkeypatch.setattr(packages, "may_install", lambda: False)
    assert finder.find_or_install() is None
    assert ran == []
    monkeypatch.setattr(packages, "may_install", lambda: True)
    monkeypatch.setenv(variable, "/no/such/place")
    assert finder.find_or_install() is None
    assert ran == []
    monkeypatch.delenv(variable)
    assert finder.find_or_install() == found
    assert [line.split()[1] for line in ran] == ["update", "install"]
    assert finder.find_or_install() == found
    assert len(ran) == 2


def test_a_named_browser_is_the_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIVOTRY_CHROMIUM", sys.executable)
    assert chromium.find() == sys.executable
    monkeypatch.setenv("PIVOTRY_CHROMIUM", "/no/such/browser")
    assert chromium.find_or_install() is None


@pytest.mark.skipif(os.name == "nt", reason="it is not started on Windows")
def test_the_folder_that_is_named_has_the_server_or_none_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIVOTRY_POSTGRES", str(tmp_path))
    assert postgres.find() is None
    for name in ("initdb", "postgres"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    assert postgres.find() == tmp_path
    with pytest.raises(postgres.CannotStart, match="initdb failed"), postgres.running(tmp_path):
        pass
