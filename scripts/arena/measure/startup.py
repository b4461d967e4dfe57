"""The time from a program's start to its first answer and its first move."""

import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from arena.complaint import Complaint
from arena.games import GAMES

PATIENCE = 30.0  # seconds of silence before a program is given up


@dataclass(frozen=True)
class Greeting:
    """A conversation: lines that are answered at once, then lines that ask for a move of one node."""

    name: str
    arguments: tuple[str, ...]
    hello: str
    move: str
    # A GTP reply ends with an empty line, a Gomocup one with its line.
    blank_after_reply: bool


GREETINGS = tuple(
    Greeting(game, ("--game", game, "--protocol", "gtp"), "name\n", "limits nodes 1\ngenmove b\n", True)
    for game in GAMES
) + (Greeting("gomocup", ("--protocol", "gomocup"), "START 15\n", "INFO max_node 1\nBEGIN\n", False),)


@dataclass(frozen=True)
class Start:
    """Seconds since the process was started."""

    answer: float
    move: float


def measure(program: Path, greeting: Greeting) -> Start:
    """Starts the program once and measures it. In GTP the move needs two replies: that of the limits and its own."""
    began = time.perf_counter()
    try:
        process = subprocess.Popen(
            [str(program), *greeting.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise Complaint(f"{program} can't be started: {error.strerror}") from error
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    with process:
        try:
            _ask(process, greeting.hello, replies=1, blank=greeting.blank_after_reply)
            answer = time.perf_counter() - began
            replies = greeting.move.count("\n") if greeting.blank_after_reply else 1
            _ask(process, greeting.move, replies, greeting.blank_after_reply)
            return Start(answer, time.perf_counter() - began)
        except (OSError, EOFError) as error:
            raise Complaint(f"{program} ended or was silent before it answered as {greeting.name}") from error
        finally:
            timer.cancel()
            process.kill()


def _ask(process: "subprocess.Popen[bytes]", lines: str, replies: int, blank: bool) -> None:
    process.stdin.write(lines.encode())
    process.stdin.flush()
    for _ in range(replies):
        line = process.stdout.readline()
        while blank and line not in (b"", b"\n"):
            line = process.stdout.readline()
        if not line:
            raise EOFError
