"""Tuning by simultaneous perturbation (SPSA): all parameters are perturbed at once, at random up or down, a few games
are played between the two opposite perturbations, and every parameter steps towards the better side.

Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998), with the gains
given by their values at the end of the run, as in fishtest and OpenBench.
"""

import random
from dataclasses import dataclass

ALPHA = 0.602  # exponent by which steps shrink
GAMMA = 0.101  # exponent by which perturbations shrink
STABILITY = 0.1  # share of the iterations that damps the first steps


@dataclass(frozen=True)
class Parameter:
    """A parameter to tune."""

    name: str
    start: float
    low: float
    high: float
    c_end: float  # perturbation at the last iteration: a change just large enough to affect games
    r_end: float  # rate at the last iteration: the step for one more win, as a share of `c_end`
    whole: bool  # whether it is an integer

    def limited(self, value: float) -> float:
        """The nearest value in range."""
        return min(max(value, self.low), self.high)

    def perturbation(self, iteration: int, iterations: int) -> float:
        """The perturbation at an iteration, counted from 1."""
        return self.c_end * (iterations / iteration) ** GAMMA

    def step(self, iteration: int, iterations: int) -> float:
        """The step for one more win at an iteration, counted from 1."""
        damping = STABILITY * iterations
        gain = self.r_end * self.c_end**2 * ((damping + iterations) / (damping + iteration)) ** ALPHA
        return gain / self.perturbation(iteration, iterations)


@dataclass(frozen=True)
class Spsa:
    """A run of `iterations` iterations. The randomness of each depends only on the seed and its number, so a run can
    resume anywhere."""

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
                # Both are rounded up together, with the fraction's probability, so that the mean is exact.
                rounded = float((value + chance) // 1) if parameter.whole else value
                side[parameter.name] = parameter.limited(rounded)
        return plus, minus

    def stepped(self, theta: dict[str, float], iteration: int, result: float) -> dict[str, float]:
        """The values after an iteration. `result` is the first set's wins minus losses per pair of games, from -2 to 2."""
        moved = {}
        for parameter, flip, _ in self._draws(iteration):
            step = flip * parameter.step(iteration, self.iterations) * result
            moved[parameter.name] = parameter.limited(theta[parameter.name] + step)
        return moved

    def _draws(self, iteration: int) -> list[tuple[Parameter, int, float]]:
        rng = random.Random(f"{self.seed}:{iteration}")
        return [(parameter, rng.choice((-1, 1)), rng.random()) for parameter in self.parameters]
