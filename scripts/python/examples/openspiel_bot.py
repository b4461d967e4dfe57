"""A bot for OpenSpiel's Go, gomoku and Othello, instead of its GTPBot.

OpenSpiel's own GTPBot sends move names unchanged, which suits Hex and Havannah. This bot translates them: "B d4" of
OpenSpiel's Go is `D4`, "4,5" of its gomoku `F11`. Needs `pip install open_spiel`. To play against random moves:

    python openspiel_bot.py --game "go(board_size=9)" --games 2 --visits 50
"""

import argparse
import random
from typing import Any, Optional, Sequence

import pyspiel

import tengen

GAMES = {"go": "go", "gomoku": "gomoku", "othello": "othello"}  # OpenSpiel's short names, and Tengen's
COLORS = ("b", "w")  # OpenSpiel's player 0 is black in all three
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class TengenBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of one game that uses an engine over GTP.

    Use it in a `with` block, or call `close`. `engine` takes commands such as `engine.limits(visits=100)`.
    """

    def __init__(self, game: Any, **options: Any) -> None:
        """Starts an engine for the game; `options` are those of `tengen.Gtp`."""
        super().__init__()
        short_name = game.get_type().short_name
        if short_name not in GAMES:
            raise ValueError(f"the game is {short_name}, expected one of {', '.join(GAMES)}")
        parameters = game.get_parameters()
        self._game = game
        self._name = short_name
        self._size = parameters.get("board_size", parameters.get("size", 8))
        size = None if short_name == "othello" else self._size
        self.engine = tengen.Gtp(GAMES[short_name], size=size, **options)
        if short_name == "go":
            # The engine's default rules fit: area scoring, all stones alive in the end, no suicide.
            self.engine.komi(parameters["komi"])

    def step(self, state: Any) -> int:
        """Returns the engine's move; the engine has already played it on its board."""
        color = COLORS[state.current_player()]
        vertex = self.engine.genmove(color)
        if vertex == "resign":
            # OpenSpiel's games have no resignation.
            vertex = "pass" if self._name == "go" else self._any_move(color)
        return int(state.string_to_action(self._to_openspiel(color, vertex)))

    def _any_move(self, color: str) -> str:
        vertex = self.engine.command("all_legal", color).split()[0]
        self.engine.play(color, vertex)
        return vertex

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Sends the engine a move of the other side; `state` is the one before it."""
        self.engine.play(COLORS[player], self._to_gtp(state.action_to_string(player, action)))

    def restart(self) -> None:
        """Begins a game."""
        self.engine.clear_board()

    def restart_at(self, state: Any) -> None:
        """Begins at a state, with the moves that led to it."""
        self.restart()
        replayed = self._game.new_initial_state()
        for action in state.history():
            self.inform_action(replayed, replayed.current_player(), action)
            replayed.apply_action(action)

    def close(self) -> None:
        """Ends the engine."""
        self.engine.close()

    def __enter__(self) -> "TengenBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _to_gtp(self, move: str) -> str:
        word = move.split()[-1]
        if self._name == "gomoku":
            # The row comes first, from the top.
            row, column = map(int, word.split(","))
            return f"{_gtp_column(column)}{self._size - row}"
        return word.lower()

    def _to_openspiel(self, color: str, vertex: str) -> str:
        if self._name == "gomoku":
            row, column = self._size - int(vertex[1:]), _column_number(vertex[0])
            return f"{row},{column}"
        if self._name == "go":
            return f"{color.upper()} {'PASS' if vertex == 'pass' else vertex.lower()}"
        return vertex.lower()


def _gtp_column(number: int) -> str:
    return COLUMNS.replace("i", "")[number].upper()


def _column_number(letter: str) -> int:
    return COLUMNS.replace("i", "").index(letter.lower())


def play_game(game: Any, bot: TengenBot, side: int, choose: random.Random) -> float:
    """Plays a game of the bot, on side 0 or 1, against random moves, and returns its result for the bot."""
    bot.restart()
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if player == side:
            action = bot.step(state)
        else:
            action = choose.choice(state.legal_actions())
            bot.inform_action(state, player, action)
        state.apply_action(action)
    return float(state.returns()[side])


def main(words: Optional[Sequence[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="Play against random moves in OpenSpiel.")
    parser.add_argument("--game", default="othello", help="an OpenSpiel game, such as go(board_size=9) [othello]")
    parser.add_argument("--games", type=int, default=2, help="the number of games, with alternating sides [2]")
    parser.add_argument("--visits", type=int, default=50, help="visits or nodes per move [50]")
    arguments = parser.parse_args(words)
    game = pyspiel.load_game(arguments.game)
    with TengenBot(game) as bot:
        bot.engine.limits(visits=arguments.visits)
        for number in range(arguments.games):
            result = play_game(game, bot, number % 2, random.Random(number))
            print(f"game {number + 1} as {('black', 'white')[number % 2]}: {result:+g}")


if __name__ == "__main__":
    main()
