"""Game records, each a line of JSON, and files of them.

Files are written line by line and merged by `cat`: of two lines of a match with the same key the first
counts, and a torn last line, left by a killed run, is ignored.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Iterable, Optional

from arena.complaint import Complaint
from arena.records.lines import LineWriter, whole_lines

VERSION = 1
OPTIONAL = ("handicap",)  # fields that older records lack

# Values of `end` that are a fault, by the engine in `faulty`.
FAULTS = ("time", "illegal", "crash", "hang")


@dataclass
class Record:
    """A finished game."""

    key: str  # "SEED:PAIR:ROUND", unique in a match
    pair: int  # place of the opening in the schedule
    round: int  # 0: the match's first engine is black, 1: it is white, or black again with handicap
    game: str  # go, gomoku or reversi
    size: tuple[int, int]  # width and height
    rules: str
    komi: Optional[float]  # Go only
    opening: list[str]  # GTP vertices as the game spells them, black first
    moves: list[str]  # after the opening
    seconds: list[float]  # wall-clock time of each of these moves
    black: str  # names of the engines
    white: str
    result: str  # SGF's RE: B+3.5, W+R, W+T, W+F, 0; "void" if the referee failed
    winner: Optional[str]  # black, white or draw; None for a void game
    end: str  # score, resign, limit, referee, or one of FAULTS
    faulty: Optional[str]  # the engine that lost by a fault
    note: str  # a sentence about the fault
    clock: dict[str, dict[str, Any]]  # black and white: what Clock.to_json gives
    began: str  # UTC, 2026-01-31T12:00:00Z
    engines: dict[str, str]  # command line by name
    handicap: list[str] = field(default_factory=list)  # black's stones before white's first move
    version: int = field(default=VERSION)

    @property
    def match(self) -> tuple:
        """A key of the game's match: files of several matches may be merged, and seeds are often the same."""
        engines = frozenset((self.black, self.white))
        return self.key.split(":")[0], engines, self.game, self.size, self.rules, len(self.handicap)

    def score_of(self, engine: str) -> Optional[float]:
        """1, 0.5 or 0 for `engine`; None for a void game."""
        if self.winner is None:
            return None
        if self.winner == "draw":
            return 0.5
        winner = self.black if self.winner == "black" else self.white
        return 1.0 if winner == engine else 0.0

    def to_json(self) -> str:
        """The record as a line without its line end."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Record":
        """Reads a line; raises ValueError with the reason if it is invalid."""
        value = json.loads(line)
        if not isinstance(value, dict):
            raise ValueError("expected a JSON object")
        if value.get("version") != VERSION:
            raise ValueError(f"version {value.get('version')}, expected {VERSION}")
        names = [f.name for f in fields(cls)]
        missing = [name for name in names if name not in value and name not in OPTIONAL]
        if missing:
            raise ValueError(f"no {' and no '.join(missing)}")
        record = cls(**{name: value[name] for name in names if name in value})
        record.size = tuple(record.size)
        return record


def read(paths: Iterable[os.PathLike]) -> list[Record]:
    """The records of these files in order, each key of a match once."""
    records: dict[tuple, Record] = {}
    for path in paths:
        lines, torn = whole_lines(Path(path))
        if torn:
            print(f"{path}: the last line is torn and left out", file=sys.stderr)
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = Record.from_json(line)
            except (ValueError, TypeError) as error:
                raise Complaint(f"{path}, line {number}: not a game's record: {error}") from error
            records.setdefault((record.match, record.key), record)
    return list(records.values())


def pairs(records: Iterable[Record]) -> list[tuple[Record, Record]]:
    """The pairs of games with the same opening in which both have a result; first the game with the first engine as
    black."""
    rounds: dict[tuple, dict[int, Record]] = {}
    for record in records:
        if record.winner is not None:
            rounds.setdefault((record.match, record.pair), {})[record.round] = record
    return [(pair[0], pair[1]) for pair in rounds.values() if len(pair) == 2]


class Writer(LineWriter):
    """A writer that appends records to a file; a killed run loses no written record."""

    def write(self, record: Record) -> None:
        """Appends a record; it is on the disc when this returns."""
        self.write_line(record.to_json())


def append(path: os.PathLike) -> Writer:
    """A writer that continues at the end of the file, after cutting off a torn last line."""
    return Writer(path)
