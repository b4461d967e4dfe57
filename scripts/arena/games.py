"""The table of games, with the scripts' knowledge of each."""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Game:
    """A game, with the default conditions of a match."""

    title: str
    gtp: str  # its name for set_game
    size: int
    rules: str
    opening: int  # plies that give enough balanced openings, and leave a game to play
    has_rules: bool = True  # whether there is a choice of rules and sizes
    sgf: Optional[int] = None  # GM
    ggf: bool = False  # whether it is written as GGF, with points as a1 from the upper left


GAMES = {
    "go": Game("Go", "Go", 19, "cgos", opening=4, sgf=1),
    "gomoku": Game("Gomoku", "Gomoku", 15, "freestyle", opening=5, sgf=4),
    "reversi": Game("Reversi", "Othello", 8, "othello", opening=8, has_rules=False, sgf=2, ggf=True),
}
