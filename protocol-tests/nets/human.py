#!/usr/bin/env python3
"""A tiny network that imitates people, with random weights, and KataGo's evaluations by it.

    human.py net FILE.txt.gz              write the network, always the same
    human.py label FILE.txt.gz KATAGO     play random games over GTP, print KataGo's evaluations as JSON lines

KATAGO is KataGo 1.17 with the Eigen backend, which evaluates in full single precision.
"""

import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Optional

TRUNK = 6
INNER = 4
METADATA = 192

# Rules, komi, columns, rows and the number of random moves of each position.
POSITIONS = [
    ("chinese", 7.5, 9, 9, 0),
    ("japanese", 6.5, 9, 9, 12),
    ("tromp-taylor", 7.5, 7, 7, 25),
    ("aga", 5.5, 5, 7, 9),
    ("new-zealand", 0.5, 4, 4, 7),
    ("stone-scoring", 7.5, 13, 13, 60),
    ("japanese", 0.5, 19, 19, 150),
]

PROFILES = [
    "rank_20k",
    "rank_9d",
    "rank_1k_1d",
    "preaz_5k",
    "preaz_4d_15k",
    "proyear_1800",
    "proyear_1985",
    "proyear_2022",
]

# Keys required by KataGo.
CONFIGURATION = """
logAllGTPCommunication = false
logSearchInfo = false
rules = chinese
allowResignation = false
resignThreshold = -1
maxVisits = 2
numSearchThreads = 1
humanSLProfile = rank_9d
nnCacheSizePowerOfTwo = 10
nnMutexPoolSizePowerOfTwo = 8
"""

# Only these profiles for large boards, to limit the size of the data.
PROFILES_OF_LARGE_BOARDS = ["rank_3k_2d", "proyear_2000"]
LARGE_BOARD = 169


