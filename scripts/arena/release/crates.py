"""The crates that a program is made of, as Cargo resolves them for a target."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from arena.complaint import Complaint
from arena.release import build, tool

# What a crate's licenses, and the notices that have to go with them, are named by.
NOTICES = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
# Licenses that need no text of a crate's own: Apache's is the same for all projects, so that of others serves; Boost's
# asks for no notice with a program.
WITHOUT_TEXT = re.compile(r"\b(Apache-2\.0|BSL-1\.0)\b")


@dataclass(frozen=True, order=True)
class Crate:
    """A crate of a registry, in one version."""

    name: str
    version: str
    license: str
    folder: Path
    sha256: str

    @property
    def purl(self) -> str:
        """Its package URL."""
        return f"pkg:cargo/{self.name}@{self.version}"

    def notices(self) -> list[str]:
        """The texts of its licenses, by the names of their files."""
        files = sorted(path for path in self.folder.iterdir() if path.name.upper().startswith(NOTICES))
        texts = [path.read_text("utf-8", "replace").strip() for path in files if path.is_file()]
        if not texts and not WITHOUT_TEXT.search(self.license):
            raise Complaint(f"{self.name} {self.version} comes without the text of its license, {self.license}")
        return texts


def of_target(triple: str, root: Path = build.ROOT) -> list[Crate]:
    """The third-party crates linked into the program for a target, in the order of their names. Crates for tests
    and build scripts are none of them; macros are, since what they write is."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple]
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
        # The program's own crates come from no registry.
        if package["id"] in reached and package["source"] is not None
    )


def _expression(package: "dict[str, str]") -> str:
    """The SPDX expression of a crate's license. Old crates write a slash between two to choose from."""
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
