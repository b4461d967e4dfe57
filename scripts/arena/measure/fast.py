"""Fast games on a busy machine: losses on time, and whether the loser's own processor time explains them."""

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional

from arena.engines.clock import RunningClock
from arena.measure.cpu import CpuClock, since
from arena.records.game import Course
from arena.engines.player import Player
from arena.engines.process import Process
from arena.engines.settings import EngineSpec, Match

# A player that answers at once, to measure the time that the machine takes.
ECHO = [sys.executable, "-u", "-c", "import sys\nfor line in sys.stdin: print(line, end='')"]


@dataclass(frozen=True)
class Thought:
    """A move: the time left on the clock and the time taken, in seconds."""

    left: Optional[float]
    wall: float
    own: Optional[float]  # of processor time; None if unknown

    @property
    def is_own_fault(self) -> bool:
        """Whether the move's processor time alone exceeded the time left."""
        return self.left is not None and self.own is not None and self.own > self.left


class Echo:
    """A process that answers at once, with its own clock in each game."""

    def __init__(self, command: str, patience: float) -> None:
        self.process = Process(command)
        self.patience = patience
        self.taken: list[float] = []
        self.losses = 0

    def play(self, clock: RunningClock) -> None:
        """Answers once and charges the clock."""
        sent = time.monotonic()
        self.process.send("genmove")
        came, _ = self.process.read_line(sent + self.patience)
        self.taken.append(came - sent)
        self.losses += not clock.spend(came - sent)


def watched(player_type: Callable[..., Player]) -> Callable[..., Player]:
    """A subclass of a player type that records the time of each move."""

    class Watched(player_type):  # type: ignore[misc, valid-type]
        """Keeps a Thought for each move, and lets an echo move after it."""

        echo: Optional[Echo] = None

        def __init__(self, spec: EngineSpec, match: Match, log: Optional[Path]) -> None:
            super().__init__(spec, match, log)
            self.cpu = CpuClock(self.process.pid)
            self.thoughts: list[Thought] = []
            self.echo_clock = RunningClock(spec.clock, match.margin)

        def begin(self, seed: Optional[int] = None) -> None:
            super().begin(seed)
            self.thoughts.clear()
            self.echo_clock = RunningClock(self.spec.clock, self.match.margin)

        def choose(self, color: str, clock: RunningClock) -> tuple[str, float]:
            left, before = clock.left, self.cpu.seconds()
            vertex, seconds = super().choose(color, clock)
            self.thoughts.append(Thought(left, seconds, since(before, self.cpu.seconds())))
            if self.echo:
                self.echo.play(self.echo_clock)
            return vertex, seconds

    return Watched


@dataclass
class Losses:
    """Losses on time in a series of games."""

    games: int = 0
    moves: int = 0
    on_time: int = 0
    own_fault: int = 0
    other_faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, course: Course, thoughts: dict[str, list[Thought]]) -> None:
        """Adds a game; `thoughts` are those of each color, in order."""
        self.games += 1
        self.moves += sum(map(len, thoughts.values()))
        if course.faulty is None:
            return
        if course.end != "time":
            self.other_faults.append(f"{course.end}: {course.faulty}: {course.note}")
            return
        self.on_time += 1
        last = thoughts[course.faulty][-1]
        own = "unknown" if last.own is None else f"{last.own * 1000:.1f} ms"
        self.notes.append(f"{course.faulty}, {course.note}, {own} of its own processor time")
        self.own_fault += last.is_own_fault

    def __str__(self) -> str:
        return (f"{self.games} games, {self.moves} moves, {self.on_time} lost on time, "
                f"{self.own_fault} of them by its own processor time")

