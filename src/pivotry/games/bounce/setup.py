"""Facts and options of the two-ended cards, and what chance deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...chance import Stream
from ...contract import Facts, Option, Options, Record, blank
from ...errors import BadOption
from ...tongue import mark, tr
from ...wording import quoted
from ..seated import not_for
from . import rules, tables

MAX_TARGET = 100

FACTS = Facts(
    id="bounce",
    title=mark("Pivot with two-ended cards"),
    summary=mark(
        "Empty your hand with sets of equal cards, bounce the others' sets back to them, and"
        " turn cards round to change what they are worth."
    ),
    players=(2, 3, 4, 5),
    sample=(279, 17),
    lasts=mark("A match to 4 points: about 25 minutes"),
    standard_players=4,
    rules="1",
    hidden=True,
    chance=True,
    scored=True,
    max_moves=9 + tables.CARDS * (tables.SEATS - 1) + (tables.SEATS - 1) + 1,
    actions=tables.ACTIONS,
    options=(
        Option(
            "deck",
            "pairs9",
            mark("Which 36 cards are played with: one for each pair of numbers."),
            mark("Cards"),
            choices=tables.DECKS,
            words=(mark("1 to 9, no doubles"), mark("1 to 8, with doubles")),
            clause="BR-1",
        ),
        Option(
            "hand",
            None,
            mark("Usually 10, 9, 8 or 7 for two, three, four or five players."),
            mark("Cards in a hand"),
            range=(1, (tables.CARDS - 1) // 2),
            clause="BR-2",
        ),
        Option(
            "target",
            4,
            mark("Whoever reaches so many first wins the match."),
            mark("Points to win"),
            range=(1, MAX_TARGET),
            clause="B-14",
        ),
        Option(
            "out_set",
            "stays",
            mark("What happens to the set of a player who has run out of cards."),
            mark("Set of a player who is out"),
            choices=("stays", "cleared"),
            words=(mark("stays on the table"), mark("goes when their turn would come")),
            clause="BR-3",
        ),
    ),
)


def standard_hand(players: int) -> int:
    """BR-2: 10, 9, 8, 7 cards for 2, 3, 4, 5 players."""
    return 12 - players


def normalise(players: int | None, given: Mapping[str, Any]) -> Options:
    """All options, ``players`` among them; ``BadOption`` says what is allowed."""
    if players is None:
        players = FACTS.standard_players
    if type(players) is not int or players not in FACTS.players:
        raise not_for(FACTS, players)
    unknown = [name for name in given if name not in _CHECKS]
    if unknown:
        raise BadOption(
            tr(
                "bounce has no option {unknown}; its options are {options}",
                unknown=quoted(unknown[0]),
                options=", ".join(_CHECKS),
            )
        )
    options: Options = {"players": players}
    for name, check in _CHECKS.items():
        standard = STANDARD[name] if name != "hand" else standard_hand(players)
        options[name] = check(given.get(name, standard), players)
    return options


STANDARD = {option.name: option.default for option in FACTS.options}


def _choice(name: str) -> Any:
    (option,) = (o for o in FACTS.options if o.name == name)

    def check(value: object, players: int) -> str:
        if not isinstance(value, str) or value not in option.choices:
            raise BadOption(
                tr(
                    "the option {name} is {choices}, not {value}",
                    name=name,
                    choices=" or ".join(option.choices),
                    value=quoted(value),
                )
            )
        return value

    return check


def _hand(value: object, players: int) -> int:
    if value is None:
        return standard_hand(players)  # the default that Facts names
    most = (tables.CARDS - 1) // players
    if type(value) is not int or not 1 <= value <= most:
        raise BadOption(
            tr(
                "the option hand is a whole number from 1 to {most} with {players} players (36 "
                "cards, and at least one is left over), not {value}",
                most=most,
                players=players,
                value=quoted(value),
            )
        )
    return value


def _target(value: object, players: int) -> int:
    if type(value) is not int or not 1 <= value <= MAX_TARGET:
        raise BadOption(
            tr(
                "the option target is a whole number from 1 to {max_target}, not {value}",
                max_target=MAX_TARGET,
                value=quoted(value),
            )
        )
    return value


_CHECKS = {
    "deck": _choice("deck"),
    "hand": _hand,
    "target": _target,
    "out_set": _choice("out_set"),
}


def config(options: Options) -> Record:
    """The CONFIG record of these options."""
    c = blank(rules.CONFIG)[0]
    c.players = options["players"]
    c.hand = options["hand"]
    c.target = options["target"]
    c.cleared = int(options["out_set"] == "cleared")
    c.numbers = tables.NUMBERS[options["deck"]]
    c.limit = 60 * options["players"]
    first, second, doubles = tables.MASKS[options["deck"]]
    c.first[:] = first
    c.second[:] = second
    c.doubles = doubles
    return c


def deck_of(c: Record) -> str:
    """The name of the deck that a configuration plays with."""
    return "pairs9" if int(c.numbers) == 9 else "doubles8"


def draw_deal(stream: Stream, s: Record, c: Record) -> Any:
    """What chance deals next (B-3): 36 cards shuffled, 36 ends, and who starts the first round.

    The last number is -1 from the second round on: then the start passes on by itself (B-13).
    """
    cards = stream.shuffled(range(tables.CARDS))
    ends = [stream.below(2) for _ in cards]
    starter = stream.below(int(c.players)) if int(s.round_no) == 0 else -1
    return np.array([*cards, *ends, starter], np.int16)


def deal_of(s: Record, c: Record) -> Any:
    """The array whose ``rules.deal`` brought the freshly dealt state ``s``.

    The cards left over come last. From any other state comes some deal that does not lead to it.
    """
    bits = [i + tables.LOWEST for i in range(tables.CARDS)]
    hands = [int(s.hand[p]) for p in range(int(c.players))]
    cards = [i - tables.LOWEST for hand in hands for i in bits if hand >> i & 1]
    cards += [i for i in range(tables.CARDS) if i not in set(cards)]
    ends = [int(s.turned) >> (i + tables.LOWEST) & 1 for i in cards]
    return np.array([*cards, *ends, int(s.starter)], np.int16)
