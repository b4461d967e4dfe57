"""The matches from which levels are rated."""

from __future__ import annotations

import argparse
import math
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional

from arena.complaint import Complaint
from arena.engines.process import split
from arena.engines.settings import Match
from arena.match import play_match
from arena.options import read_match
from arena.records import record
from arena.records.record import Record
from arena.stats.ratings import Pairing, pairings

FULL = "full"
FIRST_STAGE = 40  # games; fewer would too often look certain by chance


@dataclass(frozen=True)
class Rival:
    """Another engine and the anchors it plays."""

    name: str
    command: str
    anchors: tuple[int, ...]

    @classmethod
    def of(cls, engine: str, anchors: str) -> Rival:
        """Reads NAME=CMD and numbers with commas between them."""
        name, found, command = engine.partition("=")
        if not (name and found and command):
            raise Complaint(f"--rival {engine}: expected NAME=CMD")
        if not re.fullmatch(r"\d+(,\d+)*", anchors):
            raise Complaint(f"--rival {name}: expected numbers of anchors separated by commas, not {anchors}")
        return cls(name, command, tuple(map(int, anchors.split(","))))


@dataclass(frozen=True)
class Meeting:
    """Two engines that play each other, the presumably weaker one first."""

    first: str
    second: str
    is_step: bool = False  # whether they are neighbors on the ladder
    stones: int = 0  # handicap of the first

    @classmethod
    def of_handicap(cls, text: str, count: int) -> Meeting:
        """Reads WEAKER,STRONGER=STONES with numbers of anchors, of which there are `count`."""
        found = re.fullmatch(r"(\d+),(\d+)=(\d+)", text)
        if not found:
            raise Complaint(f"--handicap {text}: expected two anchors and stones, such as 3,5=4")
        weaker, stronger, stones = map(int, found.groups())
        if not weaker < stronger < count or stones < 2:
            raise Complaint(
                f"--handicap {text}: expected anchors from 0 to {count - 1}, the weaker first, and 2 or more stones"
            )
        return cls(anchor_name(weaker), anchor_name(stronger), stones=stones)

    def __str__(self) -> str:
        return f"{self.second} against {self.first}" + (f" with {self.stones} stones" if self.stones else "")


