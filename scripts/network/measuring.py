"""Measures how many positions per second this machine trains with and labels, on random rows."""

from __future__ import annotations

import argparse
import platform
import time
from pathlib import Path
from typing import Callable

from arena import complaint
from network.framework import device, np, torch
from network.labeling import Labeler
from network.rows import SYMMETRIES, Batch, Table, batch_size, row_type
from network.shape import Shape
from network.training import POINTS, TIMED, Learner

SHAPES = ("6x64", "6x96", "8x96", "10x128")  # blocks and channels
SIDES = (9, 13, 19)
RATE = 1e-4
PARTS = ("loading", "forward", "backward", "optimizer")


def random_rows(side: int, count: int) -> np.ndarray:
    """Random positions with labels."""
    random = np.random.default_rng(side)
    rows = np.zeros(count, row_type(side, side, True))
    rows["planes"] = random.integers(256, size=rows["planes"].shape)
    for name in ("policy", "optimistic"):
        rows[name] = random.integers(1, 1000, size=rows[name].shape)
    rows["value"][:, 0] = 1.0
    return rows


class Watch:
    """Measures times of a device, which computes after calls have returned."""

    def __init__(self, on: torch.device) -> None:
        self.device = on
        self.last = self.now()

    def now(self) -> float:
        """The time once all work is done."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()

    def lap(self) -> float:
        """The seconds since the last call."""
        before, self.last = self.last, self.now()
        return self.last - before


def repeated(watch: Watch, action: Callable[[], object], least: float) -> float:
    """The seconds of an action, repeated without waiting for the device, for at least this long."""
    count, spent = 0, 0.0
    watch.lap()
    while not count or spent < least:
        for _ in range(max(1, count)):
            action()
        count += max(1, count)
        spent += watch.lap()
    return spent / count


class Trainer:
    """Training steps with random positions of one board size."""

    def __init__(self, learner: Learner, side: int, points: int) -> None:
        self.learner = learner
        self.count = batch_size((side, side), points)
        self.table = Table((side, side), random_rows(side, self.count), learner.device)
        self.random = torch.Generator(learner.device)
        self.symmetry = 0

    def draw(self) -> Batch:
        """A batch in the next symmetry."""
        self.symmetry = (self.symmetry + 1) % SYMMETRIES
        return self.table.batch(self.table.draw(self.count, self.random), self.symmetry)

    def step(self) -> None:
        """Takes a whole step."""
        self.learner.step += 1
        self.learner.learn(self.draw(), RATE)

    def parts(self, watch: Watch) -> list[float]:
        """Takes a step. Returns the seconds of its parts."""
        watch.lap()
        batch = self.draw()
        spent = [watch.lap()]
        total, _ = self.learner.forward(batch)
        spent.append(watch.lap())
        total.backward()
        spent.append(watch.lap())
        self.learner.update(RATE)
        return [*spent, watch.lap()]


def train(options: argparse.Namespace, watch: Watch) -> None:
    """Prints the speed of training for each shape and board size."""
    on = watch.device
    compiles = on.type == "cuda" if options.compile is None else options.compile
    points = options.points or POINTS[on.type]
    print(f"{'training':10}{'board':>7}{'batch':>8}{'per second':>12}{'first step':>12}" + "".join(
        f"{part:>11}" for part in PARTS) + "  precision")
    for shape in options.shapes:
        blocks, channels = map(int, shape.split("x"))
        learner = Learner(Shape.of(channels, blocks), 0, on, compiles)
        learner.loss.compiled_from = 0
        for number, side in enumerate(options.sides):
            trainer = Trainer(learner, side, points)
            if number == 0:
                count = min(trainer.count, batch_size((side, side), TIMED[on.type]))
                learner.choose_precision(trainer.table.batch(torch.arange(count, device=on)))
            watch.lap()
            trainer.step()
            first = watch.lap()
            spent = repeated(watch, trainer.step, options.seconds)
            parts = "".join(f"{1e3 * part:8.1f} ms" for part in trainer.parts(watch))
            way = ", compiled" if learner.loss.compiled else ""
            print(f"{shape:10}{side:4}x{side:<2}{trainer.count:8}{trainer.count / spent:12.0f}{first:10.1f} s{parts}"
                  f"  {learner.precision}{way}", flush=True)


def label(options: argparse.Namespace, watch: Watch) -> None:
    """Prints the speed of labeling by the teacher for each board size."""
    labeler = Labeler(options.teacher, 0, compiles=options.compile)
    labeler.say.compiled_from = 0
    print(f"{'labeling':10}{'board':>7}{'batch':>8}{'per second':>12}{'first batch':>12}  precision")
    for side in options.sides:
        count = batch_size((side, side), labeler.points)
        rows = random_rows(side, count)
        table, chosen = Table((side, side), rows, watch.device), torch.arange(count, device=watch.device)
        watch.lap()
        labeler.label(rows, table, chosen, 0)
        first = watch.lap()
        spent = repeated(watch, lambda: labeler.label(rows, table, chosen, 0), options.seconds)
        way = ", compiled" if labeler.say.compiled else ""
        print(f"{'':10}{side:4}x{side:<2}{count:8}{count / spent:12.0f}{first:10.1f} s  {labeler.teacher.precision}{way}", flush=True)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="network.measuring", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--shapes", nargs="+", default=SHAPES, help="blocks and channels of networks to train [default: %(default)s]")
    add("--sides", type=int, nargs="+", default=SIDES, help="board sizes [default: %(default)s]")
    add("--teacher", type=Path, help="a KataGo network that labels [default: only training]")
    add("--seconds", type=float, default=2.0, help="least time of a measurement [default: %(default)s]")
    add("--points", type=int, help="points of a training batch [default: as in training]")
    add("--compile", action=argparse.BooleanOptionalAction, help="let PyTorch compile the computation [default: on a GPU]")
    add("--threads", type=int, default=1, help="processor threads")
    return parser.parse_args()


def main() -> int:
    options = read_arguments()
    torch.set_num_threads(options.threads)
    on = device()
    name = torch.cuda.get_device_name() if on.type == "cuda" else f"processor {platform.machine()}, {options.threads} threads"
    print(f"{name}, PyTorch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}")
    watch = Watch(on)
    train(options, watch)
    if options.teacher:
        label(options, watch)
    return 0


if __name__ == "__main__":
    complaint.run(main)
