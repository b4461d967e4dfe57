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
FIRST_STAGE = 40  # games; fewer would too often look sure by chance


@dataclass(frozen=True)
class Rival:
    """Another engine, and the anchors that it plays."""

    name: str
    command: str
    anchors: tuple[int, ...]

    @classmethod
    def of(cls, engine: str, anchors: str) -> Rival:
        """Reads NAME=CMD and numbers with commas between them."""
        name, found, command = engine.partition("=")
        if not (name and found and command):
            raise Complaint(f"--rival {engine}: NAME=CMD was expected")
        if not re.fullmatch(r"\d+(,\d+)*", anchors):
            raise Complaint(f"--rival {name}: numbers of anchors with commas between them were expected, not {anchors}")
        return cls(name, command, tuple(map(int, anchors.split(","))))


@dataclass(frozen=True)
class Handicap:
    """Two anchors, and the stones with which the weaker one should be the equal of the other."""

    weaker: str
    stronger: str
    stones: int

    @classmethod
    def of(cls, text: str, count: int) -> Handicap:
        """Reads WEAKER,STRONGER=STONES with numbers of anchors."""
        found = re.fullmatch(r"(\d+),(\d+)=(\d+)", text)
        if not found:
            raise Complaint(f"--handicap {text}: two anchors and stones, such as 3,5=4, were expected")
        weaker, stronger, stones = map(int, found.groups())
        if not weaker < stronger < count or stones < 2:
            raise Complaint(f"--handicap {text}: anchors from 0 to {count - 1}, the weaker first, and 2 or more stones were "
                            "expected")
        return cls(anchor_name(weaker), anchor_name(stronger), stones)


@dataclass(frozen=True)
class Plan:
    """The pairings, and how their games are played."""

    options: argparse.Namespace
    count: int  # anchors
    pairings: list[tuple[str, str]]  # names of engines, the one supposed to be weaker first
    commands: dict[str, str]  # by name
    rivals: set[str]  # names of those that are no levels
    handicaps: list[Handicap]

    @classmethod
    def of(cls, options: argparse.Namespace, rivals: list[Rival]) -> Plan:
        """Asks the engine how many anchors there are."""
        count = count_anchors(options.engine, options.game)
        base = f"{options.engine} --game {options.game}"
        # Seeds of their own: two players with one seed would misjudge the same points.
        commands = {
            anchor_name(number): f"{base} --seed {number} --level anchor:{number}" for number in range(count)
        }
        commands[FULL] = f"{base} --seed {count} {options.full}"
        ladder = [anchor_name(number) for number in range(count)] + [FULL]
        first, last = chosen(options.anchors, count)
        pairings = list(zip(ladder, ladder[1:]))[first:last]
        for rival in rivals:
            if max(rival.anchors) >= count:
                raise Complaint(f"--rival {rival.name}: there are anchors from 0 to {count - 1}")
            commands[rival.name] = rival.command
            pairings += [(rival.name, anchor_name(number)) for number in rival.anchors]
        handicaps = [Handicap.of(text, count) for text in options.handicaps]
        if handicaps:
            pairings = []
        return cls(options, count, pairings, commands, {rival.name for rival in rivals}, handicaps)

    def file(self, first: str, second: str, stones: int = 0) -> Path:
        """The records of a pairing."""
        with_stones = f"-{stones}-stones" if stones else ""
        return self.options.out / f"{self.options.game}-{first}-{second}{with_stones}.jsonl"

    def play(self) -> None:
        """Plays what is left of every match: all its games, or as many as its interval needs."""
        self.options.out.mkdir(parents=True, exist_ok=True)
        for first, second in self.pairings:
            played = 0
            for games in stages(self.options.games):
                if self.is_sure(first, second):
                    break
                played += len(list(play_match(self.match(first, second, games))))
            met = self.met(first, second)
            if met and played:
                print(f"{second} against {first}: {met.score.mean:.0%} of {met.score.games}", flush=True)
        for handicap in self.handicaps:
            for _ in play_match(self.match(handicap.weaker, handicap.stronger, self.options.games, handicap.stones)):
                pass
            print(self.balance(handicap), flush=True)

    def balance(self, handicap: Handicap) -> str:
        """What has come of a handicap, in a line."""
        met = self.met(handicap.weaker, handicap.stronger, handicap.stones)
        said = f"{handicap.stronger} against {handicap.weaker} with {handicap.stones} stones: "
        if met is None:
            return said + "not played"
        low, high = met.tally.score_interval()
        return said + f"{met.score.mean:.0%} of {met.score.games}, 95 % from {low:.0%} to {high:.0%}"

    def met(self, first: str, second: str, stones: int = 0) -> Optional[Pairing]:
        """What two engines have played so far, seen from the second."""
        file = self.file(first, second, stones)
        played = pairings(record.read([file])) if file.exists() else []
        return next((met if met.first == second else met.reversed() for met in played), None)

    def is_sure(self, first: str, second: str) -> bool:
        """Whether half the interval of the step between two neighbors is as small a share of it as is wanted."""
        met = self.met(first, second)
        if met is None or not self.options.interval or {first, second} & self.rivals:
            return False
        step = met.tally.elo()
        return math.isfinite(step.high) and step.high - step.low <= 2 * self.options.interval * step.value

    def match(self, first: str, second: str, games: int, stones: int = 0) -> Match:
        """The settings of a match of two of the engines."""
        options = argparse.Namespace(**vars(self.options))
        options.games = games
        options.engine = [[f"name={name}", f"cmd={self.commands[name]}"] for name in (first, second)]
        options.each = []
        options.out = self.file(first, second, stones)
        options.handicap = stones
        options.shard, options.sgf = (1, 1), None
        return read_match(options)

    def records(self) -> list[Record]:
        """All even games of this game in the folder, those of other runs included."""
        files = sorted(self.options.out.glob(f"{self.options.game}-*.jsonl"))
        return [found for found in record.read(files) if not found.handicap]


def stages(most: int) -> Iterator[int]:
    """Numbers of games after which a match is looked at: even, a quarter more each time, at last the most."""
    games = FIRST_STAGE
    while games < most:
        yield games
        games += games // 8 * 2
    yield most


def anchor_name(number: int) -> str:
    """The name of an anchor in matches."""
    return f"anchor{number}"


def chosen(text: str | None, count: int) -> tuple[int, int]:
    """The first pairing of anchors and the one after the last."""
    if text is None:
        return 0, count
    found = re.fullmatch(rf"(\d+)-(\d+|{FULL})", text)
    if not found:
        raise Complaint(f"--anchors {text}: two numbers such as 0-4, or 8-full, were expected")
    last = count if found[2] == FULL else int(found[2])
    if not int(found[1]) < last <= count:
        raise Complaint(f"--anchors {text}: anchors from 0 to {count - 1}, or full, were expected")
    return int(found[1]), last


def count_anchors(engine: str, game: str) -> int:
    """The number of anchors, the first one that the engine doesn't know."""
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
