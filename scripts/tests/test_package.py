"""scripts/dev/package on the built program, and the archives it makes."""

import argparse
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import shlex
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from types import ModuleType
from unittest import mock

from arena.release import archive, build, crates, notices, sbom
from arena.release.archive import Entry
from arena.release.crates import Crate
from arena.release.documents import COMPLETIONS, Documents
from arena.complaint import Complaint
from tests.support import LONG, TENGEN, InFolder

PACKAGE = Path(__file__).resolve().parents[1] / "dev" / "package"
SECONDS = 1_700_000_000


def load() -> ModuleType:
    """The script as a module; without a suffix it cannot be imported."""
    loader = importlib.machinery.SourceFileLoader("package_script", str(PACKAGE))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = writes
    return module


class ArchiveTest(InFolder):
    def entries(self) -> list[Entry]:
        return [Entry("x/run", self.file("run", "#!"), True), Entry("x/READ", self.file("read", "me"))]

    def test_bytes_hang_on_names_contents_and_time_alone(self) -> None:
        for suffix in (".tar.gz", ".zip"):
            one, other = self.folder / f"one{suffix}", self.folder / f"other{suffix}"
            archive.write(one, self.entries(), SECONDS)
            for name in ("run", "read"):
                os.utime(self.folder / name, (1, 1))
                (self.folder / name).chmod(0o600)
            archive.write(other, self.entries()[::-1], SECONDS)
            self.assertEqual(one.read_bytes(), other.read_bytes())
            archive.write(other, self.entries(), SECONDS + 2)
            self.assertNotEqual(one.read_bytes(), other.read_bytes())

    def test_members(self) -> None:
        tar, packed = self.folder / "a.tar.gz", self.folder / "a.zip"
        for path in (tar, packed):
            archive.write(path, self.entries(), SECONDS)
        with tarfile.open(tar) as members:
            seen = [(m.name, m.mode, m.mtime, m.uid, m.uname) for m in members.getmembers()]
        self.assertEqual(seen, [("x/READ", 0o644, SECONDS, 0, ""), ("x/run", 0o755, SECONDS, 0, "")])
        with zipfile.ZipFile(packed) as members:
            seen = [(m.filename, m.external_attr >> 16, m.date_time) for m in members.infolist()]
        moment = (2023, 11, 14, 22, 13, 20)
        self.assertEqual(seen, [("x/READ", 0o100644, moment), ("x/run", 0o100755, moment)])

    def test_unpacked_programs_may_be_run(self) -> None:
        for suffix in (".tar.gz", ".zip"):
            path, to = self.folder / f"a{suffix}", self.folder / suffix[1:]
            archive.write(path, self.entries(), SECONDS)
            archive.unpack(path, to)
            self.assertEqual((to / "x" / "READ").read_text(), "me")
            self.assertTrue(os.access(to / "x" / "run", os.X_OK))

    def test_no_name_twice(self) -> None:
        with self.assertRaisesRegex(Complaint, "files with the same name"):
            archive.write(self.folder / "a.zip", self.entries() + self.entries(), SECONDS)


