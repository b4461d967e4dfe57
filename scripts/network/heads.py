"""A network's computation in PyTorch, and the errors of its outputs."""

from __future__ import annotations

from typing import Mapping

from network.framework import torch
from network.katago import SCALES, Scales
from network.rows import ERRORS, MEAN, Labels
from network.shape import Shape

Weights = Mapping[str, torch.Tensor]

# Weights of the heads' errors. Moves and results guide the search, the others teach the trunk.
FACTORS = {
    "policy": 1.0,
    "optimistic": 0.5,
    "value": 3.0,
    "score": 0.25,
    "lead": 0.3,
    "deviation": 0.05,
    "time": 0.02,
    "value_error": 0.5,
    "score_error": 0.05,
    "ownership": 2.0,
}
POINTS = 8.0  # of score: larger errors count linearly, smaller ones by their square
CLOSE_POINTS = 2.0  # for the error "lead": a close ending depends on a point
MOVES = 16.0  # for the moves until a game is settled
# For squares of errors of value and score; KataGo's.
VALUE_SQUARE, SCORE_SQUARE = 0.4, 100.0


def activated(weights: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    """Applies scale, bias and rectifier."""
    scale, bias = (weights[f"{name}.{part}"].to(x.dtype)[:, None, None] for part in ("scale", "bias"))
    return torch.relu(torch.addcmul(bias, x, scale))


def conv(weights: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    """A convolution that keeps the board's size."""
    kernel = weights[name].to(x.dtype).permute(3, 2, 0, 1)
    kernel = kernel.contiguous(memory_format=torch.channels_last)
    return torch.nn.functional.conv2d(x, kernel, padding="same")


def pooled(x: torch.Tensor, third_is_maximum: bool) -> torch.Tensor:
    """Global pooling: means over the board, means scaled by its size, and maxima or means with another scale (KataGo's)."""
    x = x.float()
    size = (x.shape[2] * x.shape[3]) ** 0.5 - 14.0
    mean = x.mean(dim=(2, 3))
    third = x.amax(dim=(2, 3)) if third_is_maximum else mean * (size * size * 0.01 - 0.1)
    return torch.cat([mean, mean * (size * 0.1), third], dim=1)


def board_bias(weights: Weights, name: str, inputs: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """The bias of each channel that a matrix computes from whole-board numbers."""
    return (inputs @ weights[name]).to(like.dtype)[:, :, None, None]


def trunk(shape: Shape, weights: Weights, planes: torch.Tensor, inputs: torch.Tensor) -> torch.Tensor:
    """Computes all blocks and the normalization after them."""
    x = conv(weights, "stem.conv", planes)
    x = x + board_bias(weights, "stem.global", inputs, x)
    for block in range(shape.blocks):
        name = f"block{block}"
        ready = activated(weights, f"{name}.pre", x)
        middle = conv(weights, f"{name}.first", ready)
        if block in shape.pooling:
            pool = pooled(activated(weights, f"{name}.norm", conv(weights, f"{name}.pooled", ready)), True)
            middle = middle + board_bias(weights, f"{name}.to_bias", pool, middle)
        x = x + conv(weights, f"{name}.last", activated(weights, f"{name}.mid", middle))
    return activated(weights, "tip", x)


def heads(
    shape: Shape, weights: Weights, planes: torch.Tensor, inputs: torch.Tensor, precision: torch.dtype
) -> dict[str, torch.Tensor]:
    """The heads' outputs, with the trunk computed in `precision`; planes by channel, row and column.

    The policies are by policy and move, the pass last.
    """
    planes = planes.to(precision).contiguous(memory_format=torch.channels_last)
    tip = trunk(shape, weights, planes, inputs)
    pool = pooled(activated(weights, "policy.pooled_norm", conv(weights, "policy.pooled", tip)), True)
    moves = conv(weights, "policy.first", tip)
    moves = activated(weights, "policy.norm", moves + board_bias(weights, "policy.to_bias", pool, moves))
    moves = conv(weights, "policy.last", moves).float().flatten(2)
    value = activated(weights, "value.norm", conv(weights, "value.first", tip))
    hidden = torch.relu(pooled(value, False) @ weights["value.hidden"] + weights["value.hidden_bias"])
    return {
        "policy": torch.cat([moves, (pool @ weights["policy.pass"])[:, :, None]], dim=2),
        "value": hidden @ weights["value.value"] + weights["value.value_bias"],
        "score": hidden @ weights["value.score"] + weights["value.score_bias"],
        "ownership": conv(weights, "value.ownership", value).float()[:, 0],
    }


def scores(raw: torch.Tensor, scales: Scales = SCALES) -> torch.Tensor:
    """The score head's outputs in points, moves and values: mean, deviation, lead, moves left, errors of value and
    score."""
    mean, deviation, lead, time, value_error, score_error = raw.float().unbind(1)
    softplus = torch.nn.functional.softplus
    return torch.stack(
        [
            mean * scales.mean,
            softplus(deviation) * scales.deviation,
            lead * scales.lead,
            softplus(time) * scales.time_left,
            softplus(value_error * 0.5) * scales.value_error**0.5,
            softplus(score_error * 0.5) * scales.score_error**0.5,
        ],
        dim=1,
    )


def huber(difference: torch.Tensor) -> torch.Tensor:
    """The mean Huber loss: quadratic for small numbers, linear for large ones. Ignores unknown numbers."""
    known = torch.isfinite(difference)
    size = torch.where(known, difference, 0.0).abs()
    return (torch.where(size < 1.0, 0.5 * size * size, size - 0.5)).sum() / known.sum().clamp(min=1)


def errors(said: dict[str, torch.Tensor], labels: Labels) -> dict[str, torch.Tensor]:
    """The mean error of each head; for policies, value and ownership without the entropy of the labels."""
    numbers = scores(said["score"])
    mean, deviation, lead, time, _, _ = (numbers - labels.score).unbind(1)
    off = squares_off(said["value"], numbers[:, MEAN], labels)
    value_square, score_square = (numbers[:, ERRORS].square() - off).unbind(1)
    owned = (labels.ownership + 1.0) / 2.0
    crossed = torch.nn.functional.binary_cross_entropy_with_logits(2.0 * said["ownership"], owned, reduction="none")
    return {
        "policy": divergence(labels.policy[:, 0], said["policy"][:, 0]),
        "optimistic": divergence(labels.policy[:, 1], said["policy"][:, 1]),
        "value": divergence(labels.value, said["value"]),
        "score": (huber(mean / POINTS) + huber(lead / POINTS)) / 2.0,
        "lead": huber(lead / CLOSE_POINTS),
        "deviation": huber(deviation / POINTS),
        "time": huber(time / MOVES),
        "value_error": huber(value_square / VALUE_SQUARE),
        "score_error": huber(score_square / SCORE_SQUARE),
        "ownership": (crossed - entropy(owned) - entropy(1.0 - owned)).mean(),
    }


@torch.no_grad()
def squares_off(value: torch.Tensor, mean: torch.Tensor, labels: Labels) -> torch.Tensor:
    """The squared errors of a value (logits) and a mean score: from the labels, plus the labels' own squared errors.

    The search relies less on positions in which this network errs; a stronger teacher errs in others.
    """
    off = torch.softmax(value.float(), dim=1) - labels.value
    own = torch.stack([off[:, 0] - off[:, 1], mean - labels.score[:, MEAN]], dim=1)
    return own.square() + labels.score[:, ERRORS].nan_to_num().square()


def entropy(share: torch.Tensor) -> torch.Tensor:
    """The entropy contributed by a share of the labels."""
    return -torch.xlogy(share, share)


def divergence(wanted: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    """The Kullback-Leibler divergence of the outputs from the labels, averaged over positions."""
    crossed = -(wanted * torch.log_softmax(said, dim=1)).sum(dim=1)
    return (crossed - entropy(wanted).sum(dim=1)).mean()


def agreement(said: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """The share of positions in which the best move is the labels' best."""
    return (said.argmax(1) == wanted.argmax(1)).float().mean()
