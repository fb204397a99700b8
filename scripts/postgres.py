"""PostgreSQL for tests: its programs found or installed, and a server of our own started."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import packages

MISSING = (
    "The tests with PostgreSQL need its server, and none was found. Install Debian's package "
    "'postgresql' (or any PostgreSQL from 13 on), or set PIVOTRY_POSTGRES to the folder with its "
    "programs (initdb, postgres)."
)
OWNER = "pivotry"
"""The user of the servers that are started here."""
_PLACES = ("/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt", "/usr")
_SETTINGS = (
    # A test server may lose everything when the machine goes; that a commit is kept when a process
    # is killed does not hang on these.
    "fsync=off", "full_page_writes=off",
    "autovacuum=off", "max_connections=60", "shared_buffers=16MB", "log_min_messages=warning",
)  # fmt: skip


_WITH_US = '"$@" & read -r _; kill -QUIT $!; wait $!'
"""A program that ends when whoever started it does, be it by a kill."""
_PATIENCE = 60


class CannotStart(Exception):
    """A server could not be started; the text says what it said."""


def find() -> Path | None:
    """The folder with the server's programs; ``PIVOTRY_POSTGRES`` names another one."""
    named = os.environ.get("PIVOTRY_POSTGRES")
    if os.name == "nt":
        return None  # it is started by a shell, and reached by a socket in a folder
    if named:
        return Path(named) if _whole(Path(named)) else None
    return next(filter(_whole, _candidates()), None)


def find_or_install() -> Path | None:
    """As ``find``, after installing Debian's package where we are root and have apt-get."""
    found = find()
    if found or os.environ.get("PIVOTRY_POSTGRES") or not packages.may_install():
        return found
    print("Installing Debian's postgresql for the tests with it (once) ...", flush=True)
    return find() if packages.install("postgresql") else None


def _candidates() -> Iterator[Path]:
    """Folders that may have the programs, later releases first."""
    for command in ("postgres", "pg_config"):
        found = shutil.which(command)
        if found:
            yield Path(found).resolve().parent  # Debian's pg_config is not beside the server
    for place in _PLACES:
        folders = [folder for folder in Path(place).glob("*/bin") if _whole(folder)]
        yield from sorted(folders, key=_release, reverse=True)
        yield Path(place) / "bin"


def _release(folder: Path) -> int:
    found = re.search(r"(\d+)$", folder.parent.name)
    return int(found[1]) if found else 0


def _whole(folder: Path) -> bool:
    return all(shutil.which(name, path=str(folder)) for name in ("initdb", "postgres"))


@dataclass
class Cluster:
    """A PostgreSQL server of our own."""

    programs: Path
    folder: Path
    port: int
    password: str
    _process: subprocess.Popen[bytes] | None = None

    def address(self, database: str) -> str:
        """Of one of its databases, over the network."""
        return f"postgresql://{OWNER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def local(self, database: str) -> str:
        """The same by its socket in the file system."""
        return f"postgresql://{OWNER}:{self.password}@:{self.port}/{database}?host={self.folder}"

    def start(self) -> None:
        """Have it answer; ``CannotStart`` if it does not."""
        settings = (
            *_SETTINGS, "listen_addresses=127.0.0.1", f"port={self.port}",
            f"unix_socket_directories={self.folder}",
        )  # fmt: skip
        words = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        words += [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WITH_US, "sh", *words], stdin=subprocess.PIPE, stdout=log,
                stderr=log, **_started_as(self.folder),
            )  # fmt: skip
        until = time.monotonic() + _PATIENCE
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > until:
                self._end()
                said = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
                raise CannotStart(f"PostgreSQL did not start:\n{said.strip()[-2000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End it at once, as a crash of it would."""
        self._end()

    def _end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(_PATIENCE)
            self._process = None

    def _ready(self) -> bool:
        try:
            return (self.folder / "data" / "postmaster.pid").read_text().split()[-1] == "ready"
        except (OSError, IndexError):
            return False


@contextmanager
def running(programs: Path) -> Iterator[Cluster]:
    """A new server with nothing in it, in a folder of its own, gone at the end."""
    # Not in pytest's folder: names of sockets may not be long.
    with tempfile.TemporaryDirectory(prefix="pivotry-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        cluster = Cluster(programs, folder, _free_port(), secrets.token_hex(8))
        (folder / "password").write_text(cluster.password)
        user, group = _owner()
        if user is not None and group is not None:
            for path in (folder, folder / "password"):
                shutil.chown(path, user, group)
        words: list[str | Path] = [
            programs / "initdb", "-D", folder / "data", "--no-sync", "-E", "UTF8", "--locale=C",
            "-U", OWNER, "--auth=scram-sha-256", "--pwfile", folder / "password",
        ]  # fmt: skip
        try:
            subprocess.run(words, capture_output=True, check=True, **_started_as(folder))
        except OSError as bad:
            raise CannotStart(f"initdb failed: {bad}") from None
        except subprocess.CalledProcessError as bad:
            said = bad.stderr.decode(errors="replace").strip()
            raise CannotStart(f"initdb failed:\n{said}") from None
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def _started_as(folder: Path) -> dict[str, Any]:
    """How its programs are started: in a folder, and not as root, which they refuse."""
    user, group = _owner()
    return {
        "cwd": folder,
        "user": user,
        "group": group,
        "extra_groups": None if user is None else [],
    }


def _owner() -> tuple[str | None, str | None]:
    """User and group that its programs are to have, where they are to be others than ours."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None, None
    import grp
    import pwd

    user = next(found for found in map(_account, ("postgres", "nobody")) if found)
    return user, grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name


def _account(name: str) -> str | None:
    import pwd

    try:
        return pwd.getpwnam(name).pw_name
    except KeyError:
        return None


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


if __name__ == "__main__":
    # A server to try things with: its address is printed, Ctrl+C ends it.
    programs = find_or_install()
    if programs is None:
        sys.exit(MISSING)
    with running(programs) as trial:
        print(trial.address("postgres"), flush=True)
        try:
            sys.stdin.read()
        except KeyboardInterrupt:
            print()
