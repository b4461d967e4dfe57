"""JSON analysis: many positions at once, by KataGo's analysis protocol."""

import itertools
import json
import logging
import math
import os
import threading
from concurrent import futures
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, Union

from .analysis_query import AnalysisQuery, Query
from .analysis_result import AnalysisResult
from .errors import AnalysisError, EngineClosed, ReplyTimeout, TengenError
from .process import EngineProcess
from .program import Program, find_program
from .tool import option_words
from .waiting import finite, settle, wait_for

ACTION_SECONDS = 60.0  # for replies to actions, which do not wait for searches


class Analysis:
    """An engine that analyzes positions of Go, gomoku and Othello. Any thread may submit queries.

    Args:
        threads: positions to search at a time; one per processor if None.
        model: a network file for Go, "own" for the built-in network, "none" for playouts only.
        config: a KataGo configuration file.
        override: keys that override this file, such as {"reportAnalysisWinratesAs": "BLACK"}.
        arguments: further command-line options.
        program: see `find_program`.
        timeout: seconds to wait for results; `math.inf` waits while the engine runs.
        grace: seconds for the engine to end at `close` before it is killed.
        on_stderr: called with each line that the engine writes to stderr, on another thread.

    Raises:
        ProgramNotFound: no program was found.
        EngineDied: the engine does not start; the error has its output.
    """

    def __init__(
        self,
        *,
        threads: Optional[int] = None,
        model: "Union[str, os.PathLike[str], None]" = None,
        config: "Union[str, os.PathLike[str], None]" = None,
        override: Optional[Mapping[str, Union[str, int, float]]] = None,
        arguments: Iterable[str] = (),
        program: Program = None,
        timeout: float = math.inf,
        grace: float = 2.0,
        on_stderr: Optional[Callable[[str], None]] = None,
    ) -> None:
        self.timeout = timeout
        self.grace = grace
        self._lock = threading.Lock()
        self._queries: "dict[str, AnalysisQuery]" = {}
        self._actions: "dict[str, futures.Future[Mapping[str, Any]]]" = {}
        self._numbers = itertools.count(1)
        self._end: Optional[TengenError] = None
        options = {"--analysis-threads": threads, "--model": model, "--config": config}
        words = option_words(options)
        if override:
            words += ["--override-config", ",".join(f"{key}={value}" for key, value in override.items())]
        command = [*find_program(program), "analysis", *words, *arguments]
        self._process = EngineProcess(command, self._take_line, self._fail_all, on_stderr)
        try:
            self.version()
        except BaseException:
            self.close()
            raise

    def submit(self, query: Query) -> AnalysisQuery:
        """Sends a query and returns at once. A query without an id gets one.

        Raises:
            ValueError: a query with this id is running, or a value cannot be written as JSON.
        """
        with self._lock:
            id = query.get("id") or self._new_id()
            if id in self._queries or id in self._actions:
                raise ValueError(f"a query with the id {id} is under way")
            line = json.dumps({**query, "id": id}, allow_nan=False)
            turns = len(set(query.get("analyzeTurns") or [0]))
            submitted = AnalysisQuery(id, turns, self.timeout, self._terminate)
            if self._end:
                submitted.fail(self._end)
            else:
                self._queries[id] = submitted
                self._process.send(line)
        return submitted

    def analyze(self, query: Query, *, timeout: Optional[float] = None) -> AnalysisResult:
        """Analyzes one position and returns the result. Errors are those of `AnalysisQuery.result`."""
        return self.submit(query).result(timeout)

    def as_completed(
        self, queries: Iterable[AnalysisQuery], *, timeout: Optional[float] = None
    ) -> Iterator[AnalysisQuery]:
        """Yields queries as they end, successful or not; their `results` then return at once.

        Raises:
            ReplyTimeout: not all have ended within `timeout` seconds (this object's if None).
        """
        seconds = self.timeout if timeout is None else timeout
        by_future = {query.future: query for query in queries}
        try:
            for future in futures.as_completed(by_future, timeout=finite(seconds)):
                yield by_future[future]
        except futures.TimeoutError:
            missing = sum(not future.done() for future in by_future)
            raise ReplyTimeout(f"{missing} of {len(by_future)} queries", seconds) from None

    def version(self) -> Mapping[str, Any]:
        """Returns `version`, the KataGo release of this protocol, and `engineVersion`."""
        return self._ask("query_version")

    def models(self) -> "list[Mapping[str, Any]]":
        """Returns the networks in use."""
        models: "list[Mapping[str, Any]]" = self._ask("query_models")["models"]
        return models

    def clear_cache(self) -> None:
        """Clears the cache of evaluations."""
        self._ask("clear_cache")

    def terminate_all(self) -> None:
        """Ends all searches; their best moves so far become the results."""
        self._ask("terminate_all")

    def close(self) -> int:
        """Ends the engine, by force after the grace period, and returns its exit status. May be repeated.

        Running searches end with their best moves so far; waiting callers get `EngineClosed` if no result arrives
        within the grace period.
        """
        with self._lock:
            self._end = self._end or EngineClosed()
        status = self._process.close(json.dumps({"id": "close", "action": "terminate_all"}), self.grace)
        self._fail_all(EngineClosed())
        return status

    @property
    def pid(self) -> int:
        """The engine's process ID."""
        return self._process.pid

    def __enter__(self) -> "Analysis":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _terminate(self, query: AnalysisQuery, turns: Optional[Sequence[int]]) -> None:
        fields: "dict[str, Any]" = {"terminateId": query.id}
        if turns is not None:
            fields["turnNumbers"] = list(turns)
        self._act("terminate", fields)

    def _ask(self, action: str) -> Mapping[str, Any]:
        return wait_for(self._act(action, {}), min(self.timeout, ACTION_SECONDS), action)

    def _act(self, action: str, fields: Mapping[str, Any]) -> "futures.Future[Mapping[str, Any]]":
        future: "futures.Future[Mapping[str, Any]]" = futures.Future()
        with self._lock:
            if self._end:
                settle(future, self._end)
                return future
            id = self._new_id()
            self._actions[id] = future
            self._process.send(json.dumps({"id": id, "action": action, **fields}))
        return future

    def _new_id(self) -> str:
        while (id := f"q{next(self._numbers)}") in self._queries:
            pass
        return id

    # On the reader thread.

    def _take_line(self, line: str) -> None:
        reply = _object(line)
        id = reply.get("id")
        if not isinstance(id, str):
            logging.getLogger("tengen").warning("a line of the engine is not a reply to a query: %s", line)
            return
        with self._lock:
            query, action = self._queries.get(id), self._actions.pop(id, None)
        if action:
            settle(action, AnalysisError(reply["error"], reply.get("field")) if "error" in reply else reply)
        elif query:
            query.take(reply)
            if query.future.done():
                with self._lock:
                    self._queries.pop(id, None)

    def _fail_all(self, error: TengenError) -> None:
        with self._lock:
            self._end = self._end or error
            queries, actions = list(self._queries.values()), list(self._actions.values())
            self._queries.clear()
            self._actions.clear()
            error = self._end
        for query in queries:
            query.fail(error)
        for action in actions:
            settle(action, error)


def _object(line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
