"""The interface of an engine in a game, independent of its protocol."""

import abc
import time
from contextlib import suppress
from pathlib import Path
from typing import Optional

from arena.engines.clock import RunningClock
from arena.engines.process import EngineFault, Process
from arena.engines.settings import EngineSpec, Match

PARTING = 1.0  # seconds until a dismissed engine that has not ended is killed


class Player(abc.ABC):
    """An engine's process in a match. All its faults are raised as EngineFault."""

    farewell: str  # the command that ends it

    def __init__(self, spec: EngineSpec, match: Match, log: Optional[Path]) -> None:
        self.spec = spec
        self.match = match
        self.process = Process(spec.command, spec.directory, log)

    def patience(self) -> float:
        """The deadline of a reply that needs no search."""
        return time.monotonic() + self.match.patience

    def deadline(self, clock: RunningClock) -> float:
        """The time after which an engine that has not moved counts as hung."""
        return self.patience() + (clock.left or 0.0)

    @abc.abstractmethod
    def start(self) -> None:
        """Queries the new process's abilities, once and before everything else."""

    @abc.abstractmethod
    def begin(self, seed: Optional[int] = None) -> None:
        """Sets up a game with all settings and handicap stones. `seed` is the engine's random seed, if it takes
        one; None leaves it unchanged."""

    @abc.abstractmethod
    def tell(self, color: str, vertex: str) -> None:
        """Reports a move of the opening or the opponent. `color` is black or white."""

    @abc.abstractmethod
    def choose(self, color: str, clock: RunningClock) -> tuple[str, float]:
        """Asks for a move. Returns it, pass and resign included, and the seconds it took."""

    def dismiss(self) -> None:
        """Asks the process to end, and kills it if it does not."""
        with suppress(EngineFault):
            self.process.send(self.farewell)
            self.process.wait(time.monotonic() + PARTING)
        self.process.kill()
