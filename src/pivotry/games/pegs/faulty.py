"""What can be wrong with a position of the peg game, in sentences that say what to do."""

from __future__ import annotations

from ...contract import Option
from ...errors import BadOption
from ...tongue import tr, tr_n
from ...wording import key
from .. import amiss
from .tables import GOAL, RINGS


def bad_option(option: Option, value: object, error: BadOption) -> str:
    """An option holds what it cannot."""
    if option.name != "quiet_limit" or option.range is None:
        return str(error)
    low, high = option.range
    return tr(
        "say how many quiet moves make a draw{key}, with a whole number from {low} to {high}, "
        "instead of {value}",
        key=key("quiet_limit"),
        low=low,
        high=high,
        value=amiss.given(value),
    )


def no_quiet(value: object, most: int) -> str:
    """``quiet`` is no number of moves."""
    return tr(
        "say how many quiet moves there have been in a row{key}, with a whole number from 0 to "
        "{most}, instead of {value}",
        key=key("quiet"),
        most=most,
        value=amiss.given(value),
    )


def miscounted(light: bool, count: int) -> str:
    """There are too many or too few rings of a colour."""
    more = count - RINGS
    if more > 0 and light:
        return tr(
            "there are {count} light rings on the board, and the game has {usual}: take {more} "
            "away",
            count=count,
            usual=RINGS,
            more=more,
        )
    if more > 0:
        return tr(
            "there are {count} dark rings on the board, and the game has {usual}: take {more} away",
            count=count,
            usual=RINGS,
            more=more,
        )
    if light:
        return tr_n(
            "there is {n} light ring on the board, and the game has {usual}: add {more}",
            "there are {n} light rings on the board, and the game has {usual}: add {more}",
            count,
            usual=RINGS,
            more=-more,
        )
    return tr_n(
        "there is {n} dark ring on the board, and the game has {usual}: add {more}",
        "there are {n} dark rings on the board, and the game has {usual}: add {more}",
        count,
        usual=RINGS,
        more=-more,
    )


def too_many_home(light: bool, goal: int) -> str:
    """Row D holds more rings of a colour than end the game (G-10)."""
    if light:
        return tr(
            "{goal} light rings lie in row D, but the game ends with the third: leave {most} there "
            "at most",
            goal=goal,
            most=GOAL,
        )
    return tr(
        "{goal} dark rings lie in row D, but the game ends with the third: leave {most} there at "
        "most",
        goal=goal,
        most=GOAL,
    )


def still_full(last: dict[str, str], name: str) -> str:
    """The peg that the last move led from has no place free; ``last`` has the move and its key."""
    return tr(
        "the last move{key} was {move}, but {name} is full: take a ring off it, or leave the last "
        "move out",
        **last,
        name=name,
    )


def has_won(winner: int) -> str:
    """A side, 1 or 2 as results are counted, has won, which the result does not say."""
    if winner == 2:
        return tr(
            "three light rings lie in row D, so Light has won: set the result{key} so",
            key=key("result", "'light'"),
        )
    return tr(
        "three dark rings lie in row D, so Dark has won: set the result{key} so",
        key=key("result", "'dark'"),
    )


def has_not_won(result: int, have: int) -> str:
    """The result says that a side has won which has not."""
    if result == 2:
        return tr(
            "Light has not won{key}, for {have} of its rings lie in row D: put three there, or "
            "take the result back",
            key=key("result"),
            have=have,
        )
    return tr(
        "Dark has not won{key}, for {have} of its rings lie in row D: put three there, or take the "
        "result back",
        key=key("result"),
        have=have,
    )
