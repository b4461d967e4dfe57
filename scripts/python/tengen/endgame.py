"""Endgames of Reversi (Othello), solved exactly."""

import re
from dataclasses import dataclass
from typing import Iterable, Optional

from .errors import Fault, InputError
from .program import Program
from .tool import run_tool

# Line, empty squares, score, nodes, seconds, nodes per second, seconds for the other best moves, best moves.
ROW = re.compile(r"\s*(\d+)\s+(\d+)\s+([+-]\d+|win|draw|loss)\s+(\d+)\s+([\d.]+)\s+\d+\s+[\d.]+((?:\s+\S+)*)")
FAULT = re.compile(r".*?: line (\d+): (.*)")


@dataclass(frozen=True)
class EndgameResult:
    """The result of best play.

    Attributes:
        position: the position as given.
        empties: the number of empty squares.
        outcome: "win", "draw" or "loss" for the side to move.
        score: discs for the side to move, empty squares counted for the winner; None if only the outcome was requested.
        best_moves: all moves that reach the result, such as "g8"; empty if the game is over.
        nodes: the number of positions searched.
        seconds: the time of the search for the result, without the time to find the other best moves.
    """

    position: str
    empties: int
    outcome: str
    score: Optional[int]
    best_moves: "tuple[str, ...]"
    nodes: int
    seconds: float


def solve(
    positions: Iterable[str],
    *,
    outcome_only: bool = False,
    threads: int = 1,
    memory: Optional[int] = None,
    program: Program = None,
    timeout: Optional[float] = None,
) -> "list[EndgameResult]":
    """Solves positions of Reversi, in order.

    A position is a line of OBF or 65 characters: 64 squares from a1 to h8 (`X`, `O`, `-`) and the side to move. Results
    in OBF are ignored.

    Args:
        outcome_only: find only the winner, which is faster.
        threads: threads that search.
        memory: memory for the tables of the search, in MiB; None for 256.
        program: see `find_program`.
        timeout: seconds for all positions; None waits forever.

    Raises:
        InputError: some lines are not positions; the error has the results of the others.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long.
    """
    asked = list(positions)
    words = ["solve", "--threads", str(threads), *([] if memory is None else ["--memory", str(memory)])]
    if outcome_only:
        words.append("--wld")
    output = run_tool(words, "".join(map(_line, asked)), program, timeout)
    rows = {int(row[1]): row for line in output.lines if (row := ROW.fullmatch(line))}
    results = [_result(row, asked[number - 1]) for number, row in rows.items()]
    notes = {int(fault[1]): fault[2] for line in output.errors if (fault := FAULT.fullmatch(line))}
    faults = tuple(
        Fault(number - 1, notes.get(number, "it is not a position"))
        for number in range(1, len(asked) + 1)
        if number not in rows
    )
    if output.status not in (0, 1) or (output.status and not faults):
        raise output.died()
    if faults:
        raise InputError(faults, results)
    return results


def _line(position: str) -> str:
    if "\n" in position or "\r" in position:
        raise ValueError(f"a position is one line, not {position!r}")
    # Without known results, which the tool would compare, and without a comment.
    return re.split("[%;]", position)[0] + "\n"


def _result(row: "re.Match[str]", position: str) -> EndgameResult:
    score = int(row[3]) if row[3][0] in "+-" else None
    outcome = row[3] if score is None else "win" if score > 0 else "loss" if score < 0 else "draw"
    return EndgameResult(
        position=position,
        empties=int(row[2]),
        outcome=outcome,
        score=score,
        best_moves=tuple(row[6].split()),
        nodes=int(row[4]),
        seconds=float(row[5]),
    )
