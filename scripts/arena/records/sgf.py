"""Go and gomoku games in SGF, file format 4."""

from arena.records.record import Record
from arena.engines.referee import color_of
from arena.engines.vertex import to_xy
from arena.games import GAMES


def sgf(record: Record) -> str:
    """The game as text, with comments at the end of the opening and of the game."""
    width, height = record.size
    root = {
        "FF": 4,
        "GM": GAMES[record.game].sgf,
        "CA": "UTF-8",
        "SZ": width if width == height else f"{width}:{height}",
        "PB": record.black,
        "PW": record.white,
        "DT": record.began[:10],
        "EV": record.key,
        "RU": record.rules,
        "RE": "Void" if record.winner is None else record.result,
    }
    if record.komi is not None:
        root["KM"] = f"{record.komi:g}"
    stones = "".join(f"[{_point(vertex, height)}]" for vertex in record.handicap)
    if stones:
        root["HA"] = len(record.handicap)
    head = "".join(f"{name}[{_escaped(str(value))}]" for name, value in root.items())
    nodes = [f";{head}" + (f"AB{stones}" if stones else "")]
    moves = record.opening + record.moves
    for ply, vertex in enumerate(moves, start=1 if record.handicap else 0):
        comment = ""
        if record.opening and ply == len(record.opening) - 1:
            comment = "C[end of the opening]"
        nodes.append(f";{color_of(ply)[0].upper()}[{_point(vertex, height)}]{comment}")
    if record.note:
        nodes.append(f";C[{_escaped(record.note)}]")
    return "(" + "\n".join(nodes) + ")\n"


def _point(vertex: str, height: int) -> str:
    if vertex == "pass":
        return ""
    return "".join(chr(ord("a") + number) for number in to_xy(vertex, height))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
