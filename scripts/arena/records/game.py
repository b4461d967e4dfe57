"""One game between two players, judged by the referee."""

from dataclasses import dataclass, field
from typing import Optional

from arena.engines.clock import RunningClock
from arena.engines.player import Player
from arena.engines.process import EngineFault
from arena.engines.referee import Referee, RefereeFailure, color_of
from arena.engines.settings import Match

LETTER = {"black": "B", "white": "W"}
OTHER = {"black": "white", "white": "black"}


@dataclass
class Course:
    """The course of a game; the fields are the record's."""

    handicap: list[str] = field(default_factory=list)  # black's stones before the first move
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    result: str = "void"
    winner: Optional[str] = None
    end: str = "referee"
    faulty: Optional[str] = None  # the color of the side that committed a fault
    note: str = ""

    def lose(self, color: str, end: str, letter: str) -> None:
        """Ends the game with a loss for `color`; `letter` is the reason in SGF's results."""
        self.winner = OTHER[color]
        self.result = f"{LETTER[self.winner]}+{letter}"
        self.end = end

    def forfeit(self, color: str, kind: str, note: str) -> None:
        """Ends the game with a fault of `color`."""
        self.lose(color, kind, "T" if kind == "time" else "F")
        self.faulty = color
        self.note = note

    def count(self, result: str) -> None:
        """Ends the game with the referee's result: B+3.5, W+2 or 0."""
        self.result = result
        self.winner = {"B": "black", "W": "white"}.get(result[0], "draw")
        self.end = "score"


def play_game(
    players: dict[str, Player], referee: Referee, opening: list[str], match: Match, seeds: Optional[dict[str, int]] = None
) -> Course:
    """Plays a game to its end, even if a player fails. A failure of the referee makes it void. `seeds` are the
    players' random seeds; without them each continues with its own."""
    course = Course(referee.handicap)
    try:
        referee.begin(opening)
        if _begin(players, opening, seeds or {}, course):
            _play(players, referee, opening, match, course)
    except RefereeFailure as failure:
        course.note = str(failure)
    return course


def _begin(players: dict[str, Player], opening: list[str], seeds: dict[str, int], course: Course) -> bool:
    """Lets both players set up the game. Returns whether they succeeded."""
    for color, player in players.items():
        try:
            player.begin(seeds.get(color))
            for ply, vertex in enumerate(opening):
                player.tell(color_of(ply), vertex)
        except EngineFault as fault:
            course.forfeit(color, fault.kind, f"at the start of the game: {fault}")
            return False
    return True


def _play(players: dict[str, Player], referee: Referee, opening: list[str], match: Match, course: Course) -> None:
    clocks = {color: RunningClock(player.spec.clock, match.margin) for color, player in players.items()}
    width, height = match.size
    most_moves = match.most_moves or 3 * width * height
    for ply in range(1 if match.handicap else len(opening), most_moves):
        color = color_of(ply)
        try:
            vertex, seconds = players[color].choose(color, clocks[color])
        except EngineFault as fault:
            return course.forfeit(color, fault.kind, str(fault))
        had = clocks[color].left
        if not clocks[color].spend(seconds):
            return course.forfeit(color, "time", f"{seconds:.3f} s for {vertex} with {had:.3f} s left")
        if vertex == "resign":
            return course.lose(color, "resign", "R")
        if not referee.play(color, vertex):
            return course.forfeit(color, "illegal", f"{vertex} as move {ply + 1} is illegal")
        course.moves.append(vertex)
        course.seconds.append(round(seconds, 4))
        if referee.is_over():
            return course.count(referee.result())
        try:
            players[OTHER[color]].tell(color, vertex)
        except EngineFault as fault:
            return course.forfeit(OTHER[color], fault.kind, str(fault))
    course.result, course.winner, course.end = "0", "draw", "limit"
    course.note = f"no end after {most_moves} moves"
