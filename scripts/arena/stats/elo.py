"""The difference in strength that games between two engines show.

A sample is a pair: two games from one opening with colors swapped. The two are not independent, because
an opening that favors a color makes one win and one loss likely; a pair has five outcomes (0, ½, 1, 1½ or 2).
Without pairs, a sample is a single game, with three outcomes.

Intervals and the sequential test use the same likelihood: that of the distribution which, among those with a given
mean, makes the observed outcomes likeliest (M. Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Callable, Iterable

from arena.records.record import Record, pairs

# Normalized Elo of one standard deviation of a game's score: the slope of the logistic curve at ½ is ln(10) / 1600,
# and both scales agree there for games without draws, with a standard deviation of ½.
NORMALIZED = 800 / math.log(10)
# The count of unobserved outcomes, so that no score has likelihood 0; fishtest's value.
UNSEEN = 1e-3
DEVIATIONS_95 = NormalDist().inv_cdf(0.975)


def expected_score(elo: float) -> float:
    """The mean score of a game at this difference in Elo, by the logistic curve."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo that gives this mean score; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Estimate:
    """A value and its 95% interval; each number may be infinite."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of an engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def mean(self) -> float:
        """The mean score of a game."""
        return self.points / self.games

    def reversed(self) -> Score:
        """The score from the opponent's view."""
        return Score(self.losses, self.draws, self.wins)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True)
