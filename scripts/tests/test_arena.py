"""Clocks, spellings, files of games and openings, and records, without a process."""

import unittest
from dataclasses import replace

from arena.records import record
from arena.engines.clock import Clock, RunningClock
from arena.complaint import Complaint
from arena.records.ggf import ggf
from arena.options import read_engines
from arena.records.record import Record
from arena.records.sgf import sgf
from arena.engines.vertex import from_xy, spelled, to_xy
from tests.support import InFolder, quietly

GAME = Record(
    key="1:0:0", pair=0, round=0, game="go", size=(9, 9), rules="chinese", komi=7.0, opening=["E5", "C3"],
    moves=["D4", "pass"], seconds=[0.5, 0.25], black="A", white="B", result="B+3.5", winner="black", end="score",
    faulty=None, note="", clock={"black": {"kind": "none"}, "white": {"kind": "none"}},
    began="2026-01-31T12:00:00Z", engines={"A": "a", "B": "b"},
)


class ClockTest(unittest.TestCase):
    def test_limits_are_read_and_written(self):
        for key, value, written in (
            ("nodes", "1000", {"kind": "nodes", "nodes": 1000}),
            ("depth", "4", {"kind": "depth", "depth": 4}),
            ("time", "0.5", {"kind": "time", "seconds": 0.5}),
            ("clock", "60+0.6", {"kind": "clock", "main": 60.0, "increment": 0.6}),
            ("clock", "5", {"kind": "clock", "main": 5.0, "increment": 0.0}),
            ("clock", "none", {"kind": "none"}),
        ):
            self.assertEqual(Clock.parse(key, value).to_json(), written)
            self.assertEqual(Clock.parse(*str(Clock.parse(key, value)).split("=")), Clock.parse(key, value))

    def test_nonsense_is_refused(self):
        for key, value in (
            ("nodes", "0"), ("nodes", "-1"), ("nodes", "many"), ("depth", "1.5"), ("time", "nan"), ("time", "inf"),
            ("time", "-1"), ("clock", ""), ("clock", "0+1"), ("clock", "5+-1"), ("clock", "5+nan"),
        ):
            with self.assertRaisesRegex(Complaint, f"{key}="):
                Clock.parse(key, value)

    def test_time_runs_out(self):
        clock = RunningClock(Clock.parse("clock", "2+1"), margin=0.1)
        self.assertTrue(clock.spend(1.5))
        self.assertAlmostEqual(clock.left, 1.5)
        self.assertTrue(clock.spend(1.55), "within the margin")
        self.assertAlmostEqual(clock.left, 1.0)
        self.assertFalse(clock.spend(1.2))
        each = RunningClock(Clock.parse("time", "1"), margin=0.0)
        self.assertTrue(each.spend(1.0) and each.spend(0.9))
        self.assertFalse(each.spend(1.01))
        self.assertTrue(RunningClock(Clock.parse("nodes", "1"), margin=0.0).spend(1e6))


class SpellingTest(unittest.TestCase):
    def test_vertices(self):
        self.assertEqual([spelled(text, "go") for text in ("d4", "PASS", "Resign")], ["D4", "pass", "resign"])
        self.assertEqual(spelled("D3", "reversi"), "d3")

    def test_points_from_the_upper_left(self):
        self.assertEqual(to_xy("A1", 15), (0, 14))
        self.assertEqual(to_xy("J15", 15), (8, 0))
        for vertex in ("H8", "A15", "P1"):
            self.assertEqual(from_xy(*to_xy(vertex, 15), 15), vertex)
        for x, y in ((0, 15), (25, 3)):
            with self.assertRaises(ValueError):
                from_xy(x, y, 15)


