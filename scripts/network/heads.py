"""A network's computation in TensorFlow, and what is wrong with what it says."""

from __future__ import annotations

from typing import Mapping

from network.framework import tf
from network.katago import SCORE_UNIT
from network.shape import Shape

Weights = Mapping[str, tf.Tensor]

# What an error of each head counts. Moves and results lead the search, the others teach the trunk.
FACTORS = {"policy": 1.0, "value": 1.0, "score": 0.25, "deviation": 0.05, "ownership": 0.5}
SCORE_SCALE = 8.0  # points: errors beyond it count by their size, below by its square


def activated(weights: Weights, name: str, x: tf.Tensor) -> tf.Tensor:
    """Factor, summand and rectifier."""
    scale, bias = (tf.cast(weights[f"{name}.{part}"], x.dtype) for part in ("scale", "bias"))
    return tf.nn.relu(x * scale + bias)


def conv(weights: Weights, name: str, x: tf.Tensor) -> tf.Tensor:
    """A convolution that keeps the board's size."""
    return tf.nn.conv2d(x, tf.cast(weights[name], x.dtype), 1, "SAME")


def pooled(x: tf.Tensor, third_is_maximum: bool) -> tf.Tensor:
    """Means over the board, means times a number of its size, and maxima or means times another (KataGo's)."""
    x = tf.cast(x, tf.float32)
    points = tf.cast(tf.shape(x)[1] * tf.shape(x)[2], tf.float32)
    size = tf.sqrt(points) - 14.0
    mean = tf.reduce_mean(x, axis=(1, 2))
    third = tf.reduce_max(x, axis=(1, 2)) if third_is_maximum else mean * (size * size * 0.01 - 0.1)
    return tf.concat([mean, mean * size * 0.1, third], axis=1)


def summand(weights: Weights, name: str, pool: tf.Tensor, like: tf.Tensor) -> tf.Tensor:
    """What the pooled channels add to each channel of every point."""
    return tf.cast(pool @ weights[name], like.dtype)[:, None, None, :]


def trunk(shape: Shape, weights: Weights, planes: tf.Tensor, inputs: tf.Tensor) -> tf.Tensor:
    """All blocks, and the normalisation after them."""
    x = conv(weights, "stem.conv", planes)
    x += tf.cast(inputs @ weights["stem.global"], x.dtype)[:, None, None, :]
    for block in range(shape.blocks):
        name = f"block{block}"
        ready = activated(weights, f"{name}.pre", x)
        middle = conv(weights, f"{name}.first", ready)
        if block in shape.pooling:
            pool = pooled(activated(weights, f"{name}.norm", conv(weights, f"{name}.pooled", ready)), True)
            middle += summand(weights, f"{name}.to_bias", pool, middle)
        x += conv(weights, f"{name}.last", activated(weights, f"{name}.mid", middle))
    return activated(weights, "tip", x)


def heads(
    shape: Shape, weights: Weights, planes: tf.Tensor, inputs: tf.Tensor, precision: tf.DType
) -> dict[str, tf.Tensor]:
    """What the heads say, with the trunk computed in `precision`; policy and pass are one list."""
    tip = trunk(shape, weights, tf.cast(planes, precision), inputs)
    pool = pooled(activated(weights, "policy.pooled_norm", conv(weights, "policy.pooled", tip)), True)
    moves = conv(weights, "policy.first", tip)
    moves = activated(weights, "policy.norm", moves + summand(weights, "policy.to_bias", pool, moves))
    moves = tf.cast(conv(weights, "policy.last", moves), tf.float32)
    moves = tf.reshape(moves, (tf.shape(moves)[0], -1))
    value = activated(weights, "value.norm", conv(weights, "value.first", tip))
    hidden = tf.nn.relu(pooled(value, False) @ weights["value.hidden"] + weights["value.hidden_bias"])
    return {
        "policy": tf.concat([moves, pool @ weights["policy.pass"]], axis=1),
        "value": hidden @ weights["value.value"] + weights["value.value_bias"],
        "score": hidden @ weights["value.score"] + weights["value.score_bias"],
        "ownership": tf.cast(conv(weights, "value.ownership", value), tf.float32)[..., 0],
    }


def huber(difference: tf.Tensor) -> tf.Tensor:
    """The square of small numbers, the size of large ones."""
    size = tf.abs(difference)
    return tf.where(size < 1.0, 0.5 * size * size, size - 0.5)


def errors(said: dict[str, tf.Tensor], labels: dict[str, tf.Tensor]) -> dict[str, tf.Tensor]:
    """The mean error of each head; of policy, value and ownership beyond what the labels' own doubt makes it."""
    score, deviation, lead = (labels["score"][:, i] for i in range(3))
    said_score, said_lead = (said["score"][:, i] * SCORE_UNIT for i in (0, 2))
    said_deviation = tf.nn.softplus(said["score"][:, 1]) * SCORE_UNIT
    by_points = huber((said_score - score) / SCORE_SCALE) + huber((said_lead - lead) / SCORE_SCALE)
    owned = (labels["ownership"] + 1.0) / 2.0
    crossed = tf.nn.sigmoid_cross_entropy_with_logits(owned, 2.0 * said["ownership"])
    return {
        "policy": divergence(labels["policy"], said["policy"]),
        "value": divergence(labels["value"], said["value"]),
        "score": tf.reduce_mean(by_points) / 2.0,
        "deviation": tf.reduce_mean(huber((said_deviation - deviation) / SCORE_SCALE)),
        "ownership": tf.reduce_mean(crossed - entropy(owned) - entropy(1.0 - owned)),
    }


def entropy(share: tf.Tensor) -> tf.Tensor:
    """What a share of the labels contributes to the least cross entropy."""
    return -tf.math.xlogy(share, share)


def divergence(wanted: tf.Tensor, said: tf.Tensor) -> tf.Tensor:
    """Kullback and Leibler's, of what is said from the labels; its mean over positions."""
    crossed = tf.nn.softmax_cross_entropy_with_logits(wanted, said)
    return tf.reduce_mean(crossed - tf.reduce_sum(entropy(wanted), axis=1))


def agreement(said: tf.Tensor, wanted: tf.Tensor) -> tf.Tensor:
    """How often the best move is the labels' best."""
    return tf.reduce_mean(tf.cast(tf.argmax(said, 1) == tf.argmax(wanted, 1), tf.float32))
