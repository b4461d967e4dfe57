"""scripts/web with an existing engine: the folder that it writes, and folders that it refuses."""

import re
import unittest
from html.parser import HTMLParser

from tests import support
from tests.support import InFolder


class Addresses(HTMLParser):
    """The addresses in a document, and its meta elements by name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.metas: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        given = dict(attributes)
        self.found += [given[name] for name in ("href", "src") if name in given]
        if tag == "meta":
            self.metas[given.get("name") or given.get("http-equiv", "")] = given.get("content", "")


class WebTest(InFolder):
    def test_the_folder_holds_all_that_the_page_names_under_relative_addresses(self) -> None:
        module = self.file("engine.wasm", "an engine")
        folder = self.folder / "site"
        for _ in range(2):  # the second time over the first output
            done = support.run("web", str(folder), "--module", str(module))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        (version,) = (folder / "app").iterdir()
        self.assertEqual((version / "engine" / "tengen.wasm").read_text(), "an engine")
        document = Addresses((folder / "index.html").read_text("utf-8"))
        self.assertGreater(len(document.found), 5)
        for address in document.found:
            self.assertFalse(address.startswith("/"), address)
            self.assertTrue((folder / address).is_file(), address)
        self.assertEqual(document.metas["tengen-engine"], "worker")
        self.assertEqual(document.metas["tengen-version"], version.name)
        self.assertIn("'wasm-unsafe-eval'", document.metas["Content-Security-Policy"])
        for script in folder.rglob("*.js"):
            for name in re.findall(r"^(?:import|export) [^;]*?from '([^']+)'", script.read_text("utf-8"), re.M | re.S):
                self.assertTrue((script.parent / name).is_file(), f"{script}: {name}")
        self.assertEqual([path.name for path in folder.rglob("*.md")], [])

    def test_the_bars_around_the_app_have_the_colors_of_its_header(self) -> None:
        folder = self.folder / "site"
        support.run("web", str(folder), "--module", str(self.file("engine.wasm", "an engine")))
        (theme,) = (folder / "app").glob("*/style/style.css")
        colors = re.findall(r"--panel: (#\w+);", theme.read_text("utf-8"))
        self.assertEqual(len(colors), 2)
        for color in colors:
            self.assertIn(f'content="{color}"', (folder / "index.html").read_text("utf-8"))

    def test_modules_and_style_sheets_are_joined_and_the_messages_are_not(self) -> None:
        folder = self.folder / "site"
        support.run("web", str(folder), "--module", str(self.file("engine.wasm", "an engine")))
        (version,) = (folder / "app").iterdir()
        scripts = [path.relative_to(version).as_posix() for path in version.rglob("*.js")]
        tables = [name for name in scripts if name.startswith("text/tables/")]
        self.assertEqual(sorted(set(scripts) - set(tables)), ["app.js", "early.js", "engine/engine-worker.js"])
        self.assertEqual([path.name for path in version.rglob("*.css")], ["style.css"])
        self.assertEqual(len(tables), 9)

    def test_a_version_depends_on_every_file_and_on_nothing_else(self) -> None:
        versions = []
        for text in ("an engine", "another", "an engine"):
            folder = self.folder / "site"
            support.run("web", str(folder), "--module", str(self.file("engine.wasm", text)))
            (version,) = (folder / "app").iterdir()
            versions.append(version.name)
            self.assertIn(f"const VERSION = '{version.name}';", (folder / "service-worker.js").read_text("utf-8"))
        self.assertEqual(versions[0], versions[2])
        self.assertNotEqual(versions[0], versions[1])

    def test_a_folder_of_an_earlier_release_is_replaced(self) -> None:
        folder = self.folder / "site"
        (folder / "app" / "engine").mkdir(parents=True)
        (folder / "app" / "engine" / "tengen.wasm").write_text("an old engine")
        (folder / "index.html").write_text('<meta name="tengen-engine" content="worker" />')
        done = support.run("web", str(folder), "--module", str(self.file("engine.wasm", "an engine")))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse((folder / "app" / "engine").exists())

    def test_a_folder_with_other_files_is_left_alone(self) -> None:
        module = self.file("engine.wasm", "an engine")
        for folder, sentence in ((self.folder, "has other files"), (module, "is not a folder")):
            done = support.run("web", str(folder), "--module", str(module))
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["engine.wasm"])

    def test_an_engine_that_is_not_there_is_named(self) -> None:
        done = support.run("web", str(self.folder / "site"), "--module", str(self.folder / "none.wasm"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.wasm: no such file", done.stderr)
        self.assertFalse((self.folder / "site").exists())


if __name__ == "__main__":
    unittest.main()
