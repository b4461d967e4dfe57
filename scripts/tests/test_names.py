"""Counting names and shapes in small crates."""

import tempfile
import unittest
from pathlib import Path

from arena.measure import names, rust
from tests.support import run

SOURCES = {
    "lib.rs": "mod a;\nmod go;\nmod gomoku;\n#[cfg(test)]\nmod slow;\n",
    "a.rs": 'pub struct Tree;\npub(crate) enum Kind { One }\n// struct Hidden;\nconst TEXT: &str = "struct Hidden;";\n'
    "impl Iterator for Tree {\n    type Item = u8;\n}\n"
    "#[cfg(test)]\nmod tests {\n    struct Kind;\n}\n",
    "go/mod.rs": "struct Tree;\nstruct Player;\nstruct Twin;\ntype Point = u8;\n",
    "gomoku/mod.rs": "unsafe trait Player {}\nunion Twin { a: u8 }\ntype Point = u8;\n",
    "gomoku/tests.rs": "struct Tree;\n",
    "reversi/lib.rs": '#[cfg(any(test, feature = "testing"))]\npub mod testing;\n#[cfg(test)]\nmod small;\n',
    "reversi/small.rs": "struct Tree;\n",
    "reversi/examples/endgame.rs": "struct Tree;\n",
    "reversi/testing/mod.rs": "struct Tree;\n",
    "slow.rs": "struct Player;\n",
    "slow/inner.rs": "struct Player;\n",
}


class NamesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in SOURCES.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def test_tests_and_twins_are_no_doubles(self) -> None:
        census = names.census(rust.read(self.root))
        self.assertEqual(census.shared, {"Tree": ["a.rs", "go/mod.rs"]})
        self.assertEqual(census.types, 9)
        self.assertAlmostEqual(census.percent, 200 / 9)

    def test_the_share_decides_the_exit_status(self) -> None:
        done = run("names", "--most", "22", str(self.root))
        self.assertEqual(done.returncode, 1)
        self.assertIn("2 of 9 types share their names, 22.2 %", done.stdout)
        self.assertRegex(done.stdout, r"Tree +a\.rs go/mod\.rs\n")
        self.assertEqual(run("names", "--most", "23", str(self.root)).returncode, 0)


class RustTest(unittest.TestCase):
    def test_functions_have_lines_and_arguments(self) -> None:
        code = (
            "fn none() {}\n"
            "fn some<F: Fn(u8, u8) -> u8>(&self, f: F, pair: (u8, u8), list: Vec<(u8, u8)>,) -> u8\n"
            "where F: Sized {\n    f(1, 2)\n}\n"
            "trait T { fn declared(&self, a: u8); }\n"
        )
        file = rust.SourceFile("a.rs", code, 6)
        seen = [(function.name, function.lines, function.arguments) for function in file.functions()]
        self.assertEqual(seen, [("none", 1, 0), ("some", 4, 4)])

    def test_globals_are_found(self) -> None:
        code = "static A: u8 = 1;\nstatic mut B: u8 = 1;\nstatic C: Mutex<u8> = Mutex::new(1);\nfn f(a: &'static u8) {}\n"
        self.assertEqual(len(rust.SourceFile("a.rs", code, 4).globals()), 2)

    def test_lines_of_tests_do_not_count(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "lib.rs").write_text('// What is here.\nstatic A: &str = "a";\n\n#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n')
            self.assertEqual([file.lines for file in rust.read(path)], [3])


if __name__ == "__main__":
    unittest.main()
