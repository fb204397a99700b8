"""The Universal Game Interface: lines in, lines out, a search in a thread beside.

The lines of UGI and what is ours (``position view``, ``position memory``, ``query turn``,
``query fen``) are told in ``docs/engine.md``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import __version__
from ..chance import Stream, seed_bytes
from ..contract import OVER
from ..errors import BadPosition, PivotryError
from ..jsontext import NotJSON, loads
from ..match import Match, from_position, new
from ..players.memory import Memory
from ..players.task import task
from ..registry import get
from ..wording import quoted
from . import limits
from .limits import BadLine
from .settings import Settings
from .thinking import Thinking

LONGEST = 1 << 20
"""Characters of a line that is looked at."""


class Engine:
    """One engine for one game: obeys lines, answers through ``say``.

    ``handle`` never blocks for longer than it takes to compile (``isready``, ``stop``): searches
    run in a thread. A line that cannot be obeyed changes nothing and is answered by ``info string
    error``.
    """

    def __init__(self, game: str, say: Callable[[str], None], setup: Mapping[str, Any]) -> None:
        """``setup``: options of a board game that differ from the standard; ``BadOption``."""
        self._game = get(game)
        self._settings = Settings(self._game, setup)
        self._lock = threading.Lock()
        self._out = say
        self._match: Match | None = None
        self._view: dict[str, Any] | None = None
        self._memory: Memory | None = None
        self._thinking: Thinking | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._settings.set,
            "uginewgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
        }

    def say(self, line: str) -> None:
        """One whole line out, from whichever thread."""
        with self._lock:
            self._out(line)

    @property
    def searching(self) -> bool:
        return self._thinking is not None and not self._thinking.done

    def handle(self, line: str) -> bool:
        """Obey one line; False if it was ``quit``."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            self.close()
            return False
        if not command:
            return True
        try:
            if len(line) > LONGEST:
                raise BadLine(f"a line has at most {LONGEST} characters")
            if command not in self._commands:
                raise BadLine(f"there is no command {quoted(command)}")
            if self.searching and command not in ("isready", "stop"):
                raise BadLine(f"while a search runs there are isready, stop and quit, no {command}")
            self._commands[command](rest.strip())
        except PivotryError as bad:
            told = " ".join(str(bad).split())
            self.say(f"info string error: {told}")
        return True

    def close(self) -> None:
        """End a search, which says its best move, and wait for it."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.join()

    # --- the commands ------------------------------------------------------------------------

    def _ugi(self, rest: str) -> None:
        self.say(f"id name Pivotry {__version__} ({self._game.facts.title})")
        self.say("id author the Pivotry authors")
        for line in self._settings.lines():
            self.say(line)
        self.say("ugiok")

    def _isready(self, rest: str) -> None:
        if not self.searching:
            self._prepare()
        self.say("readyok")

    def _prepare(self) -> None:
        """Compile, or load what was compiled, before a clock runs."""
        from ..search.best import strongest

        match = new(self._game.id, seed=1, **self._settings.setup)
        question = task(match.view(match.turn), 0)
        strongest(  # of full size: its memory waits for the first search
            question.game, question.state, question.config, question.players, question.seat, 0
        ).prepare()

    def _newgame(self, rest: str) -> None:
        self._match = self._view = self._memory = None

    def _position(self, rest: str) -> None:
        kind, _, more = rest.partition(" ")
        if kind == "view":
            self._view = self._viewed(_json(more, "position view"))
            self._match = self._memory = None
            return
        if kind == "memory":
            self._memory = self._remembered(_json(more, "position memory"))
            self._view, self._match = dict(self._memory.view), None
            return
        if self._game.facts.hidden:
            raise BadLine(
                f"{self._game.facts.title} has hidden cards: say position view and what a seat sees"
            )
        if kind == "startpos":
            match = new(self._game.id, **self._settings.setup)
            moves = more.split()
        elif kind == "fen":
            text, _, after = f"{more} ".partition(" moves ")
            match = from_position(self._game.fen.read(text.strip()))
            moves = ["moves", *after.split()] if after else []
        else:
            raise BadLine(
                "a position is startpos or fen TEXT, perhaps with moves, view JSON or memory JSON"
            )
        if moves and moves[0] != "moves":
            raise BadLine(f"after the position come moves, not {quoted(moves[0])}")
        for move in moves[1:]:
            try:
                match.play(move)
            except PivotryError as bad:
                raise BadLine(f"move {match.ply + 1}, {quoted(move)}: {bad}") from None
        self._match, self._view, self._memory = match, None, None

    def _remembered(self, data: Any) -> Memory:
        """The memory that JSON tells, if some state of this game fits it."""
        if isinstance(data, dict):
            self._viewed(data.get("view"))
        try:
            memory = Memory.read(data)
            options, state = self._game.views.fill(memory.view, Stream(seed_bytes(0), 0))
            config = self._game.setup.config(options)
            memory.prepare(memory.view, state, config, Stream(seed_bytes(0), 2))
        except BadPosition as bad:
            raise BadLine(f"that is no memory of {self._game.facts.title}: {bad}") from None
        return memory

    def _viewed(self, view: Any) -> dict[str, Any]:
        """The view that JSON tells, if some state of this game fits it."""
        if not isinstance(view, dict) or view.get("game") != self._game.id:
            raise BadLine(f'a view is a JSON object with "game": "{self._game.id}"')
        if type(view.get("seat")) is not int:
            raise BadLine('the view of a seat says whose it is: "seat", counted from 0')
        try:
            options, _ = self._game.views.fill(view, Stream(seed_bytes(0), 0))
        except BadPosition as bad:
            raise BadLine(f"that is no view of {self._game.facts.title}: {bad}") from None
        if not 0 <= view["seat"] < int(options["players"]):
            raise BadLine(f"there is no seat {view['seat']} among {options['players']}")
        return view

    def _go(self, rest: str) -> None:
        if self._match is None and self._view is None:
            raise BadLine("there is no position to search: say position first")
        actor, _ = self._standing()
        if actor is None:
            raise BadLine("the game is over: there is no move to look for")
        view = self._view
        if self._match is not None:
            view = self._match.view(actor)
        assert view is not None
        settings = self._settings
        question = task(view, settings.seed, self._memory, settings.threads)
        limit = limits.read(rest.split(), question.seat, question.players)
        self._thinking = Thinking(question, limit, settings.multipv, self.say)
        self._thinking.start()

    def _stop(self, rest: str) -> None:
        """End a search: the next line is read when its best move is said."""
        self.close()

    def _query(self, rest: str) -> None:
        if self._match is None and self._view is None:
            raise BadLine("there is no position to be asked about: say position first")
        actor, winners = self._standing()
        if rest == "gameover":
            answer = "true" if actor is None else "false"
        elif rest == "p1turn":
            answer = "true" if actor == 0 else "false"
        elif rest == "turn":
            answer = "none" if actor is None else "chance" if actor < 0 else f"p{actor + 1}"
        elif rest == "result":
            answer = "none" if winners is None else _result(winners)
        elif rest == "fen" and self._match is not None:
            answer = self._game.fen.write(self._match.position())
        else:
            asked = f"query {quoted(rest)}" if rest else "query alone"
            raise BadLine(f"there is no answer to {asked} here")
        self.say(f"response {answer}")

    def _standing(self) -> tuple[int | None, tuple[int, ...] | None]:
        """Who is to move (None: the game is over) and who has won (None: it goes on)."""
        match = self._match
        if match is not None:
            return match.turn, match.result
        view = self._view
        assert view is not None
        options, state = self._game.views.fill(view, Stream(seed_bytes(0), 0))
        match = Match(self._game, options, state, chance="manual")
        actor = match._actor()
        return (None if actor == OVER else actor), match.result


def _json(text: str, before: str) -> Any:
    """What stands after ``before``; ``BadLine`` if it is no JSON."""
    if not text.strip():
        raise BadLine(f"{before} is followed by JSON, not by nothing")
    try:
        return loads(text)
    except NotJSON as bad:
        raise BadLine(f"{before} is followed by JSON on the same line: {bad}") from None


def _result(winners: tuple[int, ...]) -> str:
    """``p1win``, or several such with + between them; ``draw`` without a winner."""
    return "+".join(f"p{seat + 1}win" for seat in winners) or "draw"


def serve(engine: Engine, lines: Iterable[str]) -> None:
    """Obey lines until ``quit`` or their end; a search that runs then says its best move."""
    for line in lines:
        if not engine.handle(line):
            return
    engine.close()
