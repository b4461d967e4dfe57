"""Endings of scripts, with a sentence for user errors."""

import os
import signal
import sys
from pathlib import Path
from typing import Callable, NoReturn

INTERRUPTED = 130  # a shell's exit status after Ctrl-C


class Complaint(Exception):
    """A user error: what was found and what was expected."""


def run(main: Callable[[], int]) -> NoReturn:
    """Runs a script's `main` and exits with its status; a complaint prints its sentence and exits with 2.

    SIGTERM acts like Ctrl-C, so that no engine is left running.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status = main()
        sys.stdout.flush()
    except Complaint as complaint:
        print(f"{Path(sys.argv[0]).name}: {complaint}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has gone; the interpreter must not try to flush it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
