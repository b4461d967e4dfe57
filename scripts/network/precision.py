"""The number format that a machine trains fastest with."""

from __future__ import annotations

import time
from typing import Callable

from network.framework import torch
from network.heads import Weights, heads
from network.rows import Batch
from network.shape import Shape

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16}
TRIES = 2  # of which the faster one counts: something else may run beside


def fastest(shape: Shape, weights: Weights, batch: Batch) -> torch.dtype:
    """The faster format. Processors without instructions for 16 bits take ten times as long with them."""
    return min(PRECISIONS.values(), key=lambda precision: seconds(differentiated(shape, weights, batch, precision)))


def differentiated(shape: Shape, weights: Weights, batch: Batch, precision: torch.dtype) -> Callable[[], float]:
    """The trunk and its gradient, which is where the formats differ most; what it returns hangs on all of it."""

    def compute() -> float:
        said = heads(shape, weights, batch.planes, batch.globals, precision)
        total = sum(numbers.sum() for numbers in said.values())
        gradients = torch.autograd.grad(total, list(weights.values()), allow_unused=True)
        return sum(float(gradient.sum()) for gradient in gradients if gradient is not None)

    return compute


def seconds(compute: Callable[[], float]) -> float:
    """The time that it takes once all is ready."""
    compute()

    def once() -> float:
        begun = time.monotonic()
        compute()
        return time.monotonic() - begun

    return min(once() for _ in range(TRIES))
