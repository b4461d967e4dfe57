"""Results of JSON analysis. Units and perspective are those of the manual, chapter JSON analysis."""

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class MoveInfo:
    """A searched move. Values are those of the position after it; None if the game has no such value.

    Attributes:
        move: the vertex, such as "D4" or "pass".
        order: its rank, 0 for the best move.
        visits: visits of the search; nodes in gomoku and Othello.
        winrate: the chance to win, from 0 to 1.
        score_lead: points in Go, discs in Othello, evaluation units in gomoku.
        lcb: the lower confidence bound of the winrate.
        prior: the policy of the network, from 0 to 1.
        pv: the principal variation, beginning with the move.
        fields: all values from the engine, by KataGo's names.
    """

    move: str
    order: int
    visits: int
    winrate: Optional[float]
    score_lead: Optional[float]
    lcb: Optional[float]
    prior: Optional[float]
    pv: "tuple[str, ...]"
    fields: Mapping[str, Any] = field(repr=False)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "MoveInfo":
        """Reads an element of `moveInfos`."""
        return cls(
            move=fields["move"],
            order=fields["order"],
            visits=fields["visits"],
            winrate=fields.get("winrate"),
            score_lead=fields.get("scoreLead"),
            lcb=fields.get("lcb"),
            prior=fields.get("prior"),
            pv=tuple(fields.get("pv", ())),
            fields=fields,
        )


@dataclass(frozen=True)
class RootInfo:
    """The position itself, in the units of `MoveInfo`.

    Attributes:
        current_player: the side to move, "B" or "W".
        visits: visits of the search; nodes in gomoku and Othello.
        winrate: the chance to win, from 0 to 1.
        score_lead: points in Go, discs in Othello, evaluation units in gomoku.
        fields: all values from the engine, by KataGo's names.
    """

    current_player: str
    visits: int
    winrate: Optional[float]
    score_lead: Optional[float]
    fields: Mapping[str, Any] = field(repr=False)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "RootInfo":
        """Reads `rootInfo`."""
        return cls(
            current_player=fields["currentPlayer"],
            visits=fields["visits"],
            winrate=fields.get("winrate"),
            score_lead=fields.get("scoreLead"),
            fields=fields,
        )


@dataclass(frozen=True)
class AnalysisResult:
    """A report on one position of a query.

    Attributes:
        id: the id of the query.
        turn_number: the number of moves before the position.
        is_during_search: whether the search continues; every position gets exactly one result with False.
        move_infos: the moves, the best one first; empty if the game is over or the search ended at once.
        root_info: the position itself, or None if the search ended before it had a result.
        ownership: the expected owner of each point, row by row from the upper left, if requested.
        policy: the network's prior of each point and the pass, -1 for illegal moves, if requested.
        fields: the whole reply by KataGo's names, with `ladders`, `chains`, `problem`, `forbidden` and the like.
    """

    id: str
    turn_number: int
    is_during_search: bool
    move_infos: "tuple[MoveInfo, ...]"
    root_info: Optional[RootInfo]
    ownership: "Optional[tuple[float, ...]]" = field(repr=False)
    policy: "Optional[tuple[float, ...]]" = field(repr=False)
    fields: Mapping[str, Any] = field(repr=False)

    @property
    def best(self) -> Optional[MoveInfo]:
        """The best move, if there is one."""
        return self.move_infos[0] if self.move_infos else None

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "AnalysisResult":
        """Reads a reply."""
        moves = sorted(map(MoveInfo.from_json, fields.get("moveInfos", ())), key=lambda info: info.order)
        root = fields.get("rootInfo")
        return cls(
            id=fields["id"],
            turn_number=fields["turnNumber"],
            is_during_search=fields["isDuringSearch"],
            move_infos=tuple(moves),
            root_info=RootInfo.from_json(root) if root else None,
            ownership=_numbers(fields.get("ownership")),
            policy=_numbers(fields.get("policy")),
            fields=fields,
        )


def _numbers(values: "Optional[list[float]]") -> "Optional[tuple[float, ...]]":
    return None if values is None else tuple(values)
