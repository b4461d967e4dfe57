"""A network that advises training in addition to the labels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from network.compiling import Compiled
from network.framework import torch
from network.rows import TIME, Batch
from network.teacher import fast_teacher


class Adviser:
    """A network with a policy that counts as much as the labels', and that fills in missing labels."""

    def __init__(self, model: Path, device: torch.device) -> None:
        self.say = Compiled(fast_teacher(model, device).say, device.type == "cuda")

    @torch.no_grad()
    def advise(self, batch: Batch) -> Batch:
        """The batch with combined labels: the mean policy, otherwise the labels or the network's where they are missing."""
        labels = batch.labels
        said = self.say(batch.planes, batch.globals)
        policy = torch.softmax(said.policy, dim=2)
        # The engine's rows have neither the moves left nor an optimistic policy.
        lacking = torch.isnan(labels.score[:, TIME])[:, None]
        moves = (labels.policy[:, 0] + policy[:, 0]) / 2
        optimistic = torch.where(lacking, policy[:, 1], labels.policy[:, 1])
        score = torch.where(torch.isnan(labels.score), said.score, labels.score)
        return replace(batch, labels=replace(labels, policy=torch.stack([moves, optimistic], dim=1), score=score))
