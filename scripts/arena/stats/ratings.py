"""Ratings of any number of engines by the model of Bradley and Terry.

A game's mean score is the logistic curve of the difference of two ratings; a draw counts as half a win. The ratings
maximize the likelihood with a weak prior, a normal distribution with a standard deviation of 800 Elo around the
field's mean, without which an unbeaten engine would be infinitely strong; it weighs less than a fifth of a game.

Intervals are likelihood intervals. The results of a pair of games with the same opening are correlated, and draws
scatter less than wins, so the likelihood is scaled by the observed scatter of each pairing's pairs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Optional

from arena.records.record import Record
from arena.stats.elo import DEVIATIONS_95, Estimate, Score, Tally, expected_score, root

PRIOR_DEVIATION = 800.0  # Elo
# The logistic curve's slope per Elo at a score s is s (1 - s) times this.
STEEPNESS = math.log(10) / 400
# Weight of the expected scatter against a pairing's observed one, as the variance of two even games.
TRUST = 0.5


@dataclass(frozen=True)
class Pairing:
    """The games of two engines against each other."""

    first: str
    second: str
    tally: Tally  # from the first engine's view: pairs, or single games if there is no pair
    score: Score  # the first engine's, of single games, including half pairs

    def reversed(self) -> Pairing:
        """The pairing from the second engine's view."""
        return Pairing(self.second, self.first, Tally(self.tally.counts[::-1]), self.score.reversed())


def pairings(records: list[Record]) -> list[Pairing]:
    """All pairings that have a game with a result, in the order of the engines' names."""
    met: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if record.winner is not None:
            met.setdefault(tuple(sorted((record.black, record.white))), []).append(record)
    found = []
    for (first, second), games in sorted(met.items()):
        losses, draws, wins = Tally.of_games(games, first).counts
        paired = Tally.of_pairs(games, first)
        tally = paired if paired.samples else Tally((losses, draws, wins))
        found.append(Pairing(first, second, tally, Score(wins, draws, losses)))
    return found


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, in the order of `names`, and the data for their intervals."""

    names: list[str]
    values: list[float]  # with the mean 0
    played: list[Pairing]
    places: list[tuple[int, int]]  # indices of each pairing's engines in the names
    curved: list[list[float]]  # covariance of the values' errors by the likelihood's curvature
    scattered: list[list[float]]  # with each pairing's observed scatter
    anchor: Optional[str] = None  # the engine whose rating is `at`; None: the mean of all is `at`
    at: float = 0.0

    def __getitem__(self, name: str) -> Estimate:
        """A rating and its interval relative to the anchor, or to the mean of all engines."""
        contrast = self._contrast(name, self.anchor)
        value = _product(contrast, self.values)
        error = DEVIATIONS_95 * math.sqrt(_form(contrast, self.scattered))
        ends = [self._end(contrast, value, side * error) for side in (-1, 1)] if error else [value, value]
        return Estimate(value + self.at, ends[0] + self.at, ends[1] + self.at)

    def superiority(self, name: str, other: str) -> float:
        """The likelihood that `name` is stronger than `other`, from 0 to 1."""
        return NormalDist().cdf(self._deviations(self._contrast(name, other), 0.0))

    def ranked(self) -> list[str]:
        """The names, the strongest first."""
        return sorted(self.names, key=lambda name: (-self.values[self.names.index(name)], name))

    def _contrast(self, name: str, origin: Optional[str]) -> list[float]:
        """Weights of the values whose sum is the rating relative to `origin`, or to the mean of all."""
        mean = 1 / len(self.names)
        return [float(own == name) - (mean if origin is None else float(own == origin)) for own in self.names]

    def _deviations(self, contrast: list[float], difference: float) -> float:
        """The distance of this difference from the fitted one in standard deviations, by the likelihood.

        The other ratings move along as expected. If an engine has won or lost nearly everything, the loss of
        likelihood on that way says more than the curvature at the maximum.
        """
        spread = _form(contrast, self.curved)
        if not spread:
            return 0.0
        missing = _product(contrast, self.values) - difference
        way = [_product(row, contrast) * missing / spread for row in self.curved]
        there = [value - change for value, change in zip(self.values, way)]
        loss = likelihood(self.values, self.places, self.played) - likelihood(there, self.places, self.played)
        widening = _form(contrast, self.scattered) / spread
        return math.copysign(math.sqrt(max(0.0, 2 * loss / widening)), missing)

    def _end(self, contrast: list[float], value: float, error: float) -> float:
        """The end of the 95% interval on the side to which `error` points, its approximate distance."""

        def excess(distance: float) -> float:
            return abs(self._deviations(contrast, value + distance)) - DEVIATIONS_95

        while excess(error) < 0:
            error *= 2
        return value + root(excess, 0.0, error)


def rate(played: list[Pairing], anchor: Optional[str] = None, at: float = 0.0) -> Ratings:
    """The ratings of all engines in these pairings, that of `anchor` being `at`."""
    names = sorted({name for pairing in played for name in (pairing.first, pairing.second)})
    places = [(names.index(pairing.first), names.index(pairing.second)) for pairing in played]
    values = likeliest(len(names), places, played)
    curvature, scatter = information(values, places, played)
    unit = [[float(row == column) for column in range(len(names))] for row in range(len(names))]
    curved = solved(curvature, unit)
    # The maximum's covariance: inverse curvature, times the gradient's variance, times inverse curvature.
    scattered = solved(curvature, [list(column) for column in zip(*solved(curvature, scatter))])
    return Ratings(names, values, played, places, curved, scattered, anchor, at)


def likelihood(values: list[float], places: list[tuple[int, int]], played: list[Pairing]) -> float:
    """The logarithm of likelihood and prior, which does not depend on the values' mean."""
    mean = sum(values) / len(values)
    total = -sum((value - mean) ** 2 for value in values) / (2 * PRIOR_DEVIATION**2)
    for (first, second), pairing in zip(places, played):
        # With e the expected score, s ln e + (1 - s) ln(1 - e) is s gap - ln(1 + exp gap), here without an overflow.
        gap = (values[first] - values[second]) * STEEPNESS
        shared = max(gap, 0.0) + math.log1p(math.exp(-abs(gap)))
        total += pairing.tally.games * (pairing.tally.score * gap - shared)
    return total


