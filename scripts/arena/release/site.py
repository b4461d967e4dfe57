"""The board in the browser as static files: an app that can be installed and works offline.

The files lie in a folder named after their version, so that a page never loads files of two versions; only the document, the
manifest and the service worker have fixed addresses.
"""

import base64
import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path

from arena.complaint import Complaint
from arena.release import build, tool

WEB = build.ROOT / "src" / "web"
PAGE = WEB / "page"
APP = WEB / "app"
INDEX = "index.html"
MANIFEST = "app.webmanifest"
SERVICE_WORKER = "service-worker.js"
MODULE = Path("engine", "tengen.wasm")
SCRIPTS = (Path("app.js"), Path("early.js"), Path("engine", "engine-worker.js"))  # with the modules that they import
STYLE = Path("style", "style.css")  # with the style sheets that it imports
JOINER = Path(__file__).with_name("join_modules.rs")
VERSION_DIGITS = 12
# The colors of the page's header, for the bars around the app.
HEADERS = {"(prefers-color-scheme: light)": "#fffefb", "(prefers-color-scheme: dark)": "#23211d"}
ENGINE_IN_WORKER = '<meta name="tengen-engine" content="worker" />'
# The policy of 'tengen web', except what only a server can set.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def check(folder: Path) -> None:
    """Raises Complaint if the folder has files that `write` did not write."""
    if folder.exists() and not folder.is_dir():
        raise Complaint(f"{folder} is not a folder")
    index = folder / INDEX
    is_ours = index.is_file() and ENGINE_IN_WORKER in index.read_text("utf-8", errors="replace")
    if folder.is_dir() and any(folder.iterdir()) and not is_ours:
        raise Complaint(f"{folder} has other files")


def write(folder: Path, module: Path) -> None:
    """Writes the page and the engine, replacing those of an earlier run."""
    app = folder / "app"
    if app.exists():
        shutil.rmtree(app)
    content = app / "content"
    copy_files(content, module)
    version = version_of(content)
    content.rename(app / version)
    (folder / INDEX).write_text(static_index((PAGE / INDEX).read_text("utf-8"), version), "utf-8")
    (folder / MANIFEST).write_text(manifest(version), "utf-8")
    (folder / SERVICE_WORKER).write_text(service_worker(folder, version), "utf-8")


def files(folder: Path) -> "list[Path]":
    """The files below a folder, as paths from there."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def copy_files(to: Path, module: Path) -> None:
    """Copies the files of the page, with its modules and style sheets joined, the icons and the engine."""
    texts, joined = joined_files()
    for path in files(PAGE):
        is_for_developers = path.suffix == ".md"
        if path not in joined and path != Path(INDEX) and not is_for_developers:
            copy(PAGE / path, to / path)
    for path, text in texts.items():
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        (to / path).write_text(text, "utf-8")
    for icon in (APP / "icons").iterdir():
        copy(icon, to / "icons" / icon.name)
    copy(module, to / MODULE)


def copy(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)


def joined_files() -> "tuple[dict[Path, str], set[Path]]":
    """The text of each script and of the style sheet, and the files that are in one of them."""
    texts, joined = {}, {path.relative_to(PAGE) for path in (PAGE / STYLE.parent).iterdir()}
    with tempfile.TemporaryDirectory() as folder:
        joiner = Path(folder) / "join_modules"
        tool.output(["rustc", "--edition", "2024", "-o", str(joiner), str(JOINER)], "to join the page's modules")
        for path in (*SCRIPTS, STYLE):
            texts[path] = text = tool.output([str(joiner), str(PAGE / path.parent), path.name], "to join the page's modules")
            modules = re.findall(r"^// (\S+\.js)\nconst module", text, re.MULTILINE)
            joined.update(path.parent / module for module in modules)
    return texts, joined


def digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def version_of(content: Path) -> str:
    """A name that differs if any file differs."""
    whole = hashlib.sha256()
    for path in files(content):
        whole.update(path.as_posix().encode() + b"\0" + digest(content / path))
    for path in (PAGE / INDEX, APP / MANIFEST, APP / SERVICE_WORKER, Path(__file__)):
        whole.update(digest(path))
    return whole.hexdigest()[:VERSION_DIGITS]


def static_index(text: str, version: str) -> str:
    """The page's document with relative addresses, its engine in a worker, and what an installed app needs."""
    folder = f"app/{version}"
    metas = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        ENGINE_IN_WORKER,
        f'<meta name="tengen-version" content="{version}" />',
        f'<link rel="manifest" href="{MANIFEST}" />',
        f'<link rel="apple-touch-icon" href="{folder}/icons/touch-180.png" />',
        *(f'<meta name="theme-color" media="{media}" content="{color}" />' for media, color in HEADERS.items()),
    )
    relative = re.sub(r'((?:href|src)=")/app/', rf"\g<1>{folder}/", text)
    return replace_once(relative, '<meta charset="utf-8" />', "\n    ".join(('<meta charset="utf-8" />', *metas)))


def manifest(version: str) -> str:
    """The manifest of the app, with the addresses of its icons."""
    fields = json.loads((APP / MANIFEST).read_text("utf-8"))
    for icon in fields["icons"]:
        icon["src"] = f"app/{version}/{icon['src']}"
    return json.dumps(fields, indent=2) + "\n"


def service_worker(folder: Path, version: str) -> str:
    """The service worker with its version, and the files that it keeps: all in the folder except itself."""
    kept = [path for path in files(folder) if path != Path(SERVICE_WORKER)]
    hashes = {path.as_posix(): base64.b64encode(digest(folder / path)).decode() for path in kept}
    text = (APP / SERVICE_WORKER).read_text("utf-8")
    text = replace_once(text, "const VERSION = '';", f"const VERSION = '{version}';")
    return replace_once(text, "const FILES = {};", f"const FILES = {json.dumps(hashes, indent=2)};")


def replace_once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise Complaint(f"'{old}' is not there once")
    return text.replace(old, new)
