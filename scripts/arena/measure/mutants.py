"""Mutants: small changes to the source that some test should notice."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.complaint import Complaint

# The files to mutate, and the tests that should notice: those of the module or its parent. A file
# belongs to the first pattern that matches. A module's name begins with its crate's, without tengen-.
MODULES = {
    # Rules.
    "src/go/board/stones/neighborhood.rs": "go::board go::ladder",
    "src/go/board/stones/staircase.rs": "go::board go::ladder",
    "src/go/board/**/*.rs": "go::board go::rules",
    "src/go/rules/area_score.rs": "go::rules go::score",
    "src/go/rules/*.rs": "go::rules",
    "src/gomoku/rules/lines.rs": "gomoku::rules gomoku::patterns",
    "src/gomoku/rules/*.rs": "gomoku::rules",
    "src/gomoku/threats/attack.rs": "gomoku::threats",
    "src/reversi/rules/*.rs": "reversi::rules",
    # Scores and ladders.
    "src/go/score/*.rs": "go::score",
    "src/go/puct/settled_value.rs": "go::puct",
    "src/go/puct/terminal_value.rs": "go::puct",
    "src/go/puct/graph.rs": "go::puct",
    "src/go/puct/update.rs": "go::puct",
    "src/go/ladder/**/*.rs": "go::ladder",
    # Clocks.
    "src/engine/clock.rs": "engine::clock",
    "src/engine/control.rs": "engine::control",
    "src/engine/worker/grace.rs": "engine::worker::grace",
    "src/engine/polling/clock_poll.rs": "engine::polling",
    "src/protocol/gtp/commands/time.rs": "protocol::gtp",
    "src/protocol/gomocup/time.rs": "protocol::gomocup",
    "src/terminal/time_setting.rs": "tengen::terminal",
    # Parsing.
    "src/protocol/io/input.rs": "protocol::io::input",
    "src/play/vertex.rs": "play::vertex",
    "src/protocol/options.rs": "protocol::options",
    "src/protocol/usage.rs": "protocol::usage",
    "src/protocol/gtp/analysis_grammar.rs": "protocol::gtp",
    "src/protocol/gtp/command_table.rs": "protocol::gtp",
    "src/protocol/gtp/grammar.rs": "protocol::gtp",
    "src/protocol/gtp/values.rs": "protocol::gtp",
    "src/protocol/gomocup/*command*.rs": "protocol::gomocup",
    "src/protocol/gomocup/block*.rs": "protocol::gomocup",
    "src/protocol/gomocup/dialect.rs": "protocol::gomocup",
    "src/protocol/gomocup/dialect/*.rs": "protocol::gomocup",
    "src/protocol/gomocup/grammar.rs": "protocol::gomocup",
    "src/protocol/gomocup/settings.rs": "protocol::gomocup",
    "src/protocol/gomocup/settings/*.rs": "protocol::gomocup",
    "src/protocol/nboard/command*.rs": "protocol::nboard",
    "src/protocol/nboard/grammar.rs": "protocol::nboard",
    "src/protocol/analysis/board.rs": "protocol::analysis",
    "src/protocol/analysis/field*.rs": "protocol::analysis",
    "src/protocol/analysis/grammar.rs": "protocol::analysis",
    "src/protocol/analysis/query.rs": "protocol::analysis",
    "src/protocol/analysis/turns.rs": "protocol::analysis",
    "src/protocol/katago/*.rs": "protocol::katago",
    "src/records/renlib/*.rs": "records::renlib",
    "src/records/sgf/*.rs": "records::sgf",
    "src/reversi/records/ggf.rs": "reversi::records::ggf reversi::records::ggf_ends",
    "src/reversi/records/obf.rs": "reversi::records::obf",
    "src/reversi/records/transcript.rs": "reversi::records::transcript",
    "src/reversi/records/wthor.rs": "reversi::records::wthor",
}

# Tests that take ten seconds or more without optimization: they run if the module's others have noticed nothing.
SLOW = (
    "go::board::stones::tests::large_boards_agree_with_the_slow_rules",
    "go::board::stones::tests::small_boards_agree_with_the_slow_rules",
    "go::ladder::loose::tests::drawn_boards_agree_with_the_slow_reader",
    "go::ladder::loose::tests::random_boards_agree_with_the_slow_reader",
    "go::ladder::loose::tests::symmetry_changes_no_verdict",
    "go::ladder::reader::relevance_zones::tests::proofs_hold_on_boards_that_look_the_same_in_the_zone",
    "go::ladder::tests::ladders_across_the_board_agree_with_the_slow_reader",
    "go::ladder::tests::random_boards_agree_with_the_slow_reader",
    "go::puct::tests::human::weightful_playouts_count_and_reach_every_position",
    "go::puct::tests::memory_is_kept_to_and_a_full_graph_ends_a_bounded_search",
    "go::puct::tests::options::a_mirroring_opponent_is_met_at_the_center",
    "go::rules::benson::tests::living_chains_are_those_of_the_definition",
    "go::rules::benson::tests::living_chains_are_those_that_cannot_be_captured",
    "go::score::judge::tests::finished_games_are_judged_as_gnu_go_and_katago_agree",
    "go::score::judge::tests::games_of_the_search_are_judged_as_gnu_go_counts_them",
    "gomoku::rules::explanation::tests::every_claim_holds_in_a_thousand_crowded_positions",
    "gomoku::threats::vct::tests::shortest_wins_agree_with_exhaustive_search",
    "gomoku::threats::vct::tests::wins_hold_against_every_defense",
)

# The build takes most of a mutant's time. Without optimization it is fast, but tests need more stack.
QUICK_BUILD = {
    "CARGO_INCREMENTAL": "1",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
    "RUST_MIN_STACK": "33554432",
}

# Address space of tests, in KiB: a mutant may make a loop endless, which then allocates without limit.
MOST_MEMORY = 8 << 20

# Outcomes, in the order of a report.
SURVIVED, CAUGHT, HUNG, NO_PROGRAM = "survived", "caught", "hung", "does not compile"


@dataclass(frozen=True)
class Mutant:
    """A change in one place."""

    name: str  # file, line, column and what was done
    file: str
    diff: str
    tests: str  # the tests that should notice it


@dataclass(frozen=True)
class Verdict:
    """The outcome of a mutant's tests."""

    outcome: str
    test: str = ""  # the first that failed


