"""The number format with which a machine computes fastest."""

from __future__ import annotations

import time
from typing import Callable

from network.framework import torch
from network.heads import Weights, heads
from network.rows import Batch
from network.shape import Shape

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16}
TRIES = 2  # the faster one counts, as other programs may be running
WORTH = 1.2  # how many times as fast 16 bits must be


def fastest(compute: Callable[[torch.dtype], Callable[[], float]]) -> torch.dtype:
    """The format with the fastest computation. Processors without 16-bit instructions take ten times as long with 16 bits;
    with AMX training takes half as long, and labeling a third to a thirtieth."""
    times = {name: seconds(compute(precision)) for name, precision in PRECISIONS.items()}
    return PRECISIONS["bfloat16" if WORTH * times["bfloat16"] < times["float32"] else "float32"]


def differentiated(shape: Shape, weights: Weights, batch: Batch, precision: torch.dtype) -> Callable[[], float]:
    """A computation of the trunk and its gradient, where the formats differ most; its result depends on all of it."""

    def compute() -> float:
        said = heads(shape, weights, batch.planes, batch.globals, precision)
        total = sum(numbers.sum() for numbers in said.values())
        gradients = torch.autograd.grad(total, list(weights.values()), allow_unused=True)
        return sum(float(gradient.sum()) for gradient in gradients if gradient is not None)

    return compute


def seconds(compute: Callable[[], float]) -> float:
    """The computation's time after a warm-up."""
    compute()

    def once() -> float:
        begun = time.monotonic()
        compute()
        return time.monotonic() - begun

    return min(once() for _ in range(TRIES))
