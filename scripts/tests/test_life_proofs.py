"""The checkers of proofs of life and death: they accept the proofs that the program writes, and no claim or move but theirs."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.support import LONG, TENGEN, InFolder

TESTS = Path(__file__).resolve().parents[2] / "protocol-tests"
CHECKER = TESTS / "problems" / "check-proofs"
sys.path.insert(0, str(CHECKER.parent))

from life_proof import BadProof, LifeProof  # noqa: E402
from zone_proof import ZoneProof  # noqa: E402

OTHER = {"captured": "lives", "lives": "captured"}


def labeled(name):
    return [json.loads(line) for line in (TESTS / "data" / name).read_text("utf-8").splitlines()]


class LifeProofsTest(InFolder):
    def proofs(self, questions, *words):
        """Returns the proofs of questions, by file name, as a header and the other lines."""
        path = self.file("questions.jsonl", "".join(json.dumps(line) + "\n" for line in questions))
        folder = self.folder / "proofs"
        command = [TENGEN, "life", "--proof", folder, *words, path]
        ended = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        files = [(path.name, path.read_text("utf-8").split("\n", 1)) for path in sorted(folder.glob("*.ldp"))]
        return {name: (json.loads(head), states) for name, (head, states) in files}

    def refuses(self, proof, head, states, name):
        with self.assertRaises(BadProof, msg=name):
            proof(f"{json.dumps(head)}\n{states}").check()

    def test_proofs_show_their_claims_and_no_others(self):
        proofs = self.proofs(labeled("life.jsonl")[:25])
        claims = Counter()
        for name, (head, states) in proofs.items():
            if head["free"] is None:
                claims[head["claim"]] += 1
                LifeProof(f"{json.dumps(head)}\n{states}").check()
                self.refuses(LifeProof, {**head, "claim": OTHER[head["claim"]]}, states, name)
        self.assertGreater(min(claims[claim] for claim in OTHER), 5)

    def test_proofs_with_zones_show_their_claims_and_no_others(self):
        # A region of all points is too large for proofs without zones.
        questions = [question for question in labeled("life.jsonl") if question["size"] in (9, 10)]
        for question in questions:
            size = range(question["size"])
            question["region"] = [[column, row] for row in size for column in size]
        proofs = self.proofs(questions if LONG else questions[::2], "--budget", "5000")
        claims = Counter()
        for name, (head, states) in proofs.items():
            self.assertEqual(head["format"], "ld-proof 2", name)
            claims[head["claim"], head["free"]] += 1
            ZoneProof(f"{json.dumps(head)}\n{states}").check()
            self.refuses(ZoneProof, {**head, "claim": OTHER[head["claim"]]}, states, name)
            self.refuses(ZoneProof, {**head, "zone": head["zone"][1:]}, states, name)
            # A move of the other side has no reply, the first move leads nowhere, and walls are unknown.
            wrong = [
                re.sub(r" \d+:\d+(?= (\d+|pass):)", "", states, count=1),
                re.sub(r":\d+", ":0", states, count=1),
                re.sub(r"\S+(?= \S+ [ad] eyeless)", lambda cells: cells[0].replace("#", "?"), states),
            ]
            for changed in wrong:
                if changed != states:
                    self.refuses(ZoneProof, head, changed, name)
        self.assertGreater(min(claims[claim, None] for claim in OTHER), 3, claims)
        self.assertGreater(sum(count for (_, free), count in claims.items() if free), 3, claims)

    def test_proofs_of_diagrams_are_those_of_the_answers(self):
        diagrams = labeled("life_diagrams.jsonl")
        proofs = self.proofs(diagrams, "--problems", "--budget", "20000")
        for diagram in diagrams:
            for first, claim in (("attacker", "captured"), ("defender", "lives")):
                head, states = proofs[f"{diagram['id']}_{first}.ldp"]
                self.assertEqual((head["claim"], head["first"]), (claim, first))
                ZoneProof(f"{json.dumps(head)}\n{states}").check()

    def test_the_command_names_each_file(self):
        proofs = self.proofs(labeled("life_diagrams.jsonl")[:1], "--problems", "--budget", "20000")
        head, states = next(iter(proofs.values()))
        good = next((self.folder / "proofs").glob("*.ldp"))
        bad = self.file("bad.ldp", json.dumps({**head, "claim": OTHER[head["claim"]]}) + "\n" + states)
        none = self.file("none.ldp", "{}\n")
        for files, status in [((good,), 0), ((good, bad), 1), ((bad, none), 2), ((self.folder / "missing.ldp",), 2)]:
            ended = subprocess.run([sys.executable, CHECKER, *files], capture_output=True, text=True)
            self.assertEqual(ended.returncode, status, ended.stdout + ended.stderr)
            lines = sorted((ended.stdout + ended.stderr).splitlines())
            for line, path in zip(lines, sorted(files), strict=True):
                self.assertTrue(line.startswith(f"{path}: "), line)
