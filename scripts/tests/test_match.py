"""Matches between real processes: results, rules, openings and time controls."""

import shlex
from dataclasses import replace

from arena.records import record
from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.match import EngineSpec, play_match
from tests.matches import SIZES, MatchCase, course, nodes
from tests.support import LONG, fake, run, tengen


class MatchTest(MatchCase):
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
        # Each has its own seed.
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
        # It starts once, for the trial, and never again.
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
            # Empty squares count for the winner.
            margin += (64 - len(discs)) * ((margin > 0) - (margin < 0))
            self.assertEqual(played.result, "0" if margin == 0 else f"{'WB'[margin > 0]}+{abs(margin)}")
        self.assertTrue(any("pass" in played.moves for played in games), "no game in which a side had to pass")

    def test_two_runs_are_the_same_with_nodes_fixed(self):
        count = 6 if LONG else 2
        for game in SIZES:
            with self.subTest(game):
                match = self.match(game, openings=None, games=count)
                alone = {played.key: course(played) for played in play_match(match)}
                together = {played.key: course(played) for played in play_match(replace(match, concurrency=2))}
                self.assertEqual(len(alone), count)
                self.assertEqual(alone, together)

    def test_gomocup_and_gtp_play_each_other(self):
        for rules in ("freestyle", "renju"):
            match = self.match("gomoku", rules=rules)
            brain = EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", nodes(200))
            games = list(play_match(replace(match, engines=(match.engines[0], brain))))
            self.assertEqual({played.end for played in games}, {"score"})
            # The protocol does not affect the moves.
            same = replace(match.engines[0], name="B")
            over_gtp = list(play_match(replace(match, engines=(match.engines[0], same))))
            self.assertEqual([course(played) for played in games], [course(played) for played in over_gtp])

    def test_a_gomocup_board_need_not_be_square(self):
        match = self.match("gomoku", size=(12, 9), openings=self.file("small.txt", "F5 G6 E4\n"), games=2)
        brain = EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", Clock(kind="depth", depth=2))
        self.assertEqual(
            {played.end for played in play_match(replace(match, engines=(match.engines[0], brain)))}, {"score"}
        )

    def test_a_brain_that_knows_no_restart_is_started_again(self):
        match = self.match("gomoku", most_moves=12)
        brain = EngineSpec("B", fake("--protocol", "gomocup", "--after", "99"), "gomocup")
        games = list(play_match(replace(match, engines=(match.engines[0], brain))))
        self.assertEqual({played.faulty for played in games}, {None})
        self.assertEqual(len(games), 4)

    def test_a_game_that_lasts_too_long_is_a_draw(self):
        games = list(play_match(self.match("go", most_moves=12, games=2)))
        self.assertEqual([(played.end, played.result, len(played.moves)) for played in games], [("limit", "0", 10)] * 2)

    def test_a_new_process_for_every_game_plays_the_same(self):
        match = self.match("gomoku")
        restarting = tuple(replace(spec, restart=True) for spec in match.engines)
        self.assertEqual(
            [course(played) for played in play_match(replace(match, engines=restarting))],
            [course(played) for played in play_match(match)],
        )

    def test_time_controls_are_kept(self):
        for clock in (Clock(kind="time", seconds=0.02), Clock(kind="clock", main=0.5, increment=0.01)):
            match = self.match("gomoku", games=2, margin=10, concurrency=2)
            engines = (
                EngineSpec("A", tengen(), clock=clock),
                EngineSpec("B", tengen("--protocol", "gomocup"), "gomocup", clock),
            )
            for played in play_match(replace(match, engines=engines)):
                self.assertEqual(played.end, "score")
                bound = clock.seconds + clock.main
                # Far above delays on a busy machine, far below the second of a move without a clock.
                self.assertLess(sorted(played.seconds)[len(played.seconds) // 2], bound + 0.4)

    def test_openings_that_cannot_be_played_are_refused(self):
        for text, sentence in (
            ("d3 d3\n", "white d3 is illegal as move 2"),
            ("\n# nothing\n", "has no openings"),
            ('{"moves": []}\n', "line 1"),
        ):
            match = self.match("reversi", games=2, openings=self.file("bad.txt", text))
            with self.assertRaisesRegex(Complaint, sentence):
                next(play_match(match))

    def test_too_few_openings_are_a_complaint(self):
        match = self.match("reversi", openings=None, opening_moves=1, games=200)
        with self.assertRaisesRegex(Complaint, "openings ran out: .* of 100 openings were found.*--opening-moves"):
            list(play_match(match))


def _replayed(moves: list[str]) -> dict[tuple[int, int], int]:
    """The discs after these moves of Reversi, 1 black and -1 white; fails on an illegal move."""
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
