"""A command split into shards: the script of a shard, the finished shards, and their merged outputs.

A shard writes into `I.part` and renames it to `I.jsonl` when it has succeeded. The existence of that file is the only
state, so hosts may die.
"""

import json
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Iterable, Optional

from arena.complaint import Complaint
from arena.draft import draft

OUT = "{out}"  # in a command, the file that a shard writes


@dataclass(frozen=True)
class Job:
    """A command to run in shards. It must take `--shard I/N`, and `--seed S` if there is one, and write a line per
    result, to the file that replaces `{out}`, or to its standard output."""

    command: tuple[str, ...]
    shards: int
    seed: Optional[int]  # None: the command's own


class Shards:
    """The shards of a job and the folder of their outputs."""

    def __init__(self, job: Job, folder: Path) -> None:
        self.job = job
        self.folder = folder

    def begin(self) -> None:
        """Makes the folder and the script in it. Raises Complaint if it has outputs of another job."""
        settings = self.folder / "job.json"
        asked = json.dumps(asdict(self.job))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not settings.exists():
                settings.write_text(asked + "\n", encoding="utf-8")
            known = settings.read_text(encoding="utf-8").strip()
            if known == asked:
                self.script.write_text(self.script_text(), encoding="utf-8")
        except OSError as error:
            raise Complaint(f"{self.folder} can't be used: {error.strerror}") from error
        if known != asked:
            raise Complaint(
                f"{self.folder} has shards of another run, {known}; remove it or name another file with --out"
            )

    @property
    def script(self) -> Path:
        """The shell script that runs the shard with the given number."""
        return self.folder / "shard.sh"

    def missing(self) -> list[int]:
        """The numbers, from 1, of the shards that are not finished."""
        return [shard for shard in range(1, self.job.shards + 1) if not self._done(shard).exists()]

    def _done(self, shard: int) -> Path:
        return self.folder / f"{shard}.jsonl"

    def script_text(self) -> str:
        """The text of `script`. A command with {out} finds its last try's output on that host, and may resume it."""
        folder = shlex.quote(str(self.folder))
        part, done = f'{folder}/"$1".part', f'{folder}/"$1".jsonl'
        words = [part if word == OUT else shlex.quote(word) for word in self.job.command]
        seed = "" if self.job.seed is None else f" --seed {self.job.seed}"
        # With {out} the command's standard output is for people.
        target = "&2" if OUT in self.job.command else part
        return f"""\
#!/bin/sh
set -e
mkdir -p {folder}
# An earlier try, given up because its host fell silent or its run ended, may still be running.
exec 9>>{part}
if command -v flock >/dev/null; then flock 9; fi
if [ -e {done} ]; then exit 0; fi
{' '.join(words)} --shard "$1/{self.job.shards}"{seed} >{target}
mv {part} {done}
"""

    def merge(self, out: Path) -> int:
        """Writes the lines of all shards to `out` atomically: in the order of their keys, each key once, or shard after
        shard if they have none. Returns the number of lines."""
        texts = []
        for shard in range(1, self.job.shards + 1):
            path = self._done(shard)
            try:
                texts.append(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise Complaint(f"{path} can't be read: {getattr(error, 'strerror', None) or 'it is not text'}") from error
        lines = [line for text in texts for line in text.split("\n") if line.strip()]
        # A command with {out} may have written a line twice: before and after an interruption.
        if OUT in self.job.command or any(has_key(line) for line in lines):
            lines = in_key_order(lines)
        try:
            with draft(out) as part:
                part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        except OSError as error:
            raise Complaint(f"{out} can't be written: {error.strerror}") from error
        return len(lines)


def has_key(line: str) -> bool:
    """Whether a line is a JSON object with a `key`."""
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and "key" in value


def in_key_order(lines: Iterable[str]) -> list[str]:
    """Lines of JSON sorted by `key`, with its numbers compared by value; of equal keys the first. Lines without a
    key come last, in order, equal ones once."""
    first: dict[tuple, str] = {}
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError as error:
            raise Complaint(f"a shard wrote '{line[:60]}', which is not JSON: {error}") from error
        key = value.get("key") if isinstance(value, dict) else None
        first.setdefault((1, line) if key is None else (0, _sortable(str(key))), line)
    keyed = sorted(key for key in first if key[0] == 0)
    return [first[key] for key in keyed] + [line for key, line in first.items() if key[0] == 1]


def _sortable(key: str) -> tuple:
    """A sort key that puts 2:9 before 2:10."""
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in key.split(":"))


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers as people and Slurm write them: 1-3,7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
