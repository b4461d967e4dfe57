import math
import random
import unittest

from arena.stats.spsa import Parameter, Spsa


def number(name, start, **fields):
    values = {"low": 0.0, "high": 100.0, "c_end": 5.0, "r_end": 0.01, "whole": False, **fields}
    return Parameter(name, start, **values)


def tuned(spsa, strength):
    """The path of a run with pairs of games simulated from the difference in strength of two sets of values, in
    units of 174 Elo, with the randomness of games."""
    rng = random.Random(spsa.seed)
    theta = spsa.start()
    path = [theta]
    for iteration in range(1, spsa.iterations + 1):
        plus, minus = spsa.trial(theta, iteration)
        chance = 1 / (1 + math.exp(strength(minus) - strength(plus)))
        result = sum(1 if rng.random() < chance else -1 for _ in range(2))
        theta = spsa.stepped(theta, iteration, result)
        path.append(theta)
    return path


class Synthetic(unittest.TestCase):
    def test_numbers_find_their_best_values_under_noise(self):
        parameters = (
            number("a", 20.0),
            number("b", 90.0, whole=True),
            number("c", 0.2, low=-1.0, high=1.0, c_end=0.1),
        )
        best = {"a": 70.0, "b": 40.0, "c": -0.5}
        scale = {"a": 25.0, "b": 25.0, "c": 0.5}

        def strength(theta):
            return -sum(((theta[name] - best[name]) / scale[name]) ** 2 for name in best)

        for seed in range(5):
            spsa = Spsa(parameters, 4000, seed)
            last = tuned(spsa, strength)[-400:]
            for name, value in best.items():
                mean = sum(theta[name] for theta in last) / len(last)
                self.assertLess(abs(mean - value), scale[name] / 3, f"{name} in run {seed}")

    def test_a_number_without_effect_stays_near_its_start(self):
        ends = []
        for seed in range(20):
            spsa = Spsa((number("idle", 50.0),), 1000, seed)
            ends.append(tuned(spsa, lambda theta: 0.0)[-1]["idle"] - 50.0)
        self.assertLess(abs(sum(ends)) / len(ends), 3)
        self.assertLess(max(map(abs, ends)), 15)


class Trials(unittest.TestCase):
    def test_sides_lie_opposite_and_the_last_perturbation_is_the_one_asked_for(self):
        spsa = Spsa((number("a", 50.0), number("b", 50.0)), 100, 1)
        signs = set()
        for iteration in range(1, 101):
            plus, minus = spsa.trial(spsa.start(), iteration)
            for name in ("a", "b"):
                self.assertAlmostEqual(plus[name] + minus[name], 100.0)
            signs.add((plus["a"] > 50, plus["b"] > 50))
        self.assertEqual(len(signs), 4)
        self.assertAlmostEqual(abs(plus["a"] - 50), 5.0)
        first, _ = spsa.trial(spsa.start(), 1)
        self.assertAlmostEqual(abs(first["a"] - 50), 5.0 * 100**0.101)

    def test_the_last_step_is_the_rate_asked_for(self):
        spsa = Spsa((number("a", 50.0, r_end=0.02),), 100, 1)
        moved = spsa.stepped(spsa.start(), 100, 1)["a"] - 50
        plus, _ = spsa.trial(spsa.start(), 100)
        self.assertAlmostEqual(abs(moved), 0.02 * 5.0)
        self.assertGreater(moved * (plus["a"] - 50), 0)
        self.assertEqual(spsa.stepped(spsa.start(), 100, 0), spsa.start())

    def test_whole_numbers_are_whole_and_on_average_not_rounded(self):
        spsa = Spsa((number("n", 7.3, c_end=0.4, whole=True),), 2000, 3)
        total = 0.0
        for iteration in range(1, 2001):
            plus, minus = spsa.trial(spsa.start(), iteration)
            self.assertEqual(plus["n"] % 1 + minus["n"] % 1, 0)
            total += plus["n"] + minus["n"]
        self.assertAlmostEqual(total / 4000, 7.3, delta=0.05)

    def test_values_stay_in_range(self):
        spsa = Spsa((number("a", 99.0, r_end=5.0),), 10, 1)
        for iteration in range(1, 11):
            for side in spsa.trial(spsa.start(), iteration):
                self.assertLessEqual(side["a"], 100.0)
            for result in (-2, 2):
                self.assertLessEqual(spsa.stepped(spsa.start(), iteration, result)["a"], 100.0)

    def test_an_iteration_is_the_same_whatever_came_before(self):
        spsa = Spsa((number("a", 50.0), number("b", 50.0, whole=True)), 100, 4)
        again = Spsa(spsa.parameters, 100, 4)
        again.trial(again.start(), 1)
        self.assertEqual(spsa.trial(spsa.start(), 7), again.trial(again.start(), 7))
        other = Spsa(spsa.parameters, 100, 5)
        trials = [(one.trial(one.start(), k)[0]["a"] > 50) for one in (spsa, other) for k in range(1, 30)]
        self.assertNotEqual(trials[:29], trials[29:])
