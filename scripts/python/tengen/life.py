"""Life and death of enclosed groups in Go, read exactly."""

from dataclasses import dataclass
from typing import Any, Iterable, Literal, Mapping, Optional, Sequence, Union

from .ladders import point
from .program import Program
from .tool import json_answers

Move = Union["tuple[int, int]", Literal["pass"]]


@dataclass(frozen=True)
class LifePosition:
    """A position with a group that is attacked. Points are (column, row) from the upper left, from 0.

    Attributes:
        rows: the board from the top, "X" black, "O" white, "." empty.
        target: a stone of each chain of the group, all of which have to be captured; none for every enclosed group.
        region: the points on which both sides may play; none for a region around the target that the engine chooses.
        ko: the point that may not be retaken now.
        id: any value that JSON has, which comes back with the answers; None for the number of the position, from 0.
    """

    rows: Sequence[str]
    target: "Sequence[tuple[int, int]]" = ()
    region: "Sequence[tuple[int, int]]" = ()
    ko: "Optional[tuple[int, int]]" = None
    id: Any = None


@dataclass(frozen=True)
class LifeAnswer:
    """The verdict on a group with one side to move first. Points are (column, row) from the upper left, from 0.

    Attributes:
        id: the id of the position.
        target: a stone of each chain of the group.
        first: the side that moves first, "attacker" or "defender".
        verdict: "captured" or "lives", which are certain; "unknown" if the budget was spent; "not enclosed" if no
            region was found.
        ko: the side whose ko threats would turn the verdict, "attacker" or "defender", if there is one.
        threats: the least number of threats that turn it.
        how: how the group lives: by "eyes", in "seki", or in a "cycle" that the attacker can prolong without end.
        moves: the first moves that get the first side what it wants, as points or "pass"; none where nothing helps.
        best: those that are best with ko threats taken into account, such as the start of a ko.
        pv: a line that shows the verdict.
        region: the points on which was played.
        walls: a stone of each chain that is assumed to be safe, if the engine chose the region.
        reason: why the verdict or some of the moves are missing, if they are.
        nodes: the states visited.
    """

    id: Any
    target: "tuple[tuple[int, int], ...]"
    first: str
    verdict: str
    ko: Optional[str]
    threats: Optional[int]
    how: Optional[str]
    moves: "tuple[Move, ...]"
    best: "tuple[Move, ...]"
    pv: "tuple[Move, ...]"
    region: "tuple[tuple[int, int], ...]"
    walls: "tuple[tuple[int, int], ...]"
    reason: Optional[str]
    nodes: int


def life(
    positions: Iterable[LifePosition],
    *,
    threads: int = 1,
    budget: Optional[int] = None,
    memory: Optional[int] = None,
    program: Program = None,
    timeout: Optional[float] = None,
) -> "list[LifeAnswer]":
    """Reads life and death: two answers for each group, the attacker first and the defender first.

    Args:
        threads: threads that read; the answers are the same for any number.
        budget: states that a reading may visit before the verdict is "unknown"; None for eight million.
        memory: memory for the tables of all threads, in MiB; None for 1024.
        program: see `find_program`.
        timeout: seconds for all positions; None waits for ever.

    Raises:
        InputError: positions are bad; the error has the answers to the others.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long.
    """
    asked = list(positions)
    bounds = {"--threads": threads, "--budget": budget, "--memory": memory}
    words = [word for name, value in bounds.items() if value is not None for word in (name, str(value))]

    def read(reply: Mapping[str, Any]) -> LifeAnswer:
        return _answer(reply, asked[reply["id"]].id)

    questions = [_question(number, one) for number, one in enumerate(asked)]
    return json_answers(["life", *words], questions, read, program, timeout)


def _question(number: int, position: LifePosition) -> "dict[str, Any]":
    question: "dict[str, Any]" = {"id": number, "rows": list(position.rows), "ko": position.ko}
    if position.target:
        question["target"] = list(position.target)
    if position.region:
        question["region"] = list(position.region)
    return question


def _answer(reply: Mapping[str, Any], id: Any) -> LifeAnswer:
    return LifeAnswer(
        id=reply["id"] if id is None else id,
        target=tuple(map(point, reply["target"])),
        first=reply["first"],
        verdict=reply["verdict"],
        ko=reply["ko"],
        threats=reply["threats"],
        how=reply["how"],
        moves=_moves(reply["moves"]),
        best=_moves(reply["best"]),
        pv=_moves(reply["pv"]),
        region=tuple(map(point, reply.get("region") or ())),
        walls=tuple(map(point, reply.get("walls") or ())),
        reason=reply.get("reason"),
        nodes=reply["nodes"],
    )


def _moves(moves: "Sequence[Any]") -> "tuple[Move, ...]":
    return tuple("pass" if move == "pass" else point(move) for move in moves)
