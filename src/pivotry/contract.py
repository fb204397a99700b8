"""What every game provides: facts as data, kernels over one record, and readers of that record.

``docs/architecture.md`` tells the whole story; this module is its exact form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .tongue import everywhere, tr

if TYPE_CHECKING:
    from .chance import Stream
    from .places import Part
    from .svg import Look
    from .terminal.style import Style

CHANCE = -1
"""The actor when a card is to be drawn or a game to be dealt."""
OVER = -2
"""The actor when the match is over."""

Record = Any
"""One element of a record array (``numpy.record``): a state, a configuration or a work buffer."""
Options = dict[str, Any]
"""Every option of a game by name, complete and validated."""
View = dict[str, Any]
"""What one seat, or a spectator, may know: position JSON with the hidden parts counted."""
Position = dict[str, Any]
"""Position JSON, as the rules pages define it."""


def blank(dtype: np.dtype[Any], n: int = 1) -> Any:
    """``n`` zeroed records of ``dtype`` as a record array; its elements have ``s.field``."""
    return np.zeros(n, dtype).view(np.recarray)


def copied(record: Record) -> Record:
    """A record equal to ``record`` that shares nothing with it."""
    fresh = blank(record.dtype)
    fresh[0] = record
    return fresh[0]


@dataclass(frozen=True)
class Option:
    """One thing that whoever sets up a game can choose."""

    name: str
    default: Any
    about: str
    """A sentence for people, without the name and the default."""
    label: str = ""
    """What a form calls it."""
    choices: tuple[Any, ...] = ()
    """The values that can be picked from a list; empty for a number or a mapping alone."""
    words: tuple[str, ...] = ()
    """What a form calls each of ``choices``."""
    range: tuple[int, int] | None = None
    """The smallest and largest number allowed, for an option that is a number."""
    mapping: bool = False
    """Whether a mapping is accepted as well (a custom board, lanes, words)."""
    own: str = ""
    """How a form lets such a mapping be written, in a sentence; ``owntext.py`` reads it."""
    example: str = ""
    """One that is written so."""
    single: bool = False
    """Whether a mapping has one value for each key, not a list."""
    clause: str = ""
    """The ruling that introduces it."""


@dataclass(frozen=True)
class Facts:
    """A game in data."""

    id: str
    title: str
    summary: str
    """One sentence that tells somebody what the game is."""
    players: tuple[int, ...]
    """The numbers of players allowed, ascending."""
    standard_players: int
    rules: str
    """Version of the rules: a record is replayed under the rules it names."""
    hidden: bool
    """Whether seats hold cards that others may not see."""
    chance: bool
    """Whether anything is dealt or drawn."""
    scored: bool
    """Whether the game keeps points."""
    max_moves: int
    """The longest list that ``legal`` can make, on any board, chance included."""
    actions: int
    """Action numbers are 0 .. actions - 1 on the standard board and for the card games."""
    options: tuple[Option, ...] = ()
    lasts: str = ""
    """How long a match with the usual options is, for people who choose a game."""
    moves_a_turn: int = 1
    """How many moves a turn is made of, as a rule."""
    common: bool = False
    """Whether everybody moves any piece: who clicks a second one may mean to go there."""
    sample: tuple[int, int] = (7, 0)
    """A position that shows what the game looks like: from this seed so many random plies on."""
    seat_names: tuple[str, ...] = ()
    """Names of the seats where the game gives them (Dark, Light); else p1, p2, ..."""

    def names(self, players: int) -> tuple[str, ...]:
        """How the seats are called when nobody has given names, in the language in force."""
        return tuple(map(tr, self.seat_names)) or tuple(f"p{i + 1}" for i in range(players))

    def called(self, given: Sequence[str | None]) -> tuple[str, ...]:
        """Every seat's name: the one given, else how the game calls it in the language in force."""
        usual = self.names(len(given))
        return tuple(
            usual[seat] if name is None or self.usual(seat, name) else name
            for seat, name in enumerate(given)
        )

    def usual(self, seat: int, name: str) -> bool:
        """Whether a seat is called so when nobody has given it a name, in any language."""
        return name in self.usuals(seat)

    def usuals(self, seat: int) -> frozenset[str]:
        """What a seat is called when nobody has given it a name, in every language."""
        if self.seat_names:
            return everywhere(self.seat_names[seat])
        return frozenset({f"p{seat + 1}"})


