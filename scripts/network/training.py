"""Trains a network for Go on the positions of some folders; scripts/dev/learn-go runs it in a separate environment.

The run's folder has state.pt, from which the same command resumes, journal.jsonl with a line for every check on
held-out positions, curves.svg, and model.bin.gz, the network at that time.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from arena import complaint
from arena.complaint import Complaint
from arena.draft import draft
from arena.report.svg import Axis, Series, curves
from network.adviser import Adviser
from network.compiling import Compiled
from network.framework import device, get_ema_multi_avg_fn, np, torch
from network.heads import FACTORS, Weights, agreement, errors, heads
from network.katago import model_file
from network.optimizer import Optimizer
from network.precision import PRECISIONS, differentiated, fastest
from network.reader import read_file
from network.rows import ENDINGS, Batch, Labels, Positions
from network.shape import Parameter, Shape

RATE_AT_END = 0.02  # the final rate as a share
WARM_UP = 300  # steps until the full rate, or this share of the time if that is sooner
WARM_UP_SHARE = 0.05
FALLING_FROM = 0.5  # share of the time after which the rate falls
CLIP = 4.0  # the longest gradient
AVERAGED = 0.998  # decay per step of the weights' moving average, which becomes the network
POINTS = {"cuda": 1_400_000, "cpu": 32_000}  # points per batch; a GPU takes 22 ms for any step of up to 60,000
TIMED = {"cuda": 350_000, "cpu": 2000}  # points of the timed batch; processors may be very slow at 16 bits
SHOWN = 50  # steps between two progress lines, and between two looks for new files
KEPT_APART = 192  # held-out positions of each size
NEWEST = 3.0  # weight of the last folder's positions; with more, few games would be learned by heart


class Learner:
    """The weights, the optimizer's state, and the progress."""

    def __init__(self, shape: Shape, seed: int, on: torch.device, compiles: bool = False) -> None:
        self.shape = shape
        self.device = on
        self.precision = torch.float32  # of the trunk in training
        self.loss = Compiled(loss, compiles)
        self.step = self.positions = 0
        self.seconds = 0.0
        random = np.random.default_rng(seed)

        def first(parameter: Parameter) -> torch.Tensor:
            values = np.full(parameter.dims, parameter.start, np.float32)
            if parameter.is_random:
                values = random.normal(0.0, parameter.start, parameter.dims).astype(np.float32)
            return torch.from_numpy(values).to(on)

        self.weights = {parameter.name: first(parameter).requires_grad_() for parameter in shape.parameters()}
        self.average = {name: weight.detach().clone() for name, weight in self.weights.items()}
        self.optimizer = Optimizer(self.weights)

    def choose_precision(self, batch: Batch) -> None:
        """Chooses the format with which training on such a batch is fastest."""
        self.precision = fastest(partial(differentiated, self.shape, self.weights, batch))

    def save(self, path: Path) -> None:
        """Writes the state atomically."""
        weights = {name: weight.detach() for name, weight in self.weights.items()}
        progress = {"step": self.step, "positions": self.positions, "seconds": self.seconds}
        state = {"weights": weights, "average": self.average, "optimizer": self.optimizer.state(), **progress}
        with draft(path) as part:
            torch.save(state, part)

    def load(self, path: Path) -> None:
        """Resumes from a state of a network of the same shape."""
        state = torch.load(path, map_location=self.device, weights_only=True)
        for part, found in ((self.weights, state["weights"]), (self.average, state["average"])):
            if {name: w.shape for name, w in part.items()} != {name: w.shape for name, w in found.items()}:
                raise Complaint(f"{path}: the state of a network of another shape")
            copy(part, found)
        self.optimizer.load(state["optimizer"])
        self.step, self.positions, self.seconds = state["step"], state["positions"], state["seconds"]

    def start_from(self, path: Path) -> None:
        """Begins with the weights of a network file, or only the averaged weights of another state."""
        if path.suffix == ".pt":
            self.load(path)
            self.step, self.positions, self.seconds = 0, 0, 0.0
        else:
            shape, weights = read_file(path)
            if shape != self.shape:
                found = f"{shape.blocks} blocks and {shape.channels} channels"
                raise Complaint(f"{path}: a network of {found}, or with other pooling or heads")
            flat = {name: torch.tensor(values, device=self.device) for name, values in weights.items()}
            copy(self.average, {name: flat[name].reshape(average.shape) for name, average in self.average.items()})
        copy(self.weights, self.average)
        self.optimizer = Optimizer(self.weights)

    def learn(self, batch: Batch, rate: float) -> dict[str, torch.Tensor]:
        """Takes a training step. Returns the errors of the heads and the share of matching moves."""
        total, wrong = self.forward(batch)
        total.backward()
        self.update(rate)
        return {name: number.detach() for name, number in wrong.items()}

    def forward(self, batch: Batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        """The weighted sum of the heads' errors, and the errors."""
        return self.loss(batch.planes, batch.globals, batch.labels, self.shape, self.weights, self.precision)

    def update(self, rate: float) -> None:
        """Changes the weights by their gradients, which are then removed."""
        weights = list(self.weights.values())
        torch.nn.utils.clip_grad_norm_(weights, CLIP)
        self.optimizer.step(rate)
        # Forget early weights quickly.
        kept = min(AVERAGED, (1 + self.step) / (10 + self.step))
        get_ema_multi_avg_fn(kept)(list(self.average.values()), weights, self.step)

    @torch.no_grad()
    def judge(self, batch: Batch) -> dict[str, float]:
        """The errors of the averaged weights, and the share of matching moves."""
        wrong = errors_of(self.shape, self.average, batch, torch.float32)
        return {name: float(number) for name, number in wrong.items()}

    def file(self, name: str) -> bytes:
        """The averaged weights as a KataGo file."""
        return model_file(name, self.shape, {name: w.cpu().numpy().ravel() for name, w in self.average.items()})


@torch.no_grad()
def copy(to: dict[str, torch.Tensor], values: dict[str, torch.Tensor]) -> None:
    """Copies weights by name."""
    for name, weight in to.items():
        weight.copy_(values[name])


def errors_of(shape: Shape, weights: Weights, batch: Batch, precision: torch.dtype) -> dict[str, torch.Tensor]:
    """The errors of the heads and the share of matching moves."""
    said = heads(shape, weights, batch.planes, batch.globals, precision)
    wrong = errors(said, batch.labels)
    return {**wrong, "agreement": agreement(said["policy"][:, 0], batch.labels.policy[:, 0])}


def loss(
    planes: torch.Tensor, inputs: torch.Tensor, labels: Labels, shape: Shape, weights: Weights, precision: torch.dtype
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The weighted sum of the heads' errors, and the errors with the share of matching moves."""
    wrong = errors_of(shape, weights, Batch(planes, inputs, labels), precision)
    return torch.stack([FACTORS[head] * wrong[head] for head in FACTORS]).sum(), wrong


@dataclass
class Tally:
    """Means of steps' results between two progress lines, kept on the device until then."""

    sums: dict[str, torch.Tensor] = field(default_factory=dict)
    count: int = 0

    def add(self, numbers: dict[str, torch.Tensor]) -> None:
        """Adds a step."""
        self.count += 1
        for name, number in numbers.items():
            self.sums[name] = self.sums[name] + number if name in self.sums else number

    def line(self) -> str:
        """The means as text; resets them."""
        words = "  ".join(f"{name} {float(total) / self.count:.4f}" for name, total in self.sums.items())
        self.sums, self.count = {}, 0
        return words


class Run:
    """A training run in its folder."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.folder: Path = options.run
        self.folder.mkdir(parents=True, exist_ok=True)
        on = device()
        self.points = options.points or POINTS[on.type]
        compiles = on.type == "cuda" if options.compile is None else options.compile
        self.learner = Learner(Shape.of(options.channels, options.blocks), options.seed, on, compiles)
        self.state = self.folder / "state.pt"
        if self.state.exists():
            self.learner.load(self.state)
        elif options.start:
            self.learner.start_from(options.start)
        self.adviser = Adviser(options.adviser, on) if options.adviser else None
        self.folders = [Positions(rows, on, options.endings) for rows in options.rows]
        for positions in self.folders:
            if not positions.count():
                raise Complaint(f"{positions.folder}: no positions to train with")
        if options.precision:
            self.learner.precision = PRECISIONS[options.precision]
        else:
            self.learner.choose_precision(self.folders[-1].draw(np.random.default_rng(options.seed), TIMED[on.type]))
            print(f"computes in {self.learner.precision}, which is faster here", file=sys.stderr)
        self.limit = 60.0 * options.minutes
        if options.until:
            self.limit = self.learner.seconds + max(0.0, options.until - time.time())

    def train(self) -> None:
        """Trains until the time is over."""
        learner, tally = self.learner, Tally()
        last = time.monotonic()
        looked = learner.seconds
        while learner.seconds < self.limit:
            tally.add(self.step())
            if learner.step % SHOWN == 0:
                words = tally.line()
                left = max(0.0, self.limit - learner.seconds)
                print(f"step {learner.step}  {learner.positions} positions  {words}  {left:.0f} s left",
                      file=sys.stderr, flush=True)
                for positions in self.folders:
                    positions.take_in()
            now = time.monotonic()
            learner.seconds += now - last
            last = now
            if learner.seconds - looked >= self.options.every:
                self.look()
                looked = learner.seconds
        self.look()

    def step(self) -> dict[str, torch.Tensor]:
        """Takes one step, with a batch determined by the seed and the step's number."""
        learner = self.learner
        learner.step += 1
        random = np.random.default_rng((self.options.seed, learner.step))
        batch = self.draw_folder(random).draw(random, self.points)
        if self.adviser:
            batch = self.adviser.advise(batch)
        learner.positions += len(batch.planes)
        return learner.learn(batch, self.rate())

    def draw_folder(self, random: np.random.Generator) -> Positions:
        """A random folder, weighted by its number of positions."""
        weights = np.array([positions.count() for positions in self.folders], float)
        weights[-1] *= NEWEST
        return self.folders[random.choice(len(weights), p=weights / weights.sum())]

    def rate(self) -> float:
        """The learning rate: rising in the beginning and falling towards the end."""
        done = self.learner.seconds / self.limit
        falling = min(1.0, max(0.0, (done - FALLING_FROM) / (1 - FALLING_FROM)))
        height = RATE_AT_END + (1 - RATE_AT_END) * 0.5 * (1 + math.cos(math.pi * falling))
        rising = min(1.0, max(self.learner.step / WARM_UP, done / WARM_UP_SHARE))
        return self.options.rate * height * rising

    def look(self) -> None:
        """Judges the network on held-out positions of the newest folder, and writes all files."""
        learner = self.learner
        sizes = {}
        for (width, height), batch in self.folders[-1].kept_apart(KEPT_APART):
            numbers = {name: round(number, 5) for name, number in learner.judge(batch).items()}
            sizes[f"{width}x{height}"] = {**numbers, "count": len(batch.planes)}
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
        with draft(self.folder / "model.bin.gz") as part:
            part.write_bytes(learner.file(f"{self.options.name}-s{learner.step}"))
        with draft(self.folder / "curves.svg") as part:
            part.write_text(picture(self.folder / "journal.jsonl"), encoding="utf-8")


def mean(sizes: dict[str, dict[str, float]]) -> dict[str, float]:
    """The mean over all held-out positions."""
    count = sum(numbers["count"] for numbers in sizes.values())
    if not count:
        return {}
    names = [*FACTORS, "agreement"]
    return {name: round(sum(n[name] * n["count"] for n in sizes.values()) / count, 5) for name in names}


def picture(journal: Path) -> str:
    """A chart of the errors on held-out positions."""
    entries = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    series = [
        Series(name, [(entry["positions"] / 1e6, entry["mean"][name]) for entry in entries if entry["mean"]])
        for name in [*FACTORS, "agreement"]
    ]
    across = Axis.over([at for line in series for at, _ in line.points], "million positions", zero=True)
    up = Axis.over([value for line in series for _, value in line.points], "error, share of moves", zero=True)
    return curves(series, across, up, "Errors on held-out positions", standalone=True)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="network.training", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--rows", type=Path, required=True, nargs="+", help="folders with positions, the newest last")
    add("--run", type=Path, required=True, help="the folder of the run")
    add("--start", type=Path, help="a network file or another run's state with the initial weights of a new run")
    add("--adviser", type=Path, help="a KataGo network with a policy that counts as much as the labels', and which supplies "
        "what they lack")
    add("--rate", type=float, default=2e-3, help="highest learning rate")
    add("--minutes", type=float, default=60.0, help="total time, including earlier runs of the same folder")
    add("--until", type=float, help="the time to end at, in seconds since 1970, instead of --minutes")
    add("--channels", type=int, default=Shape.channels)
    add("--blocks", type=int, default=Shape.blocks)
    add("--points", type=int, help=f"points of a batch, on boards of one size [default: {POINTS['cpu']}, on a GPU "
        f"{POINTS['cuda']}]")
    add("--endings", type=float, default=ENDINGS, help="share of a batch drawn only from close endings [default: %(default)s]")
    add("--every", type=float, default=120.0, help="seconds between two checks on held-out positions")
    add("--compile", action=argparse.BooleanOptionalAction, help="let PyTorch compile the computation; takes a minute or "
        "more for each board size [default: on a GPU]")
    add("--threads", type=int, default=1, help="processor threads; a GPU is used if PyTorch finds one")
    add("--precision", choices=sorted(PRECISIONS), help="of the trunk [default: the faster one, by measurement]")
    add("--seed", type=int, default=0)
    add("--name", default="tengen", help="the network's name")
    return parser.parse_args()


def main() -> int:
    options = read_arguments()
    torch.set_num_threads(options.threads)
    run = Run(options)
    try:
        run.train()
    except KeyboardInterrupt:
        run.learner.save(run.state)
        raise
    return 0


if __name__ == "__main__":
    complaint.run(main)
