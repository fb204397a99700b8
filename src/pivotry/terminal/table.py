"""The table in a terminal: whose turn it is, what they see, what they type.

Everything is shown from a view. Where several people share the keyboard and hands are hidden, a
curtain falls between them: the screen is wiped, the next player is called, and only Enter shows the
table through that player's eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pivotry import jit
from pivotry.contract import View
from pivotry.errors import IllegalMove, UnreadableMove
from pivotry.match import Match
from pivotry.registry import get, title_of
from pivotry.wording import listed

from . import commands, moves
from .autosave import Autosave
from .screen import Screen
from .style import Style, wrap

if TYPE_CHECKING:
    from pivotry.players import Thought

Kind = str
"""Who sits in a seat: ``me``, or a computer player by name (``players.player``)."""
Think = Callable[[View, Kind], "Thought"]
"""Chooses a move for the seat to move from its view."""


class Leave(Exception):
    """The player wants to go."""


@dataclass
class Table:
    """A match, who sits where, and the screen."""

    match: Match
    kinds: tuple[Kind, ...]
    screen: Screen
    think: Think
    autosave: Autosave | None = None

    def __post_init__(self) -> None:
        self.game = get(self.match.game)
        self.board = self.game.board
        self.people = [seat for seat, kind in enumerate(self.kinds) if kind == "me"]
        self.curtained = self.match.facts.hidden and len(self.people) > 1
        self.facing: int | None = None if self.curtained else next(iter(self.people), None)
        """Whose eyes the screen is for."""
        self.flip = False
        self.told = dict.fromkeys([*self.people, None], self.match.ply)
        """How much of the match each person (None: a spectator) has been told."""

    # --- the run of play ---------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over and everybody has had enough, or somebody leaves."""
        jit.listeners.append(self._compiling)
        self.screen.complete(self._completions)
        try:
            self._welcome()
            while True:
                turn = self.match.turn
                if turn is None:
                    if not self._over():
                        return
                elif self.kinds[turn] == "me":
                    self._person(turn)
                else:
                    self._computer(turn)
        except (Leave, EOFError):
            self._farewell()
        except KeyboardInterrupt:
            self._farewell()
            raise
        finally:
            jit.listeners.remove(self._compiling)

    def _welcome(self) -> None:
        facts = self.match.facts
        title = self.style.paint(facts.title, "strong")
        self.screen.say(wrap(f"{title}: {facts.summary}", self.style.width))
        fair = self.match.record().get("fair")
        if facts.chance and fair:
            self.screen.say("The cards are decided. Their seed will have the SHA-256")
            self.screen.say(self.style.paint(f"  {fair['commitment']}", "soft"))
        if self.people and self.match.turn is not None:
            self.screen.say("Type a move, or help.")

    def _person(self, seat: int) -> None:
        """One person's turn: until a move is made or taken back."""
        self._face(seat)
        self.tell(seat)
        self.show()
        ply = self.match.ply
        while self.match.ply == ply and self.match.turn == seat:
            line = self.screen.ask(self._prompt(seat))
            if not line:
                self.show()
            elif not commands.run(self, line):
                self._move(seat, line)

    def _move(self, seat: int, text: str) -> None:
        try:
            self.match.play(text)
        except (IllegalMove, UnreadableMove) as bad:
            self._refused(seat, text, bad)
            return
        self.keep()
        if self.curtained:
            self._after(seat)

    def _refused(self, seat: int, text: str, bad: IllegalMove | UnreadableMove) -> None:
        source, found, ends = moves.starting_with(self.match, seat, text)
        if found:
            self.show(lit=ends or (source,))
            self.screen.say(f"From {source}: {', '.join(found)}")
            return
        clauses = bad.clauses if isinstance(bad, IllegalMove) else ()
        self.screen.say(wrap(self.sentence(str(bad), clauses), self.style.width))
        if not clauses:
            self.screen.say(
                self.style.paint("moves lists what you can play, help the rest.", "soft")
            )

    def sentence(self, message: str, clauses: Sequence[str]) -> str:
        """A message for people with the ids of its clauses."""
        message = message[:1].upper() + message[1:]
        message = message if message.endswith((".", "!", "?")) else message + "."
        named = f" ({', '.join(clauses)})" if clauses else ""
        return self.style.paint(message, "bad" if clauses else "") + named

    def _computer(self, seat: int) -> None:
        if self.facing is None and not self.people:
            self.tell(None)
            self.show()
        self.screen.note(f"{self.name(seat)} is thinking ...")
        self.match.play(self.think(self.match.view(seat), self.kinds[seat]).text)
        self.keep()

    def _over(self) -> bool:
        """Say who has won and stay for questions; False when everybody leaves."""
        if self.autosave is not None:
            self.autosave.drop()
        seat = self.facing
        if seat is None and self.people:
            self.screen.wipe()
            self.told[None] = min(self.told[person] for person in self.people)
        self.tell(seat)
        self.show()
        self.screen.say(["", *self._outcome()])
        if not self.people:
            return False
        self.screen.say("record FILE keeps the match, undo goes back, Enter leaves.")
        while self.match.turn is None:
            line = self.screen.ask("> ")
            if not line:
                return False
            if not commands.run(self, line):
                self.screen.say("The match is over.")
        return True

    def _outcome(self) -> list[str]:
        result, scores = self.match.result, self.match.scores
        names = [self.name(seat) for seat in result or ()]
        if not names:
            text = "Nobody has won: the match is a draw."
        elif len(names) == 1:
            text = f"{names[0]} has won."
        else:
            text = f"{listed(names)} share the victory."
        lines = [self.style.paint(text, "strong")]
        if scores is not None:
            points = (f"{self.name(seat)} {score}" for seat, score in enumerate(scores))
            lines += wrap(f"Points: {', '.join(points)}.", self.style.width)
        return lines

    def _farewell(self) -> None:
        if self.curtained:
            self.screen.wipe()
        text = self.autosave.farewell() if self.autosave is not None else ""
        self.screen.say(["", text] if text else "")

    # --- hidden hands ------------------------------------------------------------------------

    def _face(self, seat: int) -> None:
        """Turn the screen to a person; a curtain falls if it was another's."""
        if self.facing == seat:
            return
        if self.curtained:
            self.screen.wipe()
            self.screen.forget()
            name = self.name(seat)
            self.screen.say(f"Hand the keyboard to {name}.")
            while line := self.screen.ask(f"{name}, press Enter when nobody else looks. "):
                if commands.leaves(line):
                    raise Leave
            self.screen.wipe()
        self.facing = seat

    def _after(self, seat: int) -> None:
        """Before the curtain: let the player see what chance brought to the hand."""
        if self.match.turn == seat:
            return
        lines = self._events(seat, private=True)
        if lines:
            self.screen.say(lines)
            self.screen.ask("Press Enter to clear the screen. ")
        if self.match.turn is None or self.match.turn in self.people:
            self.screen.wipe()
            self.facing = None

    # --- what is shown -----------------------------------------------------------------------

    @property
    def style(self) -> Style:
        """How to draw, without anything of this moment."""
        return self.screen.style

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return replace(self.style, names=self.match.names).name(seat)

    def show(self, *, lit: Sequence[str] = (), legal: Sequence[str] | None = None) -> None:
        """Draw the table through the eyes that the screen is for."""
        self.screen.say(["", *self.drawn(lit=lit, legal=legal), ""])

    def drawn(self, *, lit: Sequence[str] = (), legal: Sequence[str] | None = None) -> list[str]:
        """The table as lines. Cards that can be played are marked, other moves when asked for."""
        seat = self.facing
        if legal is None:
            own = seat is not None and seat == self.match.turn and self.match.facts.hidden
            legal = self.match.legal_moves() if own else ()
        style = replace(
            self.style,
            names=self.match.names,
            legal=tuple(legal),
            last=tuple(self.match.last_moves(seat)),
            lit=tuple(lit),
            flip=self.flip,
        )
        lines: list[str] = self.board.draw(self.match.view(seat), style)
        return lines

    def tell(self, seat: int | None) -> None:
        """Say what has happened since this person was last told."""
        lines = self._events(seat)
        self.told[seat] = self.match.ply
        if lines:
            self.screen.say(["", *lines])

    def _events(self, seat: int | None, *, private: bool = False) -> list[str]:
        """What has happened, as a seat sees it; ``private``: only what came to its hand."""
        log = self.match.log()
        first = min(self.told[seat], len(log))
        lines: list[str] = []
        for ply in range(first, len(log)):
            if private and log[ply].kind != "draw":
                continue
            text = self.event(ply, seat)
            if text and not (private and self.view_at(ply, seat)["turn"] != seat):
                lines += wrap(text, self.style.width, indent="    ", first="  ")
        return lines

    def event(self, ply: int, seat: int | None) -> str:
        """One thing that happened, in words; empty if the seat cannot tell."""
        entry = self.match.log()[ply]
        style = replace(self.style, names=self.match.names)
        before, after = self.view_at(ply, seat), self.view_at(ply + 1, seat)
        return self.board.tell(before, entry.text, after, style)

    def view_at(self, ply: int, seat: int | None) -> View:
        """What a seat could know after ``ply`` moves and chance outcomes."""
        log = self.match.log()
        if ply == len(log):
            return self.match.view(seat)
        options = self.match.options
        config = self.game.setup.config(options)
        return self.game.views.view(log[ply].before, config, options, seat)

    def _prompt(self, seat: int) -> str:
        name = self.style.paint(self.name(seat), "strong")
        return f"{name}> "

    def _completions(self) -> list[str]:
        """What Tab offers: never the moves of somebody who is not in front of the screen."""
        if self.facing != self.match.turn:
            return list(commands.NAMES)
        return [*sorted(self.match.legal_moves(), key=moves.natural), *commands.NAMES]

    def _compiling(self, name: str, begun: bool) -> None:
        """Kernels are compiled in the middle of a thought: say so, and show that time passes."""
        if begun:
            title = title_of(name)
            self.screen.say(f"{title}: preparing for this machine (only the first time) ...")
            self.screen.tick()
        else:
            self.screen.say(f"Ready after {self.screen.tock():.0f} s.")

    # --- keeping -----------------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """The match and the table as a record that can be resumed, with its seed."""
        return {**self.match.record(private=True), "table": {"seats": list(self.kinds)}}

    def keep(self) -> None:
        """Keep the match in progress after every move."""
        if self.autosave is not None:
            self.autosave.keep(self.saved())
