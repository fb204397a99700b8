"""Sequential testing: stop as soon as it is clear which of two strengths the results fit.

H0 says that the first player is ``elo0`` stronger than the second, H1 that it is ``elo1``. After
every block (two games on one deal, seats swapped) the generalised log-likelihood ratio is compared
with Wald's bounds. The results of a block are not taken apart into wins and losses: the model is
the distribution of block scores itself (0, 1/4, 1/2, 3/4, 1 for two games with draws, hence
"pentanomial"), for the games of a pair depend on each other through their deal.

The ratio is the exact one of M. Van den Bergh, "The Generalized Sequential Probability Ratio Trial
for multinomial distributions" and "A practical introduction to the GSPRT", as used by Fishtest:
under each hypothesis, the distribution with the expected score of that hypothesis that makes the
observed counts most likely is

    p_i = q_i / (1 + x (a_i - s)),

where q_i is how often score a_i was seen, s the expected score, and x the number for which these
add up to mean s. Elo is logistic: s = 1 / (1 + 10 ** (-elo / 400)) where both have equally many
seats at every table. Where they have not (three seats for two players), s is the mean over the
games of a block of what the model of ``ratings.py`` expects: n w / (n w + m), w = 10 ** (elo /
400), for n seats against m.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..errors import BadOption
from ..wording import quoted

Decision = Literal["H0", "H1"]
EVEN = ((1, 1),)
"""Seats of the first and the second player in each game of a block: equally many."""
_TRACE = 1e-3
"""How often scores that never came are taken to have come: then every ratio is finite."""


@dataclass(frozen=True)
class Trial:
    """Two hypotheses and how often each may be taken for the other."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """Chance to accept H1 where H0 holds."""
    beta: float = 0.05
    """Chance to accept H0 where H1 holds."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadOption(
                f"a test needs -1000 <= elo0 < elo1 <= 1000, not {self.elo0:g} and {self.elo1:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise BadOption(f"{name} is more than 0 and less than 0.5, not {quoted(value)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at the lower H0 is accepted, at the upper H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(
        self, counts: Mapping[float, float], seats: Sequence[tuple[int, int]] = EVEN
    ) -> float:
        """The log-likelihood ratio of H1 against H0, by how often each block score was seen.

        ``seats``: how many each of the two had in the games of a block.
        """
        seen = {0.0: _TRACE, 0.5: _TRACE, 1.0: _TRACE}
        for score, count in counts.items():
            seen[score] = max(_TRACE, count)
        total = sum(seen.values())
        law = {score: count / total for score, count in seen.items()}
        fits = [_fitted(law, expected(elo, seats)) for elo in (self.elo0, self.elo1)]
        return sum(count * math.log(fits[1][a] / fits[0][a]) for a, count in seen.items())

    def decision(self, ratio: float) -> Decision | None:
        """Which hypothesis is accepted at this ratio, if any."""
        low, high = self.bounds
        return "H0" if ratio <= low else "H1" if ratio >= high else None


def expected(elo: float, seats: Sequence[tuple[int, int]] = EVEN) -> float:
    """The mean score of a block for a player who is ``elo`` stronger and sits as ``seats`` says."""
    odds = 10 ** (elo / 400)
    return sum(mine * odds / (mine * odds + theirs) for mine, theirs in seats) / len(seats)


def _fitted(law: Mapping[float, float], mean: float) -> dict[float, float]:
    """The most likely law with this mean (between the least and the largest score)."""
    low = -1 / (max(law) - mean)
    high = 1 / (mean - min(law))
    x = 0.0
    for _ in range(100):  # Newton's steps, halving where they leave the bracket
        parts = [(q, (a - mean) / (1 + x * (a - mean))) for a, q in law.items()]
        value = sum(q * part for q, part in parts)  # falls as x grows
        if abs(value) < 1e-13:
            break
        low, high = (x, high) if value > 0 else (low, x)
        step = x + value / sum(q * part * part for q, part in parts)
        x = step if low < step < high else (low + high) / 2
    return {a: q / (1 + x * (a - mean)) for a, q in law.items()}


@dataclass
class Course:
    """A test under way: block scores one after the other, until it decides."""

    test: Trial
    seats: Sequence[tuple[int, int]] = EVEN
    """How many seats each of the two has in the games of a block."""
    ratio: float = 0.0
    decision: Decision | None = None
    blocks: int = 0
    """Blocks that were looked at: none after the one that decided."""
    counts: Counter[float] = field(default_factory=Counter)
    """How often each block score was seen."""

    def look(self, score: float) -> None:
        """Take the score of the next block, from 0 to 1, into account."""
        if self.decision is not None:
            return
        self.counts[round(score, 9)] += 1
        self.blocks += 1
        self.ratio = self.test.ratio(self.counts, self.seats)
        self.decision = self.test.decision(self.ratio)
