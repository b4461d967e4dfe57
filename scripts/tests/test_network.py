"""A network's shape and file, as read by the engine."""

import gzip
import math
import struct
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

from arena.complaint import Complaint
from network import recipe
from network.katago import model_file
from network.reader import read_file, read_model
from network.recipe import FRAMEWORK, Lessons, Recipe, Rounds, Start
from network.rounding import rounded
from network.shape import Shape
from tests.support import SCRIPTS, TENGEN, InFolder, run

TINY = Shape(channels=5, blocks=3, pooling=(1,), pooled=2, policy=3, value=2, hidden=4)


def zeros(shape: Shape) -> dict[str, list[float]]:
    return {parameter.name: [0.0] * parameter.count for parameter in shape.parameters()}


class ShapeTest(InFolder):
    def test_names_are_different_and_sizes_add_up(self):
        shape = Shape.of(64, 6)
        parameters = shape.parameters()
        self.assertEqual(len({parameter.name for parameter in parameters}), len(parameters))
        block = 2 * 9 * 64 * 64
        pooling = 9 * 64 * (48 + 16) + 9 * 48 * 64 + 48 * 48 + 2 * 16
        norms = 6 * 2 * 2 * 64 - 2 * 2 * 16 + 2 * 64
        stem = 9 * 22 * 64 + 19 * 64
        policy = 2 * 64 * 16 + 48 * 16 + 4 * 16 + 2 * (16 + 48)
        value = 64 * 32 + 2 * 32 + 96 * 64 + 64 + 64 * 9 + 9 + 32
        self.assertEqual(shape.count, 4 * block + 2 * pooling + norms + stem + policy + value)

    def test_random_numbers_have_a_size(self):
        for parameter in Shape().parameters():
            self.assertEqual(parameter.is_random, len(parameter.dims) > 1, parameter.name)
            self.assertTrue(0 <= parameter.start <= 1, parameter.name)


class FileTest(InFolder):
    def raw(self, weights: dict[str, list[float]]) -> list[str]:
        """The engine's evaluation of an empty 3x3 board by a network with these weights."""
        model = self.folder / "model.bin.gz"
        model.write_bytes(model_file("tiny", TINY, weights))
        commands = f"boardsize 3\nkomi 0\nkata-set-model {model}\nkata-raw-nn 0\nquit\n"
        done = subprocess.run([TENGEN], input=commands, capture_output=True, text=True, timeout=60, check=True)
        replies = done.stdout.split("\n\n")
        self.assertTrue(replies[2].startswith("="), replies[2])
        return replies[3].splitlines()

    def test_the_engine_reads_it_and_finds_everything_in_its_place(self):
        weights = zeros(TINY)
        # Black is to move: black's win is white's loss.
        weights["value.value_bias"] = [math.log(3), 0.0, -99.0]
        weights["value.score_bias"] = [0.25, 0.0, 0.5, 0.0, 0.0, 0.0]
        # The first plane is 1 on every point; through stem, tip and head it makes all points equal.
        weights["stem.conv"][4 * 22 * 5] = 1.0
        weights["tip.scale"] = [1.0] * 5
        weights["policy.first"][0] = 1.0
        weights["policy.norm.scale"] = [1.0] * 3
        weights["policy.last"][:2] = [math.log(2)] * 2  # of both policies
        lines = self.raw(weights)
        self.assertIn("whiteWin 0.250000", lines)
        self.assertIn("whiteLead -10.000", lines)
        self.assertIn("whiteScoreSelfplay -5.000", lines)
        # Nine points of weight 2 and a pass of weight 1.
        self.assertIn("policyPass 0.052632 ", lines)
        self.assertEqual(lines.count("0.105263 0.105263 0.105263 "), 3)

    def test_blocks_add_to_the_trunk(self):
        weights = zeros(TINY)
        weights["block1.norm.bias"] = [2.0] * 2
        # The pooled mean and maximum go to the middle, and from there to the first channel.
        weights["block1.to_bias"][0] = 0.5
        weights["block1.mid.scale"] = [1.0] * 3
        weights["block1.last"][4 * 3 * 5] = 1.0
        weights["tip.scale"] = [1.0] * 5
        weights["policy.pooled"][0] = 1.0
        weights["policy.pooled_norm.scale"] = [1.0] * 3
        weights["policy.pass"][:2] = [math.log(9)] * 2  # of both policies
        lines = self.raw(weights)
        # A pass of weight 9 and nine points of weight 1.
        self.assertIn("policyPass 0.500000 ", lines)

    def test_a_wrong_number_of_weights_is_refused(self):
        weights = zeros(TINY)
        weights["tip.bias"].append(0.0)
        with self.assertRaisesRegex(ValueError, "6 weights where 5 are expected"):
            model_file("tiny", TINY, weights)

    def test_the_same_weights_are_the_same_bytes(self):
        self.assertEqual(model_file("tiny", TINY, zeros(TINY)), model_file("tiny", TINY, zeros(TINY)))


