"""The Python module with the built program, and with misbehaving engines."""

import math
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
import zipfile
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

from tests.support import SCRIPTS, TENGEN, InFolder

PACKAGE = SCRIPTS / "python"
sys.path.insert(0, str(PACKAGE))

import tengen  # noqa: E402
from tengen import Diagram, LadderPosition, LadderQuestion, LifePosition  # noqa: E402

SQUARE_FOUR = ["...XO..", "...XO..", "XXXXO..", "OOOOO..", ".......", ".......", "......."]
# A white group with three points in a row; black's wall is open to the left.
THREE_IN_A_ROW = [
    ".........", ".........", "..X......", ".........", ".........", "..X..X...", "....XXXXX", "...XXOOOO", "....XO...",
]
SNAPBACK = [".X.", "XO.", "..X"]
ENDGAME = "X-XXXXXXOOOOOOXX-OXOXXOX-OXXXOXXOXXXXXXX--XOXXXXOOOOOXXX-OOOOOOO X; B1:+22; A3:+12; % 1"
# Its line has 19 moves.
LONG_LADDER = [
    ".........", "......X..", ".....XOX.", "......OX.", ".........", ".........", ".........", ".........", ".........",
]

# Answers GTP; its argument selects a fault.
FAKE = r"""
import os, sys, time
fault = sys.argv[1]
if fault == "deaf":
    time.sleep(60)
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    if command.startswith("flood"):
        for _ in range(4000):
            sys.stderr.write("x" * 500 + "\n")
        sys.stdout.write("=" + number + " begin\n" + ("y" * 500 + "\n") * 4000 + "\n")
    elif command.startswith("die"):
        sys.stderr.write("first\nout of luck\n")
        sys.stderr.flush()
        os._exit(7)
    elif command.startswith("mute"):
        os.close(1)
        time.sleep(60)
    elif command == "" and number == "quit" and fault == "stubborn":
        time.sleep(60)
    else:
        sys.stdout.write("junk\n=" + number + " " + command + "\n\n")
    sys.stdout.flush()
"""


class WithEngines(InFolder):
    def setUp(self) -> None:
        super().setUp()
        # Every engine is the built one unless the test names another.
        environment = mock.patch.dict(os.environ, {"TENGEN": TENGEN})
        environment.start()
        self.addCleanup(environment.stop)

    def fake(self, fault: str = "none", **options: object) -> tengen.Gtp:
        program = [sys.executable, "-c", FAKE, fault]
        engine = tengen.Gtp(program=program, **options)
        self.addCleanup(engine.close)
        return engine

    def gtp(self, game: str = "othello", **options: object) -> tengen.Gtp:
        # Without the book, which moves at once, and without the network, which is slow in test builds.
        small = ["--memory", "8", "--book", "none", "--model", "none"]
        engine = tengen.Gtp(game, arguments=small, grace=30, **options)
        self.addCleanup(engine.close)
        return engine

    def analysis(self, **options: object) -> tengen.Analysis:
        # Less memory allows only one position at a time.
        analysis = tengen.Analysis(threads=2, arguments=["--memory", "64"], timeout=60, grace=30, **options)
        self.addCleanup(analysis.close)
        return analysis


