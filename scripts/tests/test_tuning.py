import json
import shlex
import subprocess
import unittest
from dataclasses import replace
from unittest import mock
from xml.etree import ElementTree

from arena import tuning
from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.engines.settings import EngineSpec, Match
from arena.stats.spsa import Spsa
from arena.tuning import Tuning, parameter, picture
from tests import support
from tests.games import a_game
from tests.support import SCRIPTS, TENGEN, InFolder, tengen

KNOWN = {
    "go.explore": {"name": "go.explore", "whole": False, "value": 1.0, "min": 0.0, "max": 5.0, "step": 0.25},
    "gomoku.tempo": {"name": "gomoku.tempo", "whole": True, "value": 60, "min": -100, "max": 300, "step": 20},
}


def a_run(folder, words=(["go.explore"], ["gomoku.tempo", "start=10"]), iterations=6):
    """A run with simulated games."""
    book = folder / "book"
    book.write_text("C3 C4\nD4 D5\n", encoding="utf-8")
    engines = tuple(EngineSpec(name, "tengen", clock=Clock.parse("nodes", "10")) for name in ("plus", "minus"))
    match = Match(engines, "go", (5, 5), "chinese", 7.0, games=2, openings=book)
    numbers = tuple(parameter(word, KNOWN) for word in words)
    return Tuning(Spsa(numbers, iterations, 1), match, folder / "journal")


def likes_much_exploring(match):
    """A match won by the engine that explores more."""
    more = max(match.engines, key=lambda spec: float(spec.command.split("go.explore=")[1].split()[0]))
    for side in (0, 1):
        black, white = match.engines if side == 0 else match.engines[::-1]
        yield a_game(f"1:0:{side}", black.name, white.name, "black" if black is more else "white")


class Runs(InFolder):
    def setUp(self):
        super().setUp()
        patch = mock.patch.object(tuning, "play_match", side_effect=likes_much_exploring)
        self.play = patch.start()
        self.addCleanup(patch.stop)

    def test_the_winner_is_followed(self):
        run = a_run(self.folder)
        steps = list(run.run(run.finished()))
        self.assertEqual([step.iteration for step in steps], [1, 2, 3, 4, 5, 6])
        for before, after in zip([run.spsa.start(), *(step.theta for step in steps)], steps):
            self.assertGreater(after.theta["go.explore"], before["go.explore"])
            self.assertEqual(abs(after.result), 2)
        for call in self.play.call_args_list:
            plus, minus = call.args[0].engines
            self.assertRegex(plus.command, r"^tengen --param go\.explore=[0-9.]+ --param gomoku\.tempo=-?\d+$")
            self.assertNotEqual(plus.command, minus.command)

    def test_a_torn_run_goes_on_as_if_nothing_had_happened(self):
        whole = a_run(self.folder)
        expected = list(whole.run(whole.finished()))
        text = whole.journal.read_text(encoding="utf-8")
        lines = text.splitlines(True)
        self.assertEqual(len(lines), 7)
        for kept in ("", "".join(lines[:1]), "".join(lines[:4]), "".join(lines[:4]) + lines[4][:20]):
            whole.journal.write_text(kept, encoding="utf-8")
            finished = whole.finished()
            self.assertEqual(finished + list(whole.run(finished)), expected)
            self.assertEqual(whole.journal.read_text(encoding="utf-8"), text)

    def test_another_run_is_not_mixed_in(self):
        run = a_run(self.folder)
        list(run.run(run.finished()))
        with self.assertRaisesRegex(Complaint, r"other settings \(iterations\)"):
            a_run(self.folder, iterations=7).finished()
        with self.assertRaisesRegex(Complaint, r"other settings \(parameters\)"):
            a_run(self.folder, words=(["go.explore"],)).finished()
        other = replace(run, match=replace(run.match, komi=6.5))
        with self.assertRaisesRegex(Complaint, r"other settings \(komi\)"):
            other.finished()
        run.journal.write_text('{"key": 1}\n[]\n', encoding="utf-8")
        with self.assertRaisesRegex(Complaint, "is not the journal"):
            run.finished()

    def test_faults_are_counted_and_void_games_move_nothing(self):
        crash = a_game("1:0:0", "plus", "minus", "white", end="crash", faulty="plus")
        void = a_game("1:0:1", "minus", "plus", None)
        self.play.side_effect = lambda match: iter((crash, void))
        run = a_run(self.folder, iterations=1)
        (step,) = run.run(run.finished())
        self.assertEqual((step.result, step.faults), (-1, 2))

    def test_the_picture_shows_every_number_from_start_to_end(self):
        run = a_run(self.folder, iterations=1000)
        steps = []
        for step in run.run(run.finished()):
            steps.append(step)
            if step.iteration == 450:
                break
        drawing = ElementTree.fromstring(picture(run.spsa, steps))
        curves = drawing.findall("{*}polyline")
        self.assertEqual(len(curves), 2)
        for curve in curves:
            self.assertLess(len(curve.get("points").split()), 410)
        ends = [float(curve.get("points").split()[-1].split(",")[0]) for curve in curves]
        self.assertEqual(ends[0], ends[1])
        self.assertIn("gomoku.tempo -100 to 300", "".join(drawing.itertext()))
        ElementTree.fromstring(picture(run.spsa, []))


