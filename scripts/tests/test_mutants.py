"""scripts/dev/mutants: its samples, patches and verdicts."""

import subprocess
import unittest
from pathlib import Path
from typing import Optional
from unittest import mock

from arena.complaint import Complaint
from arena.measure import mutants
from arena.measure.mutants import CAUGHT, HUNG, MODULES, NO_PROGRAM, SLOW, SURVIVED, Mutant, Verdict
from arena.measure.mutants import package_of, rounds, sample, tested, tests_of_files, try_out
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
    return Mutant(name, file, DIFF, "go::board")


class ModulesTest(unittest.TestCase):
    def test_every_pattern_finds_files(self) -> None:
        tests = tests_of_files(ROOT, MODULES)
        self.assertEqual(tests["src/go/rules/area_score.rs"], "go::rules go::score")
        self.assertEqual(tests["src/go/rules/benson.rs"], "go::rules")
        self.assertNotIn("src/go/rules/benson/tests.rs", tests)
        with self.assertRaises(Complaint):
            tests_of_files(ROOT, {"src/go/rules/*.txt": "go::rules"})

    def test_the_tests_are_of_the_files_package(self) -> None:
        for file, tests in tests_of_files(ROOT, MODULES).items():
            manifest = next(folder / "Cargo.toml" for folder in (ROOT / file).parents if (folder / "Cargo.toml").is_file())
            with self.subTest(file):
                self.assertIn(f'\nname = "{package_of(tests)}"\n', manifest.read_text("utf-8"))
                self.assertEqual(len({package_of(module) for module in tests.split()}), 1)

    def test_every_slow_test_is_there(self) -> None:
        for name in SLOW:
            folder, _, function = name.partition("::tests::")
            with self.subTest(name):
                files = ROOT.glob(f"src/{folder.replace('::', '/')}*/**/*.rs")
                files = [*files, *ROOT.glob(f"src/{folder.replace('::', '/')}*.rs")]
                self.assertTrue(any(f"fn {function.rpartition('::')[2]}(" in file.read_text("utf-8") for file in files))

    def test_slow_tests_come_last(self) -> None:
        self.assertEqual(rounds("engine::clock"), [("clock::",)])
        quick, slow = rounds("go::board go::score")
        self.assertEqual(quick[:2], ("board::", "score::"))
        self.assertEqual([word for word in quick[2:] if word != "--skip"], list(slow[1:]))
        self.assertIn("board::stones::tests::small_boards_agree_with_the_slow_rules", slow)
        self.assertFalse(any("ladder" in word for word in slow))


class SampleTest(unittest.TestCase):
    def test_a_seed_draws_the_same_in_any_order(self) -> None:
        several = [named(str(number)) for number in range(100)]
        drawn = sample(several, 10, 7)
        self.assertEqual(drawn, sample(several[::-1], 10, 7))
        self.assertNotEqual(drawn, sample(several, 10, 8))
        self.assertEqual(len(set(drawn)), 10)
        self.assertEqual(set(sample(several, 1000, 1)), set(several))

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

    def verdict(self, program: Optional[Path], *verdicts: Verdict) -> Verdict:
        seen = []

        def built(_tree, package):
            self.assertEqual(package, "tengen-go")
            seen.append(self.source.read_text(encoding="utf-8"))
            return program

        with mock.patch.object(mutants, "built", built), mock.patch.object(mutants, "tested", side_effect=verdicts):
            verdict = try_out(named("a"), self.folder, lambda *_tests: 60.0)
        self.assertTrue(all("a < b" in text for text in seen))
        self.assertEqual(self.source.read_text(encoding="utf-8"), SOURCE)
        return verdict

    def test_verdicts(self) -> None:
        program, survived, caught = Path("program"), Verdict(SURVIVED), Verdict(CAUGHT, "slow")
        self.assertEqual(self.verdict(None), Verdict(NO_PROGRAM))
        self.assertEqual(self.verdict(program, survived, survived), survived)
        self.assertEqual(self.verdict(program, survived, caught), caught)
        self.assertEqual(self.verdict(program, Verdict(HUNG)), Verdict(HUNG))

    def test_runs_of_tests(self) -> None:
        for script, outcome, patience in (
            ("echo 'test a ... ok'", Verdict(SURVIVED), 30.0),
            ("echo 'test a::b ... FAILED'; sleep 60", Verdict(CAUGHT, "a::b"), 30.0),
            ("echo 'test a::c - should panic ... FAILED'", Verdict(CAUGHT, "a::c"), 30.0),
            ("echo 'memory allocation failed'; exit 134", Verdict(CAUGHT), 30.0),
            ("sleep 60", Verdict(HUNG), 0.2),
        ):
            with self.subTest(script):
                program = self.file("program", f"#!/bin/sh\n{script}\n")
                program.chmod(0o755)
                self.assertEqual(tested(program, self.folder, (), patience), outcome)


class CommandTest(unittest.TestCase):
    def test_bad_arguments(self) -> None:
        for words in (["--count", "0"], ["--jobs", "0"], ["--seed", "x"], ["--only", "no such file"]):
            with self.subTest(words):
                self.assertEqual(run("dev/mutants", *words).returncode, 2)
