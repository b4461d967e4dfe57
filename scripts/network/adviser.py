"""A network that says, beside the labels, what moves are worth a look."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from network.framework import torch
from network.rows import Batch
from network.teacher import Teacher

TIME = 3  # of the score's numbers, the first that rows of the engine lack


class Adviser:
    """A network whose policy counts as much as the labels', and which says what they lack.

    Two networks of the same strength look at different moves first, and the mean of both policies is nearer to a stronger
    network's than either.
    """

    def __init__(self, model: Path, device: torch.device) -> None:
        self.network = Teacher(model, device, torch.float32)

    @torch.no_grad()
    def advise(self, batch: Batch) -> Batch:
        """The batch with labels of both: of the policy the mean, else what is known."""
        labels = batch.labels
        said = self.network.say(batch.planes, batch.globals)
        policy = torch.softmax(said.policy, dim=2)
        lacking = torch.isnan(labels.score[:, TIME])[:, None]
        moves = (labels.policy[:, 0] + policy[:, 0]) / 2
        optimistic = torch.where(lacking, policy[:, 1], labels.policy[:, 1])
        score = torch.where(torch.isnan(labels.score), said.score, labels.score)
        return replace(batch, labels=replace(labels, policy=torch.stack([moves, optimistic], dim=1), score=score))
