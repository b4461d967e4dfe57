"""scripts/dev/bench with a program that only claims to search, and the arithmetic behind it."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from arena.measure import benchmark, startup
from arena.measure.benchmark import Game, Run, Spread
from arena.complaint import Complaint

BENCH = Path(__file__).resolve().parents[1] / "dev" / "bench"
SIGNATURE = "0123456789abcdef"
OTHER = "fedcba9876543210"

# Each call of the bench takes the next line of its file of rates: the three rates and the signature. A shell script,
# since the start must be fast.
FAKE = r"""#!/bin/sh
case " $* " in
*" bench "*)
    read -r go gomoku othello signature <"$0.rates"
    { tail -n +2 "$0.rates"; echo "$go $gomoku $othello $signature"; } >"$0.next"
    mv "$0.next" "$0.rates"
    [ "$signature" = none ] && exit 3
    case "$*" in *--every-isa*) levels="portable avx2" ;; *) levels=avx2 ;; esac
    for isa in $levels; do
        echo "isa $isa"
        for rate in "Go $go" "Gomoku $gomoku" "Othello $othello"; do
            echo "${rate% *}   100 nodes  depth  7  G10"
            echo "${rate% *}   100 nodes  1.500 s  ${rate#* } nps"
        done
        echo "signature $signature"
        echo "BENCH 300 nodes 200 nps"
    done ;;
*gomocup*)
    while read -r line; do case "$line" in INFO*) ;; *) echo OK ;; esac done ;;
*)
    while read -r line; do printf '= \n\n'; done ;;