def listed(root: Path, modules: dict[str, str]) -> list[Mutant]:
    """All mutants of the files of these modules, except in test functions."""
    tests = tests_of_files(root, modules)
    files = [word for file in tests for word in ("--file", file)]
    command = ["cargo", "mutants", "--workspace", "--list", "--json", "--diff", *files]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Complaint(f"cargo can't be run: {error.strerror}") from error
    if done.returncode:
        raise Complaint(f"'cargo mutants' failed; 'cargo install cargo-mutants' may help:\n{done.stderr}")
    return [Mutant(told["name"], told["file"], told["diff"], tests[told["file"]]) for told in json.loads(done.stdout)]


def tests_of_files(root: Path, modules: dict[str, str]) -> dict[str, str]:
    """The tests that should notice mutants, for each file."""
    found: dict[str, str] = {}
    for pattern, tests in modules.items():
        paths = sorted(root.glob(pattern))
        if not paths:
            raise Complaint(f"no file matches '{pattern}'")
        for file in (path.relative_to(root).as_posix() for path in paths):
            if not is_of_tests(file):
                found.setdefault(file, tests)
    return found


def is_of_tests(file: str) -> bool:
    """Whether a file has only tests."""
    return file.endswith("tests.rs") or "/tests/" in file


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """`count` of the mutants, the same for the same seed. Any first part is a sample too, so a run can be stopped."""
    ordered = sorted(mutants, key=lambda mutant: mutant.name)
    return random.Random(seed).sample(ordered, min(count, len(ordered)))


