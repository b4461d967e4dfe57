"""Engines that speak the Gomocup (Piskvork) protocol."""

import re
import time
from pathlib import Path
from typing import Optional

from arena.engines.clock import RunningClock
from arena.complaint import Complaint
from arena.engines.player import Player
from arena.engines.process import EngineFault
from arena.engines.settings import EngineSpec, Match
from arena.engines.vertex import from_xy, to_xy

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "exact-caro": 9}  # INFO rule
UNLIMITED = 2_147_483_647  # milliseconds of INFO time_left without a clock
MOVE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*$")


class GomocupPlayer(Player):
    """An engine behind the Gomocup protocol."""

    farewell = "END"

    def __init__(self, spec: EngineSpec, match: Match, log: Optional[Path]) -> None:
        if match.game != "gomoku" or match.rules not in RULES:
            raise Complaint(f"{spec.name}: the Gomocup protocol has only gomoku, with the rules {', '.join(RULES)}")
        super().__init__(spec, match, log)
        self.stones: list[tuple[str, str]] = []  # color and x,y of the stones it was sent or played
        self.follows = False  # whether it knows all stones except the opponent's last
        self.is_fresh = True  # whether no game has begun since START

    def start(self) -> None:
        width, height = self.match.size
        command = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        if refusal := self._refusal(command):
            raise EngineFault("crash", f"'{command}' was answered with '{refusal}'")
        self.is_fresh = True

    def _refusal(self, command: str) -> str:
        """The reply to a command that should be answered with OK; empty if it is OK."""
        self.process.send(command)
        deadline = self.patience()
        while True:
            line = self.process.read_line(deadline)[1].strip()
            if line.upper() == "OK":
                return ""
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                return line

    def begin(self, seed: Optional[int] = None) -> None:
        # RESTART is optional in the protocol.
        if not self.is_fresh and self._refusal("RESTART"):
            self.start()
        self.is_fresh = False
        self.stones.clear()
        self.follows = False
        self.process.send("\n".join(self._settings()))

    def _settings(self) -> list[str]:
        clock = self.spec.clock
        turn, game, increment = {
            "time": (clock.seconds, 0.0, 0.0),
            "clock": (clock.main, clock.main, clock.increment),
        }.get(clock.kind, (None, 0.0, 0.0))
        settings = {
            "timeout_turn": None if turn is None else _milliseconds(turn),
            "timeout_match": _milliseconds(game),  # 0: no limit
            "time_increment": _milliseconds(increment) or None,
            "game_type": 1,  # against another brain
            "rule": RULES[self.match.rules],
            "max_node": clock.nodes or None,
            "max_depth": clock.depth or None,
        }
        lines = [f"INFO {key} {value}" for key, value in settings.items() if value is not None]
        return [*lines, *self.spec.init]

    def tell(self, color: str, vertex: str) -> None:
        x, y = to_xy(vertex, self.match.size[1])
        self.stones.append((color, f"{x},{y}"))

    def choose(self, color: str, clock: RunningClock) -> tuple[str, float]:
        left = clock.left if clock.clock.kind == "clock" else None
        self.process.send(f"INFO time_left {UNLIMITED if left is None else _milliseconds(left)}")
        question = self._question(color)
        began = time.monotonic()
        self.process.send(question)
        came, x, y = self._read_move(self.deadline(clock))
        self.follows = True
        self.stones.append((color, f"{x},{y}"))
        try:
            return from_xy(x, y, self.match.size[1]), came - began
        except ValueError as error:
            raise EngineFault("illegal", str(error)) from error

    def _question(self, color: str) -> str:
        if not self.stones:
            return "BEGIN"
        if self.follows:
            return f"TURN {self.stones[-1][1]}"
        lines = [f"{xy},{1 if stone == color else 2}" for stone, xy in self.stones]
        return "\n".join(["BOARD", *lines, "DONE"])

    def _read_move(self, deadline: float) -> tuple[float, int, int]:
        while True:
            came, line = self.process.read_line(deadline)
            if move := MOVE.match(line):
                return came, int(move[1]), int(move[2])
            # MESSAGE, DEBUG and an UNKNOWN for one of our INFOs may come at any time.
            if line.upper().startswith("ERROR"):
                raise EngineFault("illegal", f"expected a move, got '{line.strip()}'")


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)
