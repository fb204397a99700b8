"""Code by others is what its authors published, and every file of it is listed."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pivotry.server

VENDOR = Path(pivotry.server.__file__).parent / "static" / "vendor"
ROW = re.compile(r"^\| `(\S+)` \|.*\| (\d+\.\d+\.\d+) \| .*`(\S+LICENSE\S*)`.*`([0-9a-f]{64})` \|$")


def test_vendored_files_are_listed_and_unchanged() -> None:
    rows = [ROW.match(line) for line in (VENDOR / "README.md").read_text("utf-8").splitlines()]
    listed = {row[1]: row for row in rows if row}
    scripts = {path.name for path in VENDOR.iterdir() if path.suffix in (".js", ".css")}
    assert scripts
    assert set(listed) == scripts
    for name, row in listed.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == row[4], name
        assert (VENDOR / row[3]).is_file()
