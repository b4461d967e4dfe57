"""A tuning run: games between two settings of one engine, a journal to resume from, and a chart of the values."""

import json
import shlex
import subprocess
import tempfile
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Iterator

from arena.complaint import Complaint
from arena.records.lines import LineWriter, whole_lines
from arena.match import play_match
from arena.records.openings import Openings
from arena.engines.process import split
from arena.records.record import FAULTS
from arena.engines.settings import EngineSpec, Match
from arena.stats.spsa import Parameter, Spsa
from arena.report.svg import Axis, Series, curves

USUAL_RATE = 0.002  # default r_end
MOST_OPENINGS = 500  # made for a run; repeated when all have been played
MOST_POINTS = 400  # of a curve in the chart


@dataclass(frozen=True)
class Step:
    """A finished iteration: a line of the journal."""

    iteration: int
    plus: dict[str, float]
    minus: dict[str, float]
    result: float  # wins minus losses of `plus` per pair of games
    faults: int  # games ended by a fault of an engine or the referee
    theta: dict[str, float]  # the values after it


@dataclass(frozen=True)
class Tuning:
    """The settings of a run. Both engines of `match` are the engine to tune, the first called plus; its games are
    those of one iteration."""

    spsa: Spsa
    match: Match
    journal: Path

    def finished(self) -> list[Step]:
        """The iterations in the journal, which is created if missing. Raises Complaint if it is of another run."""
        settings = self._settings()
        lines = whole_lines(self.journal)[0] if self.journal.exists() else []
        if not lines:
            with LineWriter(self.journal) as journal:
                journal.write_line(json.dumps(settings))
            return []
        try:
            first, *values = map(json.loads, lines)
            steps = [Step(**value) for value in values]
        except (ValueError, TypeError) as error:
            raise Complaint(f"{self.journal} is not the journal of a tuning run: {error}") from error
        if first != settings:
            differing = [name for name in settings if not isinstance(first, dict) or first.get(name) != settings[name]]
            raise Complaint(
                f"{self.journal} was begun with other settings ({', '.join(differing)}); name another file with --journal"
            )
        return steps

    def _settings(self) -> dict[str, Any]:
        """The settings that must not change when the run resumes."""
        match, engine = self.match, self.match.engines[0]
        return {
            "parameters": [asdict(parameter) for parameter in self.spsa.parameters],
            "iterations": self.spsa.iterations,
            "seed": self.spsa.seed,
            "engine": engine.command,
            "clock": engine.clock.to_json(),
            "game": match.game,
            "size": list(match.size),
            "rules": match.rules,
            "komi": match.komi,
            "pairs": match.games // 2,
            "openings": str(match.openings) if match.openings else match.opening_moves,
        }

    def run(self, finished: list[Step]) -> Iterator[Step]:
        """Plays the remaining iterations; each is in the journal when it is yielded."""
        theta = finished[-1].theta if finished else self.spsa.start()
        pairs = self.match.games // 2
        book = replace(self.match, games=2 * min(pairs * self.spsa.iterations, MOST_OPENINGS))
        with closing(Openings(book)) as openings, LineWriter(self.journal) as journal:
            for iteration in range(len(finished) + 1, self.spsa.iterations + 1):
                numbers = range((iteration - 1) * pairs, iteration * pairs)
                chosen = [openings[number % openings.count] for number in numbers]
                step = self._iterate(theta, iteration, chosen)
                journal.write_line(json.dumps(asdict(step)))
                yield step
                theta = step.theta

    def _iterate(self, theta: dict[str, float], iteration: int, openings: list[list[str]]) -> Step:
        plus, minus = self.spsa.trial(theta, iteration)
        engines = tuple(_with(spec, values) for spec, values in zip(self.match.engines, (plus, minus)))
        score = faults = 0
        with tempfile.TemporaryDirectory(prefix="tune-") as folder:
            # Only these: the match reads all openings in its file.
            book = Path(folder, "openings")
            book.write_text("".join(json.dumps({"opening": moves}) + "\n" for moves in openings), encoding="utf-8")
            for record in play_match(replace(self.match, engines=engines, openings=book)):
                won = record.score_of(engines[0].name)
                score += 0 if won is None else 2 * won - 1
                faults += record.end in (*FAULTS, "referee")
        result = score / (self.match.games // 2)
        return Step(iteration, plus, minus, result, faults, self.spsa.stepped(theta, iteration, result))


def _with(spec: EngineSpec, values: dict[str, float]) -> EngineSpec:
    """The engine with these numbers set."""
    options = " ".join(f"--param {name}={value:.9g}" for name, value in values.items())
    return replace(spec, command=f"{spec.command} {options}")


def listed(engine: EngineSpec) -> dict[str, dict[str, Any]]:
    """The parameters that `tengen params` prints, by name."""
    command = [split(engine.command)[0], "params"]
    try:
        result = subprocess.run(
            command, cwd=engine.directory, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        raise Complaint(f"'{command[0]}' can't be started: {error.strerror}") from error
    if result.returncode:
        raise Complaint(
            f"'{shlex.join(command)}' lists nothing to tune: build the engine with cargo build --release --features tuning"
        )
    try:
        return {value["name"]: value for value in map(json.loads, result.stdout.splitlines())}
    except (ValueError, KeyError, TypeError) as error:
        raise Complaint(f"'{shlex.join(command)}' printed no list of numbers: {error}") from error


def parameter(words: list[str], known: dict[str, dict[str, Any]]) -> Parameter:
    """A parameter to tune, from its name and KEY=VALUE words."""
    name, *rest = words
    if name not in known:
        raise Complaint(f"--param {name}: the engine has no parameter of this name; its params command lists them")
    number = known[name]
    keys = {"start": number["value"], "min": number["min"], "max": number["max"], "c_end": number["step"]}
    values = {**keys, "r_end": USUAL_RATE}
    for word in rest:
        key, _, text = word.partition("=")
        try:
            if key not in values:
                raise ValueError
            values[key] = float(text)
        except ValueError:
            raise Complaint(f"--param {name} {word}: expected a number for one of {', '.join(values)}") from None
    low, high = values["min"], values["max"]
    if not number["min"] <= low <= values["start"] <= high <= number["max"] or low == high:
        raise Complaint(
            f"--param {name}: expected min, start and max in rising order from {number['min']:g} to {number['max']:g}"
        )
    if not (0 < values["c_end"] < float("inf") and 0 < values["r_end"] < float("inf")):
        raise Complaint(f"--param {name}: c_end and r_end have to be above 0")
    return Parameter(name, values["start"], low, high, values["c_end"], values["r_end"], number["whole"])


def picture(spsa: Spsa, steps: list[Step]) -> str:
    """A chart of every parameter's value over the iterations, as SVG."""
    every = -(-len(steps) // MOST_POINTS) or 1
    series = []
    for number in spsa.parameters:
        path = [(0, number.start), *((step.iteration, step.theta[number.name]) for step in steps)]
        kept = path[::every] + (path[-1:] if (len(path) - 1) % every else [])
        points = [(at, (value - number.low) / (number.high - number.low)) for at, value in kept]
        series.append(Series(f"{number.name} {number.low:g} to {number.high:g}, now {path[-1][1]:.4g}", points))
    x, y = Axis(0, spsa.iterations, "iteration"), Axis(0, 1, "share of the range")
    return curves(series, x, y, "Tuned numbers by iteration", standalone=True)
