"""Trains a network for Go on the positions of some folders; what scripts/learn-go runs in an environment of its own.

The run's folder holds state.npz, from which the same command goes on, journal.jsonl with a line for every look at the
positions kept apart, curves.svg, and model.bin.gz, the network as it is then.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from arena import complaint
from arena.complaint import Complaint
from arena.report.svg import Axis, Series, curves
from network.framework import np, tf
from network.heads import FACTORS, agreement, errors, heads
from network.katago import model_file
from network.precision import PRECISIONS, fastest
from network.reader import read_file
from network.rows import Batch, Positions
from network.shape import Shape

RATE_AT_END = 0.02  # what is left of it in the end
WARM_UP = 300  # steps until it is reached
FALLING_FROM = 0.5  # the share of the time after which it falls
DECAY = 1e-4  # of kernels and matrices, per step and rate 1
CLIP = 4.0  # the longest gradient
MOMENTS = (0.9, 0.99)
TINY = 1e-8
AVERAGED = 0.998  # what a step leaves of the average of the weights, which is what is kept
POINTS = 8000  # points of a batch
SHOWN = 50  # steps between two lines
KEPT_APART = 192  # held-out positions of each size
NEWEST = 3.0  # older positions that one of the last folder counts as; more, and few games are learned by heart


@dataclass(eq=False)
class Learner:
    """The weights, what the optimiser knows about them, and how far it has come."""

    shape: Shape
    weights: dict[str, tf.Variable]
    means: dict[str, tf.Variable]
    squares: dict[str, tf.Variable]
    average: dict[str, tf.Variable]
    precision: tf.DType = tf.float32  # of the trunk in training
    step: int = 0
    positions: int = 0
    seconds: float = 0.0

    @classmethod
    def new(cls, shape: Shape, seed: int) -> Learner:
        """Random weights."""
        random = np.random.default_rng(seed)

        def start(parameter):
            if parameter.is_random:
                return random.normal(0.0, parameter.start, parameter.dims).astype(np.float32)
            return np.full(parameter.dims, parameter.start, np.float32)

        first = {parameter.name: start(parameter) for parameter in shape.parameters()}
        zeros = {name: np.zeros_like(values) for name, values in first.items()}
        return cls(shape, *({n: tf.Variable(v) for n, v in part.items()} for part in (first, zeros, zeros, first)))

    def parts(self) -> dict[str, dict[str, tf.Variable]]:
        """Everything that changes from step to step, by kind."""
        return {"weights": self.weights, "means": self.means, "squares": self.squares, "average": self.average}

    def save(self, path: Path) -> None:
        """Writes the whole state or leaves the old one."""
        arrays = {f"{kind}/{name}": v.numpy() for kind, part in self.parts().items() for name, v in part.items()}
        draft = path.with_name("state.part.npz")
        np.savez(draft, progress=np.array([self.step, self.positions, self.seconds]), **arrays)
        os.replace(draft, path)

    def load(self, path: Path) -> None:
        """Goes on from a state of a network of the same shape."""
        with np.load(path) as arrays:
            for kind, part in self.parts().items():
                for name, variable in part.items():
                    key = f"{kind}/{name}"
                    if key not in arrays or arrays[key].shape != tuple(variable.shape):
                        raise Complaint(f"{path}: the state of a network of another shape")
                    variable.assign(arrays[key])
            step, positions, self.seconds = arrays["progress"]
        self.step, self.positions = int(step), int(positions)

    def start_from(self, path: Path) -> None:
        """Begins with the weights of a network's file or the averaged ones of another state, and nothing else of it."""
        if path.suffix == ".npz":
            self.load(path)
            self.step, self.positions, self.seconds = 0, 0, 0.0
        else:
            shape, weights = read_file(path)
            if shape != self.shape:
                found = f"{shape.blocks} blocks and {shape.channels} channels"
                raise Complaint(f"{path}: a network of {found}, or with other pooling or heads")
            for name, average in self.average.items():
                average.assign(np.reshape(weights[name], average.shape))
        for name, average in self.average.items():
            self.weights[name].assign(average)
            self.means[name].assign(tf.zeros_like(average))
            self.squares[name].assign(tf.zeros_like(average))

    @tf.function(reduce_retracing=True)
    def learn(self, planes, inputs, labels, rate, step):
        """One step of Adam; the errors of the heads and the share of moves agreed upon."""
        with tf.GradientTape() as tape:
            said = heads(self.shape, self.weights, planes, inputs, self.precision)
            wrong = errors(said, labels)
            total = tf.add_n([FACTORS[head] * error for head, error in wrong.items()])
        names = list(self.weights)
        gradients = tape.gradient(total, [self.weights[name] for name in names])
        gradients, _ = tf.clip_by_global_norm(gradients, CLIP)
        keep, keep_square = MOMENTS
        for name, gradient in zip(names, gradients):
            weight, mean, square = self.weights[name], self.means[name], self.squares[name]
            mean.assign(keep * mean + (1 - keep) * gradient)
            square.assign(keep_square * square + (1 - keep_square) * gradient * gradient)
            update = mean / (1 - keep**step) / (tf.sqrt(square / (1 - keep_square**step)) + TINY)
            decay = DECAY if len(weight.shape) > 1 else 0.0
            weight.assign_sub(rate * (update + decay * weight))
            # Early weights are forgotten quickly.
            kept = tf.minimum(AVERAGED, (1 + step) / (10 + step))
            self.average[name].assign(kept * self.average[name] + (1 - kept) * weight)
        return wrong, agreement(said["policy"], labels["policy"])

    @tf.function(reduce_retracing=True)
    def judge(self, planes, inputs, labels):
        """The errors of the averaged weights, and the share of moves agreed upon."""
        said = heads(self.shape, self.average, planes, inputs, tf.float32)
        return errors(said, labels), agreement(said["policy"], labels["policy"])

    def file(self, name: str) -> bytes:
        """The averaged weights as a file of KataGo's."""
        return model_file(name, self.shape, {name: v.numpy().ravel() for name, v in self.average.items()})


