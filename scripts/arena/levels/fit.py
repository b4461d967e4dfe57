"""Ratings of anchors from the records of matches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional

from arena.complaint import Complaint
from arena.levels.plan import FULL, Plan, anchor_name
from arena.stats.elo import Estimate
from arena.stats.ratings import Pairing, pairings
from arena.stats.standings import Standings


LEAST_STEP = 20.0  # Elo: each anchor was made to be stronger than the one below


@dataclass(frozen=True)
class Step:
    """An engine on the ladder and its distance from the next weaker one."""

    name: str
    elo: float  # above the weakest anchor
    step: Optional[Estimate]  # None if the two have not met
    games: int


@dataclass(frozen=True)
class Fit:
    """The ladder, the weakest first, and the other engines."""

    ladder: list[Step]
    rivals: list[tuple[str, Estimate]]

    @classmethod
    def of(cls, plan: Plan, before: list[int]) -> Fit:
        """The fit of all games in the plan's folder. If the weakest anchor has no games, the weakest one with games keeps its
        rating in `before`."""
        names = [anchor_name(number) for number in range(plan.count)] + [FULL]
        records = plan.records()
        players = {name for met in pairings(records) for name in (met.first, met.second)}
        weakest = next((number for number in range(plan.count) if names[number] in players), 0)
        if weakest >= len(before):
            raise Complaint(f"the games begin at {names[weakest]}, which has no rating in the source")
        start = before[weakest] if weakest else 0
        standings = Standings.of(records, names[weakest], start)
        if len(standings.groups) > 1:
            raise Complaint("the games do not connect all engines: play more anchors")
        known = [name for name in names if name in standings.names]
        elos = rising([standings.ratings[name].value for name in known], LEAST_STEP)
        ladder = []
        for index, (name, elo) in enumerate(zip(known, elos)):
            met = standings.played.get((name, known[index - 1])) if index else None
            ladder.append(Step(name, start + elo, met and step_of(met), met.score.games if met else 0))
        rivals = [(name, standings.ratings[name]) for name in standings.names if name not in names]
        return cls(ladder, rivals)

    def text(self) -> str:
        """The fit as a table."""
        lines = [f"{'':10} {'Elo':>6} {'step':>6} {'95 %':>14} {'games':>6}"]
        for step in self.ladder:
            measured = f"{'':>6} {'':>14} {'':>6}"
            if step.step:
                low, high = (f"{value:.0f}" for value in (step.step.low, step.step.high))
                measured = f"{step.step.value:6.0f} {f'{low} to {high}':>14} {step.games:6}"
            lines.append(f"{step.name:10} {step.elo:6.0f} {measured}".rstrip())
        for name, rating in self.rivals:
            lines.append(f"{name:10} {rating.value:6.0f} {f'{rating.low:.0f} to {rating.high:.0f}':>21}")
        return "\n".join(lines)


def step_of(met: Pairing) -> Estimate:
    """The difference of the first engine from the second."""
    return met.tally.elo()


def interval(step: Optional[Estimate]) -> int:
    """Half the width of the 95% interval in Elo; 0 if nothing was measured or one side has won everything."""
    if step is None or not (math.isfinite(step.low) and math.isfinite(step.high)):
        return 0
    return round((step.high - step.low) / 2)


def rising(values: list[float], least: float) -> list[float]:
    """The nearest values that rise by at least `least` from each to the next, the first one 0: pooled adjacent violators."""
    pools: list[tuple[float, int]] = []
    for index, value in enumerate(values):
        pools.append((value - least * index, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, few), (high, more) = pools[-2:]
            pools[-2:] = [((low * few + high * more) / (few + more), few + more)]
    means = [mean for mean, count in pools for _ in range(count)]
    return [mean - means[0] + least * index for index, mean in enumerate(means)]