def likeliest(count: int, places: list[tuple[int, int]], played: list[Pairing]) -> list[float]:
    """The ratings with the greatest likelihood and prior, by Newton's method; their mean is 0."""
    values = [0.0] * count
    for _ in range(100):
        slope = [-value / PRIOR_DEVIATION**2 for value in values]
        for (first, second), pairing in zip(places, played):
            tally = pairing.tally
            surplus = tally.games * (tally.score - expected_score(values[first] - values[second])) * STEEPNESS
            slope[first] += surplus
            slope[second] -= surplus
        curvature, _ = information(values, places, played)
        step = [row[0] for row in solved(curvature, [[number] for number in slope])]
        # Far from the maximum the curve is flat and a whole step could overshoot.
        longest = max(map(abs, step))
        scale = min(1.0, 200 / longest) if longest else 0.0
        values = [value + scale * change for value, change in zip(values, step)]
        if longest < 1e-9:
            break
    return values


def information(
    values: list[float], places: list[tuple[int, int]], played: list[Pairing]
) -> tuple[list[list[float]], list[list[float]]]:
    """The curvature of the log likelihood with its prior, and the variance of its gradient, as matrices."""
    weight = 1 / PRIOR_DEVIATION**2
    curvature = [[weight if row == column else 0.0 for column in range(len(values))] for row in range(len(values))]
    scatter = [row[:] for row in curvature]
    for (first, second), pairing in zip(places, played):
        tally, score = pairing.tally, expected_score(values[first] - values[second])
        amount = tally.games * score * (1 - score) * STEEPNESS**2
        for matrix, share in ((curvature, amount), (scatter, amount * dispersion(tally, score))):
            matrix[first][first] += share
            matrix[second][second] += share
            matrix[first][second] -= share
            matrix[second][first] -= share
    return curvature, scatter


def dispersion(tally: Tally, score: float) -> float:
    """The samples' scatter around this score, relative to independent games without draws."""
    last = len(tally.counts) - 1
    seen = sum(count * (index / last - score) ** 2 for index, count in enumerate(tally.counts)) * (last // 2)
    return (seen + TRUST) / (tally.samples * score * (1 - score) + TRUST)


def solved(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """X of matrix · X = right by elimination; the matrix is symmetric and positive, so no pivot is 0."""
    rows = [list(left) + list(other) for left, other in zip(matrix, right)]
    size = len(rows)
    for pivot in range(size):
        rows[pivot] = [number / rows[pivot][pivot] for number in rows[pivot]]
        for row in range(size):
            factor = rows[row][pivot]
            if row != pivot and factor:
                rows[row] = [number - factor * above for number, above in zip(rows[row], rows[pivot])]
    return [row[size:] for row in rows]


def _product(left: list[float], right: list[float]) -> float:
    return sum(one * other for one, other in zip(left, right))


def _form(vector: list[float], matrix: list[list[float]]) -> float:
    """The variance of a weighted sum, by its weights and a covariance."""
    return max(0.0, _product(vector, [_product(row, vector) for row in matrix]))


def unconnected(played: list[Pairing]) -> list[list[str]]:
    """Groups of engines that never met each other's members; one group if all can be compared."""
    groups: list[set[str]] = []
    for pairing in played:
        joined = {pairing.first, pairing.second}
        for group in [group for group in groups if group & joined]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    return [sorted(group) for group in groups]
