"""Files of lines that survive a kill: only ended lines count, and a resumed run cuts off a torn last one."""

import os
from pathlib import Path

from arena.complaint import Complaint


class LineWriter:
    """A writer that appends lines to a file; a killed run loses no written line."""

    def __init__(self, path: os.PathLike) -> None:
        self.path = Path(path)
        try:
            self.file = open(self.path, "ab")
            self._cut_torn_line()
        except OSError as error:
            raise Complaint(f"{path} can't be written: {error.strerror}") from error

    def _cut_torn_line(self) -> None:
        content = self.path.read_bytes()
        if not content.endswith(b"\n"):
            self.file.truncate(content.rfind(b"\n") + 1)

    def write_line(self, line: str) -> None:
        """Appends a line; it is on the disc when this returns."""
        self.file.write(line.encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        """Closes the file."""
        self.file.close()

    def __enter__(self) -> "LineWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def whole_lines(path: Path) -> tuple[list[str], bool]:
    """The whole lines of a file, blank ones too, and whether a torn one follows them."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{path} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{path} is not a text in UTF-8") from error
    *lines, rest = text.split("\n")
    return lines, bool(rest.strip())
