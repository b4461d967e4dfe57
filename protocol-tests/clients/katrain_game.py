"""KaTrain's engine and game without a window: a game by several of its players, undo, analyses, a region, pondering."""

import shlex
import sys
import time
from unittest.mock import Mock

from katrain.core import constants
from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game

PLAYERS = (constants.AI_DEFAULT, constants.AI_WEIGHTED, constants.AI_POLICY, constants.AI_TERRITORY)
MOST_MOVES = 24
EARLY = 4


class Window(KaTrainBase):
    """A replacement of KaTrain's window for its engine."""

    def __init__(self) -> None:
        super().__init__(force_package_config=True, debug_level=0)
        self.errors: list[str] = []
        self.controls = Mock()

    def log(self, message, level=constants.OUTPUT_INFO) -> None:
        if level == constants.OUTPUT_ERROR:
            self.errors.append(message)

    def __call__(self, *_words, **_options) -> None:
        """Accepts the commands for the window."""


def wait_for(node) -> None:
    """Waits for the analysis of a node."""
    end = time.monotonic() + 60
    while not node.analysis_complete:
        assert time.monotonic() < end, "no analysis in a minute"
        time.sleep(0.01)


def main() -> None:
    window = Window()
    # KaTrain's "alternative command", without a network, so that the engine uses its own. KaTrain kills the shell that
    # runs it, not the shell's children.
    command = f"exec {shlex.quote(sys.argv[1])} analysis"
    bounds = {"max_visits": 12, "fast_visits": 6, "max_time": 5}
    config = {**window.config("engine"), "backend": "custom", "altcommand": command, **bounds}
    engine = KataGoEngine(window, config)
    assert engine.katago_process is not None, window.errors
    game = Game(window, engine, game_properties={"SZ": "7"})
    for number in range(MOST_MOVES):
        if game.end_result:
            break
        wait_for(game.current_node)
        player = PLAYERS[number % len(PLAYERS)]
        generate_ai_move(game, player, window.config(f"ai/{player}"))
    assert game.current_node.depth > EARLY, "the game has hardly any moves"
    # Early in the game, the region has empty points and most moves are unknown. A request that avoids every move is an error.
    game.undo(game.current_node.depth - EARLY)
    node = game.current_node
    wait_for(node)
    assert node.score is not None and 0 <= node.winrate <= 1
    assert len(node.policy) == 50 and len(node.ownership) == 49
    region = [0, 3, 0, 3]
    node.analyze(engine, region_of_interest=region, visits=10)
    engine.wait_to_finish()
    # "alternative" excludes the moves that are known, and "sweep" makes all moves known.
    for mode in ("alternative", "equalize", "sweep"):
        game.analyze_extra(mode)
        engine.wait_to_finish()
    assert not window.errors, window.errors
    engine.request_analysis(node, lambda *_: None, ponder=True)
    time.sleep(0.5)
    engine.stop_pondering()
    engine.wait_to_finish()
    assert not window.errors, window.errors
    engine.shutdown(finish=True)
    print("katrain: ok")


main()
