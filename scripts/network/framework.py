"""NumPy and TensorFlow, or a sentence that says where they are to be had."""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

try:
    import numpy as np
    import tensorflow as tf
except ImportError as error:
    print(f"{error.name} is missing: scripts/learn-go makes an environment with it", file=sys.stderr)
    sys.exit(2)

__all__ = ["np", "tf"]
