"""Facts, options, the configuration record and the deal of ``updown``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...chance import Stream
from ...contract import Facts, Option, Options, Record, blank
from ...errors import BadOption
from ...tongue import mark, tr
from ...wording import quoted
from ..seated import not_for
from . import sets
from .tables import ACTIONS, CONFIG, COPIES, KINDS, NUMBERS, STANDARD_WORDS, WORDS

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
MAX_GAMES = 100
ENDS = ("first_out", "deck_out")
_NUMBERS = {str(n): n for n in range(1, NUMBERS + 1)}
"""Numbers as the keys of a JSON object write them."""

FACTS = Facts(
    id="updown",
    title=mark("Pivot, the up-down card game"),
    summary=mark(
        "Get rid of your cards while the numbers climb, until somebody turns everything round."
    ),
    players=PLAYERS,
    sample=(16, 30),
    lasts=mark("A match of five games: about 40 minutes"),
    standard_players=4,
    rules="1",
    hidden=True,
    chance=True,
    scored=True,
    max_moves=KINDS,
    actions=ACTIONS,
    options=(
        Option(
            "words",
            "standard",
            mark(
                "Some numbers bear a word: another turn for whoever plays them, a card drawn by "
                "the next player, or the next player left out."
            ),
            mark("Words on cards"),
            choices=("standard", "none"),
            words=(mark("on the usual twelve"), mark("on none")),
            mapping=True,
            own=mark("Numbers from 1 to 80, each with EXTRA, DRAWS or SKIP."),
            example="10: EXTRA\n25: DRAWS\n40: SKIP\n55: DRAWS\n70: EXTRA",
            single=True,
            clause="UR-1",
        ),
        Option(
            "end",
            "first_out",
            mark("Whether an empty draw pile is filled again or ends the game as well."),
            mark("A game ends"),
            choices=ENDS,
            words=(
                mark("when somebody is out of cards"),
                mark("when the draw pile is empty, too"),
            ),
            clause="UR-3",
        ),
        Option(
            "games",
            5,
            mark("What is left in hand counts against you in each of them."),
            mark("Games in a match"),
            range=(1, MAX_GAMES),
            clause="UR-4",
        ),
        Option(
            "hand",
            7,
            mark("How many cards everybody is dealt; fewer where many play."),
            mark("Cards in a hand"),
            range=(1, (NUMBERS - 1) // PLAYERS[0]),
            clause="UR-4",
        ),
    ),
)


def largest_hand(players: int) -> int:
    """How many cards each can be dealt so that a number is always left to start with (UR-4).

    That leaves a card to draw as well: at most 79 of 108 are dealt and one starts the pile.
    """
    return (NUMBERS - 1) // players


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _words(value: object) -> str | dict[str, str]:
    if isinstance(value, str) and value in ("standard", "none"):
        return value
    if not isinstance(value, Mapping):
        raise BadOption(
            tr(
                "the option words is 'standard', 'none' or a mapping of numbers to 'EXTRA', "
                "'DRAWS' or 'SKIP', not {value}",
                value=quoted(value),
            )
        )
    found: dict[int, str] = {}
    for key, word in value.items():
        number = _NUMBERS.get(key, 0) if isinstance(key, str) else key
        if not _whole(number) or not 1 <= number <= NUMBERS:
            raise BadOption(
                tr(
                    "words stand on numbers from 1 to {numbers}, not on {key}",
                    numbers=NUMBERS,
                    key=quoted(key),
                )
            )
        if number in found:
            raise BadOption(tr("the option words names {number} twice", number=number))
        if word not in WORDS[1:]:
            raise BadOption(
                tr(
                    "the word on {number} is 'EXTRA', 'DRAWS' or 'SKIP', not {word}",
                    number=number,
                    word=quoted(word),
                )
            )
        found[number] = str(word)
    if not found:
        return "none"
    if found == {n: WORDS[w] for n, w in STANDARD_WORDS.items()}:
        return "standard"
    return {str(n): found[n] for n in sorted(found)}


def normalise(players: int | None, given: Mapping[str, Any]) -> Options:
    """All options, ``players`` among them. ``BadOption`` says what is allowed."""
    if players is None:
        players = given.get("players", FACTS.standard_players)
    known = ("players", *(option.name for option in FACTS.options))
    for name in given:
        if name not in known:
            raise BadOption(
                tr(
                    "updown has no option {name}; its options are {known}",
                    name=quoted(name),
                    known=", ".join(known),
                )
            )
    if not _whole(players) or players not in PLAYERS:
        raise not_for(FACTS, players)
    end = given.get("end", "first_out")
    if not isinstance(end, str) or end not in ENDS:
        raise BadOption(
            tr("the option end is 'first_out' or 'deck_out', not {end}", end=quoted(end))
        )
    games = given.get("games", 5)
    if not _whole(games) or not 1 <= games <= MAX_GAMES:
        raise BadOption(
            tr(
                "the option games is a whole number from 1 to {max_games}, not {games}",
                max_games=MAX_GAMES,
                games=quoted(games),
            )
        )
    hand = given.get("hand", 7)
    most = largest_hand(players)
    if not _whole(hand) or not 1 <= hand <= most:
        raise BadOption(
            tr(
                "the option hand is a whole number from 1 to {most} for {players} players, so "
                "that a number is left to start with; not {hand}",
                most=most,
                players=players,
                hand=quoted(hand),
            )
        )
    words = _words(given.get("words", "standard"))
    return {"players": players, "words": words, "end": end, "games": games, "hand": hand}


def config(options: Options) -> Record:
    """The CONFIG record of these (complete) options."""
    c = blank(CONFIG)[0]
    c.players = options["players"]
    c.hand = options["hand"]
    c.games = options["games"]
    c.deck_out = options["end"] == "deck_out"
    words = options["words"]
    if words == "standard":
        for number, word in STANDARD_WORDS.items():
            c.words[number - 1] = word
    elif words != "none":
        for text, name in words.items():
            c.words[int(text) - 1] = WORDS.index(name)
    return c


def draw_deal(stream: Stream, s: Record, c: Record) -> Any:
    """What chance deals next (U-3, U-4): int16[109].

    The kinds of all 108 cards in a uniformly random order, then the first dealer (a uniformly
    random seat), or -1 when the deal just passes to the left.
    """
    dealer = stream.below(int(c.players)) if int(s.game_number) == 0 else -1
    cards = [kind for kind, n in enumerate(COPIES) for _ in range(n)]
    return np.array([*stream.shuffled(cards), dealer], np.int16)


def deal_of(s: Record, c: Record) -> Any:
    """The array whose ``rules.deal`` brought the freshly dealt state ``s``: for replaying.

    From a state that no deal brings, some array that leads elsewhere.
    """
    players, dealer = int(c.players), int(s.dealer)
    hands = [sets.kinds(s.low[seat], s.high[seat]) for seat in range(players)]
    order = [
        hands[(dealer + 1 + i) % players][place]
        for place in range(int(c.hand))
        for i in range(players)
        if place < len(hands[(dealer + 1 + i) % players])
    ]
    order.append(int(s.numbers[0]) - 1)
    left = Counter(dict(enumerate(COPIES)))
    left.subtract(order)
    return np.array([*order, *sorted(left.elements()), dealer], np.int16)
