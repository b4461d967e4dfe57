"""The sequential test against published figures and against its own simulation."""

import math
import unittest

from arena.stats.sequential import Hypotheses, even_game, expected, independent_pairs, simulated
from arena.stats.elo import Tally, expected_score


class RatioTest(unittest.TestCase):
    def test_ratios_as_fastchess_has_them(self):
        for counts, elo0, elo1, normalized, ratio in (
            ((223, 9863, 21279, 10037, 246), 0.5, 2.5, False, -3.07),
            ((871, 26175, 55983, 26678, 821), 0, 2, False, -4.98),
            ((365, 16618, 36229, 16974, 390), 0, 2, True, 2.25),
            ((127, 4883, 10712, 5150, 104), -1.75, 0.25, True, 3.01),
            ((21184, 40708, 21404), 0.5, 2.5, False, -1.57),
            ((57030, 106593, 57433), 0, 2, False, -2.59),
            ((36027, 68692, 36433), 0, 2, True, 0.92),
            ((10650, 20431, 10871), -1.75, 0.25, True, 2.30),
        ):
            hypotheses = Hypotheses(elo0, elo1, normalized=normalized)
            self.assertAlmostEqual(hypotheses.llr(Tally(counts)), ratio, delta=0.006, msg=counts)

    def test_bounds_and_verdicts(self):
        hypotheses = Hypotheses(0, 20)
        self.assertAlmostEqual(hypotheses.bounds[0], -math.log(19))
        self.assertAlmostEqual(hypotheses.bounds[1], math.log(19))
        self.assertEqual(hypotheses.verdict(Tally((0, 0, 10, 10, 60))), "H1")
        self.assertEqual(hypotheses.verdict(Tally((60, 10, 10, 0, 0))), "H0")
        self.assertIsNone(hypotheses.verdict(Tally((1, 1, 1, 1, 1))))
        self.assertIsNone(hypotheses.verdict(Tally((0,) * 5)))
        self.assertAlmostEqual(Hypotheses(0, 20, alpha=0.01, beta=0.1).bounds[1], math.log(90))

    def test_hypotheses_around_the_truth_balance(self):
        self.assertAlmostEqual(Hypotheses(-10, 10).llr(Tally((5, 9, 30, 9, 5))), 0)


def pairs_at(score, draws):
    return independent_pairs(even_game(draws).with_mean(score))


class ExpectationTest(unittest.TestCase):
    def test_error_rates_are_those_asked_for(self):
        hypotheses = Hypotheses(0, 5, alpha=0.05, beta=0.1)
        for elo, acceptance in ((0, 0.05), (5, 0.9)):
            truth = pairs_at(expected_score(elo), 0.3)
            self.assertAlmostEqual(expected(hypotheses, truth).acceptance, acceptance, delta=0.002)

    def test_far_from_both_hypotheses_nothing_overflows(self):
        hypotheses = Hypotheses(0, 0.1)
        for elo, acceptance in ((-300, 0), (300, 1)):
            seen = expected(hypotheses, pairs_at(expected_score(elo), 0.05))
            self.assertEqual(seen.acceptance, acceptance)
            self.assertGreater(seen.samples, 0)

    def test_between_the_hypotheses_the_formula_joins_on(self):
        hypotheses = Hypotheses(-10, 10)
        even, almost = (expected(hypotheses, pairs_at(score, 0.3)) for score in (0.5, 0.500001))
        self.assertAlmostEqual(even.samples, almost.samples, delta=0.01 * even.samples)
        self.assertAlmostEqual(even.acceptance, 0.5, places=6)

    def test_simulated_tests_take_what_the_approximation_says(self):
        hypotheses = Hypotheses(0, 120)
        for elo in (0, 120):
            truth = pairs_at(expected_score(elo), 0.2)
            formula, runs = expected(hypotheses, truth), simulated(hypotheses, truth, runs=200, seed=7)
            self.assertAlmostEqual(runs.acceptance, formula.acceptance, delta=0.06)
            self.assertAlmostEqual(runs.samples, formula.samples, delta=0.25 * formula.samples)
            shares, lengths = zip(*runs.quantiles)
            self.assertEqual(shares, (0.5, 0.9, 0.99))
            self.assertEqual(list(lengths), sorted(lengths))

    def test_independent_pairs_keep_mean_and_variance_of_their_games(self):
        game = even_game(0.2).with_mean(0.6)
        pairs = independent_pairs(game)
        self.assertAlmostEqual(sum(pairs.chances), 1)
        self.assertAlmostEqual(pairs.mean, 0.6)
        self.assertAlmostEqual(pairs.game_deviation, game.game_deviation)


if __name__ == "__main__":
    unittest.main()