def try_out(
    mutant: Mutant, tree: Path, limit: Callable[[str, tuple[str, ...]], float], quick: bool = False
) -> Verdict:
    """Changes the tree, runs the mutant's tests, each round within its limit in seconds, and restores the tree."""
    package = package_of(mutant.tests)
    patch(mutant, tree)
    try:
        program = built(tree, package)
    finally:
        patch(mutant, tree, "--reverse")
    if program is None:
        return Verdict(NO_PROGRAM)
    for arguments in rounds(mutant.tests)[: 1 if quick else None]:
        verdict = tested(program, tree, arguments, limit(package, arguments))
        if verdict.outcome != SURVIVED:
            return verdict
    return Verdict(SURVIVED)


def package_of(tests: str) -> str:
    """The package that has these tests."""
    crate = tests.partition("::")[0]
    return crate if crate == "tengen" else f"tengen-{crate}"


def rounds(tests: str) -> list[tuple[str, ...]]:
    """The arguments that run these tests of a package: first the fast ones, then the slow ones."""
    crate = f"{tests.partition('::')[0]}::"
    filters = [f"{module.removeprefix(crate)}::" for module in tests.split()]
    own = [name.removeprefix(crate) for name in SLOW if name.startswith(crate)]
    slow = [name for name in own if any(part in name for part in filters)]
    quick = (*filters, *(word for name in slow for word in ("--skip", name)))
    return [quick, ("--exact", *slow)] if slow else [quick]


def patch(mutant: Mutant, tree: Path, *options: str) -> None:
    """Applies a mutant's diff, or takes it back."""
    # cargo-mutants' name for the changed side is not a path.
    diff = re.sub(r"^\+\+\+ .*$", f"+++ {mutant.file}", mutant.diff, count=1, flags=re.MULTILINE)
    diff = re.sub(r"^--- .*$", f"--- {mutant.file}", diff, count=1, flags=re.MULTILINE)
    command = ["git", "apply", "-p0", "--unidiff-zero", *options, "-"]
    subprocess.run(command, cwd=tree, input=diff, text=True, check=True)


def environment(tree: Path) -> dict[str, str]:
    """The environment of a tree's builds and tests. The target directory is next to the tree, which each run copies again."""
    return {**QUICK_BUILD, **os.environ, "CARGO_TARGET_DIR": str(tree.parent / "target")}


def built(tree: Path, package: str) -> Optional[Path]:
    """Builds the unit tests of a package's library. Returns the program, or None if it does not compile."""
    command = ["cargo", "test", "--locked", "-p", package, "--lib", "--no-run", "--message-format", "json"]
    done = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    programs = [message["executable"] for message in messages if message.get("executable")]
    return Path(programs[-1])


def tested(program: Path, tree: Path, arguments: Sequence[str], timeout: float) -> Verdict:
    """Runs tests until one fails."""
    command = ["sh", "-c", f'ulimit -v {MOST_MEMORY}; exec "$@"', "sh", str(program), *arguments]
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=environment(tree),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    late = threading.Event()

    def end() -> None:
        late.set()
        kill(process)

    timer = threading.Timer(timeout, end)
    timer.start()
    try:
        # One failure is enough; the module's other tests need not run.
        for line in process.stdout:
            if failed := re.match(r"test (\S+)(?: - should panic)? \.\.\. FAILED", line):
                return Verdict(CAUGHT, failed[1])
        status = process.wait()
    finally:
        timer.cancel()
        kill(process)
        process.wait()
        process.stdout.close()
    return Verdict(HUNG if late.is_set() else CAUGHT if status else SURVIVED)


def kill(process: subprocess.Popen) -> None:
    """Kills a process and its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
