"""Command-line options of a match, shared by all scripts that play one."""

import argparse
import os
from pathlib import Path
from typing import Callable

from arena.engines.clock import Clock
from arena.complaint import Complaint
from arena.engines.process import split
from arena.engines.settings import EngineSpec, Match
from arena.games import GAMES
from arena.records.opening_format import FORMATS

GOMOKU_RULES = ("freestyle", "standard", "renju", "caro", "exact-caro")
KOMI = 7.5
HANDICAP_KOMI = 0.5
LIMITS = ("nodes", "depth", "time", "clock")
KEYS = ("name", "cmd", "proto", "dir", "init", "restart", *LIMITS)

ENGINES_HELP = """\
An engine is described by KEY=VALUE words:
  name=A             its name [default: the program's]
  cmd="tengen -x"    its command line, run without a shell
  proto=gtp          or gomocup [default: gtp]
  nodes=N depth=N time=SECONDS clock=MAIN+INCREMENT
                     one limit of its moves: nodes or playouts, depth, seconds per
                     move, or seconds for the game and added per move; clock=none
                     sends no time
  init="a;b"         commands sent before every game
  dir=FOLDER         its working folder
  restart=yes        a new process for every game
"""


def add_match_arguments(parser: argparse.ArgumentParser, games: int = 100) -> None:
    """Adds the options of a match; `games` is the default of --games."""
    add = parser.add_argument
    add("--engine", action="append", nargs="+", metavar="KEY=VALUE", help="an engine; give two")
    add("--each", action="extend", nargs="+", default=[], metavar="KEY=VALUE", help="for both engines")
    add("--games", type=natural(2), default=games, metavar="N", help="even: pairs with colors swapped [%(default)s]")
    add("--handicap", type=natural(2), default=0, metavar="N", help="Go: the first engine is black in every game and has "
        "N stones on their usual points; no openings, but another random seed in each game")
    add("--shard", type=shard, default=(1, 1), metavar="I/N", help="play part I of N, counted from 1, of the match")
    add("--out", type=Path, metavar="FILE", help="a line of JSON for each game; an interrupted run resumes "
        "at its end")
    add("--sgf", type=Path, metavar="DIR", help="every game as SGF, or as GGF in Reversi")
    add_conditions(parser)


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the conditions of games, independent of the players."""
    parser.set_defaults(handicap=0)
    add = parser.add_argument
    add("--game", choices=sorted(GAMES), required=True, help="the game")
    add("--size", type=board_size, metavar="N|WxH", help="board size "
        f"[default: {', '.join(f'{game.title} {game.size}' for game in GAMES.values())}]")
    add("--rules", metavar="NAME", help="Go: cgos, or chinese, japanese, tromp-taylor and others of KataGo's names [cgos]; "
        f"gomoku: {', '.join(GOMOKU_RULES)} [freestyle]")
    add("--komi", type=float, metavar="K", help=f"of Go [{KOMI}, with handicap {HANDICAP_KOMI}]")
    add("--openings", type=Path, metavar="FILE", help="one per line, black first, or as JSON with `opening`, such as "
        "game records; # begins a comment [made and judged as balanced by the referee's program]")
    add("--openings-format", choices=FORMATS, help="format of --openings: gtp (E5 C3: columns without I), gomocup "
        "(-3,2, 0,-1: offsets from the center) or xy (e11c13: columns with I, rows from the top), as `tengen openings "
        "--format` writes them [recognized; needed if every opening is a single move]")
    add("--opening-moves", type=natural(0), metavar="N", help="length of generated openings "
        f"[{', '.join(f'{name} {game.opening}' for name, game in GAMES.items())}]")
    add("--concurrency", type=natural(1), default=1, metavar="N", help="games at a time [%(default)s]")
    add("--seed", type=natural(0), default=1, metavar="S", help="seed of the openings and their order [%(default)s]")
    add("--log", type=Path, metavar="DIR", help="folder for the engines' stderr")
    add("--referee", metavar="CMD", help="a tengen that judges [$TENGEN, the release build here, or tengen on the "
        "path]")
    add("--margin", type=seconds, default=0.1, metavar="SECONDS", help="tolerated lateness [%(default)s]")
    add("--patience", type=seconds, default=60.0, metavar="SECONDS", help="silence beyond its clock after which an "
        "engine counts as hung and is killed; without a clock, per move [%(default)s]")
    add("--most-moves", type=natural(1), metavar="N", help="a longer game is a draw [3 per point]")


def read_match(options: argparse.Namespace) -> Match:
    """The match that the options describe."""
    game = options.game
    defaults = GAMES[game]
    default_size = (defaults.size, defaults.size)
    size = options.size or default_size
    rules = (options.rules or defaults.rules).lower()
    if not defaults.has_rules and (size, rules, options.komi) != (default_size, defaults.rules, None):
        raise Complaint(f"{defaults.title} is played on {defaults.size}x{defaults.size} and has neither --rules nor --komi")
    if game == "gomoku" and (rules not in GOMOKU_RULES or options.komi is not None):
        raise Complaint(f"gomoku has no komi, and its --rules are {', '.join(GOMOKU_RULES)}")
    if options.games % 2:
        raise Complaint(f"--games {options.games}: expected an even number, since games come in pairs")
    komi = None
    if game == "go":
        default_komi = HANDICAP_KOMI if options.handicap else KOMI
        komi = default_komi if options.komi is None else options.komi
    elif options.handicap:
        raise Complaint("--handicap: only Go has handicap stones")
    if options.openings_format and not options.openings:
        raise Complaint("--openings-format: there is no file of --openings")
    if options.handicap and (options.openings or options.opening_moves):
        raise Complaint("--handicap: games with stones have no openings")
    return Match(
        engines=read_engines(options.engine or [], options.each),
        game=game,
        size=size,
        rules=rules,
        komi=komi,
        games=options.games,
        handicap=options.handicap,
        out=options.out,
        openings=options.openings,
        openings_format=options.openings_format,
        opening_moves=options.opening_moves,
        concurrency=options.concurrency,
        seed=options.seed,
        shard=options.shard,
        sgf=options.sgf,
        log=options.log,
        referee=options.referee,
        margin=options.margin,
        patience=options.patience,
        most_moves=options.most_moves,
    )


def read_engines(described: list[list[str]], each: list[str]) -> tuple[EngineSpec, EngineSpec]:
    """Two engines from KEY=VALUE words; those of `each` are their defaults."""
    if len(described) != 2:
        raise Complaint(f"expected two engines, {len(described)} were given with --engine")
    common = _words(each)
    first, second = (_engine({**_without_limits(common, own), **own}) for own in map(_words, described))
    if first.name == second.name:
        raise Complaint(f"both engines are called {first.name}; give them names with name=")
    return first, second


def _words(words: list[str]) -> dict[str, str]:
    values = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key not in KEYS or not equals or not value:
            raise Complaint(f"engine option '{word}': expected KEY=VALUE, with one of {', '.join(KEYS)}")
        values[key] = value
    return values


def _without_limits(common: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """The common words without limits, if the engine has its own limit."""
    if any(key in own for key in LIMITS):
        return {key: value for key, value in common.items() if key not in LIMITS}
    return common


def _engine(values: dict[str, str]) -> EngineSpec:
    if "cmd" not in values:
        raise Complaint("an engine has no cmd=")
    name = values.get("name") or Path(split(values["cmd"])[0]).stem
    limits = [key for key in LIMITS if key in values]
    if len(limits) > 1:
        raise Complaint(f"{name}: {' and '.join(limits)} were given, expected one limit")
    if values.get("proto", "gtp") not in ("gtp", "gomocup"):
        raise Complaint(f"{name}: proto={values['proto']}: expected gtp or gomocup")
    if values.get("restart", "no") not in ("yes", "no"):
        raise Complaint(f"{name}: restart={values['restart']}: expected yes or no")
    if "dir" in values and not os.path.isdir(values["dir"]):
        raise Complaint(f"{name}: dir={values['dir']} is not a folder")
    return EngineSpec(
        name=name,
        command=values["cmd"],
        protocol=values.get("proto", "gtp"),
        clock=Clock.parse(limits[0], values[limits[0]]) if limits else Clock(),
        init=tuple(filter(None, map(str.strip, values.get("init", "").split(";")))),
        directory=values.get("dir"),
        restart=values.get("restart") == "yes",
    )


def natural(least: int) -> Callable[[str], int]:
    """A parser of whole numbers from `least`."""

    def read(text: str) -> int:
        value = int(text)
        if value < least:
            raise ValueError
        return value

    read.__name__ = f"whole number from {least}"
    return read


def seconds(text: str) -> float:
    """A nonnegative time."""
    value = float(text)
    if not 0 <= value < 1e9:
        raise ValueError
    return value


def board_size(text: str) -> tuple[int, int]:
    """N or WxH."""
    width, _, height = text.lower().partition("x")
    size = int(width), int(height or width)
    if min(size) < 1:
        raise ValueError
    return size


def shard(text: str) -> tuple[int, int]:
    """I/N with I from 1 to N."""
    part, _, parts = text.partition("/")
    if not 1 <= int(part) <= int(parts):
        raise ValueError
    return int(part), int(parts)


seconds.__name__ = "time in seconds"
board_size.__name__ = "board size"
shard.__name__ = "shard, such as 1/4"
