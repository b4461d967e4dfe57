"""`tengen play` on pseudo-terminals, and plain `tengen` started by hand."""

import os
import re
import select
import signal
import struct
import sys
import time
import unicodedata
import unittest
from pathlib import Path

from .support import TENGEN, InFolder

try:
    import fcntl
    import pty
    import termios
except ImportError:  # no pseudo-terminals on Windows
    pty = None

PATIENCE = 60
PROBLEMS = Path(__file__).resolve().parents[2] / "src/web/page/trainer/problems.jsonl"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
EDITED, DUMB = "xterm-256color", "dumb"


class Terminal:
    """A program on a pseudo-terminal that answers no queries."""

    def __init__(
        self,
        *words: str,
        term: str = EDITED,
        size: tuple[int, int] = (24, 80),
        folder: str = ".",
        locale: str = "C.UTF-8",
    ):
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            environment = {**os.environ, "TERM": term, "LC_ALL": locale}
            environment.pop("NO_COLOR", None)
            os.execve(TENGEN, ["tengen", *words], environment)
        self.raw = ""
        self.read_to = 0
        self.status = None

    def read(self, seconds: float = 0.05) -> bool:
        """Reads available output; False at the end."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return True
        try:
            got = os.read(self.file, 1 << 16)
        except OSError:
            return False
        self.raw += got.decode("utf-8", "replace")
        return bool(got)

    def text(self) -> str:
        """Everything printed so far, without escape sequences."""
        return ESCAPE.sub("", self.raw).replace("\r", "")

    def expect(self, wanted: str) -> str:
        """Waits for a text after the last expected one; returns the output before it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            at = self.text().find(wanted, self.read_to)
            if at >= 0:
                before = self.text()[self.read_to : at]
                self.read_to = at + len(wanted)
                return before
            if not self.read():
                break
        raise AssertionError(f"no {wanted!r} in:\n{self.text()[self.read_to:]}")

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def end(self) -> int:
        """Waits for the end of the program; returns its status."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.read()
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.status = status
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it did not end:\n{self.text()}")

    def close(self) -> None:
        if self.status is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.file)


@unittest.skipUnless(pty, "there are no pseudo-terminals")
class TerminalTest(InFolder):
    def play(self, *words: str, **options) -> Terminal:
        return self.start("play", "--memory", "8", "--model", "none", *words, **options)

    def start(self, *words: str, **options) -> Terminal:
        terminal = Terminal(*words, folder=str(self.folder), **options)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_move_is_answered_and_the_game_saved(self) -> None:
        for term in (EDITED, DUMB):
            with self.subTest(term=term):
                terminal = self.play("--game", "othello", "--depth", "2", "--book", "none", term=term)
                terminal.expect("> ")
                terminal.type("f5\r")
                terminal.expect("Tengen plays ")
                terminal.expect("Move 3: black to move")
                terminal.type(f"save {term}\r")
                terminal.expect(f"Saved in {term}.ggf.")
                terminal.type("quit\r")
                self.assertEqual(terminal.end(), 0)
                game = (self.folder / f"{term}.ggf").read_text()
                self.assertIn("B[F5]W[", game)

    def test_colors_are_for_terminals_that_have_them(self) -> None:
        for term, has_colors in ((EDITED, True), (DUMB, False)):
            terminal = self.play("--game", "gomoku", "--nodes", "50", term=term)
            terminal.expect("> ")
            self.assertEqual("\x1b[" in terminal.raw, has_colors, term)
            terminal.type("\x04")
            self.assertEqual(terminal.end(), 0)

    def test_an_unknown_size_and_a_narrow_window(self) -> None:
        for size, row in (((0, 0), " 1 . . ."), ((24, 40), " 1 " + "." * 19 + "\n")):
            terminal = self.play("--game", "go", size=size)
            terminal.expect(row)
            terminal.expect("> ")
            terminal.type("\x04")
            self.assertEqual(terminal.end(), 0)

    def test_keys_typed_while_the_engine_thinks_are_kept(self) -> None:
        terminal = self.play("--game", "go", "--size", "9", "--seconds", "1")
        terminal.expect("> ")
        terminal.type("e5\r")
        terminal.expect("> ")
        terminal.type("he")
        terminal.expect("Tengen plays ")
        terminal.expect("> he")
        terminal.type("lp\r")
        terminal.expect("ladder POINT")
        # Lines pasted together are handled one after another.
        terminal.type("hint\rhelp\r")
        terminal.expect("Hint: ")
        terminal.expect("ladder POINT")

    def test_ctrl_c_stops_the_engine_and_a_second_one_leaves(self) -> None:
        for term in (EDITED, DUMB):
            with self.subTest(term=term):
                terminal = self.play("--game", "go", "--size", "9", "--seconds", "1000", term=term)
                terminal.expect("> ")
                terminal.type("e5\r")
                if term == EDITED:
                    terminal.expect("> ")
                else:
                    terminal.expect("e5\n")
                    time.sleep(0.5)
                terminal.type("\x03")
                terminal.expect("Tengen plays ")
                terminal.expect("> ")
                terminal.type("\x03")
                terminal.expect("Saved in ")
                file = terminal.expect(".sgf.").strip() + ".sgf"
                self.assertEqual(terminal.end(), 0)
                self.assertRegex(file, r"^go-\d{8}-\d{6}(-\d)?\.sgf$")
                kept = (self.folder / file).read_text().replace("\n", "")
                self.assertRegex(kept, r"DT\[\d{4}-\d{2}-\d{2}\]")
                self.assertIn(";B[ee]", kept)

    def test_problems_are_solved_and_ctrl_c_twice_leaves(self) -> None:
        for term in (EDITED, DUMB):
            with self.subTest(term=term):
                terminal = self.start("play", "--problems", str(PROBLEMS), "--kind", "ladder", term=term)
                terminal.expect("Problem 1 of 6")
                terminal.expect("> ")
                terminal.type("h5\r")
                terminal.expect("Wrong: the chain escapes.")
                terminal.expect("> ")
                terminal.type("\x03")
                terminal.expect("Ctrl-C once more leaves.")
                terminal.expect("> ")
                terminal.type("j6\r")
                terminal.expect("Problem 2 of 6")
                terminal.expect("> ")
                terminal.type("\x03")
                terminal.expect("Ctrl-C once more leaves.")
                terminal.expect("> ")
                terminal.type("\x03")
                terminal.expect("1 problem: 0 solved at once, 1 after a hint or a wrong move, 0 not solved.")
                self.assertEqual(terminal.end(), 0)

    def test_a_signal_saves_the_game_and_leaves_the_terminal_as_it_was(self) -> None:
        for term in (EDITED, DUMB):
            for number in (signal.SIGTERM, signal.SIGHUP):
                with self.subTest(term=term, number=number):
                    terminal = self.play("--game", "othello", "--color", "both", term=term)
                    before = termios.tcgetattr(terminal.file)
                    terminal.expect("> ")
                    terminal.type("f5\r")
                    terminal.expect("Move 2")
                    terminal.expect("> ")
                    if term == EDITED:
                        self.assertNotEqual(termios.tcgetattr(terminal.file)[3], before[3], "lines are edited")
                    os.kill(terminal.process, number)
                    terminal.expect("Saved in ")
                    file = terminal.expect(".ggf.") + ".ggf"
                    self.assertEqual(terminal.end(), -number)
                    self.assertIn("B[F5]", (self.folder / file).read_text())
                    self.assertEqual(termios.tcgetattr(terminal.file)[3], before[3])

    def test_a_game_is_kept_when_the_terminal_goes(self) -> None:
        for term in (EDITED, DUMB):
            with self.subTest(term=term):
                terminal = self.play("--game", "othello", "--depth", "1", term=term)
                terminal.expect("> ")
                terminal.type("f5\r")
                terminal.expect("Move 3")
                terminal.expect("> ")
                # Ctrl-D for quit, and again at its question.
                terminal.type("\x04")
                if term == EDITED:
                    terminal.expect("Save the game?")
                    terminal.expect("> ")
                    terminal.type("\x04")
                terminal.expect("Saved in ")
                file = terminal.expect(".ggf.").strip() + ".ggf"
                self.assertEqual(terminal.end(), 0)
                kept = (self.folder / file).read_text().replace("\n", "")
                self.assertRegex(kept, r"DT\[[-0-9]{10} [:0-9]{8} GMT\]")
                self.assertIn("B[F5]W[", kept)

    def test_nothing_is_saved_against_the_answer(self) -> None:
        terminal = self.play("--game", "gomoku", "--nodes", "50")
        terminal.expect("> ")
        terminal.type("h8\r")
        terminal.expect("Move 3")
        terminal.type("quit\r")
        terminal.expect("Save the game?")
        terminal.type("\r")
        self.assertEqual(terminal.end(), 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_editors_mode_ends_with_the_program(self) -> None:
        terminal = self.play("--game", "go", "--size", "9", "--seconds", "1000")
        terminal.expect("> ")
        before = termios.tcgetattr(terminal.file)
        self.assertFalse(before[3] & termios.ICANON, "lines are edited")
        terminal.type("e5\r")
        terminal.expect("> ")
        terminal.type("quit\r")
        terminal.expect("Save the game?")
        terminal.expect("> ")
        terminal.type("\r")
        self.assertEqual(terminal.end(), 0)

    def test_no_file_is_replaced_without_a_question(self) -> None:
        kept = self.file("kept.sgf", "mine")
        terminal = self.play("--game", "renju", "--nodes", "50")
        terminal.expect("> ")
        terminal.type("h8\r")
        terminal.expect("Move 3")
        terminal.type("save kept\r")
        terminal.expect("kept.sgf exists. Overwrite it?")
        terminal.type("n\r")
        terminal.expect("Not saved.")
        terminal.type("quit\r")
        terminal.expect("Save the game?")
        terminal.type("kept.sgf\r")
        terminal.expect("kept.sgf exists. Overwrite it?")
        self.assertEqual(kept.read_text(), "mine")
        terminal.type("no\r")
        terminal.expect("Save the game?")
        terminal.type("other.sgf\r")
        self.assertEqual(terminal.end(), 0)
        self.assertEqual(kept.read_text(), "mine")
        self.assertIn("RU[renju]", (self.folder / "other.sgf").read_text())

    def test_a_person_loses_on_time(self) -> None:
        terminal = self.play("--game", "gomoku", "--nodes", "50", "--time", "1s", term=DUMB)
        terminal.expect("White wins on time. (W+T)")
        terminal.type("quit\r")
        self.assertEqual(terminal.end(), 0)

    def test_games_are_played_to_the_end(self) -> None:
        for words, end in (
            (("--game", "go", "--size", "5", "--nodes", "50"), r"(wins by [0-9.]+\.|is drawn)"),
            (("--game", "gomoku", "--nodes", "50"), r"(wins\.|is drawn)"),
            (("--game", "othello", "--depth", "1"), r"(wins with \d+ discs to \d+\.|Both sides have)"),
        ):
            with self.subTest(words=words):
                terminal = self.play(*words, "--color", "none", term=DUMB)
                terminal.expect("save FILE; undo, new and quit")
                self.assertRegex(terminal.text(), end)
                terminal.type("quit\r")
                terminal.expect("Save the game?")
                terminal.type("\r")
                self.assertEqual(terminal.end(), 0)

    def test_a_bad_line_changes_nothing(self) -> None:
        terminal = self.play("--game", "othello", "--depth", "1", term=DUMB)
        for line, answer in (
            ("z9", "z9 is not on the board: columns a to h, rows 1 to 8."),
            ("a1", "a1 is not possible: the move flips nothing."),
            ("pass", "pass is not possible: a pass is not allowed here."),
            ("frob", "'frob' is neither a move nor a word; help lists the words."),
            ("undo 3", "undo takes no argument."),
            ("undo", "There is no move of yours to take back."),
            ("save", "Name the file: save game.ggf"),
            ("save x.txt", "No format is known for .txt"),
            ("save no/such/folder/x", "Cannot write no/such/folder/x.ggf: "),
        ):
            terminal.type(line + "\r")
            terminal.expect(answer)
        terminal.type("board\r")
        terminal.expect("Move 1: black to move")

    def test_the_person_is_answered_in_the_language_of_the_locale(self) -> None:
        for locale, wrong, reply, done in (
            ("de_DE.UTF-8", "„frob“ ist weder ein Zug noch ein Befehl", "Tengen spielt", "Gespeichert in de_DE.UTF-8.ggf."),
            ("fr_CA.UTF-8", "« frob » n’est ni un coup ni une commande", "Tengen joue", "Enregistré dans fr_CA.UTF-8.ggf."),
            ("ru_RU.UTF-8", "«frob» — не ход и не команда", "Tengen ходит", "Сохранено в ru_RU.UTF-8.ggf."),
            ("vi_VN.UTF-8", "“frob” không phải nước đi hay lệnh", "Tengen đi", "Đã lưu vào vi_VN.UTF-8.ggf."),
            ("ja_JP.UTF-8", "「frob」は手でもコマンドでもありません", "Tengen の手：", "ja_JP.UTF-8.ggf に保存しました。"),
            ("ko_KR.UTF-8", "'frob': 수도 명령도 아닙니다", "Tengen의 수: ", "ko_KR.UTF-8.ggf에 저장했습니다."),
            ("zh_CN.UTF-8", "“frob”既不是着手也不是命令", "Tengen 下 ", "已保存到 zh_CN.UTF-8.ggf。"),
            ("zh_TW.UTF-8", "「frob」既不是著手也不是命令", "Tengen 下 ", "已儲存到 zh_TW.UTF-8.ggf。"),
            ("de_DE.ISO-8859-1", "'frob' is neither a move nor a word", "Tengen plays", "Saved in de_DE.ISO-8859-1.ggf."),
            ("it_IT.UTF-8", "'frob' is neither a move nor a word", "Tengen plays", "Saved in it_IT.UTF-8.ggf."),
        ):
            with self.subTest(locale=locale):
                terminal = self.play("--game", "othello", "--depth", "1", "--book", "none", term=DUMB, locale=locale)
                terminal.type("frob\rf5\r")
                terminal.expect(wrong)
                terminal.expect(reply)
                terminal.type(f"save {locale}.ggf\rquit\r")
                terminal.expect(done)
                self.assertEqual(terminal.end(), 0)

    def test_an_option_chooses_the_language_and_questions_are_answered_in_it(self) -> None:
        kept = self.file("kept.sgf", "mine")
        terminal = self.play("--game", "renju", "--nodes", "50", "--language", "de", locale="ja_JP.UTF-8", term=DUMB)
        terminal.expect("Geben Sie Züge wie h8 ein")
        terminal.type("h8\r")
        terminal.expect("Zug 3: Schwarz ist am Zug")
        terminal.type("save kept\r")
        terminal.expect("kept.sgf gibt es schon. Überschreiben? (ja oder nein)")
        terminal.type("ja\r")
        terminal.expect("Gespeichert in kept.sgf.")
        self.assertIn("RU[renju]", kept.read_text())
        terminal.type("quit\r")
        self.assertEqual(terminal.end(), 0)

    def test_the_help_is_aligned_in_wide_characters(self) -> None:
        terminal = self.play("--game", "go", "--nodes", "50", "--language", "ja", term=DUMB, size=(40, 200))
        terminal.type("help\r")
        terminal.expect("> ")
        terminal.expect("シチョウを読む")
        lines = terminal.text().split("\n")

        def columns(text: str) -> int:
            return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)

        starts = {
            columns(line[: line.index(meaning)])
            for line in lines
            for word, meaning in (("undo ", "自分の最後"), ("ladder ", "その石のシチョウ"), ("hint ", "手を提案"))
            if line.removeprefix("> ").startswith(word) and meaning in line
        }
        self.assertEqual(len(starts), 1, lines)

    def test_the_program_started_by_hand_tells_what_it_waits_for(self) -> None:
        terminal = self.start("--model", "none")
        said = terminal.expect("tengen web")
        self.assertIn("waits for GTP commands", said)
        self.assertIn("tengen play", said)
        terminal.type("quit\r")
        self.assertEqual(terminal.end(), 0)


if __name__ == "__main__":
    sys.exit(unittest.main())
