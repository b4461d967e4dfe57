"""Openings of a match, from a file or made by the referee's program."""

import itertools
import json
import os
import random
import subprocess
from pathlib import Path
from typing import Iterator, Optional

from arena.complaint import Complaint
from arena.engines.process import split
from arena.engines.referee import find_referee
from arena.engines.settings import Match
from arena.engines.vertex import spelled
from arena.games import GAMES
from arena.records.opening_format import FORMATS, read_opening, read_vertex, recognize

LEAST_PRIORITY = 19  # of a Unix process


class Openings:
    """The openings of a match in the order of its pairs, read or made on demand."""

    def __init__(self, match: Match) -> None:
        self._known: list[list[str]] = []
        self._maker: Optional[subprocess.Popen] = None
        self._source: Iterator[list[str]] = iter(())
        if match.openings:
            self._known = read_openings(match.openings, match.game, match.size, match.openings_format)
            # Any part of a book is then a fair sample of it.
            random.Random(match.seed).shuffle(self._known)
            self.count = len(self._known)
        else:
            self.count = match.games // 2
            self._source = self._make(match)

    def __getitem__(self, pair: int) -> list[str]:
        """The opening of a pair; a file's openings repeat when all have been played."""
        while len(self._known) <= pair < self.count:
            self._known.append(next(self._source))
        return self._known[pair % self.count]

    def _make(self, match: Match) -> Iterator[list[str]]:
        moves = GAMES[match.game].opening if match.opening_moves is None else match.opening_moves
        if moves == 0 or match.handicap:
            return itertools.repeat([])
        width, height = match.size
        if width != height:
            raise Complaint("openings are made for square boards; give a file with --openings for others")
        command = [split(find_referee(match.referee))[0], "openings", "--game", match.game, "--size", str(width)]
        command += ["--count", str(self.count), "--plies", str(moves), "--seed", str(match.seed)]
        if GAMES[match.game].has_rules:
            command += ["--rule", match.rules]
        if match.komi is not None:
            command += [f"--komi={match.komi:g}"]
        try:
            self._maker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except OSError as error:
            raise Complaint(f"'{command[0]}' can't be started to make openings: {error.strerror}") from error
        # It works ahead, which must not slow down games on a clock.
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self._maker.pid, LEAST_PRIORITY)
        return self._lines(self._maker, match.game)

    @staticmethod
    def _lines(maker: subprocess.Popen, game: str) -> Iterator[list[str]]:
        for line in maker.stdout:
            yield [spelled(vertex, game) for vertex in line.split()]
        said = maker.stderr.read().strip()
        raise Complaint(
            f"openings ran out: {said or f'status {maker.wait()}'}; "
            "allow them more moves with --opening-moves, or give a file with --openings"
        )

    def read(self) -> list[list[str]]:
        """The openings that were read from a file."""
        return self._known if self._maker is None else []

    def stop(self) -> None:
        """Ends the making of openings; a waiting caller gets a Complaint."""
        if self._maker:
            self._maker.kill()

    def close(self) -> None:
        """Ends the making of openings when no caller is waiting."""
        if self._maker:
            self.stop()
            self._maker.wait()
            self._maker.stdout.close()
            self._maker.stderr.close()


def read_openings(path: Path, game: str, size: tuple[int, int], form: Optional[str] = None) -> list[list[str]]:
    """The openings of a file: one per line, in one format for all lines, or as a JSON object with `opening`, such as a
    game's record. Ignores blank lines and lines that begin with #. Without `form` the lines must show their format."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Complaint(f"{path} can't be read: {getattr(error, 'strerror', None) or 'it is not text'}") from error
    numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    numbered = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    form = form or _format(path, numbered)
    openings: list[list[str]] = []
    for number, line in numbered:
        try:
            if line.startswith("{"):
                opening = [read_vertex(str(word), game, size) for word in json.loads(line)["opening"]]
            else:
                opening = read_opening(line, form, game, size)
        except (ValueError, KeyError, TypeError) as error:
            raise Complaint(f"{path}, line {number}: no opening there: {error}") from error
        # In a file of records both games of a pair have the opening.
        if opening not in openings:
            openings.append(opening)
    if not openings:
        raise Complaint(f"{path} has no openings")
    return openings


def _format(path: Path, numbered: list[tuple[int, str]]) -> str:
    """The format of all lines that are not JSON."""
    known = None
    lines = [(number, line) for number, line in numbered if not line.startswith("{")]
    for number, line in lines:
        form = recognize(line)
        if known and form and form != known:
            raise Complaint(f"{path}, line {number}: '{line}' is in format {form}, the lines before in {known}")
        known = known or form
    if lines and not known:
        raise Complaint(
            f"{path}, line {lines[0][0]}: '{lines[0][1]}' may be in format gtp or xy; name it with --openings-format"
        )
    return known or FORMATS[0]
