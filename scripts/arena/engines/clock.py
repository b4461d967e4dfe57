"""Limits of a side's moves."""

from dataclasses import dataclass
from typing import Any, Optional

from arena.complaint import Complaint


@dataclass(frozen=True)
class Clock:
    """A limit; `kind` selects the field that counts."""

    kind: str = "none"  # none, nodes, depth, time (seconds per move) or clock (main time and increment)
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0  # per move
    main: float = 0.0  # seconds for the game
    increment: float = 0.0  # seconds added after each move

    @classmethod
    def parse(cls, key: str, value: str) -> "Clock":
        """Reads nodes=N, depth=N, time=SECONDS, clock=MAIN+INCREMENT or clock=none."""
        try:
            if key in ("nodes", "depth"):
                clock = cls(kind=key, **{key: int(value)})
            elif key == "time":
                clock = cls(kind="time", seconds=float(value))
            elif value == "none":
                return cls()
            else:
                main, _, increment = value.partition("+")
                clock = cls(kind="clock", main=float(main), increment=float(increment or 0))
        except ValueError:
            clock = None
        if clock is None or not 0 < clock.nodes + clock.depth + clock.seconds + clock.main < 1e18 \
                or not 0 <= clock.increment < 1e9:
            wanted = "MAIN+INCREMENT in seconds" if key == "clock" else "a number above 0"
            raise Complaint(f"{key}={value}: expected {wanted}")
        return clock

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that count."""
        return {"time": ("seconds",), "clock": ("main", "increment"), "none": ()}.get(self.kind, (self.kind,))

    def to_json(self) -> dict[str, Any]:
        """The form used in a game's record."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in self.fields}}

    def __str__(self) -> str:
        if self.kind == "clock":
            return f"clock={self.main:g}+{self.increment:g}"
        return {
            "nodes": f"nodes={self.nodes}",
            "depth": f"depth={self.depth}",
            "time": f"time={self.seconds:g}",
        }.get(self.kind, "clock=none")


class RunningClock:
    """One side's clock in one game."""

    def __init__(self, clock: Clock, margin: float) -> None:
        self.clock = clock
        self.margin = margin  # tolerated seconds beyond the time, for pipes and scheduling
        self.left: Optional[float] = {"time": clock.seconds, "clock": clock.main}.get(clock.kind)

    def spend(self, seconds: float) -> bool:
        """Deducts a move's time. Returns whether the side is still in time."""
        if self.left is None:
            return True
        in_time = seconds <= self.left + self.margin
        if self.clock.kind == "clock":
            self.left = max(0.0, self.left - seconds) + self.clock.increment
        return in_time