@dataclass(frozen=True)
class Skill:
    """How somebody of one level thinks about a game (``games/<id>/levels.py``)."""

    nodes: int | None
    """Nodes of the search for a move; None for as many as there is time for."""
    usual: int | None = None
    """Nodes of one who takes all there is, where nobody says how much that is."""
    depth: int | None = None
    """Plies looked ahead, where the search goes by depth; None for no limit."""
    noise: int = 0
    """By how much positions are misjudged at most, in thousandths of log odds; in trees, moves."""
    sense: bool = True
    """Whether a tree is grown with the game's own sense of good moves (``rollout.py``), or
    positions are judged by patterns, too (``patterns.py``)."""
    overlook: float = 0.0
    """Chance not to notice the best move; and then the second best, and so on."""
    loss: float = 0.0
    """The most that a move may be expected to cost (results are -1 to 1) which is played because
    better ones were overlooked."""


@dataclass(frozen=True)
class Explanation:
    """Whether a text can be played now and, if not, why not."""

    legal: bool
    clauses: tuple[str, ...]
    """The clauses that forbid it (for a legal move: those it rests on, possibly none)."""
    message: str
    """One sentence for people."""
    squares: tuple[str, ...] = ()
    """What to light up: names that pictures know in ``Look.lit``, mostly their ``data-at``."""


class Rules(Protocol):
    """Kernels: they allocate nothing, raise nothing, hold no text, and run in both worlds.

    ``s`` is the canonical state, ``c`` the configuration of this set-up, ``w`` what is derived
    from ``s`` for speed and room to work in. ``apply`` keeps ``w`` in step with ``s``; whoever
    sets ``s`` from elsewhere calls ``derive``. Copying ``s`` and ``w`` together copies a game.
    """

    STATE: np.dtype[Any]
    CONFIG: np.dtype[Any]
    WORK: np.dtype[Any]

    def start(self, s: Record, c: Record) -> None:
        """Set up the beginning: the first position, or an undealt match (card games)."""

    def derive(self, s: Record, c: Record, w: Record) -> None:
        """Rebuild all of ``w`` that lasts from ``s``."""

    def actor(self, s: Record, c: Record) -> int:
        """The seat to act, ``CHANCE`` or ``OVER``. A finished game of a match is ``CHANCE``."""

    def legal(self, s: Record, c: Record, w: Record, out: Any) -> int:
        """Write the action numbers that can be played, ascending, and return how many.

        At a draw they are the different cards of the pile; before a deal and at the end, none.
        """

    def apply(self, s: Record, c: Record, w: Record, a: int) -> None:
        """Play a legal action (trusted)."""

    def returns(self, s: Record, c: Record, out: Any) -> None:
        """Write one float a seat: 1 for a winner, -1 for a loser, 0 for a draw or a void match.

        Before a deal: an estimate in [-1, 1] of how the seats stand by their scores.
        """

    def weight(self, s: Record, c: Record, w: Record, a: int) -> int:
        """How many ways chance has to bring outcome ``a`` (equal cards of the pile)."""

    def deal(self, s: Record, c: Record, w: Record, cards: Any) -> None:
        """Begin the next game of the match from the outcome that ``setup.draw_deal`` describes."""

    def random(self, s: Record, c: Record, w: Record, rng: Any) -> int:
        """Play one uniformly random action (chance: by weight; a deal: -1) and return it."""

    def playout(self, s: Record, c: Record, w: Record, rng: Any, limit: int) -> int:
        """Play as repeated ``random`` would until the match is over or ``limit`` player moves.

        Returns the number of player moves (chance not counted). The same ``rng`` gives the same
        game as ``random`` does, action by action.
        """