class Numbers(unittest.TestCase):
    def test_what_is_not_said_comes_from_the_engine(self):
        number = parameter(["gomoku.tempo"], KNOWN)
        self.assertEqual((number.start, number.low, number.high, number.c_end), (60, -100, 300, 20))
        number = parameter(["go.explore", "start=2", "max=3", "c_end=0.1", "r_end=0.03"], KNOWN)
        self.assertEqual((number.start, number.low, number.high), (2.0, 0.0, 3.0))
        self.assertEqual((number.c_end, number.r_end, number.whole), (0.1, 0.03, False))

    def test_bad_ones_are_refused_with_a_sentence(self):
        for words, sentence in (
            (["go.exploit"], "has no parameter of this name"),
            (["go.explore", "start"], "expected a number"),
            (["go.explore", "start=x"], "expected a number"),
            (["go.explore", "begin=1"], "expected a number for one of start, min, max, c_end, r_end"),
            (["go.explore", "start=6"], "from 0 to 5"),
            (["go.explore", "max=9"], "from 0 to 5"),
            (["go.explore", "start=nan"], "from 0 to 5"),
            (["go.explore", "c_end=0"], "above 0"),
            (["go.explore", "r_end=nan"], "above 0"),
        ):
            with self.assertRaisesRegex(Complaint, sentence):
                parameter(words, KNOWN)


class Script(InFolder):
    def tune(self, *words):
        return support.run("dev/tune", "--game", "gomoku", "--journal", str(self.folder / "journal"), *words)

    def test_an_engine_without_numbers_is_refused(self):
        ended = self.tune("--iterations", "1", "--engine", "cmd=false", "--param", "gomoku.tempo")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("build the engine with cargo build --release --features tuning", ended.stderr)
        self.assertFalse((self.folder / "journal").exists())

    def test_the_example_of_the_help_names_numbers_of_the_engine(self):
        shown = subprocess.run([str(SCRIPTS / "dev" / "tune"), "--help"], capture_output=True, text=True, check=True).stdout
        words = shlex.split(shown.split("example:")[1].replace("\\\n", " "))
        names = [words[at + 1] for at, word in enumerate(words) if word == "--param"]
        source = (SCRIPTS.parent / "src" / "gomoku" / "params.rs").read_text(encoding="utf-8")
        self.assertTrue(names)
        for name in names:
            game, number = name.split(".")
            self.assertEqual(game, "gomoku")
            self.assertRegex(source, rf"\b{number}: ")

    def test_a_tuning_build_is_tuned(self):
        require_tuning_build(self)
        words = ["--engine", f"cmd={tengen()}", "nodes=50", "--size", "9", "--referee", tengen(), "--iterations", "3"]
        words += ["--param", "gomoku.reverse_futility_margin", "start=10", "r_end=0.5", "--param", "gomoku.breadth"]
        drawn = self.folder / "way.svg"
        ended = self.tune(*words, "--picture", str(drawn))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("3 of 3 iterations, 0 games with faults", ended.stdout)
        ElementTree.fromstring(drawn.read_text(encoding="utf-8"))
        lines = (self.folder / "journal").read_text(encoding="utf-8").splitlines()
        self.assertEqual([json.loads(line)["iteration"] for line in lines[1:]], [1, 2, 3])
        again = self.tune(*words)
        self.assertEqual(again.stdout.splitlines()[-3:], ended.stdout.splitlines()[-3:])


def require_tuning_build(test):
    """Skips a test unless the build is a tuning build."""
    if subprocess.run([TENGEN, "params"], capture_output=True, check=False).returncode:
        test.skipTest("TENGEN is no tuning build")


class TuningBuild(unittest.TestCase):
    """The tuning build of the program."""

    def setUp(self):
        require_tuning_build(self)

    def last_report(self, param):
        """The last report of a short gomoku search with this parameter set."""
        session = "limits nodes 200\nplay b h8\nplay w c12\nlz-genmove_analyze b\n"
        words = [TENGEN, "--memory", "8", "--game", "gomoku", "--param", param]
        ended = subprocess.run(words, input=session, capture_output=True, text=True, check=True)
        return [line for line in ended.stdout.splitlines() if line.startswith("info")][-1]

    def test_numbers_are_listed(self):
        listed = subprocess.run([TENGEN, "params"], capture_output=True, text=True, check=True).stdout
        numbers = {number["name"]: number for number in map(json.loads, listed.splitlines())}
        explore = numbers["go.explore"]
        self.assertEqual((explore["whole"], explore["value"]), (False, 1.0))
        self.assertEqual((explore["min"], explore["max"], explore["step"]), (0.0, 5.0, 0.25))

    def test_numbers_are_set(self):
        # The search is the same, but the same advantage is a more certain win.
        sure, unsure = self.last_report("gomoku.winrate_scale=10"), self.last_report("gomoku.winrate_scale=1000")
        self.assertNotEqual(sure, unsure)

    def test_wrong_numbers_are_refused(self):
        for param, sentence in (
            ("go.exploit=1", "unknown number go.exploit"),
            ("go.explore=6", "go.explore must be from 0 to 5"),
            ("gomoku.breadth=60.5", "gomoku.breadth must be a whole number"),
        ):
            refused = subprocess.run([TENGEN, "--param", param], input="", capture_output=True, text=True, check=False)
            self.assertNotEqual(refused.returncode, 0, param)
            self.assertIn(sentence, refused.stderr)
