"""Rounds the weights of a KataGo network file, so that it compresses to two thirds of the size.

A weight keeps its sign, its exponent and the first bits of its fraction; the zero bytes compress well.
"""

from __future__ import annotations

import argparse
import gzip
import math
import sys
from array import array
from pathlib import Path

MARK = b"@BIN@"
FRACTION = 23  # bits of a 32-bit float's


def rounded(model: bytes, bits: int) -> bytes:
    """The unpacked file `model` with `bits` of each weight's fraction."""
    parts = []
    end = 0
    count = 0
    while (mark := model.find(MARK, end)) >= 0:
        text = model[end:mark]
        # Further weights of a normalization have no size line.
        if sizes := text.split(b"\n")[-2].split():
            count = weights_of([int(size) for size in sizes])
        begin = mark + len(MARK)
        end = begin + 4 * count
        if len(model) < end:
            raise ValueError("the file is cut short")
        parts += [text, MARK, shortened(model[begin:end], bits)]
    return b"".join(parts) + model[end:]


def weights_of(sizes: list[int]) -> int:
    """The number of weights after a line with these numbers."""
    if len(sizes) == 6:
        return math.prod(sizes[:4])  # of a convolution: sides, inputs, outputs, dilations
    if len(sizes) == 4:
        return sizes[0]  # of a normalization: channels and its options
    return math.prod(sizes)


def shortened(weights: bytes, bits: int) -> bytes:
    """These little-endian floats, rounded to `bits` bits of fraction."""
    words = array("I", weights)
    if sys.byteorder == "big":
        words.byteswap()
    dropped = FRACTION - bits
    half, kept = (1 << dropped) >> 1, 0xFFFFFFFF << dropped & 0xFFFFFFFF
    words = array("I", ((word + half) & kept for word in words))
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="a .bin.gz file")
    parser.add_argument("out", type=Path, help="the rounded network")
    parser.add_argument("--bits", type=int, default=10, choices=range(1, FRACTION + 1), metavar="N",
                        help="bits of the fraction that a weight keeps [default: %(default)s]")
    options = parser.parse_args()
    model = gzip.decompress(options.model.read_bytes())
    options.out.write_bytes(gzip.compress(rounded(model, options.bits), mtime=0))


if __name__ == "__main__":
    main()