def labels(batch: Batch) -> dict[str, np.ndarray]:
    """What the heads ought to say."""
    return {"policy": batch.policy, "value": batch.value, "score": batch.score, "ownership": batch.ownership}


@dataclass
class Tally:
    """Means of what steps say, between two lines."""

    sums: dict[str, float] = field(default_factory=dict)
    count: int = 0

    def add(self, numbers: dict[str, float]) -> None:
        """Takes in a step."""
        self.count += 1
        for name, number in numbers.items():
            self.sums[name] = self.sums.get(name, 0.0) + float(number)

    def line(self) -> str:
        """The means in words; begins anew."""
        words = "  ".join(f"{name} {total / self.count:.4f}" for name, total in self.sums.items())
        self.sums, self.count = {}, 0
        return words


class Run:
    """A training run in its folder."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.folder: Path = options.run
        self.folder.mkdir(parents=True, exist_ok=True)
        self.learner = Learner.new(Shape(options.channels, options.blocks), options.seed)
        self.state = self.folder / "state.npz"
        if self.state.exists():
            self.learner.load(self.state)
        elif options.start:
            self.learner.start_from(options.start)
        self.folders = [Positions(rows) for rows in options.rows]
        for positions in self.folders:
            if not positions.count():
                raise Complaint(f"{positions.folder}: no positions to train with")
        self.limit = 60.0 * options.minutes
        self.learner.precision = self.precision()

    def precision(self) -> tf.DType:
        """What the options say, or what is faster here."""
        if self.options.precision:
            return PRECISIONS[self.options.precision]
        batch = self.folders[-1].draw(np.random.default_rng(self.options.seed), POINTS // 4)
        found = fastest(self.learner.shape, self.learner.average, batch)
        print(f"computes in {found.name}, which is faster here", file=sys.stderr)
        return found

    def train(self) -> None:
        """Trains until the time is over."""
        learner, tally = self.learner, Tally()
        last, shown = time.monotonic(), learner.positions
        while learner.seconds < self.limit:
            numbers = self.step()
            now = time.monotonic()
            passed, last = now - last, now
            learner.seconds += passed
            tally.add({**numbers, "seconds": passed})
            if learner.step % SHOWN == 0:
                left = max(0.0, self.limit - learner.seconds)
                print(
                    f"step {learner.step}  {learner.positions} positions  {tally.line()}  {left:.0f} s left",
                    file=sys.stderr,
                    flush=True,
                )
            if learner.step % self.options.every == 0:
                self.look()
                last = time.monotonic()
        self.look()

    def step(self) -> dict[str, float]:
        """One step, with a batch that the seed and the step's number decide."""
        learner = self.learner
        learner.step += 1
        random = np.random.default_rng((self.options.seed, learner.step))
        batch = self.draw_folder(random).draw(random, POINTS)
        learner.positions += len(batch.planes)
        rate = tf.constant(self.rate(), tf.float32)
        step = tf.constant(learner.step, tf.float32)
        wrong, agreed = learner.learn(batch.planes, batch.globals, labels(batch), rate, step)
        return {**{head: float(error) for head, error in wrong.items()}, "agreement": float(agreed)}

    def draw_folder(self, random: np.random.Generator) -> Positions:
        """One of the folders, by the positions in it."""
        weights = np.array([positions.count() for positions in self.folders], float)
        weights[-1] *= NEWEST
        return self.folders[random.choice(len(weights), p=weights / weights.sum())]

    def rate(self) -> float:
        """How far a step goes: less in the beginning and less and less towards the end."""
        done = self.learner.seconds / self.limit
        falling = min(1.0, max(0.0, (done - FALLING_FROM) / (1 - FALLING_FROM)))
        height = RATE_AT_END + (1 - RATE_AT_END) * 0.5 * (1 + math.cos(math.pi * falling))
        return self.options.rate * height * min(1.0, self.learner.step / WARM_UP)

    def look(self) -> None:
        """Judges the network by positions kept apart, those of the newest folder, and writes everything."""
        learner = self.learner
        sizes = {}
        for (width, height), batch in self.folders[-1].kept_apart(KEPT_APART):
            wrong, agreed = learner.judge(batch.planes, batch.globals, labels(batch))
            numbers = {head: round(float(error), 5) for head, error in wrong.items()}
            sizes[f"{width}x{height}"] = {**numbers, "agreement": round(float(agreed), 4), "count": len(batch.planes)}
        entry = {
            "step": learner.step,
            "positions": learner.positions,
            "of": sum(positions.count() for positions in self.folders),
            "seconds": round(learner.seconds, 1),
            "sizes": sizes,
            "mean": mean(sizes),
        }
        with open(self.folder / "journal.jsonl", "a", encoding="utf-8") as journal:
            journal.write(json.dumps(entry) + "\n")
        print(f"kept apart  {json.dumps(entry['mean'])}", file=sys.stderr, flush=True)
        learner.save(self.state)
        replace(self.folder / "model.bin.gz", learner.file(f"{self.options.name}-s{learner.step}"))
        replace(self.folder / "curves.svg", picture(self.folder / "journal.jsonl").encode())
        for positions in self.folders:
            positions.take_in()


