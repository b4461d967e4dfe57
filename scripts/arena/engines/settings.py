"""The settings of a match."""

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.engines.clock import Clock


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

    engines: tuple[EngineSpec, EngineSpec]  # the first is black in round 0, with handicap in both
    game: str  # go, gomoku or reversi
    size: tuple[int, int]  # width and height
    rules: str
    komi: Optional[float]  # Go alone has one
    games: int  # even: both games of each pair, all shards together
    handicap: int = 0  # stones of the first engine; Go alone has them
    out: Optional[Path] = None  # file of records; games found there are not played again
    openings: Optional[Path] = None  # None: made by the referee
    opening_moves: Optional[int] = None  # plies of openings that the referee makes; None: what the game needs
    concurrency: int = 1
    seed: int = 1
    shard: tuple[int, int] = (1, 1)  # part 1 to n of n
    sgf: Optional[Path] = None  # folder for a game record each
    log: Optional[Path] = None  # folder for what engines write to stderr
    referee: Optional[str] = None  # command line of a tengen
    margin: float = 0.1  # seconds beyond the clock that are forgiven
    patience: float = 60.0  # seconds beyond the clock after which a silent engine is killed
    most_moves: Optional[int] = None  # a game that lasts longer is a draw; None: three for each point