class ProgramTest(WithEngines):
    def executable(self, name: str) -> Path:
        path = self.file(name + (".exe" if os.name == "nt" else ""), "")
        path.chmod(0o755)
        return path

    def test_the_order_of_places(self) -> None:
        given, variable, own = (self.executable(name) for name in ("given", "variable", "own"))
        on_path = self.executable("tengen")
        with mock.patch.dict(os.environ, {"PATH": str(self.folder), "TENGEN": str(variable)}):
            self.assertEqual(tengen.find_program(given), [str(given)])
            self.assertEqual(tengen.find_program("given"), [str(given)])
            self.assertEqual(tengen.find_program(["given", "-a", "b"]), [str(given), "-a", "b"])
            self.assertEqual(tengen.find_program(), [str(variable)])
            del os.environ["TENGEN"]
            with mock.patch("tengen.program.installed_program", return_value=str(own)):
                self.assertEqual(tengen.find_program(), [str(own)])
            with mock.patch("tengen.program.installed_program", return_value=None):
                self.assertEqual(tengen.find_program(), [str(on_path)])
                on_path.unlink()
                with self.assertRaisesRegex(tengen.ProgramNotFound, "none is on the PATH; name it by .* TENGEN"):
                    tengen.find_program()

    def test_what_is_named_has_to_be_there(self) -> None:
        for named in (self.folder / "nothing", str(self.folder / "nothing"), ["no-such-program", "x"]):
            with self.assertRaisesRegex(tengen.ProgramNotFound, "^the argument names .*, which does not exist$"):
                tengen.Gtp(program=named)
        text = self.file("text", "no program")
        with mock.patch.dict(os.environ, {"TENGEN": str(text)}):
            with self.assertRaisesRegex(tengen.ProgramNotFound, "^the environment variable TENGEN .* cannot be run$"):
                tengen.ladders([])

    def test_the_module_runs_the_program(self) -> None:
        command = [sys.executable, "-m", "tengen", "--version"]
        done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=True)
        self.assertIn(tengen.__version__, done.stdout.split())
        self.assertIn(f'\nversion = "{tengen.__version__}"\n', (SCRIPTS.parent / "Cargo.toml").read_text())


