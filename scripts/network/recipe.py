"""The steps of making a network; each resumes where it was interrupted."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Iterable, Optional

from arena.records import record
from arena.complaint import Complaint
from arena.records.lines import LineWriter, whole_lines
from arena.stats.elo import Tally

SCRIPTS = Path(__file__).resolve().parents[1]
LEAST_TORCH = 2, 9  # the first version with Muon
FRAMEWORK = ("numpy>=1.26,<3", "torch>={}.{},<3".format(*LEAST_TORCH))  # with GPU support if the registry has it
CHECKED = 8  # files of positions for comparing engine and framework
SIZES = (9, 13)  # boards of the matches between rounds
RATE = 5e-4  # of training that continues from a round's weights, which are good already
SEEDS = 1000  # between the first seeds of two rounds; no round needs that many
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}  # from glibc 2.35 on a processor trains 1.5 times as fast


@dataclass(frozen=True)
class Lessons:
    """The conditions and duration of training games."""

    visits: Optional[int]  # of a search per move; None for one evaluation per position
    minutes: int
    shards: int
    player: Optional[Path] = None  # a network that plays by searches instead of the teacher, which then only labels
    size: Optional[int] = None  # of all boards; None for all sizes
    per_game: Optional[int] = None  # positions to keep of each game; None for all
    by_disagreement: bool = False  # whether to prefer those in which the player's search and network disagree


@dataclass(frozen=True)
class Start:
    """The start of training instead of random weights."""

    weights: Path  # a network file or the state of another run
    rate: float = RATE


@dataclass(frozen=True)
class Recipe:
    """The network to learn, its folders and programs."""

    engine: Path
    folder: Path
    channels: int
    blocks: int
    threads: int
    seed: int

    @property
    def python(self) -> Path:
        """This Python if it has the framework, otherwise that of the environment."""
        if has_framework():
            return Path(sys.executable)
        return self.folder / "environment" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def shape(self) -> list:
        return ["--channels", self.channels, "--blocks", self.blocks]

    def make_environment(self) -> None:
        """Installs the framework if it is missing or too old."""
        folder = self.folder / "environment"
        finished = folder / "finished"
        wanted = " ".join(FRAMEWORK)
        found = finished.read_text(encoding="utf-8") if finished.exists() else None
        if not has_framework() and found != wanted:
            step([sys.executable, "-m", "venv", "--clear", folder])
            step([self.python, "-m", "pip", "install", "--quiet", *FRAMEWORK])
            finished.write_text(wanted, encoding="utf-8")

    def play(self, rows: Path, teacher: str, lessons: Lessons) -> None:
        """Plays games with a teacher, a network file or empty for playouts, and writes labeled positions."""
        step(self.play_command(rows, teacher, lessons, lessons.minutes))

    def play_command(self, rows: Path, teacher: str, lessons: Lessons, minutes: int) -> list:
        """The command that plays games for this long."""
        command = [self.engine, "learn", "go", "positions", "--teacher", teacher, "--out", rows]
        command += ["--seed", self.seed, "--threads", self.threads]
        command += ["--shards", lessons.shards, "--minutes", minutes]
        for name in ("size", "per_game", "player", "visits"):
            value = getattr(lessons, name)
            command += [] if value is None else [f"--{name.replace('_', '-')}", value]
        return command + ["--by-disagreement"] * lessons.by_disagreement

    def label(self, teacher: Path, rows: Iterable[Path], labeled: Path, percent: int = 100) -> list[Path]:
        """Relabels a percentage of the positions. Returns the folders with labels, in the order of `rows`."""
        out = []
        for number, folder in enumerate(rows):
            out.append(labeled / str(number))
            step([*self.label_command(teacher, folder, out[-1]), "--share", percent / 100])
        return out

    def label_command(self, teacher: Path, rows: Path, labeled: Path) -> list:
        """The command that relabels positions."""
        command = [self.python, "-m", "network.labeling", "--teacher", teacher, "--rows", rows, "--out", labeled]
        return [*command, "--threads", self.threads, "--seed", self.seed]

    def train(
        self,
        run: Path,
        rows: Iterable[Path],
        minutes: int,
        start: Optional[Start] = None,
        adviser: Optional[Path] = None,
    ) -> Path:
        """Trains a network, from the weights of `start` if given. Returns its file."""
        rows = list(rows)
        step(self.train_command(run, rows, ["--minutes", minutes], start, adviser))
        self.check(run, rows[-1])
        return run / "model.bin.gz"

    def train_command(
        self, run: Path, rows: list[Path], times: list, start: Optional[Start], adviser: Optional[Path]
    ) -> list:
        """The command that trains a network, with its options of time."""
        command = [self.python, "-m", "network.training", "--run", run, *times, *self.shape]
        command += ["--threads", self.threads, "--seed", self.seed, "--rows", *rows]
        command += [] if start is None else ["--start", start.weights, "--rate", start.rate]
        return command + ([] if adviser is None else ["--adviser", adviser])

    def check(self, run: Path, rows: Path) -> None:
        """Compares engine and framework on some positions."""
        files = sorted(rows.glob("*.rows"))[:CHECKED]
        step([self.python, "-m", "network.check", "--engine", self.engine, "--run", run, *self.shape, "--rows", *files])

    def measure(self, shapes: list[str], size: Optional[int], teacher: Optional[Path]) -> None:
        """Measures the speed of training and labeling."""
        command = [self.python, "-m", "network.measuring", "--threads", self.threads]
        command += ["--shapes", *shapes] if shapes else []
        command += [] if size is None else ["--sides", size]
        step(command + ([] if teacher is None else ["--teacher", teacher]))


@dataclass(frozen=True)
class Rounds:
    """Networks that learn from searched games of the best one so far, and replace it if they beat it."""

    recipe: Recipe
    first: Path  # folder with the first network's run
    rows: tuple[Path, ...]  # folders of its training positions
    lessons: Lessons
    minutes: int  # of training
    games: int  # of a match on each board size
    seconds: float  # per move of the match
    needed: float  # score from which the newer one is kept

    @property
    def journal(self) -> Path:
        return self.recipe.folder / "rounds.jsonl"

    def entries(self) -> list[dict[str, Any]]:
        """The results of the rounds so far."""
        if not self.journal.exists():
            return []
        return [json.loads(line) for line in whole_lines(self.journal)[0]]

    def folder(self, number: int) -> Path:
        """The folder of a round's positions and network; the first network's is number 0."""
        return self.recipe.folder / f"round-{number}" if number else self.first

    def best(self) -> Path:
        """The run of the best network."""
        kept = [entry["round"] for entry in self.entries() if entry["kept"]]
        return self.folder(kept[-1] if kept else 0) / "run"

    def go_on(self, until: int) -> Path:
        """Plays rounds up to the given number. Returns the file of the best network."""
        for number in range(len(self.entries()) + 1, until + 1):
            entry = self.round(number)
            with LineWriter(self.journal) as writer:
                writer.write_line(json.dumps(entry))
            kept = "kept" if entry["kept"] else "not kept"
            print(f"round {number}: {100 * entry['score']:.1f} % of {entry['games']} games, {kept}", file=sys.stderr)
        return self.best() / "model.bin.gz"

    def round(self, number: int) -> dict[str, Any]:
        """Plays a round: games of the best network with itself, training of a newer one, and a match of the two."""
        folder, best = self.folder(number), self.best()
        recipe = replace(self.recipe, seed=self.recipe.seed + SEEDS * number)
        # In an interrupted round the games are complete once training has begun.
        if not (folder / "run").exists():
            recipe.play(folder / "rows", str(best / "model.bin.gz"), self.lessons)
        rows = [*self.rows, *(self.folder(past) / "rows" for past in range(1, number + 1))]
        newer = recipe.train(folder / "run", rows, self.minutes, Start(best / "state.pt"))
        records = [played for size in SIZES for played in self.match(folder, size, newer, best / "model.bin.gz")]
        tally = Tally.of_games(records, "newer")
        return {
            "round": number,
            "games": tally.games,
            "score": round(tally.score, 4),
            "kept": tally.score >= self.needed,
        }

    def match(self, folder: Path, size: int, newer: Path, best: Path) -> list[record.Record]:
        """Plays a match of two networks at equal time, every opening with both colors."""
        out = folder / f"match-{size}.jsonl"
        command = [sys.executable, SCRIPTS / "match", "--game", "go", "--size", size, "--rules", "chinese", "--komi", 7]
        for name, model in (("newer", newer), ("best", best)):
            program = shlex.join([str(self.recipe.engine), "--model", str(model)])
            command += ["--engine", f"name={name}", f"cmd={program}", f"time={self.seconds}"]
        step([*command, "--referee", self.recipe.engine, "--games", self.games, "--out", out])
        return record.read([out])


def has_framework() -> bool:
    """Whether this Python has the framework, and it is new enough."""
    try:
        importlib.metadata.version("numpy")
        major, minor, *_ = importlib.metadata.version("torch").split(".")
    except importlib.metadata.PackageNotFoundError:
        return False
    return (int(major), int(minor)) >= LEAST_TORCH


def step(command: list) -> None:
    """Runs a command to its end."""
    status = started(command, subprocess.run, check=False).returncode
    if status != 0:
        raise Complaint(f"'{spoken(command)}' ended with status {status}")


def started(command: list, start: Callable[..., Any], **options: Any) -> Any:
    """The result of subprocess.run or subprocess.Popen for a command."""
    words = [str(word) for word in command]
    try:
        return start(words, cwd=SCRIPTS if words[1] == "-m" else None, env={**LARGE_PAGES, **os.environ}, **options)
    except OSError as error:
        raise Complaint(f"{words[0]} can't be run: {error.strerror}") from error


def spoken(command: list) -> str:
    """The beginning of a command."""
    return " ".join(map(str, command[:4]))
