"""An engine or a referee that misbehaves on purpose.

It plays Reversi over GTP by asking a tengen for its legal moves, or gomoku over Gomocup by filling the board,
until it has made `--after` moves; then it commits its `--fault`. As a referee it is a tengen that ends after
that many moves of both sides.
"""

import argparse
import os
import subprocess
import sys
import time


class Rules:
    """A tengen used for its rules, without search."""

    def __init__(self):
        self.process = subprocess.Popen(
            [os.environ["TENGEN"], "--game", "reversi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def reply(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = [self.process.stdout.readline()]
        while lines[-1].strip():
            lines.append(self.process.stdout.readline())
        return lines[0]

    def ask(self, command):
        return self.reply(command)[1:].strip()


def say(text):
    print(text, flush=True)


def misbehave(fault, legal, illegal):
    """Commits the fault. If it returns, the result is the move to reply, or None for an error."""
    if fault == "crash":
        print("about to crash", file=sys.stderr, flush=True)
        os._exit(3)
    if fault == "hang":
        time.sleep(3600)
    while fault == "flood":
        print("and another thing", flush=True)
    if fault == "slow":
        time.sleep(1.0)
    return {"illegal": illegal, "error": None}.get(fault, legal)


def gtp(fault, after):
    rules = Rules()
    moves = 0
    for line in sys.stdin:
        name, *arguments = line.split() or [""]
        if name == "quit":
            return say("=\n")
        if name == "list_commands":
            say("=list_commands\nplay\ngenmove\nclear_board\ntime_settings\nquit\n")
        elif name == "play" and fault == "refuse" and moves > after:
            say("? illegal move\n")
        elif name == "clear_board" or name == "play":
            rules.ask(line.strip())
            say("=\n")
        elif name == "genmove":
            moves += 1
            move = rules.ask(f"all_legal {arguments[0]}").split()[0]
            if moves > after:
                move = misbehave(fault, move, "a1")
            if move is None:
                say("? no idea\n")
                continue
            rules.ask(f"play {arguments[0]} {move}")
            say(f"some talk before the reply\n= {move}\n")
        elif name == "time_settings":
            say("=\n")
        else:
            say("? unknown command\n")


def gomocup(fault, after):
    taken = set()
    moves = side = 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "END":
            return
        if word == "START":
            side = int(rest)
            taken.clear()
            say("OK")
        elif word == "RESTART":
            say("UNKNOWN it has to be START")
        elif word == "BOARD":
            for stone in iter(sys.stdin.readline, "DONE\n"):
                taken.add(stone.rsplit(",", 1)[0])
        elif word == "TURN":
            taken.add(rest)
        if word not in ("BEGIN", "BOARD", "TURN"):
            continue
        moves += 1
        # Every other point, so that neither side wins soon.
        points = (f"{x},{y}" for y in range(0, side, 2) for x in range(0, side, 3))
        move = next(point for point in points if point not in taken)
        if moves > after:
            move = misbehave(fault, move, "99,99")
        taken.add(move)
        say("MESSAGE thinking")
        say("ERROR no idea" if move is None else move)


def referee(_, after):
    rules = Rules()
    moves = 0
    for line in sys.stdin:
        moves += line.startswith("play")
        if moves > after:
            return
        say(rules.reply(line.strip()))


parser = argparse.ArgumentParser()
parser.add_argument("--protocol", default="gtp")
parser.add_argument("--fault", default="none")
parser.add_argument("--after", type=int, default=2)
options = parser.parse_args()
{"gtp": gtp, "gomocup": gomocup, "referee": referee}[options.protocol](options.fault, options.after)
