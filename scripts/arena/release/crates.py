"""The crates of a program, as Cargo resolves them for a target."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from arena.complaint import Complaint
from arena.release import build, tool

# Beginnings of the file names of licenses and of notices that go with them.
NOTICES = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
# Licenses that need no text from the crate: Apache's is the same for all projects; Boost's requires no notice
# with a program.
WITHOUT_TEXT = re.compile(r"\b(Apache-2\.0|BSL-1\.0)\b")


@dataclass(frozen=True, order=True)
class Crate:
    """A registry crate in one version."""

    name: str
    version: str
    license: str
    folder: Path
    sha256: str

    @property
    def purl(self) -> str:
        """The package URL."""
        return f"pkg:cargo/{self.name}@{self.version}"

    def notices(self) -> list[str]:
        """The texts of the licenses, in the order of their file names."""
        files = sorted(path for path in self.folder.iterdir() if path.name.upper().startswith(NOTICES))
        texts = [path.read_text("utf-8", "replace").strip() for path in files if path.is_file()]
        if not texts and not WITHOUT_TEXT.search(self.license):
            raise Complaint(f"{self.name} {self.version} comes without the text of its license, {self.license}")
        return texts


def of_target(triple: str, features: Sequence[str] = (), root: Path = build.ROOT) -> list[Crate]:
    """The third-party crates linked into the program with these features for a target, in order of name. Includes
    macros, since their output is linked, but not crates for tests and build scripts."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple]
    command += [f"--features={feature}" for feature in features]
    metadata = json.loads(tool.output(command, build.PURPOSE, root))
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    sums = _checksums(root)
    reached: set[str] = set()
    waiting = [metadata["resolve"]["root"]]
    while waiting:
        crate = waiting.pop()
        if crate not in reached:
            reached.add(crate)
            waiting += [
                needed["pkg"]
                for needed in nodes[crate]["deps"]
                if any(kind["kind"] is None for kind in needed["dep_kinds"])
            ]
    return sorted(
        Crate(
            package["name"],
            package["version"],
            _expression(package),
            Path(package["manifest_path"]).parent,
            sums[package["name"], package["version"]],
        )
        for package in metadata["packages"]
        # The program's own crates have no registry.
        if package["id"] in reached and package["source"] is not None
    )


def _expression(package: "dict[str, str]") -> str:
    """The SPDX expression of a crate's license. Old crates write a slash for OR."""
    license = package.get("license")
    if not license:
        raise Complaint(f"{package['name']} {package['version']} names no license")
    return license.replace("/", " OR ")


def _checksums(root: Path) -> "dict[tuple[str, str], str]":
    lock = (root / "Cargo.lock").read_text("utf-8")
    field = r'^%s = "([^"]*)"$'
    sums = {}
    for package in lock.split("[[package]]")[1:]:
        name, version, checksum = (
            re.search(field % key, package, re.MULTILINE) for key in ("name", "version", "checksum")
        )
        if name and version and checksum:
            sums[name[1], version[1]] = checksum[1]
    return sums