class Setup(Protocol):
    """Facts, options and what chance deals: ``setup.py``."""

    FACTS: Facts

    def normalise(self, players: int | None, given: Mapping[str, Any]) -> Options:
        """All options, ``players`` among them; ``BadOption`` says what is allowed."""

    def config(self, options: Options) -> Record:
        """The CONFIG record of these options."""

    def draw_deal(self, stream: Stream, s: Record, c: Record) -> Any:
        """What chance deals next, as an int16 array for ``rules.deal`` (games with a deal)."""

    def deal_of(self, s: Record, c: Record) -> Any:
        """The array whose ``rules.deal`` brought the freshly dealt state ``s``: for replaying."""


class PositionModule(Protocol):
    """Position JSON: ``position.py``."""

    def write(self, s: Record, c: Record, options: Options) -> Position: ...

    def read(self, data: object) -> tuple[Options, Record]:
        """Options and state; ``BadPosition`` lists every fault, with clauses."""


class Fen(Protocol):
    """Positions in one line, where nothing is hidden: ``fen.py``."""

    def write(self, position: Position) -> str:
        """The one text of a position that ``PositionModule.write`` gave."""

    def read(self, text: str) -> Position:
        """Position JSON, for ``PositionModule.read`` to check.

        ``BadPosition`` lists everything wrong with the text itself.
        """


class Notation(Protocol):
    """Move texts: ``notation.py``."""

    def read(self, text: str) -> Any:
        """The move that a text writes, legal or not; ``UnreadableMove`` if it writes none."""

    def number(self, move: Any, c: Record) -> int | None:
        """Its action number, or None if no position of this set-up has such an action."""

    def write(self, a: int, c: Record) -> str:
        """The one canonical text of an action number."""

    def path(self, text: str, seat: int) -> tuple[str, ...]:
        """What to click, in order, in a picture: ``data-at`` names."""

    def intended(self, clicks: Sequence[Sequence[str]], seat: int) -> str | None:
        """The move, legal or not, of somebody who clicks elements with these ``data-at`` names.

        The inverse of ``path``, for explanations; None if it takes another click.
        """

    def marks(self, before: Record, a: int, after: Record, c: Record) -> str:
        """What a printed record adds to the text (``x``, ``#``), or nothing."""


class Explain(Protocol):
    """Why a move may not be made: ``explain.py``."""

    def explain(self, s: Record, c: Record, text: str) -> Explanation:
        """Never raises on a text."""

    def nowhere(self, s: Record, c: Record, at: str) -> Explanation:
        """Why no legal move begins where a picture says ``at``; for places where none does.

        Never raises on a text.
        """


class Views(Protocol):
    """What a seat may know: ``views.py``. All secrecy of a game lives there."""

    def view(self, s: Record, c: Record, options: Options, seat: int | None) -> View: ...

    def fill(self, view: View, stream: Stream) -> tuple[Options, Record]:
        """A random state that fits a view: hidden cards uniform among what fits it.

        ``BadPosition`` if it is none of this game.
        """

    def shown(self, view: View) -> None:
        """``BadPosition`` lists what is wrong with a view from elsewhere (hidden cards)."""

    def ended(self, view: View, winners: Sequence[int]) -> View:
        """A view of a match that ended otherwise than by the rules, as of one that was won.

        For pictures and words: no position has such a result.
        """

    def resample(self, s: Record, c: Record, w: Record, seat: int, rng: Any) -> None:
        """Kernel: redraw everything in ``s`` that ``seat`` cannot see, and derive ``w`` anew."""

    KNOWN: np.dtype[Any]
    """What a memory adds to a view, for ``redeal`` (games with hidden cards)."""

    def redeal(self, s: Record, c: Record, w: Record, known: Record, seat: int, rng: Any) -> None:
        """Kernel: ``resample`` so that what ``known`` tells is kept; zeros tell nothing.

        ``s`` fits it before; ``seat`` is to move.
        """


