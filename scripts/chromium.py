"""Chromium for the browser tests: found, or installed where that needs no question."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import packages

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PLACES = (
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)

MISSING = (
    "The browser tests need Chromium or Chrome, and none was found. Install Debian's package "
    "'chromium' (or any Chrome), or set PIVOTRY_CHROMIUM to the program."
)


def find() -> str | None:
    """The path of a Chromium or Chrome; ``PIVOTRY_CHROMIUM`` names another one."""
    named = os.environ.get("PIVOTRY_CHROMIUM")
    if named:
        return shutil.which(named)
    for command in _COMMANDS:
        found = shutil.which(command)
        if found:
            return found
    return next((place for place in _PLACES if Path(place).is_file()), None)


def find_or_install() -> str | None:
    """As ``find``, after installing Debian's package where we are root and have apt-get."""
    found = find()
    if found or os.environ.get("PIVOTRY_CHROMIUM") or not packages.may_install():
        return found
    print("Installing Debian's chromium for the browser tests (once) ...", flush=True)
    return find() if packages.install("chromium") else None
