"""Games, labels and training within a time, with small scripts in place of the programs."""

import json
import os
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

from arena.complaint import Complaint
from network import budget
from network.budget import Budget
from network.recipe import Lessons, Recipe
from tests.support import InFolder

SECONDS = 6.0

# Each writes its process id; what follows are folders, and for labels and training the options that Budget adds.
BEGIN = """
import os, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
with open(folder / "started", "a") as started:
    started.write(f"{os.getpid()}\\n")
options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
until = float(options.get("--until", "inf"))
"""
PLAY = BEGIN + """
for number in range(10_000):
    (folder / f"{number:06}.rows").touch()
    time.sleep(0.05)
"""
LABEL = BEGIN + """
while time.time() < until:
    for file in Path(options["--rows"]).glob("*.rows"):
        (folder / file.name).touch()
    time.sleep(0.05)
"""
TRAIN = """
import signal, sys
def save(*_):
    open(sys.argv[1] + "/state.pt", "w").close()
    sys.exit(130)
signal.signal(signal.SIGTERM, save)
""" + BEGIN + """
while time.time() < until:
    time.sleep(0.05)
(folder / "model.bin.gz").touch()
"""


class Scripts(Recipe):
    """A recipe with these scripts."""

    def play_command(self, rows, teacher, lessons, minutes):
        return [sys.executable, "-c", PLAY, rows]

    def label_command(self, teacher, rows, labeled):
        return [sys.executable, "-c", LABEL, labeled, "--rows", rows]

    def train_command(self, run, rows, times, start, adviser):
        return [sys.executable, "-c", TRAIN, run, *times]

    def check(self, run, rows):
        (run / "checked").touch()


class Fails(Scripts):
    """The training fails."""

    def train_command(self, run, rows, times, start, adviser):
        return [sys.executable, "-c", "import sys; sys.exit(3)"]


@unittest.skipIf(os.name == "nt", "signals of POSIX")
class BudgetTest(InFolder):
    def go_on(self, kind=Scripts):
        recipe = kind(Path("tengen"), self.folder, channels=8, blocks=2, threads=1, seed=0)
        lessons = Lessons(None, 1, 1)
        with mock.patch("sys.stderr"):
            return Budget(recipe, SECONDS / 60, "own", lessons, label=Path("strong")).go_on()

    def started(self, phase):
        """The processes that have been started."""
        file = self.folder / phase / "started"
        return list(map(int, file.read_text(encoding="utf-8").split())) if file.exists() else []

    def spend(self, share):
        text = json.dumps({"seconds": share * SECONDS})
        (self.folder / "budget.json").write_text(text, encoding="utf-8")

    def assert_ended(self):
        for phase in ("games", "labeled", "run"):
            for process in self.started(phase):
                with self.assertRaises(ProcessLookupError):
                    os.kill(process, 0)

    def test_a_network_is_there_in_time_also_after_an_interruption(self):
        sleep = time.sleep

        def interrupted(pause):
            sleep(pause)
            if self.started("run") and not self.was_interrupted:
                self.was_interrupted = True
                raise KeyboardInterrupt

        self.was_interrupted = False
        with mock.patch.object(time, "sleep", interrupted), self.assertRaises(KeyboardInterrupt):
            self.go_on()
        self.assert_ended()
        self.assertTrue((self.folder / "run" / "state.pt").exists())
        spent = json.loads((self.folder / "budget.json").read_text(encoding="utf-8"))["seconds"]
        self.assertGreater(spent, budget.TRAINING[0] * SECONDS)
        self.spend(0.4)  # a busy machine may have taken longer
        begun = time.monotonic()
        self.assertEqual(self.go_on(), self.folder / "run" / "model.bin.gz")
        self.assertGreater(time.monotonic() - begun, (budget.TRAINING[1] - 0.4) * SECONDS - 0.1)
        self.assert_ended()
        self.assertTrue((self.folder / "run" / "checked").exists())
        self.assertEqual([len(self.started(phase)) for phase in ("games", "labeled", "run")], [2, 2, 2])

    def test_phases_that_are_over_do_not_begin_again(self):
        (self.folder / "labeled").mkdir()
        for number in range(budget.FILES):
            (self.folder / "labeled" / f"{number:06}.rows").touch()
        self.spend(0.82)
        self.go_on()
        self.assertEqual([len(self.started(phase)) for phase in ("games", "labeled", "run")], [0, 0, 1])
        self.spend(1.0)
        self.go_on()
        self.assertEqual(len(self.started("run")), 1)

    def test_too_short_a_time_is_said(self):
        self.spend(1.0)
        with self.assertRaisesRegex(Complaint, "0.1 minutes were too short for a network; give --budget more"):
            self.go_on()

    def test_a_phase_that_fails_ends_the_others(self):
        with self.assertRaisesRegex(Complaint, "ended with status 3"):
            self.go_on(Fails)
        self.assertEqual(len(self.started("games")), 1)
        self.assert_ended()
