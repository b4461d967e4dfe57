"""The optimizer of training: Muon for the matrices of the trunk, Adam for everything else."""

from __future__ import annotations

from typing import Any

from arena.complaint import Complaint
from network.framework import Muon, torch

MOMENTS = (0.9, 0.99)  # Adam's
TINY = 1e-8
MOMENTUM = 0.95  # Muon's
DECAY = 1e-4  # of kernels and matrices, per step and rate 1
TRUNK = "block"  # begins the names of the trunk's weights


class Optimizer:
    """Changes weights by their gradients.

    Muon (Jordan and others, 2024) makes the change of a matrix orthogonal. Its size is that of Adam's (Liu and others, Muon
    is Scalable for LLM Training, 2025), so both have one rate. A kernel is a matrix from the inputs at all points of its
    window to the outputs.
    """

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        self.weights = list(weights.values())
        matrices = {name: weight for name, weight in weights.items() if weight.dim() > 1}
        trunk = [weight for name, weight in matrices.items() if name.startswith(TRUNK)]
        others = [weight for name, weight in matrices.items() if not name.startswith(TRUNK)]
        vectors = [weight for weight in self.weights if weight.dim() == 1]
        # The flat matrices share the memory of the weights.
        self.trunk = [(weight, weight.detach().view(-1, weight.shape[-1])) for weight in trunk]
        self.muon = Muon([flat for _, flat in self.trunk], momentum=MOMENTUM, weight_decay=DECAY, adjust_lr_fn="match_rms_adamw")
        groups = [{"params": others, "weight_decay": DECAY}, {"params": vectors, "weight_decay": 0.0}]
        self.adam = torch.optim.AdamW(groups, betas=MOMENTS, eps=TINY, fused=True)

    def step(self, rate: float) -> None:
        """Changes the weights, and removes their gradients."""
        for weight, flat in self.trunk:
            flat.grad = None if weight.grad is None else weight.grad.view_as(flat)
        for optimizer in (self.muon, self.adam):
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.step()
        for weight in self.weights:
            weight.grad = None

    def state(self) -> dict[str, Any]:
        """The state of both."""
        return {"muon": self.muon.state_dict(), "adam": self.adam.state_dict()}

    def load(self, state: dict[str, Any]) -> None:
        """Continues from the state of an optimizer for weights of the same shapes."""
        if set(state) != set(self.state()):
            raise Complaint("the state of another optimizer: start from the network's file instead")
        self.muon.load_state_dict(state["muon"])
        self.adam.load_state_dict(state["adam"])
