import unittest

from arena.draft import draft
from tests.support import InFolder


class Drafts(InFolder):
    def test_takes_the_place_of_the_file_at_the_end(self) -> None:
        file = self.folder / "results"
        file.write_text("old")
        with draft(file) as part:
            part.write_text("new")
            self.assertEqual(file.read_text(), "old")
        self.assertEqual(file.read_text(), "new")
        self.assertEqual(list(self.folder.iterdir()), [file])

    def test_an_error_leaves_the_file_as_it_was(self) -> None:
        file = self.folder / "results"
        file.write_text("old")
        with self.assertRaises(KeyError), draft(file) as part:
            part.write_text("half")
            raise KeyError
        self.assertEqual(file.read_text(), "old")
        self.assertEqual(list(self.folder.iterdir()), [file])

    def test_a_draft_that_was_not_written_is_an_error(self) -> None:
        file = self.folder / "results"
        with self.assertRaises(FileNotFoundError), draft(file):
            pass
        self.assertFalse(file.exists())


if __name__ == "__main__":
    unittest.main()
