"""A quiz in the terminal: is the chain captured in a ladder or does it escape?

    python ladder_quiz.py                          # random boards
    python ladder_quiz.py --positions FILE.jsonl   # lines with `rows`, as `tengen ladders` reads them
"""

import argparse
import json
import random
from pathlib import Path
from typing import Iterator, NamedTuple, Optional, Sequence

import tengen

COLUMNS = "ABCDEFGHJKLMNOPQRST"
OTHER = {"X": "O", "O": "X"}
NAMES = {"X": "black", "O": "white"}


class Puzzle(NamedTuple):
    """A board and the answer about one of its chains."""

    rows: "tuple[str, ...]"
    answer: tengen.LadderAnswer


def vertex(point: "tuple[int, int]", height: int) -> str:
    """Returns a point in the players' notation."""
    column, row = point
    return f"{COLUMNS[column]}{height - row}"


def drawing(puzzle: Puzzle, numbered: "Sequence[tuple[int, int]]" = ()) -> str:
    """Draws the board: the chain's stone in parentheses, or the first moves of a line as letters from a on."""
    height = len(puzzle.rows)
    letters = {point: chr(ord("a") + number) for number, point in reversed(list(enumerate(numbered[:26])))}
    header = "    " + " ".join(COLUMNS[: len(puzzle.rows[0])])
    lines = [header]
    for row, squares in enumerate(puzzle.rows):
        cells = [letters.get((column, row), square) for column, square in enumerate(squares)]
        line = f"{height - row:>3} " + " ".join(cells) + " "
        column, target_row = puzzle.answer.at
        if row == target_row:
            at = 4 + 2 * column
            line = f"{line[: at - 1]}({line[at]}){line[at + 2 :]}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def random_boards(size: int, choose: random.Random) -> Iterator["tuple[str, ...]"]:
    """Yields boards with stones on a third of the points."""
    while True:
        yield tuple("".join(choose.choice("XO....") for _ in range(size)) for _ in range(size))


def boards_of(file: Path) -> "list[tuple[str, ...]]":
    """Reads boards from JSON Lines."""
    return [tuple(json.loads(line)["rows"]) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def puzzles(boards: "Sequence[tuple[str, ...]]", least_moves: int) -> "list[Puzzle]":
    """Reads all ladders of the boards. Returns the long ones, an equal number of each verdict."""
    try:
        answers = tengen.ladders(tengen.LadderPosition(rows) for rows in boards)
    except tengen.InputError as error:
        # Boards with a chain that has no liberties.
        answers = error.answers
    seen = set()
    kinds: "dict[str, list[Puzzle]]" = {"captured": [], "escapes": []}
    for answer in answers:
        # Chains that are captured together have one line.
        if len(answer.pv) >= least_moves and (answer.id, answer.pv) not in seen and answer.verdict in kinds:
            seen.add((answer.id, answer.pv))
            kinds[answer.verdict].append(Puzzle(boards[answer.id], answer))
    return [puzzle for pair in zip(*kinds.values()) for puzzle in pair]


def ask(puzzle: Puzzle) -> Optional[bool]:
    """Asks a question and shows the answer. Returns whether the reply was right, or None to end."""
    height = len(puzzle.rows)
    answer = puzzle.answer
    column, row = answer.at
    color = puzzle.rows[row][column]
    mover = color if answer.first == "defender" else OTHER[color]
    chain = f"the {NAMES[color]} chain at {vertex(answer.at, height)}"
    print(f"\n{drawing(puzzle)}\n\n{NAMES[mover].capitalize()} moves first. Is {chain} captured in a ladder?")
    reply = ""
    while reply not in ("y", "n", "q"):
        try:
            reply = input("y, n or q: ").strip().lower()[:1]
        except EOFError:
            reply = "q"
    if reply == "q":
        return None
    is_right = (reply == "y") == (answer.verdict == "captured")
    line = " ".join(vertex(move, height) for move in answer.pv)
    ko = f" Ko threats of the {answer.ko} would change that." if answer.ko else ""
    print(f"{'Right' if is_right else 'Wrong'}: it {'is captured' if answer.verdict == 'captured' else 'escapes'}.{ko}")
    print(f"{line}\n\n{drawing(puzzle, answer.pv)}")
    return is_right


def main(words: Optional[Sequence[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="Read ladders in the terminal.")
    parser.add_argument("--positions", type=Path, help="boards as JSON Lines [random ones]")
    parser.add_argument("--size", type=int, default=9, choices=range(5, 20), metavar="5..19", help="size of random boards [9]")
    parser.add_argument("--least-moves", type=int, default=7, metavar="N", help="length of the shortest ladder [7]")
    parser.add_argument("--questions", type=int, default=10, metavar="N", help="the most questions [10]")
    parser.add_argument("--seed", type=int, help="seed of random boards and of the order")
    arguments = parser.parse_args(words)
    choose = random.Random(arguments.seed)
    if arguments.positions:
        boards = boards_of(arguments.positions)
    else:
        boards = [board for board, _ in zip(random_boards(arguments.size, choose), range(400))]
    found = puzzles(boards, arguments.least_moves)
    if not found:
        parser.exit(1, "no ladder is long enough; try --least-moves 3\n")
    choose.shuffle(found)
    replies = []
    for puzzle in found[: arguments.questions]:
        if (reply := ask(puzzle)) is None:
            break
        replies.append(reply)
    print(f"\n{sum(replies)} of {len(replies)} right")


if __name__ == "__main__":
    main()
