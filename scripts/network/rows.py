"""Positions with labels: files as `tengen learn go positions` and network.labeling write them, and batches of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from arena.complaint import Complaint
from network.framework import np, torch
from network.shape import GLOBALS, PLANES

MAGIC, LABELED = b"TENGENR1", b"TENGENR2"  # of the engine, and with the labels of a newer network's heads
HEADER = 16
POLICY_UNIT, OWNERSHIP_UNIT = 65535.0, 127.0
HELD_OUT = 16  # one of this many files is held out from training
SYMMETRIES = 8
ENDINGS = 0.35  # share of a batch drawn only from close endings, which are rare in games with many random moves
BATCHES = 32, 16_384  # fewest and most positions of a batch
GROWTH = 1.5  # of a table that is full
ENDING, CLOSE = 0.5, 5.0  # least share of points with stones in an ending, and points of a close lead

OWN_STONES, OTHER_STONES = 1, 2  # planes
MEAN, LEAD, TIME, ERRORS = 0, 2, 3, slice(4, 6)  # indices among the score's numbers

Size = tuple[int, int]  # columns and rows


def row_type(width: int, height: int, labeled: bool) -> np.dtype:
    """The type of a file's rows for this board size; src/go/selfplay/rows.rs describes it, without the extra labels."""
    points = width * height
    fields = [
        ("planes", "u1", (PLANES, (points + 7) // 8)),
        ("globals", "<f4", GLOBALS),
        ("policy", "<u2", points + 1),
        ("ownership", "i1", points),
        ("value", "<f4", 3),
        ("score", "<f4", 3),
    ]
    if labeled:
        fields += [("optimistic", "<u2", points + 1), ("time_and_errors", "<f4", 3)]
    return np.dtype(fields)


def header(path: Path) -> tuple[Size, int, bool]:
    """A file's board size and number of rows, and whether they have all labels."""
    with open(path, "rb") as file:
        first = file.read(HEADER)
    if first[:8] not in (MAGIC, LABELED):
        raise Complaint(f"{path}: expected a file of positions")
    return (first[8], first[9]), int.from_bytes(first[12:16], "little"), first[:8] == LABELED


def read(path: Path) -> tuple[Size, np.ndarray]:
    """A file's board size and rows, with all labels; unknown ones are NaN, or copied from the policy."""
    size, count, labeled = header(path)
    rows = np.fromfile(path, row_type(*size, labeled), offset=HEADER)
    if len(rows) != count:
        raise Complaint(f"{path}: {len(rows)} rows, unlike its header")
    if labeled:
        return size, rows
    whole = np.empty(len(rows), row_type(*size, True))
    for name in rows.dtype.names:
        whole[name] = rows[name]
    whole["optimistic"] = rows["policy"]
    whole["time_and_errors"] = np.nan
    return size, whole


def file_of(size: Size, rows: np.ndarray, labeled: bool) -> bytes:
    """Rows as a file: with all labels, or in the engine's format."""
    kept = np.empty(len(rows), row_type(*size, labeled))
    for name in kept.dtype.names:
        kept[name] = rows[name]
    sizes = bytes(size) + kept.dtype.itemsize.to_bytes(2, "little") + len(kept).to_bytes(4, "little")
    return (LABELED if labeled else MAGIC) + sizes + kept.tobytes()


def seen(board: torch.Tensor, symmetry: int) -> torch.Tensor:
    """A board in a symmetry of its last two dimensions: 1 flips the rows, 2 the columns, 4 transposes."""
    if symmetry & 1:
        board = board.flip(-2)
    if symmetry & 2:
        board = board.flip(-1)
    return board.transpose(-2, -1) if exchanges(board, symmetry) else board


def seen_back(board: torch.Tensor, symmetry: int) -> torch.Tensor:
    """The inverse of `seen`."""
    if exchanges(board, symmetry):
        board = board.transpose(-2, -1)
    if symmetry & 2:
        board = board.flip(-1)
    return board.flip(-2) if symmetry & 1 else board


def exchanges(board: torch.Tensor, symmetry: int) -> bool:
    """Whether the symmetry transposes, which needs a square board; else rows and columns stay."""
    return bool(symmetry & 4) and board.shape[-1] == board.shape[-2]


@dataclass(frozen=True)
class Labels:
    """Target outputs for a batch."""

    policy: torch.Tensor  # by policy and move, the pass last
    value: torch.Tensor  # win, loss, no result
    score: torch.Tensor  # mean, deviation, lead, moves left, errors of value and score; NaN where unknown
    ownership: torch.Tensor  # by row and column


@dataclass(frozen=True)
class Batch:
    """Positions of one size: planes by channel, row and column, inputs of the whole board, and labels."""

    planes: torch.Tensor
    globals: torch.Tensor
    labels: Labels


class Table:
    """Positions of one size, in the memory of the device that trains."""

    def __init__(self, size: Size, rows: np.ndarray, device: torch.device) -> None:
        def tensor(values: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(values)).to(device)

        # PyTorch computes little with unsigned 16 bits.
        policy = np.stack([rows["policy"], rows["optimistic"]], axis=1).view(np.int16)
        self.size = size
        self.count = len(rows)
        self.columns = {
            "planes": tensor(rows["planes"]),
            "globals": tensor(rows["globals"]),
            "policy": tensor(policy),
            "ownership": tensor(rows["ownership"]),
            "value": tensor(rows["value"]),
            "score": tensor(np.concatenate([rows["score"], rows["time_and_errors"]], axis=1)),
        }
        self.endings = self.close_endings()

    def __len__(self) -> int:
        return self.count

    def add(self, other: Table) -> None:
        """Adds positions. The columns grow in large steps, since a GPU's memory cannot hold many sizes of them."""
        before, self.count = self.count, self.count + other.count
        for name, added in other.columns.items():
            column = self.columns[name]
            if self.count > len(column):
                column = column.new_empty((int(GROWTH * self.count), *column.shape[1:]))
                column[:before] = self.columns[name][:before]
                self.columns[name] = column
            column[before : self.count] = added[: other.count]
        self.endings = torch.cat([self.endings, before + other.endings])

    def close_endings(self) -> torch.Tensor:
        """The indices of late positions that either side may still win."""
        stones = self.points_of(self.columns["planes"][:, [OWN_STONES, OTHER_STONES]]).sum(dim=(1, 2))
        late = stones >= ENDING * self.size[0] * self.size[1]
        close = self.columns["score"][:, LEAD].abs() < CLOSE
        return (late & close).nonzero()[:, 0]

    def points_of(self, planes: torch.Tensor) -> torch.Tensor:
        """Planes with unpacked bits, by channel and point."""
        shifts = torch.arange(8, dtype=torch.uint8, device=planes.device)
        return ((planes[..., None] >> shifts) & 1).flatten(-2)[..., : self.size[0] * self.size[1]]

    def draw(self, count: int, random: torch.Generator, endings: float = ENDINGS) -> torch.Tensor:
        """The indices of random positions; at least the share `endings` of them are close endings, if there are so many."""

        def below(limit: int, how_many: int) -> torch.Tensor:
            return torch.randint(limit, (how_many,), generator=random, device=random.device)

        late = min(int(endings * count), len(self.endings))
        chosen = below(len(self), count)
        if late:
            chosen[:late] = self.endings[below(len(self.endings), late)]
        return chosen

    def batch(self, chosen: torch.Tensor, symmetry: int = 0) -> Batch:
        """The chosen positions, all in one symmetry."""
        width, height = self.size
        planes, inputs, policy, ownership, value, score = (column[chosen] for column in self.columns.values())
        bits = self.points_of(planes)

        def on_board(points: torch.Tensor) -> torch.Tensor:
            return seen(points.unflatten(-1, (height, width)), symmetry)

        policy = (policy.int() & 0xFFFF).float()
        policy = torch.cat([on_board(policy[..., :-1]).flatten(2), policy[..., -1:]], dim=2)
        policy = policy / policy.sum(dim=2, keepdim=True)
        ownership = on_board(ownership.float() / OWNERSHIP_UNIT)
        return Batch(on_board(bits.float()), inputs, Labels(policy, value, score, ownership))


class Positions:
    """All positions of a folder, by size; a thread reads new files."""

    def __init__(self, folder: Path, device: torch.device, endings: float = ENDINGS) -> None:
        self.folder = folder
        self.device = device
        self.endings = endings
        self.random = torch.Generator(device)  # numbers that never leave the device
        self.known: set[str] = set()
        self.training: dict[Size, Table] = {}
        self.held_out: dict[Size, Table] = {}
        self.reader = ThreadPoolExecutor(1)
        self.reading = self.reader.submit(self.read_new)
        self.reading.result()
        self.take_in()

    def take_in(self) -> None:
        """Adds what the thread has read, if it has finished, and lets it read files that are newer still."""
        if not self.reading.done():
            return
        for held_out, table in self.reading.result():
            tables = self.held_out if held_out else self.training
            if table.size in tables:
                tables[table.size].add(table)
            else:
                tables[table.size] = table
        self.reading = self.reader.submit(self.read_new)

    def read_new(self) -> list[tuple[bool, Table]]:
        """Reads new files. Returns their positions, and whether they are held out."""
        fresh: dict[tuple[bool, Size], list[np.ndarray]] = {}
        for path in sorted(self.folder.glob("*.rows")):
            if path.name not in self.known:
                self.known.add(path.name)
                size, rows = read(path)
                fresh.setdefault((int(path.stem) % HELD_OUT == 0, size), []).append(rows)
        tables = [(held_out, Table(size, np.concatenate(parts), self.device)) for (held_out, size), parts in fresh.items()]
        return [(held_out, table) for held_out, table in tables if len(table)]

    def count(self) -> int:
        """The number of training positions."""
        return sum(map(len, self.training.values()))

    def draw(self, random: np.random.Generator, points: int) -> Batch:
        """A batch of one random size with about `points` points, of random positions.

        A size's probability is proportional to its points, so that positions of all sizes are seen equally often.
        """
        sizes = list(self.training)
        shares = np.array([len(self.training[size]) / batch_size(size, points) for size in sizes])
        size = sizes[random.choice(len(sizes), p=shares / shares.sum())]
        table = self.training[size]
        self.random.manual_seed(int(random.integers(1 << 62)))
        count = batch_size(size, points)
        return table.batch(table.draw(count, self.random, self.endings), int(random.integers(SYMMETRIES)))

    def kept_apart(self, most: int) -> list[tuple[Size, Batch]]:
        """At most `most` held-out positions of each size, spread evenly over the files."""
        batches = []
        for size, table in sorted(self.held_out.items()):
            chosen = np.linspace(0, len(table) - 1, min(most, len(table))).astype(int)
            batches.append((size, table.batch(torch.from_numpy(chosen).to(self.device))))
        return batches


def batch_size(size: Size, points: int) -> int:
    """The number of positions of this size with about `points` points in total; never very few or many."""
    fewest, most = BATCHES
    return min(most, max(fewest, points // (size[0] * size[1])))
