"""The number format that a machine trains fastest with."""

from __future__ import annotations

import time
from typing import Callable

from network.framework import tf
from network.heads import Weights, heads
from network.rows import Batch
from network.shape import Shape

PRECISIONS = {"float32": tf.float32, "bfloat16": tf.bfloat16}
TRIES = 2  # of which the faster one counts: something else may run beside


def fastest(shape: Shape, weights: Weights, batch: Batch) -> tf.DType:
    """The faster format. Processors without instructions for 16 bits take ten times as long with them."""
    return min(PRECISIONS.values(), key=lambda precision: seconds(differentiated(shape, weights, batch, precision)))


def differentiated(shape: Shape, weights: Weights, batch: Batch, precision: tf.DType) -> Callable[[], tf.Tensor]:
    """The trunk and its gradient, which is where the formats differ most; what it returns hangs on all of it."""

    @tf.function
    def compute() -> tf.Tensor:
        with tf.GradientTape() as tape:
            said = heads(shape, weights, batch.planes, batch.globals, precision)
            total = tf.add_n([tf.reduce_sum(numbers) for numbers in said.values()])
        return tf.linalg.global_norm(tape.gradient(total, list(weights.values())))

    return compute


def seconds(compute: Callable[[], tf.Tensor]) -> float:
    """The time that it takes once it is compiled."""
    compute()

    def once() -> float:
        begun = time.monotonic()
        compute().numpy()
        return time.monotonic() - begun

    return min(once() for _ in range(TRIES))
