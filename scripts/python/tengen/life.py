"""Life and death of enclosed groups in Go, read exactly."""

from dataclasses import dataclass
from typing import Any, Iterable, Literal, Mapping, Optional, Sequence, Union

from .ladders import point
from .program import Program
from .tool import json_answers, option_words

Move = Union["tuple[int, int]", Literal["pass"]]


@dataclass(frozen=True)
class LifePosition:
    """A position with an attacked group. Points are (column, row) from the upper left, from 0.

    Attributes:
        rows: the board from the top, "X" black, "O" white, "." empty.
        target: a stone of each chain of the group, all of which have to be captured; empty for every enclosed group.
        region: the points on which both sides may play; empty for a region chosen by the engine.
        ko: the point that may not be retaken at once.
        id: any JSON value, returned with the answers; None for the position's index, from 0.
    """

    rows: Sequence[str]
    target: "Sequence[tuple[int, int]]" = ()
    region: "Sequence[tuple[int, int]]" = ()
    ko: "Optional[tuple[int, int]]" = None
    id: Any = None


@dataclass(frozen=True)
class LifeAnswer:
    """The verdict on a group if one side moves first. Points are (column, row) from the upper left, from 0.

    Attributes:
        id: the id of the position.
        target: a stone of each chain of the group.
        first: the side that moves first, "attacker" or "defender".
        verdict: "captured" or "lives", which are certain; "unknown" if the budget was used up; "not enclosed" if no
            region was found.
        ko: "attacker" or "defender" if ko threats of that side would reverse the verdict.
        threats: the least number of threats needed for that.
        how: how the group lives: by "eyes", in "seki", or in a "cycle" that the attacker can prolong forever.
        moves: the first moves with which the first side succeeds, as points or "pass"; empty if nothing helps.
        best: the best first moves with ko threats taken into account, such as the start of a ko.
        pv: a line that shows the verdict.
        region: the points on which the sides played.
        walls: a stone of each chain that is assumed safe, if the engine chose the region.
        zone: the points that the verdict depends on, if the region has more than 60 points.
        reason: why the verdict or some moves are missing, if so.
        nodes: the number of states visited.
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
    zone: "tuple[tuple[int, int], ...]"
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
    """Reads life and death: two answers per group, with the attacker and with the defender moving first.

    Args:
        threads: number of threads; the answers are the same for any number.
        budget: most states of a reading before the verdict is "unknown"; None for eight million.
        memory: memory for the tables of all threads, in MiB; None for 1024.
        program: see `find_program`.
        timeout: seconds for all positions; None waits forever.

    Raises:
        InputError: positions are bad; the error has the answers to the others.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long.
    """
    asked = list(positions)
    bounds = {"--threads": threads, "--budget": budget, "--memory": memory}

    def read(reply: Mapping[str, Any]) -> LifeAnswer:
        return _answer(reply, asked[reply["id"]].id)

    questions = [_question(number, one) for number, one in enumerate(asked)]
    return json_answers(["life", *option_words(bounds)], questions, read, program, timeout)


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
        moves=moves(reply["moves"]),
        best=moves(reply["best"]),
        pv=moves(reply["pv"]),
        region=tuple(map(point, reply.get("region") or ())),
        walls=tuple(map(point, reply.get("walls") or ())),
        zone=tuple(map(point, reply.get("zone") or ())),
        reason=reply.get("reason"),
        nodes=reply["nodes"],
    )


def moves(line: "Sequence[Any]") -> "tuple[Move, ...]":
    """Reads moves from a tool's output."""
    return tuple("pass" if move == "pass" else point(move) for move in line)
