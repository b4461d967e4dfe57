"""Files that are whole or not there at all."""

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Yields a path to write to. At the end its file takes the place of `path`; after an error it is removed."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        # On the disk before it is renamed: after a power failure an empty file would have the name.
        with open(part, "r+b") as written:
            os.fsync(written.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
