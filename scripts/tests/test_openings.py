"""Files of openings: what `tengen openings` writes in each format is what a match reads, and nothing is shifted."""

import json
import subprocess

from arena.complaint import Complaint
from arena.records.opening_format import FORMATS
from arena.records.openings import read_openings
from tests.support import TENGEN, InFolder, run

BOARDS = (("go", 9), ("go", 19), ("gomoku", 15), ("gomoku", 19), ("gomoku", 20), ("reversi", 8))

# The same points in each format: columns A, I (J without I) and the last one.
CORNERS = (
    ("gomoku", 15, "A15 J1 P8", "-7,-7, 1,7, 7,0", "a1i15o8"),
    ("gomoku", 19, "A19 J1 T10", "-9,-9, -1,9, 9,0", "a1i19s10"),
    ("gomoku", 20, "A20 J1 U10", "-10,-10, -2,9, 9,0", "a1i20t11"),
    ("go", 19, "A19 J1 T10", "-9,-9, -1,9, 9,0", "a1i19s10"),
    ("reversi", 8, "a1 d3 h8", "-4,-4, -1,-2, 3,3", "a1d3h8"),
)


class OpeningsTest(InFolder):
    def read(self, text, game, size, form=None):
        return read_openings(self.file("o", text), game, (size, size), form)

    def test_lines_of_vertices_and_of_records(self):
        record = json.dumps({"opening": ["E5", "C3"]})
        text = f"# a book\n\nd3 C5\n{record}\n{record}\n"
        self.assertEqual(self.read(text, "go", 9), [["D3", "C5"], ["E5", "C3"]])
        self.assertEqual(self.read("D3 c5\n", "reversi", 8), [["d3", "c5"]])

    def test_every_format_names_the_same_points(self):
        for game, size, *lines in CORNERS:
            for form, line in zip(FORMATS, lines):
                for named in (None, form):
                    with self.subTest(game=game, size=size, form=form, named=named):
                        self.assertEqual(self.read(f"{line}\r\n", game, size, named), [lines[0].split()])

    def test_written_openings_are_read_as_the_same_points(self):
        for game, size in BOARDS:
            with self.subTest(game=game, size=size):
                written = {form: self.written(game, size, form) for form in FORMATS}
                self.assertEqual(len(set(written.values())), len(FORMATS))
                vertices = [line.split() for line in written["gtp"].splitlines()]
                self.assertEqual(len(vertices), 3)
                for form, text in written.items():
                    self.assertEqual(self.read(text, game, size), vertices)
                    self.assertEqual(self.read(text, game, size, form), vertices)
                    for other in set(FORMATS) - {form}:
                        with self.assertRaisesRegex(Complaint, f"line 1: .* format {other}"):
                            self.read(text, game, size, other)

    def written(self, game, size, form):
        command = [TENGEN, "openings", "--game", game, "--size", str(size), "--count", "3", "--nodes", "20"]
        return subprocess.run([*command, "--format", form], capture_output=True, text=True, check=True).stdout

    def test_a_wrong_spelling_is_named_with_its_line(self):
        for text, form, sentence in (
            ("H8 G7\nI8 H9\n", None, "line 2: .*'I8': format gtp has no column I"),
            ('{"opening": ["i8"]}\n', None, "line 1: .*'i8': format gtp has no column I"),
            ("H8 Q7\n", None, "line 1: .*'Q7' in format gtp is outside the board of 15x15"),
            ("H8 H16\n", None, "line 1: .*'H16' in format gtp is outside"),
            ("H8 H0\n", None, "line 1: .*'H0' in format gtp is outside"),
            ("H8 7\n", None, "line 1: .*'7' is not a vertex"),
            ("h8p7\n", None, "line 1: .*'p7' in format xy is outside the board of 15x15"),
            ("h8h0\n", None, "line 1: .*'h0' in format xy is outside"),
            ("0,0, 8,1\n", None, "line 1: .*'8,1' in format gomocup is outside the board of 15x15, .* center at 7,7"),
            ("0,0, 0,-8\n", None, "line 1: .*'0,-8' in format gomocup is outside"),
            ("0,0, 1\n", None, "line 1: .*is not in format gomocup"),
            ("h8i9\n0,0, 1,1\n", None, "line 2: '0,0, 1,1' is in format gomocup, the lines before in xy"),
            ("# book\nh8\ng7\n", None, "line 2: 'h8' may be in format gtp or xy; name it with --openings-format"),
            ("pass\n", "xy", "line 1: .*'pass' is not in format xy"),
        ):
            with self.subTest(text), self.assertRaisesRegex(Complaint, sentence):
                self.read(text, "gomoku", 15, form)

    def test_single_moves_are_read_in_the_format_named_or_shown_by_another_line(self):
        self.assertEqual(self.read("h8\ni1\n", "gomoku", 15, "xy"), [["H8"], ["J15"]])
        self.assertEqual(self.read("h1\n", "gomoku", 15, "gtp"), [["H1"]])
        self.assertEqual(self.read("h1\nh8i9\n", "gomoku", 15), [["H15"], ["H8", "J7"]])

    def test_a_match_takes_the_format_with_a_file_only(self):
        words = ["--game", "gomoku", "--each", "cmd=x", "--engine", "name=a", "--engine", "name=b"]
        said = run("match", *words, "--openings-format", "xy").stderr
        self.assertRegex(said, "^match: --openings-format: there is no file of --openings")
        book = self.file("book", "h8i9 g7\n")
        said = run("match", *words, "--openings", str(book), "--openings-format", "xy").stderr
        self.assertRegex(said, "^match: .*line 1: .*'h8i9 g7' is not in format xy")
