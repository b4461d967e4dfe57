"""Engines' use of time, and the ends of their games."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from statistics import fmean, median
from typing import Iterator

from arena.records.record import FAULTS, Record

CURVE_POINTS = 60  # most points of a curve over the move number
FEWEST = 0.02  # fewest moves of a point, as a share of the fullest point's


@dataclass(frozen=True)
class Move:
    """A move made by an engine."""

    game: int  # place in the list of games
    number: int  # from 1, the opening's moves included
    seconds: float


@dataclass(frozen=True)
class Usage:
    """The thinking times of an engine, in seconds."""

    moves: list[Move]  # not empty
    overtime: int  # games lost on time

    @property
    def mean(self) -> float:
        return fmean(move.seconds for move in self.moves)

    @property
    def median(self) -> float:
        return median(move.seconds for move in self.moves)

    @property
    def total(self) -> float:
        return math.fsum(move.seconds for move in self.moves)

    def quantile(self, share: float) -> float:
        """The quantile of the time per move for this share."""
        ordered = sorted(move.seconds for move in self.moves)
        return ordered[math.ceil(share * len(ordered)) - 1]

    def longest(self, count: int) -> list[Move]:
        """The slowest moves."""
        return sorted(self.moves, key=lambda move: -move.seconds)[:count]

    def curve(self, last: int) -> list[tuple[float, float]]:
        """The mean time over the move number; `last` is the highest number of any engine."""
        width = math.ceil(last / CURVE_POINTS)
        # Each point covers both colors' moves, since black and white move at different numbers.
        width = max(2, width + width % 2)
        bins: dict[int, list[float]] = {}
        for move in self.moves:
            bins.setdefault((move.number - 1) // width, []).append(move.seconds)
        fewest = FEWEST * max(map(len, bins.values()))
        return [
            (place * width + (width + 1) / 2, fmean(times))
            for place, times in sorted(bins.items()) if len(times) >= fewest
        ]


def usages(records: list[Record]) -> dict[str, Usage]:
    """The time used by each engine that made a move."""
    moves: dict[str, list[Move]] = {}
    overtime = Counter(record.faulty for record in records if record.end == "time")
    for game, record in enumerate(records):
        for ply, seconds in enumerate(record.seconds, start=len(record.opening)):
            moves.setdefault(record.white if ply % 2 else record.black, []).append(Move(game, ply + 1, seconds))
    return {name: Usage(own, overtime[name]) for name, own in sorted(moves.items())}


def endings(records: list[Record], engine: str) -> Counter:
    """Counts of `engine`'s wins, draws and losses by reason: ("won", "resign"), ("lost", "crash"), ("void", ...).

    A win by the opponent's fault counts as ("won", "fault").
    """
    counts: Counter = Counter()
    for record in records:
        if engine in (record.black, record.white):
            score = record.score_of(engine)
            outcome = {1.0: "won", 0.5: "drawn", 0.0: "lost", None: "void"}[score]
            kind = "fault" if outcome == "won" and record.end in FAULTS else record.end
            counts[outcome, kind] += 1
    return counts


def faults(records: list[Record]) -> Iterator[tuple[int, Record]]:
    """The games that a fault ended or voided, with their indices."""
    return ((place, record) for place, record in enumerate(records) if record.end in (*FAULTS, "referee"))
