"""A running engine: lines in and out, with a deadline for every wait."""

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Optional

from arena.complaint import Complaint

LONGEST_LINE = 1 << 20  # bytes; longer lines come in pieces
MOST_WAITING = 10_000  # most unread lines before the engine has to wait


class EngineFault(Exception):
    """A fault of the engine; `kind` is one of the record's FAULTS, the text a sentence."""

    def __init__(self, kind: str, note: str) -> None:
        super().__init__(note)
        self.kind = kind


class Process:
    """An engine's process. Its stderr goes to `log`, or nowhere."""

    def __init__(self, command: str, directory: Optional[str] = None, log: Optional[Path] = None) -> None:
        self.command = command
        errors = open(log, "ab") if log else subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(
                split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=directory,
                # A separate group: a script's children die with it, and Ctrl-C reaches only this process.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFault("crash", f"'{command}' can't be started: {error.strerror}") from error
        finally:
            if log:
                errors.close()
        # Each line with its arrival time; None for the end.
        self._lines: queue.Queue[Optional[tuple[float, str]]] = queue.Queue(MOST_WAITING)
        self._is_killed = False
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_LINE):
                self._put((time.monotonic(), line.decode(errors="replace").rstrip("\r\n")))
        self._put(None)

    def _put(self, line: Optional[tuple[float, str]]) -> None:
        # After a kill no one reads the lines, so there may never be room.
        while not self._is_killed:
            with suppress(queue.Full):
                return self._lines.put(line, timeout=0.5)
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    @property
    def pid(self) -> int:
        """The process's ID."""
        return self._process.pid

    def send(self, text: str) -> None:
        """Writes one or more lines. Every engine keeps reading before it answers, so the pipe never fills up."""
        try:
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineFault("crash", self._ending()) from error

    def read_line(self, deadline: float) -> tuple[float, str]:
        """The next line and its arrival time; both times are `time.monotonic`'s. An engine that is silent until
        the deadline is killed."""
        left = deadline - time.monotonic()
        try:
            if left <= 0:
                # It may be writing all the time.
                raise queue.Empty
            line = self._lines.get(timeout=left)
        except queue.Empty:
            self.kill()
            raise EngineFault("hang", "no answer within the time it had and the patience after it") from None
        if line is None:
            self._lines.put(None)
            raise EngineFault("crash", self._ending())
        return line

    def _ending(self) -> str:
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output or its input"
        if status < 0:
            with suppress(ValueError):
                return f"it was ended by {signal.Signals(-status).name}"
        return f"it ended with status {status}"

    def wait(self, deadline: float) -> int:
        """The exit status of a process that is about to end."""
        try:
            return self._process.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.kill()
            raise EngineFault("hang", "it did not end") from None

    def rest(self, deadline: float) -> list[str]:
        """The last lines of a process that has ended."""
        lines: list[str] = []
        with suppress(EngineFault):
            while True:
                lines.append(self.read_line(deadline)[1])
        return lines

    def kill(self) -> None:
        """Kills the process and its children; harmless if they have ended."""
        self._is_killed = True
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        # Killed processes end at once, unless they hang in the kernel; do not wait for those.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        # Python raises ValueError if another thread is writing to the stream or closing it.
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def resident(self) -> Optional[float]:
        """Resident memory in MiB, or None if the system does not report it."""
        with suppress(OSError), open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        with suppress(OSError, ValueError, subprocess.CalledProcessError):
            kilobytes = subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.pid)])
            return int(kilobytes) / 1024
        return None

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def split(command: str) -> list[str]:
    """The words of a command line, split like a shell does."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise Complaint(f"command '{command}': {error}") from error
    if not words:
        raise Complaint("a command line is empty")
    # A relative path is meant from here: Popen would search for it in `directory`.
    if os.sep in words[0] and Path(words[0]).exists():
        words[0] = str(Path(words[0]).resolve())
    return words
