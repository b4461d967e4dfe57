"""scripts/dev/miri: its list of tests, and its behavior without Miri."""

import os
import re
import subprocess
import unittest
from pathlib import Path

from tests.support import SCRIPTS, InFolder

ROOT = SCRIPTS.parent

# A cargo that answers by its arguments, for the crate given by -p.
CARGO = r"""#!/usr/bin/env bash
[[ "$*" =~ -p\ tengen-([a-z]+) ]] && crate=${BASH_REMATCH[1]}
case "$*" in
    *--version) exit $VERSION ;;
    *--list) printf '%s: test\n' $KNOWN | sed -n "s/^$crate:://p" ;;
    *) echo "tested $crate: $*"; [[ "$FAILED" != "$crate" ]] || exit 101 ;;
esac
"""


def listed() -> list[str]:
    """The tests of the script's list."""
    done = subprocess.run([SCRIPTS / "dev" / "miri", "--list"], capture_output=True, text=True, check=True)
    return done.stdout.split()


def is_there(test: str) -> bool:
    """Whether the source has a function of this name in a file of this module."""
    *modules, function = [name for name in test.split("::") if name != "tests"]
    file = ROOT.joinpath("src", *modules)
    candidates = [file.with_suffix(".rs"), file / "mod.rs", file / "tests.rs"]
    texts = [path.read_text(encoding="utf-8") for path in candidates if path.is_file()]
    return any(re.search(rf"fn {function}\(", text) for text in texts)


@unittest.skipIf(os.name == "nt", "a script for bash")
class MiriTest(InFolder):
    def run_with(self, version: int = 0, failed: str = "", known: "list[str] | None" = None) -> subprocess.CompletedProcess:
        """Runs the script with a cargo that has these tests, or all, and in which a crate's tests may fail."""
        cargo = self.file("cargo", CARGO)
        cargo.chmod(0o755)
        environment = {
            **os.environ,
            "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}",
            "VERSION": str(version),
            "FAILED": failed,
            "KNOWN": " ".join(listed() if known is None else known),
        }
        command = [str(SCRIPTS / "dev" / "miri")]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)

    def test_without_miri_it_says_so_in_a_line_and_succeeds(self) -> None:
        done = self.run_with(version=1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^miri: skipped[^\n]*\n$")

    def test_the_list_is_run_crate_by_crate_and_a_failure_is_one(self) -> None:
        names: dict[str, set[str]] = {}
        for test in listed():
            crate, _, name = test.partition("::")
            names.setdefault(crate, set()).add(name)
        for failed, status in (("", 0), ("go", 1), ("records", 1)):
            with self.subTest(failed):
                done = self.run_with(failed=failed)
                self.assertEqual(done.returncode, status, done.stderr)
                # A failure does not prevent the other crates' tests.
                tested = re.findall(r"^tested (\w+): .* -- --exact (.*)$", done.stdout, re.MULTILINE)
                self.assertEqual({crate: set(words.split()) for crate, words in tested}, names)
                self.assertEqual(len(tested), len(names))

    def test_a_test_that_is_not_there_is_named(self) -> None:
        for missing in (listed()[0], listed()[-1]):
            done = self.run_with(known=[test for test in listed() if test != missing])
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"miri: no test {missing}\n"))

    def test_the_list_has_tests_of_the_source(self) -> None:
        tests = listed()
        self.assertEqual([test for test in tests if not is_there(test)], [])
        self.assertEqual(len(tests), len(set(tests)))
        modules = ("go::rules", "go::ladder", "gomoku::rules", "reversi::rules", "engine::table", "protocol::gtp::grammar")
        for module in (*modules, "records::sgf"):
            self.assertTrue(any(test.startswith(module) for test in tests), module)


if __name__ == "__main__":
    unittest.main()
