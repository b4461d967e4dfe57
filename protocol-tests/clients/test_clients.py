"""Real clients, driven without a window against the program named by the variable TENGEN.

Each is installed once under target/clients, by pip or npm. Unavailable ones are skipped, with the reason. .ci/run runs
these, but not `cargo test`, since they need a network.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENTS = HERE.parents[1] / "target" / "clients"
TENGEN = os.environ["TENGEN"]  # a built tengen
PATIENCE = 120  # seconds


def run(*command: object, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end, with text output."""
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False, **options)


def installed(folder: str, *command: object) -> Path:
    """A folder under target/clients, filled by a command in which `FOLDER` is its name. A failure skips the test."""
    wanted = CLIENTS / folder
    if wanted.exists():
        return wanted
    CLIENTS.mkdir(parents=True, exist_ok=True)
    # Moved into place when complete, so that no partial installation remains.
    with tempfile.TemporaryDirectory(dir=CLIENTS) as parent:
        partial = Path(parent) / folder
        partial.mkdir()
        words = [str(partial) if word == "FOLDER" else word for word in command]
        try:
            done = run(*words)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise unittest.SkipTest(f"{folder} cannot be installed: {error}") from error
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise unittest.SkipTest(f"{folder} cannot be installed: {' '.join(last)}")
        partial.rename(wanted)
    return wanted


def python2() -> str:
    """A working Python 2, which gomill needs."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    known = ["python2.7", "python2", "pypy", *sorted(pyenv.glob("versions/2.7*/bin/python"))]
    for python in known:
        if shutil.which(python) and run(python, "-c", "import sys; sys.exit(sys.version_info >= (3,))").returncode == 0:
            return str(python)
    raise unittest.SkipTest("gomill needs Python 2, and there is none")


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def succeeds(self, *command: object, **options) -> str:
        """The output of a command that must succeed."""
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_gomill_plays_a_tournament(self) -> None:
        python = python2()
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "gomill==0.8.3")
        archives = installed("gomill", *pip, "--dest", "FOLDER")
        with tarfile.open(next(archives.glob("gomill-*.tar.gz"))) as archive:
            archive.extractall(self.folder)
        ringmaster = next(self.folder.glob("gomill-*/ringmaster"))
        control = self.folder / "small.ctl"
        control.write_text(
            "competition_type = 'playoff'\n"
            "record_games = True\n"
            "players = {\n"
            f"    'few': Player({TENGEN + ' --model none --memory 8 --nodes 10'!r}),\n"
            f"    'more': Player({TENGEN + ' --model none --memory 8 --nodes 40'!r}),\n"
            "}\n"
            "board_size = 7\n"
            "komi = 7.5\n"
            "scorer = 'players'\n"
            "number_of_games = 2\n"
            "matchups = [Matchup('few', 'more', alternating=True)]\n",
            encoding="utf-8",
        )
        self.succeeds(python, ringmaster, control, "check")
        self.succeeds(python, ringmaster, control, "run", "--quiet")
        report = (self.folder / "small.report").read_text(encoding="utf-8")
        self.assertIn("few v more (2/2 games)", report)
        for trouble in ("forfeit", "unknown", "void"):
            self.assertNotIn(trouble, report)
        records = list((self.folder / "small.games").glob("*.sgf"))
        self.assertEqual(len(records), 2)
        for record in records:
            # Comments of the engine in gomill's record.
            self.assertIn("Tengen", record.read_text(encoding="utf-8"))

    def test_sabakis_library_plays_and_analyzes(self) -> None:
        npm = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", "FOLDER", "@sabaki/gtp@3")
        modules = installed("sabaki", *npm) / "node_modules"
        environment = {**os.environ, "NODE_PATH": str(modules)}
        said = self.succeeds("node", HERE / "sabaki.js", TENGEN, env=environment)
        self.assertEqual(said.splitlines()[-1], "sabaki: ok")

    def test_katrains_engine_plays_a_game(self) -> None:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", "FOLDER")
        wanted = ("KaTrain==1.20.0", "Kivy==2.3.1", "Kivy-Garden", "pysgf", "chardet", "filetype")
        packages = installed("katrain", *pip, *wanted)
        environment = {
            **os.environ,
            "PYTHONPATH": str(packages),
            "HOME": str(self.folder),
            "KIVY_NO_ARGS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        said = self.succeeds(sys.executable, HERE / "katrain_game.py", TENGEN, env=environment)
        self.assertEqual(said.splitlines()[-1], "katrain: ok")


if __name__ == "__main__":
    sys.exit(unittest.main())
