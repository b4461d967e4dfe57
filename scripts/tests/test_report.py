"""The report page: its contents, and that it works offline."""

import json
import re
import unittest
from html.parser import HTMLParser

from arena.report.document import embedded, page
from arena.records.sgf import sgf
from arena.stats.standings import Standings
from arena.report.usage import Move, Usage, endings, usages
from tests.games import a_game

RECORDS = [
    a_game("1:0:0", "A", "B", "black"),
    a_game("1:0:1", "B", "A", "draw", seconds=[0.5, 2.0, 0.5, 0.5]),
    a_game("1:1:0", "A", "B", "white", end="time", faulty="A", result="W+T", note="A took 9.1 s <script>"),
    a_game("1:1:1", "B", "A", None),
]


class Outline(HTMLParser):
    """Collects the ids, the linked and loaded addresses, and the open elements."""

    VOID = {"meta", "link", "input", "br"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.addresses, self.open, self.wrong = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.addresses += [attributes[name] for name in ("href", "src") if name in attributes]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = page(RECORDS, Standings.of(RECORDS), "A & B")
        cls.outline = Outline(cls.text)

    def test_it_is_well_formed_and_stands_alone(self):
        self.assertEqual((self.outline.open, self.outline.wrong), ([], []))
        self.assertEqual(len(self.outline.ids), len(set(self.outline.ids)))
        for address in self.outline.addresses:
            self.assertRegex(address, "^(#|data:)")
        self.assertIn("<title>A &amp; B</title>", self.text)
        self.assertNotIn("$", re.sub(r"<script.*?</script>", "", self.text, flags=re.DOTALL))

    def test_the_script_finds_all_the_elements_it_asks_for(self):
        asked = set(re.findall(r'byId\("([\w-]+)"\)', self.text))
        self.assertGreater(len(asked), 5)
        self.assertLessEqual(asked, set(self.outline.ids))

    def test_every_game_can_be_read_back(self):
        (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', self.text, flags=re.DOTALL)
        value = json.loads(data)
        self.assertEqual(value["engines"], ["A", "B"])
        self.assertEqual(value["kinds"], [["chinese", 7.0]])
        self.assertEqual(
            value["games"][2],
            [0, 0, 1, "white", "W+T", "time", 5, "1:1:0", "A took 9.1 s <script>", "sgf", sgf(RECORDS[2])],
        )

    def test_faults_are_told_with_a_link_to_the_game(self):
        self.assertIn('<a href="#game-3">game 3</a> A: time – A took 9.1 s &lt;script&gt;', self.text)

    def test_the_longest_moves_link_to_their_games(self):
        self.assertIn('2 s B, <a href="#game-2">game 2</a>, move 3 D4', self.text)

    def test_no_text_ends_the_script_element(self):
        self.assertEqual(embedded("</script><!--\u2028"), '"\\u003c/script>\\u003c!--\\u2028"')

    def test_thousands_of_long_games_stay_small(self):
        long_game = [f"{column}{row}" for row in range(1, 20) for column in "ABCDEFGHJKLMNOPQRST"][:300]
        records = [
            a_game(f"1:{index // 2}:{index % 2}", *("AB", "BA")[index % 2], "black", size=(19, 19), opening=[],
                   moves=long_game, seconds=[0.1] * 300)
            for index in range(1000)
        ]
        self.assertLess(len(page(records, Standings.of(records), "long")), 2_600_000)


class UsageTest(unittest.TestCase):
    def test_moves_belong_to_who_made_them(self):
        used = usages(RECORDS)
        self.assertEqual(used["B"].longest(1), [Move(1, 3, 2.0)])
        self.assertEqual((used["A"].overtime, used["B"].overtime), (1, 0))
        self.assertEqual(sum(len(usage.moves) for usage in used.values()), 16)

    def test_figures(self):
        usage = Usage([Move(0, number, seconds) for number, seconds in enumerate((3.0, 1.0, 2.0, 10.0), start=1)], 0)
        self.assertEqual((usage.mean, usage.median, usage.total), (4, 2.5, 16))
        self.assertEqual((usage.quantile(0.5), usage.quantile(0.99)), (2, 10))

    def test_curves_have_few_points(self):
        usage = Usage([Move(0, number, float(number)) for number in range(1, 301)], 0)
        curve = usage.curve(300)
        self.assertEqual(len(curve), 50)
        self.assertEqual(curve[0], (3.5, 3.5))

    def test_curves_leave_out_what_hardly_ever_happened(self):
        usage = Usage([Move(0, 1, 1.0)] * 60 + [Move(0, 3, 2.0)] * 2 + [Move(0, 5, 9.0)], 0)
        self.assertEqual(usage.curve(6), [(1.5, 1.0), (3.5, 2.0)])

    def test_endings(self):
        self.assertEqual(endings(RECORDS, "B"), {
            ("lost", "score"): 1, ("drawn", "score"): 1, ("won", "fault"): 1, ("void", "referee"): 1,
        })
        self.assertEqual(endings(RECORDS, "A")["lost", "time"], 1)


if __name__ == "__main__":
    unittest.main()