class ReaderTest(InFolder):
    """The engine's files, read for training."""

    def weights(self) -> dict[str, list[float]]:
        """Distinct numbers that are exact as 32-bit floats."""
        weights, number = {}, 0
        for parameter in TINY.parameters():
            weights[parameter.name] = [(number + i) / 64 - 3 for i in range(parameter.count)]
            number += parameter.count
        return weights

    def test_what_was_written_is_read(self):
        weights = self.weights()
        shape, found = read_model(gzip.decompress(model_file("tiny", TINY, weights)))
        self.assertEqual(shape, TINY)
        self.assertEqual({name: list(numbers) for name, numbers in found.items()}, weights)

    def test_a_network_of_version_8_says_the_same_as_one_of_version_14(self):
        path = SCRIPTS.parent / "src" / "go" / "net" / "builtin" / "small.bin.gz"
        shape, weights = read_file(path)
        newer = self.folder / "newer.bin.gz"
        newer.write_bytes(model_file("newer", shape, weights))
        said = []
        for model in (path, newer):
            commands = f"boardsize 7\nplay b d4\nkata-set-model {model}\nkata-raw-nn 0\nquit\n"
            done = subprocess.run([TENGEN], input=commands, capture_output=True, text=True, timeout=60, check=True)
            lines = done.stdout.split("\n\n")[3].splitlines()
            self.assertEqual(lines[0], "= symmetry 0")
            # An old network does not have these.
            said.append([line for line in lines if not line.startswith(("varTimeLeft", "shortterm"))])
        self.assertEqual(said[0], said[1])

    def test_means_and_variances_become_factors_and_summands(self):
        unpacked = gzip.decompress(model_file("tiny", TINY, self.weights()))
        layer = b"tip\n5 0 1 1\n@BIN@"
        begin = unpacked.index(layer) + len(layer)
        numbers = struct.pack("<5f", *[2.0] * 5) + b"\n@BIN@" + struct.pack("<5f", *[0.0] * 5)
        changed = unpacked[:begin].replace(b"tip\n5 0 1 1", b"tip\n5 0.25 1 1") + numbers
        changed += unpacked[begin + len(numbers):]
        weights = self.weights()
        _, found = read_model(changed)
        # Division by the root of 0 + 0.25, and subtraction of the mean of 2.
        scale = [2 * number for number in weights["tip.scale"]]
        self.assertEqual(list(found["tip.scale"]), scale)
        bias = [number - 2 * factor for number, factor in zip(weights["tip.bias"], scale)]
        self.assertEqual(list(found["tip.bias"]), bias)

    def test_other_files_are_refused_by_name(self):
        good = gzip.decompress(model_file("tiny", TINY, self.weights()))
        path = self.folder / "other.bin.gz"
        for content, said in (
            (gzip.compress(b"tiny\n15\n22\n19\ntrunk\n"), "expected format version 8 or 14, not 15"),
            (gzip.compress(good[:-40]), "the file is cut short"),
            (gzip.compress(good.replace(b"gpool_block", b"nested_block")), "blocks of kind 'nested_block'"),
            (gzip.compress(good.replace(b"\n1 1 3 2 1 1\n", b"\n1 1 2 3 1 1\n")), "layer policy.last has a size"),
            (b"no gzip", "[Nn]ot a gzip"),
        ):
            path.write_bytes(content)
            with self.assertRaisesRegex(Complaint, f"other.bin.gz: .*{said}"):
                read_file(path)


class RoundingTest(unittest.TestCase):
    def test_weights_keep_the_first_bits_of_their_fraction(self):
        weights = zeros(TINY)
        weights["stem.conv"][:5] = [1.0, -3.0, 1 + 2**-9, 1 + 2**-10, -1 - 3 * 2**-10]
        weights["value.score_bias"] = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7]
        unpacked = gzip.decompress(model_file("tiny", TINY, weights))
        found = rounded(unpacked, 8)
        self.assertEqual(len(found), len(unpacked))
        first = struct.unpack_from("<5f", found, found.index(b"@BIN@") + 5)
        self.assertEqual(first, (1.0, -3.0, 1 + 2**-8, 1.0, -1 - 2**-8))
        # The last layers are found like the first.
        layer = b"value.score_bias\n6\n@BIN@"
        last = struct.unpack_from("<6f", found, found.index(layer) + len(layer))
        for value, wanted in zip(last, weights["value.score_bias"]):
            self.assertTrue(0 < abs(value - wanted) <= wanted / 2**9, (value, wanted))
        self.assertEqual(rounded(found, 8), found)

    def test_a_file_that_breaks_off_is_refused(self):
        unpacked = gzip.decompress(model_file("tiny", TINY, zeros(TINY)))
        with self.assertRaisesRegex(ValueError, "cut short"):
            rounded(unpacked[:unpacked.index(b"@BIN@") + 40], 8)


