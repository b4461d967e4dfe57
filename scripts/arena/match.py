"""A match of two engines."""

import queue
import sys
import threading
from contextlib import closing, nullcontext
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterator, Optional, Union

from arena.records import record as records
from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.records.game import Course, play_game
from arena.records.gamefile import write_game
from arena.engines.gomocup import GomocupPlayer
from arena.engines.gtp import GtpPlayer
from arena.records.openings import Openings
from arena.engines.player import Player
from arena.engines.process import EngineFault
from arena.records.record import Record
from arena.engines.referee import IllegalOpening, Referee, RefereeFailure
from arena.schedule import Pairing, refuse_other_settings, schedule
from arena.engines.settings import EngineSpec, Match

__all__ = ["Clock", "EngineSpec", "Match", "play_match"]

PROTOCOLS = {"gtp": GtpPlayer, "gomocup": GomocupPlayer}


def play_match(match: Match) -> Iterator[Record]:
    """Plays the remaining games and yields each as it ends, already written to `match.out`.

    Games already in `match.out` are neither played nor yielded: `record.read` has them. Closing the
    iterator, as leaving a loop over it does, ends the match: running games are abandoned without a record.
    Raises Complaint before the first game if settings, openings or engines don't fit, and never for an engine's
    fault in a game.
    """
    finished = records.read([match.out]) if match.out and match.out.exists() else []
    refuse_other_settings(match, finished)
    for folder in filter(None, (match.sgf, match.log)):
        _make_folder(folder)
    with closing(Openings(match)) as openings:
        _try_out(match, openings)
        pairs = match.games // 2
        if openings.count < pairs:
            print(f"{match.openings}: {openings.count} openings for {pairs} pairs, they repeat", file=sys.stderr)
        with records.append(match.out) if match.out else nullcontext() as writer:
            for record in _play_all(match, openings, finished):
                if match.sgf:
                    write_game(record, match.sgf)
                if writer:
                    writer.write(record)
                yield record


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Complaint(f"{folder} can't be made: {error.strerror}") from error


def _try_out(match: Match, openings: Openings) -> None:
    """Raises Complaint if a game cannot begin."""
    referee = _new_referee(match)
    try:
        for number, opening in enumerate(openings.read(), start=1):
            referee.begin(opening)
    except IllegalOpening as illegal:
        raise Complaint(f"{match.openings}: opening {number}, {' '.join(opening)}: {illegal}") from illegal
    except RefereeFailure as failure:
        raise Complaint(str(failure)) from failure
    finally:
        referee.close()
    for spec in match.engines:
        try:
            player = _new_player(spec, match, 0)
            try:
                player.start()
                player.begin()
            finally:
                player.dismiss()
        except EngineFault as fault:
            raise Complaint(f"engine {spec.name} can't play: {fault}") from fault


def _new_referee(match: Match) -> Referee:
    try:
        return Referee(match)
    except RefereeFailure as failure:
        raise Complaint(str(failure)) from failure


def _new_player(spec: EngineSpec, match: Match, worker: int) -> Player:
    log = match.log / f"{spec.name}-{worker}.log" if match.log else None
    return PROTOCOLS[spec.protocol](spec, match, log)


def _play_all(match: Match, openings: Openings, finished: list[Record]) -> Iterator[Record]:
    todo = Todo(schedule(match, openings, finished))
    results: queue.Queue[Union[Record, Exception, None]] = queue.Queue()
    workers = [Worker(number, match, todo, results) for number in range(1, match.concurrency + 1)]
    try:
        for worker in workers:
            worker.start()
        at_work = len(workers)
        while at_work:
            result = results.get()
            if result is None:
                at_work -= 1
            elif isinstance(result, Exception):
                raise result
            else:
                yield result
    finally:
        openings.stop()
        for worker in workers:
            worker.stop()