class GtpTest(WithEngines):
    def test_a_game(self) -> None:
        with self.gtp("go", size=9) as engine:
            engine.limits(nodes=2)
            self.assertEqual(engine.name(), "Tengen")
            self.assertIn("ladder", engine.list_commands())
            engine.komi(6.5)
            engine.play("b", "E5")
            self.assertRegex(engine.genmove("w"), r"^[A-HJ][1-9]$")
            # Leading blanks belong to the board.
            self.assertTrue(engine.showboard().startswith("   A B C"))
            engine.undo()
            engine.play("w", "pass")
            engine.boardsize(7)
            self.assertEqual(engine.command("query_boardsize"), "7")
        self.assertEqual(engine.close(), 0)
        with self.assertRaises(tengen.EngineClosed):
            engine.name()

    def test_a_refusal_has_the_engines_text(self) -> None:
        engine = self.gtp()
        with self.assertRaisesRegex(tengen.GtpError, "^play b a1: illegal move$") as caught:
            engine.play("b", "a1")
        self.assertEqual((caught.exception.command, caught.exception.message), ("play b a1", "illegal move"))
        for line in ("name\nquit", "", "name\r"):
            with self.assertRaises(ValueError):
                engine.command(line)
        self.assertEqual(engine.name(), "Tengen")

    def test_passes_are_spelled_in_one_way(self) -> None:
        engine = self.gtp()
        engine.command("set_position", "XO" + "-" * 62, "O")
        self.assertEqual(engine.genmove("w"), "pass")

    def test_replies_go_to_their_commands(self) -> None:
        engine = self.fake()
        replies = [engine.send("echo", number) for number in range(500)]
        self.assertEqual([reply.result(20) for reply in replies], [f"echo {number}" for number in range(500)])

    def test_a_conversation_outlives_a_timeout(self) -> None:
        engine = self.gtp()
        engine.limits(seconds=100)
        with self.assertRaisesRegex(TimeoutError, "no reply to genmove within 0.2 s"):
            engine.genmove("b", timeout=0.2)
        engine.stop()
        # The late move is not a reply to this.
        self.assertEqual(engine.name(), "Tengen")

    def test_another_thread_stops_a_search(self) -> None:
        engine = self.gtp()
        engine.limits(seconds=100)
        threading.Timer(0.2, engine.stop).start()
        self.assertIn(engine.genmove("b"), ("d3", "c4", "f5", "e6"))

    def test_a_stream_ends_with_its_block(self) -> None:
        engine = self.gtp()
        with engine.stream("kata-analyze", "b", 1) as lines:
            first = [line for line, _ in zip(lines, range(3))]
        self.assertTrue(all(line.startswith("info move ") for line in first), first)
        self.assertEqual(engine.name(), "Tengen")
        self.assertEqual(list(engine.stream("list_commands")), engine.list_commands())
        with self.assertRaises(tengen.GtpError):
            list(engine.stream("kata-analyze", "nonsense"))

    def test_floods_block_nobody(self) -> None:
        said = []
        engine = self.fake(on_stderr=said.append)
        replies = [engine.send("flood", "z" * 5000) for _ in range(3)]
        self.assertEqual({len(reply.result(30)) for reply in replies}, {len("begin\n") + 4000 * 501 - 1})
        engine.close()
        self.assertEqual(len(said), 12000)

    def test_a_function_that_fails_does_not_stop_stderr(self) -> None:
        engine = self.fake(on_stderr=lambda line: 1 / 0)
        with self.assertLogs("tengen", "ERROR"):
            engine.command("flood")
        self.assertEqual(engine.command("echo"), "echo")

    def test_an_engine_that_reads_nothing_blocks_no_sender(self) -> None:
        began = time.monotonic()
        with self.assertRaises(tengen.ReplyTimeout):
            self.fake("deaf", timeout=0.2, grace=0.2)
        engine = self.fake()
        engine.send("mute")
        for _ in range(100):
            engine.send("echo", "z" * 10000)
        self.assertLess(time.monotonic() - began, 10)

    def test_death_has_a_status_and_last_words(self) -> None:
        engine = self.fake()
        before = engine.send("echo")
        with self.assertRaisesRegex(tengen.EngineDied, "(?s)ended with status 7: first\nout of luck$") as caught:
            engine.command("die")
        self.assertEqual((caught.exception.status, caught.exception.stderr), (7, "first\nout of luck"))
        self.assertEqual(before.result(1), "echo")
        with self.assertRaises(tengen.EngineDied):
            engine.command("echo")
        self.assertEqual(engine.close(), 7)

    def test_an_engine_that_does_not_start(self) -> None:
        with self.assertRaisesRegex(tengen.EngineDied, "(?s)status 2: .*unknown game 'chess'"):
            tengen.Gtp("chess")

    @unittest.skipIf(os.name == "nt", "signals are POSIX's")
    def test_a_killed_engine_and_one_without_output(self) -> None:
        engine = self.gtp()
        engine.limits(seconds=100)
        waiting = engine.send("genmove", "b")
        os.kill(engine.pid, signal.SIGKILL)
        with self.assertRaisesRegex(tengen.EngineDied, "was ended by signal 9"):
            waiting.result(10)
        with self.assertRaises(tengen.EngineDied):
            self.fake().command("mute")

    def test_the_end_comes_by_itself_or_after_the_grace_period(self) -> None:
        engine = self.gtp()
        engine.limits(seconds=100)
        waiting, began = engine.send("genmove", "b"), time.monotonic()
        self.assertEqual(engine.close(), 0)
        self.assertLess(time.monotonic() - began, 15)
        waiting.result(0)  # quit lets the search end with a move
        stubborn = self.fake("stubborn", grace=0.2)
        began = time.monotonic()
        self.assertNotEqual(stubborn.close(), 0)
        self.assertLess(time.monotonic() - began, 15)


class GomocupTest(WithEngines):
    def brain(self, **options: object) -> tengen.Gomocup:
        brain = tengen.Gomocup(arguments=["--memory", "8"], **options)
        self.addCleanup(brain.close)
        return brain

    def test_a_game(self) -> None:
        said = []
        with self.brain(rule="renju", on_message=said.append) as brain:
            self.assertIn('name="Tengen"', brain.about())
            brain.info("max_node", 200)
            brain.info("show_detail", 1)
            self.assertEqual(brain.begin(), (7, 7))
            self.assertNotEqual(brain.turn(0, 0), (0, 0))
            self.assertTrue(any(line.startswith("MESSAGE") for line in said), said)
            with self.assertRaisesRegex(tengen.GomocupError, "7,7 can't be played"):
                brain.turn(7, 7)
            brain.restart()
            stones = [(7, 7, 1), (7, 8, 2), (8, 7, 1), (8, 8, 2), (9, 7, 1), (0, 0, 2), (10, 7, 1), (14, 14, 2)]
            self.assertIn(brain.board(stones), [(6, 7), (11, 7)])
            brain.takeback(0, 0)
        self.assertEqual(brain.close(), 0)
        with self.assertRaises(tengen.EngineClosed):
            brain.begin()

    def test_boards_and_rules(self) -> None:
        with self.assertRaisesRegex(ValueError, "the rule is 'chess', expected one of freestyle"):
            tengen.Gomocup(rule="chess")
        with self.assertRaises(tengen.GomocupError):
            tengen.Gomocup(size=100)
        brain = self.brain(size=12, height=9)
        with self.assertRaises(tengen.GomocupError):
            brain.turn(0, 9)

    def test_stop_and_timeouts(self) -> None:
        brain = self.brain()
        brain.info("timeout_turn", 100_000)
        threading.Timer(0.3, brain.stop).start()
        self.assertEqual(len(brain.turn(7, 7)), 2)
        for _ in range(2):
            # The second time at once, since a late reply could not be told apart.
            with self.assertRaises(tengen.ReplyTimeout):
                brain.ask("TURN 0,0", timeout=0.2)


