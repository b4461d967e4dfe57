"""Training and labelling of networks for Go, where PyTorch is installed."""

import importlib.util
import json
import subprocess
import unittest
from pathlib import Path

from network.katago import model_file
from network.reader import read_file
from network.shape import Shape
from tests.support import TENGEN, InFolder

HAS_FRAMEWORK = importlib.util.find_spec("torch") is not None and importlib.util.find_spec("numpy") is not None
if HAS_FRAMEWORK:
    from network.framework import np, torch
    from network.heads import heads, scores
    from network.labelling import Labeller, seen_back
    from network.rows import SYMMETRIES, Table, labelled_file, read, row_type
    from network.teacher import Said, Teacher
    from network.training import Learner, errors_of

SHAPE = Shape(channels=8, blocks=3, pooling=(1,), pooled=3, policy=4, value=4, hidden=6)
SIZE = (5, 4)  # columns and rows
COUNT = 7


@unittest.skipUnless(HAS_FRAMEWORK, "NumPy and PyTorch are not installed")
class LearningTest(InFolder):
    def setUp(self):
        super().setUp()
        self.cpu = torch.device("cpu")
        self.learner = Learner(SHAPE, 1, self.cpu)
        random = np.random.default_rng(2)
        for average in self.learner.average.values():
            average += torch.from_numpy(random.normal(0, 0.1, average.shape).astype(np.float32))
        self.model = self.folder / "model.bin.gz"
        self.model.write_bytes(self.learner.file("tiny"))

    def rows(self):
        """Random positions whose first policy and ownership are where its own stones are."""
        random = np.random.default_rng(3)
        rows = np.zeros(COUNT, row_type(*SIZE, True))
        rows["planes"] = random.integers(256, size=rows["planes"].shape)
        rows["globals"] = random.normal(size=rows["globals"].shape)
        points = SIZE[0] * SIZE[1]
        own = np.unpackbits(rows["planes"][:, 1], axis=1, count=points, bitorder="little")
        rows["policy"][:, :-1] = own
        rows["policy"][:, -1] = 1
        rows["optimistic"] = rows["policy"]
        rows["ownership"] = 127 * own.astype(np.int8)
        return rows

    def test_a_file_says_what_its_weights_do(self):
        batch = Table(SIZE, self.rows(), self.cpu).batch(torch.arange(COUNT))
        teacher = Teacher(self.model, self.cpu, torch.float32).say(batch.planes, batch.globals)
        ours = heads(SHAPE, self.learner.average, batch.planes, batch.globals, torch.float32)
        for found, wanted in (
            (teacher.policy, ours["policy"]),
            (teacher.value, ours["value"]),
            (teacher.score, scores(ours["score"])),
            (teacher.ownership, ours["ownership"]),
        ):
            torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)

    def test_the_engine_says_the_same(self):
        rows = self.folder / "games"
        command = [TENGEN, "learn", "go", "positions", "--teacher", str(self.model), "--size", "7", "--shards", "1"]
        subprocess.run([*command, "--out", str(rows)], check=True, capture_output=True, timeout=60)
        path = rows / "000000.rows"
        said = subprocess.run(
            [TENGEN, "learn", "go", "heads", str(self.model), str(path), "--count", "3"],
            check=True, capture_output=True, text=True, timeout=60,
        ).stdout.splitlines()
        size, positions = read(path)
        batch = Table(size, positions[:3], self.cpu).batch(torch.arange(3))
        ours = heads(SHAPE, self.learner.average, batch.planes, batch.globals, torch.float32)
        for line, policy, value in zip(map(json.loads, said), ours["policy"][:, 0], ours["value"], strict=True):
            torch.testing.assert_close(torch.tensor([*line["policy"], line["pass"]]), policy, rtol=1e-3, atol=1e-3)
            torch.testing.assert_close(torch.tensor(line["value"]), value, rtol=1e-3, atol=1e-3)

    def test_symmetries_are_undone(self):
        table = Table(SIZE, self.rows(), self.cpu)
        straight = table.batch(torch.arange(COUNT))
        self.assertTrue(torch.equal(straight.planes[:, 1], straight.labels.ownership))
        for symmetry in range(SYMMETRIES):
            batch = table.batch(torch.arange(COUNT), symmetry)
            self.assertTrue(torch.equal(batch.planes[:, 1], batch.labels.ownership), symmetry)
            stones = batch.planes[:, 1]
            moves = torch.cat([stones.flatten(1), torch.zeros(COUNT, 1)], dim=1)
            said = Said(torch.stack([moves, moves], dim=1), batch.labels.value, batch.labels.score, stones)
            policy, ownership = seen_back(said, batch, SIZE, symmetry)
            self.assertTrue(torch.equal(ownership, torch.tanh(straight.labels.ownership)), symmetry)
            # No move where a stone is or the ko forbids it.
            taken = straight.planes[:, [1, 2, 6]].amax(dim=1).flatten(1) > 0
            self.assertTrue(bool((policy[:, :, :-1][taken[:, None].expand(-1, 2, -1)] == 0).all()), symmetry)
            torch.testing.assert_close(policy.sum(dim=2), torch.ones(COUNT, 2))

    def test_labelled_files_come_back(self):
        source, to = self.folder / "000003.rows", self.folder / "labelled.rows"
        source.write_bytes(labelled_file(SIZE, self.rows()))
        self.assertEqual(Labeller(self.model, 0).file(source, to), COUNT)
        size, rows = read(to)
        self.assertEqual((size, len(rows)), (SIZE, COUNT))
        self.assertTrue((rows["planes"] == self.rows()["planes"]).all())
        self.assertTrue(np.isfinite(rows["time_and_errors"]).all())
        np.testing.assert_allclose(rows["value"].sum(axis=1), 1, rtol=1e-5)

    def test_a_share_of_the_positions_is_kept(self):
        source, to = self.folder / "000003.rows", self.folder / "labelled.rows"
        source.write_bytes(labelled_file(SIZE, np.repeat(self.rows(), 40)))
        kept = Labeller(self.model, 0, 0.25).file(source, to)
        self.assertTrue(40 < kept < 100, kept)
        self.assertEqual(len(read(to)[1]), kept)

    def test_steps_lower_the_error_and_a_state_goes_on(self):
        batch = Table(SIZE, self.rows(), self.cpu).batch(torch.arange(COUNT))
        learner = Learner(SHAPE, 4, self.cpu)
        wrong = []
        for learner.step in range(1, 41):
            wrong.append(float(learner.learn(batch, 2e-3)["ownership"]))
        self.assertLess(wrong[-1], wrong[0] / 2)
        state = Path(self.folder) / "state.pt"
        learner.save(state)
        again = Learner(SHAPE, 5, self.cpu)
        again.load(state)
        self.assertEqual(again.step, 40)
        for one in (learner, again):
            one.step += 1
        for head, error in learner.learn(batch, 2e-3).items():
            self.assertEqual(error, errors_of(SHAPE, again.weights, batch, torch.float32)[head], head)

    def test_a_start_is_the_weights_of_a_file(self):
        learner = Learner(SHAPE, 6, self.cpu)
        learner.start_from(self.model)
        _, weights = read_file(self.model)
        for name, weight in learner.weights.items():
            self.assertEqual(weight.detach().flatten().tolist(), list(weights[name]), name)
        self.assertEqual(model_file("tiny", SHAPE, weights), self.model.read_bytes())