class GameFileTest(unittest.TestCase):
    def test_sgf(self):
        text = sgf(replace(GAME, note="a \\ ] b"))
        self.assertTrue(text.startswith("(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[A]PW[B]"), text)
        self.assertIn("RE[B+3.5]KM[7]\n;B[ee]\n;W[cg]C[end of the opening]\n;B[df]\n;W[]\n;C[a \\\\ \\] b])", text)
        wide = sgf(replace(GAME, game="gomoku", size=(12, 9), komi=None, winner=None, result="void"))
        self.assertIn("GM[4]CA[UTF-8]SZ[12:9]", wide)
        self.assertIn("RE[Void]", wide)

    def test_handicap_stones_stand_in_the_root(self):
        stones = ["C3", "G7"]
        text = sgf(replace(GAME, opening=[], handicap=stones, moves=["E5", "pass"]))
        self.assertIn("KM[7]HA[2]AB[cg][gc]\n;W[ee]\n;B[])", text)

    def test_ggf(self):
        game = replace(GAME, game="reversi", opening=["d3"], moves=["c3", "pass"], result="W+12", winner="white")
        self.assertIn("RE[-12.000]", ggf(game))
        self.assertTrue(ggf(game).endswith(" *]B[D3//0.00]W[C3//0.50]B[PA//0.25];)\n"), ggf(game))
        for end, winner, written in (
            ("resign", "black", "+64.000:r"), ("time", "white", "-64.000:t"), ("crash", "black", "+64.000:l"),
            ("limit", "draw", "+0.000"), ("referee", None, "?"),
        ):
            self.assertIn(f"RE[{written}]", ggf(replace(game, end=end, winner=winner)))


class RecordTest(InFolder):
    def test_a_record_survives_its_line(self):
        self.assertEqual(Record.from_json(GAME.to_json()), GAME)
        self.assertEqual(Record.from_json(GAME.to_json().replace('"handicap":[],', "")), GAME)

    def test_repeats_do_not_count_and_a_torn_end_is_cut(self):
        other = replace(GAME, key="1:0:1", round=1, black="B", white="A")
        text = "\n".join([GAME.to_json(), replace(GAME, result="W+1").to_json(), other.to_json(), ""])
        path = self.file("games.jsonl", text + GAME.to_json()[:50])
        records, said = quietly(lambda: record.read([path, path]))
        self.assertEqual(records, [GAME, other])
        self.assertEqual(said.count("torn"), 2)
        with record.append(path) as writer:
            writer.write(replace(GAME, key="1:1:0", pair=1))
        self.assertEqual([played.key for played in record.read([path])], ["1:0:0", "1:0:1", "1:1:0"])
        self.assertEqual(record.pairs(record.read([path])), [(GAME, other)])

    def test_what_is_no_record_is_named(self):
        for line, sentence in (
            ("{}", "version None"), ("[1]", "a JSON object"), ("{", "not a game's record"),
            ('{"version": 1, "key": "1:0:0"}', "no pair"),
        ):
            path = self.file("bad.jsonl", GAME.to_json() + "\n\n" + line + "\n")
            with self.assertRaisesRegex(Complaint, f"line 3: .*{sentence}"):
                record.read([path])

    def test_scores(self):
        self.assertEqual((GAME.score_of("A"), GAME.score_of("B")), (1.0, 0.0))
        self.assertEqual(replace(GAME, winner="draw").score_of("B"), 0.5)
        self.assertIsNone(replace(GAME, winner=None).score_of("A"))


class EnginesTest(unittest.TestCase):
    def test_what_holds_for_each_engine_gives_way_to_its_own(self):
        first, second = read_engines([["name=A"], ["name=B", "depth=3", "cmd=other -x"]], ["cmd=tengen", "nodes=50"])
        self.assertEqual((first.command, str(first.clock)), ("tengen", "nodes=50"))
        self.assertEqual((second.command, str(second.clock)), ("other -x", "depth=3"))

    def test_nonsense_is_refused(self):
        for words, sentence in (
            (["nodes=5"], "no cmd="), (["cmd=a", "nodes=5", "depth=2"], "nodes and depth"),
            (["cmd=a", "proto=uci"], "gtp or gomocup"), (["cmd='a"], "No closing quotation"),
            (["cmd=a", "dir=/no/such"], "is not a folder"), (["cmd=a", "restart=maybe"], "yes or no"),
            (["cmd"], "KEY=VALUE"),
        ):
            with self.assertRaisesRegex(Complaint, sentence):
                read_engines([words, ["cmd=b"]], [])
        with self.assertRaisesRegex(Complaint, "both engines are called tengen"):
            read_engines([["cmd=x/tengen"], ["cmd=y/tengen"]], [])
