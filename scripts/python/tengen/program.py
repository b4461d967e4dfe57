"""Location of the program `tengen`."""

import os
import shutil
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import Iterator, Optional, Sequence, Union

from .errors import ProgramNotFound

Program = Union[str, "os.PathLike[str]", Sequence[str], None]
"""A path or a name on the PATH; words of a command line such as ["ssh", "host", "tengen"]; None to search."""

NAME = "tengen.exe" if os.name == "nt" else "tengen"


def find_program(program: Program = None) -> "list[str]":
    """Returns the words that start the program.

    Searches in this order: the argument, the environment variable TENGEN, the copy installed with this package, the
    PATH.

    Raises:
        ProgramNotFound: there is none, or the argument or TENGEN does not name a program.
    """
    if program is not None and not isinstance(program, (str, os.PathLike)):
        words = list(program)
        if not words:
            raise ProgramNotFound("the program is an empty list of words")
        return [_named(words[0], "the argument"), *words[1:]]
    if program is not None:
        return [_named(os.fspath(program), "the argument")]
    if variable := os.environ.get("TENGEN"):
        return [_named(variable, "the environment variable TENGEN")]
    if own := installed_program():
        return [own]
    if found := shutil.which("tengen"):
        return [found]
    raise ProgramNotFound(
        "no program tengen: this package was installed without one, and none is on the PATH; "
        "name it by the argument program or the environment variable TENGEN"
    )


def installed_program() -> Optional[str]:
    """Returns the path of the program installed with this package, if there is one."""
    for place in _places():
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    return None


def _places() -> Iterator[Path]:
    # The list of installed files is exact for every kind of environment.
    try:
        files = metadata.files("tengen") or []
    except metadata.PackageNotFoundError:
        return
    listed = [file for file in files if file.name == NAME and file.parent.name in ("bin", "Scripts")]
    yield from (Path(str(file.locate())).resolve() for file in listed)
    if listed:
        # `pip install --target` moves scripts after it has written that list.
        yield Path(__file__).resolve().parents[1] / "bin" / NAME
        yield Path(sysconfig.get_path("scripts")) / NAME


def _named(name: str, source: str) -> str:
    if found := shutil.which(name):
        return found
    reason = "cannot be run" if Path(name).exists() else "does not exist"
    raise ProgramNotFound(f"{source} names {name}, which {reason}")


def main() -> int:
    """Runs the program with the arguments of this process."""
    try:
        words = [*find_program(), *sys.argv[1:]]
    except ProgramNotFound as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    if os.name != "nt":
        os.execv(words[0], words)
    import subprocess

    return subprocess.call(words)
