"""Matches between real processes: engines and referees that fail."""

import time
from contextlib import suppress
from dataclasses import replace
from functools import partial

from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.match import EngineSpec, play_match
from tests.matches import MatchCase, nodes
from tests.support import fake


class FaultTest(MatchCase):
    def test_crashes_are_counted_and_the_engine_starts_again(self):
        games = self.against("crash")
        self.assertEqual([(played.end, played.faulty) for played in games], [("crash", "B")] * 4)
        self.assertEqual([played.result for played in games], ["B+F", "W+F"] * 2)
        self.assertEqual(games[0].note, "it ended with status 3")
        # Two moves were played before each crash, so the engine was running again.
        self.assertGreater(min(len(played.moves) for played in games), 3)

    def test_an_illegal_move_loses(self):
        games = self.against("illegal")
        self.assertEqual([(played.end, played.faulty) for played in games], [("illegal", "B")] * 4)
        self.assertIn("a1", games[0].note)

    def test_an_engine_that_refuses_a_legal_move_loses(self):
        games = self.against("refuse")
        self.assertEqual({(played.end, played.faulty) for played in games}, {("illegal", "B")})
        self.assertIn("refused the legal move", games[0].note)

    def test_an_answer_that_is_no_move_loses(self):
        games = self.against("error")
        self.assertEqual({(played.end, played.faulty) for played in games}, {("illegal", "B")})

    def assert_hangs(self, play, moves):
        """Plays two games that B ends by hanging after this many moves, at least. Patience grows until it is long enough for
        the healthy side and the start of both on a busy machine."""
        began, games = time.monotonic(), []
        for patience in (1.0, 5.0, 20.0):
            with suppress(Complaint):
                games = play(patience=patience, games=2, concurrency=2)
                if all(len(played.moves) >= moves and played.faulty == "B" for played in games):
                    break
        self.assertEqual([(played.end, played.faulty) for played in games], [("hang", "B")] * 2)
        self.assertGreaterEqual(min(len(played.moves) for played in games), moves)
        self.assertLess(time.monotonic() - began, 60)

    def test_an_engine_without_an_answer_is_killed(self):
        for fault in ("hang", "flood"):
            with self.subTest(fault):
                self.assert_hangs(partial(self.against, fault), moves=4)

    def test_too_much_time_loses_and_a_margin_forgives(self):
        second = Clock(kind="time", seconds=0.5)
        late = self.against("slow", second, margin=0.1, games=2, concurrency=2)
        self.assertEqual([(played.end, played.result) for played in late], [("time", "B+T"), ("time", "W+T")])
        self.assertEqual([played.faulty for played in late], ["B", "B"])
        main = Clock(kind="clock", main=0.8, increment=0.1)
        self.assertEqual({played.end for played in self.against("slow", main, margin=0.0, games=2, concurrency=2)}, {"time"})
        patient = self.against("none", second, margin=20, games=2, concurrency=2)
        self.assertEqual({played.end for played in patient}, {"score"})

    def test_gomocup_engines_may_fail_too(self):
        def against(fault, **changes):
            match = self.match("gomoku", **changes)
            brain = EngineSpec("B", fake("--protocol", "gomocup", "--fault", fault, "--after", "1"), "gomocup")
            return list(play_match(replace(match, engines=(match.engines[0], brain))))

        for fault, end in (("crash", "crash"), ("illegal", "illegal"), ("error", "illegal")):
            with self.subTest(fault):
                games = against(fault, games=2)
                self.assertEqual([(played.end, played.faulty) for played in games], [(end, "B")] * 2)
        self.assert_hangs(partial(against, "hang"), moves=2)

    def test_a_failing_referee_voids_the_game_and_is_replaced(self):
        # Enough for one game of about sixty moves but not for two.
        judge = fake("--protocol", "referee", "--after", "90")
        games = list(play_match(self.match("reversi", referee=judge)))
        self.assertEqual([played.end for played in games], ["score", "referee"] * 2)
        void = games[1]
        self.assertEqual((void.result, void.winner, void.faulty), ("void", None, None))
        self.assertIn("the referee failed", void.note)
        gone = fake("--protocol", "referee", "--after", "3")
        with self.assertRaisesRegex(Complaint, "the referee failed"):
            list(play_match(self.match("reversi", referee=gone)))

    def test_stderr_is_kept_apart(self):
        self.against("crash", games=2, log=self.folder / "log")
        self.assertIn("about to crash", (self.folder / "log" / "B-1.log").read_text())

    def test_engines_that_cannot_play_are_refused(self):
        for command, sentence in (
            ("/no/such/engine", "can't be started"),
            (fake("--protocol", "nothing"), "it ended with status 1"),
        ):
            match = self.match("reversi")
            other = EngineSpec("B", command)
            with self.assertRaisesRegex(Complaint, f"engine B can't play: .*{sentence}"):
                next(play_match(replace(match, engines=(match.engines[0], other))))
        limited = EngineSpec("B", fake(), clock=nodes(5))
        with self.assertRaisesRegex(Complaint, "B has no GTP command to limit nodes"):
            next(play_match(replace(match, engines=(match.engines[0], limited))))
