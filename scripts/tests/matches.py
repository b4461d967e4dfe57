"""Short matches between real processes, for the tests of matches."""

from dataclasses import replace
from unittest import mock

from arena.records import openings, record
from arena.engines.clock import Clock
from arena.match import EngineSpec, Match, play_match
from tests.support import OPENINGS, InFolder, fake, tengen

SIZES = {"go": (9, 9), "gomoku": (15, 15), "reversi": (8, 8)}
RULES = {"go": "cgos", "gomoku": "freestyle", "reversi": "othello"}
NODES = {"go": 20, "gomoku": 200, "reversi": 200}
_MOVES = {"key", "moves", "result", "end", "opening", "black", "white"}


def nodes(count: int) -> Clock:
    return Clock(kind="nodes", nodes=count)


def course(played: record.Record) -> dict:
    """What two runs of the same match have in common."""
    return {name: value for name, value in vars(played).items() if name in _MOVES}


class MatchCase(InFolder):
    def setUp(self) -> None:
        super().setUp()
        # With the least priority, the maker of openings would get no time while other tests are busy.
        usual = mock.patch.object(openings, "LEAST_PRIORITY", 0)
        usual.start()
        self.addCleanup(usual.stop)

    def match(self, game: str, **changes) -> Match:
        """Two tengens with few nodes per move; Go is played by playouts, which never resign at so few nodes."""
        file = self.file(f"{game}.txt", OPENINGS[game])
        engine = tengen("--model", "none") if game == "go" else tengen()
        first = EngineSpec("A", engine, clock=nodes(NODES[game]))
        second = EngineSpec("B", engine, clock=nodes(NODES[game] // 2))
        komi = 7.0 if game == "go" else None
        match = Match((first, second), game, SIZES[game], RULES[game], komi, games=4, openings=file, patience=20)
        return replace(match, **changes)

    def against(self, fault: str, clock: Clock = Clock(), **changes) -> list[record.Record]:
        """A tengen against an engine that commits a fault on its third move; the games by their keys."""
        match = self.match("reversi", **changes)
        other = EngineSpec("B", fake("--fault", fault), clock=clock)
        games = play_match(replace(match, engines=(match.engines[0], other)))
        return sorted(games, key=lambda played: played.key)
