"""Builds of the engine, from the work tree or another revision."""

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Optional, Sequence

from arena.release import tool
from arena.complaint import Complaint

ROOT = Path(__file__).resolve().parents[3]
PURPOSE = "to build the engine"
MODULE_TARGET = "wasm32-wasip1"  # with a clock and random numbers, unlike wasm32-unknown-unknown


@dataclass(frozen=True)
class Project:
    """Cargo's data about the program."""

    version: str
    target_directory: Path


def project(root: Path = ROOT) -> Project:
    """Asks Cargo, as the version is only in Cargo.toml."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"]
    metadata = json.loads(tool.output(command, PURPOSE, root))
    (version,) = (package["version"] for package in metadata["packages"] if package["name"] == "tengen")
    return Project(version, Path(metadata["target_directory"]))


def release(
    root: Path = ROOT,
    target: Optional[str] = None,
    target_directory: Optional[Path] = None,
    environment: Optional[Mapping[str, str]] = None,
    product: Sequence[str] = ("--bin", "tengen"),
) -> Path:
    """Builds with optimization and returns the program's path. `target` is a triple, this machine's by default."""
    command = ["cargo", "build", "--release", "--locked", *product]
    command += ["--message-format", "json-render-diagnostics"]
    if target is not None:
        command += ["--target", target]
    if target_directory is not None:
        command += ["--target-dir", str(target_directory)]
    programs = [
        message["executable"]
        for message in map(json.loads, tool.output(command, PURPOSE, root, environment).splitlines())
        if message.get("executable")
    ]
    if len(programs) != 1:
        raise Complaint(f"cargo built {len(programs)} programs, expected {product[-1]} alone")
    return Path(programs[0])


def machine_paths(root: Path = ROOT) -> "dict[Path, str]":
    """This machine's folder names that the compiler writes into programs, and their replacements."""
    version = tool.output(["rustc", "--version", "--verbose"], PURPOSE)
    commit = re.search(r"^commit-hash: (\S+)$", version, re.MULTILINE)[1]
    sysroot = Path(tool.output(["rustc", "--print", "sysroot"], PURPOSE).strip())
    return {
        Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo"): "cargo",
        root: "tengen",
        # With the component rust-src the standard library's code has its path there, else this name.
        sysroot / "lib" / "rustlib" / "src" / "rust": f"/rustc/{commit}",
    }


def remapping(root: Path = ROOT) -> "list[str]":
    """Compiler flags that replace these folder names in programs."""
    return [f"--remap-path-prefix={path}={name}" for path, name in machine_paths(root).items()]


def module(root: Path = ROOT) -> Path:
    """Builds the engine as a WebAssembly module for a page and returns its path."""
    flags = [
        # SIMD, in all browsers since 2023.
        *("-C", "target-feature=+simd128"),
        # For deep recursion in threat searches and endgames; a program's search thread has more.
        *("-C", "link-arg=-zstack-size=8388608"),
        *remapping(root),
    ]
    environment = {**os.environ, "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags)}
    command = ["cargo", "rustc", "--release", "--locked", "-p", "tengen", "--lib", "--crate-type", "cdylib"]
    command += ["--target", MODULE_TARGET, "--message-format", "json-render-diagnostics"]
    # With the root crate at opt-level "z", Othello ran at a fifth of its speed in the module, and Go at half.
    command += ["--config", 'profile.release.lto="thin"']
    for crate in ("tengen", "tengen-play", "tengen-protocol"):
        command += ["--config", f"profile.release.package.{crate}.opt-level=3"]
        command += ["--config", f"profile.release.package.{crate}.codegen-units=1"]
    # Names of functions, 93 kB compressed. Cargo drops the profile's "strip" because of the settings of single crates.
    command += ["--", "-C", "strip=symbols"]
    messages = map(json.loads, tool.output(command, PURPOSE, root, environment).splitlines())
    files = [Path(name) for message in messages for name in message.get("filenames", [])]
    modules = [path for path in files if path.suffix == ".wasm"]
    if len(modules) != 1:
        raise Complaint(f"cargo built {len(modules)} modules, expected tengen alone")
    return modules[0]


def of_revision(revision: str, root: Path = ROOT) -> Path:
    """The release build of another revision, made in a temporary work tree. Programs
    are kept in Cargo's target directory, by commit and compiler, until `cargo clean`."""
    commit = commit_of(revision, root)
    rustc = tool.output(["rustc", "--version"], PURPOSE).split()[1]
    folder = project(root).target_directory / "bench"
    program = folder / f"tengen-{commit[:12]}-{rustc}"
    if program.exists():
        return program
    tree = folder / f"tree-{commit[:12]}"
    # Left by a killed run.
    _remove_tree(tree, root)
    git("worktree", "add", "--quiet", "--detach", str(tree), commit, root=root)
    try:
        # Dependencies are built once for all revisions.
        built = release(tree, target_directory=folder / "build")
        # Renamed at the end, so that a partial copy is not taken for a program.
        partial = program.with_name(f"{program.name}.{os.getpid()}")
        shutil.copy2(built, partial)
        partial.replace(program)
    finally:
        _remove_tree(tree, root)
    return program


def _remove_tree(tree: Path, root: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    git("worktree", "prune", root=root)


def commit_of(revision: str, root: Path = ROOT) -> str:
    """The full hash of a revision's commit."""
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", root=root)
    except tool.Failed as failed:
        raise Complaint(f"git knows no revision '{revision}'") from failed


def git(*arguments: str, root: Path = ROOT) -> str:
    """The output of a git command, without the last line end."""
    return tool.output(["git", *arguments], "to look at revisions", root).strip()
