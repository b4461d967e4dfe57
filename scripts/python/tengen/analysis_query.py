"""A query of JSON analysis, from its fields to its results."""

import inspect
import queue
import threading
import warnings
from concurrent import futures
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, TypedDict, Union

from .analysis_result import AnalysisResult
from .errors import AnalysisError, AnalysisWarning, ReplyTimeout, TengenError
from .waiting import finite, settle, wait_for

MOST_WAITING = 100  # unread reports during the search before older ones are dropped

_Event = Union[AnalysisResult, None]


class Query(TypedDict, total=False):
    """The fields of a query; see the manual's chapter JSON analysis. `moves` is required, in Go also the size and rules."""

    id: str
    game: str
    moves: Sequence[Sequence[str]]
    initialStones: Sequence[Sequence[str]]
    initialPlayer: str
    rules: Union[str, Mapping[str, Any]]
    komi: float
    whiteHandicapBonus: str
    boardXSize: int
    boardYSize: int
    analyzeTurns: Sequence[int]
    maxVisits: int
    maxTime: float
    maxDepth: int
    minMoves: int
    analysisPVLen: int
    rootFpuReductionMax: float
    rootPolicyTemperature: float
    overrideSettings: Mapping[str, Any]
    avoidMoves: Sequence[Mapping[str, Any]]
    allowMoves: Sequence[Mapping[str, Any]]
    includeOwnership: bool
    includeOwnershipStdev: bool
    includeMovesOwnership: bool
    includeMovesOwnershipStdev: bool
    includePolicy: bool
    includePVVisits: bool
    includeNoResultValue: bool
    includeLadders: bool
    includeChains: bool
    includeProblem: bool
    includeForbidden: bool
    reportDuringSearchEvery: float
    firstReportDuringSearchAfter: float
    priority: int
    priorities: Sequence[int]


class AnalysisQuery:
    """A submitted query, made by `Analysis.submit`.

    Attributes:
        id: its id for the engine.
        future: a future of the results, for `concurrent.futures.wait` or `asyncio.wrap_future`.
        warnings: the engine's remarks about fields that it does not use.
    """

    def __init__(
        self, id: str, turns: int, timeout: float, terminate: Callable[["AnalysisQuery", Optional[Sequence[int]]], None]
    ) -> None:
        self.id = id
        self.future: "futures.Future[tuple[AnalysisResult, ...]]" = futures.Future()
        self.warnings: "list[str]" = []
        self._turns = turns
        self._timeout = timeout
        self._terminate = terminate
        self._lock = threading.Lock()
        self._finals: "dict[int, AnalysisResult]" = {}
        self._listeners: "list[queue.SimpleQueue[_Event]]" = []
        self._warned = 0

    def results(self, timeout: Optional[float] = None) -> "tuple[AnalysisResult, ...]":
        """Waits for the end of the analysis and returns a result for each position, in the order of the turns.

        Raises:
            AnalysisError: the engine refused the query.
            ReplyTimeout: it has not ended within `timeout` seconds (those of `Analysis` if None). It continues.
            EngineDied: the engine ended.
            EngineClosed: the engine was closed.
        """
        results = wait_for(self.future, self._seconds(timeout), f"query {self.id}")
        self._warn()
        return results

    def result(self, timeout: Optional[float] = None) -> AnalysisResult:
        """Returns the result of a query about one position. Errors are those of `results`.

        Raises:
            ValueError: the query has several positions.
        """
        if self._turns > 1:
            raise ValueError(f"query {self.id} has {self._turns} positions: use results()")
        return self.results(timeout)[0]

    def reports(self, timeout: Optional[float] = None) -> Iterator[AnalysisResult]:
        """Yields results as they arrive: those during the search, requested by `reportDuringSearchEvery`, and the final one
        of each position, in order of completion.

        A slow reader misses reports during the search. Errors are those of `results`; the timeout applies to
        each report.
        """
        seconds = self._seconds(timeout)
        events = self._listen()
        try:
            while (event := self._next(events, seconds)) is not None:
                yield event
            self.future.result()
            self._warn()
        finally:
            with self._lock:
                self._listeners.remove(events)

    def terminate(self, turns: Optional[Sequence[int]] = None) -> None:
        """Ends the search of these turns, or of all. The best moves so far become the result."""
        self._terminate(self, turns)

    def _seconds(self, timeout: Optional[float]) -> float:
        return self._timeout if timeout is None else timeout

    def _next(self, events: "queue.SimpleQueue[_Event]", seconds: float) -> _Event:
        try:
            return events.get(timeout=finite(seconds))
        except queue.Empty:
            raise ReplyTimeout(f"query {self.id}", seconds) from None

    def _listen(self) -> "queue.SimpleQueue[_Event]":
        events: "queue.SimpleQueue[_Event]" = queue.SimpleQueue()
        with self._lock:
            for result in self._finals.values():
                events.put(result)
            if self.future.done():
                events.put(None)
            self._listeners.append(events)
        return events

    def _warn(self) -> None:
        unsaid, self._warned = self.warnings[self._warned :], len(self.warnings)
        for text in unsaid:
            warnings.warn(text, AnalysisWarning, stacklevel=_depth_of_caller())

    # On the reader thread.

    def take(self, reply: Mapping[str, Any]) -> None:
        """Handles a reply to this query."""
        if "error" in reply:
            self.fail(AnalysisError(reply["error"], reply.get("field")))
            return
        if "warning" in reply:
            # A result may have one too.
            field = reply.get("field")
            self.warnings.append(f"{field}: {reply['warning']}" if field else reply["warning"])
        if "turnNumber" in reply:
            self._take_result(AnalysisResult.from_json(reply))

    def _take_result(self, result: AnalysisResult) -> None:
        with self._lock:
            if not result.is_during_search:
                self._finals[result.turn_number] = result
            for events in self._listeners:
                if not result.is_during_search or events.qsize() < MOST_WAITING:
                    events.put(result)
        if len(self._finals) == self._turns:
            self._end(tuple(self._finals[turn] for turn in sorted(self._finals)))

    def fail(self, error: TengenError) -> None:
        """Ends the wait for results with an error."""
        self._end(error)

    def _end(self, outcome: "Union[tuple[AnalysisResult, ...], TengenError]") -> None:
        # This calls the future's callbacks, so the lock is not held.
        settle(self.future, outcome)
        with self._lock:
            for events in self._listeners:
                events.put(None)


def _depth_of_caller() -> int:
    """Returns the `stacklevel` for `warnings.warn` in the calling function that points at the package's user."""
    level, frame = 0, inspect.currentframe()
    while frame and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    return level
