"""A running engine: lines in and out, its last stderr lines, and a clean end."""

import logging
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from contextlib import suppress
from typing import IO, Callable, Optional, Sequence

from .errors import EngineDied

LAST_WORDS = 30  # stderr lines kept
FLUSH_SECONDS = 1.0  # for the last lines of a process that has ended


class EngineProcess:
    """An engine's process.

    One thread writes and two others read, so that no pipe can fill up and block the caller. The callbacks run on those
    threads.
    """

    def __init__(
        self,
        command: Sequence[str],
        on_line: Callable[[str], None],
        on_end: Callable[[EngineDied], None],
        on_stderr: Optional[Callable[[str], None]] = None,
    ) -> None:
        """Starts the process.

        Raises:
            EngineDied: the command cannot be started.
        """
        self._shown = " ".join(command)
        self._on_line, self._on_end, self._on_stderr = on_line, on_end, on_stderr
        self._last_words: "deque[str]" = deque(maxlen=LAST_WORDS)
        self._unsent: "queue.SimpleQueue[Optional[str]]" = queue.SimpleQueue()
        try:
            self._process = self._start(command)
        except OSError as error:
            raise EngineDied(self._shown, None, error.strerror or str(error)) from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._threads = [
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @staticmethod
    def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
        # A separate group: Ctrl-C reaches only the caller, which may continue with the engine.
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    @property
    def status(self) -> Optional[int]:
        """The exit status, or None while the process runs."""
        return self._process.poll()

    def send(self, line: str) -> None:
        """Sends a line. Returns at once; `on_end` reports the engine's death."""
        self._unsent.put(line)

    def close(self, farewell: Optional[str], grace: float) -> int:
        """Sends a last line, closes the input, and returns the exit status. Kills the process after `grace` seconds."""
        if farewell is not None:
            self._unsent.put(farewell)
        self._unsent.put(None)
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._kill()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(FLUSH_SECONDS)
        return self._process.wait()

    def _kill(self) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                # With its children, if it is a script that starts the engine.
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _write(self, pipe: IO[bytes]) -> None:
        # The reader thread notices a dead engine.
        with suppress(OSError):
            while (line := self._unsent.get()) is not None:
                pipe.write(line.encode() + b"\n")
                if self._unsent.empty():
                    pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            with suppress(OSError), pipe:
                for line in pipe:
                    self._on_line(_text(line))
        finally:
            # Report the end to those who wait for a reply, even if a callback failed.
            self._report_end()

    def _report_end(self) -> None:
        # A process without output is useless.
        self._unsent.put(None)
        try:
            status = self._process.wait(FLUSH_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            status = self._process.wait()
        self._threads[1].join(FLUSH_SECONDS)
        self._on_end(EngineDied(self._shown, status, "\n".join(self._last_words)))

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            for line in pipe:
                self._last_words.append(_text(line))
                if self._on_stderr:
                    self._report_stderr(self._on_stderr, _text(line))

    def _report_stderr(self, report: Callable[[str], None], line: str) -> None:
        try:
            report(line)
        except Exception:
            # Keep reading: a full pipe would block the engine.
            self._on_stderr = None
            logging.getLogger("tengen").exception("on_stderr failed and is not called again")


def _text(line: bytes) -> str:
    return line.decode(errors="replace").rstrip("\r\n")
