"""Rust sources as text: their types, functions and globals, tests left out."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Optional

from arena.games import GAMES

SKIPPED = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"|(?<!\w)b?r(?P<hashes>#*)\".*?\"(?P=hashes)|(?<!\w)b?\"(?:\\.|[^\"\\])*\""
    r"|(?<!\w)b?'(?:\\.[^'\n]*|[^\\'\n])'",
    re.S,
)
TEST = re.compile(r"#\[cfg\((?:all\()?test\b[^\]]*\]")
TYPE = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))? )?(?:unsafe )?(struct|enum|trait|union) (\w+)", re.M)
ALIAS = re.compile(r"^(?:pub(?:\([^)]*\))? )?type (\w+)", re.M)
FUNCTION = re.compile(r"\bfn (\w+)")
STATIC = re.compile(r"\bstatic (?:mut \w+|\w+ *: *[^=;]*\b(?:Mutex|RwLock|Atomic\w+|RefCell|Cell|UnsafeCell)\b)")
OPENING, CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Function:
    """A function with a body."""

    name: str
    file: str
    lines: int
    arguments: int


@dataclass(frozen=True)
class SourceFile:
    """A file of the crates."""

    path: str  # from the folder of the sources, with slashes
    code: str  # blanks for comments, strings and what only tests compile
    lines: int  # without code of tests

    @property
    def game(self) -> Optional[str]:
        """The game that the file belongs to."""
        rooms = Path(self.path).with_suffix("").parts
        return next((game for game in GAMES if game in rooms), None)

    def types(self) -> List[str]:
        """Names of structs, enums, traits, unions and top-level type aliases."""
        return [match[2] for match in TYPE.finditer(self.code)] + ALIAS.findall(self.code)

    def functions(self) -> Iterator[Function]:
        """Functions with bodies."""
        for match in FUNCTION.finditer(self.code):
            begin = self.code.find("(", end_of_generics(self.code, match.end()))
            after = end_of_brackets(self.code, begin)
            body = re.compile(r"[{;]").search(self.code, after)
            if body is None or body[0] == ";":
                continue
            end = end_of_brackets(self.code, body.start())
            lines = self.code.count("\n", match.start(), end) + 1
            yield Function(match[1], self.path, lines, arguments(self.code[begin + 1 : after - 1]))

    def globals(self) -> List[str]:
        """Globals that can change."""
        return [match[0] for match in STATIC.finditer(self.code)]


def blank(match: "re.Match[str]") -> str:
    """Blanks for a match; line ends stay."""
    return re.sub(r"[^\n]", " ", match[0])


def end_of_brackets(code: str, at: int) -> int:
    """The place after the bracket that closes the one at `at`."""
    depth = 0
    for end in range(at, len(code)):
        depth += (code[end] in OPENING) - (code[end] in CLOSING)
        if depth == 0:
            return end + 1
    return len(code)


def end_of_generics(code: str, at: int) -> int:
    """The place after `<...>`, if it begins at `at`; the arrow of a function type closes nothing."""
    depth = 0
    for end in range(at, len(code)):
        if code[end] == "<":
            depth += 1
        elif code[end] == ">" and code[end - 1] != "-":
            depth -= 1
        if depth == 0:
            return end
    return at


def arguments(code: str) -> int:
    """The number of arguments between the parentheses of a function, `self` included."""
    parts, depth, previous = [""], 0, ""
    for c in code:
        depth += (c in OPENING + "<") - (c in CLOSING or (c == ">" and previous != "-"))
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
        previous = c
    return sum(1 for part in parts if part.strip())


def without_tests(code: str) -> str:
    """Blanks for items behind `#[cfg(test)]`. Takes code without comments and strings."""
    at = 0
    while match := TEST.search(code, at):
        stop = re.compile(r"[{;]").search(code, match.end())
        if stop is None:
            end = len(code)
        elif stop[0] == ";":
            end = stop.end()
        else:
            end = end_of_brackets(code, stop.start())
        code = code[: match.start()] + re.sub(r"[^\n]", " ", code[match.start() : end]) + code[end:]
        at = end
    return code


def is_test(path: Path) -> bool:
    """Whether a file, from the folder of the sources, holds tests, what only they use, or an example, which they run."""
    return bool({"testing", "tests", "examples"} & set(path.with_suffix("").parts))


def read(folder: Path) -> List[SourceFile]:
    """The files of a crate, or of crates in folders of it, those of tests left out."""
    texts: Dict[Path, str] = {path.relative_to(folder): path.read_text() for path in sorted(folder.rglob("*.rs"))}
    bare = {path: SKIPPED.sub(blank, text) for path, text in texts.items()}
    code = {path: without_tests(text) for path, text in bare.items()}
    # A module declared for tests alone is one, with all its files.
    tests = set()
    for path, text in bare.items():
        inside = path.parent if path.name in ("mod.rs", "lib.rs", "main.rs") else path.with_suffix("")
        declared = re.compile(r"\bmod (\w+);")
        tests |= {inside / name for name in set(declared.findall(text)) - set(declared.findall(code[path]))}
    files = []
    for path, text in code.items():
        module = path.with_suffix("")
        if is_test(path) or module in tests or tests & set(module.parents):
            continue
        hidden = sum(1 for line, left in zip(bare[path].splitlines(), text.splitlines()) if line.strip() and not left.strip())
        files.append(SourceFile(path.as_posix(), text, len(texts[path].splitlines()) - hidden))
    return files
