"""scripts/dev/hard-ladders: its positions, and the selection of the slowest."""

import json
import tempfile
import unittest
from pathlib import Path

from tests.support import TENGEN, run


class HardLaddersTest(unittest.TestCase):
    def test_the_slowest_questions_are_positions_to_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            out, again = Path(folder, "slow.jsonl"), Path(folder, "again.jsonl")
            ended = run("dev/hard-ladders", "--tengen", TENGEN, "--questions", "1", "--keep", "5", "--out", str(out))
            self.assertEqual(ended.returncode, 0, ended.stderr)
            found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
            self.assertEqual(len(found), 5)
            times = [position["milliseconds"] for position in found]
            self.assertEqual(times, sorted(times, reverse=True))
            for position in found:
                column, row = position["queries"][0]["at"]
                self.assertIn(position["rows"][row][column], "XO")
            ended = run("dev/hard-ladders", "--tengen", TENGEN, "--questions", "1", "--from", str(out), "--out", str(again))
            self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_a_program_that_fails_is_named(self):
        ended = run("dev/hard-ladders", "--tengen", "false", "--questions", "1", "--out", "none.jsonl")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("false failed", ended.stderr)


if __name__ == "__main__":
    unittest.main()
