"""Annotation of games: SGF with values and comments."""

import os
import re
from pathlib import Path
from typing import Iterable, Optional, Union

from .errors import Fault, InputError
from .program import Program
from .tool import option_words, run_tool


def annotate(
    files: "Iterable[Union[str, os.PathLike[str]]]",
    *,
    out: "Union[str, os.PathLike[str], None]" = None,
    loss: Optional[float] = None,
    visits: Optional[int] = None,
    seconds: Optional[float] = None,
    threads: int = 1,
    program: Program = None,
    timeout: Optional[float] = None,
) -> "list[Path]":
    """Annotates games of Go, gomoku and Othello, and returns the annotated files.

    Repeating an interrupted run resumes it. Finished files, and files not made by Tengen, are unchanged.

    Args:
        out: the folder for the annotated files; None for NAME.annotated.sgf next to each original.
        loss: moves that lose at least this many percent get a better line; None for 3.
        visits: visits per position, nodes in gomoku and Othello; None for 200 and 100000.
        seconds: seconds per position.
        threads: positions to search at a time.
        program: see `find_program`.
        timeout: seconds for all files; None waits forever.

    Raises:
        InputError: files or games are bad; `answers` has the annotated files.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long. Finished files remain.
    """
    names = [os.fspath(file) for file in files]
    if not names:
        return []
    options = {"--out": out, "--loss": loss, "--visits": visits, "--seconds": seconds, "--threads": threads}
    if out is not None:
        Path(out).mkdir(parents=True, exist_ok=True)
    output = run_tool(["annotate", *option_words(options), "--", *names], "", program, timeout)
    annotated = [Path(line) for line in output.lines]
    if output.status == 0:
        return annotated
    faults = tuple(
        Fault(number, f"{name}: {note[1]}")
        for line in output.errors
        for number, name in enumerate(names)
        if (note := re.fullmatch(re.escape(name) + r": (?!\d+ of \d+ positions)(.*)", line))
    )
    if output.status != 1 or not faults:
        raise output.died()
    raise InputError(faults, annotated)