class TargetTest(unittest.TestCase):
    def test_names(self) -> None:
        target = load().Target
        linux, windows = target("x86_64-unknown-linux-musl"), target("x86_64-pc-windows-msvc")
        self.assertEqual(linux.archive("1.0"), "tengen-1.0-x86_64-unknown-linux-musl.tar.gz")
        self.assertEqual(linux.gomocup_archive("1.0"), "tengen-1.0-gomocup-x86_64-unknown-linux-musl.zip")
        self.assertEqual((linux.program, linux.brain), ("tengen", "pbrain-tengen"))
        self.assertEqual(windows.archive("1.0"), "tengen-1.0-x86_64-pc-windows-msvc.zip")
        self.assertEqual(windows.gomocup_archive("1.0"), "tengen-1.0-gomocup-windows.zip")
        self.assertEqual((windows.program, windows.brain), ("tengen.exe", "pbrain-tengen64.exe"))
        self.assertEqual(target("i686-pc-windows-gnu").brain, "pbrain-tengen.exe")

    def test_only_static_programs_load_no_libraries(self) -> None:
        target = load().Target
        self.assertEqual(target("aarch64-unknown-linux-musl").features, ())
        for other in ("x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu", "aarch64-apple-darwin"):
            self.assertEqual(target(other).features, ("onnx",))

    def test_only_programs_of_this_machine_are_started(self) -> None:
        package = load()
        host = package.Target("x86_64-unknown-linux-gnu")
        self.assertEqual(package.how_to_start(package.Target("x86_64-unknown-linux-musl"), host), [])
        with mock.patch.dict(os.environ, {"PATH": ""}):
            for other in ("aarch64-unknown-linux-gnu", "x86_64-apple-darwin", "x86_64-pc-windows-gnu"):
                self.assertIsNone(package.how_to_start(package.Target(other), host))

    def test_programs_that_name_folders_of_this_machine_are_refused(self) -> None:
        package = load()
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "tengen"
            program.write_bytes(b"\x7fELF\0/rustc/abc/library\0tengen/src")
            package.refuse_paths(program, build.machine_paths())
            for path in build.machine_paths():
                program.write_bytes(b"\x7fELF\0" + bytes(path / "src") + b"\0")
                with self.assertRaisesRegex(Complaint, f"names {path}, which other machines have elsewhere"):
                    package.refuse_paths(program, build.machine_paths())

    @unittest.skipIf(os.name == "nt", "the stand-in for wine is started by its first line")
    def test_an_old_wine_starts_nothing(self) -> None:
        package = load()
        host, windows = package.Target("x86_64-unknown-linux-gnu"), package.Target("x86_64-pc-windows-gnu")
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"PATH": folder}):
            wine = Path(folder) / "wine"
            for version, starter in (("8.0 (Debian 8.0~repack-4)", None), ("8.13", [str(wine)]), ("10.1", [str(wine)])):
                wine.write_text(f"#!/bin/sh\necho 'wine-{version}'\n")
                wine.chmod(0o755)
                self.assertEqual(package.how_to_start(windows, host), starter)

    def test_what_is_built_without_a_target(self) -> None:
        package = load()
        given, none = argparse.Namespace(program=Path("x")), argparse.Namespace(program=None)
        linux, mac = package.Target("x86_64-unknown-linux-gnu"), package.Target("aarch64-apple-darwin")
        self.assertEqual(package.default_targets(given, linux), [linux.triple])
        self.assertEqual(package.default_targets(none, mac), [mac.triple])
        self.assertEqual(package.default_targets(none, linux), list(package.LINKED_ON_LINUX))


class MadeWithTest(InFolder):
    def crate(self, name: str, *texts: str) -> Crate:
        folder = self.folder / name
        folder.mkdir()
        for number, text in enumerate(texts):
            (folder / f"LICENSE-{number}").write_text(text)
        return Crate(name, "1.0", "MIT OR Zlib", folder, "0" * 64)

    def test_each_text_stands_once_with_those_it_came_with(self) -> None:
        text = notices.text([self.crate("a", "mit"), self.crate("b", "mit\n", "zlib")])
        self.assertIn("a 1.0: MIT OR Zlib\nb 1.0: MIT OR Zlib\n", text)
        self.assertIn("\na 1.0, b 1.0\n\nmit\n", text)
        self.assertIn("\nb 1.0\n\nzlib\n", text)
        with self.assertRaisesRegex(Complaint, "c 1.0 comes without the text of its license"):
            notices.text([self.crate("c")])

    def test_the_bill_is_of_the_target(self) -> None:
        names = {}
        for triple in ("x86_64-unknown-linux-musl", "x86_64-pc-windows-gnu"):
            found = crates.of_target(triple)
            names[triple] = {crate.name for crate in found}
            bill = json.loads(sbom.text(found, "1.0", triple, SECONDS))
            self.assertEqual(bill["metadata"]["timestamp"], "2023-11-14T22:13:20Z")
            self.assertEqual([component["name"] for component in bill["components"]], [crate.name for crate in found])
            for component in bill["components"]:
                self.assertRegex(component["hashes"][0]["content"], "^[0-9a-f]{64}$")
        for every in names.values():
            # A direct dependency of the program, and one only of another workspace crate.
            self.assertLessEqual({"clap", "nom"}, every)
            self.assertFalse({"proptest", "bolero"} & every)
            self.assertFalse([name for name in every if "tengen" in name])
        self.assertIn("windows-sys", names["x86_64-pc-windows-gnu"])
        self.assertNotIn("windows-sys", names["x86_64-unknown-linux-musl"])


