"""A run of one of the program's tools, from its input to its exit status."""

import json
import subprocess
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, TypeVar

from .errors import EngineDied, Fault, InputError, ReplyTimeout
from .program import Program, find_program

T = TypeVar("T")

LAST_WORDS = 30  # lines of stderr in an error


def option_words(options: Mapping[str, Any]) -> "list[str]":
    """The words of a command line for these options, without those that are None."""
    return [word for name, value in options.items() if value is not None for word in (name, str(value))]


@dataclass(frozen=True)
class ToolOutput:
    """A tool's output and exit status."""

    command: str
    status: int
    lines: "list[str]"
    errors: "list[str]"

    def died(self) -> EngineDied:
        """The error of a run that failed as a whole."""
        return EngineDied(self.command, self.status, "\n".join(self.errors[-LAST_WORDS:]))


def run_tool(words: Sequence[str], text: str, program: Program, timeout: Optional[float]) -> ToolOutput:
    """Runs a tool to its end.

    Raises:
        ProgramNotFound: no program was found.
        EngineDied: it cannot be started, or was ended by a signal.
        ReplyTimeout: it took more than `timeout` seconds, and was killed.
    """
    command = [*find_program(program), *words]
    shown = " ".join(command)
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=timeout, check=False)
    except OSError as error:
        raise EngineDied(shown, None, error.strerror or str(error)) from error
    except subprocess.TimeoutExpired as error:
        raise ReplyTimeout(words[0], error.timeout) from None
    lines, errors = (stream.decode(errors="replace").splitlines() for stream in (done.stdout, done.stderr))
    output = ToolOutput(shown, done.returncode, lines, errors)
    if done.returncode < 0:
        raise output.died()
    return output


def json_answers(
    words: Sequence[str],
    questions: Iterable[Mapping[str, Any]],
    read: Callable[[Mapping[str, Any]], T],
    program: Program,
    timeout: Optional[float],
) -> "list[T]":
    """Asks a tool that reads and writes JSON Lines, and parses its answers.

    Raises:
        InputError: the tool refused some of the questions.
        EngineDied: it failed as a whole.
    """
    text = "".join(json.dumps(question, allow_nan=False) + "\n" for question in questions)
    output = run_tool(words, text, program, timeout)
    if output.status not in (0, 1):
        raise output.died()
    replies = [_object(line, output) for line in output.lines]
    faults = tuple(Fault(reply["line"] - 1, reply["error"]) for reply in replies if "error" in reply)
    answers = [read(reply) for reply in replies if "error" not in reply]
    if faults:
        raise InputError(faults, answers)
    if output.status:
        raise output.died()
    return answers


def _object(line: str, output: ToolOutput) -> "dict[str, Any]":
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise EngineDied(output.command, output.status, f"it wrote {line!r}, expected a JSON object")
    return value
