import json
import os
import shutil
import stat
import subprocess
import sys
import unittest
from pathlib import Path

from arena.spread import hosts, slurm
from arena.complaint import Complaint
from arena.spread.shards import Job, Shards, in_key_order, ranges
from tests.support import SCRIPTS, InFolder

# Counts to 20 in shards; shards listed in a file `fail` fail.
COUNT = """\
import argparse, json, pathlib, sys
parser = argparse.ArgumentParser()
parser.add_argument("--shard")
parser.add_argument("--seed", default="1")
parser.add_argument("--out")
options = parser.parse_args()
part, parts = map(int, options.shard.split("/"))
lines = [json.dumps({"key": f"{options.seed}:{n}", "square": n * n}) for n in range(part - 1, 20, parts)]
fail = pathlib.Path("fail")
if fail.exists() and options.shard in fail.read_text().split():
    print(lines[0])
    sys.exit(3)
if options.out:
    with open(options.out, "a") as file:
        print(*lines, sep="\\n", file=file)
    print("done with", options.shard)
else:
    print(*lines, sep="\\n")
"""

# Runs each task as Slurm would; the first submission loses the tasks listed in a file `lost`. No job stays queued.
SBATCH = """\
#!/bin/sh
test "$1" = --parsable || exit 1
tasks=$(sed -n 's/^#SBATCH --array=//p' "$2" | tr , '\\n' | sed 's/^\\([0-9]*\\)$/\\1-\\1/' | tr - ' ' | while read a b; do seq $a $b; done)
for task in $tasks; do
    grep -qx "$task" lost 2>/dev/null || SLURM_ARRAY_TASK_ID=$task sh "$2" 2>>messages
done
rm -f lost
echo "$2" >> submissions
echo 17
"""


class WithCommand(InFolder):
    """A test with a command to run in shards in its folder, and programs first on the path."""

    def setUp(self):
        super().setUp()
        self.file("count.py", COUNT)
        (self.folder / "bin").mkdir()

    def program(self, name, text):
        path = self.file(f"bin/{name}", text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def spread(self, *words, path=None):
        return subprocess.run(
            [sys.executable, SCRIPTS / "spread", "--out", "all.jsonl", *words],
            cwd=self.folder, env={**os.environ, "PATH": path or os.environ["PATH"]},
            capture_output=True, text=True, check=False, timeout=300,
        )

    def count(self, shards, *words, path=None, out=()):
        return self.spread("--shards", str(shards), *words, "--", sys.executable, "count.py", *out, path=path)

    def assert_complete(self, seed=1):
        lines = (self.folder / "all.jsonl").read_text(encoding="utf-8").splitlines()
        expected = [{"key": f"{seed}:{n}", "square": n * n} for n in range(20)]
        self.assertEqual([json.loads(line) for line in lines], expected)


def has_gnu_parallel():
    if not shutil.which("parallel"):
        return False
    version = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False)
    return "GNU parallel" in version.stdout


@unittest.skipUnless(has_gnu_parallel(), "GNU parallel is not installed")
class ByParallel(WithCommand):
    def test_the_merged_shards_are_the_whole(self):
        for number, out in enumerate(((), ("--out", "{out}"))):
            ended = self.count(3, "--seed", "5", out=out)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("20 lines of 3 shards", ended.stderr)
            self.assert_complete(seed=5)
            shutil.rmtree(self.folder / "all.jsonl.shards")
            (self.folder / "all.jsonl").unlink()

    def test_missing_shards_are_named_and_run_again(self):
        self.file("fail", "2/5 3/5 5/5")
        ended = self.count(5, "--tries", "2")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("shards 2-3,5 of 5 are missing", ended.stderr)
        self.assertFalse((self.folder / "all.jsonl").exists())
        (self.folder / "fail").unlink()
        log = self.folder / "all.jsonl.shards" / "joblog"
        before = len(log.read_text(encoding="utf-8").splitlines())
        ended = self.count(5)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assert_complete()
        self.assertEqual(len(log.read_text(encoding="utf-8").splitlines()) - before, 3)

    def test_a_finished_run_is_only_merged(self):
        self.assertEqual(self.count(2).returncode, 0)
        (self.folder / "all.jsonl").unlink()
        self.file("fail", "1/2 2/2")
        self.assertEqual(self.count(2).returncode, 0)
        self.assert_complete()

    def test_another_run_is_not_mixed_in(self):
        self.assertEqual(self.count(2).returncode, 0)
        ended = self.count(3)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("has shards of another run", ended.stderr)