class RoundsTest(InFolder):
    """Rounds that record their steps, with match scores given by a test."""

    def setUp(self):
        super().setUp()
        self.steps: list[list[str]] = []
        self.scores: list[float] = []

    def rounds(self) -> Rounds:
        made = Recipe(Path("tengen"), self.folder, channels=48, blocks=6, threads=1, seed=3)
        rows = (self.folder / "rows",)
        return Rounds(made, self.folder, rows, Lessons(64, 5, 10), minutes=7, games=2, seconds=0.1, needed=0.55)

    def note(self, command: list) -> None:
        words = [str(word).replace(str(self.folder), "DIR") for word in command]
        self.steps.append(words)
        if "network.training" in words:
            Path(str(command[command.index("--run") + 1])).mkdir(parents=True)

    def go_on(self, until: int, scores: list[float]) -> Path:
        scores = list(scores)

        def tally(records, engine):
            self.assertEqual(engine, "newer")
            return mock.Mock(games=4, score=scores.pop(0))

        with mock.patch.object(recipe, "step", self.note), mock.patch.object(recipe.Tally, "of_games", tally):
            with mock.patch.object(recipe.record, "read", lambda paths: []), mock.patch("sys.stderr"):
                best = self.rounds().go_on(until)
        self.assertEqual(scores, [])
        return best

    def words_after(self, word: str, word_before: str) -> list[str]:
        """The word after `word` in each command with `word_before`."""
        return [words[words.index(word) + 1] for words in self.steps if word_before in words and word in words]

    def test_a_newer_network_teaches_once_it_has_won_enough(self):
        best = self.go_on(3, [0.54, 0.55, 0.9])
        self.assertEqual(best, self.folder / "round-3" / "run" / "model.bin.gz")
        teachers = ["DIR/run/model.bin.gz", "DIR/run/model.bin.gz", "DIR/round-2/run/model.bin.gz"]
        self.assertEqual(self.words_after("--teacher", "positions"), teachers)
        starts = ["DIR/run/state.pt", "DIR/run/state.pt", "DIR/round-2/run/state.pt"]
        self.assertEqual(self.words_after("--start", "network.training"), starts)
        training = next(words for words in self.steps[4:] if "network.training" in words)
        rows = training[training.index("--rows") + 1:training.index("--start")]
        self.assertEqual(rows, ["DIR/rows", "DIR/round-1/rows", "DIR/round-2/rows"])
        self.assertEqual(self.words_after("--seed", "positions"), ["1003", "2003", "3003"])
        matches = [words for words in self.steps if "--referee" in words]
        self.assertEqual([words[words.index("--size") + 1] for words in matches], ["9", "13"] * 3)
        self.assertIn("cmd=tengen --model " + str(self.folder / "round-1/run/model.bin.gz").replace(
            str(self.folder), "DIR"), matches[0])

    def test_rounds_that_have_been_played_are_not_played_again(self):
        self.go_on(2, [0.6, 0.5])
        done = len(self.steps)
        self.assertEqual(self.go_on(2, []), self.folder / "round-1" / "run" / "model.bin.gz")
        self.assertEqual(len(self.steps), done)
        # Interrupted during training: its games exist.
        (self.folder / "round-3" / "run").mkdir(parents=True)
        with self.assertRaises(FileExistsError):
            self.go_on(3, [0.5])
        self.assertNotIn("positions", self.steps[done])
        self.assertIn("network.training", self.steps[done])


