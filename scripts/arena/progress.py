"""A status line while a match runs, and a summary at its end."""

import sys
import time
from collections import Counter
from typing import Callable

from arena.records.record import FAULTS, Record
from arena.schedule import own_records, shard_size
from arena.engines.settings import Match
from arena.stats.elo import Tally

# Seconds between two lines, which a terminal overwrites.
ON_TERMINAL, IN_FILES = 0.5, 10.0
CLEAR = "\r\033[K"  # back to the start of the line and wipe it


class StatusLine:
    """A line of progress, shown at intervals."""

    def __init__(self, is_quiet: bool) -> None:
        self.is_quiet = is_quiet
        self.shown = time.monotonic()
        self.overwrites = sys.stdout.isatty()

    def show(self, text: Callable[[], str]) -> None:
        """Shows the text if a line is due."""
        now = time.monotonic()
        if self.is_quiet or now - self.shown < (ON_TERMINAL if self.overwrites else IN_FILES):
            return
        self.shown = now
        start, end = (CLEAR, "") if self.overwrites else ("", "\n")
        print(f"{start}{text()}", end=end, flush=True)

    def finish(self, text: str) -> None:
        """Prints the text in place of the line."""
        print((CLEAR if self.overwrites else "") + text, flush=True)


class Progress:
    """The score of a match from its first engine's point of view."""

    def __init__(self, match: Match, known: list[Record], is_quiet: bool) -> None:
        self.names = [spec.name for spec in match.engines]
        self.total = shard_size(match)
        self.records = own_records(match, known)
        self.status = StatusLine(is_quiet)
        self.before = len(self.records)  # games of earlier runs
        self.began = time.monotonic()

    def add(self, record: Record) -> None:
        """Counts a game and shows a line if one is due."""
        self.records.append(record)
        self.status.show(self.line)

    def line(self) -> str:
        """Games done, score, faults and time left."""
        faults = sum(record.end in FAULTS for record in self.records)
        return f"{len(self.records)}/{self.total}  {self.score()}  faults {faults}  left {self._time_left()}"

    def score(self) -> str:
        """Wins, draws and losses, and the difference in strength they imply."""
        points = Counter(record.score_of(self.names[0]) for record in self.records)
        wins, draws, losses = points[1.0], points[0.5], points[0.0]
        share = f"{100 * (wins + draws / 2) / max(1, wins + draws + losses):.1f} %"
        return f"{wins}-{draws}-{losses}  {share}  Elo {Tally.of_pairs(self.records, self.names[0]).elo()}"

    def _time_left(self) -> str:
        played = len(self.records) - self.before
        left = round((time.monotonic() - self.began) / played * (self.total - len(self.records)))
        return f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"

    def summary(self) -> str:
        """The result of the match, how its games ended, and every kind of fault of each engine."""
        first, second = self.names
        lines = [f"{first} against {second}, {len(self.records)} of {self.total} games: {self.score()}"]
        winners = Counter(record.winner for record in self.records)
        black, drawn, white = (winners[winner] for winner in ("black", "draw", "white"))
        lines.append(f"  black wins {black}, draws {drawn}, white wins {white}, void {winners[None]}")
        ends = Counter(record.end for record in self.records)
        lines.append("  ended by " + ", ".join(f"{end} {count}" for end, count in ends.most_common()))
        for name in self.names:
            faults = Counter(record.end for record in self.records if record.faulty == name)
            lines.append(f"  faults of {name}: " + ", ".join(f"{kind} {faults[kind]}" for kind in FAULTS))
        return "\n".join(lines)

    def show_summary(self) -> None:
        """Prints the summary in place of the line of progress."""
        self.status.finish(self.summary())
