"""scripts/dev/fuzz: its tally of the targets' output, and its command line."""

import unittest

from arena.measure.fuzzing import Tally, named
from tests.support import run

SAID = """corpus: corpus/sgf/go9.sgf
test sgf ...	run time: 2.0s | iterations/s: 3 | rng inputs: 1200
fuzz sgf: 1200 inputs, 34000 lines, 17000 lines/s
test files::sgf ... ok
"""


class FuzzTest(unittest.TestCase):
    def test_rounds_add_up(self) -> None:
        tally = Tally()
        for _ in range(3):
            tally.count("files::sgf", SAID, 0)
        tally.count("gomocup::gomocup", SAID.replace("sgf", "gomocup"), 0)
        self.assertEqual(tally.all_lines(), 4 * 34_000)
        self.assertEqual(tally.inputs, {"sgf": 3600, "gomocup": 1200})
        self.assertEqual(tally.findings, [])

    def test_a_failed_target_is_a_finding_with_all_it_said(self) -> None:
        tally = Tally()
        tally.count("files::sgf", "BOLERO_RANDOM_SEED=7\nInput:\n(;GM\n", 101)
        self.assertIn("files::sgf ended with status 101", tally.table())
        self.assertIn("BOLERO_RANDOM_SEED=7", tally.table())

    def test_the_targets_own_tests_are_no_targets(self) -> None:
        listed = "files::sgf: test\ngtp::framing::tests::comments: test\ngtp::gomoku: test\n\n3 tests, 0 benchmarks\n"
        self.assertEqual(named(listed), ["files::sgf", "gtp::gomoku"])

    def test_bad_arguments(self) -> None:
        for words in (["--jobs", "0"], ["--minutes", "soon"], ["--seeds"]):
            with self.subTest(words):
                self.assertEqual(run("dev/fuzz", *words).returncode, 2)
