"""The README shows code with what comes of it: that is what comes of it."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def steps(block: str) -> list[tuple[str, str | None]]:
    """The statements of a block, each with the output it states, if any.

    After ``print(...)`` a comment is its output; after something else it is, if it is a list.
    """
    lines, found = block.splitlines(), []
    for node in ast.parse(block).body:
        assert node.end_lineno is not None
        code = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        _, _, comment = lines[node.end_lineno - 1].partition("  # ")
        stated = comment if code.startswith("print(") or comment.startswith("[") else None
        found.append((code, stated))
    return found


def output(code: str, names: dict[str, Any]) -> str:
    """What somebody who types a statement at a prompt sees."""
    heard = io.StringIO()
    with redirect_stdout(heard):
        exec(compile(code, "README.md", "single"), names)
    return heard.getvalue().strip()


def test_the_examples_say_what_comes_of_them() -> None:
    names: dict[str, Any] = {}
    stated = 0
    for block in BLOCK.findall(README.read_text("utf-8")):
        for code, promised in steps(block):
            shown = output(code, names)
            if promised is not None:
                stated += 1
                parts = [re.escape(part) for part in promised.split("...")]
                assert re.fullmatch(".*".join(parts), shown, re.DOTALL), (code, shown)
    assert stated >= 2
