"""Tuning by simultaneous perturbation (SPSA): all numbers are moved a little at once, at random up or down, a few games
are played between the two opposite moves, and every number goes a step towards the side that did better.

Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998), with the gains
given by what they shall be at the end of the run, as fishtest and OpenBench have it.
"""

import random
from dataclasses import dataclass

ALPHA = 0.602  # how fast the steps shrink
GAMMA = 0.101  # how fast the perturbations shrink
STABILITY = 0.1  # share of the iterations that damps the first steps


@dataclass(frozen=True)
class Parameter:
    """A number to tune."""

    name: str
    start: float
    low: float
    high: float
    c_end: float  # perturbation at the last iteration: a change whose effect begins to show in games
    r_end: float  # rate at the last iteration: the share of `c_end` that a win more moves the number
    whole: bool  # it has no fractions

    def limited(self, value: float) -> float:
        """The nearest value in range."""
        return min(max(value, self.low), self.high)

    def perturbation(self, iteration: int, iterations: int) -> float:
        """How far the number is moved up and down at an iteration, counted from 1."""
        return self.c_end * (iterations / iteration) ** GAMMA

    def step(self, iteration: int, iterations: int) -> float:
        """How far one win more moves it."""
        damping = STABILITY * iterations
        gain = self.r_end * self.c_end**2 * ((damping + iterations) / (damping + iteration)) ** ALPHA
        return gain / self.perturbation(iteration, iterations)


@dataclass(frozen=True)
class Spsa:
    """A run of that many iterations. Everything random in one comes from the seed and its number, so that a run can
    go on anywhere."""

    parameters: tuple[Parameter, ...]
    iterations: int
    seed: int

    def start(self) -> dict[str, float]:
        """The values before the first iteration."""
        return {parameter.name: parameter.start for parameter in self.parameters}

    def trial(self, theta: dict[str, float], iteration: int) -> tuple[dict[str, float], dict[str, float]]:
        """The two opposite sets of values to play against each other at an iteration, counted from 1."""
        plus, minus = {}, {}
        for parameter, flip, chance in self._draws(iteration):
            shift = flip * parameter.perturbation(iteration, self.iterations)
            for side, value in ((plus, theta[parameter.name] + shift), (minus, theta[parameter.name] - shift)):
                # Up as often as the fraction says, and together: on average neither is rounded.
                rounded = float((value + chance) // 1) if parameter.whole else value
                side[parameter.name] = parameter.limited(rounded)
        return plus, minus

    def stepped(self, theta: dict[str, float], iteration: int, result: float) -> dict[str, float]:
        """The values after an iteration. `result` is the wins less the losses of the first set for each pair of games,
        from -2 to 2."""
        moved = {}
        for parameter, flip, _ in self._draws(iteration):
            step = flip * parameter.step(iteration, self.iterations) * result
            moved[parameter.name] = parameter.limited(theta[parameter.name] + step)
        return moved

    def _draws(self, iteration: int) -> list[tuple[Parameter, int, float]]:
        rng = random.Random(f"{self.seed}:{iteration}")
        return [(parameter, rng.choice((-1, 1)), rng.random()) for parameter in self.parameters]
