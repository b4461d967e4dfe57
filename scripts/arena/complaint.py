"""How a script ends when its user has asked for what can't be done."""

import os
import signal
import sys
from pathlib import Path
from typing import Callable, NoReturn

INTERRUPTED = 130  # a shell's exit status after Ctrl-C


class Complaint(Exception):
    """A sentence for the user: what was seen and what was expected."""


def run(main: Callable[[], int]) -> NoReturn:
    """Runs a script's `main` and ends with the status it returns; a complaint ends with its sentence and 2.

    A polite kill is taken like Ctrl-C, so that no engine is left running.
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
        # Whoever read the output has gone; the interpreter must not try to flush it again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
