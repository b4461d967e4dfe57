"""Matches between real processes: results, faults, resuming, shards."""

import json
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from arena.records import record
from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.match import EngineSpec, Match, play_match
from tests.support import OPENINGS, SCRIPTS, TENGEN, InFolder, fake, quietly, run, tengen

SIZES = {"go": (9, 9), "gomoku": (15, 15), "reversi": (8, 8)}
RULES = {"go": "cgos", "gomoku": "freestyle", "reversi": "othello"}
NODES = {"go": 20, "gomoku": 200, "reversi": 200}
MOVES = {"key", "moves", "result", "end", "opening", "black", "white"}


def nodes(count: int) -> Clock:
    return Clock(kind="nodes", nodes=count)


class MatchTest(InFolder):
    def match(self, game: str, **changes) -> Match:
        """Two tengens, a few nodes a move; playouts in Go, which with so few of them never resign."""
        openings = self.file(f"{game}.txt", OPENINGS[game])
        engine = tengen("--model", "none") if game == "go" else tengen()
        first = EngineSpec("A", engine, clock=nodes(NODES[game]))
        second = EngineSpec("B", engine, clock=nodes(NODES[game] // 2))
        komi = 7.0 if game == "go" else None
        usual = Match((first, second), game, SIZES[game], RULES[game], komi, games=4, openings=openings, patience=20)
        return replace(usual, **changes)

    def against(self, fault: str, clock: Clock = Clock(), **changes) -> list[record.Record]:
        """A tengen against an engine that commits a fault on its third move."""
        match = self.match("reversi", **changes)
        other = EngineSpec("B", fake("--fault", fault), clock=clock)
        return list(play_match(replace(match, engines=(match.engines[0], other))))

    def test_every_game_ends_with_a_score(self):
        for game in SIZES:
            with self.subTest(game):
                games = list(play_match(self.match(game)))
                self.assertEqual([played.end for played in games], ["score"] * 4)
                self.assertEqual([played.key for played in games], ["1:0:0", "1:0:1", "1:1:0", "1:1:1"])
                for first, second in (games[:2], games[2:]):
                    self.assertEqual(first.opening, second.opening)
                    self.assertEqual((first.black, first.white), (second.white, second.black))
                self.assertNotEqual(games[0].opening, games[2].opening)

    def test_the_first_engine_has_the_handicap_stones(self):
        match = self.match("go", openings=None, handicap=3, komi=0.5, out=self.folder / "out")
        games = list(play_match(match))
        self.assertEqual({(played.black, played.white) for played in games}, {("A", "B")})
        self.assertEqual(games[0].handicap, ["C3", "G7", "C7"])
        self.assertEqual([played.opening for played in games], [[]] * 4)
        self.assertEqual({played.end for played in games}, {"score"})
        # Each has a seed of its own.
        self.assertEqual(len({tuple(played.moves) for played in games}), 4)
        self.assertEqual(record.read([match.out]), games)
        self.assertEqual(list(play_match(match)), [])
        with self.assertRaisesRegex(Complaint, "handicap 3 in game"):
            list(play_match(replace(match, handicap=4)))
        with self.assertRaisesRegex(Complaint, "fixed_handicap 10"):
            list(play_match(replace(match, handicap=10, out=None)))
        for words in ["--game reversi", "--game go --openings x", "--game go --opening-moves 2"]:
            words = f"{words} --handicap 2 --each cmd=x --engine name=a --engine name=b"
            self.assertRegex(run("match", *words.split()).stderr, "^match: --handicap: ")

    def test_a_handicap_game_lost_at_the_start_keeps_its_stones(self):
        match = self.match("go", openings=None, handicap=3, komi=0.5, games=2, out=self.folder / "out")
        # It starts once, to be tried out, and never again.
        started = self.folder / "started"
        once = f"test ! -e {started} && touch {started} && exec {match.engines[1].command}"
        other = replace(match.engines[1], command=shlex.join(["sh", "-c", once]))
        match = replace(match, engines=(match.engines[0], other))
        games = list(play_match(match))
        self.assertEqual([(played.end, played.faulty) for played in games], [("crash", "B")] * 2)
        self.assertEqual([len(played.handicap) for played in games], [3, 3])
        started.unlink()
        self.assertEqual(list(play_match(match)), [])

    def test_reversi_games_are_by_the_rules(self):
        games = list(play_match(self.match("reversi", games=8)))
        for played in games:
            discs = _replayed(played.opening + played.moves)
            margin = sum(discs.values())
            # Empty squares are the winner's.
            margin += (64 - len(discs)) * ((margin > 0) - (margin < 0))
            self.assertEqual(played.result, "0" if margin == 0 else f"{'WB'[margin > 0]}+{abs(margin)}")
        self.assertTrue(any("pass" in played.moves for played in games), "no game in which a side had to pass")

    def test_two_runs_are_the_same_with_nodes_fixed(self):
        for game in SIZES:
            with self.subTest(game):
                alone = {played.key: _course(played) for played in play_match(self.match(game, openings=None, games=6))}
                together = {
                    played.key: _course(played)
                    for played in play_match(self.match(game, openings=None, games=6, concurrency=2))
                }
                self.assertEqual(len(alone), 6)
                self.assertEqual(alone, together)

    def test_gomocup_and_gtp_play_each_other(self):
        for rules in ("freestyle", "renju"):
            match = self.match("gomoku", rules=rules)
            brain = EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", nodes(200))
            games = list(play_match(replace(match, engines=(match.engines[0], brain))))
            self.assertEqual({played.end for played in games}, {"score"})
            # The protocol makes no difference to what is played.
            same = replace(match.engines[0], name="B")
            over_gtp = list(play_match(replace(match, engines=(match.engines[0], same))))
            self.assertEqual([_course(played) for played in games], [_course(played) for played in over_gtp])

    def test_a_gomocup_board_need_not_be_square(self):
        match = self.match("gomoku", size=(12, 9), openings=self.file("small.txt", "F5 G6 E4\n"), games=2)
        brain = EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", Clock(kind="depth", depth=2))
        self.assertEqual(
            {played.end for played in play_match(replace(match, engines=(match.engines[0], brain)))}, {"score"}
        )

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

    def test_an_engine_without_an_answer_is_killed(self):
        for fault in ("hang", "flood"):
            with self.subTest(fault):
                began = time.monotonic()
                games = self.against(fault, patience=3.0, games=2)
                self.assertEqual([(played.end, played.faulty) for played in games], [("hang", "B")] * 2)
                self.assertLess(time.monotonic() - began, 60)

    def test_too_much_time_loses_and_a_margin_forgives(self):
        second = Clock(kind="time", seconds=0.5)
        late = self.against("slow", second, margin=0.1, games=2)
        self.assertEqual([(played.end, played.result) for played in late], [("time", "B+T"), ("time", "W+T")])
        self.assertEqual([played.faulty for played in late], ["B", "B"])
        main = Clock(kind="clock", main=0.8, increment=0.1)
        self.assertEqual({played.end for played in self.against("slow", main, margin=0.0, games=2)}, {"time"})
        patient = self.against("none", second, margin=20, games=2)
        self.assertEqual({played.end for played in patient}, {"score"})

    def test_gomocup_engines_may_fail_too(self):
        for fault, end in (("crash", "crash"), ("illegal", "illegal"), ("error", "illegal"), ("hang", "hang")):
            with self.subTest(fault):
                match = self.match("gomoku", games=2, patience=3.0 if fault == "hang" else 20)
                brain = EngineSpec("B", fake("--protocol", "gomocup", "--fault", fault, "--after", "1"), "gomocup")
                games = list(play_match(replace(match, engines=(match.engines[0], brain))))
                self.assertEqual([(played.end, played.faulty) for played in games], [(end, "B")] * 2)

    def test_a_failing_referee_voids_the_game_and_is_replaced(self):
        # Enough for one game of about sixty moves, not for two.
        judge = fake("--protocol", "referee", "--after", "90")
        games = list(play_match(self.match("reversi", referee=judge)))
        self.assertEqual([played.end for played in games], ["score", "referee"] * 2)
        void = games[1]
        self.assertEqual((void.result, void.winner, void.faulty), ("void", None, None))
        self.assertIn("the referee failed", void.note)
        gone = fake("--protocol", "referee", "--after", "3")
        with self.assertRaisesRegex(Complaint, "the referee failed"):
            list(play_match(self.match("reversi", referee=gone)))

    def test_a_brain_that_knows_no_restart_is_started_again(self):
        match = self.match("gomoku", most_moves=12)
        brain = EngineSpec("B", fake("--protocol", "gomocup", "--after", "99"), "gomocup")
        games = list(play_match(replace(match, engines=(match.engines[0], brain))))
        self.assertEqual({played.faulty for played in games}, {None})
        self.assertEqual(len(games), 4)

    def test_stderr_is_kept_apart(self):
        self.against("crash", games=2, log=self.folder / "log")
        self.assertIn("about to crash", (self.folder / "log" / "B-1.log").read_text())

    def test_a_game_that_lasts_too_long_is_a_draw(self):
        games = list(play_match(self.match("go", most_moves=12, games=2)))
        self.assertEqual([(played.end, played.result, len(played.moves)) for played in games], [("limit", "0", 10)] * 2)

    def test_a_new_process_for_every_game_plays_the_same(self):
        match = self.match("gomoku")
        restarting = tuple(replace(spec, restart=True) for spec in match.engines)
        self.assertEqual(
            [_course(played) for played in play_match(replace(match, engines=restarting))],
            [_course(played) for played in play_match(match)],
        )

    def test_time_controls_are_kept(self):
        for clock in (Clock(kind="time", seconds=0.05), Clock(kind="clock", main=1.0, increment=0.02)):
            match = self.match("gomoku", games=2, margin=10)
            engines = (
                EngineSpec("A", tengen(), clock=clock),
                EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", clock),
            )
            for played in play_match(replace(match, engines=engines)):
                self.assertEqual(played.end, "score")
                bound = 0.05 if clock.kind == "time" else 1.0
                # Far above what a busy machine adds, far below the second that a move takes without a clock.
                self.assertLess(sorted(played.seconds)[len(played.seconds) // 2], bound + 0.4)

    def test_a_match_goes_on_where_it_was_broken_off(self):
        whole = list(play_match(self.match("gomoku", games=6, out=self.folder / "whole.jsonl")))
        out = self.folder / "part.jsonl"
        match = self.match("gomoku", games=6, out=out)
        games = play_match(match)
        first = [next(games) for _ in range(3)]
        games.close()
        rest = list(play_match(match))
        self.assertEqual([_course(played) for played in first + rest], [_course(played) for played in whole])
        self.assertEqual(list(play_match(match)), [])
        self.assertEqual(len(record.read([out])), 6)

    def test_a_torn_line_is_played_again(self):
        out = self.folder / "torn.jsonl"
        match = self.match("reversi", out=out)
        whole = [_course(played) for played in play_match(match)]
        out.write_bytes(out.read_bytes()[:-40])
        again, said = quietly(lambda: list(play_match(match)))
        self.assertEqual([played.key for played in again], ["1:1:1"])
        self.assertIn("torn", said)
        self.assertEqual([_course(played) for played in record.read([out])], whole)

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
        whole = {played.key: _course(played) for played in play_match(self.match("gomoku", games=8))}
        outs = [self.folder / f"{part}.jsonl" for part in (1, 2, 3)]
        for part, out in enumerate(outs, start=1):
            list(play_match(self.match("gomoku", games=8, shard=(part, 3), out=out)))
        merged = self.folder / "merged.jsonl"
        merged.write_bytes(b"".join(out.read_bytes() for out in outs))
        self.assertEqual({played.key: _course(played) for played in record.read([merged])}, whole)
        self.assertEqual(len(record.pairs(record.read(outs))), 4)

    def test_openings_that_cannot_be_played_are_refused(self):
        for text, sentence in (
            ("d3 d3\n", "white d3 is illegal as move 2"),
            ("\n# nothing\n", "holds no openings"),
            ('{"moves": []}\n', "line 1"),
        ):
            match = self.match("reversi", games=2, openings=self.file("bad.txt", text))
            with self.assertRaisesRegex(Complaint, sentence):
                next(play_match(match))

    def test_too_few_openings_are_a_complaint(self):
        match = self.match("reversi", openings=None, opening_moves=1, games=200)
        with self.assertRaisesRegex(Complaint, "openings ran out: .* of 100 openings were found.*--opening-moves"):
            list(play_match(match))

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
            (["--game", "go"], "two engines make a match, 0 were given"),
            (self.words("--games", "3"), "an even number was expected"),
            (self.words("--komi", "6"), "Reversi"),
            (self.words("--shard", "3/2"), "--shard"),
            (self.words("--openings", "/no/such/file"), "/no/such/file can't be read"),
            (self.words("--referee", "/no/such/referee"), "/no/such/referee"),
            (self.words("--each", "nodes=0", f"cmd={TENGEN}"), "nodes=0: a number above 0 was expected"),
            (self.words("--each", "color=red"), "engine option 'color=red'"),
            (self.words("--out", "/no/such/folder/x"), "/no/such/folder/x can't be written"),
        ):
            done = run("match", *words)
            self.assertEqual(done.returncode, 2, sentence)
            self.assertIn(sentence, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


def _course(played: record.Record) -> dict:
    return {name: value for name, value in vars(played).items() if name in MOVES}


def _replayed(moves: list[str]) -> dict[tuple[int, int], int]:
    """The discs after these moves of Reversi, 1 black and -1 white; fails where a move breaks the rules."""
    discs = {(3, 3): -1, (4, 4): -1, (4, 3): 1, (3, 4): 1}
    directions = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def flipped(at: tuple[int, int], side: int) -> list[tuple[int, int]]:
        found = []
        for dx, dy in directions:
            line = []
            x, y = at[0] + dx, at[1] + dy
            while discs.get((x, y)) == -side:
                line.append((x, y))
                x, y = x + dx, y + dy
            if discs.get((x, y)) == side:
                found += line
        return found

    def can_move(side: int) -> bool:
        return any(flipped((x, y), side) for x in range(8) for y in range(8) if (x, y) not in discs)

    for ply, vertex in enumerate(moves):
        side = -1 if ply % 2 else 1
        if vertex == "pass":
            assert not can_move(side), f"a pass without need after {moves[:ply]}"
            continue
        at = "abcdefgh".index(vertex[0]), int(vertex[1]) - 1
        turned = flipped(at, side)
        assert at not in discs and turned, f"{vertex} after {moves[:ply]}"
        discs.update(dict.fromkeys([at, *turned], side))
    assert not can_move(1) and not can_move(-1), f"{moves} is not over"
    return discs


def _keys(out: Path) -> list[str]:
    """The keys in whole lines of a file that is being written."""
    if not out.exists():
        return []
    return [json.loads(line)["key"] for line in out.read_text().split("\n")[:-1]]