class Tally:
    """Counts of the outcomes, from worst to best: five kinds of pairs, or three kinds of games."""

    counts: tuple[int, ...]

    @classmethod
    def of_pairs(cls, records: Iterable[Record], engine: str) -> Tally:
        """The pairs that `engine` played: lost both, a loss and a draw, equal, a win and a draw, won both. Ignores half
        pairs and void games."""
        counts = [0] * 5
        for pair in pairs(records):
            if engine in (pair[0].black, pair[0].white):
                counts[round(2 * sum(game.score_of(engine) for game in pair))] += 1
        return cls(tuple(counts))

    @classmethod
    def of_games(cls, records: Iterable[Record], engine: str) -> Tally:
        """The games that `engine` played, for openings that were not played in pairs: lost, drawn, won."""
        counts = [0] * 3
        for game in records:
            if game.winner is not None and engine in (game.black, game.white):
                counts[round(2 * game.score_of(engine))] += 1
        return cls(tuple(counts))

    @property
    def samples(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return self.samples * (len(self.counts) // 2)

    @property
    def score(self) -> float:
        """The mean score of a game, ½ before the first."""
        if not self.samples:
            return 0.5
        last = len(self.counts) - 1
        return sum(count * index for index, count in enumerate(self.counts)) / (last * self.samples)

    def elo(self) -> Estimate:
        """The difference in Elo, by the logistic curve; unknown before the first sample."""
        if not self.samples:
            return Estimate(0.0, -math.inf, math.inf)
        low, high = self.score_interval()
        return Estimate(elo_of(self.score), elo_of(low), elo_of(high))

    def score_interval(self) -> tuple[float, float]:
        """The 95% likelihood interval of the score.

        With many samples this is the mean and 1.96 of its standard errors; with few, or if all samples are equal, it
        remains valid although a standard error would be 0.
        """
        seen = Distribution.of(self.counts)
        most = DEVIATIONS_95**2 / 2

        def excess(score: float) -> float:
            return self.samples * seen.divergence(seen.with_mean(score)) - most

        mean, edge = seen.mean, 1e-6
        low = root(excess, edge, mean) if mean > edge and excess(edge) > 0 else 0.0
        high = root(excess, mean, 1 - edge) if mean < 1 - edge and excess(1 - edge) > 0 else 1.0
        return low, high

    def normalized_elo(self) -> Estimate:
        """The mean score's distance from ½ in standard deviations of a game, times 347.4.

        Unlike Elo it does not shrink as draws grow frequent, and it alone determines the games needed for a verdict
        (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf). Unknown while all samples are equal.
        """
        if max(self.counts) == self.samples:
            return Estimate(elo_of(self.score) if self.score in (0, 1) else 0.0, -math.inf, math.inf)
        seen = Distribution.of(self.counts)
        value = NORMALIZED * (seen.mean - 0.5) / seen.game_deviation
        error = DEVIATIONS_95 * NORMALIZED / math.sqrt(self.games)
        return Estimate(value, value - error, value + error)

    def superiority(self) -> float:
        """The likelihood of superiority, from 0 to 1: that the score is above ½."""
        if not self.samples:
            return 0.5
        seen = Distribution.of(self.counts)
        distance = math.sqrt(max(0.0, 2 * self.samples * seen.divergence(seen.with_mean(0.5))))
        return NormalDist().cdf(math.copysign(distance, seen.mean - 0.5))


@dataclass(frozen=True)
class Distribution:
    """Nonzero probabilities of a sample's outcomes, with scores evenly spaced from 0 to 1."""

    chances: tuple[float, ...]

    @classmethod
    def of(cls, counts: Iterable[float]) -> Distribution:
        """The observed frequencies, with a tiny share for unobserved outcomes."""
        seen = [count if count > 0 else UNSEEN for count in counts]
        total = sum(seen)
        return cls(tuple(count / total for count in seen))

    @property
    def scores(self) -> list[float]:
        last = len(self.chances) - 1
        return [index / last for index in range(last + 1)]

    @property
    def mean(self) -> float:
        return sum(chance * score for chance, score in zip(self.chances, self.scores))

    @property
    def variance(self) -> float:
        mean = self.mean
        return sum(chance * (score - mean) ** 2 for chance, score in zip(self.chances, self.scores))

    @property
    def game_deviation(self) -> float:
        """The standard deviation of one game, as if a pair's variance came from two independent games."""
        return math.sqrt(self.variance * (len(self.chances) // 2))

    def divergence(self, other: Distribution) -> float:
        """The log likelihood ratio per sample of this distribution, the observed one, against another."""
        return sum(here * math.log(here / there) for here, there in zip(self.chances, other.chances))

    def with_mean(self, mean: float) -> Distribution:
        """The likeliest distribution with this mean, above 0 and below 1, given this observed one."""
        return self.tilted([score - mean for score in self.scores])

    def with_normalized_mean(self, deviations: float) -> Distribution:
        """The likeliest distribution with a mean of that many of its own standard deviations above ½.

        The constraint is not linear in the chances; each round solves it with the mean and deviation of the round
        before, and the fixed point satisfies the conditions of a maximum.
        """
        found = Distribution((1 / len(self.chances),) * len(self.chances))
        for _ in range(50):
            mean, deviation = found.mean, math.sqrt(found.variance)
            before = found
            found = self.tilted([
                score - 0.5 - deviations * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
                for score in self.scores
            ])
            if max(abs(new - old) for new, old in zip(found.chances, before.chances)) < 1e-10:
                break
        return found

    def tilted(self, excesses: list[float]) -> Distribution:
        """The likeliest distribution in which these excesses, of both signs, have mean 0.

        By Lagrange its chances are the observed ones, each divided by 1 + t excess, for the only t that fits.
        """

        def mean_excess(tilt: float) -> float:
            return sum(chance * excess / (1 + tilt * excess) for chance, excess in zip(self.chances, excesses))

        # All divisors are positive between these two, and towards them the mean goes to either infinity.
        lowest, highest = -1 / max(excesses), -1 / min(excesses)
        margin = 1e-12 * (highest - lowest)
        tilt = root(mean_excess, lowest + margin, highest - margin)
        chances = [chance / (1 + tilt * excess) for chance, excess in zip(self.chances, excesses)]
        total = sum(chances)
        return Distribution(tuple(chance / total for chance in chances))


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a function that changes sign over an interval, by Chandrupatla's method."""
    newest, opposite = low, high
    at_newest, at_opposite = function(newest), function(opposite)
    share = 0.5
    for _ in range(200):
        middle = newest + share * (opposite - newest)
        at_middle = function(middle)
        if (at_middle > 0) == (at_newest > 0):
            oldest, at_oldest = newest, at_newest
        else:
            oldest, at_oldest = opposite, at_opposite
            opposite, at_opposite = newest, at_newest
        newest, at_newest = middle, at_middle
        width = abs(opposite - newest)
        tolerance = 1e-15 + 4e-16 * abs(newest)
        if at_newest == 0 or width <= 2 * tolerance:
            break
        # Inverse parabola through the last three points if it is monotonic; else the middle.
        place = (newest - opposite) / (oldest - opposite)
        height = (at_newest - at_opposite) / (at_oldest - at_opposite)
        if 1 - math.sqrt(1 - place) < height < math.sqrt(place):
            share = (at_newest / (at_opposite - at_newest)) * (at_oldest / (at_opposite - at_oldest)) + (
                (oldest - newest) / (opposite - newest)
            ) * (at_newest / (at_oldest - at_newest)) * (at_opposite / (at_oldest - at_opposite))
        else:
            share = 0.5
        share = min(max(share, tolerance / width), 1 - tolerance / width)
    return newest
