"""Debian's packages, installed where that needs no question."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def may_install() -> bool:
    """Whether we are root and have apt-get."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return root and shutil.which("apt-get") is not None


def install(package: str) -> bool:
    """Install a package; whether that worked. What went wrong is printed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", "--no-install-recommends", package],
    ):
        result = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            print(f"'{' '.join(words)}' failed:\n{result.stderr.strip()}", file=sys.stderr)
            return False
    return True
