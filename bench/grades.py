#!/usr/bin/env python3
"""Grade the puzzles that ship anew: to be run when a level has come to play otherwise.

python bench/grades.py [GAME ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from json import loads
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "pivotry" / "puzzles"
sys.path.insert(0, str(FOLDER.parents[1]))

from pivotry.puzzles.grade import grade
from pivotry.puzzles.model import read
from pivotry.terminal.files import dumps


def main() -> None:
    for game in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.json")):
        path = FOLDER / f"{game}.json"
        kept = read(loads(path.read_text("utf-8")))
        graded = [replace(p, grade=grade(p.match(), p.solution[0])) for p in kept.puzzles]
        graded.sort(key=lambda puzzle: (puzzle.grade, puzzle.id))
        path.write_text(dumps(replace(kept, puzzles=tuple(graded)).write()), "utf-8")
        counts = Counter(puzzle.grade for puzzle in graded)
        print(game, ", ".join(f"{counts[n]} of grade {n}" for n in sorted(counts)))


if __name__ == "__main__":
    main()
