"""scripts/elo: its tables, JSON, page and error messages."""

import json
import unittest

from tests.games import a_match, lines
from tests.support import InFolder, run


class EloTest(InFolder):
    def written(self, name, records):
        return str(self.file(name, lines(records)))

    def elo(self, *arguments, status=0):
        ran = run("elo", *arguments)
        self.assertEqual(ran.returncode, status, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        return ran.stdout if status == 0 else ran.stderr

    def test_tables_of_merged_matches_with_the_same_seed(self):
        one = self.written("one", a_match("A", "B", "AAABAB" * 5))
        two = self.written("two", a_match("B", "C", ["B", None, "C", "B"] * 5))
        said = self.elo(one, two, "--anchor", "C=1000")
        self.assertIn("Elo relative to C:", said)
        self.assertRegex(said, r"1  A +\+1\d\d\d\.\d ")
        self.assertRegex(said, r"3  C +\+1000\.0 +\[\+1000\.0, \+1000\.0\] +20 +5 +5 +10  37\.5 %")
        self.assertRegex(said, r"\nA +- +20-0-10 66\.7 % +-\n")
        self.assertRegex(said, r"\nC +- +5-5-10 37\.5 % +-\n")

    def test_json(self):
        value = json.loads(self.elo("--json", self.written("one", a_match("A", "B", "AA" * 10))))
        self.assertEqual([engine["name"] for engine in value["engines"]], ["A", "B"])
        self.assertEqual(value["engines"][0]["elo"], -value["engines"][1]["elo"])
        self.assertGreater(value["engines"][0]["superior"]["B"], 0.97)
        (pairing,) = value["pairings"]
        self.assertEqual((pairing["counts"], pairing["elo"], pairing["high"]), ([0, 0, 0, 0, 10], None, None))
        self.assertGreater(pairing["low"], 100)

    def test_a_page(self):
        path = self.folder / "page.html"
        self.elo("--html", str(path), "--title", "Two", self.written("one", a_match("A", "B", "AB" * 3)))
        self.assertIn("<h1>Two</h1>", path.read_text(encoding="utf-8"))

    def test_one_game_of_several(self):
        go = a_match("A", "B", "AA" * 3)
        reversi = a_match("A", "B", "BB" * 2, game="reversi", size=(8, 8), rules="othello", komi=None)
        path = self.written("both", go + reversi)
        self.assertRegex(self.elo(path), r"A +\S+ +\[.*\] +10 +6 ")
        self.assertRegex(self.elo("--game", "reversi", path), r"A +\S+ +\[.*\] +4 +0 ")

    def test_games_with_handicap_are_left_out(self):
        uneven = a_match("A", "B", "AA" * 5, opening=[], handicap=["B2", "D4"])
        ran = run("elo", self.written("uneven", a_match("A", "B", "BB" * 2) + uneven))
        self.assertRegex(ran.stdout, r"A +\S+ +\[.*\] +4 +0 ")
        self.assertEqual(ran.stderr, "elo: 10 games with handicap are left out\n")

    def test_strangers_are_pointed_out(self):
        path = self.written("strangers", a_match("A", "B", "AB") + a_match("C", "D", "CD"))
        self.assertIn("never met, and ratings don't compare between them: A, B; C, D", self.elo(path))

    def test_sentences(self):
        path = self.written("one", a_match("A", "B", "AB"))
        self.assertEqual(self.elo("--anchor", "X=0", path, status=2), "elo: --anchor X: the engines are A, B\n")
        self.assertIn("can't be read", self.elo(str(self.folder / "none"), status=2))
        self.assertIn("can't be written", self.elo("--html", str(self.folder / "no" / "page"), path, status=2))
        self.assertIn("anchor, such as NAME=0", self.elo("--anchor", "A=much", path, status=2))
        empty = self.written("empty", [])
        self.assertEqual(self.elo(empty, status=2), "elo: the files have no game with a result\n")
        self.assertIn("no game with a result", self.elo("--game", "gomoku", path, status=2))


if __name__ == "__main__":
    unittest.main()
