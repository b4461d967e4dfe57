"""Reproducible archives: files sorted, without owner, with one modification time."""

import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from arena.complaint import Complaint

EARLIEST_ZIP = 315532800  # 1980, the earliest time of ZIP
UNIX = 3  # the system of a ZIP entry, which makes its mode valid


@dataclass(frozen=True, order=True)
class Entry:
    """A file in an archive, under a name with slashes."""

    name: str
    source: Path
    executable: bool = False

    @property
    def mode(self) -> int:
        """The Unix permissions."""
        return 0o755 if self.executable else 0o644


def write(archive: Path, entries: Sequence[Entry], seconds: int) -> None:
    """Writes a .tar.gz or a .zip, by the archive's name. All files get the time `seconds` after 1970."""
    names = [entry.name for entry in entries]
    if len(set(names)) < len(names):
        raise Complaint(f"{archive.name} would have files with the same name: {', '.join(sorted(names))}")
    packer = _zip if archive.suffix == ".zip" else _tar
    archive.write_bytes(packer(sorted(entries), seconds))


def _tar(entries: Sequence[Entry], seconds: int) -> bytes:
    packed = io.BytesIO()
    # A gzip header has the file's name: leave it empty.
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=seconds) as stream:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for entry in entries:
                content = entry.source.read_bytes()
                member = tarfile.TarInfo(entry.name)
                member.size, member.mtime, member.mode = len(content), seconds, entry.mode
                tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def _zip(entries: Sequence[Entry], seconds: int) -> bytes:
    packed = io.BytesIO()
    moment = time.gmtime(max(seconds, EARLIEST_ZIP))[:6]
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in entries:
            member = zipfile.ZipInfo(entry.name, moment)
            member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, UNIX
            member.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(member, entry.source.read_bytes())
    return packed.getvalue()


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks an archive that `write` made, modes included."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
            # Unlike unzip, Python ignores the modes.
            for member in packed.infolist():
                (folder / member.filename).chmod(member.external_attr >> 16 & 0o777)
    else:
        with tarfile.open(archive) as packed:
            # Newer Pythons want a filter, older ones have none.
            packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
            packed.extractall(folder)


def checksums(folder: Path, archives: Sequence[Path]) -> Path:
    """Writes SHA256SUMS, which `sha256sum --check` reads."""
    lines = [f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n" for archive in sorted(archives)]
    sums = folder / "SHA256SUMS"
    sums.write_bytes("".join(lines).encode())
    return sums
