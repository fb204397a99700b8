"""What is clicked on a picture, and the legal moves that go on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def begins(path: Sequence[str], picked: Sequence[Sequence[str]]) -> bool:
    """Whether a path of names to click begins with these clicks."""
    return len(path) >= len(picked) and all(
        name in names for name, names in zip(path, picked, strict=False)
    )


def picked_up(
    moves: Sequence[tuple[str, tuple[str, ...]]], picked: Sequence[Sequence[str]]
) -> tuple[str | None, tuple[str, ...]]:
    """Of the names clicked so far the one that is picked up, and where legal moves go on."""
    if not picked or not moves:
        return None, ()
    fitting = [path for _, path in moves if begins(path, picked)]
    step = len(picked)
    begun = [path[step - 1] for path in fitting]
    targets = dict.fromkeys(path[step] for path in fitting if len(path) > step)
    return begun[0] if begun else next(iter(picked[-1]), None), tuple(targets)


def alike(moves: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """The moves that are clicked as others are."""
    ways = Counter(path for _, path in moves)
    return [text for text, path in moves if ways[path] > 1]
