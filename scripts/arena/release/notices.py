"""Third-party notices required by licenses."""

from typing import Sequence

from arena.release import tool
from arena.release.crates import Crate

RULE = "-" * 80
HEAD = """\
Tengen holds code of the projects below. Each is named with its license; the texts of the
licenses follow, each with the projects that it came with.
"""
STANDARD_LIBRARY = "Rust's standard library"


def text(crates: Sequence[Crate]) -> str:
    """The names and licenses of all crates and the standard library, and each license text once."""
    owners: dict[str, list[str]] = {}
    for crate in crates:
        for notice in crate.notices():
            owners.setdefault(notice, []).append(f"{crate.name} {crate.version}")
    compiler = tool.output(["rustc", "--version"], "to name the standard library").split()[1]
    named = [f"{crate.name} {crate.version}: {crate.license}" for crate in crates]
    parts = [HEAD, "\n".join([*named, f"{STANDARD_LIBRARY} {compiler}: MIT OR Apache-2.0"])]
    parts += [f"{RULE}\n{', '.join(names)}\n\n{notice}" for notice, names in owners.items()]
    return "\n\n".join(parts) + "\n"
