"""The examples of the Python module, with the built program."""

import importlib
import json
import os
import re
import subprocess
import sys
import types
import unittest
from importlib.util import find_spec
from typing import Any
from unittest import mock

from tests.support import SCRIPTS, TENGEN, InFolder

PACKAGE = SCRIPTS / "python"
EXAMPLES = PACKAGE / "examples"
README = PACKAGE / "README.md"


def run(script: str, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs an example to its end."""
    environment = {**os.environ, "TENGEN": TENGEN, "PYTHONPATH": str(PACKAGE)}
    command = [sys.executable, str(EXAMPLES / script), *words]
    return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False, timeout=120)


class ReadmeTest(InFolder):
    def test_the_first_session(self) -> None:
        code, shown = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", README.read_text(), re.DOTALL).groups()
        done = run(str(self.file("session.py", code)))
        self.assertEqual(done.stdout, shown, done.stderr)


class LadderQuizTest(InFolder):
    def test_answers_are_judged(self) -> None:
        done = run("ladder_quiz.py", "--seed", "3", "--questions", "4", typed="y\nwhat\ny\ny\ny\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        right, wrong = done.stdout.count("Right: it is captured."), done.stdout.count("Wrong: it escapes.")
        self.assertEqual(right + wrong, 4, done.stdout)
        self.assertTrue(done.stdout.endswith(f"\n{right} of 4 right\n"))
        again = run("ladder_quiz.py", "--seed", "3", "--questions", "4", typed="n\nq\n")
        self.assertTrue(again.stdout.endswith(" of 1 right\n"))
        self.assertEqual(again.stdout.split("y, n or q")[0], done.stdout.split("y, n or q")[0])

    def test_boards_of_a_file(self) -> None:
        # The same ladder with and without a stone that breaks it.
        rows = [".........", "......X..", ".....XOX.", "......OX.", *["........."] * 5]
        broken = [*rows[:6], ".O.......", *rows[7:]]
        boards = "".join(f'{{"rows":{row}}}\n'.replace("'", '"') for row in (rows, broken))
        done = run("ladder_quiz.py", "--positions", str(self.file("boards.jsonl", boards)), "--seed", "1", typed="y\ny\n")
        self.assertIn("Is the white chain at G7 captured in a ladder?", done.stdout)
        self.assertIn("  7 . . . . . X(O)X .", done.stdout)
        self.assertIn("1 of 2 right", done.stdout)
        none = run("ladder_quiz.py", "--positions", str(self.file("none.jsonl", '{"rows":["..",".."]}\n')))
        self.assertEqual((none.returncode, none.stderr), (1, "no ladder is long enough; try --least-moves 3\n"))


class PoolTest(InFolder):
    def test_answers_come_in_the_order_of_the_queries(self) -> None:
        queries = [
            '{"id":"two","game":"othello","moves":[["B","f5"]],"analyzeTurns":[0,1],"maxVisits":50}',
            '{"id":"bad","game":"othello","moves":[["B","a1"]]}',
            "[1]",
            "",
            '{"id":"one","game":"gomoku","moves":[["B","H8"]],"maxVisits":50}',
        ]
        done = run("pool.py", str(self.file("queries.jsonl", "\n".join(queries))))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        two, bad, array, one = map(json.loads, done.stdout.splitlines())
        self.assertEqual([turn["turn"] for turn in two["turns"]], [0, 1])
        self.assertRegex(two["turns"][0]["move"], "^[a-h][1-8]$")
        self.assertTrue(0 < two["turns"][1]["winrate"] < 1)
        self.assertIn("the move flips nothing", bad["error"])
        self.assertEqual(array, {"query": "[1]", "error": "a query is an object"})
        self.assertEqual((one["id"], one["turns"][0]["turn"]), ("one", 1))


class AnnotateFolderTest(InFolder):
    def test_a_tree_with_a_bad_file(self) -> None:
        inner = self.folder / "games" / "inner"
        inner.mkdir(parents=True)
        self.file("games/one.sgf", "(;GM[2]FF[4];B[f5];W[f6];B[f7];W[d6])")
        self.file("games/inner/one.sgf", "(;GM[4]FF[4]SZ[15];B[hh];W[ih];B[hg])")
        self.file("games/bad.sgf", "no game")
        games, out = self.folder / "games", self.folder / "out"
        done = run("annotate_folder.py", str(games), str(out), "--visits", "20", "--moves", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^\S*bad.sgf: .*expected a game.*\n$")
        self.assertIn(f"{inner / 'one.sgf'} -> {out / 'inner' / 'one.sgf'}", done.stdout)
        self.assertRegex(done.stdout, r"one.sgf\n  move   [234] [a-h][1-8]   lost \d+\.\d %")
        self.assertEqual(sorted(path.name for path in out.rglob("*.sgf")), ["one.sgf", "one.sgf"])
        again = run("annotate_folder.py", str(games), str(out), "--visits", "20", "--moves", "1")
        self.assertEqual(sorted(again.stdout.splitlines()), sorted(done.stdout.splitlines()))


class StandInState:
    """The parts of OpenSpiel's Go and gomoku states that the bot uses: move names and the side to move."""

    def __init__(self, names: "list[str]", colored: bool) -> None:
        self.names, self.colored, self.moves = names, colored, []

    def current_player(self) -> int:
        return len(self.moves) % 2

    def history(self) -> "list[int]":
        return list(self.moves)

    def apply_action(self, action: int) -> None:
        self.moves.append(action)

    def action_to_string(self, player: int, action: int) -> str:
        return f"{'BW'[player]} {self.names[action]}" if self.colored else self.names[action]

    def string_to_action(self, text: str) -> int:
        names = [self.action_to_string(self.current_player(), action) for action in range(len(self.names))]
        return names.index(text)


class StandInGame:
    """OpenSpiel's Go on 5x5 or gomoku on 9x9."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_type(self) -> Any:
        return types.SimpleNamespace(short_name=self.name)

    def get_parameters(self) -> "dict[str, Any]":
        return {"board_size": 5, "komi": 6.5} if self.name == "go" else {"size": 9}

    def new_initial_state(self) -> StandInState:
        if self.name == "go":
            return StandInState([f"{column}{row}" for row in range(1, 6) for column in "abcde"] + ["PASS"], True)
        return StandInState([f"{row},{column}" for row in range(9) for column in range(9)], False)


class OpenSpielTest(InFolder):
    def bot(self, name: str) -> Any:
        stand_in = types.ModuleType("pyspiel")
        stand_in.Bot = object
        path = [str(PACKAGE), str(EXAMPLES), *sys.path]
        with mock.patch.dict(sys.modules, {"pyspiel": stand_in}), mock.patch.object(sys, "path", path):
            sys.modules.pop("openspiel_bot", None)
            module = importlib.import_module("openspiel_bot")
            sys.modules.pop("openspiel_bot")
        options = {"program": TENGEN, "arguments": ["--memory", "8", "--model", "none"]}
        bot = module.TengenBot(StandInGame(name), **options)
        self.addCleanup(bot.close)
        bot.engine.limits(nodes=20)
        return bot

    def test_moves_of_go(self) -> None:
        bot = self.bot("go")
        self.assertEqual(bot.engine.command("get_komi"), "6.5")
        state = StandInGame("go").new_initial_state()
        for text in ("B c3", "W PASS", "B e1"):
            state.apply_action(state.string_to_action(text))
        bot.restart_at(state)
        self.assertEqual(bot.engine.command("move_history").lower(), "black e1\nwhite pass\nblack c3")
        name = state.action_to_string(1, bot.step(state))
        self.assertEqual(bot.engine.command("last_move").lower(), f"white {name[2:]}".lower())
        # Black's stones fill the board except two eyes, and suicide is illegal.
        bot.restart()
        bot.engine.command("set_position", *(f"b {c}{r}" for c in "abcde" for r in range(1, 6) if c + str(r) not in ("a1", "e5")))
        self.assertEqual(state.action_to_string(1, bot.step(state)), "W PASS")

    def test_moves_of_gomoku(self) -> None:
        bot = self.bot("gomoku")
        state = StandInGame("gomoku").new_initial_state()
        # Black has a four in the first row, with one free end.
        for text in ("0,1", "0,0", "0,2", "5,5", "0,3", "5,7", "0,4", "7,7"):
            state.apply_action(state.string_to_action(text))
        bot.restart_at(state)
        self.assertEqual(bot.engine.command("list_stones", "b").split(), ["B9", "C9", "D9", "E9"])
        self.assertEqual(state.action_to_string(0, bot.step(state)), "0,5")

    def test_other_games_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "the game is hex, expected one of go, gomoku, othello"):
            self.bot("hex")

    @unittest.skipUnless(find_spec("pyspiel"), "open_spiel is not installed")
    def test_matches_in_openspiel(self) -> None:
        for game in ("go(board_size=5)", "gomoku(size=9)", "othello"):
            done = run("openspiel_bot.py", "--game", game, "--games", "2", "--visits", "5")
            self.assertEqual(done.stdout.splitlines(), ["game 1 as black: +1", "game 2 as white: +1"], done.stderr)


if __name__ == "__main__":
    unittest.main()
