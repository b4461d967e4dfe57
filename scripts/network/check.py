"""Compares the engine's evaluation of a network file with PyTorch's evaluation of the original weights."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from arena import complaint
from arena.release import tool
from network.framework import np, torch
from network.heads import heads
from network.rows import Table, file_of, read
from network.shape import Shape
from network.training import Learner

TOLERANCE = 1e-3  # of every number of the heads, which are on the order of 1 to 10
POSITIONS = 8  # of each file


def said_by_engine(engine: Path, model: Path, positions: bytes) -> dict[str, np.ndarray]:
    """The engine's head outputs for a file's positions, in the form of PyTorch's heads."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "0.rows"
        rows.write_bytes(positions)
        command = [str(engine), "learn", "go", "heads", str(model), str(rows), "--count", str(POSITIONS)]
        lines = tool.output(command, "to compute what its network says").splitlines()
    said = [json.loads(line) for line in lines]
    return {
        "policy": np.array([[*line["policy"], line["pass"]] for line in said]),
        "value": np.array([line["value"] for line in said]),
        "score": np.array([line["score"] for line in said]),
        "ownership": np.array([line["ownership"] for line in said]),
    }


def differences(learner: Learner, engine: Path, model: Path, rows: Path) -> dict[str, float]:
    """The largest difference of each head."""
    size, positions = read(rows)
    positions = positions[:POSITIONS]
    batch = Table(size, positions, learner.device).batch(torch.arange(len(positions)))
    ours = heads(learner.shape, learner.average, batch.planes, batch.globals, torch.float32)
    theirs = said_by_engine(engine, model, file_of(size, positions, labeled=False))
    # The engine gives the first policy.
    ours["policy"] = ours["policy"][:, 0]
    flat = {head: numbers.flatten(1).numpy() for head, numbers in ours.items()}
    return {head: float(np.abs(flat[head] - theirs[head]).max()) for head in flat}


def main() -> int:
    parser = argparse.ArgumentParser(prog="network.check", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--engine", type=Path, required=True, help="tengen")
    add("--run", type=Path, required=True, help="the folder of a training run")
    add("--rows", type=Path, required=True, nargs="+", help="files with positions")
    add("--channels", type=int, default=Shape.channels)
    add("--blocks", type=int, default=Shape.blocks)
    options = parser.parse_args()
    learner = Learner(Shape.of(options.channels, options.blocks), 0, torch.device("cpu"))
    learner.load(options.run / "state.pt")
    worst = 0.0
    for rows in options.rows:
        found = differences(learner, options.engine, options.run / "model.bin.gz", rows)
        worst = max(worst, *found.values())
        print(f"{rows.name}  " + "  ".join(f"{head} {size:.1e}" for head, size in found.items()))
    print(f"the engine and PyTorch differ by up to {worst:.1e}; {TOLERANCE:.0e} is allowed")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    complaint.run(main)
