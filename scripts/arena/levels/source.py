"""The table of ratings in the source."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from arena.complaint import Complaint
from arena.levels.fit import Fit, interval
from arena.levels.plan import FULL
from arena.release.build import ROOT

BLOCK = re.compile(r"/// The ratings of the anchors[^\n]*\n(?:///[^\n]*\n)*const RATINGS.*?\n\];\n", re.DOTALL)
STRENGTH = re.compile(r"    full_elo: [0-9_-]+,\n")


def write_ratings(game: str, fit: Fit, root: Path = ROOT) -> None:
    """Replaces the constants of a game's levels."""
    file = root / "src" / game / "level" / "scale.rs"
    text = file.read_text(encoding="utf-8")
    anchors = [step for step in fit.ladder if step.name != FULL]
    declared = re.search(r"const RATINGS: \[Anchor; (\d+)\]", text)
    if not declared or int(declared[1]) != len(anchors):
        raise Complaint(f"{file}: the games rate {len(anchors)} anchors, and the source has another number")
    text = BLOCK.sub(lambda _: block(fit), text)
    strongest = fit.ladder[-1]
    if strongest.name == FULL:
        text = STRENGTH.sub(f"    full_elo: {number(strongest.elo)},\n", text)
    file.write_text(text, encoding="utf-8")


def block(fit: Fit) -> str:
    """The constant with its documentation: Elo above the weakest anchor, and the interval of the step below."""
    anchors = [step for step in fit.ladder if step.name != FULL]
    games = sum(step.games for step in fit.ladder)
    rows = [f"    anchor({number(step.elo)}, {interval(step.step)}),\n" for step in anchors]
    return (
        f"/// The ratings of the anchors: Elo above the weakest one, and half the 95 % interval of the step from the one below.\n"
        f"/// Fitted by `scripts/levels` on {date.today():%Y-%m-%d} from {games} games between neighbors.\n"
        f"const RATINGS: [Anchor; {len(anchors)}] = [\n{''.join(rows)}];\n"
    )


def number(elo: float) -> str:
    """A whole number as Rust writes it."""
    return f"{round(elo):_}"
