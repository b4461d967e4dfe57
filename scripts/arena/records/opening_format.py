"""Formats of opening files: `gtp`, `gomocup` and `xy`, as `tengen openings --format` writes them."""

import re
from typing import Optional

from arena.engines.vertex import from_xy, spelled, to_xy
from arena.games import GAMES

FORMATS = ("gtp", "gomocup", "xy")

VERTEX = re.compile(r"([A-Za-z])([0-9]{1,2})")
OFFSET = re.compile(r"(-?[0-9]{1,2}),\s*(-?[0-9]{1,2})")


def recognize(line: str) -> Optional[str]:
    """The only format that an opening's line can have, or None if it is a single point, which may be gtp or xy."""
    if "," in line:
        return "gomocup"
    word = line.strip()
    if VERTEX.fullmatch(word):
        return None
    return "xy" if re.fullmatch(f"({VERTEX.pattern})+", word) else "gtp"


def read_opening(line: str, form: str, game: str, size: tuple[int, int]) -> list[str]:
    """The moves of a line in the records' spelling. Raises ValueError if it is not in this format, or leaves the
    board."""
    return {"gtp": _read_gtp, "gomocup": _read_gomocup, "xy": _read_xy}[form](line, game, size)


def _read_gtp(line: str, game: str, size: tuple[int, int]) -> list[str]:
    return [read_vertex(word, game, size) for word in line.split()]


def read_vertex(word: str, game: str, size: tuple[int, int]) -> str:
    """A vertex or pass in the records' spelling. Raises ValueError for anything else, and off the board."""
    if word.lower() == "pass":
        return spelled(word, game)
    if not VERTEX.fullmatch(word):
        raise ValueError(f"'{word}' is not a vertex of format gtp, such as J10")
    if word[0] in "Ii":
        raise ValueError(f"'{word}': format gtp has no column I; columns with I are those of format xy")
    width, height = size
    x, y = to_xy(word, height)
    if x >= width or not 0 <= y < height:
        raise ValueError(f"'{word}' in format gtp is outside the board of {width}x{height}")
    return spelled(word, game)


def _read_gomocup(line: str, game: str, size: tuple[int, int]) -> list[str]:
    if not re.fullmatch(rf"{OFFSET.pattern}(,?\s+{OFFSET.pattern})*", line.strip()):
        raise ValueError(f"'{line.strip()}' is not in format gomocup, such as -3,2, 0,-1")
    width, height = size
    pairs = [(int(x), int(y)) for x, y in OFFSET.findall(line)]
    for x, y in pairs:
        if not (0 <= x + width // 2 < width and 0 <= y + height // 2 < height):
            raise ValueError(f"'{x},{y}' in format gomocup is outside the board of {width}x{height}, "
                f"which has its center at {width // 2},{height // 2}")
    return [_point(x + width // 2, y + height // 2, game, height) for x, y in pairs]


def _read_xy(line: str, game: str, size: tuple[int, int]) -> list[str]:
    if not re.fullmatch(f"({VERTEX.pattern})+", line.strip()):
        raise ValueError(f"'{line.strip()}' is not in format xy, such as e11c13 without blanks")
    width, height = size
    moves = []
    for letter, number in VERTEX.findall(line):
        x, y = ord(letter.lower()) - ord("a"), int(number) - 1
        if x >= width or not 0 <= y < height:
            raise ValueError(f"'{letter}{number}' in format xy is outside the board of {width}x{height}")
        moves.append(_point(x, y, game, height))
    return moves


def _point(x: int, y: int, game: str, height: int) -> str:
    """The records' spelling of a point at a column and a row from the upper left."""
    row_1_on_top = GAMES[game].ggf
    return spelled(from_xy(x, height - 1 - y if row_1_on_top else y, height), game)