class BySlurm(WithCommand):
    def setUp(self):
        super().setUp()
        self.program("sbatch", SBATCH)
        self.program("squeue", "#!/bin/sh\n")
        self.path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"

    def test_lost_tasks_are_submitted_again(self):
        self.file("lost", "2\n3\n5\n")
        ended = self.count(6, "--slurm", "--sbatch=--time=10:00", path=self.path)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("job 17: shards 1-6", ended.stderr)
        self.assertIn("job 17: shards 2-3,5", ended.stderr)
        self.assert_complete()

    def test_submissions_end(self):
        self.file("fail", "2/6")
        ended = self.count(6, "--slurm", "--tries", "2", path=self.path)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("shards 2 of 6 are missing", ended.stderr)
        submissions = (self.folder / "submissions").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(submissions), 2)

    def test_a_refusal_is_handed_on(self):
        self.program("sbatch", "#!/bin/sh\necho 'Invalid partition' >&2; exit 1\n")
        ended = self.count(2, "--slurm", path=self.path)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("sbatch accepts no job: Invalid partition", ended.stderr)


class ByAnotherScheduler(WithCommand):
    def test_shards_run_by_hand_are_merged(self):
        for missing in ("1-3", "1-2"):
            ended = self.count(3, "--no-run", path=str(self.folder / "bin"))
            self.assertEqual(ended.returncode, 1)
            self.assertIn(f"shards {missing} of 3 are missing; 'sh all.jsonl.shards/shard.sh I' runs shard I", ended.stderr)
            self.assertFalse((self.folder / "all.jsonl").exists())
            subprocess.run(["sh", "all.jsonl.shards/shard.sh", missing[-1]], cwd=self.folder, check=True)
        subprocess.run(["sh", "all.jsonl.shards/shard.sh", "1"], cwd=self.folder, check=True)
        self.assertEqual(self.count(3, "--no-run").returncode, 0)
        self.assert_complete()


