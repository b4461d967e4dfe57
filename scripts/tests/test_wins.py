"""scripts/dev/wins: problems as queries, and the count of wins seen."""

import json
import shlex

from tests.support import TENGEN, InFolder, run

ENGINE = shlex.quote(TENGEN)

# White wins by the threat D6.
WIN = {
    "game": "gomoku", "kind": "vct", "key": "a", "size": [15, 15], "rules": "freestyle", "to_move": "white",
    "black": [[1, 3], [2, 5], [5, 9], [5, 10], [1, 12]], "white": [[0, 8], [3, 10], [4, 10], [3, 11]],
    "solutions": [[3, 9]],
}
DONE = {"done": {"digest": "0", "name": "selfplay: game 1"}}


class WinsTest(InFolder):
    def count(self, problems, *words):
        path = self.file("wins.jsonl", "".join(json.dumps(line) + "\n" for line in problems))
        return run("dev/wins", *words, str(path))

    def test_enough_nodes_see_a_win_and_few_do_not(self):
        for nodes, seen in (("100000", 1), ("10", 0)):
            ended = self.count([WIN, DONE], "--engine", ENGINE, "--nodes", nodes)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertRegex(ended.stdout, f": wins seen {seen} of 1, ")

    def test_a_solution_played_is_counted(self):
        other = {**WIN, "solutions": [[14, 14]]}
        ended = self.count([WIN, other], "--engine", ENGINE, "--nodes", "100000")
        self.assertRegex(ended.stdout, ": wins seen 2 of 2, solutions played 1, ")

    def test_what_cannot_be_counted_is_named(self):
        for problems, engine, sentence in (
            ([DONE, {**WIN, "kind": "forbidden"}], ENGINE, "no problems of the kinds vcf and vct"),
            ([[]], ENGINE, "is not a collection of problems"),
            ([{**WIN, "rules": "bamboo"}], ENGINE, "failed: .*game: Must be one of"),
            ([WIN], shlex.quote(str(self.folder / "none")), "can't be started"),
        ):
            with self.subTest(sentence):
                ended = self.count(problems, "--engine", engine)
                self.assertEqual(ended.returncode, 2)
                self.assertRegex(ended.stderr, sentence)
