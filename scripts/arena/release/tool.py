"""Programs that scripts run: git, cargo, valgrind."""

import shlex
import subprocess
from pathlib import Path
from typing import Mapping, Optional, Sequence

from arena.complaint import Complaint


class Failed(Complaint):
    """A program that must succeed failed."""


def output(
    command: Sequence[str],
    purpose: str,
    directory: Optional[Path] = None,
    environment: Optional[Mapping[str, str]] = None,
) -> str:
    """The stdout of a program that must succeed. Its stderr goes to the user."""
    return _run(command, purpose, directory, environment, None).stdout


def errors(command: Sequence[str], purpose: str) -> tuple[str, str]:
    """The stdout and stderr of a program that must succeed."""
    done = _run(command, purpose, None, None, subprocess.PIPE)
    return done.stdout, done.stderr


def _run(
    command: Sequence[str],
    purpose: str,
    directory: Optional[Path],
    environment: Optional[Mapping[str, str]],
    stderr: Optional[int],
) -> "subprocess.CompletedProcess[str]":
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            cwd=directory,
            env=environment,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError as error:
        raise Complaint(f"{command[0]} is needed {purpose} but was not found") from error
    except OSError as error:
        raise Complaint(f"{command[0]} can't be started: {error.strerror}") from error
    if done.returncode != 0:
        # Lines of valgrind begin with ==.
        lines = [line for line in (done.stderr or "").splitlines() if line.strip() and not line.startswith("==")]
        said = f": {lines[0]}" if lines else ""
        raise Failed(f"'{shlex.join(command)}' failed with status {done.returncode}{said}")
    return done
