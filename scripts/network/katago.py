"""Network files in KataGo's format version 14, with an optimistic policy and the errors of value and score."""

from __future__ import annotations

import gzip
import sys
from array import array
from dataclasses import astuple, dataclass
from typing import Mapping, Sequence

from network.shape import GLOBALS, PLANES, POLICIES, SCORES, VALUES, Shape

VERSION = 14
RELU = "ACTIVATION_RELU"
DIFFERENCES = 20.0  # the scale of an output that only KataGo's training uses


@dataclass(frozen=True)
class Scales:
    """KataGo's units of the score head's outputs, in points, moves and squared errors."""

    mean: float = 20.0
    deviation: float = 20.0
    lead: float = 20.0
    time_left: float = 40.0
    value_error: float = 0.25
    score_error: float = 150.0


SCALES = Scales()

Weights = Mapping[str, Sequence[float]]


class Writer:
    """A writer of a file's bytes, layer by layer."""

    def __init__(self, shape: Shape, weights: Weights) -> None:
        self.shape = shape
        self.weights = weights
        self.bytes = bytearray()

    def line(self, *words: object) -> None:
        """Writes words on a line."""
        self.bytes += " ".join(map(str, words)).encode() + b"\n"

    def floats(self, numbers: Sequence[float], count: int) -> None:
        """Writes numbers in little-endian order."""
        if len(numbers) != count:
            raise ValueError(f"{len(numbers)} weights where {count} are expected")
        packed = array("f", numbers)
        if sys.byteorder == "big":
            packed.byteswap()
        self.bytes += b"@BIN@" + packed.tobytes() + b"\n"

    def conv(self, name: str, side: int, inputs: int, outputs: int) -> None:
        """Writes a convolution."""
        self.line(name)
        self.line(side, side, inputs, outputs, 1, 1)
        self.floats(self.weights[name], side * side * inputs * outputs)

    def matrix(self, name: str, inputs: int, outputs: int) -> None:
        """Writes a matrix."""
        self.line(name)
        self.line(inputs, outputs)
        self.floats(self.weights[name], inputs * outputs)

    def bias(self, name: str, count: int) -> None:
        """Writes the bias after a matrix."""
        self.line(name)
        self.line(count)
        self.floats(self.weights[name], count)

    def norm(self, name: str, channels: int) -> None:
        """Writes a normalization with mean 0 and variance 1, so that only scale and bias have effect."""
        self.line(name)
        self.line(channels, 0, 1, 1)
        self.floats([0.0] * channels, channels)
        self.floats([1.0] * channels, channels)
        self.floats(self.weights[f"{name}.scale"], channels)
        self.floats(self.weights[f"{name}.bias"], channels)
        self.activation(name)

    def activation(self, name: str) -> None:
        """Writes a rectifier."""
        self.line(f"{name}.activation")
        self.line(RELU)

    def block(self, block: int) -> None:
        """Writes a block, with or without pooling."""
        shape, name, middle = self.shape, f"block{block}", self.shape.middle(block)
        pools = block in shape.pooling
        self.line("gpool_block" if pools else "ordinary_block")
        self.line(name)
        self.norm(f"{name}.pre", shape.channels)
        self.conv(f"{name}.first", 3, shape.channels, middle)
        if pools:
            self.conv(f"{name}.pooled", 3, shape.channels, shape.pooled)
            self.norm(f"{name}.norm", shape.pooled)
            self.matrix(f"{name}.to_bias", 3 * shape.pooled, middle)
        self.norm(f"{name}.mid", middle)
        self.conv(f"{name}.last", 3, middle, shape.channels)

    def network(self, name: str) -> None:
        """Writes the whole file."""
        shape = self.shape
        for word in (name, VERSION, PLANES, GLOBALS, DIFFERENCES, *astuple(SCALES)):
            self.line(word)
        for word in ("trunk", shape.blocks, shape.channels):
            self.line(word)
        for channels in (shape.channels, shape.channels - shape.pooled, 0, shape.pooled):
            self.line(channels)
        self.conv("stem.conv", 3, PLANES, shape.channels)
        self.matrix("stem.global", GLOBALS, shape.channels)
        for block in range(shape.blocks):
            self.block(block)
        self.norm("tip", shape.channels)
        self.line("policyhead")
        self.conv("policy.first", 1, shape.channels, shape.policy)
        self.conv("policy.pooled", 1, shape.channels, shape.policy)
        self.norm("policy.pooled_norm", shape.policy)
        self.matrix("policy.to_bias", 3 * shape.policy, shape.policy)
        self.norm("policy.norm", shape.policy)
        self.conv("policy.last", 1, shape.policy, POLICIES)
        self.matrix("policy.pass", 3 * shape.policy, POLICIES)
        self.line("valuehead")
        self.conv("value.first", 1, shape.channels, shape.value)
        self.norm("value.norm", shape.value)
        self.matrix("value.hidden", 3 * shape.value, shape.hidden)
        self.bias("value.hidden_bias", shape.hidden)
        self.activation("value.hidden")
        self.matrix("value.value", shape.hidden, VALUES)
        self.bias("value.value_bias", VALUES)
        self.matrix("value.score", shape.hidden, SCORES)
        self.bias("value.score_bias", SCORES)
        self.conv("value.ownership", 1, shape.value, 1)


def model_file(name: str, shape: Shape, weights: Weights) -> bytes:
    """The gzip file of a network, the same bytes for the same weights; each of `weights` is a flat sequence."""
    writer = Writer(shape, weights)
    writer.network(name)
    return gzip.compress(bytes(writer.bytes), mtime=0)
