"""Statistics of pairs against published figures, against a numeric search, and in edge cases."""

import math
import unittest
from itertools import product

from arena.stats.elo import NORMALIZED, Distribution, Estimate, Tally, elo_of, expected_score, root
from tests.games import a_game


def climbed(objective, place, step=0.1, least=1e-5):
    """The maximum of a concave function, found by shrinking steps in every direction."""
    best = objective(place)
    directions = [move for move in product((-1, 0, 1), repeat=len(place)) if any(move)]
    while step > least:
        for move in directions:
            near = [x + step * dx for x, dx in zip(place, move)]
            value = objective(near)
            if value > best:
                place, best = near, value
                break
        else:
            step /= 2
    return best


def greatest_likelihood(counts, constraint):
    """The log likelihood of the counts under the best five chances for which the rising `constraint` is 0.

    Three chances are free; the last two share the rest to satisfy the constraint.
    """

    def objective(free):
        rest = 1 - sum(free)
        if min(free) <= 0 or rest <= 0:
            return -math.inf
        low, high = 0.0, rest
        if constraint([rest, *free, 0]) > 0 or constraint([0, *free, rest]) < 0:
            return -math.inf
        for _ in range(45):
            middle = (low + high) / 2
            low, high = (middle, high) if constraint([rest - middle, *free, middle]) < 0 else (low, middle)
        chances = [rest - low, *free, low]
        if min(chances) <= 0:
            return -math.inf
        return sum(count * math.log(chance) for count, chance in zip(counts, chances))

    return climbed(objective, [0.2, 0.2, 0.2])


def mean_of(chances):
    return sum(chance * index / 4 for index, chance in enumerate(chances))


def deviation_of(chances):
    mean = mean_of(chances)
    return math.sqrt(sum(chance * (index / 4 - mean) ** 2 for index, chance in enumerate(chances)))


class EloTest(unittest.TestCase):
    def test_the_logistic_curve(self):
        self.assertAlmostEqual(expected_score(400), 10 / 11)
        self.assertAlmostEqual(elo_of(10 / 11), 400)
        self.assertEqual((elo_of(0), elo_of(1)), (-math.inf, math.inf))

    def test_elo_of_pairs_as_fastchess_has_it(self):
        # Elo and its error, normalized Elo and its error, from fastchess's tests.
        for counts, elo, error, normalized, normalized_error in (
            ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28),
            ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96),
            ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65),
        ):
            tally = Tally(counts)
            estimate = tally.elo()
            self.assertAlmostEqual(estimate.value, elo, delta=0.01)
            self.assertAlmostEqual((estimate.high - estimate.low) / 2, error, delta=0.01 * error)
            estimate = tally.normalized_elo()
            self.assertAlmostEqual(estimate.value, normalized, delta=0.02)
            self.assertAlmostEqual(estimate.high - estimate.value, normalized_error, delta=0.01)

    def test_elo_of_games_as_fastchess_has_it(self):
        tally = Tally((96, 111, 136))
        self.assertAlmostEqual(tally.elo().value, 40.70, delta=0.01)
        self.assertAlmostEqual(tally.normalized_elo().value, 49.77, delta=0.01)
        self.assertAlmostEqual(tally.superiority(), 0.9960, delta=0.0005)
        self.assertEqual(tally.games, 343)

    def test_superiority_as_fastchess_has_it(self):
        self.assertAlmostEqual(Tally((332, 433, 498, 333, 334)).superiority(), 0.0505, delta=0.001)
        self.assertEqual(Tally((3, 2, 7, 2, 3)).superiority(), 0.5)

    def test_few_or_equal_pairs_leave_doubt(self):
        unbeaten = Tally((0, 0, 0, 0, 10)).elo()
        self.assertEqual((unbeaten.value, unbeaten.high), (math.inf, math.inf))
        # A score s has likelihood s^10 at best, and e^-1.92 is within the interval.
        self.assertAlmostEqual(expected_score(unbeaten.low), math.exp(-1.9207 / 10), places=2)
        split = Tally((0, 0, 10, 0, 0)).elo()
        self.assertEqual(split.value, 0)
        self.assertGreater(split.high, 50)
        self.assertAlmostEqual(split.low, -split.high, places=3)
        nothing = Tally((0,) * 5)
        self.assertEqual(nothing.elo(), Estimate(0, -math.inf, math.inf))
        self.assertEqual(nothing.normalized_elo(), Estimate(0, -math.inf, math.inf))
        self.assertEqual((nothing.score, nothing.superiority()), (0.5, 0.5))

    def test_an_interval_mirrors_when_the_sides_change(self):
        here, there = Tally((3, 9, 40, 21, 6)).elo(), Tally((6, 21, 40, 9, 3)).elo()
        self.assertAlmostEqual(here.low, -there.high, places=6)
        self.assertAlmostEqual(here.high, -there.low, places=6)

    def test_pairs_that_cancel_say_more_than_their_games(self):
        # Openings that decide the game: equal as pairs, half won and half lost as games.
        paired, single = Tally((1, 0, 38, 0, 1)).elo(), Tally((40, 0, 40)).elo()
        self.assertLess(paired.high - paired.low, (single.high - single.low) / 2)


