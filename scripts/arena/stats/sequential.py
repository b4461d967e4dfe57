"""The sequential probability ratio test, which checks after every pair whether one of two hypotheses is accepted.

It is fishtest's generalized test: each hypothesis fixes only the mean score, and the rest of the
distribution is the likeliest one with that mean.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import accumulate
from typing import Optional

from arena.stats.elo import NORMALIZED, Distribution, Tally, expected_score

MOST_SAMPLES = 100_000
QUANTILES = (0.5, 0.9, 0.99)


@dataclass(frozen=True)
class Hypotheses:
    """H0, a difference of `elo0`, against H1, the greater difference `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance to accept H1 at elo0
    beta: float = 0.05  # chance to accept H0 at elo1
    normalized: bool = False  # elo0 and elo1 are normalized Elo

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: the log likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def step(self, seen: Distribution) -> float:
        """The log likelihood ratio of H1 against H0 per sample, for these observed frequencies."""
        h0, h1 = (self.likeliest(seen, elo) for elo in (self.elo0, self.elo1))
        return seen.divergence(h0) - seen.divergence(h1)

    def llr(self, tally: Tally) -> float:
        """The log likelihood ratio of H1 against H0."""
        return tally.samples * self.step(Distribution.of(tally.counts)) if tally.samples else 0.0

    def verdict(self, tally: Tally) -> Optional[str]:
        """H0 or H1, once it is accepted."""
        low, high = self.bounds
        llr = self.llr(tally)
        return "H1" if llr >= high else "H0" if llr <= low else None

    def likeliest(self, seen: Distribution, elo: float) -> Distribution:
        """The likeliest distribution at this difference, in the Elo of the hypotheses, for these observations."""
        if self.normalized:
            games = len(seen.chances) // 2
            return seen.with_normalized_mean(elo / NORMALIZED * math.sqrt(games))
        return seen.with_mean(expected_score(elo))


def even_game(draws: float) -> Distribution:
    """A game between equals with this share of draws, from 0 to below 1."""
    many = 1e6  # keeps the share added for impossible draws tiny
    return Distribution.of((many * (1 - draws) / 2, many * draws, many * (1 - draws) / 2))


def independent_pairs(game: Distribution) -> Distribution:
    """The distribution of pairs whose two games don't depend on each other."""
    loss, draw, win = game.chances
    return Distribution((loss**2, 2 * loss * draw, 2 * win * loss + draw**2, 2 * win * draw, win**2))


@dataclass(frozen=True)
class Expectation:
    """The expected course of a test; quantiles come only from simulations."""

    acceptance: float  # chance that H1 is accepted
    samples: float  # mean number of pairs or games until the verdict
    quantiles: tuple[tuple[float, int], ...] = ()  # share of the tests, and the samples within which they end


def expected(hypotheses: Hypotheses, truth: Distribution) -> Expectation:
    """Wald's approximation: the ratio is a Brownian motion that ends exactly at a bound.

    A real test overshoots its bound by a fraction of a sample, which matters for short tests.
    """
    low, high = hypotheses.bounds
    h0, h1 = (hypotheses.likeliest(truth, elo) for elo in (hypotheses.elo0, hypotheses.elo1))
    shares = [math.log(one / nought) for nought, one in zip(h0.chances, h1.chances)]
    drift = sum(chance * share for chance, share in zip(truth.chances, shares))
    variance = sum(chance * (share - drift) ** 2 for chance, share in zip(truth.chances, shares))
    slope = -2 * drift / variance
    if abs(slope) * (high - low) < 1e-6:
        return Expectation(-low / (high - low), -low * high / variance)
    # exp(slope * LLR) is a martingale: its mean stays 1 until a bound is reached. Beyond 700 floats overflow.
    if slope * high > 700:
        acceptance = 0.0
    elif slope * low > 700:
        acceptance = 1.0
    else:
        acceptance = math.expm1(slope * low) / (math.exp(slope * low) - math.exp(slope * high))
    return Expectation(acceptance, (acceptance * high + (1 - acceptance) * low) / drift)


def simulated(hypotheses: Hypotheses, truth: Distribution, runs: int, seed: int) -> Expectation:
    """The expectation from simulated tests; one without a verdict within MOST_SAMPLES ends there."""
    rng = random.Random(seed)
    outcomes = range(len(truth.chances))
    bounds = list(accumulate(truth.chances))
    accepted, lengths = 0, []
    for _ in range(runs):
        counts = [0] * len(outcomes)
        verdict = None
        while verdict is None and sum(counts) < MOST_SAMPLES:
            counts[rng.choices(outcomes, cum_weights=bounds)[0]] += 1
            verdict = hypotheses.verdict(Tally(tuple(counts)))
        accepted += verdict == "H1"
        lengths.append(sum(counts))
    lengths.sort()
    quantiles = tuple((share, lengths[math.ceil(share * runs) - 1]) for share in QUANTILES)
    return Expectation(accepted / runs, sum(lengths) / runs, quantiles)