@dataclass(frozen=True)
class Plan:
    """The meetings and the conditions of their games."""

    options: argparse.Namespace
    count: int  # anchors
    meetings: list[Meeting]
    commands: dict[str, str]  # by name

    @classmethod
    def of(cls, options: argparse.Namespace, rivals: list[Rival]) -> Plan:
        """Asks the engine how many anchors there are."""
        count = count_anchors(options.engine, options.game)
        base = f"{options.engine} --game {options.game}"
        # Different seeds: two players with the same seed would misjudge the same points.
        commands = {
            anchor_name(number): f"{base} --seed {number} --level anchor:{number}" for number in range(count)
        }
        commands[FULL] = f"{base} --seed {count} {options.full}"
        if options.handicaps:
            refuse_beside_handicap(options)
            return cls(options, count, [Meeting.of_handicap(text, count) for text in options.handicaps], commands)
        ladder = [anchor_name(number) for number in range(count)] + [FULL]
        first, last = chosen(options.anchors, count)
        meetings = [Meeting(low, high, is_step=True) for low, high in list(zip(ladder, ladder[1:]))[first:last]]
        for rival in rivals:
            if max(rival.anchors) >= count:
                raise Complaint(f"--rival {rival.name}: there are anchors from 0 to {count - 1}")
            commands[rival.name] = rival.command
            meetings += [Meeting(rival.name, anchor_name(number)) for number in rival.anchors]
        return cls(options, count, meetings, commands)

    def file(self, meeting: Meeting) -> Path:
        """The records of a meeting."""
        stones = f"-{meeting.stones}-stones" if meeting.stones else ""
        return self.options.out / f"{self.options.game}-{meeting.first}-{meeting.second}{stones}.jsonl"

    def play(self) -> None:
        """Plays the rest of every match: all its games, or as many as its interval needs."""
        self.options.out.mkdir(parents=True, exist_ok=True)
        for meeting in self.meetings:
            played = 0
            for games in stages(self.options.games):
                if self.is_sure(meeting):
                    break
                played += len(list(play_match(self.match(meeting, games))))
            met = self.met(meeting)
            if met and played:
                print(f"{meeting}: {met.score.mean:.0%} of {met.score.games}", flush=True)

    def met(self, meeting: Meeting) -> Optional[Pairing]:
        """The two engines' games so far, from the second one's view."""
        file = self.file(meeting)
        played = pairings(record.read([file])) if file.exists() else []
        return next((met if met.first == meeting.second else met.reversed() for met in played), None)

    def is_sure(self, meeting: Meeting) -> bool:
        """Whether half the interval of the step between two neighbors is at most the requested share of it."""
        met = self.met(meeting)
        if met is None or not self.options.interval or not meeting.is_step:
            return False
        step = met.tally.elo()
        return math.isfinite(step.high) and step.high - step.low <= 2 * self.options.interval * step.value

    def match(self, meeting: Meeting, games: int) -> Match:
        """The settings of a match of two of the engines."""
        options = argparse.Namespace(**vars(self.options))
        options.games = games
        options.handicap = meeting.stones
        names = (meeting.first, meeting.second)
        options.engine = [[f"name={name}", f"cmd={self.commands[name]}"] for name in names]
        options.each = []
        options.out = self.file(meeting)
        options.shard, options.sgf = (1, 1), None
        return read_match(options)

    def records(self) -> list[Record]:
        """All even games of this game in the folder, including those of other runs."""
        files = sorted(self.options.out.glob(f"{self.options.game}-*.jsonl"))
        return [found for found in record.read(files) if not found.handicap]

    def scores(self) -> str:
        """The score of each meeting with its interval, one per line."""
        return "\n".join(f"{meeting}: {self.score(meeting)}" for meeting in self.meetings)

    def score(self, meeting: Meeting) -> str:
        """The second engine's score with its interval."""
        met = self.met(meeting)
        if met is None:
            return "no game"
        low, high = met.tally.score_interval()
        return f"{met.score.mean:.0%} of {met.score.games}, 95 % from {low:.0%} to {high:.0%}"


def refuse_beside_handicap(options: argparse.Namespace) -> None:
    """Raises Complaint if an option would have no effect on games with handicap."""
    for name in ("anchors", "interval", "rival", "write"):
        if getattr(options, name):
            raise Complaint(f"--handicap: games with stones rate nothing and go without --{name}")


def stages(most: int) -> Iterator[int]:
    """The numbers of games after which a match is checked: even, a quarter more each time, finally `most`."""
    games = FIRST_STAGE
    while games < most:
        yield games
        games += games // 8 * 2
    yield most


def anchor_name(number: int) -> str:
    """The name of an anchor in matches."""
    return f"anchor{number}"


def chosen(text: str | None, count: int) -> tuple[int, int]:
    """The range of anchor pairings, the end exclusive."""
    if text is None:
        return 0, count
    found = re.fullmatch(rf"(\d+)-(\d+|{FULL})", text)
    if not found:
        raise Complaint(f"--anchors {text}: expected two numbers such as 0-4, or 8-full")
    last = count if found[2] == FULL else int(found[2])
    if not int(found[1]) < last <= count:
        raise Complaint(f"--anchors {text}: expected anchors from 0 to {count - 1}, or full")
    return int(found[1]), last


def count_anchors(engine: str, game: str) -> int:
    """The number of anchors: the first one that the engine doesn't know."""
    for number in range(100):
        script = f"level anchor:{number}\nquit\n"
        command = [*split(engine), "--game", game, "--model", "none"] if game == "go" else [*split(engine), "--game", game]
        try:
            told = subprocess.run(command, input=script, capture_output=True, text=True, timeout=120, check=False)
        except OSError as error:
            raise Complaint(f"{engine} can't be run: {error.strerror}") from error
        if not told.stdout.startswith("="):
            if number == 0:
                raise Complaint(f"{engine} has no levels: {(told.stdout + told.stderr).strip()}")
            return number
    raise Complaint(f"{engine} has too many anchors")