class Network:
    """Writes the layers of a network in KataGo's text format."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []

    def line(self, *words: object) -> None:
        self.lines.append(" ".join(map(str, words)))

    def numbers(self, count: int, scale: float) -> None:
        numbers = (self.random.uniform(-scale, scale) for _ in range(count))
        self.line(*(f"{number:.3f}" for number in numbers))

    def conv(self, side: int, inputs: int, outputs: int) -> None:
        fan = side * side * inputs
        self.line("conv", side, side, inputs, outputs, 1, 1)
        self.numbers(fan * outputs, (3 / fan) ** 0.5)

    def matrix(self, inputs: int, outputs: int, gain: float = 1.0) -> None:
        self.line("matrix", inputs, outputs)
        self.numbers(inputs * outputs, gain * (3 / inputs) ** 0.5)

    def bias(self, channels: int) -> None:
        self.line("bias", channels)
        self.numbers(channels, 0.5)

    def activation(self, kind: str = "MISH") -> None:
        self.line("act", f"ACTIVATION_{kind}")

    def norm(self, channels: int) -> None:
        self.line("norm", channels, 0.001, 1, 1)
        self.numbers(channels, 0.2)
        self.line(*["1.0"] * channels)
        self.line(*(f"{self.random.uniform(0.5, 1.5):.3f}" for _ in range(channels)))
        self.numbers(channels, 0.3)
        self.activation()

    def residual(self, trunk: int) -> None:
        self.line("ordinary_block", "residual")
        self.norm(trunk)
        self.conv(3, trunk, trunk)
        self.norm(trunk)
        self.conv(3, trunk, trunk)

    def pooling(self, trunk: int, pooled: int) -> None:
        self.line("gpool_block", "pooling")
        self.norm(trunk)
        self.conv(3, trunk, trunk)
        self.conv(3, trunk, pooled)
        self.norm(pooled)
        self.matrix(3 * pooled, trunk)
        self.norm(trunk)
        self.conv(3, trunk, trunk)

    def encoder(self) -> None:
        self.line("metadata", METADATA)
        self.matrix(METADATA, 8, gain=2.0)
        self.bias(8)
        self.activation()
        self.matrix(8, 5)
        self.bias(5)
        self.activation("RELU")
        self.matrix(5, TRUNK)

    def trunk(self) -> None:
        self.line("trunk", 2, TRUNK, TRUNK, TRUNK, TRUNK, TRUNK)
        self.line(0, 0, 0, 0, 0, 0)
        self.conv(3, 22, TRUNK)
        self.matrix(19, TRUNK)
        self.encoder()
        self.pooling(TRUNK, 3)
        self.line("nested_bottleneck_block", "nested", 1)
        self.norm(TRUNK)
        self.conv(1, TRUNK, INNER)
        self.residual(INNER)
        self.norm(INNER)
        self.conv(1, INNER, TRUNK)
        self.norm(TRUNK)

    def policy_head(self) -> None:
        channels = 4
        self.line("policyhead")
        self.conv(1, TRUNK, channels)
        self.conv(1, TRUNK, channels)
        self.norm(channels)
        self.matrix(3 * channels, channels)
        self.norm(channels)
        self.conv(1, channels, 2)
        self.matrix(3 * channels, channels)
        self.bias(channels)
        self.activation()
        self.matrix(channels, 2)

    def value_head(self) -> None:
        channels, hidden = 4, 8
        self.line("valuehead")
        self.conv(1, TRUNK, channels)
        self.norm(channels)
        self.matrix(3 * channels, hidden)
        self.bias(hidden)
        self.activation()
        self.matrix(hidden, 3)
        self.bias(3)
        self.matrix(hidden, 6)
        self.bias(6)
        self.conv(1, channels, 1)

    def text(self) -> str:
        # Name, format version, planes, global inputs and the factors of the outputs.
        self.line("tiny-human", 15, 22, 19)
        self.line(20, 20, 20, 20, 40, 0.25, 30)
        # The version of the metadata inputs, and reserved options.
        self.line(1, 0, 0, 0, 0, 0, 0, 0)
        self.trunk()
        self.policy_head()
        self.value_head()
        return "\n".join(self.lines) + "\n"


def write_network(path: Path) -> None:
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write(Network(2024).text().encode())


class Engine:
    """A conversation with KataGo over GTP."""

    def __init__(self, katago: str, network: str, folder: str) -> None:
        config = Path(folder, "gtp.cfg")
        config.write_text(CONFIGURATION)
        command = [katago, "gtp", "-model", network, "-human-model", network, "-config", str(config)]
        self.process = subprocess.Popen(command, stdin=-1, stdout=-1, text=True)

    def ask(self, command: str) -> str:
        print(command, file=self.process.stdin, flush=True)
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line)
        reply = "".join(lines)
        if not reply.startswith("="):
            raise RuntimeError(f"{command}: {reply}")
        return reply[1:].strip()


def numbers(text: str) -> list[Optional[float]]:
    return [None if word == "NAN" else round(float(word), 5) for word in text.split()]


def read_evaluation(reply: str) -> dict[str, object]:
    """Reads the reply to kata-raw-nn or kata-raw-human-nn."""
    parts = re.split(r"^(policy|policyPass|whiteOwnership)\b", reply, flags=re.MULTILINE)
    head, rest = parts[0], dict(zip(parts[1::2], parts[2::2]))
    raw: dict[str, object] = {}
    for line in head.splitlines():
        name, value = line.split()
        raw[name] = float(value)
    raw["policy"] = numbers(rest["policy"])
    raw["policyPass"] = float(rest["policyPass"])
    raw["whiteOwnership"] = numbers(rest["whiteOwnership"])
    return raw


def random_moves(engine: Engine, count: int, choice: random.Random, size: tuple[int, int]) -> list:
    columns, rows = size
    moves = []
    for turn in range(count):
        color = "bw"[turn % 2]
        while True:
            vertex = "ABCDEFGHJKLMNOPQRST"[choice.randrange(columns)] + str(1 + choice.randrange(rows))
            try:
                engine.ask(f"play {color} {vertex}")
            except RuntimeError:
                continue
            moves.append([color, vertex])
            break
    return moves


def write_labels(network: str, katago: str) -> None:
    choice = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(katago, network, folder)
        number = 0
        for rules, komi, columns, rows, count in POSITIONS:
            engine.ask(f"rectangular_boardsize {columns} {rows}")
            engine.ask("clear_board")
            engine.ask(f"kata-set-rules {rules}")
            engine.ask(f"komi {komi}")
            position = {
                "width": columns,
                "height": rows,
                "komi": komi,
                "moves": random_moves(engine, count, choice, (columns, rows)),
                "to_move": "bw"[count % 2],
                "rules_json": json.loads(engine.ask("kata-get-rules")),
            }
            is_large = columns * rows >= LARGE_BOARD
            for profile in PROFILES_OF_LARGE_BOARDS if is_large else PROFILES:
                engine.ask(f"kata-set-param humanSLProfile {profile}")
                raw = read_evaluation(engine.ask("kata-raw-nn 0"))
                human = read_evaluation(engine.ask("kata-raw-human-nn 0"))
                differing = [name for name, value in human.items() if raw.get(name, value) != value]
                if differing:
                    raise RuntimeError(f"{profile}: {differing} of the two commands differ")
                number += 1
                line = {"id": number, **position, "profile": profile, "raw": raw}
                print(json.dumps(line, separators=(",", ":")), flush=True)
        engine.ask("quit")


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == ["net"] and len(arguments) == 2:
        write_network(Path(arguments[1]))
    elif arguments[:1] == ["label"] and len(arguments) == 3:
        write_labels(*arguments[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
