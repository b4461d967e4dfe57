"""Ratings of any number of engines by the model of Bradley and Terry.

Each engine has a rating, and a game's mean score depends on the difference of two ratings by the logistic curve; a draw
counts as half a win. The ratings are the likeliest ones given a weak prior, a normal distribution with a standard
deviation of 800 Elo around the field's mean, without which an unbeaten engine would be infinitely strong; it weighs
less than a fifth of a game.

Intervals come from the curvature of the likelihood. Where engines met in pairs of games with one opening, results
within a pair are correlated and draws narrow them further, so each pairing's share in the variance is scaled by how
much its pairs really scatter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Optional

from arena.record import Record
from arena.stats import DEVIATIONS_95, Estimate, Tally, expected_score

PRIOR_DEVIATION = 800.0  # Elo
# The logistic curve's slope at a score s is s (1 - s) times this, for each Elo.
STEEPNESS = math.log(10) / 400
# A pairing's scatter is trusted as it grows: the weight, as a variance, of two even games that scatter as they should.
TRUST = 0.5


@dataclass(frozen=True)
class Pairing:
    """What two engines have played against each other."""

    first: str
    second: str
    tally: Tally  # seen from the first: pairs, or single games where there is no pair
    wins: int  # of single games, those of half pairs included
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The first engine's, of all its games."""
        return self.wins + self.draws / 2

    def reversed(self) -> Pairing:
        """The same seen from the second."""
        return Pairing(self.second, self.first, Tally(self.tally.counts[::-1]), self.losses, self.draws, self.wins)


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
        found.append(Pairing(first, second, tally, wins, draws, losses))
    return found


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo and the covariance of their errors, in the order of `names`."""

    names: list[str]
    values: list[float]
    covariance: list[list[float]]
    anchor: Optional[str]  # whose rating is given; None: the mean of all is 0

    def __getitem__(self, name: str) -> Estimate:
        """A rating and its interval relative to the anchor, or to the mean of all engines."""
        place = self.names.index(name)
        error = DEVIATIONS_95 * math.sqrt(max(0.0, self.covariance[place][place]))
        return Estimate(self.values[place], self.values[place] - error, self.values[place] + error)

    def superiority(self, name: str, other: str) -> float:
        """How likely `name` is stronger than `other`, from 0 to 1."""
        here, there = self.names.index(name), self.names.index(other)
        errors = self.covariance
        variance = errors[here][here] + errors[there][there] - 2 * errors[here][there]
        distance = self.values[here] - self.values[there]
        return NormalDist().cdf(distance / math.sqrt(variance)) if variance > 0 else 0.5

    def ranked(self) -> list[str]:
        """The names, the strongest first."""
        return sorted(self.names, key=lambda name: (-self.values[self.names.index(name)], name))


def rate(played: list[Pairing], anchor: Optional[str] = None, at: float = 0.0) -> Ratings:
    """The ratings of all engines in these pairings, that of `anchor` being `at`."""
    names = sorted({name for pairing in played for name in (pairing.first, pairing.second)})
    places = [(names.index(pairing.first), names.index(pairing.second)) for pairing in played]
    values = likeliest(len(names), places, played)
    curvature, scatter = information(values, places, played)
    errors = sandwich(curvature, scatter)
    frame = names.index(anchor) if anchor is not None else None
    values, errors = seen_from(frame, values, errors)
    return Ratings(names, [value + at for value in values], errors, anchor)


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
        # Far from the top the curve is flat and a whole step could overshoot.
        longest = max(map(abs, step))
        scale = min(1.0, 200 / longest) if longest else 0.0
        values = [value + scale * change for value, change in zip(values, step)]
        if longest < 1e-9:
            break
    return values


def information(values: list[float], places: list[tuple[int, int]], played: list[Pairing]):
    """The curvature of the log likelihood with its prior, and the variance of its slope, as matrices."""
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
    """How much the samples scatter around this score, relative to independent games without draws."""
    last = len(tally.counts) - 1
    seen = sum(count * (index / last - score) ** 2 for index, count in enumerate(tally.counts)) * (last // 2)
    return (seen + TRUST) / (tally.samples * score * (1 - score) + TRUST)


def sandwich(curvature: list[list[float]], scatter: list[list[float]]) -> list[list[float]]:
    """The covariance of the maximum: inverse curvature, times the slope's variance, times inverse curvature."""
    half = solved(curvature, scatter)
    return solved(curvature, [list(column) for column in zip(*half)])


def seen_from(frame: Optional[int], values: list[float], errors: list[list[float]]):
    """Ratings and covariance of the differences to one engine, or to the mean of all."""
    count = len(values)
    weights = [1 / count if frame is None else float(place == frame) for place in range(count)]
    origin = sum(weight * value for weight, value in zip(weights, values))
    # Of the differences r - w·r: the covariance loses what each shares with the origin.
    shared = [sum(weight * error for weight, error in zip(weights, row)) for row in errors]
    own = sum(weight * error for weight, error in zip(weights, shared))
    moved = [
        [errors[row][column] - shared[row] - shared[column] + own for column in range(count)] for row in range(count)
    ]
    return [value - origin for value in values], moved


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


def unconnected(played: list[Pairing]) -> list[list[str]]:
    """Groups of engines that never met each other's members; one group where all can be compared."""
    groups: list[set[str]] = []
    for pairing in played:
        joined = {pairing.first, pairing.second}
        for group in [group for group in groups if group & joined]:
            joined |= group
            groups.remove(group)
        groups.append(joined)
    return [sorted(group) for group in groups]
