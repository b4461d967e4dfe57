"""Ratings against the closed form for two engines, against a simulated field, and with little data."""

import math
import random
import unittest

from arena.stats.ratings import Pairing, pairings, rate, solved, unconnected
from arena.stats.elo import Score, Tally, elo_of, expected_score
from tests.games import a_game


def met(first, second, counts):
    """A pairing of paired games with these counts."""
    return Pairing(first, second, Tally(counts), Score())


def played_at(random_number, chance):
    return sum(random_number() < chance for _ in range(2))


class RatingTest(unittest.TestCase):
    def test_two_engines_have_the_elo_of_their_score(self):
        counts = (50, 140, 400, 260, 150)
        ratings = rate([met("A", "B", counts)], "B", 100)
        own, seen = Tally(counts).elo(), ratings["A"]
        self.assertAlmostEqual(seen.value - 100, own.value, delta=0.05)
        self.assertAlmostEqual(seen.high - seen.low, own.high - own.low, delta=0.1)
        self.assertEqual((ratings["B"].value, ratings["B"].high), (100, 100))
        self.assertAlmostEqual(ratings.superiority("A", "B"), Tally(counts).superiority(), places=4)
        self.assertAlmostEqual(ratings.superiority("A", "B") + ratings.superiority("B", "A"), 1)

    def test_differences_add_up_along_a_chain(self):
        ratings = rate([met("A", "B", (0, 0, 500, 0, 500)), met("B", "C", (0, 0, 500, 0, 500))], "C")
        self.assertAlmostEqual(ratings["A"].value, 2 * elo_of(0.75), delta=1)
        self.assertEqual(ratings.ranked(), ["A", "B", "C"])
        # The longer chain has more uncertainty, by a factor of the root of 2.
        one, two = (ratings[name].high - ratings[name].low for name in "BA")
        self.assertAlmostEqual(two / one, math.sqrt(2), places=2)

    def test_without_an_anchor_the_mean_is_0(self):
        ratings = rate([met("A", "B", (0, 5, 9, 12, 7)), met("A", "C", (1, 2, 3, 4, 5))])
        self.assertAlmostEqual(sum(ratings.values), 0)
        self.assertGreater(ratings["B"].high, ratings["B"].value)

    def test_an_unbeaten_engine_is_finite_and_in_doubt(self):
        ratings = rate([met("A", "B", (0, 0, 0, 0, 10))], "B")
        seen = ratings["A"]
        self.assertTrue(300 < seen.value < 1500)
        # Its strength is unknown, but 20 wins in a row prove that it is the stronger one.
        self.assertGreater(seen.high - seen.value, 600)
        self.assertAlmostEqual(seen.low, elo_of(math.exp(-1.92 / 20)), delta=60)
        self.assertGreater(ratings.superiority("A", "B"), 0.999)

    def test_pairs_that_are_all_equal_still_leave_doubt(self):
        few, many = (rate([met("A", "B", (0, 0, count, 0, 0))], "B")["A"] for count in (5, 500))
        self.assertAlmostEqual(few.value, 0)
        self.assertGreater(few.high, 40)
        self.assertLess(many.high, few.high / 5)

    def test_intervals_hold_the_truth_as_often_as_they_say(self):
        rng, truth, held = random.Random(5), {"A": 0, "B": 60, "C": -150, "D": 30}, 0
        fields = 60
        for _ in range(fields):
            played = []
            for first, second in ("AB", "AC", "AD", "BC", "CD"):
                counts = [0] * 5
                for _ in range(60):
                    counts[2 * played_at(rng.random, expected_score(truth[first] - truth[second]))] += 1
                played.append(met(first, second, tuple(counts)))
            ratings = rate(played, "A")
            held += sum(ratings[name].low <= truth[name] <= ratings[name].high for name in "BCD")
        self.assertAlmostEqual(held / (3 * fields), 0.95, delta=0.05)

    def test_engines_that_never_met_are_far_apart_in_doubt(self):
        played = [met("A", "B", (1, 2, 3, 4, 5)), met("C", "D", (1, 2, 3, 4, 5))]
        self.assertEqual(sorted(unconnected(played)), [["A", "B"], ["C", "D"]])
        self.assertGreater(rate(played, "A")["C"].high, 1000)
        self.assertEqual(len(unconnected(played + [met("B", "C", (0, 0, 1, 0, 0))])), 1)


class PairingTest(unittest.TestCase):
    def test_pairs_first_and_single_games_where_there_are_none(self):
        records = [
            a_game("1:0:0", "B", "A", "black"), a_game("1:0:1", "A", "B", "draw"), a_game("1:1:0", "B", "A", "white"),
            a_game("2:0:0", "C", "A", "white"), a_game("2:1:0", "C", "A", None),
        ]
        together, single = pairings(records)
        self.assertEqual((together.first, together.second, together.tally.counts), ("A", "B", (0, 1, 0, 0, 0)))
        self.assertEqual((together.score, together.score.points), (Score(1, 1, 1), 1.5))
        self.assertEqual((single.first, single.second, single.tally.counts), ("A", "C", (0, 0, 1)))


class SolvedTest(unittest.TestCase):
    def test_a_system_of_equations(self):
        found = solved([[4.0, 1.0], [1.0, 3.0]], [[1.0, 4.0], [2.0, 1.0]])
        self.assertAlmostEqual(found[0][0], 1 / 11)
        self.assertAlmostEqual(found[1][0], 7 / 11)
        self.assertAlmostEqual(found[0][1], 1)
        self.assertAlmostEqual(found[1][1], 0)


if __name__ == "__main__":
    unittest.main()
