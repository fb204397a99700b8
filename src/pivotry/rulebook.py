"""The rules pages: each game's ``rules.md`` by clause, with the positions that show it.

A page is Markdown with one ``### ID Title`` heading for every clause and ruling. Fenced blocks
named ``position`` hold an example as JSON:

- ``caption``: what it shows;
- ``position``: position JSON (what is left out comes from the page's ``defaults`` block), or
  ``start``: the options of a match whose beginning is shown (board games);
- ``seat``: through whose eyes; ``lit``: what to light up;
- ``play``: moves made from there. With ``then``, a part of the position JSON that they lead to,
  both ends are worth showing; without it only the position after them is;
- ``legal``, ``illegal`` (move to clauses), ``only`` (all legal moves): what holds where the moves
  of ``play`` have been made or, with ``then``, before them.

A list that is the text ``"rest"`` stands for all cards of the ``deck`` that lie nowhere else.

In another language there is ``rules.LANGUAGE.md`` beside it, with the same clauses in the same
order: headings and prose, and in place of every example its caption as a quotation
(``> What it shows.``). The positions are those of the English page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import BadOption
from .registry import IDS
from .tongue import language, tr
from .wording import in_turn, quoted

if TYPE_CHECKING:
    from .match import Match

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_QUOTE = re.compile(r"^((?:>.*\n?)+)", re.MULTILINE)
_CLAUSE = re.compile(r"^([A-Z]+-\d+) (.+)$")


@dataclass(frozen=True)
class Example:
    """A position that shows a clause."""

    caption: str
    position: Mapping[str, Any] | None
    """Position JSON, or None for the beginning of a match with the options ``start``."""
    start: Mapping[str, Any] | None
    seat: int | None
    lit: tuple[str, ...]
    play: tuple[str, ...]
    then: Mapping[str, Any] | None
    legal: tuple[str, ...]
    illegal: Mapping[str, tuple[str, ...]]
    only: tuple[str, ...] | None
    game: str

    def begin(self) -> Match:
        """The match at the example's first position; chance is left to the caller."""
        from .match import from_position, new

        if self.position is not None:
            return from_position(self.position)
        return new(self.game, chance="manual", **(self.start or {}))

    def matches(self) -> Iterator[tuple[str, Match]]:
        """What to show, in order: a caption (or the moves made since), and the match."""
        match = self.begin()
        if not self.play or self.then is not None:
            yield self.caption, match.copy()
        for text in self.play:
            match.play(text)
        if self.play:
            after = self.caption
            if self.then is not None:
                after = tr("After {moves}:", moves=in_turn(self.play))
            yield after, match


@dataclass(frozen=True)
class Clause:
    """One clause or ruling of a game."""

    id: str
    title: str
    blocks: tuple[str | Example, ...]
    """Markdown and examples, in order."""
    section: str


@dataclass(frozen=True)
class Page:
    """The rules page of a game."""

    game: str
    title: str
    intro: str
    """Markdown before the first section."""
    clauses: Mapping[str, Clause] = field(default_factory=dict)
    """In the order of the page."""

    def find(self, id: str) -> Clause:
        """A clause by its id, case and missing hyphens forgiven; ``BadOption`` if there is none."""
        wanted = re.sub(r"[\s_–-]", "", id).upper()
        for clause in self.clauses.values():
            if clause.id.replace("-", "") == wanted:
                return clause
        ids = list(self.clauses)
        prefixes = dict.fromkeys(clause.split("-")[0] for clause in ids)
        spans = []
        for prefix in prefixes:
            own = [id for id in ids if id.split("-")[0] == prefix]
            spans.append(tr("{first} to {last}", first=own[0], last=own[-1]))
        raise BadOption(
            tr(
                "{game} has no clause {id}; there are {spans}",
                game=self.title,
                id=quoted(id),
                spans=in_turn(spans),
            )
        )


def load(game: str) -> Page:
    """The rules page of a game in the language in force; ``BadOption`` if there is no such game."""
    return _load(game, language())


@cache
def _load(game: str, code: str) -> Page:
    if game not in IDS:
        raise BadOption(
            tr(
                "there is no game {game}; the games are {ids}",
                game=quoted(game),
                ids=", ".join(IDS),
            )
        )
    folder = Path(__file__).parent / "games" / game
    page = parse(game, (folder / "rules.md").read_text(encoding="utf-8"))
    other = folder / f"rules.{code}.md"
    return translated(page, other.read_text(encoding="utf-8")) if other.is_file() else page


