"""Errors. Each derives from `TengenError`."""

from typing import Any, NamedTuple, Optional


class TengenError(Exception):
    """Base class of the errors of this package."""


class ProgramNotFound(TengenError):
    """No program `tengen` was found. The text lists the places that were searched."""


class EngineDied(TengenError):
    """The engine ended, or could not be started.

    Attributes:
        status: the exit status; negative for a signal's number; None if it never ran.
        stderr: its last lines on stderr.
    """

    def __init__(self, command: str, status: Optional[int], stderr: str) -> None:
        self.status = status
        self.stderr = stderr
        if status is None:
            text = f"{command} could not be started"
        elif status < 0:
            text = f"{command} was ended by signal {-status}"
        else:
            text = f"{command} ended with status {status}"
        super().__init__(f"{text}: {stderr}" if stderr else text)


class EngineClosed(TengenError):
    """The engine was closed by `close` or at the end of a `with` block."""

    def __init__(self) -> None:
        super().__init__("the engine is closed")


class ReplyTimeout(TengenError, TimeoutError):
    """No reply came in time."""

    def __init__(self, request: str, seconds: float) -> None:
        super().__init__(f"no reply to {request} within {seconds:g} s")


class GtpError(TengenError):
    """A GTP command failed.

    Attributes:
        command: the line that was sent.
        message: the engine's text, such as "illegal move".
    """

    def __init__(self, command: str, message: str) -> None:
        self.command = command
        self.message = message
        super().__init__(f"{command}: {message}")


class GomocupError(TengenError):
    """The engine answered a command of Gomocup with ERROR or UNKNOWN."""


class AnalysisError(TengenError):
    """The engine refused a query of JSON analysis.

    Attributes:
        field: the invalid field, if there is one.
    """

    def __init__(self, message: str, field: Optional[str]) -> None:
        self.field = field
        super().__init__(f"{field}: {message}" if field else message)


class AnalysisWarning(UserWarning):
    """The engine does not use a field of a query; the analysis continues."""


class Fault(NamedTuple):
    """A position or file that a tool could not use."""

    number: int
    """Index in the input, from 0."""
    message: str
    """The tool's message."""


class InputError(TengenError):
    """Some positions or files could not be used. All others were answered.

    Attributes:
        faults: the bad ones, in the order of the input.
        answers: the answers for the others, as the function returns them.
    """

    def __init__(self, faults: "tuple[Fault, ...]", answers: "list[Any]") -> None:
        self.faults = faults
        self.answers = answers
        first = faults[0]
        more = f" ({len(faults)} faults)" if len(faults) > 1 else ""
        super().__init__(f"input {first.number}: {first.message}{more}")
