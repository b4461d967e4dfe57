"""Ratings of levels: pairings, fits, and the table in the source."""

import tempfile
import unittest
from pathlib import Path

from arena.complaint import Complaint
from arena.levels.fit import Fit, Step, interval, rising
from arena.levels.plan import Meeting, Rival, chosen, stages
from arena.levels.source import ratings, write_ratings
from arena.stats.elo import Estimate
from tests.support import OPENINGS, TENGEN, InFolder, run

SOURCE = """//! The levels.

/// The ratings of the anchors, once.
/// By hand.
const RATINGS: [Anchor; 3] = [
    anchor(0, 0),
    anchor(1, 0),
    anchor(2, 0),
];

pub static SCALE: SkillScale = SkillScale {
    full_elo: 3,
    step: 100,
};
"""


class TestLevels(unittest.TestCase):
    def test_parts_of_the_ladder(self):
        self.assertEqual(chosen(None, 5), (0, 5))
        self.assertEqual(chosen("1-3", 5), (1, 3))
        self.assertEqual(chosen("4-full", 5), (4, 5))
        for bad in ["3-1", "0-6", "x", "full-5", "2-2"]:
            with self.assertRaises(Complaint):
                chosen(bad, 5)

    def test_rivals(self):
        self.assertEqual(Rival.of("g=gnugo --level 1", "3,4"), Rival("g", "gnugo --level 1", (3, 4)))
        for name, anchors in [("gnugo", "3"), ("g=", "3"), ("g=gnugo", "3,"), ("g=gnugo", "all")]:
            with self.assertRaises(Complaint):
                Rival.of(name, anchors)

    def test_handicaps(self):
        self.assertEqual(Meeting.of_handicap("3,5=4", 6), Meeting("anchor3", "anchor5", stones=4))
        for bad in ["3,5", "5,3=4", "3,6=4", "3,5=1", "3,5=-4", "a,b=c"]:
            with self.assertRaises(Complaint):
                Meeting.of_handicap(bad, 6)

    def test_stages_are_even_and_end_with_the_most_games(self):
        self.assertEqual(list(stages(20)), [20])
        self.assertEqual(list(stages(40)), [40])
        self.assertEqual(list(stages(80)), [40, 50, 62, 76, 80])

    def test_ratings_never_fall(self):
        self.assertEqual(rising([0, 100, 90, 200], 0), [0, 95, 95, 200])
        self.assertEqual(rising([3, 2, 1], 0), [0, 0, 0])
        self.assertEqual(rising([1, 2], 0), [0, 1])
        self.assertEqual(rising([5, 0, 100], 20), [0, 20, 97.5 + 10])

    def test_the_table_in_the_source_is_replaced(self):
        fit = Fit(
            [
                Step("anchor0", 0.0, None, 0),
                Step("anchor1", 120.4, Estimate(120.4, 90.0, 151.0), 40),
                Step("anchor2", 1300.6, Estimate(1180.2, 800.0, float("inf")), 20),
                Step("full", 2000.0, Estimate(699.4, 500.0, 900.0), 20),
            ],
            [],
        )
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "src" / "go" / "level" / "scale.rs"
            file.parent.mkdir(parents=True)
            file.write_text(SOURCE, encoding="utf-8")
            write_ratings("go", fit, Path(folder))
            text = file.read_text(encoding="utf-8")
            self.assertIn("    anchor(0, 0),\n    anchor(120, 30),\n    anchor(1_301, 0),\n];", text)
            self.assertIn("from 80 games between neighbors", text)
            self.assertIn("full_elo: 2_000,", text)
            self.assertNotIn("By hand", text)
            self.assertTrue(text.startswith("//! The levels.") and text.endswith("step: 100,\n};\n"))
            for other in (fit.ladder[:2], [fit.ladder[0], fit.ladder[2]], fit.ladder[3:]):
                with self.assertRaises(Complaint):
                    write_ratings("go", Fit(other, []), Path(folder))
            self.assertEqual(file.read_text(encoding="utf-8"), text)

    def test_anchors_below_the_first_that_was_rated_keep_their_ratings(self):
        fit = Fit([Step("anchor1", 1.0, None, 0), Step("anchor2", 201.0, Estimate(200.0, 150.0, 250.0), 60)], [])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "src" / "go" / "level" / "scale.rs"
            file.parent.mkdir(parents=True)
            file.write_text(SOURCE, encoding="utf-8")
            self.assertEqual(ratings("go", Path(folder)), [0, 1, 2])
            write_ratings("go", fit, Path(folder))
            text = file.read_text(encoding="utf-8")
            self.assertIn("    anchor(0, 0),\n    anchor(1, 0),\n    anchor(201, 50),\n];", text)
            self.assertIn("from 60 games between neighbors; anchor 1 and below by earlier games.", text)
            self.assertIn("full_elo: 3,", text)

    def test_intervals_of_clean_sweeps_are_not_measured(self):
        self.assertEqual(interval(None), 0)
        self.assertEqual(interval(Estimate(400.0, 100.0, float("inf"))), 0)
        self.assertEqual(interval(Estimate(100.0, 60.0, 141.0)), 40)



