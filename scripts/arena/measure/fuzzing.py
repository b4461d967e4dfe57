"""Results of fuzz target runs."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Targets that converse; the others read files.
CONVERSATIONS = ("gtp::", "gomocup::", "nboard::", "json::")
SUMMARY = re.compile(r"^fuzz ([\w-]+): (\d+) inputs, (\d+) lines", re.MULTILINE)


@dataclass
class Tally:
    """The inputs, lines and findings so far, by target."""

    inputs: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    def count(self, target: str, said: str, status: int) -> None:
        """Adds the output of a target's run."""
        for name, inputs, lines in SUMMARY.findall(said):
            self.inputs[name] = self.inputs.get(name, 0) + int(inputs)
            self.lines[name] = self.lines.get(name, 0) + int(lines)
        if status:
            self.findings.append(f"{target} ended with status {status}:\n{said}")

    def table(self) -> str:
        """A line for each target, then the findings as they were printed."""
        rows = [f"  {name:16} {self.inputs[name]:>12,} inputs {self.lines[name]:>14,} lines" for name in sorted(self.lines)]
        return "\n".join([*rows, *self.findings])

    def all_lines(self) -> int:
        """Lines of all targets."""
        return sum(self.lines.values())


def targets(tests: Path) -> list[str]:
    """The fuzz targets among the tests of a program."""
    return named(subprocess.run([str(tests), "--list"], capture_output=True, text=True, check=True).stdout)


def named(listed: str) -> list[str]:
    """The targets in a list of tests, without the targets' own tests."""
    names = [line.rpartition(": ")[0] for line in listed.splitlines() if line.endswith(": test")]
    return [name for name in names if "::tests::" not in name]
