"""The processor time that another process has used."""

import time
from typing import Optional


class CpuClock:
    """A clock of all threads of a process. Only Linux has such clocks; elsewhere times are unknown."""

    def __init__(self, pid: int) -> None:
        # The kernel's clock number (linux/posix-timers.h, MAKE_PROCESS_CPUCLOCK with CPUCLOCK_SCHED), as
        # clock_getcpuclockid returns it; Python has no function for it.
        self._clock = (~pid << 3) | 2

    def seconds(self) -> Optional[float]:
        """Seconds so far, or None if unknown or the process has ended."""
        try:
            return time.clock_gettime(self._clock)
        except (AttributeError, OSError, OverflowError):
            return None


def since(before: Optional[float], now: Optional[float]) -> Optional[float]:
    """The difference, if both are known."""
    return None if before is None or now is None else now - before