class Recall(Protocol):
    """What is certain about hidden cards beyond a view: ``memory.py`` (games with hidden cards).

    Notes are plain data, for JSON. They come from what one seat has seen, and from nothing else.
    """

    def begin(self, view: View) -> Any:
        """Notes of somebody who has seen nothing but this view."""

    def then(self, notes: Any, before: View, kind: str, seat: int, text: str, after: View) -> Any:
        """Notes after an event (as ``matchlog.Event``) that led from one view to the next."""

    def read(self, data: object, view: View) -> Any:
        """Notes from elsewhere; ``BadPosition`` if they are none for this view."""

    def fits(self, notes: Any, view: View, s: Record, c: Record) -> bool:
        """Whether a state that fits the view fits the notes as well."""

    def prepare(
        self, notes: Any, view: View, s: Record, c: Record, known: Record, stream: Stream
    ) -> None:
        """Make a state that fits the view fit the notes as well, and fill ``known``.

        Raises ``BadPosition`` if no state fits both.
        """


class Rollout(Protocol):
    """Kernels that play a game of a match out in a search (card games): ``rollout.py``."""

    def uniform(self, s: Record, c: Record, w: Record, rng: Any, limit: int) -> int:
        """Random moves until this game of the match is over or ``limit`` moves; how many."""

    def guided(self, s: Record, c: Record, w: Record, rng: Any, limit: int) -> int:
        """The same with the moves of ``sensible``."""

    def sensible(self, s: Record, c: Record, w: Record, rng: Any) -> int:
        """A legal move that a sensible player might make, still at random."""

    def prior(self, s: Record, c: Record, w: Record, a: int) -> float:
        """How good a legal move looks: a number above 0, to compare with those of other moves."""


class Evaluation(Protocol):
    """What alpha-beta needs to know about a game of two seats: ``evaluate.py``; kernels."""

    TERMS: tuple[str, ...]
    """What ``features`` writes, in words."""
    TERM_COUNT: int
    CONTEMPT: int
    """By how much less than even a draw is worth to who plays to win, in thousandths of log odds:
    more where who only wants not to lose can hold a draw."""

    def copy(self, states: Any, works: Any, c: Record, i: int, j: int) -> None:
        """Copy a game from slot ``i`` to slot ``j``: what a search needs of it."""

    def features(self, s: Record, c: Record, w: Record, out: Any) -> None:
        """Write one number a term: seat 0's minus the same of seat 1's."""

    def evaluate(self, s: Record, c: Record, w: Record, weights: Any, room: Any) -> int:
        """Terms times weights, in thousandths of log odds; ``room`` is for the terms, int64.

        ``weights``, int16: one a term, then the tables of patterns, where a game has such and they
        are to count.
        """

    def key(self, s: Record, c: Record) -> Any:
        """64 mixed bits that two positions share only if they are the same to a search."""

    def horizon(self, s: Record, c: Record) -> int:
        """Plies before which nothing that ``key`` leaves out can matter; 0 if it leaves nothing."""

    def pressed(self, s: Record, c: Record, w: Record) -> bool:
        """Whether an estimate means nothing because the side to move must answer at once."""

    def sharp(self, s: Record, c: Record, w: Record, out: Any) -> int:
        """Write the moves that have to be looked at before a position is estimated; how many."""

    def order(self, s: Record, c: Record, w: Record, a: int) -> int:
        """How promising a move looks untried; at least 2**20 for those that ``sharp`` writes."""


