"""NumPy and PyTorch, or a sentence that says where they are to be had."""

import sys

try:
    import numpy as np
    import torch
    from torch.optim.swa_utils import get_ema_multi_avg_fn
except ImportError as error:
    print(f"{error.name} is missing: scripts/learn-go makes an environment with it", file=sys.stderr)
    sys.exit(2)

__all__ = ["get_ema_multi_avg_fn", "np", "torch"]


def device() -> torch.device:
    """A GPU if PyTorch finds one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
