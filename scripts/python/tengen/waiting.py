"""Waiting for replies."""

import math
from concurrent import futures
from typing import Optional, TypeVar, Union

from .errors import ReplyTimeout, TengenError

T = TypeVar("T")


def wait_for(future: "futures.Future[T]", seconds: float, request: str) -> T:
    """Returns the result of a future, or raises its error.

    Raises:
        ReplyTimeout: there was none within `seconds`; `math.inf` waits forever.
    """
    futures.wait([future], timeout=finite(seconds))
    if not future.done():
        raise ReplyTimeout(request, seconds)
    return future.result()


def finite(seconds: float) -> Optional[float]:
    """Returns the time as the standard library takes it, with None for no limit."""
    return None if math.isinf(seconds) else seconds


def settle(future: "futures.Future[T]", outcome: Union[T, TengenError]) -> None:
    """Sets a future's result or error, unless it has one or was canceled."""
    if future.done() or not future.set_running_or_notify_cancel():
        return
    if isinstance(outcome, TengenError):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
