"""Positions in shards, some of which are killed: the bytes equal those of one machine."""

import json
import os
import random
import stat
import subprocess
import sys
import unittest
from pathlib import Path

from tests.support import SCRIPTS, TENGEN, InFolder
from tests.test_spread import has_gnu_parallel

SHARDS = 8
POSITIONS = int(os.environ.get("TENGEN_TEST_POSITIONS", "200"))

# Runs the program; the first tries of shard 3, counted by the file `kills`, are killed while writing.
KILLED = """\
#!/bin/sh
case "$*" in *"--shard 3/"*) ;; *) exec "$TENGEN" "$@";; esac
left=$(cat kills)
if [ "$left" = 0 ]; then exec "$TENGEN" "$@"; fi
echo $((left - 1)) >kills
"$TENGEN" "$@" | head -n 3
kill -9 $$
"""

# One game per row: the beginning of a query, and moves to choose from.
GAMES = (
    ('"game":"othello"', (("f5", "d6"), ("f5", "f6"), ("f5", "d6", "c3"), ("f5",), ())),
    ('"game":"renju"', (("H8", "H9"), ("H8", "J9", "K10"), ("H8",), ("H8", "G7", "J7"), ())),
    ('"boardXSize":5,"boardYSize":5', (("C3", "C4"), ("C3", "B2", "D2"), ("C3",), ("pass", "C3"), ())),
)


def queries(count):
    """Lines of JSON, some of them bad; ids are not unique."""
    rng = random.Random(1)
    for number in range(count):
        fields, lines = GAMES[number % len(GAMES)]
        moves = [["BW"[ply % 2], move] for ply, move in enumerate(rng.choice(lines))]
        if number % 50 == 17:
            moves.append(["B", "Z99"])
        yield f'{{"id":"{number // 3}",{fields},"moves":{json.dumps(moves)}}}\n'


@unittest.skipUnless(has_gnu_parallel(), "GNU parallel is not installed")
class InShards(InFolder):
    def setUp(self):
        super().setUp()
        killed = self.file("killed", KILLED)
        killed.chmod(killed.stat().st_mode | stat.S_IXUSR)

    def whole(self, *words):
        """The output of one machine."""
        ended = subprocess.run([TENGEN, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stdout

    def spread(self, *words, kills=2):
        """The merged output of shards, one of them killed twice."""
        self.file("kills", str(kills))
        ended = subprocess.run(
            [sys.executable, SCRIPTS / "spread", "--shards", str(SHARDS), "--out", "all", "--", "./killed", *words],
            cwd=self.folder, env={**os.environ, "TENGEN": str(Path(TENGEN).resolve())},
            capture_output=True, text=True, check=False, timeout=3000,
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual((self.folder / "kills").read_text().strip(), "0")
        return (self.folder / "all").read_text(encoding="utf-8")

    def test_moves(self):
        self.file("queries.jsonl", "".join(queries(POSITIONS)))
        words = ("move", "--nodes", "1", "--model", "none", "--memory", "1", "--lenient", "queries.jsonl")
        whole = self.whole(*words)
        lines = [json.loads(line) for line in whole.splitlines()]
        self.assertEqual([line["id"] for line in lines], [str(number // 3) for number in range(POSITIONS)])
        bad = [number for number, line in enumerate(lines) if "error" in line]
        self.assertEqual(bad, list(range(17, POSITIONS, 50)))
        self.assertEqual(self.spread(*words), whole)

    def test_a_bad_line_is_a_shard_that_fails_unless_that_is_allowed(self):
        self.file("queries.jsonl", "".join(queries(20)))
        ended = subprocess.run(
            [sys.executable, SCRIPTS / "spread", "--shards", "2", "--tries", "1", "--out", "all", "--", TENGEN, "move",
             "--nodes", "1", "--model", "none", "queries.jsonl"],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )
        self.assertEqual(ended.returncode, 1)
        self.assertIn("queries.jsonl: line 18: moves: Could not parse board location: Z99", ended.stderr)
        self.assertIn("shards 2 of 2 are missing", ended.stderr)

    def test_ladders(self):
        data = SCRIPTS.parent / "protocol-tests" / "data" / "ladders.jsonl"
        lines = data.read_text(encoding="utf-8").splitlines(keepends=True)[:60]
        self.file("ladders.jsonl", "".join(lines))
        words = ("ladders", "ladders.jsonl")
        self.assertEqual(self.spread(*words), self.whole(*words))

    def test_reviews_of_ladders(self):
        data = SCRIPTS.parent / "protocol-tests" / "data" / "ladder_review.jsonl"
        games = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()[:10]]
        names = [f"{game['id']}.sgf" for game in games]
        for game, name in zip(games, names):
            self.file(name, game["sgf"])
        words = ("ladders", "--review", *names)
        whole = self.whole(*words)
        self.assertGreater(whole.count("\n"), 20)
        self.assertEqual(self.spread(*words), whole)
        # Each shard writes its own file.
        command = [SCRIPTS / "spread", "--shards", "3", "--out", "files", "--", TENGEN, *words, "--out", "{out}"]
        ended = subprocess.run([sys.executable, *command], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual((self.folder / "files").read_text(encoding="utf-8"), whole)

    def test_life(self):
        data = SCRIPTS.parent / "protocol-tests" / "data" / "life.jsonl"
        lines = data.read_text(encoding="utf-8").splitlines(keepends=True)[:20]
        self.file("life.jsonl", "".join(lines))
        words = ("life", "life.jsonl")
        self.assertEqual(self.spread(*words), self.whole(*words))

    def test_solved_positions(self):
        data = SCRIPTS.parent / "protocol-tests" / "data" / "ffo.obf"
        easy = data.read_text(encoding="utf-8").splitlines(keepends=True)[1:4]
        self.file("positions.obf", "".join(easy * 5))
        words = ("solve", "--obf", "--memory", "1", "positions.obf")
        self.assertEqual(self.spread(*words), self.whole(*words))

    def test_annotated_games(self):
        names = [f"{number}.sgf" for number in range(12)]
        for number, name in enumerate(names):
            moves = "".join(f";{'BW'[ply % 2]}[{'abcde'[ply]}{'abcde'[number % 5]}]" for ply in range(4))
            self.file(name, f"(;SZ[5]C[{number}]{moves})\n")
        words = ["annotate", "--visits", "3", "--model", "none", "--memory", "1", "--lenient", *names]
        for folder in ("one", "many"):
            (self.folder / folder).mkdir()
        one = self.whole(*words, "--out", "one")
        many = self.spread(*words, "--out", "many")
        self.assertEqual(many.replace("many", "one"), one)
        for name in names:
            pair = [(self.folder / folder / name).read_bytes() for folder in ("one", "many")]
            self.assertEqual(*pair)
        self.assertEqual(len(list((self.folder / "many").iterdir())), len(names))
