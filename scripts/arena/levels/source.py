"""The table of ratings in the source."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from arena.complaint import Complaint
from arena.levels.fit import Fit, interval
from arena.levels.plan import FULL, anchor_name
from arena.release.build import ROOT

BLOCK = re.compile(r"(?:///[^\n]*\n)*const RATINGS:.*?\n\];\n", re.DOTALL)
ROW = re.compile(r"    anchor\(([0-9_]+), [0-9_]+\),\n")
STRENGTH = re.compile(r"    full_elo: [0-9_-]+,\n")


def ratings(game: str, root: Path = ROOT) -> list[int]:
    """The ratings of a game's anchors, the weakest first."""
    return [int(row[1].replace("_", "")) for row in ROW.finditer(table(scale(game, root)))]


def write_ratings(game: str, fit: Fit, root: Path = ROOT) -> None:
    """Replaces the constants of a game's levels. If the fit begins above the weakest anchor, the ratings up to its first one
    remain."""
    file = scale(game, root)
    rows = [row[0] for row in ROW.finditer(table(file))]
    anchors = [step for step in fit.ladder if step.name != FULL]
    names = [anchor_name(number) for number in range(len(rows))]
    if not anchors or [step.name for step in anchors] != names[-len(anchors) :]:
        raise Complaint(f"{file}: the games rate other anchors than the strongest of the {len(rows)} in the source")
    first = len(rows) - len(anchors)
    kept = rows[: first + 1] if first else []
    text = BLOCK.sub(lambda _: block(fit, kept), file.read_text(encoding="utf-8"))
    strongest = fit.ladder[-1]
    if strongest.name == FULL:
        text = STRENGTH.sub(f"    full_elo: {number(strongest.elo)},\n", text)
    file.write_text(text, encoding="utf-8")


def scale(game: str, root: Path) -> Path:
    """The file with a game's levels."""
    return root / "src" / game / "level" / "scale.rs"


def table(file: Path) -> str:
    """The source of the constant RATINGS with its doc."""
    found = BLOCK.search(file.read_text(encoding="utf-8"))
    if not found:
        raise Complaint(f"{file}: expected a constant RATINGS")
    return found[0]


def block(fit: Fit, kept: list[str]) -> str:
    """The constant with its doc: Elo above the weakest anchor, and the interval of the step below. `kept` are rows that
    remain."""
    anchors = [step for step in fit.ladder if step.name != FULL]
    games = sum(step.games for step in fit.ladder)
    rows = [f"    anchor({number(step.elo)}, {interval(step.step)}),\n" for step in anchors]
    earlier = f"; anchor {len(kept) - 1} and below by earlier games" if kept else ""
    rows = kept + (rows[1:] if kept else rows)
    return (
        f"/// Ratings of the anchors: Elo above the weakest one, and half the 95% interval of the step from the one below.\n"
        f"/// Fitted by `scripts/dev/levels` on {date.today():%Y-%m-%d} from {games} games between neighbors{earlier}.\n"
        f"const RATINGS: [Anchor; {len(rows)}] = [\n{''.join(rows)}];\n"
    )


def number(elo: float) -> str:
    """A rounded number in Rust's notation."""
    return f"{round(elo):_}"
