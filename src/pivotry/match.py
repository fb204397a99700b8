"""A match: options, seed and moves, with checked play, undo, views and records.

This is the face that programs use (``pivotry.new`` and its like). It runs the rules as plain
Python, so nothing has to be compiled before a first move; searches and batches use the compiled
kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np

from . import naming, registry
from .chance import (
    ChanceMode,
    Fairness,
    Stream,
    brought_back,
    checked_mode,
    commitment,
    new_seed,
    seed_bytes,
)
from .contract import CHANCE, OVER, Explanation, Options, Position, View, blank, copied
from .errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from .matchlog import Entry, Event
from .tongue import tr
from .wording import quoted


class Match:
    """One match of one game. Made by ``new``, ``from_position`` and ``from_record``."""

    def __init__(
        self,
        game: registry.Game,
        options: Options,
        state: Any,
        *,
        names: Sequence[str | None] | None = None,
        chance: ChanceMode = "auto",
        fairness: Sequence[Fairness] = (),
    ) -> None:
        self._game = game
        self._options = options
        self._c = game.setup.config(options)
        self._s = copied(state)
        self._w = blank(game.rules.WORK)[0]
        game.rules.derive(self._s, self._c, self._w)
        self._start = copied(state)
        self._log: list[Entry] = []
        self._names = naming.checked(names, game, options)
        self._seated: tuple[tuple[str | None, ...], tuple[int, ...]] | None = None
        self._chance = checked_mode(chance)
        self._fairness = list(fairness)
        self._extra: dict[str, Any] = {}
        self._legal: dict[str, int] | None = None
        self._out = np.zeros(game.facts.max_moves, np.int32)

    # --- facts -------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game.id

    @property
    def facts(self) -> Any:
        """The game in data (``contract.Facts``)."""
        return self._game.facts

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._options["players"])

    @property
    def options(self) -> Options:
        """Every option by name, those at their standard values included."""
        return deepcopy(self._options)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; of one that nobody named, in the language in force."""
        if self._seated is not None:
            return naming.at_table(self._game.facts, self._names, *self._seated)
        called: tuple[str, ...] = self._game.facts.called(self._names)
        return called

    def seated(self, players: Sequence[str | None], numbers: Sequence[int] = ()) -> None:
        """Let seats that nobody named be called as ``naming.at_table`` does, by who plays there.

        That is shown and nothing else: no record knows of it.
        """
        self._seated = tuple(players), tuple(numbers)

    @property
    def given(self) -> tuple[str | None, ...]:
        """The names that were given, by seat; None for a seat that is called as the game does."""
        return self._names

    @property
    def seed(self) -> int | None:
        """The seed as a number, or None where chance is left to the caller.

        ``new(..., seed=m.seed)`` deals the same match. Whoever knows it knows every card.
        """
        seed = self._fairness[-1].seed if self._fairness else None
        return None if seed is None else int.from_bytes(seed, "big")

    @property
    def fairness(self) -> tuple[Fairness, ...]:
        """What was promised about chance, with the seeds: whoever knows one knows every card."""
        return tuple(self._fairness)

    @property
    def chance(self) -> ChanceMode:
        """``auto`` if chance acts by itself from the seed, ``manual`` if the caller plays it."""
        return self._chance

    @property
    def turn(self) -> int | None:
        """The seat to act, ``CHANCE`` (-1) when chance is, None when the match is over."""
        actor = self._actor()
        return None if actor == OVER else actor

    @property
    def ply(self) -> int:
        """How many moves and chance outcomes there have been."""
        return len(self._log)

    def made(self, ply: int | None = None) -> int:
        """How many moves there have been, up to a ply if one is given: chance outcomes are none."""
        return sum(entry.kind == "move" for entry in self._log[:ply])

    @property
    def result(self) -> tuple[int, ...] | None:
        """The winning seats; ``()`` for a draw or a void match; None while it runs."""
        if self._actor() != OVER:
            return None
        out = np.zeros(self.players)
        self._game.rules.returns(self._s, self._c, out)
        return tuple(seat for seat in range(self.players) if out[seat] > 0)

    @property
    def scores(self) -> list[int] | None:
        """Points by seat, or None where the game has none."""
        return list(self.view(None)["scores"]) if self._game.facts.scored else None

    # --- moves -------------------------------------------------------------------------------

    def legal_moves(self) -> list[str]:
        """Canonical texts, sorted, of what whoever acts can play (chance included).

        Empty when the match is over and between two games of a match.
        """
        return sorted(self._moves())

    def play(self, text: str) -> None:
        """Play a move, or a chance outcome ``=CARD`` where chance is left to the caller.

        Raises ``UnreadableMove`` or ``IllegalMove``; then nothing has changed.
        """
        action = self._action(text)
        self._do(action)
        self._settle()

    def explain(self, text: object) -> Explanation:
        """Whether a text can be played now and, if not, which clauses forbid it and why."""
        if not isinstance(text, str):
            return Explanation(
                False, (), tr("A move is a text, not {name}.", name=type(text).__name__)
            )
        return self._game.explain.explain(self._s, self._c, text)

    def nowhere(self, at: str) -> Explanation:
        """Why no legal move begins at a place, by its name in the picture; for where none does."""
        return self._game.explain.nowhere(self._s, self._c, at)

    def undo(self) -> bool:
        """Take back the last move and the chance outcomes after it. False if there is none.

        The chance outcomes come again as they were: they depend on the seed and their number only.
        But a seed that another has replaced never comes again (see ``renew``).
        """
        last = max((i for i, entry in enumerate(self._log) if entry.kind == "move"), default=None)
        if last is None:
            # Only chance has acted: that is undone where somebody chose its outcomes.
            if not self._log or self._chance == "auto":
                return False
            last = 0
        self._s = copied(self._log[last].before)
        del self._log[last:]
        self._fairness = brought_back(self._fairness, len(self._log))
        self._game.rules.derive(self._s, self._c, self._w)
        self._legal = None
        if self._chance == "auto":
            self._promise()
        self._settle()
        return True

    def deal(self, seed: object) -> None:
        """Deal the next game of the match (manual chance), from event 0 of ``seed``."""
        if self._actor() != CHANCE or self._moves():
            raise IllegalMove(tr("nothing is to be dealt now"))
        self._deal(Stream(seed_bytes(seed), 0))
        self._settle()

    def renew(self) -> None:
        """From here on chance comes from a new seed, with a commitment of its own.

        For who has shown the seed and lets the match go on all the same. However far it is taken
        back after that, its chance comes from the new seed.
        """
        key = new_seed()
        self._fairness.append(Fairness(commitment(key), key, 0, self.ply, False))
        self._fairness = brought_back(self._fairness, self.ply)

    def rename(self, seat: int, name: str) -> None:
        """Call a seat by another name from now on; ``BadOption`` if it is none."""
        if self._seat(seat) is None:
            raise BadOption(tr("a spectator has no name"))
        if not naming.is_name(name):
            raise BadOption(
                tr(
                    "a name has 1 to 40 characters, with something to be seen and without "
                    "line breaks and control characters"
                )
            )
        names = [name if other == seat else old for other, old in enumerate(self._names)]
        self._names = naming.checked(names, self._game, self._options)

    # --- what can be seen --------------------------------------------------------------------

    def position(self) -> Position:
        """Position JSON of the present state, hidden cards included."""
        return self._game.position.write(self._s, self._c, self._options)

    def view(self, seat: int | None) -> View:
        """What a seat may know; ``view(None)`` is what a spectator may know."""
        return self._game.views.view(self._s, self._c, self._options, self._seat(seat))

    def stood(self, ply: int) -> View:
        """What a spectator could know at ``ply``; worked out once, and not to be changed.

        Raises ``BadOption`` for a ply that has not been.
        """
        if type(ply) is not int or not 0 <= ply < self.ply:
            return self.earlier(ply).view(None)
        found = self._log[ply].stood
        if not found:
            found.append(self.earlier(ply).view(None))
        return found[0]

    def svg(self, seat: int | None = None, **look: Any) -> str:
        """A picture as that seat, or a spectator, sees it; ``look`` are fields of ``svg.Look``."""
        from .svg import Look

        seat = self._seat(seat)
        base = Look(names=self.names, last=self.last_moves(seat))
        if seat is not None and seat == self.turn:
            base = replace(base, legal=tuple(self.legal_moves()))
        known = Look.__dataclass_fields__
        unknown = [name for name in look if name not in known]
        if unknown:
            raise BadOption(
                tr(
                    "a picture has no {unknown}; it has {known}",
                    unknown=quoted(unknown[0]),
                    known=", ".join(known),
                )
            )
        return self._game.picture.draw(self.view(seat), replace(base, **look))

    def _repr_svg_(self) -> str:
        return self.svg()

    def last_moves(self, seat: int | None = None) -> tuple[str, ...]:
        """Texts of the last player's latest moves in a row, oldest first, for a seat to see."""
        moves: list[str] = []
        mover: int | None = None
        for entry in reversed(self._log):
            if entry.kind == "deal":
                break
            if entry.kind == "draw":
                continue
            if mover is not None and entry.seat != mover:
                break
            mover = entry.seat
            moves.append(entry.text)
        return tuple(reversed(moves))

    def log(self) -> list[Entry]:
        """Everything that happened, in order. Draws are hidden cards: ``story`` is for showing."""
        return list(self._log)

    def story(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """What has happened from ply ``since`` on, as far as a seat or a spectator may know it."""
        seat = self._seat(seat)
        events = []
        for entry in self._log[since:]:
            who = entry.seat
            text = entry.text
            if entry.kind == "draw":
                who = entry.drawn_by(self._game.views, self._c, self._options)
                text = text if who == seat else ""
            events.append(Event(entry.kind, who, text))
        return events

    def history(
        self, seat: int | None = None, since: int = 0
    ) -> tuple[View, list[tuple[Event, View]]]:
        """What a seat or a spectator has seen from ply ``since`` on, or since the last deal.

        Its first view, and each event of ``story`` after that with the view that followed.
        """
        seat = self._seat(seat)
        deals = [i + 1 for i, entry in enumerate(self._log) if entry.kind == "deal"]
        first = max([since, *deals])
        states = [*(entry.before for entry in self._log[first:]), self._s]
        views = [self._game.views.view(s, self._c, self._options, seat) for s in states]
        return views[0], list(zip(self.story(seat, first), views[1:], strict=True))

    def marked(self) -> list[str]:
        """The move list as printed records write it, with ``x`` and ``#`` marks."""
        after = [*(entry.before for entry in self._log), self._s][1:]
        texts = []
        for entry, state in zip(self._log, after, strict=True):
            mark = ""
            if entry.kind == "move":
                action = self._number(entry.text)
                mark = self._game.notation.marks(entry.before, action, state, self._c)
            texts.append(entry.text + mark)
        return texts

    # --- records -----------------------------------------------------------------------------

    def record(self, *, private: bool = False) -> dict[str, Any]:
        """Record JSON. ``private`` shows the seed of a running match: to save it, not to share."""
        from .record import write

        return write(self, private=private)

    def copy(self) -> Match:
        """A match of its own that goes on from here."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._s = copied(self._s)
        other._w = copied(self._w)
        other._log = list(self._log)
        other._fairness = list(self._fairness)
        other._extra = dict(self._extra)
        other._out = self._out.copy()
        return other

    __copy__ = copy

    def earlier(self, ply: int) -> Match:
        """A match of its own that stands where this one stood at ``ply`` (see ``ply``).

        Raises ``BadOption`` for a ply that has not been.
        """
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise BadOption(tr("a ply is a number from 0 to {ply}", ply=self.ply))
        other = self.copy()
        if ply < self.ply:
            other._s = copied(self._log[ply].before)
            other._game.rules.derive(other._s, other._c, other._w)
            other._legal = None
            del other._log[ply:]
            other._fairness = [part for part in self._fairness if part.ply <= ply]
        return other

    def __str__(self) -> str:
        """The position as text, as a spectator sees it."""
        from .terminal.style import Style

        style = Style(names=self.names, last=self.last_moves())
        return "\n".join(self._game.board.draw(self.view(None), style))

    def __repr__(self) -> str:
        return f"<{self.game} match, {self.players} players, ply {self.ply}, turn {self.turn}>"

    # --- inside ------------------------------------------------------------------------------

    def _actor(self) -> int:
        return int(self._game.rules.actor(self._s, self._c))

    def _seat(self, seat: int | None) -> int | None:
        if seat is None or (type(seat) is int and 0 <= seat < self.players):
            return seat
        raise BadOption(
            tr(
                "a seat is None (a spectator) or a number from 0 to {players}",
                players=self.players - 1,
            )
        )

    def _moves(self) -> dict[str, int]:
        if self._legal is None:
            n = int(self._game.rules.legal(self._s, self._c, self._w, self._out))
            write = self._game.notation.write
            self._legal = {write(int(a), self._c): int(a) for a in self._out[:n]}
        return self._legal

    def _number(self, text: str) -> int:
        number = self._game.notation.number(self._game.notation.read(text), self._c)
        assert number is not None
        return number

    def _action(self, text: object) -> int:
        if not isinstance(text, str):
            raise UnreadableMove(tr("a move is a text, not {name}", name=type(text).__name__))
        move = self._game.notation.read(text)
        action = self._game.notation.number(move, self._c)
        if action is not None and action in self._moves().values():
            return action
        said = self.explain(text)
        raise IllegalMove(said.message, said.clauses, said.squares)

    def _do(self, action: int) -> None:
        seat = self._actor()
        entry = Entry(
            "draw" if seat == CHANCE else "move",
            self._game.notation.write(action, self._c),
            seat,
            copied(self._s),
        )
        self._game.rules.apply(self._s, self._c, self._w, action)
        self._log.append(entry)
        self._legal = None

    def _deal(self, stream: Stream) -> None:
        self._apply_deal(self._game.setup.draw_deal(stream, self._s, self._c))

    def _apply_deal(self, cards: Any) -> None:
        before = copied(self._s)
        self._game.rules.deal(self._s, self._c, self._w, cards)
        self._legal = None
        self._log.append(Entry("deal", "", CHANCE, before, self.position()))

    def _settle(self) -> None:
        """Let chance act until a player is to move, if it acts by itself."""
        if self._chance == "manual":
            return
        while self._actor() == CHANCE:
            self._chance_acts(self._stream())

    def _chance_acts(self, stream: Stream) -> None:
        """Deal, or draw a card with the weights of the rules, outcomes in ascending order."""
        actions = sorted(self._moves().values())
        if not actions:
            self._deal(stream)
            return
        rules = self._game.rules
        weights = [int(rules.weight(self._s, self._c, self._w, a)) for a in actions]
        self._do(actions[stream.weighted(weights)])

    def _promise(self) -> None:
        """Go on from a new seed where the seed is not known.

        A record tells it only when the match is over.
        """
        if not self._fairness or self._fairness[-1].seed is None:
            self.renew()

    def _stream(self) -> Stream:
        """The numbers of the next chance event."""
        part = self._fairness[-1]
        return part.stream(sum(entry.kind != "move" for entry in self._log[part.ply :]))


def new(
    game: str,
    players: int | None = None,
    *,
    seed: object = None,
    names: Sequence[str | None] | None = None,
    chance: ChanceMode = "auto",
    **options: Any,
) -> Match:
    """A match from its beginning, dealt if the game has cards.

    ``seed`` is a number, hexadecimal text or 32 bytes; without one the operating system gives 256
    random bits. ``names`` are one a seat, None where nobody gives one. ``options`` are the game's
    own. Raises ``BadOption``.
    """
    found = registry.get(game)
    chosen = found.setup.normalise(players, options)
    key = new_seed() if seed is None else seed_bytes(seed)
    config = found.setup.config(chosen)
    state = blank(found.rules.STATE)[0]
    work = blank(found.rules.WORK)[0]
    found.rules.start(state, config)
    dealt = found.facts.chance
    if dealt:
        found.rules.derive(state, config, work)
        found.rules.deal(state, config, work, found.setup.draw_deal(Stream(key, 0), state, config))
    if found.rules.actor(state, config) == OVER:
        raise BadOption(
            tr("a match of {game} cannot begin with these options: nothing can be moved", game=game)
        )
    part = Fairness(commitment(key), key, int(dealt), 0, dealt)
    return Match(found, chosen, state, names=names, chance=chance, fairness=[part])


def from_position(
    position: Mapping[str, Any],
    *,
    chance: ChanceMode = "manual",
    seed: object = None,
    names: Sequence[str | None] | None = None,
) -> Match:
    """A match that goes on from position JSON; ``BadPosition`` lists every fault."""
    if not isinstance(position, Mapping):
        raise BadPosition([(None, tr("a position is a JSON object"))])
    if position.get("game") not in registry.IDS:
        raise BadPosition([(None, tr('"game" is one of {ids}', ids=", ".join(registry.IDS)))])
    game = registry.get(position["game"])
    options, state = game.position.read(position)
    fairness = []
    if checked_mode(chance) == "auto" or seed is not None:
        key = new_seed() if seed is None else seed_bytes(seed)
        fairness = [Fairness(commitment(key), key, 0, 0, False)]
    match = Match(game, options, state, names=names, chance=chance, fairness=fairness)
    match._settle()
    return match


def from_record(
    record: Mapping[str, Any], *, chance: ChanceMode = "auto", renew: bool = False
) -> Match:
    """The match that a record tells, replayed; ``BadRecord`` names the first bad ply.

    Whoever has a record with the seed in it knows every card that is to come. With ``renew`` a
    match that still runs goes on from a new seed.
    """
    from .record import read

    return read(record, chance=checked_mode(chance), renew=renew)


def perft(match: Match, depth: int) -> int:
    """Number of move sequences of ``depth`` plies from here; equal cards of the pile count once.

    ``BadOption`` for a depth that is not from 0 to ``search.perft.DEEPEST``.
    """
    from .search import perft as search_perft

    if not isinstance(match, Match):
        raise BadOption(f"perft counts from a match, such as pivotry.new('pegs'), not {match!r}")
    if type(depth) is not int or not 0 <= depth <= search_perft.DEEPEST:
        raise BadOption(tr("a depth is a whole number from 0 to {most}", most=search_perft.DEEPEST))
    return search_perft.perft(match._game, match._s, match._c, depth)
