"""Architecture of a network: layer names and sizes, in the order of KataGo's files."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterator

PLANES, GLOBALS = 22, 19  # inputs of a point and of the whole board
POLICIES = 2  # an ordinary and an optimistic one
VALUES, SCORES = 3, 6  # win, loss, no result; score, its deviation, lead, time left, errors of value and score


@dataclass(frozen=True)
class Parameter:
    """An array of learned numbers: name, dimensions and initial values."""

    name: str
    dims: tuple[int, ...]
    start: float = 0.0  # the value of all, or the deviation of random ones
    is_random: bool = False

    @property
    def count(self) -> int:
        """The number of its elements."""
        return math.prod(self.dims)


@dataclass(frozen=True)
class Shape:
    """The sizes of a residual network with global pooling in some blocks."""

    channels: int = 64
    blocks: int = 6
    pooling: tuple[int, ...] = (2, 4)  # pooling blocks, from 0
    pooled: int = 16  # their pooled channels
    policy: int = 16
    value: int = 32
    hidden: int = 64

    @classmethod
    def of(cls, channels: int, blocks: int) -> Shape:
        """A shape in which every second block pools from the third on. Pooled channels and the policy head have a third of
        the trunk's channels, in steps of 8; the value head, which counts points, has twice as many."""
        third = min(max(16, channels // 3 // 8 * 8), max(1, channels // 2))
        pooling = tuple(range(2, max(3, blocks - 1), 2)) if blocks > 2 else ()
        return cls(channels, blocks, pooling, pooled=third, policy=third, value=2 * third, hidden=4 * third)

    def parameters(self) -> list[Parameter]:
        """All learned parameters."""
        return list(self._stem()) + list(self._trunk()) + list(self._policy()) + list(self._value())

    @property
    def count(self) -> int:
        """The total count of learned numbers."""
        return sum(parameter.count for parameter in self.parameters())

    def middle(self, block: int) -> int:
        """The channels between a block's convolutions."""
        return self.channels - self.pooled if block in self.pooling else self.channels

    def _stem(self) -> Iterator[Parameter]:
        yield conv("stem.conv", 3, PLANES, self.channels)
        yield matrix("stem.global", GLOBALS, self.channels)

    def _trunk(self) -> Iterator[Parameter]:
        for block in range(self.blocks):
            name, middle = f"block{block}", self.middle(block)
            yield from norm(f"{name}.pre", self.channels)
            yield conv(f"{name}.first", 3, self.channels, middle)
            if block in self.pooling:
                yield conv(f"{name}.pooled", 3, self.channels, self.pooled)
                yield from norm(f"{name}.norm", self.pooled)
                yield matrix(f"{name}.to_bias", 3 * self.pooled, middle)
            yield from norm(f"{name}.mid", middle)
            # Initially all blocks together add as much to the trunk as it has.
            yield conv(f"{name}.last", 3, middle, self.channels, 1 / math.sqrt(self.blocks))
        yield from norm("tip", self.channels)

    def _policy(self) -> Iterator[Parameter]:
        yield conv("policy.first", 1, self.channels, self.policy)
        yield conv("policy.pooled", 1, self.channels, self.policy)
        yield from norm("policy.pooled_norm", self.policy)
        yield matrix("policy.to_bias", 3 * self.policy, self.policy)
        yield from norm("policy.norm", self.policy)
        yield conv("policy.last", 1, self.policy, POLICIES, 0.5)
        yield matrix("policy.pass", 3 * self.policy, POLICIES, 0.5)

    def _value(self) -> Iterator[Parameter]:
        yield conv("value.first", 1, self.channels, self.value)
        yield from norm("value.norm", self.value)
        yield matrix("value.hidden", 3 * self.value, self.hidden)
        yield Parameter("value.hidden_bias", (self.hidden,))
        yield matrix("value.value", self.hidden, VALUES, 0.5)
        yield Parameter("value.value_bias", (VALUES,))
        yield matrix("value.score", self.hidden, SCORES, 0.5)
        yield Parameter("value.score_bias", (SCORES,))
        yield conv("value.ownership", 1, self.value, 1, 0.5)


def conv(name: str, side: int, inputs: int, outputs: int, scale: float = 1.0) -> Parameter:
    """A convolution's kernel: rows, columns, inputs, outputs."""
    return Parameter(name, (side, side, inputs, outputs), scale * math.sqrt(2 / (side * side * inputs)), True)


def matrix(name: str, inputs: int, outputs: int, scale: float = 1.0) -> Parameter:
    """A matrix; it begins small, since its inputs are not centered."""
    return Parameter(name, (inputs, outputs), scale * math.sqrt(1 / inputs), True)


def norm(name: str, channels: int) -> tuple[Parameter, Parameter]:
    """A scale and a bias for each channel."""
    return Parameter(f"{name}.scale", (channels,), 1.0), Parameter(f"{name}.bias", (channels,))
