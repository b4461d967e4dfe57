"""protocol-tests/problems/check: accepts the problems that the program finds, and refuses wrong ones of every kind."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from tests.support import LONG, TENGEN, InFolder

CHECKER = Path(__file__).resolve().parents[2] / "protocol-tests" / "problems"
sys.path.insert(0, str(CHECKER))

import gomoku_problems  # noqa: E402
from go_board import Undecided  # noqa: E402
from gomoku_threats import MOST_POSITIONS, Threats  # noqa: E402
INCLUDED = Path(__file__).resolve().parents[2] / "src" / "web" / "page" / "trainer" / "problems.jsonl"

# Problems of the page that are checked: few, since a check takes up to seconds.
PER_KIND = 2 if LONG else 1

# Kinds that are checked only with a proof.
PROVED = {"kill", "live", "vct"}


def samples():
    """Returns the first problems of each kind, of Othello those that are solved quickly."""
    lines = INCLUDED.read_text("utf-8").splitlines()
    found = {}
    for problem in map(json.loads, lines):
        of_kind = found.setdefault(problem["kind"], [])
        if len(of_kind) < PER_KIND and (problem["game"] != "reversi" or problem["depth"] <= 9):
            of_kind.append(problem)
    return [problem for of_kind in found.values() for problem in of_kind]


class CostlyThreats(Threats):
    """Threats of which a hundred moves together cost as many positions as one search may look at."""

    def wins_with(self, point, me, threats):
        self.left -= MOST_POSITIONS // 100
        if self.left < 0:
            raise Undecided
        return False


class ProblemsTest(InFolder):
    def check(self, problems, *words):
        path = self.file("problems.jsonl", "".join(json.dumps(problem) + "\n" for problem in problems))
        return subprocess.run([sys.executable, CHECKER / "check", *words, path], capture_output=True, text=True)

    def find(self, *words):
        out, proofs = self.folder / "found.jsonl", self.folder / "proofs"
        ended = subprocess.run(
            [TENGEN, "problems", *words, "--out", out, "--proof", proofs], capture_output=True, text=True
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)
        found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        return [line for line in found if "done" not in line], proofs

    def test_problems_of_the_page_are_right(self):
        problems = samples()
        ended = self.check(problems)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        for kind in {problem["kind"] for problem in problems} - PROVED:
            self.assertRegex(ended.stdout, f" {kind}: [1-9][0-9]* right, 0 refused, 0 undecided")

    def test_a_file_that_is_no_collection_gets_a_sentence(self):
        faults = [
            ("{", "line 1: "),
            ("[1]\n", "line 1: expected a problem"),
            ("5", "line 1: expected a problem"),
            ('\n{"game":"chess"}', "line 2: expected a problem"),
        ]
        for text, reason in faults:
            path = self.file("none.jsonl", text)
            ended = subprocess.run([sys.executable, CHECKER / "check", path], capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertRegex(ended.stderr, f"^check: .*none.jsonl, {reason}")
        missing = self.folder / "missing.jsonl"
        ended = subprocess.run([sys.executable, CHECKER / "check", missing], capture_output=True, text=True)
        self.assertRegex(ended.stderr, "^check: .*missing.jsonl: .*No such file")

    def test_a_wrong_solution_is_refused(self):
        problems = [problem for problem in samples() if problem["kind"] not in PROVED | {"breaker"} and problem["wrong"]]
        for problem in problems:
            # A wrong move becomes the right one.
            move = problem["wrong"][0]["moves"][0]
            problem["solutions"] = [move]
            problem["right"], problem["wrong"] = problem["wrong"][:1], []
        ended = self.check(problems)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stdout.count(" is refused: "), len(problems), ended.stdout)

    def test_every_other_move_of_a_win_by_threats_has_a_search_to_itself(self):
        problem = next(problem for problem in samples() if problem["kind"] == "vct")
        proved = patch.object(gomoku_problems, "check_tree", return_value=True)
        with proved, patch.object(gomoku_problems, "Threats", CostlyThreats):
            gomoku_problems.check(problem, None)

    def test_turned_problems_are_duplicates(self):
        problem = next(problem for problem in samples() if problem["kind"] == "vcf")
        turned = json.loads(json.dumps(problem))
        for field in ("black", "white", "solutions"):
            turned[field] = [[row, column] for column, row in problem[field]]
        for branch in turned["right"] + turned["wrong"]:
            branch["moves"] = [move and move[::-1] for move in branch["moves"]]
        ended = self.check([problem, turned])
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("is refused: the same as problems.jsonl: problem 1", ended.stdout)

    def test_proofs_of_life_and_threats_are_followed_to_their_ends(self):
        # Games of these seeds soon have a problem of each kind. The proof of the win by threats has replies; fours answer
        # the others.
        for kinds, count, size, seed in (("kill,live", "2", "9", "20"), ("vct", "1", "15", "20")):
            words = ("--from-selfplay", "--kind", kinds, "--count", count, "--size", size, "--seed", seed)
            problems, proofs = self.find(*words)
            self.assertTrue(all(list(proofs.glob(f"{problem['key']}*")) for problem in problems))
            ended = self.check(problems, "--proof", proofs)
            self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
            self.assertRegex(ended.stdout, "[1-9] right, 0 refused, 0 undecided")
            for path in proofs.iterdir():
                # The position stays, and the answers are lost.
                text = path.read_text("utf-8")
                path.write_text(re.sub(r'"replies":.*', '"replies":[]}}', text.split("\n")[0]), "utf-8")
            ended = self.check(problems, "--proof", proofs)
            self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
            shutil.rmtree(proofs)
            (self.folder / "found.jsonl").unlink()
