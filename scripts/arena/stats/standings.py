"""Standings of engines from game records, the basis of every match report."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Optional

from arena.complaint import Complaint
from arena.stats.ratings import Pairing, Ratings, pairings, rate, unconnected
from arena.records.record import Record
from arena.stats.elo import Estimate, Score


@dataclass(frozen=True)
class Row:
    """An engine's row in the standings."""

    name: str
    rating: Estimate
    score: Score


@dataclass(frozen=True)
class Standings:
    """The rows, the strongest first, and the pairings of the engines."""

    rows: list[Row]
    ratings: Ratings
    played: dict[tuple[str, str], Pairing]  # each pairing from both sides
    groups: list[list[str]]  # of comparable engines; usually one

    @classmethod
    def of(cls, records: list[Record], anchor: Optional[str] = None, at: float = 0.0) -> Standings:
        """The standings of these games, with ratings relative to `anchor`, which has `at`."""
        met = pairings(records)
        if not met:
            raise Complaint("the files have no game with a result")
        names = {name for pairing in met for name in (pairing.first, pairing.second)}
        if anchor is not None and anchor not in names:
            raise Complaint(f"--anchor {anchor}: the engines are {', '.join(sorted(names))}")
        ratings = rate(met, anchor, at)
        played = {}
        for pairing in met:
            played[pairing.first, pairing.second] = pairing
            played[pairing.second, pairing.first] = pairing.reversed()
        rows = []
        for name in ratings.ranked():
            own = (pairing.score for (first, _), pairing in played.items() if first == name)
            rows.append(Row(name, ratings[name], sum(own, Score())))
        return cls(rows, ratings, played, unconnected(met))

    @property
    def names(self) -> list[str]:
        return [row.name for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values; infinite ones are null."""
        place = {name: index for index, name in enumerate(self.names)}
        return {
            "anchor": self.ratings.anchor,
            "engines": [
                {
                    "name": row.name, **_plain(row.rating, "elo"), "games": row.score.games, **asdict(row.score),
                    "score": row.score.mean,
                    "superior": {
                        other: self.ratings.superiority(row.name, other) for other in self.names if other != row.name
                    },
                }
                for row in self.rows
            ],
            "pairings": [
                {
                    "first": first, "second": second, **asdict(met.score), "counts": list(met.tally.counts),
                    **_plain(met.tally.elo(), "elo"),
                }
                for (first, second), met in self.played.items() if place[first] < place[second]
            ],
        }


def _plain(estimate: Estimate, name: str) -> dict[str, Optional[float]]:
    values = {name: estimate.value, "low": estimate.low, "high": estimate.high}
    return {key: value if math.isfinite(value) else None for key, value in values.items()}