class TestRun(InFolder):
    def test_a_run_rates_its_anchors_and_is_not_played_twice(self):
        openings = self.file("openings.txt", OPENINGS["reversi"])
        words = ["--game", "reversi", "--engine", TENGEN, "--referee", TENGEN, "--anchors", "0-1"]
        words += ["--games", "2", "--out", str(self.folder), "--openings", str(openings)]
        first = run("dev/levels", *words)
        self.assertIn("anchor1 against anchor0: ", first.stdout, first.stderr)
        self.assertRegex(first.stdout, r"\nanchor0 +0\nanchor1 +")
        again = run("dev/levels", *words)
        self.assertNotIn("against", again.stdout)
        self.assertEqual(again.stdout, first.stdout[first.stdout.index("\n") + 1 :])

    def test_a_part_of_the_ladder_begins_at_the_rating_of_the_source(self):
        openings = self.file("openings.txt", OPENINGS["reversi"])
        words = ["--game", "reversi", "--engine", TENGEN, "--referee", TENGEN, "--anchors", "2-3"]
        words += ["--games", "2", "--out", str(self.folder), "--openings", str(openings)]
        played = run("dev/levels", *words)
        self.assertRegex(played.stdout, rf"\nanchor2 +{ratings('reversi')[2]}\nanchor3 +", played.stderr)

    def test_a_handicap_is_played_and_rates_nothing(self):
        words = ["--game", "go", "--size", "9", "--engine", TENGEN, "--referee", TENGEN, "--games", "2"]
        words += ["--out", str(self.folder), "--handicap", "0,2=3"]
        first = run("dev/levels", *words)
        self.assertRegex(first.stdout, r"^anchor2 against anchor0 with 3 stones: .* of 2\n", first.stderr)
        scores = first.stdout[first.stdout.index("\n") + 1 :]
        self.assertRegex(scores, r"^anchor2 against anchor0 with 3 stones: .* of 2, 95 % from .* to .*%\n$")
        for again in ([], ["--table"]):
            self.assertEqual(run("dev/levels", *words, *again).stdout, scores)
        table = run("dev/levels", *words[:-2], "--table")
        self.assertEqual(table.stderr, "levels: the files have no game with a result\n")
        for other in (["--write"], ["--anchors", "0-1"], ["--interval", "0.3"], ["--rival", "g=gnugo", "1"]):
            refused = run("dev/levels", *words, *other)
            self.assertEqual(refused.stderr.count(f"go without {other[0]}\n"), 1, refused.stderr)

    def test_a_pairing_of_neighbors_ends_when_its_interval_is_narrow_enough(self):
        openings = self.file("openings.txt", OPENINGS["reversi"])
        words = ["--game", "reversi", "--engine", TENGEN, "--referee", TENGEN, "--anchors", "0-1", "--games", "44"]
        words += ["--out", str(self.folder), "--openings", str(openings), "--concurrency", "2"]
        narrow = run("dev/levels", *words, "--interval", "1000")
        self.assertIn("% of 40\n", narrow.stdout, narrow.stderr)
        self.assertIn("% of 44\n", run("dev/levels", *words, "--interval", "0.001").stdout)


if __name__ == "__main__":
    unittest.main()
