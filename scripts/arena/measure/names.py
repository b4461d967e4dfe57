"""Names that several types share."""

from dataclasses import dataclass
from typing import Dict, List, Sequence

from arena.measure.rust import SourceFile

# Names that Rust asks for, and the twins that every game has.
EXEMPT = {"Error", "Output", "Item", "Move", "Position", "Searcher", "Point"}


@dataclass(frozen=True)
class Census:
    """All types of the sources, and the names that several of them share."""

    types: int
    shared: Dict[str, List[str]]  # a name and the files of its types

    @property
    def percent(self) -> float:
        """Types whose name another type has, in percent of all."""
        sharing = sum(len(files) for files in self.shared.values())
        return 100 * sharing / self.types if self.types else 0.0


def are_twins(files: Sequence[SourceFile]) -> bool:
    """Whether each file belongs to another game."""
    games = [file.game for file in files]
    return None not in games and len(set(games)) == len(games)


def census(files: Sequence[SourceFile]) -> Census:
    """Counts the types; those of one name in different games are twins and do not count as doubles."""
    by_name: Dict[str, List[SourceFile]] = {}
    for file in files:
        for name in file.types():
            by_name.setdefault(name, []).append(file)
    shared = {
        name: [file.path for file in homes]
        for name, homes in sorted(by_name.items())
        if len(homes) > 1 and name not in EXEMPT and not are_twins(homes)
    }
    return Census(sum(map(len, by_name.values())), shared)