class RecipeTest(InFolder):
    def setUp(self):
        super().setUp()
        self.steps: list[list[str]] = []

    def note(self, command: list) -> None:
        self.steps.append([str(word) for word in command])

    def test_training_begins_with_the_weights_that_are_named(self):
        made = Recipe(Path("tengen"), self.folder, channels=64, blocks=6, threads=1, seed=0)
        with mock.patch.object(recipe, "step", self.note):
            made.train(self.folder / "run", [self.folder], 5)
            made.train(self.folder / "run", [self.folder], 5, Start(Path("old.bin.gz"), 1e-3))
        trained = [words for words in self.steps if "network.training" in words]
        self.assertNotIn("--start", trained[0])
        self.assertEqual(trained[1][trained[1].index("--start"):], ["--start", "old.bin.gz", "--rate", "0.001"])

    def test_a_player_is_named_to_the_engine(self):
        made = Recipe(Path("tengen"), self.folder, channels=64, blocks=6, threads=1, seed=0)
        with mock.patch.object(recipe, "step", self.note):
            made.play(self.folder, "strong.bin.gz", Lessons(60, 5, 10))
            made.play(self.folder, "strong.bin.gz", Lessons(60, 5, 10, Path("own.bin.gz")))
        self.assertNotIn("--player", self.steps[0])
        self.assertEqual(self.steps[1][-4:], ["--player", "own.bin.gz", "--visits", "60"])

    def test_positions_are_labeled_folder_by_folder(self):
        made = Recipe(Path("tengen"), self.folder, channels=64, blocks=6, threads=2, seed=5)
        with mock.patch.object(recipe, "step", self.note):
            folders = made.label(Path("strong.bin.gz"), [Path("a"), Path("b")], Path("labeled"), 25)
        self.assertEqual(folders, [Path("labeled/0"), Path("labeled/1")])
        for words, rows, out in zip(self.steps, "ab", "01", strict=True):
            self.assertEqual(words[1:3], ["-m", "network.labeling"])
            self.assertEqual(words[words.index("--rows") + 1:][:3], [rows, "--out", str(Path("labeled") / out)])
            self.assertEqual(words[words.index("--share") + 1], "0.25")

    def test_the_environment_is_made_once(self):
        made = Recipe(Path("tengen"), self.folder, channels=64, blocks=6, threads=1, seed=0)
        (made.folder / "environment").mkdir(parents=True)
        with mock.patch.object(recipe, "step", self.note), mock.patch.object(recipe, "has_framework", lambda: False):
            made.make_environment()
            made.make_environment()
            self.assertEqual(len(self.steps), 2)
            self.assertEqual(self.steps[-1][-2:], list(FRAMEWORK))
            # An environment of an earlier version is replaced.
            (made.folder / "environment" / "finished").write_text("", encoding="utf-8")
            made.make_environment()
        self.assertEqual(len(self.steps), 4)

    def test_an_old_framework_does_not_do(self):
        found = {"numpy": "2.1.0", "torch": "2.8.1+cpu"}
        with mock.patch.object(recipe.importlib.metadata, "version", found.__getitem__):
            self.assertFalse(recipe.has_framework())
            found["torch"] = "2.10.0"
            self.assertTrue(recipe.has_framework())

    def test_steps_get_large_pages_unless_asked_otherwise(self):
        def variable(_words, *, env, **_options):
            return env["GLIBC_TUNABLES"]

        with mock.patch.dict(recipe.os.environ):
            recipe.os.environ.pop("GLIBC_TUNABLES", None)
            self.assertEqual(recipe.started(["python", "-m", "network.training"], variable), "glibc.malloc.hugetlb=1")
            recipe.os.environ["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=0"
            self.assertEqual(recipe.started(["python", "-m", "network.training"], variable), "glibc.malloc.hugetlb=0")


class CommandTest(InFolder):
    def test_a_teacher_that_is_not_there_is_named(self):
        teacher = str(Path(self.folder) / "teacher")
        done = run("dev/learn-go", "--teacher", teacher)
        self.assertEqual((done.returncode, done.stderr), (2, f"learn-go: --teacher {teacher}: no such file\n"))

    def test_a_start_and_rows_that_are_not_there_are_named(self):
        for words, said in (
            (["--start", "no.bin.gz"], "--start no.bin.gz: no such file"),
            (["--rows", "nowhere"], "--rows nowhere: no such folder"),
        ):
            done = run("dev/learn-go", *words)
            self.assertEqual((done.returncode, done.stderr), (2, f"learn-go: {said}\n"))

    def test_a_player_needs_a_teacher_and_visits(self):
        said = "learn-go: --player needs a --teacher, which labels its games, and --visits\n"
        for words in (["--visits", "4"], ["--teacher", __file__]):
            done = run("dev/learn-go", "--player", __file__, *words)
            self.assertEqual((done.returncode, done.stderr), (2, said))

    def test_what_training_needs_is_named_where_it_is_missing(self):
        # Without site packages PyTorch is missing.
        command = [sys.executable, "-S", "-m", "network.training", "--rows", ".", "--run", "."]
        done = subprocess.run(command, cwd=SCRIPTS, capture_output=True, text=True, timeout=60, check=False)
        said = "numpy is missing or too old: scripts/dev/learn-go makes an environment with it\n"
        self.assertEqual((done.returncode, done.stderr), (2, said))

    def test_bad_numbers_are_refused(self):
        for words in (["--minutes", "0"], ["--channels", "x"], ["--rounds", "-1"], ["--visits", "1"], ["--rate", "0"],
                      ["--label-share", "101"]):
            done = run("dev/learn-go", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
