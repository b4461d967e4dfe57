"""The table of games: what the scripts know of each."""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Game:
    """A game, with the conditions of a match that names no others."""

    title: str
    gtp: str  # its name for set_game
    size: int
    rules: str
    opening: int  # plies that leave enough balanced openings to choose from, and a game to play
    has_rules: bool = True  # whether there are rules and sizes to choose from
    sgf: Optional[int] = None  # GM
    ggf: bool = False  # whether it is written as GGF, with points as a1 from the upper left


GAMES = {
    "go": Game("Go", "Go", 19, "cgos", opening=4, sgf=1),
    "gomoku": Game("Gomoku", "Gomoku", 15, "freestyle", opening=5, sgf=4),
    "reversi": Game("Reversi", "Othello", 8, "othello", opening=8, has_rules=False, sgf=2, ggf=True),
}
