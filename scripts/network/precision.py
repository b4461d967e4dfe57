"""The number format that a machine trains fastest with."""

from __future__ import annotations

import time

from network.framework import tf
from network.heads import Weights, heads
from network.rows import Batch
from network.shape import Shape

PRECISIONS = {"float32": tf.float32, "bfloat16": tf.bfloat16}


def fastest(shape: Shape, weights: Weights, batch: Batch) -> tf.DType:
    """The faster format. Processors without instructions for 16 bits take ten times as long with them."""
    return min(PRECISIONS.values(), key=lambda precision: seconds(shape, weights, batch, precision))


def seconds(shape: Shape, weights: Weights, batch: Batch, precision: tf.DType) -> float:
    """The time that the heads take, once they are compiled."""
    compute = tf.function(lambda: heads(shape, weights, batch.planes, batch.globals, precision)["policy"])
    compute()
    begun = time.monotonic()
    compute().numpy()
    return time.monotonic() - begun
