"""Functions of batches, compiled by PyTorch for the shapes that occur often."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, Callable

from network.framework import torch

COMPILED_FROM = 64  # calls with a shape before it is compiled, which takes as long as hundreds of calls
SHAPES = 64  # PyTorch gives up a function with more compiled shapes


class Compiled:
    """A function that is compiled for each frequent shape of its planes, or called as it is where that fails."""

    def __init__(self, function: Callable[..., Any], on: bool, compiled_from: int = COMPILED_FROM) -> None:
        self.function = function
        self.compiled = None
        if on:
            torch._dynamo.config.cache_size_limit = SHAPES
            self.compiled = torch.compile(function, dynamic=False)
        self.compiled_from = compiled_from
        self.calls: Counter[torch.Size] = Counter()

    def __call__(self, planes: torch.Tensor, *others: Any) -> Any:
        self.calls[planes.shape] += 1
        if self.compiled is None or self.calls[planes.shape] <= self.compiled_from:
            return self.function(planes, *others)
        try:
            return self.compiled(planes, *others)
        except torch.OutOfMemoryError:
            raise
        except Exception as error:  # PyTorch documents no common class; a compiler may be missing or fail
            reason, _, _ = str(error).strip().partition("\n")
            print(f"not compiled: {reason}", file=sys.stderr)
            self.compiled = None
            return self.function(planes, *others)
