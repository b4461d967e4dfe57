"""The processor time that another process has used."""

import time
from typing import Optional


class CpuClock:
    """All threads of a process together. Linux alone has such clocks; elsewhere nobody tells."""

    def __init__(self, pid: int) -> None:
        # The kernel's number for it (linux/posix-timers.h, MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED), which
        # clock_getcpuclockid returns and Python has no name for.
        self._clock = (~pid << 3) | 2

    def seconds(self) -> Optional[float]:
        """Seconds so far, or None where nobody tells or the process has ended."""
        try:
            return time.clock_gettime(self._clock)
        except (AttributeError, OSError, OverflowError):
            return None


def since(before: Optional[float], now: Optional[float]) -> Optional[float]:
    """The difference, if both are known."""
    return None if before is None or now is None else now - before