class LikelihoodTest(unittest.TestCase):
    COUNTS = ((3, 9, 40, 21, 6), (1, 2, 3, 4, 30), (20, 1, 1, 1, 2))

    def test_no_distribution_with_the_mean_is_likelier(self):
        for counts, mean in product(self.COUNTS, (0.4, 0.65)):
            found = Distribution.of(counts).with_mean(mean)
            self.assertAlmostEqual(mean_of(found.chances), mean)
            likelihood = sum(count * math.log(chance) for count, chance in zip(counts, found.chances))
            best = greatest_likelihood(counts, lambda chances: mean_of(chances) - mean)
            self.assertAlmostEqual(likelihood, best, places=4)

    def test_no_distribution_with_the_normalized_mean_is_likelier(self):
        for counts, elo in product(self.COUNTS, (-60, 40)):
            deviations = elo / NORMALIZED * math.sqrt(2)
            found = Distribution.of(counts).with_normalized_mean(deviations)
            self.assertAlmostEqual(mean_of(found.chances) - 0.5, deviations * deviation_of(found.chances))
            likelihood = sum(count * math.log(chance) for count, chance in zip(counts, found.chances))
            best = greatest_likelihood(
                counts, lambda chances: mean_of(chances) - 0.5 - deviations * deviation_of(chances)
            )
            self.assertAlmostEqual(likelihood, best, places=4)

    def test_roots(self):
        self.assertAlmostEqual(root(lambda x: x**3 - 2, 0, 2), 2 ** (1 / 3), places=14)
        self.assertAlmostEqual(root(lambda x: 1 / x - 1e6, 1e-9, 1), 1e-6, places=14)


class CountTest(unittest.TestCase):
    def test_pairs_are_counted_from_either_side(self):
        records = [
            a_game("1:0:0", "A", "B", "black"), a_game("1:0:1", "B", "A", "white"),  # A wins both
            a_game("1:1:1", "B", "A", "draw"), a_game("1:1:0", "A", "B", "white"),  # a draw and a loss
            a_game("1:2:0", "A", "B", "black"), a_game("1:2:1", "B", "A", "black"),  # black wins both
        ]
        self.assertEqual(Tally.of_pairs(records, "A").counts, (0, 1, 1, 0, 1))
        self.assertEqual(Tally.of_pairs(records, "B").counts, (1, 0, 1, 1, 0))
        self.assertEqual(Tally.of_games(records, "A").counts, (2, 1, 3))
        self.assertEqual(Tally.of_pairs(records, "C").samples, 0)

    def test_half_pairs_and_void_games_are_left_out(self):
        records = [
            a_game("1:0:0", "A", "B", "black"),
            a_game("1:1:0", "A", "B", "black"), a_game("1:1:1", "B", "A", None),
        ]
        self.assertEqual(Tally.of_pairs(records, "A").samples, 0)
        self.assertEqual(Tally.of_games(records, "A").counts, (0, 0, 2))


if __name__ == "__main__":
    unittest.main()
