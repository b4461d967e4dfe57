"""Matches between real processes: runs that are broken off, shards, and the command line."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from arena.records import record
from arena.complaint import Complaint
from arena.match import play_match
from tests.matches import MatchCase, course, nodes
from tests.support import OPENINGS, SCRIPTS, TENGEN, InFolder, quietly, run, tengen


class RunTest(MatchCase):
    def test_a_match_goes_on_where_it_was_broken_off(self):
        whole = list(play_match(self.match("gomoku", games=6, out=self.folder / "whole.jsonl")))
        out = self.folder / "part.jsonl"
        match = self.match("gomoku", games=6, out=out)
        games = play_match(match)
        first = [next(games) for _ in range(3)]
        games.close()
        rest = list(play_match(match))
        self.assertEqual([course(played) for played in first + rest], [course(played) for played in whole])
        self.assertEqual(list(play_match(match)), [])
        self.assertEqual(len(record.read([out])), 6)

    def test_a_torn_line_is_played_again(self):
        out = self.folder / "torn.jsonl"
        match = self.match("reversi", out=out)
        whole = [course(played) for played in play_match(match)]
        out.write_bytes(out.read_bytes()[:-40])
        again, said = quietly(lambda: list(play_match(match)))
        self.assertEqual([played.key for played in again], ["1:1:1"])
        self.assertIn("torn", said)
        self.assertEqual([course(played) for played in record.read([out])], whole)

    def test_records_of_another_match_are_refused(self):
        out = self.folder / "out.jsonl"
        match = self.match("reversi", games=2, out=out)
        list(play_match(match))
        first, second = match.engines
        for change, word in (
            ({"seed": 2}, "seed"),
            ({"engines": (replace(first, clock=nodes(9)), second)}, "limit of A"),
            ({"engines": (replace(first, command=tengen("--seed", "4")), second)}, "command of A"),
            ({"engines": (replace(first, name="C"), second)}, "engines"),
            ({"openings": self.file("other.txt", "c4 c3\nf5 f4\n")}, "openings"),
            ({"game": "gomoku", "size": (15, 15), "openings": None}, "game"),
        ):
            before = out.read_bytes()
            with self.assertRaisesRegex(Complaint, word):
                list(play_match(replace(match, **change)))
            self.assertEqual(out.read_bytes(), before)

    def test_shards_make_up_the_match(self):
        whole = {played.key: course(played) for played in play_match(self.match("gomoku", games=8))}
        outs = [self.folder / f"{part}.jsonl" for part in (1, 2, 3)]
        for part, out in enumerate(outs, start=1):
            list(play_match(self.match("gomoku", games=8, shard=(part, 3), out=out)))
        merged = self.folder / "merged.jsonl"
        merged.write_bytes(b"".join(out.read_bytes() for out in outs))
        self.assertEqual({played.key: course(played) for played in record.read([merged])}, whole)
        self.assertEqual(len(record.pairs(record.read(outs))), 4)


class CommandLineTest(InFolder):
    def words(self, *more: str) -> list[str]:
        openings = self.file("reversi.txt", OPENINGS["reversi"])
        engines = ["--each", f"cmd={tengen()}", "nodes=100", "--engine", "name=A", "--engine", "name=B", "depth=1"]
        return ["--game", "reversi", *engines, "--openings", str(openings), *more]

    def test_a_match_prints_its_score_and_writes_its_games(self):
        done = run("match", *self.words("--games", "4", "--sgf", str(self.folder / "games")))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("A against B, 4 of 4 games: ", done.stdout)
        self.assertIn("faults of B: time 0, illegal 0, crash 0, hang 0", done.stdout)
        games = sorted((self.folder / "games").iterdir())
        self.assertEqual([path.name for path in games], ["1-0-0.ggf", "1-0-1.ggf", "1-1-0.ggf", "1-1-1.ggf"])

    def test_a_killed_run_goes_on(self):
        out = self.folder / "out.jsonl"
        words = self.words("--games", "400", "--out", str(out), "--concurrency", "2")
        for stop, status in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130)):
            running = subprocess.Popen(
                [sys.executable, str(SCRIPTS / "match"), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            before = len(_keys(out))
            while len(_keys(out)) < before + 3:
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            running.send_signal(stop)
            running.communicate(timeout=60)
            self.assertEqual(running.returncode, status)
        keys = _keys(out)
        self.assertEqual(len(keys), len(set(keys)))
        self.assertLess(len(keys), 400)
        games = len(keys) + len(keys) % 2 + 4
        done = run("match", *self.words("--games", str(games), "--out", str(out)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("they repeat", done.stderr)
        keys = _keys(out)
        wanted = {f"1:{pair}:{round_}" for pair in range(games // 2) for round_ in (0, 1)}
        self.assertEqual(sorted(keys), sorted(wanted))

    def test_bad_arguments_end_with_a_sentence(self):
        for words, sentence in (
            (["--game", "go"], "expected two engines, 0 were given"),
            (self.words("--games", "3"), "expected an even number"),
            (self.words("--komi", "6"), "Reversi"),
            (self.words("--shard", "3/2"), "--shard"),
            (self.words("--openings", "/no/such/file"), "/no/such/file can't be read"),
            (self.words("--referee", "/no/such/referee"), "/no/such/referee"),
            (self.words("--each", "nodes=0", f"cmd={TENGEN}"), "nodes=0: expected a number above 0"),
            (self.words("--each", "color=red"), "engine option 'color=red'"),
            (self.words("--out", "/no/such/folder/x"), "/no/such/folder/x can't be written"),
        ):
            done = run("match", *words)
            self.assertEqual(done.returncode, 2, sentence)
            self.assertIn(sentence, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


def _keys(out: Path) -> list[str]:
    """The keys in the whole lines of a growing file."""
    if not out.exists():
        return []
    return [json.loads(line)["key"] for line in out.read_text().split("\n")[:-1]]
