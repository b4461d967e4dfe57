"""Spellings of points: GTP's in its games, Gomocup's x,y from the upper left."""

from arena.games import GAMES

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # GTP has no I


def spelled(text: str, game: str) -> str:
    """A move in the records' spelling: D4 in Go and gomoku, d3 in Reversi, and pass."""
    if text.lower() in ("pass", "resign"):
        return text.lower()
    return text.lower() if GAMES[game].ggf else text.upper()


def to_xy(vertex: str, height: int) -> tuple[int, int]:
    """Column and row from the upper left, both from 0. Raises ValueError if the vertex is not a point."""
    letter, number = vertex[:1].upper(), vertex[1:]
    return LETTERS.index(letter), height - int(number)


def from_xy(x: int, y: int, height: int) -> str:
    """The vertex at a column and a row from the upper left, both from 0. Raises ValueError if GTP has no name for it."""
    if not (0 <= x < len(LETTERS) and 0 <= y < height):
        raise ValueError(f"{x},{y} is outside the board")
    return f"{LETTERS[x]}{height - y}"
