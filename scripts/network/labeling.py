"""Relabels positions by a KataGo network, on a GPU if there is one.

Each file of the folder becomes one with the same number in the output folder, with the network's evaluation of
each position in a random symmetry; existing files remain. A folder has the labels of one network. With --until it
labels files as they appear.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Iterator, Optional

from arena import complaint
from arena.complaint import Complaint
from arena.draft import draft
from network.compiling import Compiled
from network.framework import device, np, torch
from network.rows import OTHER_STONES, OWN_STONES, OWNERSHIP_UNIT, POLICY_UNIT, SYMMETRIES
from network.rows import Batch, Size, Table, file_of, header, read, seen_back
from network.teacher import Said, fast_teacher

POINTS = {"cuda": 400_000, "cpu": 8000}  # points per batch
COMPILED_FROM = 16  # batches of a board size before it is compiled
PAUSE = 1.0  # seconds between two looks for new files
KO = 6  # plane of points forbidden by ko
ORIGIN = "origin.json"  # describes how a folder was labeled


class Labeler:
    """A network that labels files."""

    def __init__(self, teacher: Path, seed: int, share: float = 1.0, compiles: Optional[bool] = None) -> None:
        self.device = device()
        on_gpu = self.device.type == "cuda"
        self.teacher = fast_teacher(teacher, self.device)
        self.say = Compiled(self.teacher.say, on_gpu if compiles is None else compiles, COMPILED_FROM)
        self.points = POINTS[self.device.type]
        self.seed = seed
        self.share = share
        self.origin = {"network": hashlib.sha256(teacher.read_bytes()).hexdigest(), "share": share, "seed": seed}

    def folder(self, source: Path, to: Path, until: float = 0.0) -> None:
        """Labels the files of a folder that have no labels yet, and those that appear until this time."""
        to.mkdir(parents=True, exist_ok=True)
        self.claim(to)
        begun, count = time.monotonic(), 0
        while True:
            for group in self.groups(source, to):
                count += self.files(group, to)
                rate = count / (time.monotonic() - begun)
                print(f"{group[-1]}  {count} positions  {rate:.0f} per second", file=sys.stderr, flush=True)
                if 0.0 < until <= time.time():
                    return
            if until <= time.time():
                return
            time.sleep(PAUSE)

    def groups(self, source: Path, to: Path) -> Iterator[list[Path]]:
        """The files without labels, in groups of one board size with at least a batch of positions if there are enough."""
        groups: dict[Size, list[Path]] = {}
        points: Counter[Size] = Counter()
        for path in sorted(source.glob("*.rows")):
            if (to / path.name).exists():
                continue
            size, count, _ = header(path)
            groups.setdefault(size, []).append(path)
            points[size] += int(self.share * count) * size[0] * size[1]
            if points[size] >= self.points:
                del points[size]
                yield groups.pop(size)
        yield from groups.values()

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

    def files(self, sources: list[Path], to: Path) -> int:
        """Labels files of one board size, or the wanted share of their positions. Returns the number of positions."""
        parts = []
        for source in sources:
            size, rows = read(source)
            random = np.random.default_rng((self.seed, int(source.stem)))
            parts.append(rows[random.random(len(rows)) < self.share])
        rows = np.concatenate(parts)
        table = Table(size, rows, self.device)
        step = max(1, self.points // (size[0] * size[1]))
        for start in range(0, len(rows), step):
            chosen = torch.arange(start, min(start + step, len(rows)), device=self.device)
            self.label(rows[start : start + step], table, chosen, int(random.integers(SYMMETRIES)))
        ends = np.cumsum([len(part) for part in parts])[:-1]
        for source, labeled in zip(sources, np.split(rows, ends)):
            with draft(to / source.name) as part:
                part.write_bytes(file_of(size, labeled, labeled=True))
        return len(rows)

    def label(self, rows: np.ndarray, table: Table, chosen: torch.Tensor, symmetry: int) -> None:
        """Writes labels into rows."""
        batch = table.batch(chosen, symmetry)
        said = self.say(batch.planes, batch.globals)
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
    add("--until", type=float, default=0.0, help="wait for more files until this time, in seconds since 1970")
    add("--compile", action=argparse.BooleanOptionalAction, help="let PyTorch compile the network [default: on a GPU]")
    add("--threads", type=int, default=1, help="processor threads, without a GPU")
    add("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> int:
    options = read_arguments()
    torch.set_num_threads(options.threads)
    Labeler(options.teacher, options.seed, options.share, options.compile).folder(options.rows, options.out, options.until)
    return 0


if __name__ == "__main__":
    complaint.run(main)
