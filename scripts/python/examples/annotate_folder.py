"""Annotates a tree of SGF files, and prints the costliest moves of each game as it is finished.

    python annotate_folder.py games annotated --visits 100

`annotated` gets the same folders as `games`. The same command resumes an interrupted run.
"""

import argparse
import os
import re
import sys
from concurrent import futures
from pathlib import Path
from typing import Iterator, List, NamedTuple, Optional, Sequence

import tengen

# "Tengen: black 94.0 %, B+10.3. A9 lost 47.7 % and 10.6 points. Better: E3 G4." in a comment; the root's has no loss.
REMARK = re.compile(r"Tengen: black [^]]*?%[^]]*?\. (?:(\S+) lost ([\d.]+) %(?:[^]]*?Better: (\S+?)[ .\]])?|Best:)")


class Mistake(NamedTuple):
    """A move that lost winrate."""

    number: int
    vertex: str
    percent: float
    better: Optional[str]


def mistakes(text: str) -> Iterator[Mistake]:
    """Yields the losing moves of an annotated game; of a collection, only of the first game."""
    for number, remark in enumerate(REMARK.finditer(text)):
        vertex, percent, better = remark.groups()
        if number and vertex is None:
            return
        if vertex is not None and float(percent) > 0:
            yield Mistake(number, vertex, float(percent), better)


def report(source: Path, annotated: Path, most: int) -> str:
    """Returns the costliest moves of a game, one per line."""
    worst = sorted(mistakes(annotated.read_text(encoding="utf-8")), key=lambda mistake: -mistake.percent)[:most]
    lines = [f"{source} -> {annotated}"]
    for number, vertex, percent, better in worst:
        lines.append(f"  move {number:3} {vertex:4} lost {percent:4.1f} %" + (f", better {better}" if better else ""))
    return "\n".join(lines)


def annotate_all(files: Sequence[Path], source: Path, out: Path, options: argparse.Namespace) -> List[str]:
    """Annotates files, several at a time, prints a report of each, and returns the errors."""
    faults = []

    def annotate(file: Path) -> List[Path]:
        folder = out / file.relative_to(source).parent
        return tengen.annotate([file], out=folder, visits=options.visits)

    with futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = {pool.submit(annotate, file): file for file in files}
        for run in futures.as_completed(runs):
            try:
                annotated = run.result()
            except tengen.InputError as error:
                faults += [fault.message for fault in error.faults]
                annotated = error.answers
            except tengen.EngineDied as error:
                faults.append(error.stderr or str(error))
                annotated = []
            for path in annotated:
                print(report(runs[run], path, options.moves), flush=True)
    return faults


def main(words: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(description="Annotate a tree of SGF files.")
    parser.add_argument("source", type=Path, help="the folder with games")
    parser.add_argument("out", type=Path, help="the folder for the annotated games")
    parser.add_argument("--visits", type=int, help="visits per position; nodes in gomoku and Othello")
    parser.add_argument("--moves", type=int, default=3, help="costly moves to print per game [3]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time [one per processor]")
    options = parser.parse_args(words)
    files = sorted(file for file in options.source.rglob("*.sgf") if options.out not in file.parents)
    if not files:
        parser.error(f"no SGF files under {options.source}")
    faults = annotate_all(files, options.source, options.out, options)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
