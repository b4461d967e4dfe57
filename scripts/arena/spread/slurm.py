"""Shards as an array job of Slurm, with nodes that share folders with this machine."""

import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from arena.complaint import Complaint
from arena.spread.shards import Shards, ranges

POLL = 5.0  # seconds between two queries of the queue


@dataclass(frozen=True)
class Cluster:
    """Options for submitting shards."""

    workdir: Path  # working folder of the command
    options: tuple[str, ...]  # more options of sbatch, such as --partition=long
    tries: int  # submissions; later ones have the shards still missing


def run(shards: Shards, cluster: Cluster, say: Callable[[str], None]) -> None:
    """Submits the missing shards and waits for them, up to the allowed number of tries. Waits first for a job that an
    earlier run left in the queue."""
    for program in ("sbatch", "squeue"):
        if not shutil.which(program):
            raise Complaint(f"there is no {program} on the path: --slurm needs a machine that can submit jobs")
    submitted = shards.folder / "slurm-job"
    if submitted.exists():
        _wait(submitted.read_text(encoding="utf-8").strip(), shards, say)
    for _ in range(cluster.tries):
        missing = shards.missing()
        if not missing:
            return
        job = _submit(script(shards, cluster, missing), shards)
        submitted.write_text(job + "\n", encoding="utf-8")
        say(f"job {job}: shards {ranges(missing)}; if this is interrupted, the same command resumes waiting")
        _wait(job, shards, say)


def script(shards: Shards, cluster: Cluster, missing: list[int]) -> str:
    """The batch script. Slurm itself reruns shards of a failed node."""
    folder = cluster.workdir / shards.folder
    lines = [
        "#!/bin/sh",
        f"#SBATCH --job-name={shards.folder.name.replace(' ', '-')}",
        f"#SBATCH --array={ranges(missing)}",
        "#SBATCH --requeue",
        "#SBATCH --open-mode=append",
        f"#SBATCH --chdir={shlex.quote(str(cluster.workdir))}",
        f"#SBATCH --output={shlex.quote(str(folder))}/%a.log",
        *(f"#SBATCH {option}" for option in cluster.options),
        f'sh {shlex.quote(str(shards.script))} "$SLURM_ARRAY_TASK_ID"',
    ]
    return "\n".join(lines) + "\n"


def _submit(text: str, shards: Shards) -> str:
    path = shards.folder / "job.sbatch"
    path.write_text(text, encoding="utf-8")
    result = subprocess.run(["sbatch", "--parsable", str(path)], capture_output=True, text=True, check=False)
    if result.returncode:
        raise Complaint(f"sbatch accepts no job: {result.stderr.strip() or f'status {result.returncode}'}")
    return result.stdout.strip().split(";")[0]  # the cluster's name may follow


def _wait(job: str, shards: Shards, say: Callable[[str], None]) -> None:
    """Waits until the job has left the queue."""
    before = len(shards.missing())
    while _is_queued(job):
        time.sleep(POLL)
        left = len(shards.missing())
        if left != before:
            say(f"{shards.job.shards - left}/{shards.job.shards} shards done")
            before = left


def _is_queued(job: str) -> bool:
    result = subprocess.run(["squeue", "--noheader", "--jobs", job], capture_output=True, text=True, check=False)
    if result.returncode and "Invalid job id" not in result.stderr:
        # A restarting controller must not look like the end of the job.
        return True
    return bool(result.stdout.strip())
