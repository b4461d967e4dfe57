"""Training and labeling of networks for Go, if PyTorch is installed."""

import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

from arena.complaint import Complaint
from network.katago import model_file
from network.reader import read_file
from network.shape import Shape
from tests.support import SCRIPTS, TENGEN, InFolder, quietly

NETS = Path(os.environ["TENGEN_DATA"]).parent / "nets" if "TENGEN_DATA" in os.environ else None
HAS_FRAMEWORK = importlib.util.find_spec("torch") is not None and importlib.util.find_spec("numpy") is not None
if HAS_FRAMEWORK:
    from network import measuring, precision
    from network.adviser import Adviser
    from network.compiling import Compiled
    from network.framework import np, torch
    from network.heads import errors, heads, scores, squares_off
    from network.check import differences
    from network.labeling import Labeler
    from network.rows import SYMMETRIES, Labels, Positions, Table, batch_size, file_of, read, row_type, seen, seen_back
    from network.teacher import Teacher
    from network.training import Learner, errors_of

SHAPE = Shape(channels=8, blocks=3, pooling=(1,), pooled=3, policy=4, value=4, hidden=6)
SIZE = (5, 4)  # columns and rows
COUNT = 7


@unittest.skipUnless(HAS_FRAMEWORK, "NumPy and PyTorch are not installed")
class LearningTest(InFolder):
    def setUp(self):
        super().setUp()
        # The exact format, also on processors that are faster with 16 bits.
        exact = mock.patch.object(precision, "WORTH", float("inf"))
        exact.start()
        self.addCleanup(exact.stop)
        self.cpu = torch.device("cpu")
        self.learner = Learner(SHAPE, 1, self.cpu)
        random = np.random.default_rng(2)
        for average in self.learner.average.values():
            average += torch.from_numpy(random.normal(0, 0.1, average.shape).astype(np.float32))
        self.model = self.folder / "model.bin.gz"
        self.model.write_bytes(self.learner.file("tiny"))

    def rows(self, size=SIZE):
        """Random positions, with the first policy and the ownership on their own stones."""
        random = np.random.default_rng(3)
        rows = np.zeros(COUNT, row_type(*size, True))
        rows["planes"] = random.integers(256, size=rows["planes"].shape)
        rows["globals"] = random.normal(size=rows["globals"].shape)
        points = size[0] * size[1]
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
        games = self.folder / "games"
        command = [TENGEN, "learn", "go", "positions", "--teacher", str(self.model), "--size", "7", "--shards", "1"]
        subprocess.run([*command, "--out", str(games)], check=True, capture_output=True, timeout=60)
        source, labeled = games / "000000.rows", self.folder / "000000.rows"
        self.assertEqual(file_of(*read(source), labeled=False), source.read_bytes())
        Labeler(self.model, 0).files([source], self.folder)
        for path in (source, labeled):
            found = differences(self.learner, Path(TENGEN), self.model, path)
            self.assertEqual(len(found), 4)
            self.assertLess(max(found.values()), 1e-3, found)

    @unittest.skipUnless(NETS and NETS.is_dir(), "there are no networks of KataGo's")
    def test_networks_of_katago_say_what_the_engine_makes_of_them(self):
        games = self.folder / "games"
        command = [TENGEN, "learn", "go", "positions", "--teacher", "own", "--size", "9", "--shards", "1"]
        subprocess.run([*command, "--out", str(games)], check=True, capture_output=True, timeout=60)
        path = games / "000000.rows"
        size, positions = read(path)
        batch = Table(size, positions[:2], self.cpu).batch(torch.arange(2))
        for model in sorted(NETS.glob("*.bin.gz")):
            command = [TENGEN, "learn", "go", "heads", str(model), str(path), "--count", "2"]
            output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
            said = Teacher(model, self.cpu, torch.float32).say(batch.planes, batch.globals)
            for number, line in enumerate(map(json.loads, output.splitlines())):
                for found, wanted in (
                    (said.policy[number, 0], [*line["policy"], line["pass"]]),
                    (said.value[number], line["value"]),
                    (said.ownership[number].flatten(), line["ownership"]),
                ):
                    torch.testing.assert_close(found, torch.tensor(wanted), rtol=1e-3, atol=1e-3)

    def test_a_lead_counts_by_its_square_up_to_two_points(self):
        rows = self.rows()
        batch = Table(SIZE, rows, self.cpu).batch(torch.arange(COUNT))
        said = heads(SHAPE, self.learner.average, batch.planes, batch.globals, torch.float32)
        lead = scores(said["score"])[:, 2]
        for off, wanted in ((1.0, 0.125), (4.0, 1.5)):
            batch.labels.score[:, 2] = lead + off
            self.assertAlmostEqual(float(errors(said, batch.labels)["lead"]), wanted, places=5)

    def test_a_network_is_off_by_its_labels_and_by_their_own_errors(self):
        logits = torch.tensor([[0.7, 0.2, 0.1]]).log()
        value, score = torch.tensor([[0.4, 0.5, 0.1]]), torch.tensor([[3.0, 0.0, 0.0, 0.0, 0.3, torch.nan]])
        found = squares_off(logits, torch.zeros(1), Labels(torch.ones(1, 2, 1), value, score, torch.zeros(1, 1, 1)))
        torch.testing.assert_close(found, torch.tensor([[0.6**2 + 0.3**2, 3.0**2]]))

    def test_expected_errors_are_compared_with_those_of_the_network(self):
        batch = Table(SIZE, self.rows(), self.cpu).batch(torch.arange(COUNT))
        said = heads(SHAPE, self.learner.average, batch.planes, batch.globals, torch.float32)
        batch.labels.value[:] = torch.softmax(said["value"], dim=1)
        batch.labels.score[:] = scores(said["score"])
        for name in ("value_error", "score_error"):
            self.assertAlmostEqual(float(errors(said, batch.labels)[name]), 0.0, places=6)
        # Squares with errors of 0.25 and 4.
        batch.labels.score[:, 4:] = (batch.labels.score[:, 4:].square() + torch.tensor([0.25, 4.0])).sqrt()
        found = errors(said, batch.labels)
        self.assertAlmostEqual(float(found["value_error"]), 0.5 * (0.25 / 0.4) ** 2, places=5)
        self.assertAlmostEqual(float(found["score_error"]), 0.5 * (4.0 / 100.0) ** 2, places=6)

    def test_a_share_of_each_batch_is_of_close_endings(self):
        rows = np.repeat(self.rows(), 100)
        rows["planes"][:, 1:3] = 0
        rows["planes"][:350, 1] = 255
        rows["score"][200:, 2] = 9
        table = Table(SIZE, rows, self.cpu)
        self.assertEqual(table.endings.tolist(), list(range(200)))
        random = torch.Generator(self.cpu).manual_seed(5)
        self.assertTrue(230 < int((table.draw(500, random) < 200).sum()) < 310)
        self.assertTrue(90 < int((table.draw(500, random, 0.0) < 200).sum()) < 200)
        # There are too few to fill it.
        self.assertLess(int((table.draw(4000, random) < 200).sum()), 1600)
        table.add(Table(SIZE, rows, self.cpu))
        self.assertEqual(table.endings.tolist(), [*range(200), *range(700, 900)])
        (self.folder / "000001.rows").write_bytes(file_of(SIZE, rows, labeled=True))
        drawn = Positions(self.folder, self.cpu, endings=1.0).draw(np.random.default_rng(1), 1000)
        self.assertTrue(bool((drawn.labels.score[:, 2] < 5).all()))

    def test_a_policy_is_what_its_units_say(self):
        rows = self.rows()
        rows["policy"][:] = 0
        rows["policy"][:, :3] = 20_000, 60_000, 40_000
        policy = Table(SIZE, rows, self.cpu).batch(torch.arange(COUNT)).labels.policy[0, 0, :4]
        torch.testing.assert_close(policy, torch.tensor([1 / 6, 1 / 2, 1 / 3, 0.0]))

    def test_batches_are_neither_small_nor_huge(self):
        sizes = [batch_size((side, side), 1_400_000) for side in (9, 13, 19)]
        self.assertEqual(sizes, [16_384, 8284, 3878])
        self.assertEqual(batch_size((19, 19), 1000), 32)

    def test_new_files_are_taken_in(self):
        (self.folder / "000001.rows").write_bytes(file_of(SIZE, self.rows(), labeled=True))
        positions = Positions(self.folder, self.cpu)
        self.assertEqual(positions.count(), COUNT)
        positions.reading.result()  # it would see files that are being written, which others rename into place
        for name in ("000002.rows", "000016.rows"):
            (self.folder / name).write_bytes(file_of(SIZE, self.rows(), labeled=True))
        for _ in range(3):
            positions.reading.result()
            positions.take_in()
        self.assertEqual((positions.count(), len(positions.held_out[SIZE])), (2 * COUNT, COUNT))

    def test_a_table_grows(self):
        table = Table(SIZE, self.rows(), self.cpu)
        for number in range(3):
            more = self.rows()
            more["globals"] = number
            table.add(Table(SIZE, more, self.cpu))
        self.assertEqual(len(table), 4 * COUNT)
        batch = table.batch(torch.arange(4 * COUNT))
        planes = table.batch(torch.arange(COUNT)).planes
        self.assertTrue(torch.equal(batch.planes, torch.cat([planes] * 4)))
        self.assertEqual(batch.globals[COUNT:, 0].tolist(), [0.0] * COUNT + [1.0] * COUNT + [2.0] * COUNT)
        self.assertEqual(int(table.draw(1000, torch.Generator(self.cpu)).max()), 4 * COUNT - 1)

    def test_frequent_shapes_are_compiled(self):
        called = []

        def function(planes, number):
            called.append(number)

        def compiled(planes, number):
            called.append(-number)

        square, wide = torch.zeros(2, 3), torch.zeros(3, 2)
        with mock.patch.object(torch, "compile", lambda function, dynamic: compiled):
            callable = Compiled(function, True, compiled_from=1)
        for number, planes in enumerate([square, wide, square, square, wide], 1):
            callable(planes, number)
        self.assertEqual(called, [1, 2, -3, -4, -5])

    def test_what_cannot_be_compiled_is_computed_as_it_is(self):
        def broken(planes):
            raise RuntimeError("no compiler\nand more")

        with mock.patch.object(torch, "compile", lambda function, dynamic: broken):
            callable = Compiled(lambda planes: planes + 1, True, compiled_from=0)
        for said in ("not compiled: no compiler\n", ""):
            self.assertEqual(quietly(lambda: callable(torch.zeros(1)).item()), (1.0, said))

    def test_sixteen_bits_have_to_be_clearly_faster(self):
        for time, found in ((0.9, torch.float32), (0.8, torch.bfloat16)):
            times = {torch.float32: 1.0, torch.bfloat16: time}
            with mock.patch.object(precision, "WORTH", 1.2), mock.patch.object(precision, "seconds", lambda time: time):
                self.assertEqual(precision.fastest(times.get), found)

    def test_speeds_are_measured(self):
        words = ["measuring", "--shapes", "2x8", "--sides", "5", "7", "--seconds", "0", "--points", "900"]
        with mock.patch.object(sys, "argv", [*words, "--teacher", str(self.model)]), redirect_stdout(io.StringIO()) as said:
            self.assertEqual(measuring.main(), 0)
        lines = [line.split() for line in said.getvalue().splitlines()]
        self.assertEqual([line[:2] for line in lines if len(line) > 12], [["2x8", "5x5"], ["2x8", "7x7"]])
        self.assertEqual([line[2] for line in lines[2:4]], ["36", "32"])
        self.assertEqual([line[:2] for line in lines[5:]], [["5x5", "320"], ["7x7", "163"]])

    @unittest.skipIf(os.name == "nt", "signals of POSIX")
    def test_one_command_learns_within_a_time_and_resumes(self):
        folder = self.folder / "learned"
        command = [sys.executable, str(SCRIPTS / "dev" / "learn-go"), "--folder", str(folder), "--engine", TENGEN]
        command += ["--size", "5", "--per-game", "2", "--channels", "8", "--blocks", "2", "--teacher", str(self.model)]
        command += ["--label", str(self.model), "--budget"]
        journal, spent = folder / "run" / "journal.jsonl", folder / "budget.json"
        folder.mkdir()
        spent.write_text('{"seconds": 20.0}', encoding="utf-8")  # training may begin
        begun = time.monotonic()
        with subprocess.Popen([*command, "2"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            while not journal.exists() and process.poll() is None and time.monotonic() - begun < 110:
                time.sleep(0.1)
            took = time.monotonic() - begun
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, said)
        seconds = json.loads(spent.read_text(encoding="utf-8"))["seconds"]
        minutes = (seconds + took + 5) / 60
        done = subprocess.run([*command, str(minutes)], capture_output=True, text=True, timeout=900, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f" of {minutes:g} minutes\n", done.stderr)
        entries = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
        for name in ("step", "positions", "seconds"):
            numbers = [entry[name] for entry in entries]
            self.assertEqual(numbers, sorted(numbers), name)
        self.assertEqual(set(entries[-1]["sizes"]), {"5x5"})

    def test_an_adviser_counts_half_and_says_what_labels_lack(self):
        rows = self.rows()
        rows["time_and_errors"][3:] = np.nan
        batch = Table(SIZE, rows, self.cpu).batch(torch.arange(COUNT))
        labels, advised = batch.labels, Adviser(self.model, self.cpu).advise(batch).labels
        said = Teacher(self.model, self.cpu, torch.float32).say(batch.planes, batch.globals)
        policy = torch.softmax(said.policy, dim=2)
        for found, wanted in (
            (advised.policy[:, 0], (labels.policy[:, 0] + policy[:, 0]) / 2),
            (advised.policy[:3, 1], labels.policy[:3, 1]),
            (advised.policy[3:, 1], policy[3:, 1]),
            (advised.score[:3], labels.score[:3]),
            (advised.score[3:, :3], labels.score[3:, :3]),
            (advised.score[3:, 3:], said.score[3:, 3:]),
            (advised.value, labels.value),
            (advised.ownership, labels.ownership),
        ):
            torch.testing.assert_close(found, wanted)

    def test_symmetries_are_undone(self):
        table = Table(SIZE, self.rows(), self.cpu)
        straight = table.batch(torch.arange(COUNT))
        stones = straight.labels.ownership
        self.assertTrue(torch.equal(straight.planes[:, 1], stones))
        moves = {symmetry: table.batch(torch.arange(COUNT), symmetry) for symmetry in range(SYMMETRIES)}
        for symmetry, batch in moves.items():
            self.assertTrue(torch.equal(batch.planes[:, 1], batch.labels.ownership), symmetry)
            policy = batch.labels.policy[:, 0, :-1].unflatten(1, batch.planes.shape[2:])
            self.assertTrue(torch.equal(policy > 0, batch.planes[:, 1] > 0), symmetry)
            self.assertTrue(torch.equal(seen_back(batch.planes[:, 1], symmetry), stones), symmetry)
        square = torch.arange(9).reshape(3, 3)
        views = [seen(square, symmetry) for symmetry in range(SYMMETRIES)]
        self.assertEqual(len({tuple(view.flatten().tolist()) for view in views}), SYMMETRIES)
        for symmetry, view in enumerate(views):
            self.assertTrue(torch.equal(seen_back(view, symmetry), square), symmetry)

    def test_labels_are_those_of_the_position_in_every_symmetry(self):
        # 1x1 kernels do not distinguish symmetries.
        for name, average in self.learner.average.items():
            if average.dim() == 4 and average.shape[0] == 3:
                kept = average[1, 1].clone()
                average.zero_()
                average[1, 1] = kept
        self.model.write_bytes(self.learner.file("tiny"))
        labeler = Labeler(self.model, 0)
        for size in (SIZE, (5, 5)):
            table = Table(size, self.rows(size), self.cpu)
            said = []
            for symmetry in range(SYMMETRIES):
                rows = self.rows(size)
                labeler.label(rows, table, torch.arange(COUNT), symmetry)
                said.append(rows)
            taken = table.batch(torch.arange(COUNT)).planes[:, [1, 2, 6]].amax(dim=1).flatten(1).numpy() > 0
            self.assertTrue((said[0]["policy"][:, :-1][taken] == 0).all())
            self.assertTrue((said[0]["policy"][:, :-1][~taken] > 0).all())
            self.assertTrue((said[0]["policy"] != said[0]["optimistic"]).any())
            for rows in said:
                for name in ("policy", "optimistic", "ownership"):
                    off = np.abs(rows[name].astype(int) - said[0][name].astype(int)).max()
                    self.assertLessEqual(off, 1, name)

    def test_labeled_files_come_back(self):
        to = self.folder / "to"
        to.mkdir()
        sources = [self.folder / "000003.rows", self.folder / "000004.rows"]
        rows = self.rows()
        for source, part in zip(sources, (rows[:5], rows[5:])):
            source.write_bytes(file_of(SIZE, part, labeled=True))
        self.assertEqual(Labeler(self.model, 0).files(sources, to), COUNT)
        (size, first), (_, second) = (read(to / source.name) for source in sources)
        labeled = np.concatenate([first, second])
        self.assertEqual((size, len(first), len(labeled)), (SIZE, 5, COUNT))
        self.assertTrue((labeled["planes"] == rows["planes"]).all())
        self.assertTrue(np.isfinite(labeled["time_and_errors"]).all())
        np.testing.assert_allclose(labeled["value"].sum(axis=1), 1, rtol=1e-5)

    def test_small_files_are_labeled_together(self):
        source, to = self.folder / "rows", self.folder / "labeled"
        source.mkdir(), to.mkdir()
        for number, size in enumerate([SIZE, (5, 5), SIZE, SIZE, (5, 5)]):
            (source / f"{number:06}.rows").write_bytes(file_of(size, self.rows(size), labeled=False))
        (to / "000000.rows").touch()
        labeler = Labeler(self.model, 0)
        groups = [[int(path.stem) for path in group] for group in labeler.groups(source, to)]
        self.assertEqual(groups, [[1, 4], [2, 3]])
        labeler.points = COUNT * SIZE[0] * SIZE[1]
        groups = [[int(path.stem) for path in group] for group in labeler.groups(source, to)]
        self.assertEqual(groups, [[1], [2], [3], [4]])

    def test_a_share_of_the_positions_is_kept(self):
        source, to = self.folder / "000003.rows", self.folder / "to"
        to.mkdir()
        source.write_bytes(file_of(SIZE, np.repeat(self.rows(), 40), labeled=True))
        kept = Labeler(self.model, 0, 0.25).files([source], to)
        self.assertTrue(40 < kept < 100, kept)
        self.assertEqual(len(read(to / source.name)[1]), kept)

    def test_a_folder_holds_the_labels_of_one_network(self):
        source, to = self.folder / "rows", self.folder / "labeled"
        source.mkdir()
        for name in ("000003.rows", "000004.rows"):
            (source / name).write_bytes(file_of(SIZE, self.rows(), labeled=True))
            Labeler(self.model, 0).folder(source, to)
            self.assertTrue((to / name).exists())
        before = {path.name: path.read_bytes() for path in to.iterdir()}
        with self.assertRaisesRegex(Complaint, f"^{to}: labeled with another share and seed; remove it or"):
            Labeler(self.model, 1, 0.5).folder(source, to)
        self.assertEqual({path.name: path.read_bytes() for path in to.iterdir()}, before)
        (to / "origin.json").unlink()
        with self.assertRaisesRegex(Complaint, f"^{to}: labeled with another network and share and seed; "):
            Labeler(self.model, 0).folder(source, to)

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
        # The optimizer goes on too.
        again.learn(batch, 2e-3)
        for name, weight in learner.weights.items():
            self.assertTrue(torch.equal(weight, again.weights[name]), name)

    def test_matrices_of_the_trunk_change_by_orthogonal_steps(self):
        batch = Table(SIZE, self.rows(), self.cpu).batch(torch.arange(COUNT))
        learner = Learner(SHAPE, 4, self.cpu)
        before = {name: weight.detach().clone() for name, weight in learner.weights.items()}
        learner.learn(batch, 1e-2)
        for name, weight in learner.weights.items():
            if name.startswith("block") and weight.dim() > 1:
                change = (weight.detach() - before[name]).view(-1, weight.shape[-1])
                sizes = torch.linalg.svdvals(change) / (1e-2 * 0.2 * max(change.shape) ** 0.5)
                self.assertLess(float(sizes.max()), 1.5, name)
                self.assertGreater(float(sizes.min()), 0.3, name)

    def test_a_state_of_another_optimizer_is_refused(self):
        state = Path(self.folder) / "state.pt"
        self.learner.save(state)
        found = torch.load(state, weights_only=True)
        torch.save({**found, "optimizer": found["optimizer"]["adam"]}, state)
        with self.assertRaisesRegex(Complaint, "^the state of another optimizer"):
            Learner(SHAPE, 5, self.cpu).load(state)

    def test_a_start_is_the_weights_of_a_file(self):
        learner = Learner(SHAPE, 6, self.cpu)
        learner.start_from(self.model)
        _, weights = read_file(self.model)
        for name, weight in learner.weights.items():
            self.assertEqual(weight.detach().flatten().tolist(), list(weights[name]), name)
        self.assertEqual(model_file("tiny", SHAPE, weights), self.model.read_bytes())
