"""A network within a time: games, labels and training run concurrently, and continue after an interruption.

The folder has `games`, `labeled`, `run` and `budget.json` with the seconds spent so far.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

from arena.complaint import Complaint
from arena.draft import draft
from network.recipe import Lessons, Recipe, Start, spoken, started

# Shares of the time at which a phase begins and ends. The rest is for the check.
GAMES = 0.0, 0.75
LABELS = 0.0, 0.8
TRAINING = 0.15, 0.94
CHECKS = 20  # on held-out positions, in the whole time
FILES = 3  # of positions, with which training begins; one in sixteen is held out
PAUSE = 0.2  # seconds between two looks at the phases
RECORDED = 5.0  # seconds between two records of the time
PATIENCE = 60.0  # seconds for a phase to finish after its end or an interrupt


class SpentTime:
    """The time spent on a folder, by all commands."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.before = json.loads(file.read_text(encoding="utf-8"))["seconds"] if file.exists() else 0.0
        self.begun = self.recorded = time.monotonic()

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.begun

    def record(self, least: float = 0.0) -> None:
        """Writes the time, unless it has been written in the last `least` seconds."""
        if time.monotonic() - self.recorded >= least:
            self.recorded = time.monotonic()
            with draft(self.file) as part:
                part.write_text(json.dumps({"seconds": round(self.seconds, 1)}) + "\n", encoding="utf-8")


@dataclass
class Phase:
    """A process that runs during a part of the time."""

    times: tuple[float, float]  # its begin and end, in seconds of the whole time
    command: Callable[[float], list]  # for the seconds that are left
    is_ready: Callable[[], bool] = lambda: True
    ends_itself: bool = True
    process: Optional["subprocess.Popen[bytes]"] = None
    is_over: bool = False

    def go_on(self, now: float) -> None:
        """Starts or ends the process when it is time."""
        begin, end = self.times
        if self.process is None:
            self.is_over = now >= end
            if begin <= now < end and self.is_ready():
                # In separate groups, since Ctrl-C is for this process, which ends the others.
                group = getattr(os, "setpgrp", None)
                self.process = started(self.command(end - now), subprocess.Popen, preexec_fn=group)
        elif not self.is_over:
            if status := self.process.poll():
                raise Complaint(f"'{spoken(self.command(0.0))}' ended with status {status}")
            self.is_over = status == 0
            if now >= end + (PATIENCE if self.ends_itself else 0.0):
                self.stop()

    def stop(self) -> None:
        """Ends the process; training saves its state."""
        self.is_over = True
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@dataclass(frozen=True)
class Budget:
    """A network to learn within a time."""

    recipe: Recipe
    minutes: float
    teacher: str  # plays the games: a network file, `own` or `none`
    lessons: Lessons
    label: Optional[Path] = None  # a stronger network that labels the positions
    rows: tuple[Path, ...] = ()  # folders of further positions
    start: Optional[Start] = None
    adviser: Optional[Path] = None

    @property
    def games(self) -> Path:
        return self.recipe.folder / "games"

    @property
    def labeled(self) -> Path:
        return self.recipe.folder / "labeled" if self.label else self.games

    @property
    def run(self) -> Path:
        return self.recipe.folder / "run"

    def go_on(self) -> Path:
        """Uses the remaining time. Returns the network's file."""
        spent = SpentTime(self.recipe.folder / "budget.json")
        phases = self.phases()
        try:
            while not all(phase.is_over for phase in phases):
                for phase in phases:
                    phase.go_on(spent.seconds)
                spent.record(RECORDED)
                time.sleep(PAUSE)
        finally:
            for phase in phases:
                phase.stop()
            spent.record()
        if not (self.run / "model.bin.gz").exists():
            raise Complaint(f"{self.recipe.folder}: {self.minutes:g} minutes were too short for a network; give --budget more")
        self.recipe.check(self.run, self.labeled)
        print(f"{spent.seconds / 60:.1f} of {self.minutes:g} minutes", file=sys.stderr)
        return self.run / "model.bin.gz"

    def phases(self) -> list[Phase]:
        """All phases before the check."""
        recipe, whole = self.recipe, 60.0 * self.minutes

        def times(shares: tuple[float, float]) -> tuple[float, float]:
            return shares[0] * whole, shares[1] * whole

        def play(left: float) -> list:
            return recipe.play_command(self.games, self.teacher, self.lessons, 1 + int(left / 60))

        def label(left: float) -> list:
            assert self.label
            return [*recipe.label_command(self.label, self.games, self.labeled), "--until", time.time() + left]

        def train(left: float) -> list:
            options = ["--until", time.time() + left, "--every", whole / CHECKS]
            return recipe.train_command(self.run, [*self.rows, self.labeled], options, self.start, self.adviser)

        def has_positions() -> bool:
            return sum(1 for _ in self.labeled.glob("*.rows")) >= FILES

        labels = [Phase(times(LABELS), label)] if self.label else []
        return [Phase(times(GAMES), play, ends_itself=False), *labels, Phase(times(TRAINING), train, has_positions)]
