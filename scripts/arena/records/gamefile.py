"""Game files for other programs: SGF, and GGF for Reversi."""

from pathlib import Path

from arena.complaint import Complaint
from arena.games import GAMES
from arena.records.ggf import ggf
from arena.records.record import Record
from arena.records.sgf import sgf


def game_file(record: Record) -> tuple[str, str]:
    """The suffix and the text of the game's file."""
    return ("ggf", ggf(record)) if GAMES[record.game].ggf else ("sgf", sgf(record))


def write_game(record: Record, folder: Path) -> Path:
    """Writes the game into a folder, named by its key."""
    suffix, text = game_file(record)
    path = folder / f"{record.key.replace(':', '-')}.{suffix}"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{path} can't be written: {error.strerror}") from error
    return path
