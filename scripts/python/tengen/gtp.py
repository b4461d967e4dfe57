"""A conversation in GTP, the Go Text Protocol."""

import itertools
import os
import re
import threading
from concurrent import futures
from typing import Callable, Iterable, Optional, Union

from .errors import EngineClosed, EngineDied, GtpError, TengenError
from .gtp_stream import GtpStream
from .process import EngineProcess
from .program import Program, find_program
from .waiting import settle, wait_for

HEAD = re.compile(r"([=?])(\d*)[ \t]?(.*)", re.DOTALL)

Argument = Union[str, int, float]


class _PendingReply:
    """An awaited reply and its lines so far."""

    def __init__(self, command: str, on_line: Optional[Callable[[str], None]]) -> None:
        self.command = command
        self.future: "futures.Future[str]" = futures.Future()
        self.on_line = on_line
        self.succeeded = True
        self.lines: "list[str]" = []

    def add(self, line: str) -> None:
        if self.on_line and self.succeeded:
            # A stream may be endless, so it is not stored.
            self.on_line(line)
        else:
            self.lines.append(line)

    def complete(self) -> None:
        text = "\n".join(self.lines).rstrip()
        settle(self.future, text if self.succeeded else GtpError(self.command, text))


class Gtp:
    """An engine behind GTP, for Go, gomoku or Reversi.

    Commands are numbered, so that each gets its own reply. Any thread may send commands; the engine answers them in
    order.

    Args:
        game: "go", "gomoku", "renju", "othello" or another name of `tengen --help`.
        size: the size of the board; None for 19 in Go and 15 in gomoku.
        arguments: further command-line options, such as ["--threads", "2"].
        program: see `find_program`.
        timeout: seconds to wait for a reply, `math.inf` for no limit. Must exceed the longest search.
        grace: seconds for the engine to end at `close` before it is killed.
        on_stderr: called with each line of the engine's stderr, on another thread.

    Raises:
        ProgramNotFound: no program was found.
        EngineDied: the engine does not start; the error has its output.
    """

    def __init__(
        self,
        game: str = "go",
        *,
        size: Optional[int] = None,
        arguments: Iterable[str] = (),
        program: Program = None,
        timeout: float = 60.0,
        grace: float = 2.0,
        on_stderr: Optional[Callable[[str], None]] = None,
    ) -> None:
        self.timeout = timeout
        self.grace = grace
        self._lock = threading.Lock()
        self._pending: "dict[int, _PendingReply]" = {}
        self._numbers = itertools.count(1)
        self._current: Optional[_PendingReply] = None
        self._is_in_reply = False
        self._end: Optional[TengenError] = None
        board = [] if size is None else ["--size", str(size)]
        command = [*find_program(program), "--protocol", "gtp", "--game", game, *board, *arguments]
        self._process = EngineProcess(command, self._take_line, self._take_end, on_stderr)
        try:
            self.command("protocol_version")
        except BaseException:
            self.close()
            raise

    # The conversation.

    def command(self, name: str, *arguments: Argument, timeout: Optional[float] = None) -> str:
        """Sends a command and returns the text of its reply, without `=`.

        After a timeout the engine continues the command, and its late reply is dropped; `stop` ends a search.

        Raises:
            GtpError: the command failed.
            ReplyTimeout: no reply came within `timeout` seconds (that of the conversation if None).
            EngineDied: the engine ended.
            EngineClosed: the engine was closed before.
            ValueError: an argument holds a line break.
        """
        seconds = self.timeout if timeout is None else timeout
        return wait_for(self.send(name, *arguments), seconds, name)

    def send(self, name: str, *arguments: Argument) -> "futures.Future[str]":
        """Sends a command and returns a future of its reply, for `concurrent.futures.wait` or `asyncio.wrap_future`.

        Raises:
            ValueError: an argument holds a line break.
        """
        return self._send(None, name, *arguments)

    def stream(self, name: str, *arguments: Argument) -> GtpStream:
        """Sends a command with a continuous reply, such as `kata-analyze`, and returns an iterator over its lines.

        Use it in a `with` block, at the end of which the search ends.
        """
        stream = GtpStream(self.timeout, self.stop)
        stream.attach(self._send(stream.add, name, *arguments))
        return stream

    def stop(self) -> None:
        """Ends the running search; its command gets a reply. May be called from any thread."""
        self.command("stop")

    def close(self) -> int:
        """Ends the engine by `quit`, or by force after the grace period, and returns its exit status. May be repeated.

        A running search ends and replies with its move; later commands get `EngineClosed`.
        """
        with self._lock:
            self._end = self._end or EngineClosed()
        # Any line ends an analysis, `stop` any other search; `quit` would wait for it.
        status = self._process.close("stop\nquit", self.grace)
        self._fail_all(EngineClosed())
        return status

    @property
    def pid(self) -> int:
        """The engine's process ID."""
        return self._process.pid

    def __enter__(self) -> "Gtp":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Common commands; `command` sends all others.

    def name(self) -> str:
        """Returns the engine's name."""
        return self.command("name")

    def version(self) -> str:
        """Returns the engine's version."""
        return self.command("version")

    def list_commands(self) -> "list[str]":
        """Returns the commands of the current game."""
        return self.command("list_commands").split()

    def set_game(self, game: str) -> None:
        """Begins a game: "Go", "Gomoku" or "Othello"."""
        self.command("set_game", game)

    def boardsize(self, size: int) -> None:
        """Begins a game on a board of this size."""
        self.command("boardsize", size)

    def clear_board(self) -> None:
        """Begins a game on an empty board of the same size."""
        self.command("clear_board")

    def komi(self, points: float) -> None:
        """Sets white's compensation in points."""
        self.command("komi", points)

    def limits(
        self,
        *,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        visits: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> None:
        """Sets the limits of all searches; without any, only the clock limits them."""
        bounds = {"seconds": seconds, "nodes": nodes, "visits": visits, "depth": depth}
        words = [f"{name} {bound}" for name, bound in bounds.items() if bound is not None]
        self.command("limits", *(words or ["none"]))

    def play(self, color: str, vertex: str) -> None:
        """Plays a move: a color, "b" or "w", and a vertex such as "D4" or "pass".

        Raises:
            GtpError: the move is illegal.
        """
        self.command("play", color, vertex)

    def genmove(self, color: str, *, timeout: Optional[float] = None) -> str:
        """Searches, plays a move and returns its vertex, "pass" or "resign"."""
        vertex = self.command("genmove", color, timeout=timeout)
        # GTP allows these words in capitals.
        return vertex.lower() if vertex.lower() in ("pass", "resign") else vertex

    def load_game(self, file: "Union[str, os.PathLike[str]]", game: int = 1) -> str:
        """Loads a file's game by its number and returns the side to move, "black" or "white".

        The format is recognized by the content: SGF, GIB, NGF, UGF, PSQ, rows of gomoku moves, GGF, WTHOR, transcripts
        and others. The game must be the engine's.

        Raises:
            GtpError: the file has no such game.
        """
        return self.command("loadgame", os.path.abspath(file), str(game))

    def undo(self) -> None:
        """Takes back a move."""
        self.command("undo")

    def showboard(self) -> str:
        """Returns the board as a drawing."""
        return self.command("showboard")

    def final_score(self) -> str:
        """Returns the score of the current board: "B+31", "W+2.5" or "0"."""
        return self.command("final_score")

    # On other threads.

    def _send(self, on_line: Optional[Callable[[str], None]], name: str, *arguments: Argument) -> "futures.Future[str]":
        line = " ".join([name, *map(str, arguments)])
        if not line.strip() or "\n" in line or "\r" in line:
            raise ValueError(f"a command is one line with a word, not {line!r}")
        reply = _PendingReply(line, on_line)
        with self._lock:
            if self._end:
                reply.future.set_exception(self._end)
                return reply.future
            number = next(self._numbers)
            self._pending[number] = reply
            # Within the lock, so that numbers are sent in order.
            self._process.send(f"{number} {line}")
        return reply.future

    def _take_line(self, line: str) -> None:
        if self._is_in_reply:
            self._continue_reply(line)
        elif head := HEAD.fullmatch(line):
            self._begin_reply(head[1], head[2], head[3])

    def _begin_reply(self, mark: str, number: str, text: str) -> None:
        with self._lock:
            self._current = self._pending.pop(int(number or 0), None)
        self._is_in_reply = True
        if self._current:
            self._current.succeeded = mark == "="
            if text:
                self._current.add(text)

    def _continue_reply(self, line: str) -> None:
        reply = self._current
        if line:
            if reply:
                reply.add(line)
            return
        self._is_in_reply, self._current = False, None
        if reply:
            reply.complete()

    def _take_end(self, end: EngineDied) -> None:
        self._fail_all(end)

    def _fail_all(self, error: TengenError) -> None:
        with self._lock:
            self._end = self._end or error
            waiting = [*self._pending.values(), *([self._current] if self._current else [])]
            self._pending.clear()
            self._current = None
            error = self._end
        for reply in waiting:
            settle(reply.future, error)
