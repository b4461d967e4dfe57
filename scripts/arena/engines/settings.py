"""The settings of a match."""

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.engines.clock import Clock


@dataclass(frozen=True)
class EngineSpec:
    """An engine's command line, protocol and limits."""

    name: str
    command: str  # split as a shell would, but run without one
    protocol: str = "gtp"  # or gomocup
    clock: Clock = Clock()
    init: tuple[str, ...] = ()  # lines sent before every game; GTP requires answers
    directory: Optional[str] = None  # working folder
    restart: bool = False  # a new process for every game


@dataclass(frozen=True)
class Match:
    """The settings of a match."""

    engines: tuple[EngineSpec, EngineSpec]  # the first is black in round 0, with handicap in both
    game: str  # go, gomoku or reversi
    size: tuple[int, int]  # width and height
    rules: str
    komi: Optional[float]  # Go only
    games: int  # even: both games of each pair, in all shards
    handicap: int = 0  # stones of the first engine; Go only
    out: Optional[Path] = None  # file of records; its games are not played again
    openings: Optional[Path] = None  # None: made by the referee
    openings_format: Optional[str] = None  # of the file: gtp, gomocup or xy; None: recognized by its lines
    opening_moves: Optional[int] = None  # plies of openings that the referee makes; None: the game's default
    concurrency: int = 1
    seed: int = 1
    shard: tuple[int, int] = (1, 1)  # part and number of parts, from 1
    sgf: Optional[Path] = None  # folder for game records
    log: Optional[Path] = None  # folder for the engines' stderr
    referee: Optional[str] = None  # command line of a tengen
    margin: float = 0.1  # tolerated seconds beyond the clock
    patience: float = 60.0  # seconds beyond the clock after which a silent engine is killed
    most_moves: Optional[int] = None  # a longer game is a draw; None: three per point