class Texts(WithCommand):
    def test_the_shard_script_quotes_what_a_shell_would_read(self):
        job = Job(("./a program", "it's", "$HOME", "{out}"), 4, 9)
        text = Shards(job, Path("my run.shards")).script_text()
        line = "'./a program' 'it'\"'\"'s' '$HOME' 'my run.shards'/\"$1\".part --shard \"$1/4\" --seed 9 >&2"
        self.assertIn(line, text.splitlines())

    def test_no_seed_is_the_commands_own(self):
        text = Shards(Job(("x",), 4, None), Path("out.shards")).script_text()
        self.assertIn('x --shard "$1/4" >out.shards/"$1".part', text)

    def test_lines_without_keys_stay_as_they_are(self):
        shards = Shards(Job(("x",), 2, None), self.folder / "all.shards")
        shards.begin()
        for shard, text in ((1, '{"id":2}\nE5\n{"id":2}\n'), (2, "E5\n"), (3, "beyond\n")):
            (shards.folder / f"{shard}.jsonl").write_text(text, encoding="utf-8")
        out = self.folder / "all"
        self.assertEqual(shards.merge(out), 4)
        self.assertEqual(out.read_text(encoding="utf-8"), '{"id":2}\nE5\n{"id":2}\nE5\n')

    @unittest.skipUnless(shutil.which("flock"), "flock is not installed")
    def test_two_tries_of_a_shard_do_not_write_at_once(self):
        slow = self.file("slow.sh", 'test $1 = --shard || exec >>"$1"; echo 1; sleep 1; echo 2\n')
        for out in ((), ("{out}",)):
            shards = Shards(Job(("sh", str(slow), *out), 1, 1), self.folder / "all.shards")
            shards.begin()
            tries = [subprocess.Popen(["sh", shards.script, "1"]) for _ in range(2)]
            self.assertEqual([one.wait() for one in tries], [0, 0])
            self.assertEqual((shards.folder / "1.jsonl").read_text(encoding="utf-8"), "1\n2\n")
            shutil.rmtree(shards.folder)

    def test_the_batch_script(self):
        shards = Shards(Job(("x",), 9, 1), Path("out.shards"))
        text = slurm.script(shards, slurm.Cluster(Path("/work here"), ("--time=5", "--mem=1G"), 3), [1, 2, 3, 7])
        self.assertEqual(
            text.splitlines(),
            [
                "#!/bin/sh",
                "#SBATCH --job-name=out.shards",
                "#SBATCH --array=1-3,7",
                "#SBATCH --requeue",
                "#SBATCH --open-mode=append",
                "#SBATCH --chdir='/work here'",
                "#SBATCH --output='/work here/out.shards'/%a.log",
                "#SBATCH --time=5",
                "#SBATCH --mem=1G",
                'sh out.shards/shard.sh "$SLURM_ARRAY_TASK_ID"',
            ],
        )

    def test_the_command_for_hosts_ships_and_returns(self):
        shards = Shards(Job(("x",), 9, 1), Path("out.shards"))
        where = hosts.Hosts(Path("my-hosts"), "there", ("scripts", "tengen"), "50%", 4)
        words = hosts.command(shards, where)
        for pair in (
            ("--sshloginfile", "my-hosts"), ("--workdir", "there"), ("--return", "out.shards/{}.jsonl"),
            ("--basefile", "out.shards/shard.sh"), ("--basefile", "scripts"), ("--basefile", "tengen"),
            ("--jobs", "50%"), ("--retries", "4"),
        ):
            self.assertIn(pair, list(zip(words, words[1:])))
        alone = hosts.command(shards, hosts.Hosts(None, "there", (), "1", 1))
        self.assertNotIn("--return", alone)

    def test_keys_are_sorted_by_number_and_repeats_dropped(self):
        lines = ['{"key":"1:10:0"}', '{"key":"1:9:1"}', '{"key":"1:9:0","a":1}', '{"key":"1:9:0","a":2}', '{"key":"0:x"}']
        expected = ['{"key":"0:x"}', '{"key":"1:9:0","a":1}', '{"key":"1:9:1"}', '{"key":"1:10:0"}']
        self.assertEqual(in_key_order(lines), expected)
        self.assertEqual(in_key_order(['{"b":1}', '{"a":1}', '{"b":1}', "[2]"]), ['{"b":1}', '{"a":1}', "[2]"])
        with self.assertRaisesRegex(Complaint, "is not JSON"):
            in_key_order(["3 games played"])

    def test_ranges(self):
        self.assertEqual(ranges([1]), "1")
        self.assertEqual(ranges([1, 2, 4, 5, 6, 9]), "1-2,4-6,9")

    def test_bad_arguments_are_refused_with_a_sentence(self):
        self.file("hosts", "example\n")
        self.file("alone", "example\n4/:\n")
        for words, sentence in (
            (["--shards", "2"], "there is no command"),
            (["--shards", "0", "--", "x"], "--shards"),
            (["--shards", "2", "--slurm", "--ship", "count.py", "--", "x"], "have to see the current folder"),
            (["--shards", "2", "--sbatch=--x", "--", "x"], "--sbatch is for --slurm"),
            (["--shards", "2", "--ship", "count.py", "--", "x"], "--ship and --workdir are for other machines"),
            (["--shards", "2", "--no-run", "--slurm", "--", "x"], "to another scheduler"),
            (["--shards", "2", "--no-run", "--sshloginfile", "hosts", "--", "x"], "to another scheduler"),
            (["--shards", "2", "--sshloginfile", "none", "--", "x"], "can't be read: No such file"),
            (["--shards", "2", "--sshloginfile", "alone", "--", "x"], "'4/:' means this machine without ssh"),
            (["--shards", "2", "--sshloginfile", "hosts", "--ship", "/etc", "--", "x"], "in the current folder"),
            (["--shards", "2", "--sshloginfile", "hosts", "--ship", "none", "--", "x"], "in the current folder"),
            (["--shards", "2", "--", "x", "--out={out}"], "as a separate word"),
            (["--shards", "2", "--out", "../x", "--", "x"], "below the current folder"),
        ):
            ended = self.spread(*words)
            self.assertEqual(ended.returncode, 2, words)
            self.assertIn(sentence, ended.stderr)
            self.assertNotIn("Traceback", ended.stderr)

    def test_a_missing_program_is_named(self):
        for words, sentence in (((), "no parallel on the path"), (("--slurm",), "no sbatch on the path")):
            ended = self.count(2, *words, path=str(self.folder / "bin"))
            self.assertEqual(ended.returncode, 2)
            self.assertIn(sentence, ended.stderr)
            shutil.rmtree(self.folder / "all.jsonl.shards")
        self.program("parallel", "#!/bin/sh\necho unknown option >&2; exit 1\n")
        self.assertIn("another program than GNU parallel", self.count(2, path=str(self.folder / "bin")).stderr)
