"""Documents in a program's archive: README, notices, completions and man pages."""

from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from arena.release import build, tool
from arena.release.archive import Entry

PAGES = Path(__file__).resolve().parent / "pages"
LICENSE = build.ROOT / "LICENSE"
# The file name under which each shell finds completions.
COMPLETIONS = {"bash": "tengen.bash", "zsh": "_tengen", "fish": "tengen.fish", "powershell": "tengen.ps1"}


@dataclass(frozen=True)
class Documents:
    """Writes documents into a folder for packing."""

    folder: Path
    version: str

    def readme(self, page: str, **values: str) -> Entry:
        """The README from a page, with values for the names in braces."""
        text = (PAGES / f"{page}.txt").read_text("utf-8")
        return self._entry("README.txt", f"{page} {values}", text.format(version=self.version, **values))

    def legal(self, notices: str, target: str) -> list[Entry]:
        """The license, and the third-party notices, which depend on the target."""
        return [Entry("LICENSE", LICENSE), self._entry("THIRD-PARTY.txt", target, notices)]

    def of_shells(self, program: Sequence[str]) -> list[Entry]:
        """Completions and man pages, printed by the program."""
        entries = [
            self._entry(f"completions/{name}", "any", tool.output([*program, "completions", shell], "to complete"))
            for shell, name in COMPLETIONS.items()
        ]
        pages = self.folder / "man"
        tool.output([*program, "man", str(pages)], "to describe")
        return entries + [Entry(f"man/{page.name}", page) for page in sorted(pages.iterdir())]

    def _entry(self, name: str, of: str, text: str) -> Entry:
        path = self.folder / of.replace("/", "_") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return Entry(name, path)
