"""Runs of `tengen bench`: parsing, statistics of several runs, and comparison of two builds."""

import re
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Sequence

from arena.release import tool
from arena.complaint import Complaint

# Matches the lines of games; those of searches have a depth and a move instead of seconds and a rate.
GAME = re.compile(r"(\w+) +(\d+) nodes +([\d.]+) s +(\d+) nps")
ISA = re.compile(r"isa (\w+)")
SIGNATURE = re.compile(r"signature ([0-9a-f]{16})")
TOTAL = re.compile(r"BENCH (\d+) nodes \d+ nps")
ALL = "all"  # the geometric mean, listed with the games
COLLECTED = re.compile(r"Collected *: *(\d+)")


@dataclass(frozen=True)
class Game:
    """One game's part of a run."""

    name: str
    nodes: int
    seconds: float
    rate: int  # nodes per second


@dataclass(frozen=True)
class Run:
    """A run with one instruction set; builds from before that choice do not name it."""

    isa: Optional[str]
    games: tuple[Game, ...]
    nodes: int
    signature: str


class Unsteady(Exception):
    """The bench does not do the same work in every run; the text is a sentence."""


def parse(text: str) -> list[Run]:
    """The runs in the output of one `tengen bench`, one per instruction set."""
    runs = []
    isa, games, signature = None, [], None
    for line in text.splitlines():
        if match := ISA.fullmatch(line):
            isa = match[1]
        elif match := GAME.fullmatch(line):
            games.append(Game(match[1], int(match[2]), float(match[3]), int(match[4])))
        elif match := SIGNATURE.fullmatch(line):
            signature = match[1]
        elif match := TOTAL.fullmatch(line):
            if not games or signature is None:
                raise Complaint("the bench printed its last line without games or a signature before it")
            runs.append(Run(isa, tuple(games), int(match[1]), signature))
            isa, games, signature = None, [], None
    if not runs or games:
        raise Complaint("the bench ended without its last line, 'BENCH <nodes> nodes <nps> nps'")
    return runs


def run(program: Path, arguments: Sequence[str] = ()) -> list[Run]:
    """Runs the bench of a build."""
    return parse(tool.output([str(program), "bench", *arguments], "as the engine to measure"))


def one_signature(runs: Sequence[Run]) -> str:
    """The signature of all these runs."""
    first = runs[0].signature
    for number, other in enumerate(runs[1:], 2):
        if other.signature != first:
            raise Unsteady(f"the signature was {first} in run 1 and is {other.signature} in run {number}")
    return first


@dataclass(frozen=True)
class Spread:
    """The median and quartiles of measurements."""

    median: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> "Spread":
        """The spread of at least one value; a single one has none."""
        if len(values) == 1:
            return Spread(values[0], values[0], values[0])
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        return Spread(median, low, high)



def ratios(new: Run, old: Run) -> dict[str, float]:
    """Rates of one run relative to another, for the games of both; `all` is the geometric mean, so that no game
    counts more because its nodes are faster."""
    rates = {game.name: game.rate for game in old.games}
    pairs = {game.name: game.rate / rates[game.name] for game in new.games if rates.get(game.name)}
    if not pairs:
        raise Complaint("the two builds do not bench the same games")
    return {**pairs, ALL: statistics.geometric_mean(pairs.values())}


@dataclass(frozen=True)
class Count:
    """Instructions of one game's bench under valgrind."""

    game: str
    nodes: int
    instructions: int
    signature: str


def count(program: Path, game: str, divisor: int, profile: Path) -> Count:
    """Counts the instructions of one game's bench; the profile remains for callgrind_annotate."""
    profile.parent.mkdir(parents=True, exist_ok=True)
    emulated = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", str(program)]
    bench = ["bench", "--game", game, "--divide", str(divisor)]
    printed, told = tool.errors(emulated + bench, "to count instructions")
    collected = COLLECTED.search(told)
    if collected is None:
        raise Complaint("valgrind did not say how many instructions it collected")
    (measured,) = parse(printed)
    return Count(measured.games[0].name, measured.nodes, int(collected[1]), measured.signature)
