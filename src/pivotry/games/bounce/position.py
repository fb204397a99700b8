"""Position JSON of the two-ended cards, and validation that lists every fault with its clause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ...contract import Options, Position, Record, blank
from ...errors import BadOption, BadPosition, Fault
from ...tongue import mark, tr, tr_n
from ...wording import listed, quoted
from .. import hands as viewed
from . import rules, setup, tables

_KEYS = (
    "game", "players", "turn", "starter", "round", "turns", "phase", "scores", "out", "result",
    "hands", "sets", "discard", "known",
)  # fmt: skip
_OPTIONS = ("deck", "hand", "target", "out_set")
_CARD = re.compile(r"([1-9])/([1-9])")
_MOST_ROUNDS = 2**31 - 1


# --- writing ---------------------------------------------------------------------------------


def text_of(card: int, deck: str) -> str:
    """``active/inactive`` of an oriented card."""
    return f"{tables.ACTIVE[deck][card]}/{tables.INACTIVE[deck][card]}"


def texts_of(cards: Any, s: Record, deck: str) -> list[str]:
    """The cards of a word as they lie, sorted by their texts."""
    word, turned = int(cards), int(s.turned)
    found = []
    for i in range(tables.CARDS):
        at = i + tables.LOWEST
        if word >> at & 1:
            found.append(text_of(i + tables.CARDS * (turned >> at & 1), deck))
    return sorted(found)


def write(s: Record, c: Record, options: Options) -> Position:
    """Position JSON; hands, sets, discard and known cards sorted."""
    deck = options["deck"]
    seats = range(int(c.players))
    standard = setup.normalise(options["players"], {})
    phase = int(s.phase)
    return {
        "game": setup.FACTS.id,
        "players": options["players"],
        **{name: options[name] for name in _OPTIONS if options[name] != standard[name]},
        "turn": int(s.turn),
        "starter": int(s.starter),
        "round": int(s.round_no),
        "turns": int(s.turns),
        "phase": "play" if phase == rules.PLAY else "deal",
        "scores": [int(s.score[p]) for p in seats],
        "out": [int(p) for p in s.out if p >= 0],
        "result": [int(s.winner)] if phase == rules.OVER else None,
        "hands": [texts_of(s.hand[p], s, deck) for p in seats],
        "sets": [texts_of(s.set[p], s, deck) for p in seats],
        "discard": texts_of(s.discard, s, deck),
        "known": [texts_of(s.hand[p] & ~s.secret, s, deck) for p in seats],
    }


# --- reading ---------------------------------------------------------------------------------


def read(data: object) -> tuple[Options, Record]:
    """Options and state; ``BadPosition`` lists every fault, with clauses."""
    if not isinstance(data, Mapping):
        raise BadPosition([(None, tr("a position is a JSON object"))])
    reader = _Reader(data)
    reader.read()
    if reader.faults:
        raise BadPosition(reader.faults)
    return reader.options, reader.state


def shown(view: Mapping[Any, Any]) -> None:
    """Look over a view before its hidden cards are filled in; ``BadPosition`` lists its faults.

    Whether the whole holds together ``read`` says afterwards.
    """
    reader = _Reader(
        {name: value for name, value in view.items() if name not in ("seat", "hands")}, ("hands",)
    )
    reader.read()
    if not reader.faults:
        reader.count_hidden(view)
    if reader.faults:
        raise BadPosition(reader.faults)


class _Reader:
    """One description under examination: finds all faults, then fills a state."""

    def __init__(self, data: Mapping[Any, Any], hidden: tuple[str, ...] = ()) -> None:
        self.data = data
        self.hidden = hidden
        """Keys that are not there on purpose: then nothing is filled."""
        self.faults: list[Fault] = []
        self.options: Options = {}
        self.bad: set[str] = set()
        """Options whose values are none."""
        self.state = blank(rules.STATE)[0]

    def fault(self, clause: str | None, text: str) -> None:
        self.faults.append((clause, text))

    def read(self) -> None:
        for key in self.data:
            if key not in _KEYS and key not in _OPTIONS:
                self.fault(None, tr("unknown key {key}", key=quoted(key)))
        missing = [key for key in _KEYS if key not in self.data]
        for key in missing:
            if key not in self.hidden:
                self.fault(None, tr('"{key}" is missing', key=key))
        if "game" in self.data and self.data["game"] != setup.FACTS.id:
            self.fault(None, tr('"game" is "bounce", not {game}', game=quoted(self.data["game"])))
        good = self._read_options()
        if not self.options:
            return  # without the number of players nothing else can be told
        self.players = self.options["players"]
        self.deck = self.options["deck"]
        plain = self._plain()
        tabled = self._cards() if "deck" not in self.bad else False
        if good and plain and not missing:
            self._scores()
            if tabled:
                self._standing()
        if not self.faults and not self.hidden:
            self._fill()

    def count_hidden(self, view: Mapping[Any, Any]) -> None:
        """The hands of a view of which all else is sound: what cannot be filled in is a fault."""
        self.faults += viewed.faults(view, self.players, tables.CARDS)
        if self.faults:
            return
        assert self.sets is not None
        assert self.known is not None
        assert self.discard is not None
        open_ = [*self.sets, self.discard, *self.known]
        open_ += [
            self._list("hands", hand) or [] for hand in view["hands"] if isinstance(hand, list)
        ]
        seen = {card % tables.CARDS for cards in open_ for card in cards}
        wanted = 0
        for p, hand in enumerate(view["hands"]):
            if isinstance(hand, list):
                continue
            wanted += hand - len(self.known[p])
            if hand < len(self.known[p]):
                self.fault(
                    None,
                    tr(
                        "p{seat} has {n} cards in hand, but {known} are known to be there",
                        seat=p + 1,
                        n=hand,
                        known=len(self.known[p]),
                    ),
                )
        if wanted > tables.CARDS - len(seen):
            self.fault(
                "BR-1",
                tr(
                    "{wanted} cards are hidden in hands, but only {left} are not to be seen",
                    wanted=wanted,
                    left=tables.CARDS - len(seen),
                ),
            )

    def _read_options(self) -> bool:
        """Whether the options can be relied on; each one that cannot is a fault of its own.

        Those take their standard values, so that what does not hang on them can be read.
        """
        given = {name: self.data[name] for name in _OPTIONS if name in self.data}
        players = self.data.get("players")
        clauses = {"deck": "BR-1", "hand": "BR-2", "target": "B-14", "out_set": "BR-3"}
        try:
            self.options = setup.normalise(0 if players is None else players, {})
        except BadOption as bad:
            if "players" in self.data:
                self.fault(None, str(bad))
            return False
        for name, value in given.items():
            try:
                if value is None:
                    raise BadOption(
                        tr('"{name}" is left out where it is standard, not null', name=name)
                    )
                self.options |= {name: setup.normalise(players, {name: value})[name]}
            except BadOption as bad:
                self.fault(clauses[name], str(bad))
                self.bad.add(name)
        return not self.bad

    # numbers and seats

    def _whole(self, key: str, low: int, high: int, clause: str | None) -> bool:
        value = self.data.get(key, low)
        if type(value) is int and low <= value <= high:
            return True
        self.fault(
            clause,
            tr(
                '"{key}" is a whole number from {low} to {high}, not {value}',
                key=key,
                low=low,
                high=high,
                value=quoted(value),
            ),
        )
        return False

    def _plain(self) -> bool:
        """Everything but cards, each by itself."""
        players = self.players
        good = [
            self._whole("turn", 0, players - 1, None),
            self._whole("starter", 0, players - 1, "B-13"),
            self._whole("round", 1, _MOST_ROUNDS, "B-13"),
            self._whole("turns", 0, 60 * players, "BR-5"),
        ]
        phase = self.data.get("phase", "play")
        if not isinstance(phase, str) or phase not in ("play", "deal"):
            self.fault(None, tr('"phase" is "play" or "deal", not {phase}', phase=quoted(phase)))
            good.append(False)
        out = self.data.get("out", [])
        if not isinstance(out, list) or not all(type(p) is int and 0 <= p < players for p in out):
            self.fault(
                "B-11",
                tr(
                    '"out" is a list of seats from 0 to {players}, not {out}',
                    players=players - 1,
                    out=quoted(out),
                ),
            )
            good.append(False)
        elif len(set(out)) < len(out):
            self.fault("B-11", tr('"out" lists a seat twice: {out}', out=quoted(out)))
            good.append(False)
        scores = self.data.get("scores", [0] * players)
        if (
            not isinstance(scores, list)
            or len(scores) != players
            or not all(type(n) is int and 0 <= n <= setup.MAX_TARGET + 1 for n in scores)
        ):
            self.fault(
                "B-12",
                tr(
                    '"scores" is {players} whole numbers from 0, not {scores}',
                    players=players,
                    scores=quoted(scores),
                ),
            )
            good.append(False)
        result = self.data.get("result")
        if result is not None and not (
            isinstance(result, list) and all(type(p) is int and 0 <= p < players for p in result)
        ):
            self.fault(
                "B-14",
                tr('"result" is null or a list of seats, not {result}', result=quoted(result)),
            )
            good.append(False)
        return all(good)

    # cards

    def _cards(self) -> bool:
        """All lists of cards; whether each is there and could be read."""
        self.hands = self._per_seat("hands")
        self.sets = self._per_seat("sets")
        self.known = self._per_seat("known")
        self.discard = self._list("discard", self.data.get("discard", []))
        if self.hands is None or self.sets is None or self.known is None or self.discard is None:
            return False
        seats = [f"p{p + 1}" for p in range(self.players)]
        places = [
            (tr("in the hand of {seat}", seat=seats[p]), cards)
            for p, cards in enumerate(self.hands)
        ]
        places += [
            (tr("in the set of {seat}", seat=seats[p]), cards) for p, cards in enumerate(self.sets)
        ]
        places.append((tr("in the discard pile"), self.discard))
        seen: dict[int, list[tuple[str, int]]] = {}
        for place, cards in places:
            for card in cards:
                seen.setdefault(card % tables.CARDS, []).append((place, card))
        for found in seen.values():
            if len(found) > 1:
                named = list(dict.fromkeys(place for place, _ in found))
                if len(named) > 1:
                    said = mark("the card {card} exists once, but is {places}")
                elif len(found) == 2:
                    said = mark("the card {card} exists once, but is {places} twice")
                else:
                    said = mark("the card {card} exists once, but is {places} {n} times")
                twice = text_of(found[-1][1], self.deck)
                self.fault("BR-1", tr(said, card=twice, places=listed(named), n=len(found)))
        dealt = self.options["hand"] * self.players
        count = sum(len(cards) for _, cards in places)
        if count > dealt and "hand" not in self.bad:
            self.fault(
                "BR-2",
                tr(
                    "{count} cards are in play, but only {dealt} are dealt to {players}",
                    count=count,
                    dealt=dealt,
                    players=self.players,
                ),
            )
        for p, cards in enumerate(self.sets):
            numbers = sorted({tables.ACTIVE[self.deck][card] for card in cards})
            if len(numbers) > 1:
                shown = " and ".join(map(str, numbers))
                self.fault(
                    "B-6",
                    tr(
                        "a set shows one number, but that of p{seat} shows {shown}",
                        seat=p + 1,
                        shown=shown,
                    ),
                )
        for p, cards in enumerate(self.known):
            for card, times in sorted(Counter(cards).items()):
                if times > 1:
                    self.fault(
                        None,
                        tr(
                            "the known cards of p{seat} name {card} twice",
                            seat=p + 1,
                            card=text_of(card, self.deck),
                        ),
                    )
                if card not in self.hands[p] and "hands" in self.data:
                    self.fault(
                        None,
                        tr(
                            "{card} is known to be in the hand of p{seat}, but is not there",
                            card=text_of(card, self.deck),
                            seat=p + 1,
                        ),
                    )
        return True

    def _per_seat(self, key: str) -> list[list[int]] | None:
        value = self.data.get(key, [[]] * self.players)
        if not isinstance(value, list) or len(value) != self.players:
            self.fault(
                None,
                tr(
                    '"{key}" is {players} lists of cards, not {value}',
                    key=key,
                    players=self.players,
                    value=quoted(value),
                ),
            )
            return None
        lists = [self._list(key, cards) for cards in value]
        found = [cards for cards in lists if cards is not None]
        return found if len(found) == len(lists) else None

    def _list(self, key: str, value: object) -> list[int] | None:
        """The oriented cards of a list of texts."""
        if not isinstance(value, list):
            self.fault(
                None, tr('"{key}": a list of cards, not {value}', key=key, value=quoted(value))
            )
            return None
        cards = []
        for text in value:
            card = self._card(text)
            if card is None:
                self.fault(
                    "BR-1",
                    tr(
                        '"{key}": {given} is no card of the deck {deck}',
                        key=key,
                        given=quoted(text),
                        deck=self.deck,
                    ),
                )
            else:
                cards.append(card)
        return cards if len(cards) == len(value) else None

    def _card(self, text: object) -> int | None:
        found = _CARD.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            return None
        return tables.CARD[self.deck].get((int(found[1]), int(found[2])))

    # what has to hold together

    def _scores(self) -> None:
        """B-14: nobody has the target while the match goes on, and the winner is the right one."""
        target = self.options["target"]
        scores, result, out = self.data["scores"], self.data["result"], self.data["out"]
        reached = [p for p in range(self.players) if scores[p] >= target]
        if result is None:
            for p in reached:
                self.fault(
                    "B-14",
                    tr(
                        "p{seat} has {score} points, so the match is over, with a result",
                        seat=p + 1,
                        score=scores[p],
                    ),
                )
            return
        if not reached:
            self.fault(
                "B-14", tr("the match has a result, but nobody has {target} points", target=target)
            )
            return
        best = max(scores)
        leaders = [p for p in reached if scores[p] == best]
        winner = min(leaders, key=lambda p: (out.index(p) if p in out else len(out), p))
        if result != [winner]:
            self.fault(
                "B-14",
                tr(
                    "p{winner} has won, so the result is [{seat}]",
                    winner=winner + 1,
                    seat=winner,
                ),
            )

    def _standing(self) -> None:
        """Who is out, whose turn it is, and whether the round can be where it is said to be."""
        out, turn, players = self.data["out"], self.data["turn"], self.players
        turns, limit = self.data["turns"], 60 * self.players
        assert self.hands is not None
        assert self.sets is not None
        for p in range(players):
            if p in out and self.hands[p]:
                self.fault("B-11", tr("p{seat} is out, but has cards in hand", seat=p + 1))
            if p not in out and not self.hands[p]:
                self.fault("B-11", tr("p{seat} has no cards in hand, but is not out", seat=p + 1))
        ends = 1 if players == 2 else 2
        if len(out) > ends:
            said = tr_n(
                "the round has ended when one player is out, but {gone} are",
                "the round has ended when two players are out, but {gone} are",
                ends,
                gone=len(out),
            )
            self.fault("B-12", said)
        if self.data["result"] is not None:
            if len(out) < ends:
                self.fault("B-12", tr("the match is over, but its last round has not ended"))
        elif self.data["phase"] == "deal":
            if len(out) < ends and turns < limit:
                self.fault("B-12", tr("the round has not ended, so the next is not to be dealt"))
        else:
            if len(out) == ends:
                self.fault("B-12", tr("the round has ended, so the next is to be dealt"))
            if turns >= limit:
                self.fault(
                    "BR-5",
                    tr("after {limit} turns the round is void and the next is dealt", limit=limit),
                )
            if turn in out:
                self.fault("B-11", tr("p{turn} is out and cannot be to move", turn=turn + 1))
            if self.sets[turn]:
                self.fault(
                    "B-4",
                    tr("p{turn} is to move, so their play area has been cleared", turn=turn + 1),
                )

    def _fill(self) -> None:
        s, data = self.state, self.data
        assert self.hands is not None
        assert self.sets is not None
        assert self.known is not None
        assert self.discard is not None
        rules.start(s, None)
        s.turned = _turned([*self.hands, *self.sets, self.discard], self.deck)
        s.discard = _word(self.discard)
        secret = 0
        for p in range(self.players):
            s.hand[p] = _word(self.hands[p])
            s.set[p] = _word(self.sets[p])
            secret += _word(self.hands[p]) - _word(self.known[p])
            s.number[p] = tables.ACTIVE[self.deck][self.sets[p][0]] if self.sets[p] else 0
            s.score[p] = data["scores"][p]
        s.secret = secret
        for i, p in enumerate(data["out"]):
            s.out[i] = p
        s.round_no, s.turns, s.starter = data["round"], data["turns"], data["starter"]
        if data["result"] is not None:
            s.phase, s.winner = rules.OVER, data["result"][0]
        else:
            s.phase = rules.PLAY if data["phase"] == "play" else rules.DEAL
            s.turn = data["turn"]


def _over(card: int) -> int:
    """The same card, turned."""
    return (card + tables.CARDS) % (2 * tables.CARDS)


def _bits(cards: list[int]) -> Iterator[int]:
    for card in cards:
        yield 1 << (card % tables.CARDS + tables.LOWEST)


def _word(cards: list[int]) -> int:
    return sum(_bits(cards))


def _turned(groups: list[list[int]], deck: str) -> int:
    return sum(_word([card for card in cards if card >= tables.CARDS]) for cards in groups)