def mean(sizes: dict[str, dict[str, float]]) -> dict[str, float]:
    """The mean over all positions kept apart."""
    count = sum(numbers["count"] for numbers in sizes.values())
    if not count:
        return {}
    names = [*FACTORS, "agreement"]
    return {name: round(sum(n[name] * n["count"] for n in sizes.values()) / count, 5) for name in names}


def replace(path: Path, content: bytes) -> None:
    """Writes the whole file or leaves the old one."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    os.replace(draft, path)


def picture(journal: Path) -> str:
    """The errors on positions kept apart, as they fell."""
    entries = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    series = [
        Series(name, [(entry["positions"] / 1e6, entry["mean"][name]) for entry in entries if entry["mean"]])
        for name in [*FACTORS, "agreement"]
    ]
    across = Axis.over([at for line in series for at, _ in line.points], "million positions", zero=True)
    up = Axis.over([value for line in series for _, value in line.points], "error, share of moves", zero=True)
    return curves(series, across, up, "What the network gets wrong on positions kept apart", standalone=True)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="network.training", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--rows", type=Path, required=True, nargs="+", help="folders with positions, the newest last")
    add("--run", type=Path, required=True, help="the folder of the run")
    add("--start", type=Path, help="a network's file or a state of another run, whose weights a new run begins with")
    add("--rate", type=float, default=2e-3, help="Adam's, at its height")
    add("--minutes", type=float, default=60.0, help="how long in all, earlier runs of the same folder counted in")
    add("--channels", type=int, default=Shape.channels)
    add("--blocks", type=int, default=Shape.blocks)
    add("--every", type=int, default=400, help="steps between two looks at positions kept apart")
    add("--threads", type=int, default=1, help="of processors; a GPU is used where TensorFlow finds one")
    add("--precision", choices=sorted(PRECISIONS), help="of the trunk [default: the faster one, which is measured]")
    add("--seed", type=int, default=0)
    add("--name", default="tengen", help="the network's name")
    return parser.parse_args()


def main() -> int:
    options = read_arguments()
    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    run = Run(options)
    try:
        run.train()
    except KeyboardInterrupt:
        run.learner.save(run.state)
        raise
    return 0


if __name__ == "__main__":
    complaint.run(main)
