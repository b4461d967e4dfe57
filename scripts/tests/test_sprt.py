"""scripts/sprt: verdicts on files, expectations, and matches."""

import unittest

from arena.records.record import read
from tests.games import a_game, a_match, lines
from tests.support import OPENINGS, InFolder, run, tengen

H1, H0, BAD, UNDECIDED = 0, 1, 2, 3


class SprtTest(InFolder):
    def written(self, name, records):
        return str(self.file(name, lines(records)))

    def sprt(self, *arguments, status):
        ran = run("sprt", *arguments)
        self.assertEqual(ran.returncode, status, ran.stdout + ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        return ran.stderr if status == BAD else ran.stdout


class FilesTest(SprtTest):
    def test_verdicts(self):
        path = self.written("good", a_match("new", "old", ["new", "new", "new", "old"] * 20))
        said = self.sprt("--elo1", "50", path, status=H1)
        self.assertIn("new against old: 40 pairs by score 0, 1/2, 1, 3/2, 2: 0 0 20 0 20", said)
        self.assertIn("H1 accepted", said)
        self.assertIn("H0 accepted", self.sprt("--elo1", "50", "--of", "old", path, status=H0))
        few = self.written("few", a_match("new", "old", ["new", "old", None]))
        said = self.sprt(few, status=UNDECIDED)
        self.assertIn("1 pairs by score 0, 1/2, 1, 3/2, 2: 0 0 1 0 0, 1 games left out", said)
        self.assertIn("no verdict yet", said)

    def test_single_games(self):
        games = [a_game(f"1:{index}:0", "new", "old", "black") for index in range(40)]
        path = self.written("single", games)
        self.assertIn("0 pairs", self.sprt(path, status=UNDECIDED))
        said = self.sprt("--unpaired", "--elo1", "100", path, status=H1)
        self.assertIn("40 games lost, drawn, won: 0 0 40", said)

    def test_watching_ends_with_the_verdict(self):
        path = self.written("good", a_match("new", "old", ["new"] * 80))
        self.assertEqual(self.sprt("--elo1", "50", "--watch", "0.1", path, status=H1).count("H1 accepted"), 1)

    def test_the_pairing_must_be_clear(self):
        path = self.written("three", a_match("A", "B", "AB") + a_match("A", "C", "AC"))
        self.assertIn("A has met B, C; select the two engines with --of and --against", self.sprt(path, status=BAD))
        self.assertIn("C against A: 1 pairs", self.sprt("--of", "C", path, status=UNDECIDED))
        self.assertIn("A against C: 1 pairs", self.sprt("--against", "C", path, status=UNDECIDED))
        kinds = self.written("kinds", a_match("A", "B", "AB") + a_match("A", "B", "AB", size=(9, 9)))
        self.assertIn("several kinds", self.sprt(kinds, status=BAD))

    def test_sentences(self):
        self.assertIn("no FILE of game records", self.sprt(status=BAD))
        self.assertIn("have no games", self.sprt(self.written("empty", []), status=BAD))
        self.assertIn("not above --elo0", self.sprt("--elo1", "-3", "file", status=BAD))
        self.assertIn("below 1 together", self.sprt("--alpha", "0.5", "--beta", "0.6", "file", status=BAD))
        self.assertIn("number between 0 and 1", self.sprt("--alpha", "5", "file", status=BAD))
        self.assertIn("don't go with them", self.sprt("file", "--", "--game", "go", status=BAD))


class ExpectationTest(SprtTest):
    def test_formula_and_simulation(self):
        said = self.sprt("--elo1", "100", "--expect", "100", "--simulations", "50", status=0)
        self.assertIn("Elo 100 in a test of 0 against 100, 10 % draws between equals:", said)
        self.assertRegex(said, r"Wald's approximation H1 is accepted in 9\d\.\d %, after 6\d games on average")
        self.assertRegex(said, r"in 50 simulated tests H1 is accepted in \d+\.0 %, after \d+ games on average")

    def test_pairs_of_a_file_set_the_scatter(self):
        # Openings that decide nearly every game leave little scatter, so a test ends sooner.
        path = self.written("pairs", a_match("A", "B", "AB" * 40 + "AA" * 3 + "BB" * 3))
        arguments = ("--elo1", "20", "--expect", "20", "--simulations", "0")
        free, bound = (self.sprt(*arguments, *files, status=0) for files in ((), (path,)))
        lengths = [int(said.partition("after ")[2].split()[0]) for said in (free, bound)]
        self.assertLess(lengths[1], lengths[0] / 2)


class MatchTest(SprtTest):
    def openings(self):
        return str(self.file("openings", OPENINGS["reversi"]))

    def test_a_weakened_engine_is_found_and_the_run_resumed(self):
        out = self.folder / "games"
        # Without the book, which plays equally well for weak and strong engines.
        match = (
            "--game", "reversi", "--each", f"cmd={tengen()} --book none", "--engine", "name=strong", "nodes=400",
            "--engine", "name=weak", "depth=1", "--openings", self.openings(), "--out", str(out),
        )
        options = ("--elo0", "0", "--elo1", "400", "--alpha", "0.3", "--beta", "0.3")
        said = self.sprt(*options, "--", *match, "--games", "2", status=UNDECIDED)
        self.assertIn("strong against weak: 1 pairs", said)
        said = self.sprt(*options, "--", *match, "--games", "8", status=H1)
        self.assertIn("H1 accepted", said)
        played = len(read([out]))
        self.assertGreater(played, 2)
        # A test with a verdict plays no more games.
        self.sprt(*options, "--", *match, "--games", "8", status=H1)
        self.assertEqual(len(read([out])), played)

    def test_an_engine_that_cannot_play(self):
        said = self.sprt(
            "--", "--game", "reversi", "--each", "cmd=/no/such/program", "--engine", "name=a", "--engine", "name=b",
            "--openings", self.openings(), status=BAD,
        )
        self.assertRegex(said, "sprt: .*/no/such/program")


if __name__ == "__main__":
    unittest.main()
