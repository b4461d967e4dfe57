"""Helpers of the scripts' tests."""

import io
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
FAKE = Path(__file__).with_name("fake_engine.py")
TENGEN = os.environ["TENGEN"]  # a built tengen
LONG = "TENGEN_LONG" in os.environ  # whether tests have their long form, as in .ci/run

OPENINGS = {
    "go": "E5 C3\nG3 C6\nC3 G7\nE3 E7\n",
    "gomoku": "H8 H9 K6\nG7 L9 H5\nJ8 F6 H10\nC3 D5 E4\n",
    "reversi": "d3 c3\nf5 d6\nc4 e3\ne6 f4\n",
}


def tengen(*words: str) -> str:
    """A command line of the built program with little memory."""
    return shlex.join([TENGEN, "--memory", "8", *words])


def fake(*words: str) -> str:
    """A command line of the misbehaving engine."""
    return shlex.join([sys.executable, str(FAKE), *words])


def run(script: str, *words: str, timeout: float = 300) -> subprocess.CompletedProcess:
    """Runs a script to its end."""
    command = [sys.executable, str(SCRIPTS / script), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)


def quietly(action):
    """An action's result and its output on stderr."""
    with redirect_stderr(io.StringIO()) as said:
        value = action()
    return value, said.getvalue()


class InFolder(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