class Exact(Protocol):
    """Kernels for solvers: ``exact.py``, in games where nothing is hidden and nothing is dealt."""

    LAYERED: bool
    """Whether positions can come back: then there are ``unpack``, ``layer_of`` and so on, too."""

    def table(self, s: Record, c: Record) -> Any:
        """What ``pack`` reads, an int64 array, for ``s`` and all positions that can follow it."""

    def words(self, t: Any) -> int:
        """How many 64-bit words a key has."""

    def pack(self, s: Record, c: Record, t: Any, attacker: int, key: Any) -> int:
        """Write the key of ``s`` and of the seat that is to win; return its rest, 0 .. 63.

        Positions that go on differently have different keys. Quiet moves are not part of it.
        """

    def guess(self, s: Record, c: Record, w: Record, attacker: int) -> tuple[int, int]:
        """First proof and disproof number, each at least 1 and far below 2**26."""

    def most(self, c: Record) -> int:
        """How many quiet moves may be made in a row; -1 where positions cannot come back."""

    def quiet_moves(self, s: Record) -> int:
        """How many quiet moves were made in a row: moves that others can undo."""

    def drawish(self, s: Record, c: Record) -> int:
        """1 when the game is over, and a draw, because of too many quiet moves."""

    def unpack(self, key: Any, rest: int, s: Record) -> None:
        """Make ``s`` the position of a key, no quiet moves made; ``ply`` is left alone."""

    def layer_of(self, key: Any) -> int:
        """A number below 64 that quiet moves keep and all others raise."""

    def wins_now(self, s: Record, c: Record) -> int:
        """1 when the seat to move can win with one move."""

    def unhurried(self, c: Record) -> Record:
        """The same set-up without a limit on quiet moves."""


class Picture(Protocol):
    """View to SVG: ``picture.py``."""

    def draw(self, view: View, look: Look) -> str: ...

    def words(self, view: View, names: Sequence[str] = ()) -> str:
        """The whole position in words, for the picture's ``<desc>`` and for screen readers."""


class Telling(Protocol):
    """View to words, place by place: ``telling.py``."""

    def places(self, view: View, names: Sequence[str] = ()) -> list[Part]:
        """Every place there is to click, and what else can be seen, in a sensible order."""

    def apart(self, text: str) -> str:
        """What tells a legal move from others with the same clicks; empty where there are none."""

    def spoken(self, text: str) -> str:
        """A move as it is read out, where its notation could be mistaken; else the notation."""

    def aim(self) -> tuple[str, str]:
        """What to strive for, and how a move is made: some sentences each, for newcomers."""

    def legend(self) -> list[tuple[str, str]]:
        """The marks of the picture, each with what it means."""

    def effect(self, view: View, text: str, after: View | None = None) -> str:
        """What a legal move does that its mover sees at once, in a sentence, or nothing.

        ``view`` is the mover's, ``after`` theirs after the move, given where nothing is hidden.
        """

    def ending(self, view: View, names: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
        """By what a match that its rules have ended was decided: a sentence, and its clauses."""

    def said(self, text: str, names: Sequence[str]) -> str:
        """A move as a log has it after the name of who made it; ``names`` are those of all seats.

        The notation itself where that is what people read.
        """

    def placed(self, view: View, text: str) -> str:
        """What the rules say of a position, with what stands there called by where it is.

        For who sees the picture, where not everything bears its name.
        """

    def played(self, text: str, name: str, names: Sequence[str]) -> str:
        """What ``name`` did with a move, as a clause that another one can follow; no full stop."""

    def instead(self, text: str, names: Sequence[str]) -> str:
        """A move as it is advised to somebody, to follow "Better:"; no full stop."""


class Scoring(Protocol):
    """What the deals of a match with points are called and what came of them: ``scoring.py``."""

    def part(self, view: View) -> str:
        """What the deal of a view is called."""

    def number(self, view: View) -> int:
        """Which deal of the match that is, from 1: where there is no room for what it is called."""

    def best(self, gained: Sequence[int]) -> tuple[int, ...]:
        """The seats that a deal was won by, of the points that it brought."""

    def told(self, view: View, gained: Sequence[int], names: Sequence[str] = ()) -> list[str]:
        """How a deal ended, in sentences, from the view after it; nothing if none was played."""

    def goal(self, view: View) -> str:
        """What decides the match, in a sentence."""


class Board(Protocol):
    """View to lines of text for a terminal: ``board.py``."""

    def draw(self, view: View, style: Style) -> list[str]: ...

    def details(self, view: View, style: Style) -> list[str]:
        """Everything by name that the drawing only shows."""

    def tell(self, before: View, text: str, after: View, style: Style) -> str:
        """What a move or a drawn card was, as the seat of the views saw it.

        ``text`` is empty for a deal; the answer is, if the seat cannot tell.
        """
