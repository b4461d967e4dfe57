"""Networks in ONNX Runtime.

Most tests need a program with the feature `onnx`, and those of evaluations the library, which ORT_DYLIB_PATH names; without them
they are left out.
"""

import json
import os
import shutil
import statistics
import subprocess
import time
import unittest
from pathlib import Path
from typing import Optional

from arena.engines.gtp import ask, read_reply
from arena.engines.process import Process
from tests.support import SCRIPTS, TENGEN, InFolder, tengen

PROJECT = SCRIPTS.parent
NETWORK = PROJECT / "protocol-tests" / "nets" / "tiny.txt.gz"
FAULTS = PROJECT / "protocol-tests" / "process" / "preload" / "onnxruntime.rs"

PATIENCE = 60  # seconds for one reply on a busy machine
WITHIN = 0.02  # seconds in which a search stops, in addition to one batch
MEASUREMENTS = 9  # the median counts, since other programs may take the processor


def library() -> Optional[Path]:
    """The library of ONNX Runtime that the environment names."""
    named = os.environ.get("ORT_DYLIB_PATH")
    if not named:
        return None
    path = Path(named)
    files = sorted(path.glob("*onnxruntime.*")) if path.is_dir() else [path]
    return files[0]


def start(*words: str, backend: str = "onnx:cpu", **environment: str) -> subprocess.CompletedProcess:
    """Runs a program until it has read its empty input."""
    command = [TENGEN, "--memory", "8", "--game", "go", "--model", str(NETWORK), "--backend", backend, *words]
    environment = {**os.environ, **environment}
    return subprocess.run(command, input="", capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment)


def is_built_with_onnx() -> bool:
    return "this program cannot load ONNX Runtime" not in start(ORT_DYLIB_PATH="/nowhere/onnxruntime.so").stderr


class WithoutTheFeature(unittest.TestCase):
    """A program that cannot load libraries."""

    def test_the_other_program_is_named_in_a_sentence(self) -> None:
        ended = start()
        if is_built_with_onnx():
            self.skipTest("TENGEN was built with ONNX Runtime")
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertEqual(len(ended.stderr.splitlines()), 1, ended.stderr)
        self.assertIn("x86_64-unknown-linux-gnu", ended.stderr)


class Build(InFolder):
    """A program that loads ONNX Runtime."""

    def setUp(self) -> None:
        super().setUp()
        if not is_built_with_onnx():
            self.skipTest("TENGEN was built without ONNX Runtime")


