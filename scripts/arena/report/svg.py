"""SVG charts: curves over axes, and values with error bars.

A chart has a width of 480 and scales with its page; colors are CSS variables that a page can set. `standalone` adds
the style for a separate file, with a dark variant.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import Iterable, Sequence

WIDTH = 480
SERIES = 8  # number of colors; further series repeat them

# Style that a page defines for all its charts.
STYLE = """
.plot { --ink: #1f2a30; --faint: #5f6d75; --rule: #dfe1de; --paper: #fff;
  --s0: #2a6fb0; --s1: #c2571a; --s2: #2f855a; --s3: #8a4fa0;
  --s4: #a07400; --s5: #b83a5b; --s6: #00818a; --s7: #6b6f76; font: 13px system-ui, sans-serif }
@media (prefers-color-scheme: dark) { .plot { --ink: #dfe6e8; --faint: #95a3a9; --rule: #303a3f; --paper: #1b2226;
  --s0: #6aaee8; --s1: #ef9a5f; --s2: #69c594; --s3: #c595dc;
  --s4: #d9b24a; --s5: #ef85a1; --s6: #55c3cb; --s7: #a5abb2 } }
"""
# Style that a page includes unchanged.
DRAWING = """
.plot text { fill: var(--ink); stroke: var(--paper); stroke-width: 4; stroke-linejoin: round; paint-order: stroke }
.plot .faint { fill: var(--faint) }
.plot .rule { stroke: var(--rule); stroke-width: 1 }
.plot .zero { stroke: var(--faint); stroke-width: 1 }
.plot .curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.plot .band { stroke: none; opacity: .15 }
.plot .bar { stroke-width: 2; stroke-linecap: round }
.plot .dot { stroke: var(--paper); stroke-width: 2 }
"""


@dataclass(frozen=True)
class Axis:
    """The range of values along a chart's side, with a label."""

    low: float
    high: float
    label: str = ""

    @classmethod
    def over(cls, values: Iterable[float], label: str = "", zero: bool = False) -> Axis:
        """An axis over all finite values, or from 0 to 1 if there are none; with `zero`, including 0."""
        finite = [value for value in values if math.isfinite(value)] + ([0.0] if zero else [])
        low, high = min(finite, default=0.0), max(finite, default=1.0)
        if low == high:
            low, high = (low - 1, high + 1) if low else (0.0, 1.0)
        return cls(low, high, label)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values within the axis, in steps of 1, 2 or 5 times a power of ten."""
        rough = (self.high - self.low) / most
        power = 10 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(index * step, 12) for index in range(first, last + 1)]


@dataclass(frozen=True)
class Series:
    """A curve through points, with an optional band around it."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float, float]] = ()  # x, low, high


@dataclass(frozen=True)
class Bar:
    """A value with its interval; an infinite end runs out of the chart."""

    name: str
    value: float
    low: float
    high: float


def number(value: float) -> str:
    """A number as a short label."""
    return f"{value:.10g}".replace("-", "\u2212")


def curves(series: Sequence[Series], x: Axis, y: Axis, title: str, height: int = 260, standalone: bool = False) -> str:
    """Curves over two axes, with a legend for two or more."""
    heights = y.ticks(5)
    left = 34 + 8 * max(len(number(tick)) for tick in heights)
    right, top, bottom = WIDTH - 14, 12, height - 44

    def across(value: float) -> float:
        return left + (value - x.low) / (x.high - x.low) * (right - left)

    def down(value: float) -> float:
        return bottom - (value - y.low) / (y.high - y.low) * (bottom - top)

    parts = []
    for tick in heights:
        at = f"{down(tick):.1f}"
        parts.append(f'<line class="rule" x1="{left}" x2="{right}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="faint" x="{left - 7}" y="{at}" dy="4" text-anchor="end">{number(tick)}</text>')
    for tick in x.ticks():
        parts.append(_below(across(tick), bottom + 17, number(tick)))
    parts.append(_below((left + right) / 2, bottom + 36, x.label))
    parts.append(
        f'<text class="faint" transform="translate(13 {(top + bottom) / 2:.1f}) rotate(-90)" text-anchor="middle">'
        f"{escape(y.label)}</text>"
    )
    for index, line in enumerate(series):
        color = f"var(--s{index % SERIES})"
        if line.band:
            edge = [(at, high) for at, _, high in line.band] + [(at, low) for at, low, _ in reversed(line.band)]
            points = " ".join(f"{across(at):.1f},{down(value):.1f}" for at, value in edge)
            parts.append(f'<polygon class="band" fill="{color}" points="{points}"/>')
        points = " ".join(f"{across(at):.1f},{down(value):.1f}" for at, value in line.points)
        parts.append(
            f'<polyline class="curve" stroke="{color}" points="{points}"><title>{escape(line.name)}</title></polyline>'
        )
    if len(series) > 1:
        legend, height = _legend([line.name for line in series], left, height + 8)
        parts += legend
    return picture(parts, height, title, standalone)


def error_bars(bars: Sequence[Bar], axis: Axis, title: str, standalone: bool = False) -> str:
    """A chart with a row for every value: its name above its interval."""
    left, right, row = 14, WIDTH - 14, 44
    bottom = row * len(bars) + 8

    def across(value: float) -> float:
        share = (min(max(value, axis.low), axis.high) - axis.low) / (axis.high - axis.low)
        return left + share * (right - left)

    parts = []
    for tick in axis.ticks():
        at = f"{across(tick):.1f}"
        kind = "rule" if tick else "zero"
        parts.append(f'<line class="{kind}" x1="{at}" x2="{at}" y1="4" y2="{bottom}"/>')
        parts.append(_below(across(tick), bottom + 17, number(tick)))
    parts.append(_below((left + right) / 2, bottom + 36, axis.label))
    for index, bar in enumerate(bars):
        middle, color = row * index + 32, f"var(--s{index % SERIES})"
        at = across(bar.value)
        # A name near the right edge ends at its value instead of beginning there.
        anchor = "end" if at > WIDTH * 0.6 else "start"
        parts.append(
            f'<line class="bar" stroke="{color}" x1="{across(bar.low):.1f}" x2="{across(bar.high):.1f}" '
            f'y1="{middle}" y2="{middle}"/>'
            f'<circle class="dot" fill="{color}" cx="{at:.1f}" cy="{middle}" r="6"/>'
            f'<text x="{at:.1f}" y="{middle - 12}" text-anchor="{anchor}">{escape(bar.name)}</text>'
        )
    return picture(parts, bottom + 46, title, standalone)


def picture(parts: Iterable[str], height: float, title: str, standalone: bool = False) -> str:
    """The parts as one SVG element, with a title for screen readers."""
    style = f"<style>{STYLE}{DRAWING}</style>" if standalone else ""
    namespace = ' xmlns="http://www.w3.org/2000/svg"' if standalone else ""
    ground = '<rect width="100%" height="100%" style="fill: var(--paper)"/>' if standalone else ""
    return (
        f'<svg{namespace} class="plot" viewBox="0 0 {WIDTH} {height:g}" role="img">'
        f"<title>{escape(title)}</title>{style}{ground}{''.join(parts)}</svg>"
    )


def _below(x: float, y: float, text: str) -> str:
    return f'<text class="faint" x="{x:.1f}" y="{y:g}" text-anchor="middle">{escape(text)}</text>'


def _legend(names: Sequence[str], left: float, top: float) -> tuple[list[str], float]:
    """Names with their colors, as many per line as fit, and the position below them."""
    parts, x, y = [], left, top
    for index, name in enumerate(names):
        width = 34 + 7.5 * len(name)
        if x + width > WIDTH and x > left:
            x, y = left, y + 20
        parts.append(f'<circle class="dot" fill="var(--s{index % SERIES})" cx="{x + 6}" cy="{y - 4}" r="6"/>')
        parts.append(f'<text x="{x + 17}" y="{y}">{escape(name)}</text>')
        x += width
    return parts, y + 12
