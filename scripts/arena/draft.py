"""Atomically written files."""

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Yields a path to write to. At the end its file replaces `path`; after an error it is removed."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        # Sync before the rename, or a power failure could leave an empty file under the name.
        with open(part, "r+b") as written:
            os.fsync(written.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