class WindowsTest(InFolder):
    def test_both_windows_programs_share_an_archive_for_gomocup(self) -> None:
        package = load()
        engine = self.file("tengen.exe", "engine")
        programs = [
            package.Programs(package.Target(f"{machine}-pc-windows-gnu"), engine, self.file(f"{machine}.exe", machine))
            for machine in ("i686", "x86_64")
        ]
        packed = package.pack(programs, Documents(self.folder / "scratch", "1.0"), [], self.folder, SECONDS)
        self.assertEqual(len({path for path, _ in packed}), 3)
        with zipfile.ZipFile(self.folder / "tengen-1.0-gomocup-windows.zip") as members:
            names = ["LICENSE", "README.txt", "THIRD-PARTY.txt", "pbrain-tengen.exe", "pbrain-tengen64.exe"]
            self.assertEqual(members.namelist(), names)
            readme = members.read("README.txt").decode()
            self.assertIn("pbrain-tengen.exe and pbrain-tengen64.exe speak Gomocup's protocol", readme)
            self.assertIn("managers, i686, x86_64\n", readme)
            self.assertEqual(members.read("pbrain-tengen64.exe"), b"x86_64")
        with zipfile.ZipFile(self.folder / "tengen-1.0-x86_64-pc-windows-gnu.zip") as members:
            self.assertEqual(members.read("tengen-1.0-x86_64-pc-windows-gnu/tengen.exe"), b"engine")

    def test_two_programs_for_one_name_are_refused(self) -> None:
        package = load()
        files = {abi: self.file(abi, abi) for abi in ("gnu", "msvc")}
        programs = [
            package.Programs(package.Target(f"x86_64-pc-windows-{abi}"), file, file) for abi, file in files.items()
        ]
        with self.assertRaisesRegex(Complaint, "files with the same name"):
            package.pack(programs, Documents(self.folder / "scratch", "1.0"), [], self.folder, SECONDS)


class ScriptTest(InFolder):
    def package(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, str(PACKAGE), "--out", str(self.folder), *arguments]
        settings = {**os.environ, "SOURCE_DATE_EPOCH": str(SECONDS), **environment}
        return subprocess.run(command, env=settings, capture_output=True, text=True, check=False)

    def program(self) -> str:
        """The built program; in the short form, where the system can run one, a script that starts it and is packed at once."""
        if LONG or os.name == "nt":
            return TENGEN
        script = self.file("starts-tengen", f'#!/bin/sh\nexec {shlex.quote(TENGEN)} "$@"\n')
        script.chmod(0o755)
        return str(script)

    def test_the_built_program_is_packed_and_tried_out(self) -> None:
        done = self.package("--program", self.program())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("unpacked, started and well"), 2)
        version = build.project().version
        sums = (self.folder / "SHA256SUMS").read_text().splitlines()
        self.assertEqual(len(sums), 3)
        for line in sums:
            digest, name = line.split("  ")
            self.assertTrue(name.startswith(f"tengen-{version}-"), name)
            self.assertEqual(digest, hashlib.sha256((self.folder / name).read_bytes()).hexdigest())
        (packed,) = self.folder.glob("*.tar.gz")
        with tarfile.open(packed) as members:
            names = [Path(name).relative_to(packed.name.removesuffix(".tar.gz")) for name in members.getnames()]
            readme = members.extractfile(f"{packed.name.removesuffix('.tar.gz')}/README.txt")
            self.assertIn(f"Tengen {version} for Linux", readme.read().decode() if readme else "")
        expected = ["LICENSE", "README.txt", "THIRD-PARTY.txt", "tengen", "man/tengen.1", "man/tengen-ladders.1"]
        expected += [f"completions/{name}" for name in COMPLETIONS.values()]
        self.assertEqual([name for name in expected if Path(name) not in names], [])

    @unittest.skipIf(os.name == "nt", "the stand-in for the engine is started by its first line")
    def test_a_program_that_does_not_work_is_not_let_out(self) -> None:
        wrong = self.file("wrong", "#!/bin/sh\necho '= 0.0.0'\n")
        wrong.chmod(0o755)
        done = self.package("--program", str(wrong))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^package: .* over GTP, expected version .* and a move\n$")
        self.assertFalse((self.folder / "SHA256SUMS").exists())

    def test_bad_use_is_told_in_a_sentence(self) -> None:
        program = os.environ["TENGEN"]
        for arguments, environment, sentence in (
            (["--program", "no/such"], {}, "no/such: no such program"),
            (["--program", program, "--target", "a", "--target", "b"], {}, "--program is for one target"),
            (["--program", program], {"SOURCE_DATE_EPOCH": "today"}, "SOURCE_DATE_EPOCH is 'today'"),
        ):
            done = self.package(*arguments, **environment)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(sentence, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_help(self) -> None:
        done = self.package("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("--target", done.stdout)


if __name__ == "__main__":
    unittest.main()
