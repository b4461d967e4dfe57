"""The places of a new game, without the build; protocol-tests/scratch/run builds and plays it."""

import subprocess
import sys
import unittest

from tests.support import SCRIPTS


@unittest.skipUnless((SCRIPTS.parent / ".git").exists(), "the script copies the files that git tracks")
class ScratchTest(unittest.TestCase):
    def test_a_game_takes_at_most_ten_places(self) -> None:
        command = [sys.executable, str(SCRIPTS.parent / "protocol-tests" / "scratch" / "run"), "--no-build"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^\d+ places outside the game's own files, at most 10$")


if __name__ == "__main__":
    unittest.main()
