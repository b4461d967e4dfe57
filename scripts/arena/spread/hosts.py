"""Shards on many hosts by GNU parallel, over ssh."""

import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from arena.complaint import Complaint
from arena.spread.shards import Shards

# A host that is silent for a minute is given up, and its shards run elsewhere.
SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15 -o ServerAliveCountMax=3"


@dataclass(frozen=True)
class Hosts:
    """The hosts, and how shards run on them."""

    sshlogins: Optional[Path]  # one host per line as GNU parallel reads them; None: this machine
    workdir: str  # folder on the hosts, created if missing
    ship: tuple[str, ...]  # files and folders copied there before the first shard
    jobs: str  # shards at a time on each host: a number, or a percentage of its cores
    tries: int  # tries per shard, each on another host if possible


def run(shards: Shards, hosts: Hosts) -> None:
    """Runs the missing shards; those still missing afterwards failed everywhere."""
    _need("parallel", "GNU parallel, which runs the shards")
    version = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False)
    if "GNU parallel" not in version.stdout:
        raise Complaint("the parallel on the path is another program than GNU parallel, which runs the shards")
    if hosts.sshlogins:
        _need("ssh", "an ssh client")
        _need("rsync", "rsync, by which GNU parallel copies files, here and on the hosts")
    process = subprocess.Popen(command(shards, hosts), stdin=subprocess.PIPE, text=True)
    try:
        process.communicate("".join(f"{shard}\n" for shard in shards.missing()))
    except KeyboardInterrupt:
        # A kill would leave the shards on the hosts running; two SIGTERMs end them.
        process.terminate()
        time.sleep(0.5)
        process.terminate()
        process.wait()
        raise


def command(shards: Shards, hosts: Hosts) -> list[str]:
    """GNU parallel's command line. Its --joblog records where each shard ran and how it ended."""
    words = ["parallel", "--will-cite", "--line-buffer", "--tagstring", "shard {}"]
    words += ["--jobs", hosts.jobs, "--retries", str(hosts.tries)]
    words += ["--joblog", f"+{shards.folder / 'joblog'}"]
    if hosts.sshlogins:
        words += ["--ssh", SSH, "--sshloginfile", str(hosts.sshlogins)]
        words += ["--workdir", hosts.workdir, "--return", f"{shards.folder}/{{}}.jsonl", "--cleanup"]
        for path in (str(shards.script), *hosts.ship):
            words += ["--basefile", path]
    return [*words, f"sh {shlex.quote(str(shards.script))} {{}}"]


def _need(program: str, what: str) -> None:
    if not shutil.which(program):
        raise Complaint(f"there is no {program} on the path: install {what}")
