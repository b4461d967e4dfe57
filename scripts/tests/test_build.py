"""Builds of other revisions, with a cargo that copies instead of compiling."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from arena.release import build
from arena.complaint import Complaint

# Knows the two commands used; the program it makes is the source.
CARGO = r"""#!/usr/bin/env python3
import json
import shutil
import sys
from pathlib import Path

if sys.argv[1] == "metadata":
    target = str(Path.cwd() / "target")
    print(json.dumps({"packages": [{"name": "of-it", "version": "0"}, {"name": "tengen", "version": "1.2.3"}], "target_directory": target}))
elif Path("source").read_text() == "broken":
    sys.exit(1)
else:
    folder = Path(sys.argv[sys.argv.index("--target-dir") + 1] if "--target-dir" in sys.argv else "target")
    program = folder / "release" / "tengen"
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy("source", program)
    with open(Path(__file__).with_name("builds"), "a") as builds:
        builds.write("x")
    print(json.dumps({"reason": "compiler-artifact", "executable": None}))
    print(json.dumps({"reason": "compiler-artifact", "executable": str(program)}))
"""
RUSTC = "#!/bin/sh\necho rustc 1.2.3 '(abc 2026-01-01)'\n"


@unittest.skipIf(os.name == "nt", "the stand-ins for the compiler are started by their first lines")
class RevisionTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tools, self.root = Path(folder.name) / "tools", Path(folder.name) / "root"
        for name, text in (("cargo", CARGO), ("rustc", RUSTC)):
            self.tools.mkdir(exist_ok=True)
            (self.tools / name).write_text(text, encoding="utf-8")
            (self.tools / name).chmod(0o755)
        path = f"{self.tools}{os.pathsep}{os.environ['PATH']}"
        environment = mock.patch.dict(
            os.environ,
            {
                "PATH": path,
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_AUTHOR_NAME": "a",
                "GIT_AUTHOR_EMAIL": "a@b",
                "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@b",
            },
        )
        environment.start()
        self.addCleanup(environment.stop)
        self.root.mkdir()
        self.git("init", "--quiet")
        (self.root / ".gitignore").write_text("/target\n")
        for text in ("first", "broken", "third"):
            (self.root / "source").write_text(text)
            self.git("add", "--all")
            self.git("commit", "--quiet", "--message", text)

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout

    def builds(self) -> int:
        return len((self.tools / "builds").read_text())

    def test_the_work_tree(self) -> None:
        (self.root / "source").write_text("not committed")
        self.assertEqual((self.root / build.release(self.root)).read_text(), "not committed")
        self.assertEqual(build.project(self.root), build.Project("1.2.3", self.root / "target"))

    def test_a_revision_is_built_once_and_leaves_no_work_tree(self) -> None:
        program = build.of_revision("HEAD~2", self.root)
        self.assertEqual(program.read_text(), "first")
        self.assertEqual(build.of_revision("HEAD~2", self.root), program)
        self.assertEqual(build.of_revision("HEAD", self.root).read_text(), "third")
        self.assertEqual(self.builds(), 2)
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 1)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_what_a_killed_run_left_is_in_nobodys_way(self) -> None:
        commit = build.commit_of("HEAD~2", self.root)
        left = self.root / "target" / "bench" / f"tree-{commit[:12]}"
        self.git("worktree", "add", "--quiet", "--detach", str(left), commit)
        self.assertEqual(build.of_revision("HEAD~2", self.root).read_text(), "first")
        self.assertFalse(left.exists())

    def test_a_revision_that_does_not_build_leaves_nothing(self) -> None:
        with self.assertRaisesRegex(Complaint, "cargo build .* failed with status 1"):
            build.of_revision("HEAD~1", self.root)
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 1)
        self.assertEqual(list((self.root / "target" / "bench").glob("t*")), [])

    def test_names_that_are_no_revisions(self) -> None:
        for name in ("no-such-branch", "--help", ""):
            with self.assertRaisesRegex(Complaint, "git knows no revision"):
                build.of_revision(name, self.root)


if __name__ == "__main__":
    unittest.main()
