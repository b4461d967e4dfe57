"""Reads the weights of a network from a file in KataGo's format version 14; the inverse of network.katago.

Files of version 8 are read too: their policy becomes both policies, and the errors of value and score are unknown.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from array import array
from dataclasses import astuple
from pathlib import Path

from arena.complaint import Complaint
from network.katago import DIFFERENCES, RELU, SCALES, VERSION
from network.shape import GLOBALS, PLANES, POLICIES, SCORES, Shape

OLD_VERSION = 8
MARK = b"@BIN@"
SPACES = b" \t\r\n"
BLOCKS = ("ordinary_block", "gpool_block")


class Reader:
    """A reader of a file's bytes, layer by layer, with the weights read so far."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0
        self.version = VERSION
        self.weights: dict[str, array] = {}
        self.dims: dict[str, tuple[int, ...]] = {}

    def word(self) -> str:
        """Reads the next word."""
        content, begin = self.content, self.at
        while begin < len(content) and content[begin] in SPACES:
            begin += 1
        end = begin
        while end < len(content) and content[end] not in SPACES:
            end += 1
        if begin == end:
            raise ValueError("the file is cut short")
        self.at = end
        return content[begin:end].decode("ascii", "replace")

    def number(self) -> int:
        """Reads the next word as a count."""
        word = self.word()
        if not word.isdecimal():
            raise ValueError(f"expected a number, not {word[:20]!r}")
        return int(word)

    def expect(self, *wanted: object) -> None:
        """Reads words that must be these."""
        for expected in map(str, wanted):
            if (word := self.word()) != expected:
                raise ValueError(f"expected {expected!r}, not {word[:20]!r}")

    def floats(self, count: int) -> array:
        """Reads little-endian numbers."""
        begin = self.content.find(MARK, self.at)
        if begin < 0 or self.content[self.at:begin].strip(SPACES):
            raise ValueError("expected weights")
        begin += len(MARK)
        self.at = begin + 4 * count
        if self.at > len(self.content):
            raise ValueError("the file is cut short")
        numbers = array("f", self.content[begin:self.at])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def layer(self, name: str, *dims: int) -> None:
        """Reads the weights of a layer after its sizes."""
        count = 1
        for size in dims:
            count *= size
        self.dims[name] = dims
        self.weights[name] = self.floats(count)

    def conv(self, name: str) -> None:
        """Reads a convolution."""
        self.word()
        dims = tuple(self.number() for _ in range(4))
        self.expect(1, 1)
        self.layer(name, *dims)

    def matrix(self, name: str) -> None:
        """Reads a matrix."""
        self.word()
        self.layer(name, self.number(), self.number())

    def bias(self, name: str) -> None:
        """Reads the bias after a matrix."""
        self.word()
        self.layer(name, self.number())

    def norm(self, name: str) -> None:
        """Reads a normalization as the equivalent scale and bias."""
        self.word()
        channels, tiny = self.number(), float(self.word())
        has_scale, has_bias = self.number(), self.number()
        means, variances = self.floats(channels), self.floats(channels)
        scale = self.floats(channels) if has_scale else [1.0] * channels
        bias = self.floats(channels) if has_bias else [0.0] * channels
        scales = [s / (v + tiny) ** 0.5 for s, v in zip(scale, variances)]
        self.activation()
        self.dims[f"{name}.scale"] = self.dims[f"{name}.bias"] = (channels,)
        self.weights[f"{name}.scale"] = array("f", scales)
        self.weights[f"{name}.bias"] = array("f", (b - m * s for b, m, s in zip(bias, means, scales)))

    def activation(self) -> None:
        """Reads a rectifier, which old files don't name."""
        self.word()
        if self.version > OLD_VERSION:
            self.expect(RELU)

    def block(self, block: int) -> bool:
        """Reads a block. Returns whether it pools."""
        kind, name = self.word(), f"block{block}"
        if kind not in BLOCKS:
            raise ValueError(f"its blocks of kind {kind[:40]!r} can't be trained")
        self.word()
        pools = kind == BLOCKS[1]
        self.norm(f"{name}.pre")
        self.conv(f"{name}.first")
        if pools:
            self.conv(f"{name}.pooled")
            self.norm(f"{name}.norm")
            self.matrix(f"{name}.to_bias")
        self.norm(f"{name}.mid")
        self.conv(f"{name}.last")
        return pools

    def widen(self, name: str, outputs: int, repeated: bool) -> None:
        """Adds outputs to a layer: the only one repeated, or zeros."""
        *inputs, old = self.dims[name]
        if old >= outputs:
            return
        rows = [self.weights[name][at : at + old] for at in range(0, len(self.weights[name]), old)]
        added = [row[-1:] if repeated else array("f", [0.0]) for row in rows]
        self.weights[name] = array("f", [x for row, more in zip(rows, added) for x in row + more * (outputs - old)])
        self.dims[name] = (*inputs, outputs)

    def network(self) -> Shape:
        """Reads the whole file. Returns the network's shape."""
        self.word()
        self.version = self.number()
        if self.version not in (OLD_VERSION, VERSION):
            raise ValueError(f"expected format version {OLD_VERSION} or {VERSION}, not {self.version}")
        scales = (DIFFERENCES, *astuple(SCALES)) if self.version == VERSION else ()
        self.expect(PLANES, GLOBALS, *scales, "trunk")
        blocks, channels = self.number(), self.number()
        for _ in range(4):
            self.number()
        self.conv("stem.conv")
        self.matrix("stem.global")
        pooling = tuple(block for block in range(blocks) if self.block(block))
        self.norm("tip")
        self.expect("policyhead")
        self.conv("policy.first")
        self.conv("policy.pooled")
        self.norm("policy.pooled_norm")
        self.matrix("policy.to_bias")
        self.norm("policy.norm")
        self.conv("policy.last")
        self.matrix("policy.pass")
        self.expect("valuehead")
        self.conv("value.first")
        self.norm("value.norm")
        self.matrix("value.hidden")
        self.bias("value.hidden_bias")
        self.activation()
        self.matrix("value.value")
        self.bias("value.value_bias")
        self.matrix("value.score")
        self.bias("value.score_bias")
        self.conv("value.ownership")
        if self.version == OLD_VERSION:
            self.widen("policy.last", POLICIES, repeated=True)
            self.widen("policy.pass", POLICIES, repeated=True)
            self.widen("value.score", SCORES, repeated=False)
            self.widen("value.score_bias", SCORES, repeated=False)
        shape = Shape(
            channels=channels,
            blocks=blocks,
            pooling=pooling,
            pooled=self.dims[f"block{pooling[0]}.pooled"][-1] if pooling else 0,
            policy=self.dims["policy.first"][-1],
            value=self.dims["value.first"][-1],
            hidden=self.dims["value.hidden"][-1],
        )
        for parameter in shape.parameters():
            if self.dims[parameter.name] != parameter.dims:
                raise ValueError(f"its layer {parameter.name} has a size that can't be trained")
        return shape


def read_model(content: bytes) -> tuple[Shape, dict[str, array]]:
    """The shape of a network in an unpacked file, and its weights as flat sequences."""
    reader = Reader(content)
    shape = reader.network()
    return shape, reader.weights


def read_file(path: Path) -> tuple[Shape, dict[str, array]]:
    """The shape and weights of a gzip file. A Complaint names the file."""
    try:
        return read_model(gzip.decompress(path.read_bytes()))
    except (ValueError, EOFError, OSError, zlib.error) as error:
        raise Complaint(f"{path}: {error}") from error
