"""Mutants: small changes of the source that some test should notice."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.complaint import Complaint

# What is looked at, and the tests that are to notice: those of the module, or of the one that it is a part of.
MODULES = {
    "src/go/rules/ruleset.rs": "go::rules",
    "src/go/rules/position.rs": "go::rules::position",
    "src/go/score/*.rs": "go::score",
    "src/go/rules/area_score.rs": "go::",
    "src/go/rules/benson.rs": "go::rules::benson",
    "src/go/ladder/**/*.rs": "go::ladder",
    "src/gomoku/rules/position.rs": "gomoku::",
    "src/gomoku/rules/forbidden.rs": "gomoku::rules::forbidden",
    "src/gomoku/threats/attack.rs": "gomoku::",
    "src/reversi/rules/board.rs": "reversi::",
    "src/engine/clock.rs": "engine::clock",
    "src/io/input.rs": "io::input::",
    "src/protocol/gtp/parse.rs": "protocol::gtp::",
    "src/protocol/gtp/vertex.rs": "protocol::gtp::",
    "src/protocol/gtp/analyze.rs": "protocol::gtp::",
    "src/protocol/gomocup/parse.rs": "protocol::gomocup",
    "src/protocol/gomocup/block.rs": "protocol::gomocup",
    "src/protocol/nboard/parse.rs": "protocol::nboard",
    "src/records/sgf/*.rs": "records::sgf::",
}

# Outcomes, in the order of a report.
SURVIVED, CAUGHT, HUNG, NO_PROGRAM = "survived", "caught", "hung", "does not compile"


@dataclass(frozen=True)
class Mutant:
    """A change of one place."""

    name: str  # file, line, column and what was done
    file: str
    diff: str
    tests: str  # which are to notice

    @classmethod
    def read(cls, told: dict, tests: str) -> "Mutant":
        """A mutant as cargo-mutants lists it."""
        return cls(told["name"], told["file"], told["diff"], tests)


def listed(root: Path, pattern: str, tests: str) -> list[Mutant]:
    """All mutants of the files of a pattern; the functions of tests have none."""
    command = ["cargo", "mutants", "--list", "--json", "--diff", "--file", pattern]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Complaint(f"cargo can't be run: {error.strerror}") from error
    if done.returncode:
        raise Complaint(f"'{' '.join(command)}' has failed; 'cargo install cargo-mutants' may help:\n{done.stderr}")
    return [Mutant.read(told, tests) for told in json.loads(done.stdout) if not is_of_tests(told["file"])]


def is_of_tests(file: str) -> bool:
    """Whether a file holds nothing but tests."""
    return file.endswith("tests.rs") or "/tests/" in file


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many of them, the same for the same seed; those of a file one after the other, so that little is rebuilt."""
    ordered = sorted(mutants, key=lambda mutant: mutant.name)
    drawn = random.Random(seed).sample(ordered, min(count, len(ordered)))
    return sorted(drawn, key=lambda mutant: (mutant.file, mutant.name))


def try_out(mutant: Mutant, tree: Path, timeout: float) -> str:
    """Changes the tree, runs the tests that are to notice, and changes it back."""
    patch(mutant, tree)
    try:
        built = tested(tree, mutant.tests, ["--no-run"], None)
        if built is None or built:
            return NO_PROGRAM
        status = tested(tree, mutant.tests, [], timeout)
        return HUNG if status is None else CAUGHT if status else SURVIVED
    finally:
        patch(mutant, tree, "--reverse")


def patch(mutant: Mutant, tree: Path, *options: str) -> None:
    """Applies a mutant's diff, or takes it back."""
    # What cargo-mutants names the changed side is no path.
    diff = re.sub(r"^\+\+\+ .*$", f"+++ {mutant.file}", mutant.diff, count=1, flags=re.MULTILINE)
    diff = re.sub(r"^--- .*$", f"--- {mutant.file}", diff, count=1, flags=re.MULTILINE)
    command = ["git", "apply", "-p0", "--unidiff-zero", *options, "-"]
    subprocess.run(command, cwd=tree, input=diff, text=True, check=True)


def tested(tree: Path, tests: str, options: list[str], timeout: Optional[float]) -> Optional[int]:
    """The status of the library's tests of that name; None if they took too long."""
    command = ["cargo", "test", "--locked", "--lib", *options, tests]
    # Kept when the tree is copied anew.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(tree.parent / "target")}
    process = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        subprocess.run(["kill", "-KILL", f"-{process.pid}"], check=False)
        process.wait()
        return None
