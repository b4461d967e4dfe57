"""Relabels positions by a KataGo network, on a GPU if there is one.

Each file of the folder becomes one with the same number in the output folder, with the network's evaluation of
each position in a random symmetry; existing files remain. A folder has the labels of one network.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

from arena import complaint
from arena.complaint import Complaint
from arena.draft import draft
from network.framework import device, np, torch
from network.rows import OTHER_STONES, OWN_STONES, OWNERSHIP_UNIT, POLICY_UNIT, SYMMETRIES
from network.rows import Batch, Table, file_of, read, seen_back
from network.teacher import Said, Teacher

POINTS = {"cuda": 160_000, "cpu": 8000}  # points per batch
KO = 6  # plane of points forbidden by ko
ORIGIN = "origin.json"  # describes how a folder was labeled


class Labeler:
    """A network that labels files."""

    def __init__(self, teacher: Path, seed: int, share: float = 1.0) -> None:
        self.device = device()
        on_gpu = self.device.type == "cuda"
        self.teacher = Teacher(teacher, self.device, torch.float16 if on_gpu else torch.float32)
        self.points = POINTS[self.device.type]
        self.seed = seed
        self.share = share
        self.origin = {"network": hashlib.sha256(teacher.read_bytes()).hexdigest(), "share": share, "seed": seed}

    def folder(self, source: Path, to: Path) -> None:
        """Labels the files of a folder that have no labels yet."""
        to.mkdir(parents=True, exist_ok=True)
        self.claim(to)
        begun, count = time.monotonic(), 0
        for path in sorted(source.glob("*.rows")):
            labeled = to / path.name
            if not labeled.exists():
                count += self.file(path, labeled)
                rate = count / (time.monotonic() - begun)
                print(f"{path}  {count} positions  {rate:.0f} per second", file=sys.stderr, flush=True)

    def claim(self, folder: Path) -> None:
        """Records how a folder is labeled, and refuses one labeled differently."""
        note = folder / ORIGIN
        if not note.exists() and not any(folder.glob("*.rows")):
            with draft(note) as part:
                part.write_text(json.dumps(self.origin) + "\n", encoding="utf-8")
        before = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
        others = [name for name, value in self.origin.items() if before.get(name) != value]
        if others:
            raise Complaint(f"{folder}: labeled with another {' and '.join(others)}; remove it or name another folder")

    def file(self, source: Path, to: Path) -> int:
        """Labels a file, or the wanted share of its positions. Returns their number."""
        size, rows = read(source)
        random = np.random.default_rng((self.seed, int(source.stem)))
        rows = rows[random.random(len(rows)) < self.share]
        table = Table(size, rows, self.device)
        step = max(1, self.points // (size[0] * size[1]))
        for start in range(0, len(rows), step):
            chosen = torch.arange(start, min(start + step, len(rows)), device=self.device)
            self.label(rows[start : start + step], table, chosen, int(random.integers(SYMMETRIES)))
        with draft(to) as part:
            part.write_bytes(file_of(size, rows, labeled=True))
        return len(rows)

    def label(self, rows: np.ndarray, table: Table, chosen: torch.Tensor, symmetry: int) -> None:
        """Writes labels into rows."""
        batch = table.batch(chosen, symmetry)
        said = self.teacher.say(batch.planes, batch.globals)
        policy = (shares(said, batch, symmetry) * POLICY_UNIT).round().to(torch.int32).cpu().numpy()
        score = said.score.cpu().numpy()
        rows["policy"], rows["optimistic"] = policy[:, 0], policy[:, 1]
        ownership = seen_back(torch.tanh(said.ownership), symmetry)
        rows["ownership"] = (ownership * OWNERSHIP_UNIT).round().to(torch.int8).flatten(1).cpu().numpy()
        rows["value"] = torch.softmax(said.value.float(), dim=1).cpu().numpy()
        rows["score"], rows["time_and_errors"] = score[:, :3], score[:, 3:]


def shares(said: Said, batch: Batch, symmetry: int) -> torch.Tensor:
    """The probabilities of each policy's moves, pass last, with the symmetry undone."""
    taken = batch.planes[:, [OWN_STONES, OTHER_STONES, KO]].amax(dim=1).flatten(1) > 0
    moves = said.policy.clone()
    moves[:, :, :-1].masked_fill_(taken[:, None], -torch.inf)
    moves = torch.softmax(moves, dim=2)
    points = moves[:, :, :-1].unflatten(2, batch.planes.shape[2:])
    return torch.cat([seen_back(points, symmetry).flatten(2), moves[:, :, -1:]], dim=2)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="network.labeling", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--teacher", type=Path, required=True, help="a KataGo network")
    add("--rows", type=Path, required=True, help="the folder with positions")
    add("--out", type=Path, required=True, help="the folder for labeled positions")
    add("--share", type=float, default=1.0, help="share of each file's positions to label: those of a game are alike, and "
        "labels of more games are worth more")
    add("--threads", type=int, default=1, help="processor threads, without a GPU")
    add("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> int:
    options = read_arguments()
    torch.set_num_threads(options.threads)
    Labeler(options.teacher, options.seed, options.share).folder(options.rows, options.out)
    return 0


if __name__ == "__main__":
    complaint.run(main)
