"""Problem diagrams of Go, in which no group is named and nothing needs to be enclosed."""

from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Sequence

from .ladders import point
from .life import Move, moves
from .program import Program
from .tool import json_answers, option_words


@dataclass(frozen=True)
class Diagram:
    """A problem diagram.

    Attributes:
        rows: the board from the top, "X" black, "O" white, "." empty.
        to_move: the side to move, "black" or "white".
        ko: the point that may not be retaken at once, as (column, row).
        id: any JSON value, returned with the answer; None for the diagram's index, from 0.
    """

    rows: Sequence[str]
    to_move: str
    ko: "Optional[tuple[int, int]]" = None
    id: Any = None


@dataclass(frozen=True)
class Refutation:
    """A natural first move that is proved to fail.

    Attributes:
        move: the move.
        line: a line after it, in which the other side moves first.
    """

    move: "tuple[int, int]"
    line: "tuple[Move, ...]"


@dataclass(frozen=True)
class TriedArea:
    """An area in which a chain was read without an answer.

    Attributes:
        outcome: the reason, "limit", "too_large", "settled", "exit", "several_moves" or "only_pass".
        black: the verdict in this area if black moves first, "captured", "lives" or "unknown".
        white: the same if white moves first.
        target: the stones of the chain.
        region: the points on which both sides could play.
        assumed: empty points next to the region that counted as the attacker's.
    """

    outcome: str
    black: str
    white: str
    target: "tuple[tuple[int, int], ...]"
    region: "tuple[tuple[int, int], ...]"
    assumed: "tuple[tuple[int, int], ...]"


@dataclass(frozen=True)
class DiagramAnswer:
    """The first moves in a diagram. Points are (column, row) from the upper left, from 0.

    Attributes:
        id: the id of the diagram.
        verdict: "unsettled" or "ko", which are proved; "unknown" without a proof, and then only `line` and `tried` are set.
        goal: the task of the side to move, "kill", "live", "race" or "capture".
        target: the stones of the chain in question.
        moves: the first moves that succeed, the most natural first.
        kind: "unconditional", "seki", "ko", or for a capture "without_threats".
        threats: the number of ko threats needed, in a ko.
        line: a line in which the side to move begins; a network's guess if the verdict is unknown.
        reply: a line in which the other side begins.
        refutations: natural first moves that are proved to fail even with ko threats.
        zone: the points that the verdict depends on, if they are fewer than the region.
        region: the points on which both sides may play; empty for a capture.
        assumed: empty points next to the region that count as the attacker's.
        tried: the readings of chains that have no answer; a diagram's first answer has them.
    """

    id: Any
    verdict: str
    goal: Optional[str]
    target: "tuple[tuple[int, int], ...]"
    moves: "tuple[tuple[int, int], ...]"
    kind: Optional[str]
    threats: Optional[int]
    line: "tuple[Move, ...]"
    reply: "tuple[Move, ...]"
    refutations: "tuple[Refutation, ...]"
    zone: "tuple[tuple[int, int], ...]"
    region: "tuple[tuple[int, int], ...]"
    assumed: "tuple[tuple[int, int], ...]"
    tried: "tuple[TriedArea, ...]"


def diagrams(
    positions: Iterable[Diagram],
    *,
    threads: int = 1,
    budget: Optional[int] = None,
    memory: Optional[int] = None,
    model: Optional[str] = None,
    program: Program = None,
    timeout: Optional[float] = None,
) -> "list[DiagramAnswer]":
    """Answers problem diagrams: finds the groups in question, and the first moves of the side to move.

    Diagrams have their answers in order, one for each group in question or an unknown one.

    Args:
        threads: number of threads.
        budget: most states of a reading before the verdict is "unknown"; None for 400,000.
        memory: memory for the tables of all threads, in MiB; None for 1024.
        model: a network file that chooses the group; None for the built-in network.
        program: see `find_program`.
        timeout: seconds for all diagrams; None waits forever.

    Raises:
        InputError: diagrams are bad; the error has the answers to the others.
        EngineDied: the program failed as a whole.
        ReplyTimeout: it took too long.
    """
    asked = list(positions)
    bounds = {"--threads": threads, "--budget": budget, "--memory": memory, "--model": model}

    def read(reply: Mapping[str, Any]) -> DiagramAnswer:
        return _answer(reply, asked[reply["id"]].id)

    questions = [
        {"id": number, "rows": list(one.rows), "ko": one.ko, "to_move": one.to_move} for number, one in enumerate(asked)
    ]
    return json_answers(["life", "--problems", *option_words(bounds)], questions, read, program, timeout)


def _answer(reply: Mapping[str, Any], id: Any) -> DiagramAnswer:
    return DiagramAnswer(
        id=reply["id"] if id is None else id,
        verdict=reply["verdict"],
        goal=reply.get("goal"),
        target=tuple(map(point, reply["target"])),
        moves=tuple(map(point, reply["moves"])),
        kind=reply["kind"],
        threats=reply.get("threats"),
        line=moves(reply["line"]),
        reply=moves(reply["reply"]),
        refutations=tuple(Refutation(point(one["move"]), moves(one["line"])) for one in reply["refutations"]),
        zone=tuple(map(point, reply["zone"])),
        region=tuple(map(point, reply["region"])),
        assumed=tuple(map(point, reply["assumed"])),
        tried=tuple(map(_tried, reply.get("tried", ()))),
    )


def _tried(fields: Mapping[str, Any]) -> TriedArea:
    return TriedArea(
        outcome=fields["outcome"],
        black=fields["black"],
        white=fields["white"],
        target=tuple(map(point, fields["target"])),
        region=tuple(map(point, fields["region"])),
        assumed=tuple(map(point, fields["assumed"])),
    )
