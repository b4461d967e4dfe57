"""The judge of a match: a tengen process that knows the rules of all games and does not search."""

import os
import shlex
import shutil
import time
from pathlib import Path
from typing import Optional

from arena.complaint import Complaint
from arena.engines.gtp import ask
from arena.engines.process import EngineFault, Process
from arena.engines.settings import Match
from arena.engines.vertex import spelled
from arena.games import GAMES

PATIENCE = 60.0  # seconds for a reply that takes milliseconds, on a busy machine; --patience is for the engines


class RefereeFailure(Exception):
    """The referee can no longer be used; the text is a sentence."""


class IllegalOpening(RefereeFailure):
    """An opening that no game can have."""


class Referee:
    """Decides what is legal, when a game is over and who has won."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.passes = 0  # in a row
        self.handicap: list[str] = []  # the stones with which each game begins
        try:
            self.process = Process(find_referee(match.referee))
        except EngineFault as fault:
            raise _failure(fault) from fault
        try:
            self._set_up()
        except RefereeFailure:
            self.close()
            raise

    def _set_up(self) -> None:
        width, height = self.match.size
        self._execute(f"set_game {GAMES[self.match.game].gtp}")
        self._execute(f"rectangular_boardsize {width} {height}")
        if self.match.game == "go":
            self._execute(f"kata-set-rules {self.match.rules}")
            self._execute(f"komi {self.match.komi:g}")
            self._set_handicap()
        elif self.match.game == "gomoku":
            self._execute(f"rule {self.match.rules}")

    def _set_handicap(self) -> None:
        if self.match.handicap:
            self.handicap = self._execute(f"fixed_handicap {self.match.handicap}").split()

    def begin(self, opening: list[str]) -> None:
        """Begins a game with the match's handicap stones and these moves. Raises IllegalOpening with the reason if that
        is impossible."""
        self._execute("clear_board")
        self._set_handicap()
        self.passes = 0
        for ply, vertex in enumerate(opening):
            if not self.play(color_of(ply), vertex):
                raise IllegalOpening(f"{color_of(ply)} {vertex} is illegal as move {ply + 1}")
        if self.is_over():
            raise IllegalOpening("the game is over after it")

    def play(self, color: str, vertex: str) -> bool:
        """Plays a move if it is legal. Returns whether it was."""
        understood, _ = self._ask(f"play {color[0]} {vertex}")
        if understood:
            self.passes = self.passes + 1 if vertex == "pass" else 0
        return understood

    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        if self.match.game == "go":
            return self.passes >= 2
        return not self._execute("gogui-rules_legal_moves")

    def result(self) -> str:
        """The result of a finished game: B+3.5, W+2 or 0."""
        return self._execute("final_score")

    def all_legal(self, color: str) -> list[str]:
        """All moves of a side, as records spell them."""
        return [spelled(vertex, self.match.game) for vertex in self._execute(f"all_legal {color[0]}").split()]

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()

    def _execute(self, command: str) -> str:
        understood, text = self._ask(command)
        if not understood:
            raise RefereeFailure(f"the referee answered '{command}' with '? {text}'")
        return text

    def _ask(self, command: str) -> tuple[bool, str]:
        try:
            understood, text, _ = ask(self.process, command, time.monotonic() + PATIENCE)
        except EngineFault as fault:
            raise _failure(fault) from fault
        return understood, text


def _failure(fault: EngineFault) -> RefereeFailure:
    return RefereeFailure(f"the referee failed: {fault}")


def color_of(ply: int) -> str:
    """The side to move: sides alternate in every game here, forced passes included. All handicap stones together are
    ply 0."""
    return "white" if ply % 2 else "black"


def find_referee(given: Optional[str]) -> str:
    """The command line of the referee: the given one, $TENGEN, the release build of this repository, or
    tengen on the path."""
    if given:
        return given
    if os.environ.get("TENGEN"):
        return quoted(os.environ["TENGEN"])
    root = Path(__file__).resolve().parents[3]
    name = "tengen.exe" if os.name == "nt" else "tengen"
    built = Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release" / name
    if built.exists():
        return quoted(str(built))
    if shutil.which("tengen"):
        return "tengen"
    raise Complaint("no tengen to judge the games: build it with 'cargo build --release' or name one with --referee")


def quoted(path: str) -> str:
    """A program's path as a command line."""
    return shlex.quote(path) if os.name != "nt" else path
