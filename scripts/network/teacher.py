"""A KataGo network in PyTorch, with any kinds of blocks, that labels positions; it is not trained.

The layers are those of KataGo's cpp/neuralnet/desc.cpp, format versions 8 to 17.
"""

from __future__ import annotations

import gzip
import math
import zlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable

from arena.complaint import Complaint
from network.framework import np, torch
from network.heads import pooled, scores
from network.katago import SCALES, Scales
from network.precision import fastest
from network.reader import Reader
from network.shape import GLOBALS, PLANES, SCORES

VERSIONS = range(8, 18)
TIMED = 8  # empty boards of 19x19 with which a processor's formats are timed: with few or small ones they differ little
OLD_SCORE_ERROR = 30.0  # of files before version 13, which do not have it
functional = torch.nn.functional

Layer = Callable[[torch.Tensor], torch.Tensor]
ACTIVATIONS: dict[str, Layer] = {
    "ACTIVATION_IDENTITY": lambda x: x,
    "ACTIVATION_RELU": functional.relu,
    "ACTIVATION_MISH": functional.mish,
    "ACTIVATION_SILU": functional.silu,
}


@dataclass(frozen=True)
class Said:
    """A network's outputs for a batch: logits, and the score's numbers as from network.heads.scores."""

    policy: torch.Tensor  # by policy and move, pass last; the first policy twice if there is no optimistic one
    value: torch.Tensor
    score: torch.Tensor  # errors are NaN if the network has none
    ownership: torch.Tensor  # before the hyperbolic tangent