def translated(page: Page, text: str) -> Page:
    """A page in another language: what ``text`` says, with the examples of ``page``.

    Raises ``ValueError`` where clauses or captions are not those of the page.
    """
    found = parse(page.game, text)
    if list(found.clauses) != list(page.clauses):
        raise ValueError(f"{page.game}: the clauses are {', '.join(page.clauses)}, in this order")
    clauses = {}
    for clause in found.clauses.values():
        examples = [b for b in page.clauses[clause.id].blocks if not isinstance(b, str)]
        blocks: list[str | Example] = []
        for part in _QUOTE.split("\n\n".join(b for b in clause.blocks if isinstance(b, str))):
            if part.startswith(">") and examples:
                caption = " ".join(line.removeprefix(">").strip() for line in part.splitlines())
                blocks.append(replace(examples.pop(0), caption=caption.strip()))
            elif part.startswith(">"):
                raise ValueError(f"{page.game}: {clause.id} has more captions than examples")
            elif part.strip():
                blocks.append(part.strip())
        if examples:
            raise ValueError(f"{page.game}: {clause.id} has {len(examples)} captions too few")
        clauses[clause.id] = replace(clause, blocks=tuple(blocks))
    return replace(found, clauses=clauses)


def parse(game: str, text: str) -> Page:
    """The page that ``text`` writes."""
    defaults: dict[str, Any] = {}
    for fence in _FENCE.finditer(text):
        if fence[1] == "defaults":
            defaults = json.loads(fence[2])
    title, intro, section = "", "", ""
    clauses: dict[str, Clause] = {}
    for part in re.split(r"^(?=#{1,3} )", text, flags=re.MULTILINE):
        heading, _, body = part.partition("\n")
        level, _, name = heading.partition(" ")
        if level == "#":
            title, intro = name, "".join(b for b in _blocks(game, body, {}) if isinstance(b, str))
        elif level == "##":
            section = name
        elif level == "###":
            found = _CLAUSE.match(name)
            if found is None:
                raise ValueError(f"{game}: heading {quoted(name)} names no clause")
            blocks = tuple(_blocks(game, body, defaults))
            clauses[found[1]] = Clause(found[1], found[2], blocks, section)
    return Page(game, title, intro.strip(), clauses)


def _blocks(game: str, body: str, defaults: Mapping[str, Any]) -> Iterator[str | Example]:
    place = 0
    for fence in _FENCE.finditer(body):
        before = body[place : fence.start()].strip()
        if before:
            yield before
        if fence[1] == "position":
            yield example(game, json.loads(fence[2]), defaults)
        place = fence.end()
    rest = body[place:].strip()
    if rest:
        yield rest


def example(game: str, data: Mapping[str, Any], defaults: Mapping[str, Any]) -> Example:
    """The example that data describe (see the module's head), completed by ``defaults``."""
    position = None
    if "position" in data:
        position = {**defaults.get("position", {}), **data["position"]}
        for key, value in position.items():
            if value == "rest":
                position[key] = _rest(defaults["deck"], position)
    only = data.get("only")
    return Example(
        caption=data.get("caption", ""),
        position=position,
        start=data.get("start"),
        seat=data.get("seat", defaults.get("seat")),
        lit=tuple(data.get("lit", ())),
        play=tuple(data.get("play", ())),
        then=data.get("then"),
        legal=tuple(data.get("legal", ())),
        illegal={move: tuple(ids) for move, ids in data.get("illegal", {}).items()},
        only=None if only is None else tuple(only),
        game=game,
    )


def _rest(deck: Mapping[str, int], position: Mapping[str, Any]) -> list[str]:
    """The cards of a deck that a position does not mention."""
    cards: Counter[str] = Counter()
    for name, count in deck.items():
        first, dash, last = name.partition("-")
        names = [str(n) for n in range(int(first), int(last) + 1)] if dash else [name]
        for card in names:
            cards[card] = count
    cards.subtract(_leaves([position[key] for key in ("hands", "numbers", "directions")]))
    return sorted(cards.elements())


def _leaves(lists: Sequence[Any]) -> Iterator[str]:
    for item in lists:
        if isinstance(item, str):
            yield item
        else:
            yield from _leaves(item)
