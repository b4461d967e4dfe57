"""Ladders in Go, read exactly."""

from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Sequence

from .program import Program
from .tool import json_answers, option_words


@dataclass(frozen=True)
class LadderQuestion:
    """A question about one chain.

    Attributes:
        at: a stone of the chain, as (column, row) from the upper left, from 0.
        first: the side that moves first, "attacker" or "defender"; None for the attacker of a chain with two or more
            liberties and the defender of one in atari.
    """

    at: "tuple[int, int]"
    first: Optional[str] = None


@dataclass(frozen=True)
class LadderPosition:
    """A position with questions about it.

    Attributes:
        rows: the board from the top, "X" black, "O" white, "." empty.
        questions: the chains to read; empty for every chain with one or two liberties.
        ko: the point that may not be retaken at once, as (column, row).
        id: any JSON value, returned with the answers; None for the position's index, from 0.
    """

    rows: Sequence[str]
    questions: Sequence[LadderQuestion] = ()
    ko: "Optional[tuple[int, int]]" = None
    id: Any = None


@dataclass(frozen=True)
class LadderAnswer:
    """The verdict on a chain. Points are (column, row) from the upper left, from 0.

    Attributes:
        id: the id of the position.
        at: the stone in the question.
        first: the side that moves first, "attacker" or "defender".
        verdict: "captured", "escapes", or "unknown" if the budget was used up.
        ko: "attacker" or "defender" if ko threats of that side would reverse the verdict.
        moves: the first moves that work.
        pv: a line that proves it; a defender without a legal move skips a turn.
        nodes: the number of moves tried for the verdict.
    """

    id: Any
    at: "tuple[int, int]"
    first: str
    verdict: str
    ko: Optional[str]
    moves: "tuple[tuple[int, int], ...]"
    pv: "tuple[tuple[int, int], ...]"
    nodes: int


def ladders(
    positions: Iterable[LadderPosition],
    *,
    threads: int = 1,
    budget: Optional[int] = None,
    program: Program = None,
    timeout: Optional[float] = None,
) -> "list[LadderAnswer]":
    """Reads ladders. Answers come in the order of the positions and their questions.

    Args:
        threads: number of threads; the answers are the same for any number.
        budget: most moves for each part of an answer before the verdict is "unknown"; None for a million.
        program: see `find_program`.
        timeout: seconds for all positions; None waits forever.

    Raises:
        InputError: positions or questions are bad; the error has the answers to the others.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long.
    """
    asked = list(positions)
    words = ["ladders", *option_words({"--threads": threads, "--budget": budget})]

    def read(reply: Mapping[str, Any]) -> LadderAnswer:
        return _answer(reply, asked[reply["id"]].id)

    return json_answers(words, [_question(number, one) for number, one in enumerate(asked)], read, program, timeout)


def _question(number: int, position: LadderPosition) -> "dict[str, Any]":
    question: "dict[str, Any]" = {"id": number, "rows": list(position.rows), "ko": position.ko}
    if position.questions:
        question["queries"] = [
            {"at": one.at, **({"first": one.first} if one.first else {})} for one in position.questions
        ]
    return question


def _answer(reply: Mapping[str, Any], id: Any) -> LadderAnswer:
    return LadderAnswer(
        id=reply["id"] if id is None else id,
        at=point(reply["at"]),
        first=reply["first"],
        verdict=reply["verdict"],
        ko=reply["ko"],
        moves=tuple(map(point, reply["moves"])),
        pv=tuple(map(point, reply["pv"])),
        nodes=reply["nodes"],
    )


def point(pair: "Sequence[int]") -> "tuple[int, int]":
    """Reads a point from a tool's output."""
    column, row = pair
    return column, row
