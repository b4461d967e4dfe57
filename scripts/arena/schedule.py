"""The games of a match that remain to be played here."""

from dataclasses import dataclass
from typing import Iterator, Optional

from arena.complaint import Complaint
from arena.records.openings import Openings
from arena.records.record import Record
from arena.engines.settings import Match

LARGEST_SEED = 2**31  # exclusive; GNU Go reads an int


@dataclass(frozen=True)
class Pairing:
    """A game to play."""

    key: str
    pair: int
    round: int
    opening: list[str]

    def seeds(self, match: Match) -> Optional[dict[str, int]]:
        """A separate random seed for each side of each game, if no opening makes games differ."""
        if not match.handicap:
            return None
        black = (match.seed << 20) + 2 * (2 * self.pair + self.round)
        return {"black": black % LARGEST_SEED, "white": (black + 1) % LARGEST_SEED}


def schedule(match: Match, openings: Openings, finished: list[Record]) -> Iterator[Pairing]:
    """The unfinished games of this shard in playing order. Raises Complaint if a
    finished game has another opening than in this match."""
    done = {record.key: record for record in finished}
    part, parts = match.shard
    for pair in range(part - 1, match.games // 2, parts):
        opening = openings[pair]
        for round_ in (0, 1):
            key = f"{match.seed}:{pair}:{round_}"
            if key not in done:
                yield Pairing(key, pair, round_, opening)
            elif done[key].opening != opening:
                raise Complaint(f"{match.out} was played with other openings: game {key} differs")


def shard_size(match: Match) -> int:
    """The number of games of this shard."""
    part, parts = match.shard
    return 2 * len(range(part - 1, match.games // 2, parts))


def own_records(match: Match, records: list[Record]) -> list[Record]:
    """The records of games in this shard."""
    part, parts = match.shard
    pairs = range(part - 1, match.games // 2, parts)
    return [record for record in records if record.pair in pairs]


def refuse_other_settings(match: Match, finished: list[Record]) -> None:
    """Raises Complaint if a record was played with other settings than this match's."""
    specs = {spec.name: spec for spec in match.engines}
    for record in finished:
        mixed = {
            "game": (record.game, match.game),
            "size": (record.size, match.size),
            "rules": (record.rules, match.rules),
            "komi": (record.komi, match.komi),
            "handicap": (len(record.handicap), match.handicap),
            "seed": (record.key.split(":")[0], str(match.seed)),
        }
        names = {record.black, record.white}
        mixed["engines"] = (names, specs.keys())
        for color, name in (("black", record.black), ("white", record.white)) if names == specs.keys() else ():
            mixed[f"command of {name}"] = (record.engines[name], specs[name].command)
            mixed[f"limit of {name}"] = (record.clock[color], specs[name].clock.to_json())
        for what, (seen, wanted) in mixed.items():
            if seen != wanted:
                raise Complaint(
                    f"{match.out} was played with other settings: {what} {_short(seen)} in game {record.key}, "
                    f"now {_short(wanted)}; name another file with --out"
                )


def _short(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {item}" for key, item in value.items() if key != "kind" or len(value) == 1)
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    return str(value) if isinstance(value, (str, int, float, type(None))) else " and ".join(sorted(value))
