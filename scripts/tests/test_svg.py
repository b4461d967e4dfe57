"""Charts: well-formed, with everything in its place."""

import math
import unittest
from xml.etree import ElementTree

from arena.report.svg import Axis, Bar, Series, curves, error_bars, number


def elements(text, name):
    return [element for element in ElementTree.fromstring(text).iter() if element.tag.rpartition("}")[2] == name]


class AxisTest(unittest.TestCase):
    def test_ticks_are_round_and_inside(self):
        self.assertEqual(Axis(0, 1).ticks(), [0, 0.2, 0.4, 0.6, 0.8, 1])
        self.assertEqual(Axis(-130, 170).ticks(), [-100, -50, 0, 50, 100, 150])
        self.assertEqual(Axis(0.0003, 0.0011).ticks(4), [0.0004, 0.0006, 0.0008, 0.001])

    def test_an_axis_over_values(self):
        self.assertEqual(Axis.over([3, math.inf, 5]), Axis(3, 5))
        self.assertEqual(Axis.over([3, 5], zero=True), Axis(0, 5))
        self.assertEqual(Axis.over([]), Axis(0, 1))
        self.assertEqual(Axis.over([4, 4]), Axis(3, 5))

    def test_numbers_in_labels(self):
        self.assertEqual([number(value) for value in (50.0, -0.5, 0)], ["50", "\u22120.5", "0"])


class PictureTest(unittest.TestCase):
    def test_curves_run_from_corner_to_corner(self):
        text = curves([Series("a<b", [(0, 0), (10, 5)], [(0, 0, 1), (10, 4, 5)])], Axis(0, 10), Axis(0, 5), "time")
        (line,) = elements(text, "polyline")
        self.assertEqual(line.get("points"), "42.0,216.0 466.0,12.0")
        self.assertEqual(len(elements(text, "polygon")[0].get("points").split()), 4)
        self.assertIn("a&lt;b", text)
        self.assertEqual(elements(text, "style"), [])

    def test_several_curves_have_a_legend_that_wraps(self):
        names = [f"an engine with a long name {index}" for index in range(4)]
        one, all_four = (
            curves([Series(name, [(0, 0), (1, 1)]) for name in names[:count]], Axis(0, 1), Axis(0, 1), "t")
            for count in (1, 4)
        )
        self.assertEqual((len(elements(one, "circle")), len(elements(all_four, "circle"))), (0, 4))
        rows = {circle.get("cy") for circle in elements(all_four, "circle")}
        self.assertEqual(len(rows), 4)

    def test_error_bars_end_at_the_edges(self):
        bars = [Bar("strong", 100, 50, math.inf), Bar("weak", 0, -40, 40)]
        text = error_bars(bars, Axis(-50, 150, "Elo"), "ratings", standalone=True)
        self.assertTrue(text.startswith('<svg xmlns="http://www.w3.org/2000/svg"'))
        drawn = [line for line in elements(text, "line") if line.get("class") == "bar"]
        self.assertEqual([line.get("x2") for line in drawn], ["466.0", "217.4"])
        self.assertEqual(elements(text, "circle")[0].get("cx"), "353.0")
        self.assertEqual(len(elements(text, "style")), 1)


if __name__ == "__main__":
    unittest.main()