class Todo:
    """The remaining games, handed out to any number of threads."""

    def __init__(self, pairings: Iterator[Pairing]) -> None:
        self._pairings = pairings
        self._lock = threading.Lock()

    def take(self) -> Optional[Pairing]:
        """The next game, or None after the last."""
        with self._lock:
            return next(self._pairings, None)


class Worker(threading.Thread):
    """A thread that plays games with its own processes. Hands over each record, an exception if it cannot
    continue, and None at its end."""

    def __init__(self, number: int, match: Match, todo: Todo, results: queue.Queue) -> None:
        super().__init__(daemon=True)
        self.number = number
        self.match = match
        self.todo = todo
        self.results = results
        self.is_stopped = False
        self.referee: Optional[Referee] = None
        self.players: dict[str, Player] = {}

    def run(self) -> None:
        try:
            while not self.is_stopped and (pairing := self.todo.take()):
                record = self._play(pairing)
                # A stopped worker's processes were killed; that is no fault of the engines.
                if not self.is_stopped:
                    self.results.put(record)
        except Exception as error:  # raised by the reader of the results
            self.results.put(error)
        finally:
            for player in list(self.players.values()):
                player.dismiss()
            if self.referee:
                self.referee.close()
            self.results.put(None)

    def stop(self) -> None:
        """Abandons the running game and waits for the thread's end."""
        self.is_stopped = True
        while self.is_alive():
            # Repeated, as the thread may be about to start a process.
            for player in list(self.players.values()):
                player.process.kill()
            if self.referee:
                self.referee.close()
            self.join(timeout=0.1)

    def _play(self, pairing: Pairing) -> Record:
        began = datetime.now(timezone.utc)
        first_is_black = pairing.round == 0 or self.match.handicap
        black, white = self.match.engines if first_is_black else self.match.engines[::-1]
        sides = {"black": black, "white": white}
        course = self._course(sides, pairing)
        for color, spec in sides.items():
            if course.faulty == color:
                self._discard(spec)
            elif spec.restart and spec.name in self.players:
                self.players.pop(spec.name).dismiss()
        if course.end == "referee" and self.referee:
            self.referee.close()
            self.referee = None
        return self._record(pairing, sides, course, began)

    def _course(self, sides: dict[str, EngineSpec], pairing: Pairing) -> Course:
        if self.referee is None:
            self.referee = _new_referee(self.match)
        for color, spec in sides.items():
            try:
                self._ensure_player(spec)
            except EngineFault as fault:
                course = Course(self.referee.handicap)
                course.forfeit(color, fault.kind, f"at its start: {fault}")
                return course
        players = {color: self.players[spec.name] for color, spec in sides.items()}
        return play_game(players, self.referee, pairing.opening, self.match, pairing.seeds(self.match))

    def _ensure_player(self, spec: EngineSpec) -> None:
        if spec.name not in self.players:
            self.players[spec.name] = _new_player(spec, self.match, self.number)
            self.players[spec.name].start()

    def _discard(self, spec: EngineSpec) -> None:
        if player := self.players.pop(spec.name, None):
            player.process.kill()

    def _record(
        self, pairing: Pairing, sides: dict[str, EngineSpec], course: Course, began: datetime
    ) -> Record:
        match = self.match
        return Record(
            key=pairing.key,
            pair=pairing.pair,
            round=pairing.round,
            game=match.game,
            size=match.size,
            rules=match.rules,
            komi=match.komi,
            handicap=course.handicap,
            opening=pairing.opening,
            moves=course.moves,
            seconds=course.seconds,
            black=sides["black"].name,
            white=sides["white"].name,
            result=course.result,
            winner=course.winner,
            end=course.end,
            faulty=sides[course.faulty].name if course.faulty else None,
            note=course.note,
            clock={color: spec.clock.to_json() for color, spec in sides.items()},
            began=began.strftime("%Y-%m-%dT%H:%M:%SZ"),
            engines={spec.name: spec.command for spec in match.engines},
        )
