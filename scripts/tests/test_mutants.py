"""scripts/mutants: its samples, its patches, and its verdicts on tests that notice or do not."""

import subprocess
import unittest
from unittest import mock

from arena.measure import mutants
from arena.measure.mutants import CAUGHT, HUNG, NO_PROGRAM, SURVIVED, Mutant, sample, try_out
from arena.release.build import ROOT
from tests.support import InFolder, run

DIFF = """--- src/one.rs
+++ replace a > b with a < b
@@ -1,3 +1,3 @@
 fn larger(a: u8, b: u8) -> bool {
-    a > b
+    a < b
 }
"""
SOURCE = "fn larger(a: u8, b: u8) -> bool {\n    a > b\n}\n"


def named(name: str, file: str = "src/one.rs") -> Mutant:
    return Mutant(name, file, DIFF, "one")


class ModulesTest(unittest.TestCase):
    def test_every_pattern_finds_files(self) -> None:
        missing = [pattern for pattern in mutants.MODULES if not list(ROOT.glob(pattern))]
        self.assertEqual(missing, [])


class SampleTest(unittest.TestCase):
    def test_a_seed_draws_the_same_in_any_order(self) -> None:
        several = [named(str(number)) for number in range(100)]
        drawn = sample(several, 10, 7)
        self.assertEqual(drawn, sample(several[::-1], 10, 7))
        self.assertNotEqual(drawn, sample(several, 10, 8))
        self.assertEqual(len(set(drawn)), 10)
        self.assertEqual(sample(several, 1000, 1), sorted(several, key=lambda mutant: mutant.name))

    def test_tests_have_no_mutants(self) -> None:
        self.assertTrue(mutants.is_of_tests("src/go/ladder/tests.rs"))
        self.assertTrue(mutants.is_of_tests("src/go/ladder/tests/slow.rs"))
        self.assertFalse(mutants.is_of_tests("src/go/ladder.rs"))


class TryTest(InFolder):
    def setUp(self) -> None:
        super().setUp()
        (self.folder / "src").mkdir()
        self.source = self.file("src/one.rs", SOURCE)
        subprocess.run(["git", "init", "--quiet"], cwd=self.folder, check=True)

    def verdict(self, built: int, status: "int | None") -> str:
        seen = []

        def tested(_tree, _tests, options, _timeout):
            seen.append(self.source.read_text(encoding="utf-8"))
            return built if options else status

        with mock.patch.object(mutants, "tested", tested):
            verdict = try_out(named("a"), self.folder, 60.0)
        self.assertTrue(all("a < b" in text for text in seen))
        self.assertEqual(self.source.read_text(encoding="utf-8"), SOURCE)
        return verdict

    def test_verdicts(self) -> None:
        self.assertEqual(self.verdict(0, 0), SURVIVED)
        self.assertEqual(self.verdict(0, 101), CAUGHT)
        self.assertEqual(self.verdict(0, None), HUNG)
        self.assertEqual(self.verdict(101, 0), NO_PROGRAM)


class CommandTest(unittest.TestCase):
    def test_bad_arguments(self) -> None:
        for words in (["--count", "0"], ["--seed", "x"], ["--only", "no such file"]):
            with self.subTest(words):
                self.assertEqual(run("mutants", *words).returncode, 2)
