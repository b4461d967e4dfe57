"""A match of two engines: its settings.

`play_match(match) -> Iterator[Record]` plays what is left of the match and yields each game as it ends, already
written to `match.out`. Games that `match.out` holds already are neither played nor yielded: `record.read` has
them. Closing the iterator, as leaving a loop over it does, ends the match; games under way leave no record.
Complaint is raised before the first game where settings, openings or engines don't fit, and never for what an
engine does in a game.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.clock import Clock


@dataclass(frozen=True)
class EngineSpec:
    """How to run an engine and what it may spend."""

    name: str
    command: str  # split as a shell would, but run without one
    protocol: str = "gtp"  # or gomocup
    clock: Clock = Clock()
    init: tuple[str, ...] = ()  # lines sent before every game, answers required over GTP
    directory: Optional[str] = None  # where it runs
    restart: bool = False  # a new process for every game


@dataclass(frozen=True)
class Match:
    """The settings of a match."""

    engines: tuple[EngineSpec, EngineSpec]  # the first is black in round 0
    game: str  # go, gomoku or reversi
    size: tuple[int, int]  # width and height
    rules: str
    komi: Optional[float]  # Go alone has one
    games: int  # both games of each pair, all shards together
    out: Optional[Path] = None  # file of records; games found there are not played again
    openings: Optional[Path] = None  # None: made by the referee
    opening_moves: int = 4  # plies of openings that the referee makes
    concurrency: int = 1
    seed: int = 1
    shard: tuple[int, int] = (1, 1)  # part 1 to n of n
    sgf: Optional[Path] = None  # folder for a game record each
    log: Optional[Path] = None  # folder for what engines write to stderr
    referee: Optional[str] = None  # command line of a tengen
    margin: float = 0.1  # seconds beyond the clock that are forgiven
    patience: float = 30.0  # seconds beyond the clock after which a silent engine is killed
    most_moves: Optional[int] = None  # a longer game is a draw by limit
