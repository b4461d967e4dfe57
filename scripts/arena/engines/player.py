"""What a game asks of an engine, whatever protocol it speaks."""

import abc
import time
from contextlib import suppress
from pathlib import Path
from typing import Optional

from arena.engines.clock import RunningClock
from arena.engines.process import EngineFault, Process
from arena.engines.settings import EngineSpec, Match

PARTING = 1.0  # seconds that a dismissed engine may take to end


class Player(abc.ABC):
    """An engine's process in a match. Everything it does wrong is raised as EngineFault."""

    farewell: str  # the command that ends it

    def __init__(self, spec: EngineSpec, match: Match, log: Optional[Path]) -> None:
        self.spec = spec
        self.match = match
        self.process = Process(spec.command, spec.directory, log)

    def patience(self) -> float:
        """The time by which an answer that costs no thought has to be there."""
        return time.monotonic() + self.match.patience

    def deadline(self, clock: RunningClock) -> float:
        """The time by which a move has to be there, early or late."""
        return self.patience() + (clock.left or 0.0)

    @abc.abstractmethod
    def start(self) -> None:
        """Makes itself acquainted with the process, once and before everything else."""

    @abc.abstractmethod
    def begin(self, seed: Optional[int] = None) -> None:
        """Sets up a game, all settings and handicap stones included. `seed` is that of the engine's random choices,
        where it takes one; None leaves it alone."""

    @abc.abstractmethod
    def tell(self, color: str, vertex: str) -> None:
        """A move was played: an opening's, or the opponent's. `color` is black or white."""

    @abc.abstractmethod
    def choose(self, color: str, clock: RunningClock) -> tuple[str, float]:
        """The engine's move, pass and resign included, and the seconds that it took."""

    def dismiss(self) -> None:
        """Ends the process, politely at first."""
        with suppress(EngineFault):
            self.process.send(self.farewell)
            self.process.wait(time.monotonic() + PARTING)
        self.process.kill()
