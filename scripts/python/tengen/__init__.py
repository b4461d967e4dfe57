"""Tengen, a board-game engine for Go, gomoku and Reversi, from Python.

- `Gtp`, `Gomocup`, `Analysis`: conversations with a running engine
- `ladders`, `life`, `diagrams`, `solve`, `annotate`: questions that need no conversation
- `find_program`: the location of the program
"""

from .analysis import Analysis
from .analysis_query import AnalysisQuery, Query
from .analysis_result import AnalysisResult, MoveInfo, RootInfo
from .annotate import annotate
from .diagrams import Diagram, DiagramAnswer, Refutation, TriedArea, diagrams
from .endgame import EndgameResult, solve
from .errors import (
    AnalysisError,
    AnalysisWarning,
    EngineClosed,
    EngineDied,
    Fault,
    GomocupError,
    GtpError,
    InputError,
    ProgramNotFound,
    ReplyTimeout,
    TengenError,
)
from .gomocup import Gomocup
from .gtp import Gtp
from .gtp_stream import GtpStream
from .ladders import LadderAnswer, LadderPosition, LadderQuestion, ladders
from .life import LifeAnswer, LifePosition, life
from .program import Program, find_program

__version__ = "0.15.0"

__all__ = [
    "Analysis",
    "AnalysisError",
    "AnalysisQuery",
    "AnalysisResult",
    "AnalysisWarning",
    "Diagram",
    "DiagramAnswer",
    "EndgameResult",
    "EngineClosed",
    "EngineDied",
    "Fault",
    "Gomocup",
    "GomocupError",
    "Gtp",
    "GtpError",
    "GtpStream",
    "InputError",
    "LadderAnswer",
    "LadderPosition",
    "LadderQuestion",
    "LifeAnswer",
    "LifePosition",
    "MoveInfo",
    "Program",
    "ProgramNotFound",
    "Query",
    "Refutation",
    "ReplyTimeout",
    "RootInfo",
    "TengenError",
    "TriedArea",
    "annotate",
    "diagrams",
    "find_program",
    "ladders",
    "life",
    "solve",
]