class LayerReader(Reader):
    """A reader of a file's layers, as functions of boards by channel, row and column."""

    def __init__(self, content: bytes, device: torch.device, precision: torch.dtype) -> None:
        super().__init__(content)
        self.device = device
        self.precision = precision
        self.version = 0
        self.latest: Layer = functional.relu  # the last activation read
        self.plain: Layer = functional.relu  # of feed-forward layers without a gate: the file names none, so the tip's

    def tensor(self, *dims: int) -> torch.Tensor:
        """Reads a tensor."""
        floats = np.frombuffer(self.floats(math.prod(dims)), np.float32).reshape(dims)
        return torch.tensor(floats, device=self.device)

    def real(self) -> float:
        """Reads the next word as a real number."""
        return float(self.word())

    def reserved(self, count: int) -> None:
        """Reads reserved options."""
        for _ in range(count):
            self.expect(0)

    def activation(self) -> Layer:
        """Reads an activation by its name."""
        self.word()
        if self.version < 11:
            return functional.relu
        if (kind := self.word()) not in ACTIVATIONS:
            raise ValueError(f"an activation {kind[:40]!r} can't be computed")
        self.latest = ACTIVATIONS[kind]
        return self.latest

    def read_conv(self) -> Layer:
        """Reads a convolution."""
        self.word()
        dims = tuple(self.number() for _ in range(4))
        self.expect(1, 1)
        kernel = self.tensor(*dims).permute(3, 2, 0, 1).to(self.precision)
        kernel = kernel.contiguous(memory_format=torch.channels_last)
        return lambda x: functional.conv2d(x, kernel, padding="same")

    def read_matrix(self) -> torch.Tensor:
        """Reads a matrix by input and output."""
        self.word()
        return self.tensor(self.number(), self.number())

    def read_biased(self, activated: bool) -> Layer:
        """Reads a matrix with bias and activation, for whole-board numbers."""
        matrix = self.read_matrix()
        self.word()
        bias = self.tensor(self.number())
        activation = self.activation() if activated else ACTIVATIONS["ACTIVATION_IDENTITY"]
        return lambda x: activation(x @ matrix + bias)

    def read_norm(self) -> Layer:
        """Reads a batch normalization and its activation."""
        self.word()
        channels, tiny = self.number(), self.real()
        has_scale, has_bias = self.number(), self.number()
        mean, variance = self.tensor(channels), self.tensor(channels)
        scale = self.tensor(channels) if has_scale else torch.ones_like(mean)
        bias = self.tensor(channels) if has_bias else torch.zeros_like(mean)
        scale = scale / (variance + tiny).sqrt()
        bias = (bias - mean * scale)[:, None, None]
        scale = scale[:, None, None]
        activation = self.activation()
        return lambda x: activation(torch.addcmul(bias, x.float(), scale)).to(self.precision)

    def read_rms_norm(self) -> Layer:
        """Reads the normalization of a transformer block: per point, without a bias."""
        self.word()
        channels, tiny = self.number(), self.real()
        scale = self.tensor(channels)[:, None, None]

        def apply(x: torch.Tensor) -> torch.Tensor:
            x = x.float()
            return (x * torch.rsqrt(x.square().mean(dim=1, keepdim=True) + tiny) * scale).to(self.precision)

        return apply

    def read_rms_tip(self) -> Layer:
        """Reads the RMS normalization after the last block."""
        self.word()
        channels, tiny = self.number(), self.real()
        dims = (1, 2, 3) if self.number() else (1,)
        self.reserved(1)
        scale, bias = self.tensor(channels)[:, None, None], self.tensor(channels)[:, None, None]
        activation = self.activation()

        def apply(x: torch.Tensor) -> torch.Tensor:
            x = x.float()
            x = x * torch.rsqrt(x.square().mean(dim=dims, keepdim=True) + tiny)
            return activation(torch.addcmul(bias, x, scale)).to(self.precision)

        return apply

    def read_block(self) -> Layer:
        """Reads a block: a function for its addition to the trunk."""
        kind = self.word()
        self.word()
        if kind == "ordinary_block":
            layers = [self.read_norm(), self.read_conv(), self.read_norm(), self.read_conv()]
            return chain(layers)
        if kind == "gpool_block":
            return self.read_pooling_block()
        if kind == "nested_bottleneck_block":
            count = self.number()
            reduce = chain([self.read_norm(), self.read_conv()])
            inner = residual([self.read_block() for _ in range(count)])
            return chain([reduce, inner, self.read_norm(), self.read_conv()])
        if kind == "transformer_attention_block":
            return self.read_attention()
        if kind == "transformer_ffn_block":
            return self.read_feed_forward()
        raise ValueError(f"a block of kind {kind[:40]!r} can't be computed")

    def read_pooling_block(self) -> Layer:
        pre, first, to_pool, norm = self.read_norm(), self.read_conv(), self.read_conv(), self.read_norm()
        to_bias, mid, last = self.read_matrix(), self.read_norm(), self.read_conv()

        def apply(x: torch.Tensor) -> torch.Tensor:
            ready = pre(x)
            bias = pooled(norm(to_pool(ready)), True) @ to_bias
            return last(mid(first(ready) + bias[:, :, None, None].to(self.precision)))

        return apply

    def read_attention(self) -> Layer:
        heads, groups, key_width, value_width = (self.number() for _ in range(4))
        has_rotary, is_learned = self.number(), self.number()
        norm = self.read_rms_norm()
        queries, keys, values, output = (self.read_matrix().to(self.precision) for _ in range(4))
        frequencies = None
        if has_rotary:
            self.word()
            frequencies = self.learned_frequencies() if is_learned else self.fixed_frequencies(groups, key_width // 2)
        rotary: dict[tuple[int, int], tuple[torch.Tensor, torch.Tensor]] = {}

        def turned(x: torch.Tensor, height: int, width: int) -> torch.Tensor:
            """Applies rotary embedding: rotates pairs of neighboring numbers of (board, head, point, number) by the point."""
            if frequencies is None:
                return x
            if (height, width) not in rotary:
                rotary[height, width] = angles(frequencies, height, width)
            turn = (part.repeat_interleave(x.shape[1] // groups, dim=0) for part in rotary[height, width])
            first, second = x.float().unflatten(3, (-1, 2)).unbind(4)
            cosine, sine = turn
            pairs = first * cosine - second * sine, first * sine + second * cosine
            return torch.stack(pairs, dim=4).flatten(3).to(x.dtype)

        def apply(x: torch.Tensor) -> torch.Tensor:
            height, width = x.shape[2:]
            points = norm(x).flatten(2).transpose(1, 2)

            def split(matrix: torch.Tensor, count: int) -> torch.Tensor:
                return (points @ matrix).unflatten(2, (count, -1)).transpose(1, 2)

            asked = turned(split(queries, heads), height, width)
            key = turned(split(keys, groups), height, width).repeat_interleave(heads // groups, dim=1)
            value = split(values, groups).repeat_interleave(heads // groups, dim=1)
            attended = functional.scaled_dot_product_attention(asked, key, value).transpose(1, 2).flatten(2)
            return (attended @ output).transpose(1, 2).unflatten(2, (height, width))

        return apply

    def learned_frequencies(self) -> torch.Tensor:
        """Reads the angles per column and row, by group and pair."""
        return self.tensor(self.number(), self.number(), self.number())

    def fixed_frequencies(self, groups: int, pairs: int) -> torch.Tensor:
        """The angles by a base: the first half of the pairs depends on the row, the rest on the column."""
        base, of_rows = self.real(), pairs // 2
        angles = torch.zeros(groups, pairs, 2, device=self.device)
        for pair in range(pairs):
            step = pair if pair < of_rows else pair - of_rows
            angles[:, pair, int(pair < of_rows)] = base ** (-2 * step / pairs)
        return angles

    def read_feed_forward(self) -> Layer:
        self.number(), self.number()
        has_gate = self.number()
        norm = self.read_rms_norm()
        first = self.read_matrix().to(self.precision)
        gate = self.read_matrix().to(self.precision) if has_gate else None
        last = self.read_matrix().to(self.precision)

        def apply(x: torch.Tensor) -> torch.Tensor:
            points = norm(x).movedim(1, 3)
            hidden = points @ first
            hidden = self.plain(hidden) if gate is None else functional.silu(hidden) * (points @ gate)
            return (hidden @ last).movedim(3, 1)

        return apply


def angles(frequencies: torch.Tensor, height: int, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The rotations of a group's pairs at each point, as cosines and sines."""
    rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    at = torch.stack([columns.flatten(), rows.flatten()]).float().to(frequencies.device)
    angle = torch.einsum("gpa,an->gnp", frequencies, at)
    return angle.cos(), angle.sin()


def chain(layers: list[Layer]) -> Layer:
    """A chain of layers."""

    def apply(x: torch.Tensor) -> torch.Tensor:
        for layer in layers:
            x = layer(x)
        return x

    return apply


def residual(blocks: list[Layer]) -> Layer:
    """A trunk to which each block adds its output."""

    def apply(x: torch.Tensor) -> torch.Tensor:
        for block in blocks:
            x = x + block(x)
        return x

    return apply


class Teacher:
    """A network read from a file."""

    def __init__(self, path: Path, device: torch.device, precision: torch.dtype) -> None:
        self.precision = precision
        try:
            self.reader = LayerReader(gzip.decompress(path.read_bytes()), device, precision)
            self.read()
        except (ValueError, EOFError, OSError, zlib.error) as error:
            raise Complaint(f"{path}: {error}") from error

    def read(self) -> None:
        """Reads the whole file."""
        reader = self.reader
        reader.word()
        version = self.version = reader.version = reader.number()
        if version not in VERSIONS:
            raise ValueError(f"format version {version} can't be computed")
        reader.expect(PLANES, GLOBALS)
        self.scales = SCALES
        if version >= 13:
            _, *scales = (reader.real() for _ in range(7))
            self.scales = Scales(*scales)
        else:
            self.scales = Scales(score_error=OLD_SCORE_ERROR)
        if version >= 15:
            reader.reserved(8)
        reader.word()
        blocks = reader.number()
        for _ in range(5):
            reader.number()
        has_rms_tip = reader.number() if version >= 15 else 0
        if version >= 15:
            reader.reserved(5)
        self.stem, self.to_stem = reader.read_conv(), reader.read_matrix()
        self.trunk = residual([reader.read_block() for _ in range(blocks)])
        self.tip = reader.read_rms_tip() if has_rms_tip else reader.read_norm()
        reader.plain = reader.latest
        self.read_policy(version)
        self.read_value(version)
        reader.content = b""  # layers refer to the reader

    def read_policy(self, version: int) -> None:
        reader = self.reader
        reader.word()
        if version >= 17:
            reader.number()
            reader.reserved(3)
        self.policy_first, self.policy_pooled = reader.read_conv(), reader.read_conv()
        self.pooled_norm, self.policy_bias = reader.read_norm(), reader.read_matrix()
        self.policy_norm, self.policy_last = reader.read_norm(), reader.read_conv()
        if version >= 15:
            hidden, last = reader.read_biased(True), reader.read_matrix()
            self.to_pass: Layer = lambda pool: hidden(pool) @ last
        else:
            matrix = reader.read_matrix()
            self.to_pass = lambda pool: pool @ matrix

    def read_value(self, version: int) -> None:
        reader = self.reader
        reader.word()
        if version >= 17:
            reader.reserved(3)
        self.value_first, self.value_norm = reader.read_conv(), reader.read_norm()
        self.hidden, self.to_value = reader.read_biased(True), reader.read_biased(False)
        self.to_score, self.ownership = reader.read_biased(False), reader.read_conv()

    @torch.no_grad()
    def say(self, planes: torch.Tensor, inputs: torch.Tensor) -> Said:
        """The network's outputs; planes by channel, row and column."""
        stem = self.stem(planes.to(self.precision).contiguous(memory_format=torch.channels_last))
        trunk = self.trunk(stem.float() + (inputs @ self.to_stem)[:, :, None, None])
        tip = self.tip(trunk)
        pool = pooled(self.pooled_norm(self.policy_pooled(tip)), True)
        moves = self.policy_first(tip).float() + (pool @ self.policy_bias)[:, :, None, None]
        moves = self.policy_last(self.policy_norm(moves)).float().flatten(2)
        policy = torch.cat([moves, self.to_pass(pool)[:, :, None]], dim=2)
        value = self.value_norm(self.value_first(tip))
        hidden = self.hidden(pooled(value, False))
        optimistic = policy[:, 1] if policy.shape[1] > 1 else policy[:, 0]
        return Said(
            torch.stack([policy[:, 0], optimistic], dim=1),
            self.to_value(hidden),
            self.scores(self.to_score(hidden)),
            self.ownership(value).float()[:, 0],
        )

    def scores(self, raw: torch.Tensor) -> torch.Tensor:
        """The score's numbers; their meaning depends on the format version."""
        if raw.shape[1] < SCORES:
            raw = functional.pad(raw, (0, SCORES - raw.shape[1]), value=torch.nan)
        numbers = scores(raw, self.scales)
        if self.version < 10:
            numbers[:, 4:] = functional.softplus(raw[:, 4:].float()) * torch.tensor([1.0, 10.0], device=raw.device)
        elif self.version < 14:
            factors = torch.tensor([self.scales.value_error, self.scales.score_error], device=raw.device)
            numbers[:, 4:] = (functional.softplus(raw[:, 4:].float()) * factors).sqrt()
        return numbers


def fast_teacher(path: Path, device: torch.device) -> Teacher:
    """A network in the number format with which the device evaluates it fastest."""
    fast = torch.float16 if device.type == "cuda" else fastest(partial(evaluated, path))
    return Teacher(path, device, fast)


def evaluated(path: Path, precision: torch.dtype) -> Callable[[], float]:
    """An evaluation of a few empty boards by a processor."""
    network = Teacher(path, torch.device("cpu"), precision)
    planes, inputs = torch.zeros(TIMED, PLANES, 19, 19), torch.zeros(TIMED, GLOBALS)
    return lambda: float(network.say(planes, inputs).value.sum())
