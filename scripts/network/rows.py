"""Positions with labels, as `tengen learn go positions` writes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arena.complaint import Complaint
from network.framework import np
from network.shape import GLOBALS, PLANES

MAGIC = b"TENGENR1"
HEADER = 16
POLICY_UNIT, OWNERSHIP_UNIT = 65535.0, 127.0
HELD_OUT = 16  # of so many files one is kept from training
SYMMETRIES = 8


def row_type(width: int, height: int) -> np.dtype:
    """A row of a file for boards of this size; src/go/selfplay/rows.rs describes it."""
    points = width * height
    return np.dtype(
        [
            ("planes", "u1", (PLANES, (points + 7) // 8)),
            ("globals", "<f4", GLOBALS),
            ("policy", "<u2", points + 1),
            ("ownership", "i1", points),
            ("value", "<f4", 3),
            ("score", "<f4", 3),
        ]
    )


def read(path: Path) -> tuple[tuple[int, int], np.ndarray]:
    """The board of a file, as columns and rows, and its rows."""
    with open(path, "rb") as file:
        header = file.read(HEADER)
        if header[:8] != MAGIC:
            raise Complaint(f"{path}: expected a file of positions")
        size = header[8], header[9]
        rows = np.fromfile(file, row_type(*size))
    if len(rows) != int.from_bytes(header[12:16], "little"):
        raise Complaint(f"{path}: {len(rows)} rows, which is not what its header says")
    return size, rows


@dataclass
class Batch:
    """Positions of one size and what is to be said about them; points by row and column."""

    planes: np.ndarray
    globals: np.ndarray
    policy: np.ndarray  # the pass last
    ownership: np.ndarray
    value: np.ndarray
    score: np.ndarray

    @classmethod
    def of(cls, size: tuple[int, int], rows: np.ndarray, symmetry: int = 0) -> Batch:
        """Rows unpacked, all seen in one symmetry: 1 turns rows about, 2 columns, 4 exchanges both."""
        width, height = size
        points = width * height
        bits = np.unpackbits(rows["planes"], axis=2, count=points, bitorder="little")
        policy = rows["policy"] / np.float32(POLICY_UNIT)
        policy /= policy.sum(axis=1, keepdims=True)

        def seen(board: np.ndarray) -> np.ndarray:
            """Arrays by position, row and column."""
            if symmetry & 1:
                board = board[:, ::-1]
            if symmetry & 2:
                board = board[:, :, ::-1]
            if symmetry & 4 and width == height:
                board = np.swapaxes(board, 1, 2)
            return board

        planes = seen(np.moveaxis(bits.reshape(-1, PLANES, height, width), 1, 3))
        on_board = seen(policy[:, :-1].reshape(-1, height, width)).reshape(-1, points)
        ownership = rows["ownership"].reshape(-1, height, width) / np.float32(OWNERSHIP_UNIT)
        return cls(
            np.ascontiguousarray(planes, np.float32),
            rows["globals"],
            np.concatenate([on_board, policy[:, -1:]], axis=1),
            np.ascontiguousarray(seen(ownership)),
            rows["value"],
            rows["score"],
        )


class Positions:
    """All positions of a folder, by size; files that come later are taken in when asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()
        self.training: dict[tuple[int, int], np.ndarray] = {}
        self.held_out: dict[tuple[int, int], np.ndarray] = {}
        self.take_in()

    def take_in(self) -> None:
        """Reads the files that are new."""
        fresh: dict[bool, dict[tuple[int, int], list[np.ndarray]]] = {False: {}, True: {}}
        for path in sorted(self.folder.glob("*.rows")):
            if path.name not in self.known:
                self.known.add(path.name)
                size, rows = read(path)
                fresh[int(path.stem) % HELD_OUT == 0].setdefault(size, []).append(rows)
        for held_out, sizes in fresh.items():
            kept = self.held_out if held_out else self.training
            for size, parts in sizes.items():
                kept[size] = np.concatenate([kept[size], *parts] if size in kept else parts)

    def count(self) -> int:
        """Positions to train with."""
        return sum(map(len, self.training.values()))

    def draw(self, random: np.random.Generator, points: int) -> Batch:
        """A batch of one size with about so many points in all, sizes and positions by chance."""
        sizes = list(self.training)
        counts = np.array([len(self.training[size]) for size in sizes], float)
        size = sizes[random.choice(len(sizes), p=counts / counts.sum())]
        rows = self.training[size]
        chosen = random.integers(len(rows), size=batch_size(size, points))
        return Batch.of(size, rows[chosen], int(random.integers(SYMMETRIES)))

    def kept_apart(self, most: int) -> list[tuple[tuple[int, int], Batch]]:
        """Up to so many held-out positions of each size, spread evenly over the files."""
        batches = []
        for size, rows in sorted(self.held_out.items()):
            chosen = np.linspace(0, len(rows) - 1, min(most, len(rows))).astype(int)
            batches.append((size, Batch.of(size, rows[chosen])))
        return batches


def batch_size(size: tuple[int, int], points: int) -> int:
    """Positions of this size that have about so many points together; never very few or many."""
    return min(256, max(32, points // (size[0] * size[1])))
