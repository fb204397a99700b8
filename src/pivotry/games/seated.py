"""How many can play: said the same way for every game."""

from __future__ import annotations

from ..contract import Facts
from ..errors import BadOption
from ..tongue import tr
from ..wording import quoted, titled


def not_for(facts: Facts, players: object) -> BadOption:
    """The error for a number of players, or for what is none, that a game is not for."""
    least, most = min(facts.players), max(facts.players)
    if least == most:
        said = tr(
            "{game} is for {n} players, not {players}",
            game=titled(tr(facts.title)),
            n=least,
            players=quoted(players),
        )
    else:
        said = tr(
            "{game} is for {least} to {most} players, not {players}",
            game=titled(tr(facts.title)),
            least=least,
            most=most,
            players=quoted(players),
        )
    return BadOption(said)
