"""A conversation in the Gomocup protocol (Piskvork), about gomoku and renju."""

import queue
import re
from typing import Callable, Iterable, Optional, Union

from .errors import EngineClosed, EngineDied, GomocupError, ReplyTimeout, TengenError
from .process import EngineProcess
from .program import Program, find_program
from .waiting import finite

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "exact-caro": 9}  # INFO rule
OWN, OPPONENT, BLOCKED = 1, 2, 3  # fields of BOARD

MOVE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*")
REMARKS = ("MESSAGE", "DEBUG")


class Gomocup:
    """An engine behind the Gomocup protocol. Points are (x, y), column and row from 0, from the upper left.

    Only one thread at a time may send commands; `stop` may be called from any.

    Args:
        size: the number of columns, and of rows if `height` is not given; from 5 to 22.
        height: the number of rows.
        rule: "freestyle", "standard", "renju", "caro" or "exact-caro".
        arguments: further command-line options, such as ["--threads", "2"].
        program: see `find_program`.
        timeout: seconds to wait for a reply, `math.inf` for no limit.
        grace: seconds for the engine to end at `close` before it is killed.
        on_message: called with each MESSAGE and DEBUG line, on another thread.
        on_stderr: called with each line of the engine's stderr, on another thread.

    Raises:
        ProgramNotFound: no program was found.
        EngineDied: the engine does not start.
        GomocupError: it refuses the size.
        ValueError: there is no such rule.
    """

    def __init__(
        self,
        size: int = 15,
        *,
        height: Optional[int] = None,
        rule: str = "freestyle",
        arguments: Iterable[str] = (),
        program: Program = None,
        timeout: float = 60.0,
        grace: float = 2.0,
        on_message: Optional[Callable[[str], None]] = None,
        on_stderr: Optional[Callable[[str], None]] = None,
    ) -> None:
        if rule not in RULES:
            raise ValueError(f"the rule is {rule!r}, expected one of {', '.join(RULES)}")
        self.timeout = timeout
        self.grace = grace
        self._on_message = on_message
        self._end: Optional[TengenError] = None
        self._replies: "queue.SimpleQueue[Union[str, EngineDied]]" = queue.SimpleQueue()
        command = [*find_program(program), "--protocol", "gomocup", "--game", "gomoku", *arguments]
        self._process = EngineProcess(command, self._take_line, self._replies.put, on_stderr)
        try:
            self._expect_ok(f"START {size}" if height in (None, size) else f"RECTSTART {size},{height}")
            self.info("rule", RULES[rule])
        except BaseException:
            self.close()
            raise

    def ask(self, *lines: str, timeout: Optional[float] = None) -> str:
        """Sends lines and returns the first line of the reply other than MESSAGE and DEBUG.

        The protocol cannot distinguish a late reply from the next one, so a timeout ends the engine.

        Raises:
            GomocupError: the reply is ERROR or UNKNOWN.
            ReplyTimeout: no reply came within `timeout` seconds (that of the conversation if None).
            EngineDied: the engine ended.
            EngineClosed: the engine was closed before.
        """
        self._send(lines)
        seconds = self.timeout if timeout is None else timeout
        try:
            reply = self._replies.get(timeout=finite(seconds))
        except queue.Empty:
            self._end = ReplyTimeout(lines[0], seconds)
            self._process.close(None, 0.0)
            raise self._end from None
        if isinstance(reply, TengenError):
            self._end = self._end or reply
            raise self._end
        if reply.upper().startswith(("ERROR", "UNKNOWN")):
            raise GomocupError(reply)
        return reply

    def about(self) -> str:
        """Returns the engine's line with its name, version and author."""
        return self.ask("ABOUT")

    def info(self, key: str, value: Union[str, int]) -> None:
        """Changes a setting, such as "timeout_turn" in milliseconds or "max_node". There is no reply."""
        self._send([f"INFO {key} {value}"])

    def restart(self) -> None:
        """Begins a game on an empty board of the same size."""
        self._expect_ok("RESTART")

    def begin(self) -> "tuple[int, int]":
        """Returns the engine's first move on an empty board."""
        return self._move("BEGIN")

    def turn(self, x: int, y: int) -> "tuple[int, int]":
        """Plays the opponent's move and returns the engine's.

        Raises:
            GomocupError: the move is illegal; the board is unchanged.
        """
        return self._move(f"TURN {x},{y}")

    def board(self, stones: "Iterable[tuple[int, int, int]]") -> "tuple[int, int]":
        """Sets up a position and returns the engine's move.

        Stones are (x, y, field) in the order of the moves; a field is OWN for the engine's, OPPONENT, or BLOCKED for a
        point that neither may use.
        """
        return self._move("BOARD", *(f"{x},{y},{field}" for x, y, field in stones), "DONE")

    def takeback(self, x: int, y: int) -> None:
        """Removes a stone from the board."""
        self._expect_ok(f"TAKEBACK {x},{y}")

    def stop(self) -> None:
        """Ends the search with its best move so far. May be called from any thread."""
        self._send(["STOP"])

    def close(self) -> int:
        """Ends the engine by END, or by force after the grace period, and returns its exit status. May be repeated."""
        self._end = self._end or EngineClosed()
        return self._process.close("END", self.grace)

    @property
    def pid(self) -> int:
        """The engine's process ID."""
        return self._process.pid

    def __enter__(self) -> "Gomocup":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _move(self, *lines: str) -> "tuple[int, int]":
        reply = self.ask(*lines)
        move = MOVE.fullmatch(reply)
        if not move:
            raise GomocupError(f"{lines[0]} was answered with '{reply}', expected a move")
        return int(move[1]), int(move[2])

    def _expect_ok(self, line: str) -> None:
        reply = self.ask(line)
        if reply.strip().upper() != "OK":
            raise GomocupError(f"{line} was answered with '{reply}', expected OK")

    def _send(self, lines: "Iterable[str]") -> None:
        lines = list(lines)
        if bad := [line for line in lines if not line.strip() or "\n" in line or "\r" in line]:
            raise ValueError(f"a command is one line with a word, not {bad[0]!r}")
        if self._end:
            raise self._end
        self._process.send("\n".join(lines))

    def _take_line(self, line: str) -> None:
        if line.upper().startswith(REMARKS):
            if self._on_message:
                self._on_message(line)
        elif line.strip():
            self._replies.put(line)
