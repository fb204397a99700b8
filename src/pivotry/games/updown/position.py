"""Position JSON of ``updown``: writing, and reading with every fault listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...contract import Options, Position, Record, blank
from ...errors import BadOption, BadPosition, Fault
from ...tongue import tr, tr_n
from ...wording import quoted
from .. import hands as viewed
from . import rules, sets, setup
from .tables import (
    ALL_POINTS,
    CARDS,
    COPIES,
    DEAL,
    DRAWING,
    DRAWN,
    KIND,
    NAMES,
    OVER,
    PENALTY,
    PLAY,
    POINTS,
    UP,
)

PHASES = ("play", "drawing", "drawn", "deal")
CAUSES = {"draw": DRAWING, "penalty": PENALTY}
OPTIONS = tuple(option.name for option in setup.FACTS.options)
CLAUSES = {"players": "UR-2", **{option.name: option.clause for option in setup.FACTS.options}}
KEYS = (
    "game", "players", "dealer", "turn", "phase", "going", "free", "hands", "draw", "numbers",
    "directions", "last_player", "idle", "result", "scores", "game_number",
)  # fmt: skip
MAX_IDLE = 1000


def common(s: Record, c: Record, options: Options) -> Position:
    """What everybody may know: position JSON with ``hands`` and ``draw`` still missing."""
    phase, players = int(s.phase), int(c.players)
    winners = int(s.result)
    data: Position = {
        "game": "updown",
        "players": players,
        "dealer": int(s.dealer),
        "turn": int(s.turn),
        "phase": _phase(phase),
        "going": "up" if int(s.going) else "down",
        "free": bool(s.free),
        "hands": [],
        "draw": [],
        "numbers": [str(int(n)) for n in s.numbers[: int(s.count)]],
        "directions": [NAMES[rules.direction(s, i)] for i in range(int(s.turned))],
        "last_player": None if int(s.last) < 0 else int(s.last),
        "idle": int(s.idle),
        "result": [i for i in range(players) if winners >> i & 1] if phase == OVER else None,
        "scores": [int(n) for n in s.scores[:players]],
        "game_number": int(s.game_number),
    }
    if phase in (DRAWING, PENALTY):
        data["cause"] = "draw" if phase == DRAWING else "penalty"
    for option in setup.FACTS.options:
        if options[option.name] != option.default:
            value = options[option.name]
            data[option.name] = dict(value) if isinstance(value, dict) else value
    return data


def _phase(phase: int) -> str:
    if phase in (DRAWING, PENALTY):
        return "drawing"
    return {PLAY: "play", DRAWN: "drawn"}.get(phase, "deal")


def write(s: Record, c: Record, options: Options) -> Position:
    """Position JSON of a state; cards ascend: numbers, then UP, DOWN, PIVOT."""
    data = common(s, c, options)
    w = blank(rules.WORK)[0]
    rules.derive(s, c, w)
    data["hands"] = [sets.texts(s.low[i], s.high[i]) for i in range(int(c.players))]
    data["draw"] = sets.texts(w.low, w.high)
    if int(s.phase) == DRAWN:
        data["drawn"] = NAMES[int(s.drawn)]
    return data


def read(data: object) -> tuple[Options, Record]:
    """Options and state of a position; ``BadPosition`` lists every fault with its clause.

    Positions that no game reaches are accepted as long as it is clear how to play on from them.
    """
    if not isinstance(data, Mapping):
        raise BadPosition([(None, tr("a position is a JSON object"))])
    reader = _Reader(data)
    state = reader.state()
    if reader.faults:
        raise BadPosition(reader.faults)
    assert reader.options is not None
    assert state is not None
    return reader.options, state


def shown(view: Mapping[Any, Any]) -> None:
    """Look over a view before its hidden cards are filled in; ``BadPosition`` lists its faults.

    Whether the whole holds together ``read`` says afterwards.
    """
    hidden = ["hands", "draw"]
    hands, turn = view.get("hands"), view.get("turn")
    if isinstance(hands, list) and type(turn) is int and 0 <= turn < len(hands):
        hidden += ["drawn"] * (isinstance(hands[turn], int) and "drawn" not in view)
    left = ("seat", *hidden)
    reader = _Reader({key: value for key, value in view.items() if key not in left}, hidden)
    reader.state()
    if not reader.faults:
        reader.count_hidden(view)
    if reader.faults:
        raise BadPosition(reader.faults)


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _list(cards: Sequence[str]) -> str:
    return ", ".join(cards)


class _Reader:
    """One reading: collects faults, and goes on as far as what it has allows."""

    def __init__(self, data: Mapping[Any, Any], hidden: Sequence[str] = ()) -> None:
        self.data = data
        self.hidden = hidden
        """Keys that are not there on purpose: then no state is built."""
        self.faults: list[Fault] = []
        self.options: Options | None = None
        self.players = 0
        self.unread: set[str] = {key for key in KEYS if key not in data}
        """Keys without a value that can be relied on: what follows from them is not looked at."""

    def fault(self, clause: str | None, text: str) -> None:
        self.faults.append((clause, text))

    def state(self) -> Record | None:
        self._keys()
        self._options()
        hands, piles = self._cards()
        if self.options is None:
            return None
        self._seats()
        self._phase(hands, piles)
        self._counters(hands, piles)
        return None if self.faults or self.hidden else self._build(hands, piles)

    def count_hidden(self, view: Mapping[Any, Any]) -> None:
        """The hidden parts of a view of which all else is sound."""
        self.faults += viewed.faults(view, self.players, CARDS)
        if not _whole(view.get("draw"), 0, CARDS):
            self.fault(
                None,
                tr(
                    '"draw" of a view is a number of cards from 0 to {cards}, not {draw}',
                    cards=CARDS,
                    draw=quoted(view.get("draw")),
                ),
            )
        if self.faults:
            return
        for i, hand in enumerate(view["hands"]):
            if isinstance(hand, list):
                self._pile(hand, tr("the hand of seat {i}", i=i))
            elif not hand and not self.over and i == self.turn and view["phase"] == "drawn":
                self.fault("U-13", tr("seat {seat} has no cards, so the game is over", seat=i))

    def _keys(self) -> None:
        if self.data.get("game") != "updown":
            self.fault(None, tr('game must be "updown"'))
        extra = ("cause", "drawn", *OPTIONS)
        for key in self.data:
            if key not in KEYS and key not in extra:
                self.fault(None, tr("a position of updown has no {key}", key=quoted(key)))
        for key in KEYS:
            if key not in self.data and key not in self.hidden:
                self.fault(None, tr("{key} is missing", key=quoted(key)))

    def _options(self) -> None:
        players = self.data.get("players")
        if "players" not in self.data:
            return
        if not _whole(players, 2, 8):
            self.fault(
                "UR-2",
                tr("players is a whole number from 2 to 8, not {players}", players=quoted(players)),
            )
            return
        assert isinstance(players, int)
        self.players = players
        given = {name: self.data[name] for name in OPTIONS if name in self.data}
        good: dict[str, Any] = {}
        for name, value in given.items():
            try:
                setup.normalise(players, {name: value})
            except BadOption as error:
                self.fault(CLAUSES[name], str(error))
            else:
                good[name] = value
        self.options = setup.normalise(players, good)

    # --- cards ---------------------------------------------------------------------------------

    def _pile(self, value: object, where: str) -> list[int]:
        """The kinds in a list of cards; what is no card is a fault and left out."""
        if not isinstance(value, list | tuple):
            self.fault(
                None,
                tr(
                    "{where} must be a list of cards, not {value}", where=where, value=quoted(value)
                ),
            )
            return []
        found = []
        for card in value:
            kind = KIND.get(card) if isinstance(card, str) else None
            if kind is None:
                self.fault(
                    "U-1",
                    tr("{card} in {where} is no card of this game", card=quoted(card), where=where),
                )
            else:
                found.append(kind)
        return found

    def _cards(self) -> tuple[list[list[int]], dict[str, list[int]]]:
        hands: list[list[int]] = []
        given = self.data.get("hands", [])
        before = len(self.faults)
        if not isinstance(given, list | tuple):
            self.fault(
                None,
                tr(
                    "hands must be a list of one list of cards a seat, not {given}",
                    given=quoted(given),
                ),
            )
        else:
            hands = [
                self._pile(hand, tr("the hand of seat {i}", i=i)) for i, hand in enumerate(given)
            ]
            if self.players and len(hands) != self.players and "hands" in self.data:
                self.fault(
                    None,
                    tr(
                        "there are {n} hands for {players} players",
                        n=len(hands),
                        players=self.players,
                    ),
                )
        if len(self.faults) > before:
            self.unread.add("hands")
        names = {
            "draw": tr("the draw pile"),
            "numbers": tr("the number pile"),
            "directions": tr("the direction pile"),
        }
        piles = {}
        for key, where in names.items():
            sound = len(self.faults)
            piles[key] = self._pile(self.data.get(key, []), where)
            if len(self.faults) > sound:
                self.unread.add(key)
        for kind in piles["numbers"]:
            if kind >= UP:
                self.fault("U-5", tr("{card} cannot lie on the number pile", card=NAMES[kind]))
        for kind in piles["directions"]:
            if kind < UP:
                self.fault("U-5", tr("{card} cannot lie on the direction pile", card=NAMES[kind]))
        if not piles["numbers"] and "numbers" not in self.unread:
            self.fault(
                "U-4", tr("the number pile is never empty: it begins with a turned-up number")
            )
        if len(self.faults) == before and all(key in self.data for key in ("hands", *names)):
            self._all_there([*hands, *piles.values()])
        return hands, piles

    def _all_there(self, places: list[list[int]]) -> None:
        counts = Counter(kind for place in places for kind in place)
        missing = [
            NAMES[kind] if n - counts[kind] == 1 else f"{n - counts[kind]} {NAMES[kind]}"
            for kind, n in enumerate(COPIES)
            if counts[kind] < n
        ]
        for kind, n in enumerate(COPIES):
            if counts[kind] > n:
                self.fault(
                    "U-1",
                    tr_n(
                        "{card} appears {times} times; there is {n} of it",
                        "{card} appears {times} times; there is {n} of them",
                        n,
                        card=NAMES[kind],
                        times=counts[kind],
                    ),
                )
        if missing:
            self.fault(
                "U-1",
                tr(
                    "of the {cards} cards these are missing: {missing}",
                    cards=CARDS,
                    missing=_list(missing),
                ),
            )

    # --- the rest ------------------------------------------------------------------------------

    def _seat(self, key: str, clause: str) -> int | None:
        value = self.data.get(key)
        if key in self.data and not _whole(value, 0, self.players - 1):
            self.fault(
                clause,
                tr(
                    "{key} must be a seat from 0 to {players}, not {value}",
                    key=key,
                    players=self.players - 1,
                    value=quoted(value),
                ),
            )
            self.unread.add(key)
            return None
        return value

    def _seats(self) -> None:
        self.dealer = self._seat("dealer", "U-3")
        self.turn = self._seat("turn", "U-9")
        self.last = None
        if self.data.get("last_player") is not None:
            self.last = self._seat("last_player", "U-11")
        if "going" in self.data and self.data["going"] not in ("up", "down"):
            self.fault(
                "U-5", tr('going is "up" or "down", not {going}', going=quoted(self.data["going"]))
            )
        if "free" in self.data and not isinstance(self.data["free"], bool):
            self.fault(
                "U-11", tr("free is true or false, not {free}", free=quoted(self.data["free"]))
            )

    def _phase(self, hands: list[list[int]], piles: dict[str, list[int]]) -> None:
        data = self.data
        phase = data.get("phase")
        self.over = data.get("result") is not None
        if "phase" in data and (not isinstance(phase, str) or phase not in PHASES):
            self.fault(
                None,
                tr(
                    "phase is one of {phases}, not {phase}",
                    phases=_list(PHASES),
                    phase=quoted(phase),
                ),
            )
            self.unread.add("phase")
            return
        if self.over:  # turn, phase and free mean nothing any more
            return
        cause = data.get("cause")
        if phase == "drawing" and (not isinstance(cause, str) or cause not in CAUSES):
            self.fault(
                "U-8",
                tr(
                    'while a card is drawn, cause is "draw" or "penalty", not {cause}',
                    cause=quoted(cause),
                ),
            )
        if phase != "drawing" and "cause" in data:
            self.fault("U-8", tr("cause belongs to the phase drawing only"))
        if phase == "drawing" and not piles["draw"] and "draw" not in self.unread:
            self.fault("U-12", tr("a card is being drawn, but the draw pile is empty"))
        if phase != "drawn" and "drawn" in data:
            self.fault("U-8", tr("drawn belongs to the phase drawn only"))
        if phase == "drawn" and "drawn" not in self.hidden:
            self._drawn(hands)
        if phase in ("play", "drawing", "drawn"):
            for seat, hand in enumerate(hands):
                if not hand and "hands" not in self.unread:
                    self.fault(
                        "U-13", tr("seat {seat} has no cards, so the game is over", seat=seat)
                    )
            self._free(str(phase))
        if phase == "deal":
            self._ended(hands, piles)

    def _drawn(self, hands: list[list[int]]) -> None:
        card = self.data.get("drawn")
        kind = KIND.get(card) if isinstance(card, str) else None
        if kind is None:
            self.fault(
                "U-8",
                tr(
                    "in the phase drawn, drawn is the card in question, not {card}",
                    card=quoted(card),
                ),
            )
        elif self.unread & {"turn", "hands"} or self.turn is None:
            return
        elif kind not in hands[self.turn]:
            self.fault(
                "U-8",
                tr("seat {turn} drew {card}, but does not hold it", turn=self.turn, card=card),
            )

    def _free(self, phase: str) -> None:
        free, idle = self.data.get("free"), self.data.get("idle")
        if self.unread & {"turn", "last_player"} or not isinstance(free, bool):
            return
        if free and self.last != self.turn:
            self.fault("U-11", tr("a turn is free only for the seat that last played a card"))
        elif free and phase == "drawing" and self.data.get("cause") == "penalty":
            self.fault("U-11", tr("a turn that begins with a penalty card is not free"))
        elif not free and self.last == self.turn and _whole(idle, 1, MAX_IDLE):
            self.fault("U-11", tr("play has gone all the way round, so this turn is free"))

    def _ended(self, hands: list[list[int]], piles: dict[str, list[int]]) -> None:
        assert self.options is not None
        if self.unread & {"hands", "draw", "numbers", "directions"}:
            return
        stuck = not piles["draw"]
        if self.options["end"] == "first_out":
            stuck = stuck and len(piles["numbers"]) <= 1 and len(piles["directions"]) <= 1
        if all(hands) and not stuck:
            self.fault("U-13", tr("a game has not ended while everybody holds cards and can draw"))

    def _counters(self, hands: list[list[int]], piles: dict[str, list[int]]) -> None:
        assert self.options is not None
        data, games = self.data, self.options["games"]
        idle, number, scores = data.get("idle"), data.get("game_number"), data.get("scores")
        if "idle" in data and not _whole(idle, 0, MAX_IDLE):
            self.fault(
                "U-14",
                tr(
                    "idle is a whole number from 0 to {max_idle}, not {idle}",
                    max_idle=MAX_IDLE,
                    idle=quoted(idle),
                ),
            )
        if "game_number" in data and not _whole(number, 1, games):
            self.fault(
                "U-15",
                tr(
                    "game_number is a whole number from 1 to {games}, not {number}",
                    games=games,
                    number=quoted(number),
                ),
            )
            number = None
        good = isinstance(scores, list | tuple) and len(scores) == self.players
        if "scores" not in data:
            return
        if not good or not all(_whole(n, 0, ALL_POINTS * games) for n in scores or ()):
            self.fault(
                "U-15", tr("scores are {players} whole numbers, one a seat", players=self.players)
            )
            return
        if not self._seats_or_null(data.get("result")):
            self.fault(
                "U-15",
                tr(
                    "result is null or the list of the winning seats, not {result}",
                    result=quoted(data["result"]),
                ),
            )
            return
        assert isinstance(scores, list | tuple)
        ended = self.over or data.get("phase") == "deal"
        if number is not None and not self.unread & {"hands", "phase", "result"}:
            self._scores(list(scores), hands, ended, number)
        if self.over:
            self._result(list(scores), hands, piles, number)
        elif ended and number == games:
            self.fault(
                "U-15", tr("after {games} games the match is over and has a result", games=games)
            )

    def _seats_or_null(self, result: object) -> bool:
        return result is None or (
            isinstance(result, list | tuple)
            and all(_whole(seat, 0, self.players - 1) for seat in result)
        )

    def _scores(self, scores: list[int], hands: list[list[int]], ended: bool, number: int) -> None:
        for seat, score in enumerate(scores):
            held = sum(POINTS[kind] for kind in hands[seat]) if ended else 0
            if score < held:
                self.fault(
                    "U-15",
                    tr(
                        "the score of seat {seat} lacks the {held} points in its hand",
                        seat=seat,
                        held=held,
                    ),
                )
            elif score - held > (ALL_POINTS - 1) * (number - 1):
                self.fault(
                    "U-15",
                    tr(
                        "seat {seat} cannot have {score} points in game {number} of the match",
                        seat=seat,
                        score=score,
                        number=number,
                    ),
                )

    def _result(
        self,
        scores: list[int],
        hands: list[list[int]],
        piles: dict[str, list[int]],
        number: object,
    ) -> None:
        assert self.options is not None
        result, games = self.data["result"], self.options["games"]
        winners = [seat for seat, score in enumerate(scores) if score == min(scores)]
        if not isinstance(result, list | tuple) or list(result) != winners:
            self.fault(
                "U-15", tr("the lowest total wins: result should be {winners}", winners=winners)
            )
        if number is not None and number != games:
            self.fault(
                "U-15", tr("the match is not over before game {games} has ended", games=games)
            )
        self._ended(hands, piles)

    def _build(self, hands: list[list[int]], piles: dict[str, list[int]]) -> Record:
        data = self.data
        s = blank(rules.STATE)[0]
        for seat, hand in enumerate(hands):
            s.low[seat], s.high[seat] = sets.masks(hand)
        for i, kind in enumerate(piles["numbers"]):
            s.numbers[i] = kind + 1
        s.count = len(piles["numbers"])
        codes = sum((kind - UP + 1) << 2 * i for i, kind in enumerate(piles["directions"]))
        s.directions = np.uint64(codes)
        s.turned = len(piles["directions"])
        s.scores[: self.players] = data["scores"]
        s.idle = data["idle"]
        s.game_number = data["game_number"]
        s.dealer = self.dealer
        s.going = data["going"] == "up"
        s.last = -1 if self.last is None else self.last
        s.drawn = -1
        if self.over:
            s.phase = OVER
            s.result = sum(1 << seat for seat in data["result"])
            return s
        s.turn = self.turn
        phase = data["phase"]
        s.free = data["free"] if phase != "deal" else 0
        if phase == "drawing":
            s.phase = CAUSES[data["cause"]]
        else:
            s.phase = {"play": PLAY, "drawn": DRAWN, "deal": DEAL}[phase]
        if phase == "drawn":
            s.drawn = KIND[data["drawn"]]
            if not rules.fits(s, int(s.drawn)):
                self.fault(
                    "UR-6",
                    tr("{drawn} cannot be played now, so there is no choice", drawn=data["drawn"]),
                )
        return s
