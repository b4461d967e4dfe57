"""NumPy and PyTorch, or a message on how to get them."""

import sys

try:
    import numpy as np
    import torch
    from torch.optim import Muon
    from torch.optim.swa_utils import get_ema_multi_avg_fn
except ImportError as error:
    package = (error.name or "").partition(".")[0]
    print(f"{package} is missing or too old: scripts/dev/learn-go makes an environment with it", file=sys.stderr)
    sys.exit(2)

__all__ = ["Muon", "get_ema_multi_avg_fn", "np", "torch"]


def device() -> torch.device:
    """The device to compute on: a GPU if PyTorch finds one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
