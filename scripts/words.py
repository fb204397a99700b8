#!/usr/bin/env python3
"""The catalogues of what Pivotry says in other languages than English.

    python scripts/words.py            # collect the texts, bring the catalogues up to date
    python scripts/words.py --check    # say what is missing or stale; status 1 if anything is
    python scripts/words.py --new fr   # begin another language

Texts are collected from ``tr``, ``tr_n`` and ``mark`` in Python, ``_`` and ``n_`` in templates,
``t`` in the page's scripts. Beside ``pivotry.mo`` lies ``page.json``: what scripts say.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pivotry"
LOCALE = SOURCE / "locale"

_METHODS = [
    ("**.py", "python"),
    ("server/pages/**.html", "jinja2.ext:babel_extract"),
    ("server/static/**.js", "javascript"),
]
_WORDS = {"tr": None, "mark": None, "_": None, "t": None}
_COUNTED = {"tr_n": (1, 2), "n_": (1, 2)}
_GAP = re.compile(r"{(\w*)[^}]*}")


class _Bare(Catalog):
    """A catalogue whose head says only what reading it needs: no dates, no versions."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        needed = ("Language", "Plural-Forms", "Content-Type")
        return [pair for pair in super()._get_mime_headers() if pair[0] in needed]


def collected() -> Catalog:
    """Everything that is said, in English."""
    catalog = Catalog(project="Pivotry", charset="utf-8")
    found = extract_from_dir(
        str(SOURCE),
        _METHODS,
        keywords={**_WORDS, **_COUNTED},
        directory_filter=lambda path: Path(path).name not in ("vendor", "__pycache__"),
    )
    for name, _, text, comments, _ in found:
        # Without line numbers: they would change with every line added above.
        catalog.add(text, locations=[(name.replace("\\", "/"), 0)], auto_comments=comments)
    return catalog


def catalogue(path: Path) -> Catalog:
    """The catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def brought_up(path: Path, template: Catalog) -> Catalog:
    """The catalogue in a file with the texts there are now, and no others."""
    known = catalogue(path)
    template.creation_date = known.creation_date  # a date that changes would be news every time
    known.update(template, no_fuzzy_matching=True)
    known.obsolete.clear()
    return known


def compiled(known: Catalog) -> dict[str, bytes]:
    """The files made from a catalogue, the same from every release of Babel."""
    mo, page = io.BytesIO(), {}
    plain = _Bare(known.locale, header_comment="", fuzzy=False)
    for message in known:
        if message.id:
            plain.add(message.id, message.string)
    write_mo(mo, plain)
    for message in known:
        if message.id and any(name.endswith(".js") for name, _ in message.locations):
            page["\0".join(_texts(message.id))] = message.string
    shown = json.dumps(page, ensure_ascii=False, indent=1, sort_keys=True)
    return {"pivotry.mo": mo.getvalue(), "page.json": f"{shown}\n".encode()}


def written(known: Catalog) -> bytes:
    """A catalogue as a file."""
    out = io.BytesIO()
    write_po(out, known, width=100, include_lineno=False, sort_output=True)
    # Which Babel wrote it would be news with every release of Babel.
    return re.sub(rb'"Generated-By: .*"\n', b"", out.getvalue())


def wrong(known: Catalog) -> Iterator[str]:
    """What is not right with a catalogue: texts not translated, or with other gaps."""
    for message in known:
        if not message.id:
            continue
        texts, said = _texts(message.id), _texts(message.string)
        if not all(said):
            yield f"not translated: {texts[0]!r}"
        # What is said of one thing may leave out a number that is said of many.
        least, most = _gaps(texts[0]), _gaps(texts[-1])
        number = {"n"} if len(texts) > 1 else set()
        if all(said) and not all(least - number <= _gaps(text) <= most | number for text in said):
            yield f"other gaps than the English: {texts[0]!r}"


def _texts(given: str | Sequence[str] | None) -> list[str]:
    return [given or ""] if given is None or isinstance(given, str) else list(given)


def _gaps(text: str) -> set[str]:
    return set(_GAP.findall(text))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--new", metavar="CODE", help="begin a language, such as fr")
    asked = parser.parse_args()
    template = collected()
    if asked.new:
        path = LOCALE / asked.new / "LC_MESSAGES" / "pivotry.po"
        if path.exists():
            parser.error(f"there is a catalogue of {asked.new} already")
        path.parent.mkdir(parents=True)
        begun = Catalog(locale=asked.new, project="Pivotry", charset="utf-8")
        begun.fuzzy = False
        begun.header_comment = "# What Pivotry says, in another language."
        path.write_bytes(written(begun))
    faults = 0
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/pivotry.po")):
        known = brought_up(path, template)
        files = {"pivotry.po": written(known), **compiled(known)}
        for fault in wrong(known):
            print(f"{path.parts[-3]}: {fault}")
            faults += 1
        for name, content in files.items():
            file = path.with_name(name)
            stale = not file.exists() or file.read_bytes() != content
            if stale and asked.check:
                print(f"{path.parts[-3]}: {name} is not up to date; run scripts/words.py")
                faults += 1
            elif stale:
                file.write_bytes(content)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
