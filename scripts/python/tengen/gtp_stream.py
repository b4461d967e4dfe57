"""The lines of a continuous reply, such as kata-analyze's."""

import threading
import time
from collections import deque
from concurrent import futures
from typing import Callable, Optional

from .errors import ReplyTimeout
from .waiting import finite

MOST_WAITING = 1000  # lines


class GtpStream:
    """An iterator over the lines of a reply. It ends when the reply does, or at `close`.

    A reader more than a thousand lines behind misses the oldest ones. If the command fails or the engine
    dies, the iteration raises the error.
    """

    def __init__(self, timeout: float, stop: Callable[[], None]) -> None:
        self._timeout = timeout
        self._stop = stop
        self._changed = threading.Condition()
        self._lines: "deque[str]" = deque(maxlen=MOST_WAITING)
        self._future: "Optional[futures.Future[str]]" = None

    def attach(self, future: "futures.Future[str]") -> None:
        """Sets the future of the reply's end."""
        self._future = future
        future.add_done_callback(lambda _: self._notify())

    def add(self, line: str) -> None:
        """Adds a line; called on the reader thread."""
        with self._changed:
            self._lines.append(line)
            self._changed.notify_all()

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _is_done(self) -> bool:
        return self._future is not None and self._future.done()

    def __iter__(self) -> "GtpStream":
        return self

    def __next__(self) -> str:
        seconds = finite(self._timeout)
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            while not self._lines and not self._is_done():
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    raise ReplyTimeout("a command that streams", self._timeout)
                self._changed.wait(left)
            if self._lines:
                return self._lines.popleft()
        if self._future is not None:
            self._future.result()
        raise StopIteration

    def close(self) -> None:
        """Ends the search, and waits for the end of the reply. Unread lines are dropped."""
        if not self._is_done():
            self._stop()
        self._lines.clear()

    def __enter__(self) -> "GtpStream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