esac
"""


def output(isa: bool = True, signature: str = SIGNATURE) -> str:
    first = "isa portable\n" if isa else ""
    return (
        f"{first}Go            20 nodes  depth  0  C4\nGo            20 nodes  0.010 s  2000 nps\n"
        f"Othello       50 nodes  0.001 s  50000 nps\nsignature {signature}\nBENCH 70 nodes 6363 nps\n"
    )


class ParseTest(unittest.TestCase):
    def test_a_run(self) -> None:
        (run,) = benchmark.parse(output())
        games = (Game("Go", 20, 0.010, 2000), Game("Othello", 50, 0.001, 50000))
        self.assertEqual(run, Run("portable", games, 70, SIGNATURE))

    def test_older_builds_do_not_name_the_instruction_set(self) -> None:
        self.assertIsNone(benchmark.parse(output(isa=False))[0].isa)

    def test_several_instruction_sets(self) -> None:
        runs = benchmark.parse(output() + output(isa=False, signature=OTHER))
        self.assertEqual([run.signature for run in runs], [SIGNATURE, OTHER])
        self.assertEqual([run.isa for run in runs], ["portable", None])

    def test_what_is_cut_short_is_refused(self) -> None:
        whole = output()
        for text in ("", whole[: whole.index("BENCH")], whole[whole.index("BENCH") :], whole + whole[:-30]):
            with self.assertRaises(Complaint, msg=text):
                benchmark.parse(text)

    def test_signatures_have_to_agree(self) -> None:
        runs = benchmark.parse(output() + output() + output(signature=OTHER))
        self.assertEqual(benchmark.one_signature(runs[:2]), SIGNATURE)
        with self.assertRaisesRegex(benchmark.Unsteady, f"{SIGNATURE} in run 1 and is {OTHER} in run 3"):
            benchmark.one_signature(runs)


class SpreadTest(unittest.TestCase):
    def test_the_middle_half(self) -> None:
        self.assertEqual(Spread.of([5.0, 1.0, 3.0, 2.0, 4.0]), Spread(3.0, 2.0, 4.0))
        self.assertEqual(Spread.of([1.0, 2.0]), Spread(1.5, 1.25, 1.75))

    def test_a_single_value_has_none(self) -> None:
        self.assertEqual(Spread.of([7.0]), Spread(7.0, 7.0, 7.0))

    def test_one_wild_run_moves_little(self) -> None:
        self.assertEqual(Spread.of([5.0, 1.0, 3.0, 2.0, 4000.0]), Spread(3.0, 2.0, 5.0))


class RatioTest(unittest.TestCase):
    def run_of(self, **rates: int) -> Run:
        return Run("avx2", tuple(Game(name, 1, 1.0, rate) for name, rate in rates.items()), 1, SIGNATURE)

    def test_games_and_their_geometric_mean(self) -> None:
        ratios = benchmark.ratios(self.run_of(Go=200, Othello=4000), self.run_of(Othello=8000, Go=50))
        self.assertEqual(list(ratios), ["Go", "Othello", "all"])
        self.assertEqual((ratios["Go"], ratios["Othello"]), (4.0, 0.5))
        self.assertAlmostEqual(ratios["all"], 2**0.5)

    def test_other_games_are_refused(self) -> None:
        with self.assertRaisesRegex(Complaint, "same games"):
            benchmark.ratios(self.run_of(Go=1), self.run_of(Gomoku=1))


@unittest.skipIf(os.name == "nt", "the stand-in for the engine is started by its first line")
class ScriptTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "fake"
        self.program.write_text(FAKE, encoding="utf-8")
        self.program.chmod(0o755)

    def bench(self, rates: list[str], *arguments: str) -> "subprocess.CompletedProcess[str]":
        rates_file = self.program.with_suffix(".rates")
        rates_file.write_text("".join(f"{line}\n" for line in rates), encoding="utf-8")
        command = [sys.executable, str(BENCH), "--program", str(self.program), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_medians_size_and_start(self) -> None:
        done = self.bench([f"{rate} 5 7 {SIGNATURE}" for rate in (100, 300, 200)], "--runs", "3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"Go +100 +200   150 \.\. 250, 50.0%\n")
        self.assertRegex(done.stdout, r"Othello +100 +7   7 \.\. 7, 0.0%\n")
        self.assertIn(f"signature {SIGNATURE} in every run", done.stdout)
        self.assertRegex(done.stdout, r" 0\.00 MB\n")
        self.assertEqual(len(re.findall(r"^(?:go|gomoku|reversi|gomocup) +[\d.]+ ms +[\d.]+ ms$", done.stdout, re.M)), 4)

    def test_runs_that_differ_are_a_failure(self) -> None:
        done = self.bench([f"1 1 1 {SIGNATURE}", f"1 1 1 {OTHER}"], "--runs", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr, f"bench: the signature was {SIGNATURE} in run 1 and is {OTHER} in run 2\n"
        )

    def test_check(self) -> None:
        rates = [f"1 1 1 {SIGNATURE}"]
        for right in (SIGNATURE, SIGNATURE.upper(), "300"):
            done = self.bench(rates, "--runs", "1", "--check", right)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("with every instruction set: portable, avx2", done.stdout)
        for wrong in (OTHER, "301"):
            done = self.bench(rates, "--runs", "1", "--check", wrong)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"the bench has signature {SIGNATURE} and 300 nodes, expected {wrong}", done.stderr)

    def test_instruction_sets_that_differ_are_a_failure(self) -> None:
        done = self.bench(["1 1 1 none", f"1 1 1 {SIGNATURE}"], "--runs", "1", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^bench: '.* bench --every-isa' failed with status 3\n$")

    def test_check_against_the_file(self) -> None:
        done = self.bench([f"1 1 1 {SIGNATURE}"], "--runs", "1", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"expected [0-9a-f]{16}; if the search was meant to change, .*bench.signature")

    def test_bad_use_is_told_in_a_sentence(self) -> None:
        rates = [f"1 1 1 {SIGNATURE}"]
        for arguments, sentence in (
            (["--runs", "0"], "--runs"),
            (["--divide", "5"], "--instructions"),
            (["--check", "--game", "go"], "--check is for the whole bench"),
            (["--game", "chess"], "chess"),
            (["--against", "no-such-revision"], "git"),
            (["--program", "no/such/program"], "no/such/program: no such program"),
        ):
            done = self.bench(rates, *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(sentence, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_help(self) -> None:
        done = self.bench([], "--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--against", "--check", "--instructions", "--runs"):
            self.assertIn(option, done.stdout)

    def test_valgrind_is_named_where_it_is_missing(self) -> None:
        tools = self.program.parent / "tools"
        tools.mkdir()
        cargo = tools / "cargo"
        cargo.write_text('#!/bin/sh\necho \'{"packages":[{"name":"tengen","version":"1"}],"target_directory":"%s"}\'\n' % tools)
        cargo.chmod(0o755)
        command = [sys.executable, str(BENCH), "--program", str(self.program), "--instructions"]
        done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "bench: valgrind is needed to count instructions but was not found\n")


class EngineTest(unittest.TestCase):
    """The real program."""

    def setUp(self) -> None:
        self.program = Path(os.environ["TENGEN"])

    def test_its_bench_is_understood(self) -> None:
        runs = benchmark.run(self.program, ["--every-isa", "--divide", "1000"])
        benchmark.one_signature(runs)
        self.assertEqual(runs[0].isa, "portable")
        for run in runs:
            self.assertEqual([game.name for game in run.games], ["Go", "GoByNet", "Gomoku", "Othello"])
            self.assertEqual(sum(game.nodes for game in run.games), run.nodes)

    def test_it_answers_every_greeting(self) -> None:
        for greeting in startup.GREETINGS:
            start = startup.measure(self.program, greeting)
            self.assertTrue(0 < start.answer < start.move, greeting.name)

    def test_a_program_that_says_nothing_is_told(self) -> None:
        with self.assertRaisesRegex(Complaint, "silent before it answered"):
            startup.measure(Path(sys.executable), startup.Greeting("quitter", ("-c", ""), "name\n", "", True))


if __name__ == "__main__":
    unittest.main()
