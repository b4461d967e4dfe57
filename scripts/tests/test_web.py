"""scripts/web with an engine that is at hand: the folder that it writes, and folders that it leaves alone."""

import re
import unittest
from html.parser import HTMLParser

from tests import support
from tests.support import InFolder


class Addresses(HTMLParser):
    """The addresses in a document, and its metas by their names."""

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
        for _ in range(2):  # the second time over the first
            done = support.run("web", str(folder), "--module", str(module))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((folder / "app" / "engine" / "tengen.wasm").read_text(), "an engine")
        document = Addresses((folder / "index.html").read_text("utf-8"))
        self.assertGreater(len(document.found), 5)
        for address in document.found:
            self.assertFalse(address.startswith("/"), address)
            self.assertTrue((folder / address).is_file(), address)
        self.assertEqual(document.metas["tengen-engine"], "worker")
        self.assertIn("'wasm-unsafe-eval'", document.metas["Content-Security-Policy"])
        for script in folder.rglob("*.js"):
            for name in re.findall(r"^(?:import|export) [^;]*?from '([^']+)'", script.read_text("utf-8"), re.M | re.S):
                self.assertTrue((script.parent / name).is_file(), f"{script}: {name}")
        self.assertEqual([path.name for path in folder.rglob("*.md")], [])

    def test_a_folder_with_other_files_is_left_alone(self) -> None:
        module = self.file("engine.wasm", "an engine")
        for folder, sentence in ((self.folder, "holds other files"), (module, "is no folder")):
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
