"""Delays between a stop command and the end of a search."""

import math
import random
import shlex
import time
from dataclasses import dataclass, field
from typing import Optional, Sequence

from arena.engines import gtp
from arena.engines.gomocup import MOVE
from arena.engines.process import Process

PATIENCE = 60.0  # seconds of silence before an engine is given up
MOST_EARLY = 0.5  # share of searches that may end by themselves before the stop


class Fault(Exception):
    """A fault of the engine."""


class Engine(Process):
    """A running engine in which any error is a Fault."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(shlex.join(words))

    def read(self) -> tuple[float, str]:
        """The arrival time of the next line, and the line."""
        return self.read_line(time.monotonic() + PATIENCE)

    def read_reply(self) -> tuple[bool, str, float]:
        """Reads a GTP reply. Returns whether it is a success, its text, and the time at which it was complete."""
        return gtp.read_reply(self, time.monotonic() + PATIENCE)

    def execute(self, command: str) -> str:
        """The reply to a GTP command that must succeed."""
        self.send(command)
        succeeded, text, _ = self.read_reply()
        if not succeeded:
            raise Fault(f"'{command}' was answered with '? {text}'")
        return text

    def expect(self, line: str, answer: str) -> None:
        """Sends a Gomocup command and checks its answer."""
        self.send(line)
        _, seen = self.read()
        if seen != answer:
            raise Fault(f"'{line}' was answered with '{seen}', expected '{answer}'")


@dataclass
class Latencies:
    """Seconds from a command to its effect. Searches that ended before the command was sent are excluded: their
    difference would be negative."""

    seconds: list[float] = field(default_factory=list)
    early: int = 0

    def add(self, sent: float, came: float) -> None:
        """Adds a try."""
        if came < sent:
            self.early += 1
        else:
            self.seconds.append(came - sent)

    def check(self) -> None:
        """Raises Fault if too few searches ran until they were stopped."""
        if self.early > MOST_EARLY * (self.early + len(self.seconds)):
            raise Fault(f"{self.early} of {self.early + len(self.seconds)} searches ended before they were stopped")

    def __str__(self) -> str:
        early = f", {self.early} that had ended by themselves left out" if self.early else ""
        return f"{percentiles(self.seconds)}  ({len(self.seconds)} tries{early})"


def percentiles(seconds: Sequence[float]) -> str:
    """The median, the 90th and the 99th percentile and the maximum, in milliseconds."""
    if not seconds:
        return "no tries"
    ordered = sorted(seconds)

    def at(share: float) -> str:
        return f"{ordered[math.ceil(share * len(ordered)) - 1] * 1000:8.2f}"

    figures = "  ".join(f"{name} {at(share)}" for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)))
    return f"{figures} ms"


def pause(rng: random.Random) -> None:
    """Waits a random time for the search to start."""
    time.sleep(rng.uniform(0.02, 0.12))


def of_gtp(words: Sequence[str], first_move: str, tries: int, rng: random.Random) -> Latencies:
    """The time from `stop` to the move; `first_move` makes sure that no opening book answers."""
    latencies = Latencies()
    with Engine(words) as engine:
        engine.execute("limits seconds 3600")
        for _ in range(tries):
            engine.execute("clear_board")
            engine.execute(f"play b {first_move}")
            engine.send("genmove w")
            pause(rng)
            sent = time.monotonic()
            engine.send("stop")
            has_moved, move, came = engine.read_reply()
            is_confirmed, confirmed, _ = engine.read_reply()
            if not (has_moved and is_confirmed) or confirmed:
                raise Fault(f"a stopped genmove was answered with '{move}' and '{confirmed}'")
            latencies.add(sent, came)
    latencies.check()
    return latencies


def _brain(words: Sequence[str], turn_ms: int) -> Engine:
    brain = Engine(words)
    brain.expect("START 15", "OK")
    brain.send(f"INFO timeout_turn {turn_ms}")
    return brain


def of_gomocup(words: Sequence[str], tries: int, rng: random.Random) -> Latencies:
    """The time from `YXSTOP` to the move."""
    latencies = Latencies()
    with _brain(words, 3_600_000) as brain:
        for _ in range(tries):
            brain.expect("RESTART", "OK")
            brain.send("TURN 7,7")
            pause(rng)
            sent = time.monotonic()
            brain.send("YXSTOP")
            came, move = brain.read()
            if not MOVE.match(move):
                raise Fault(f"expected a move, saw '{move}'")
            latencies.add(sent, came)
    latencies.check()
    return latencies


def of_end(words: Sequence[str], tries: int, rng: random.Random) -> Latencies:
    """The time from `END` during a search to the end of the process."""
    latencies = Latencies()
    for _ in range(tries):
        with _brain(words, 3_600_000) as brain:
            brain.send("TURN 7,7")
            pause(rng)
            sent = time.monotonic()
            brain.send("END")
            status = brain.wait(sent + PATIENCE)
            latencies.add(sent, time.monotonic())
            said = brain.rest(sent + PATIENCE)
            if status != 0 or said:
                raise Fault(f"END: exit status {status}, output {said}")
    return latencies


@dataclass
class Overruns:
    """Seconds by which moves exceeded their limit, by the wall clock and by their own processor time; 0 within the
    limit."""

    wall: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def add(self, limit: float, wall: float, own: Optional[float]) -> None:
        """Adds a move."""
        self.wall.append(max(0.0, wall - limit))
        if own is not None:
            self.own.append(max(0.0, own - limit))
