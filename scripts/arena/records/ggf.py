"""Reversi games in GGF, the Generic Game Format of the Generic Game Server."""

from arena.records.record import Record
from arena.engines.referee import color_of

START = "8 ---------------------------O*------*O--------------------------- *"
WIPE_OUT = 64.0  # margin of a game that was resigned or forfeited


def ggf(record: Record) -> str:
    """The game on one line; each move with its seconds."""
    seconds = [0.0] * len(record.opening) + record.seconds
    moves = "".join(
        f"{color_of(ply)[0].upper()}[{'PA' if vertex == 'pass' else vertex.upper()}//{taken:.2f}]"
        for ply, (vertex, taken) in enumerate(zip(record.opening + record.moves, seconds))
    )
    date = record.began.replace("T", " ").replace("Z", " GMT")
    names = f"PB[{_plain(record.black)}]PW[{_plain(record.white)}]"
    return f"(;GM[Othello]PC[tengen match]DT[{date}]{names}RE[{_result(record)}]TY[8]BO[{START}]{moves};)\n"


def _result(record: Record) -> str:
    """Black's discs minus white's; :r for a resignation, :t for time, and ? without a result."""
    if record.winner is None:
        return "?"
    if record.winner == "draw":
        return "+0.000"
    sign = "+" if record.winner == "black" else "-"
    how = {"resign": ":r", "time": ":t", "score": ""}.get(record.end, ":l")
    margin = float(record.result[2:]) if record.end == "score" else WIPE_OUT
    return f"{sign}{margin:.3f}{how}"


def _plain(name: str) -> str:
    """GGF has no way to escape a bracket."""
    return name.replace("[", "(").replace("]", ")")