class AnalysisTest(WithEngines):
    def test_queries_come_back_as_they_end(self) -> None:
        analysis = self.analysis()
        slow = analysis.submit({"game": "othello", "moves": [["B", "f5"]], "maxTime": 60})
        quick = [analysis.submit({"game": "othello", "moves": [["B", "d3"]], "maxVisits": 50}) for _ in range(20)]
        ended = []
        for query in analysis.as_completed([slow, *quick]):
            ended.append(query)
            if len(ended) == 20:
                slow.terminate()
        self.assertIs(ended[-1], slow)
        result = quick[0].result()
        self.assertEqual((result.turn_number, result.is_during_search, result.id), (1, False, quick[0].id))
        self.assertIn(result.best.move, ("c3", "c5", "e3"))
        self.assertEqual(result.best.pv[0], result.best.move)
        self.assertEqual(result.root_info.current_player, "W")
        self.assertEqual(result.best.fields["depth"], result.root_info.fields["depth"])

    def test_reports_during_the_search(self) -> None:
        analysis = self.analysis()
        query = analysis.submit({
            "game": "othello", "moves": [["B", "f5"]], "maxTime": 60, "reportDuringSearchEvery": 0.05,
            "analyzeTurns": [1, 0],
        })
        with self.assertRaisesRegex(ValueError, "has 2 positions"):
            query.result()
        during = 0
        for report in query.reports():
            during += report.is_during_search
            if during == 4:
                query.terminate()
        self.assertGreaterEqual(during, 4)
        self.assertEqual([result.turn_number for result in query.results()], [0, 1])
        self.assertEqual({report.turn_number for report in query.reports()}, {0, 1})

    def test_go(self) -> None:
        analysis = self.analysis(override={"reportAnalysisWinratesAs": "BLACK"})
        query: tengen.Query = {"moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 4, "maxVisits": 2}
        result = analysis.analyze({**query, "includeOwnership": True, "includePolicy": True, "includeChains": True})
        self.assertEqual((len(result.ownership), len(result.policy), result.fields["chains"]), (20, 21, []))
        self.assertEqual(analysis.analyze(query).ownership, None)
        self.assertEqual(analysis.version()["engineVersion"], tengen.__version__)
        self.assertEqual(len(analysis.models()), 1)
        analysis.clear_cache()

    def test_problem(self) -> None:
        analysis = self.analysis()
        stones = [
            ["B" if mark == "X" else "W", f"({column},{row})"]
            for row, marks in enumerate(THREE_IN_A_ROW)
            for column, mark in enumerate(marks)
            if mark != "."
        ]
        query: tengen.Query = {
            "moves": [], "initialStones": stones, "initialPlayer": "B", "rules": "chinese", "boardXSize": 9,
            "boardYSize": 9, "maxVisits": 1, "includeProblem": True,
        }
        problem = analysis.analyze(query).fields["problem"]
        self.assertEqual((problem["verdict"], problem["goal"], problem["moves"]), ("unsettled", "kill", ["H1"]))
        with self.assertWarnsRegex(tengen.AnalysisWarning, "^includeProblem: the network does not fit this board$"):
            large = analysis.analyze({**query, "initialStones": [], "boardXSize": 25, "boardYSize": 25})
        self.assertNotIn("problem", large.fields)

    def test_refusals_and_remarks(self) -> None:
        analysis = self.analysis()
        with self.assertRaisesRegex(tengen.AnalysisError, "moves: Illegal move 0: a1") as caught:
            analysis.analyze({"game": "othello", "moves": [["B", "a1"]]})
        self.assertEqual(caught.exception.field, "moves")
        with warnings.catch_warnings(record=True) as caught_warnings:
            warnings.simplefilter("always")
            analysis.analyze({"game": "othello", "moves": [], "maxVisits": 1, "maxVisit": 5})
        self.assertRegex(str(caught_warnings[0].message), "^maxVisit: Unexpected")
        self.assertEqual(caught_warnings[0].filename, __file__)
        query: tengen.Query = {"id": "a", "game": "othello", "moves": [], "maxTime": 60}
        running = analysis.submit(query)
        with self.assertRaisesRegex(ValueError, "the id a is under way"):
            analysis.submit(query)
        with self.assertRaises(ValueError):
            analysis.submit({"game": "othello", "moves": [], "maxTime": math.nan})
        with self.assertRaisesRegex(tengen.ReplyTimeout, "query a within 0.1 s"):
            running.result(0.1)
        with self.assertRaisesRegex(tengen.ReplyTimeout, "1 of 1 queries"):
            list(analysis.as_completed([running], timeout=0.1))
        analysis.terminate_all()
        self.assertEqual(running.result().id, "a")
        analysis.analyze({**query, "maxTime": 0.01})

    def test_the_end(self) -> None:
        with self.analysis() as analysis:
            queries = [analysis.submit({"game": "othello", "moves": [], "maxTime": 60}) for _ in range(50)]
            began = time.monotonic()
        self.assertLess(time.monotonic() - began, 15)
        self.assertEqual(analysis.close(), 0)
        # A terminated query has its result so far, or none.
        self.assertTrue(all(query.future.done() for query in queries))
        with self.assertRaises(tengen.EngineClosed):
            analysis.submit({"game": "othello", "moves": []}).results()

    @unittest.skipIf(os.name == "nt", "signals are POSIX's")
    def test_death(self) -> None:
        analysis = self.analysis()
        query = analysis.submit({"game": "othello", "moves": [], "maxTime": 60})
        os.kill(analysis.pid, signal.SIGKILL)
        with self.assertRaisesRegex(tengen.EngineDied, "signal 9"):
            list(query.reports())
        with self.assertRaises(tengen.EngineDied):
            analysis.version()
        with self.assertRaisesRegex(tengen.EngineDied, "(?s)status [12]: .*no/such"):
            tengen.Analysis(config="no/such")


class ToolTest(WithEngines):
    def test_ladders(self) -> None:
        chain = LadderQuestion((1, 1), "attacker")
        (answer,) = tengen.ladders([LadderPosition(SNAPBACK, [chain], id={"any": 1})])
        self.assertEqual((answer.id, answer.at, answer.first, answer.verdict), ({"any": 1}, (1, 1), "attacker", "captured"))
        self.assertEqual((answer.moves, answer.pv[0], answer.ko), (((1, 2), (2, 1)), (1, 2), None))
        everything = tengen.ladders([LadderPosition(SNAPBACK)] * 3, threads=2)
        self.assertEqual([answer.id for answer in everything], [0] * 4 + [1] * 4 + [2] * 4)
        long = LadderPosition(LONG_LADDER, [LadderQuestion((6, 2))])
        verdicts = [tengen.ladders([long], budget=budget)[0].verdict for budget in (2, None)]
        self.assertEqual(verdicts, ["unknown", "captured"])
        self.assertEqual(tengen.ladders([]), [])

    def test_bad_ladders_do_not_spoil_the_others(self) -> None:
        questions = [LadderQuestion((0, 0)), LadderQuestion((1, 1))]
        bad = LadderPosition(["no", "board"])
        with self.assertRaisesRegex(tengen.InputError, r"^input 0: at: no stone at \[0,0\] \(2 faults\)$") as caught:
            tengen.ladders([LadderPosition(SNAPBACK, questions), bad, LadderPosition(SNAPBACK, questions[1:])])
        self.assertEqual([fault.number for fault in caught.exception.faults], [0, 1])
        self.assertEqual([answer.id for answer in caught.exception.answers], [0, 2])

    def test_life(self) -> None:
        first, second = tengen.life([LifePosition(SQUARE_FOUR, [(3, 0)], id="a")], memory=8)
        self.assertEqual((first.id, first.target, first.first, first.verdict), ("a", ((3, 0),), "attacker", "captured"))
        self.assertEqual((first.moves, first.best, first.how), (((1, 0), (1, 1)), ((1, 1),), None))
        self.assertEqual((second.first, second.verdict, second.how), ("defender", "lives", "eyes"))
        self.assertIn((0, 0), second.region)
        (open_group, _) = tengen.life([LifePosition([".......", "..X....", *["......."] * 5], [(2, 1)])], memory=8)
        self.assertEqual((open_group.verdict, open_group.moves), ("not enclosed", ()))
        self.assertTrue(open_group.reason)
        with self.assertRaises(tengen.InputError) as caught:
            tengen.life([LifePosition(SQUARE_FOUR, [(0, 0)]), LifePosition(SQUARE_FOUR, [(3, 0)])], memory=8)
        self.assertEqual([fault.number for fault in caught.exception.faults], [0])
        self.assertEqual(len(caught.exception.answers), 2)

    def test_diagrams(self) -> None:
        first, second, unknown = tengen.diagrams(
            [Diagram(THREE_IN_A_ROW, "black", id="a"), Diagram(THREE_IN_A_ROW, "white"), Diagram(["." * 5] * 5, "white")],
            memory=64,
        )
        self.assertEqual((first.id, first.verdict, first.goal, first.kind), ("a", "unsettled", "kill", "unconditional"))
        self.assertEqual((first.moves, first.line[0], first.threats), (((7, 8),), (7, 8), None))
        self.assertEqual({wrong.move: wrong.line[0] for wrong in first.refutations}, {(6, 8): (7, 8), (8, 8): (7, 8)})
        self.assertEqual((len(first.target), set(first.target) <= set(first.region)), (5, True))
        self.assertEqual((second.id, second.goal, second.moves, second.line), (1, "live", ((7, 8),), ((7, 8),)))
        self.assertEqual((unknown.verdict, unknown.goal, unknown.moves, unknown.refutations), ("unknown", None, (), ()))
        [unread] = tengen.diagrams([Diagram(THREE_IN_A_ROW, "black")], budget=1, memory=64)
        self.assertEqual((unread.verdict, unread.moves, unread.target), ("unknown", (), ()))
        self.assertEqual([(area.outcome, area.black, area.white) for area in unread.tried], [("limit", "unknown", "lives")])
        self.assertEqual((unread.tried[0].target, unread.tried[0].region), (first.target, first.region))
        self.assertGreater(len(unread.line), 0)
        with self.assertRaisesRegex(tengen.InputError, "input 0: .*red") as caught:
            tengen.diagrams([Diagram(THREE_IN_A_ROW, "red"), Diagram(THREE_IN_A_ROW, "white")], memory=64)
        self.assertEqual([answer.id for answer in caught.exception.answers], [1])

    def test_endgames(self) -> None:
        full = "X" * 64 + "O"
        wrong = ENDGAME.replace("+22", "-64")
        lines = [ENDGAME, full, wrong, "X" * 62 + "-O O"]
        solved, lost, again, passing = tengen.solve(lines, memory=8)
        self.assertEqual((solved.score, solved.outcome, solved.best_moves, solved.empties), (22, "win", ("b1",), 6))
        self.assertEqual((solved.position, lost.score, lost.outcome, lost.best_moves), (ENDGAME, -64, "loss", ()))
        self.assertGreater(solved.nodes, 0)
        self.assertEqual(again.score, 22)
        self.assertEqual((passing.score, passing.empties), (-64 + 2, 1))
        (won,) = tengen.solve([ENDGAME], outcome_only=True, memory=8)
        self.assertEqual((won.outcome, won.score), ("win", None))
        with self.assertRaisesRegex(tengen.InputError, "input 0: expected 64 squares, saw 3") as caught:
            tengen.solve(["foo", full, "", "% a comment"], memory=8)
        self.assertEqual([fault.number for fault in caught.exception.faults], [0, 2, 3])
        self.assertEqual([result.position for result in caught.exception.answers], [full])
        with self.assertRaises(ValueError):
            tengen.solve([f"{full}\n{full}"])

    def test_annotated_games(self) -> None:
        game = self.file("a game.sgf", "(;GM[2]FF[4];B[f5];W[d6]N[kept])")
        bad = self.file("bad.sgf", "no game")
        out = self.folder / "new" / "folder"
        (annotated,) = tengen.annotate([game], out=out, visits=20)
        self.assertEqual(annotated, out / "a game.sgf")
        self.assertRegex(annotated.read_text(), r"W\[d6\]N\[kept\]SBKV\[")
        with self.assertRaisesRegex(tengen.InputError, "input 1: .*bad.sgf: .*expected a game") as caught:
            tengen.annotate([game, bad], out=out, visits=20)
        self.assertEqual(caught.exception.answers, [annotated])
        self.assertEqual(tengen.annotate([]), [])
        annotated.write_text("mine")
        with self.assertRaises(tengen.TengenError):
            tengen.annotate([game], out=out, visits=20)
        self.assertEqual(annotated.read_text(), "mine")

    def test_faults_of_the_whole_run(self) -> None:
        with self.assertRaisesRegex(tengen.EngineDied, "(?s)status 2: .*--threads"):
            tengen.solve([ENDGAME], threads=0)
        other = [sys.executable, "-c", "print('hello')"]
        with self.assertRaisesRegex(tengen.EngineDied, "it wrote 'hello', expected a JSON object"):
            tengen.ladders([LadderPosition(SNAPBACK)], program=other)
        slow = [sys.executable, "-c", "import time; time.sleep(60)"]
        with self.assertRaisesRegex(tengen.ReplyTimeout, "no reply to solve within 0.2 s"):
            tengen.solve([ENDGAME], program=slow, timeout=0.2)


@unittest.skipUnless(find_spec("hatchling"), "hatchling is not installed")
class WheelTest(InFolder):
    def build(self, folder: str, **environment: str) -> "tuple[str, list[str]]":
        """The name of a wheel and its files."""
        out = self.folder / folder
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
        done = subprocess.run(
            command, cwd=PACKAGE, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        (wheel,) = out.iterdir()
        with zipfile.ZipFile(wheel) as files:
            return wheel.name, files.namelist()

    def test_a_pure_wheel_and_one_with_a_program(self) -> None:
        version = tengen.__version__
        name, files = self.build("pure")
        self.assertEqual(name, f"tengen-{version}-py3-none-any.whl")
        self.assertIn("tengen/py.typed", files)
        self.assertFalse([file for file in files if "scripts" in file])
        program, notices = self.file("program", "MZ"), self.file("notices", "of others")
        name, files = self.build(
            "whole",
            TENGEN_WHEEL_PROGRAM=str(program),
            TENGEN_WHEEL_PLATFORM="win_amd64",
            TENGEN_WHEEL_NOTICES=str(notices),
        )
        self.assertEqual(name, f"tengen-{version}-py3-none-win_amd64.whl")
        self.assertIn(f"tengen-{version}.data/scripts/tengen.exe", files)
        self.assertIn(f"tengen-{version}.dist-info/extra_metadata/THIRD-PARTY.txt", files)

    def test_a_program_that_does_not_run_here_needs_a_platform(self) -> None:
        program = self.file("program", "MZ")
        program.chmod(0o755)
        with self.assertRaisesRegex(AssertionError, "does not run here, set its platform in TENGEN_WHEEL_PLATFORM"):
            self.build("whole", TENGEN_WHEEL_PROGRAM=str(program))


if __name__ == "__main__":
    unittest.main()
