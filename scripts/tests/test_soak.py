"""scripts/dev/soak: correct latencies, and moves and games judged by their own processor time."""

import random
import shlex
import sys
import time
import unittest
from unittest import mock

from arena.measure import stops
from arena.engines.clock import Clock, RunningClock
from arena.measure.cpu import CpuClock, since
from arena.measure.fast import ECHO, Echo, Losses, Thought
from arena.records.game import Course
from arena.measure.stops import Fault, Latencies, Overruns, percentiles
from tests.support import TENGEN, run

# A GTP engine in which one of `argv[1]` searches ends by itself, and the others at `stop`.
HASTY = r"""
import sys
searches = 0
for line in sys.stdin:
    if line.startswith("genmove"):
        searches += 1
        if searches % int(sys.argv[1]) == 0:
            print("= A1\n", flush=True)
            waits = False
        else:
            waits = True
    elif line.startswith("stop"):
        print("= A1\n\n= \n" if waits else "= \n", flush=True)
    else:
        print("= \n", flush=True)
"""


class LatencyTest(unittest.TestCase):
    def stop_hasty(self, every: str, tries: int) -> Latencies:
        """Latencies of that engine, with time for its early ends even on a busy machine."""
        with mock.patch.object(stops, "pause", lambda _: time.sleep(0.3)):
            return stops.of_gtp([sys.executable, "-u", "-c", HASTY, every], "e5", tries, random.Random(1))

    def test_a_search_that_ended_before_it_was_stopped_has_no_latency(self) -> None:
        latencies = self.stop_hasty("3", 6)
        self.assertEqual((len(latencies.seconds), latencies.early), (4, 2))
        self.assertTrue(all(seconds >= 0 for seconds in latencies.seconds))
        self.assertIn("2 that had ended by themselves left out", str(latencies))

    def test_searches_that_mostly_end_by_themselves_measure_nothing(self) -> None:
        with self.assertRaisesRegex(Fault, "2 of 2 searches ended before"):
            self.stop_hasty("1", 2)

    def test_percentiles(self) -> None:
        text = percentiles([number / 1000 for number in range(1, 101)])
        self.assertEqual(text.split(), "p50 50.00 p90 90.00 p99 99.00 max 100.00 ms".split())
        self.assertEqual(percentiles([]), "no tries")

    def test_only_what_was_late_counts(self) -> None:
        latencies = Latencies()
        latencies.add(sent=2.0, came=1.5)
        latencies.add(sent=2.0, came=2.25)
        self.assertEqual((latencies.seconds, latencies.early), ([0.25], 1))

    def test_a_move_within_its_time_takes_nothing_beyond_it(self) -> None:
        overruns = Overruns()
        overruns.add(limit=0.5, wall=0.25, own=None)
        overruns.add(limit=0.5, wall=0.75, own=0.25)
        self.assertEqual((overruns.wall, overruns.own), ([0.0, 0.25], [0.0]))


class FastTest(unittest.TestCase):
    def test_a_loss_is_the_players_own_if_its_processor_time_says_so(self) -> None:
        losses = Losses()
        for own in (0.010, 0.200, None):
            course = Course()
            course.forfeit("white", "time", "0.300 s for A1 with 0.100 s left")
            losses.count(course, {"black": [], "white": [Thought(0.1, 0.3, own)]})
        self.assertEqual((losses.games, losses.on_time, losses.own_fault), (3, 3, 1))
        self.assertIn("10.0 ms of its own processor time", losses.notes[0])

    def test_other_faults_are_no_losses_on_time(self) -> None:
        losses = Losses()
        course = Course()
        course.forfeit("black", "crash", "it ended with status 1")
        losses.count(course, {"black": [], "white": []})
        self.assertEqual((losses.on_time, len(losses.other_faults)), (0, 1))

    def test_an_echo_answers_and_pays(self) -> None:
        echo = Echo(shlex.join(ECHO), 30.0)
        self.addCleanup(echo.process.kill)
        clock = RunningClock(Clock(kind="clock", main=30.0), 0.0)
        echo.play(clock)
        self.assertLess(clock.left, 30.0)
        self.assertEqual((len(echo.taken), echo.losses), (1, 0))

    @unittest.skipUnless(sys.platform == "linux", "no processor clocks there")
    def test_the_clock_of_a_process_runs_while_it_works(self) -> None:
        echo = Echo(shlex.join([sys.executable, "-c", "while True: pass"]), 30.0)
        self.addCleanup(echo.process.kill)
        clock = CpuClock(echo.process.pid)
        deadline = time.monotonic() + 30
        while (clock.seconds() or 0) < 0.05 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertGreaterEqual(clock.seconds(), 0.05)
        echo.process.kill()
        self.assertIsNone(since(0.0, clock.seconds()))


class SoakTest(unittest.TestCase):
    def test_one_command_measures_everything(self) -> None:
        words = ("--tries", "2", "--games", "0", "--fast", "1", "--clock", "0.3+0.001", "--movetime", "10", "--pairs", "5")
        done = run("dev/soak", "--engine", TENGEN, "--busy", "1", *words)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(done.stderr, "")
        for said in ("stop, go", "stop, reversi", "stop, gomoku", "YXSTOP", "END to exit", "reversi, 10 ms",
                     "1 games", "at once, beside"):
            self.assertIn(said, done.stdout)

    def test_bad_arguments(self) -> None:
        for words in (["--clock", "soon"], ["--fast", "-1"], ["--tries", "0"], ["--engine", "nothing"]):
            with self.subTest(words):
                self.assertEqual(run("dev/soak", *words).returncode, 2)