class Libraries(Build):
    """Libraries that cannot be used. Each gets a sentence, and the program ends."""

    def refused(self, path: object, backend: str = "onnx:cpu", **environment: str) -> str:
        """The sentence about a library."""
        ended = start(backend=backend, ORT_DYLIB_PATH=str(path), **environment)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""), ended.stderr)
        self.assertEqual(len(ended.stderr.splitlines()), 1, ended.stderr)
        return ended.stderr

    def fake(self) -> Path:
        """The library that passes for ONNX Runtime."""
        return built_faults(self.folder)

    def test_a_missing_library(self) -> None:
        for path in (self.folder, self.folder / "libonnxruntime.so"):
            self.assertIn("pip install onnxruntime-gpu", self.refused(path))

    def test_a_file_that_is_no_library(self) -> None:
        for content in ("", "a text\n" * 1000):
            self.assertIn("cannot load ONNX Runtime", self.refused(self.file("libonnxruntime.so", content)))

    def test_another_library(self) -> None:
        source = self.file("other.rs", '#[unsafe(no_mangle)]\npub extern "C" fn other() {}\n')
        self.assertIn("is not the library of ONNX Runtime", self.refused(compiled(source, self.folder)))

    def test_a_library_that_is_too_old(self) -> None:
        sentence = self.refused(self.fake(), FAULT_ONNX_VERSION="1.16.3")
        self.assertIn("ONNX Runtime 1.16.3", sentence)
        self.assertIn("too old: 1.17 or later is needed", sentence)

    def test_half_of_the_library(self) -> None:
        whole = library()
        if whole is None:
            self.skipTest("ORT_DYLIB_PATH is not set")
        half = self.folder / whole.name
        shutil.copyfile(whole, half)
        os.truncate(half, whole.stat().st_size // 2)
        self.assertIn("cannot load ONNX Runtime", self.refused(half))

    def test_a_library_without_the_provider(self) -> None:
        if library() is None:
            self.skipTest("ORT_DYLIB_PATH is not set")
        sentence = self.refused(library(), backend="onnx:directml")
        self.assertRegex(sentence, "does not have the provider directml; it has .*cpu")


def compiled(source: Path, folder: Path) -> Path:
    """A library from a Rust file."""
    built = folder / f"lib{source.stem}.so"
    subprocess.run(["rustc", "--edition", "2024", "--crate-type", "cdylib", "-o", str(built), str(source)], check=True)
    return built


def built_faults(folder: Path) -> Path:
    return compiled(FAULTS, folder)


class Searches(Build):
    """Searches with the library's provider for processors."""

    def setUp(self) -> None:
        super().setUp()
        if library() is None:
            self.skipTest("ORT_DYLIB_PATH is not set")

    def engine(self, *words: str, **environment: str) -> "Engine":
        """A program that evaluates its network in ONNX Runtime."""
        engine = Engine(self.folder, *words, **environment)
        self.addCleanup(engine.process.kill)
        return engine

    def test_a_whole_game(self) -> None:
        engine = self.engine("--threads", "4")
        engine.ask("boardsize 7", "limits nodes 40")
        passes = 0
        for move in range(200):
            played = engine.ask(f"genmove {'bw'[move % 2]}")
            passes = passes + 1 if played == "PASS" else 0
            if passes == 2 or played == "resign":
                break
        self.assertTrue(passes == 2 or played == "resign", played)
        self.assertGreater(move, 10)
        self.assertRegex(engine.ask("final_score"), r"^([BW]\+[\d.]+|0)$")
        self.assertEqual(engine.log_of_backend(), [])

    def test_a_provider_that_fails_in_a_search(self) -> None:
        engine = self.engine(
            "--threads", "4", FAULT_ONNX_LIBRARY=str(library()), FAULT_ONNX_RUNS="25", ORT_DYLIB_PATH=str(built_faults(self.folder))
        )
        engine.ask("boardsize 9", "limits nodes 400")
        report = engine.ask("kata-search_analyze b")
        visits = [int(words.split()[0]) for words in report.split(" visits ")[1:]]
        self.assertGreater(sum(visits), 390)
        (warning,) = engine.log_of_backend()
        self.assertIn("the search continues on the processor", warning)
        self.assertIn("the device has been lost", warning)
        self.assertRegex(engine.ask("genmove b"), "^[A-J][1-9]$")
        self.assertEqual(len(engine.log_of_backend()), 1)

    def test_a_visit_limit_with_one_thread_is_reproducible(self) -> None:
        def report() -> str:
            engine = self.engine("--threads", "1")
            engine.ask("boardsize 13", "limits visits 150")
            return engine.ask("kata-search_analyze b")

        first = report()
        self.assertIn(" visits ", first)
        self.assertEqual(first, report())

    def test_levels_play(self) -> None:
        engine = self.engine("--threads", "2")
        for level in ("20k", "5k", "1d", "full"):
            engine.ask("boardsize 9", "clear_board", f"level {level}", "limits nodes 60")
            self.assertRegex(engine.ask("genmove b"), "^[A-J][1-9]$", level)

    def test_milliseconds_are_kept(self) -> None:
        engine = self.engine("--threads", "32")
        engine.ask("boardsize 19", "genmove b")
        batch = engine.batch_time()
        for milliseconds in (30, 100, 300):
            engine.ask(f"limits seconds {milliseconds / 1000}")

            def late() -> float:
                engine.ask("clear_board")
                began = time.monotonic()
                engine.ask("genmove b")
                return time.monotonic() - began - milliseconds / 1000

            self.assertLess(statistics.median(late() for _ in range(MEASUREMENTS)), WITHIN + batch)

    def test_a_search_stops_within_a_batch(self) -> None:
        engine = self.engine("--threads", "32")
        engine.ask("boardsize 19", "genmove b")
        batch = engine.batch_time()

        def stopped() -> float:
            engine.ask("clear_board")
            engine.process.send("kata-analyze b 5")
            time.sleep(0.3)
            began = time.monotonic()
            engine.process.send("name")
            success, lines, _ = read_reply(engine.process, time.monotonic() + PATIENCE)
            self.assertTrue(success and "info move" in lines, lines)
            _, name, ended = read_reply(engine.process, time.monotonic() + PATIENCE)
            self.assertEqual(name, "Tengen")
            return ended - began

        self.assertLess(statistics.median(stopped() for _ in range(MEASUREMENTS)), WITHIN + batch)

    def test_it_ponders(self) -> None:
        engine = self.engine("--threads", "4", "--ponder")
        engine.ask("boardsize 9", "limits seconds 0.2", "genmove b")
        used = engine.cpu_time()
        deadline = time.monotonic() + PATIENCE
        while engine.cpu_time() < used + 0.2:
            self.assertLess(time.monotonic(), deadline, "it thinks on the opponent's time")
            time.sleep(0.05)
        self.assertRegex(engine.ask("genmove w"), "^[A-J][1-9]$")

    def test_an_analysis_of_many_positions_shares_batches(self) -> None:
        settings = "numAnalysisThreads=8,numSearchThreadsPerAnalysisThread=1"
        query = {"id": "game", "moves": [["B", "E5"], ["W", "C3"], ["B", "G3"], ["W", "C6"]], "rules": "chinese"}
        query |= {"komi": 7, "boardXSize": 9, "boardYSize": 9, "maxVisits": 60, "analyzeTurns": [0, 1, 2, 3, 4]}
        queries = "".join(json.dumps(query | {"id": str(number)}) + "\n" for number in range(4))
        words = [TENGEN, "analysis", "-model", str(NETWORK), "-override-config", settings, "--backend", "onnx:cpu"]
        environment = {**os.environ, "RUST_LOG": "info"}
        ended = subprocess.run(words, input=queries, capture_output=True, text=True, timeout=PATIENCE, check=True, env=environment)
        replies = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual(len(replies), 20)
        self.assertTrue(all(reply["rootInfo"]["visits"] >= 60 for reply in replies))
        (summary,) = [line for line in ended.stderr.splitlines() if " batches" in line]
        words = summary.replace(",", "").split()
        positions, batches = (int(words[words.index(word) - 1]) for word in ("positions", "batches"))
        # Each search has one thread, so that a batch of two has positions of two searches.
        self.assertGreater(positions, 150)
        self.assertGreater(positions / batches, 1.05, summary)

    def test_the_benchmark_prints_lines_for_the_configuration(self) -> None:
        words = [TENGEN, "benchmark", "--model", str(NETWORK), "--boardsize", "9", "-n", "2", "-v", "40", "--backend", "onnx:cpu"]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True)
        keys = dict(line.split(" = ") for line in ended.stdout.splitlines()[-2:])
        self.assertEqual(set(keys), {"numSearchThreads", "nnMaxBatchSize"}, ended.stdout)
        self.assertRegex(ended.stdout, r"numSearchThreads =  1: 2 / 2 positions, visits/s = [\d.]+ nnEvals/s = [\d.]+ nnBatches/s = ")
        config = self.file("gtp.cfg", "".join(f"{key} = {value}\n" for key, value in keys.items()))
        ended = subprocess.run(
            [TENGEN, "gtp", "-config", str(config), "-model", str(NETWORK), "--backend", "onnx:cpu"],
            input="name\n", capture_output=True, text=True, timeout=PATIENCE, check=True,
        )
        self.assertEqual(ended.stdout, "= Tengen\n\n")


class Engine:
    """A running program that evaluates its network in ONNX Runtime."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.log = folder / "log"
        self.log.write_bytes(b"")
        variables = [f"{name}={value}" for name, value in environment.items()]
        command = tengen("--game", "go", "--model", str(NETWORK), "--backend", "onnx:cpu", *words)
        self.process = Process(" ".join(["env", *variables, command]), log=self.log)

    def ask(self, *commands: str) -> str:
        """The reply to the last of some commands, which all succeed."""
        for command in commands:
            success, reply, _ = ask(self.process, command, time.monotonic() + PATIENCE)
            if not success:
                raise AssertionError(f"{command}: {reply}")
        return reply

    def log_of_backend(self) -> list[str]:
        """The warnings about ONNX Runtime so far."""
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if "ONNX Runtime" in line]

    def cpu_time(self) -> float:
        """Seconds of processor time that the program has used; asking it would end its pondering."""
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def batch_time(self) -> float:
        """Seconds in which a batch of 16 positions is evaluated."""
        self.ask("clear_board", "limits nodes 640")
        began = time.monotonic()
        self.ask("genmove b")
        return (time.monotonic() - began) / 40
