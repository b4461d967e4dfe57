"""Engines that speak the Go Text Protocol."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Optional

from arena.engines.clock import Clock, RunningClock
from arena.complaint import Complaint
from arena.engines.player import Player
from arena.engines.process import EngineFault, Process
from arena.engines.settings import EngineSpec, Match
from arena.engines.vertex import spelled
from arena.games import GAMES

# The rules cgos, a name unknown to other engines: for kata-set-rules, and the nearest for kgs-rules.
KATAGO_RULES = {
    "cgos": '{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,'
            '"whiteHandicapBonus":"0","friendlyPassOk":false}'
}
KGS_RULES = {"cgos": "chinese"}


def ask(process: Process, command: str, deadline: float) -> tuple[bool, str, float]:
    """Sends a command. Returns whether it succeeded, its reply, and the time at which that was complete."""
    process.send(command)
    return read_reply(process, deadline)


def read_reply(process: Process, deadline: float) -> tuple[bool, str, float]:
    """Reads a reply. Returns whether it is a success, its text, and the time at which it was complete."""
    # Some engines print messages before they reply.
    line = ""
    while not line.startswith(("=", "?")):
        came, line = process.read_line(deadline)
    lines = [line]
    while lines[-1].strip():
        came, line = process.read_line(deadline)
        lines.append(line)
    text = "\n".join(lines[:-1])
    return text.startswith("="), text[1:].strip(), came


class GtpPlayer(Player):
    """An engine behind GTP. Commands that it does not list are not sent, unless they are indispensable."""

    farewell = "quit"

    def __init__(self, spec: EngineSpec, match: Match, log: Optional[Path]) -> None:
        super().__init__(spec, match, log)
        self.commands: set[str] = set()

    def start(self) -> None:
        self._list_commands()
        if "set_game" in self.commands:
            self.execute(f"set_game {GAMES[self.match.game].gtp}")
            # Each game has its own commands.
            self._list_commands()

    def _list_commands(self) -> None:
        understood, text, _ = ask(self.process, "list_commands", self.patience())
        self.commands = set(text.split()) if understood else set()

    def execute(self, command: str) -> str:
        """The reply to a command that must succeed."""
        understood, text, _ = ask(self.process, command, self.patience())
        if not understood:
            raise EngineFault("crash", f"'{command}' was answered with '? {text}'")
        return text

    def begin(self, seed: Optional[int] = None) -> None:
        width, height = self.match.size
        if width != height:
            self.execute(f"rectangular_boardsize {width} {height}")
        elif GAMES[self.match.game].has_rules or "boardsize" in self.commands:
            self.execute(f"boardsize {width}")
        self._set_rules()
        self.execute("clear_board")
        if seed is not None and "set_random_seed" in self.commands:
            self.execute(f"set_random_seed {seed}")
        if self.match.handicap:
            self.execute(f"fixed_handicap {self.match.handicap}")
        self._set_clock(self.spec.clock)
        for command in self.spec.init:
            self.execute(command)

    def _set_rules(self) -> None:
        rules = self.match.rules
        if self.match.game == "go":
            # Engines without such commands get their rules on the command line.
            if "kata-set-rules" in self.commands:
                self.execute(f"kata-set-rules {KATAGO_RULES.get(rules, rules)}")
            elif "kgs-rules" in self.commands:
                with suppress(EngineFault):
                    self.execute(f"kgs-rules {KGS_RULES.get(rules, rules)}")
            self.execute(f"komi {self.match.komi:g}")
        elif self.match.game == "gomoku" and "rule" in self.commands:
            self.execute(f"rule {rules}")

    def _set_clock(self, clock: Clock) -> None:
        if clock.kind in ("nodes", "depth"):
            if "limits" not in self.commands:
                raise Complaint(
                    f"{self.spec.name} has no GTP command to limit {clock.kind}: "
                    "give it a time, or clock=none and its own commands with init="
                )
            self.execute(f"limits {clock}".replace("=", " "))
        elif clock.kind == "time":
            self.execute(f"time_settings 0 {clock.seconds:g} 1")
        elif clock.kind == "clock" and clock.increment and "kata-time_settings" in self.commands:
            self.execute(f"kata-time_settings fischer {clock.main:g} {clock.increment:g}")
        elif clock.kind == "clock":
            # GTP has no increment; time_left before each move includes it.
            self.execute(f"time_settings {clock.main:g} 0 0")

    def tell(self, color: str, vertex: str) -> None:
        understood, text, _ = ask(self.process, f"play {color[0]} {vertex}", self.patience())
        if not understood:
            raise EngineFault("illegal", f"it refused the legal move {color} {vertex} with '? {text}'")

    def choose(self, color: str, clock: RunningClock) -> tuple[str, float]:
        if clock.left is not None and "time_left" in self.commands:
            stones = 1 if clock.clock.kind == "time" else 0
            self.execute(f"time_left {color[0]} {self._seconds(clock.left)} {stones}")
        began = time.monotonic()
        understood, text, came = ask(self.process, f"genmove {color[0]}", self.deadline(clock))
        if not understood:
            raise EngineFault("illegal", f"genmove was answered with '? {text}'")
        return spelled(text, self.match.game), came - began

    def _seconds(self, seconds: float) -> str:
        """Formats seconds for time_left, which GTP defines as whole; only engines known to take fractions get them."""
        if "limits" in self.commands or "kata-time_settings" in self.commands:
            return f"{seconds:.3f}"
        return str(int(seconds))
