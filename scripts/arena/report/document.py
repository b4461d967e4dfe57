"""The report of a match: one HTML file that works offline."""

from __future__ import annotations

import json
import math
from collections import Counter
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Iterable, Optional, Sequence

from arena.games import GAMES
from arena.records.gamefile import game_file
from arena.records.record import FAULTS, Record
from arena.stats.standings import Standings
from arena.stats.elo import Estimate
from arena.report.svg import DRAWING, Axis, Bar, Series, curves, error_bars
from arena.report.usage import Move, Usage, endings, faults, usages

PARTS = Path(__file__).resolve().parent / "page"
LONGEST = 10  # number of moves listed
MOST_FAULTS = 100  # number of faults listed

ENDS = {
    "score": "score", "resign": "resignation", "limit": "move limit", "time": "time", "illegal": "illegal move",
    "crash": "crash", "hang": "hang", "referee": "referee’s failure", "fault": "opponent’s fault",
}


def page(records: list[Record], standings: Standings, title: str) -> str:
    """The page with tables, charts and every game."""
    used = usages(records)
    # The order of the other tables gives each engine the same color in all charts.
    used = {name: used[name] for name in standings.names if name in used}
    template = Template((PARTS / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(title),
        style=(PARTS / "page.css").read_text(encoding="utf-8") + DRAWING,
        facts=facts(records),
        ratings=ratings_section(standings),
        cross=cross_table(standings),
        superiority=superiority_table(standings),
        endings=endings_section(records, standings.names),
        time=time_section(records, used),
        data=embedded(game_data(records, standings.names)),
        script=(PARTS / "page.js").read_text(encoding="utf-8"),
    )


def embedded(value: Any) -> str:
    """JSON for a script element, without `<`, which could end the element or begin a comment."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def game_data(records: list[Record], names: list[str]) -> dict[str, Any]:
    """The games for the page's script, in a compact form.

    A game is [kind, black, white, winner, result, end, number of moves, key, note, suffix and text of its file].
    """
    names = names + sorted({name for record in records for name in (record.black, record.white)} - set(names))
    kinds: dict[tuple, int] = {}
    games = []
    for record in records:
        kind = kinds.setdefault((record.rules, record.komi), len(kinds))
        games.append([
            kind, names.index(record.black), names.index(record.white), record.winner, record.result, record.end,
            len(record.opening) + len(record.moves), record.key, record.note, *game_file(record),
        ])
    return {"engines": names, "kinds": list(kinds), "games": games, "ends": ENDS}


def facts(records: list[Record]) -> str:
    """A line on the games and their dates."""
    kinds = Counter(
        f"{GAMES[r.game].title} {r.size[0]}×{r.size[1]}, {r.rules}" + (f", komi {r.komi:g}" if r.komi is not None else "")
        for r in records
    )
    played = " · ".join(f"{count:,} games of {escape(kind)}" for kind, count in kinds.most_common())
    days = sorted({record.began[:10] for record in records})
    return f"{played} · {days[0]}" + (f" to {days[-1]}" if len(days) > 1 else "")


def ratings_section(standings: Standings) -> str:
    """The ratings as a table and a chart."""
    rows = [
        [
            str(place), _name(row.name), _signed(row.rating.value), _interval(row.rating), f"{row.score.games:,}",
            f"{row.score.wins:,}", f"{row.score.draws:,}", f"{row.score.losses:,}", f"{100 * row.score.mean:.1f} %",
        ]
        for place, row in enumerate(standings.rows, start=1)
    ]
    frame = standings.ratings.anchor
    axis_label = f"Elo relative to {frame}" if frame else "Elo, the mean of all being 0"
    bars = [Bar(row.name, row.rating.value, row.rating.low, row.rating.high) for row in standings.rows]
    ends = [end for bar in bars for end in (bar.low, bar.high)]
    picture = error_bars(bars, Axis.over(ends, axis_label), "Ratings with 95 % intervals")
    note = ""
    if len(standings.groups) > 1:
        groups = "; ".join(", ".join(map(escape, group)) for group in standings.groups)
        note = f'<p class="note">These groups never met, and ratings don’t compare between them: {groups}.</p>'
    head = ["", "Engine", "Elo", "95 %", "Games", "Won", "Drawn", "Lost", "Score"]
    return f'<div class="beside"><figure>{picture}</figure>{table(head, rows, names=(1,))}</div>{note}'


def cross_table(standings: Standings) -> str:
    """Each engine's score against every other, shaded by its distance from ½."""
    rows = []
    for name in standings.names:
        row = [_name(name)]
        for other in standings.names:
            met = standings.played.get((name, other))
            if not met:
                row.append("")
                continue
            score = met.score
            games = f"{score.wins}–{score.draws}–{score.losses}"
            row.append(_shaded(score.mean, f"<b>{100 * score.mean:.1f} %</b><small>{games}</small>"))
        rows.append(row)
    return table(["", *map(_name, standings.names)], rows, names=(0,))


def superiority_table(standings: Standings) -> str:
    """Each engine's likelihood of superiority over every other."""
    rows = []
    for name in standings.names:
        chances = [
            "" if other == name else _shaded(chance, f"{100 * chance:.1f} %")
            for other in standings.names
            for chance in [standings.ratings.superiority(name, other)]
        ]
        rows.append([_name(name), *chances])
    return table(["", *map(_name, standings.names)], rows, names=(0,))


def endings_section(records: list[Record], names: list[str]) -> str:
    """A table of the ends of each engine's games, and every fault with its note."""
    counts = {name: endings(records, name) for name in names}
    order = [(outcome, kind) for outcome in ("won", "drawn", "lost", "void") for kind in ("score", "fault", *ENDS)]
    kinds = [kind for kind in dict.fromkeys(order) if any(own[kind] for own in counts.values())]
    head = ["Engine", *(f"{outcome.capitalize()}: {ENDS[end]}" for outcome, end in kinds)]
    rows = [[_name(name), *(f"{own[kind]:,}" if own[kind] else "" for kind in kinds)] for name, own in counts.items()]
    colors = Counter(record.winner for record in records)
    ended = max(1, len(records) - colors[None])
    lines = [
        f"<p>Black won {100 * colors['black'] / ended:.1f} % of the games, white {100 * colors['white'] / ended:.1f} %"
        f", and {100 * colors['draw'] / ended:.1f} % were drawn.</p>",
        table(head, rows, names=(0,)),
    ]
    found = list(faults(records))
    if found:
        items = "".join(
            f"<li>{_link(place)} {_name(record.faulty or 'referee')}: "
            f"{escape(ENDS[record.end])}{f' – {escape(record.note)}' if record.note else ''}</li>"
            for place, record in found[:MOST_FAULTS]
        )
        more = f"<p>{len(found) - MOST_FAULTS:,} more are among the games.</p>" if len(found) > MOST_FAULTS else ""
        lines.append(f"<h3>Faults</h3><ul class=\"faults\">{items}</ul>{more}")
    else:
        lines.append(f"<p>No engine committed a fault ({', '.join(ENDS[fault] for fault in FAULTS)}).</p>")
    return "".join(lines)


def time_section(records: list[Record], used: dict[str, Usage]) -> str:
    """Seconds per move as curves and as a table, and the longest moves."""
    if not used:
        return "<p>No engine made a move.</p>"
    longest = sorted(
        ((move, name) for name, usage in used.items() for move in usage.longest(LONGEST)),
        key=lambda found: -found[0].seconds,
    )[:LONGEST]
    items = "".join(f"<li>{_long_move(records, move, name)}</li>" for move, name in longest)
    return (
        f'<div class="beside"><figure>{time_picture(used)}</figure>{time_table(used)}</div>'
        f"<details><summary>The longest moves</summary><ol>{items}</ol></details>"
    )


def time_picture(used: dict[str, Usage]) -> str:
    """A chart of the mean time per move over the move number."""
    last = max(move.number for usage in used.values() for move in usage.moves)
    found = {name: usage.curve(last) for name, usage in used.items()}
    end = max(at for points in found.values() for at, _ in points)
    longest = max(seconds for points in found.values() for _, seconds in points)
    unit, scale = ("Milliseconds", 1000) if longest < 1 else ("Seconds", 1)
    lines = [Series(name, [(at, scale * seconds) for at, seconds in points]) for name, points in found.items()]
    height = Axis.over([scale * longest], f"{unit}, mean", zero=True)
    return curves(lines, Axis(1, end, "Move number"), height, "Time for a move over the move number")


def time_table(used: dict[str, Usage]) -> str:
    """A table of each engine's time."""
    rows = []
    for name, usage in used.items():
        (slowest,) = usage.longest(1)
        rows.append([
            _name(name), f"{len(usage.moves):,}", _time(usage.mean), _time(usage.median), _time(usage.quantile(0.99)),
            _link(slowest.game, _time(slowest.seconds)), _time(usage.total), f"{usage.overtime:,}",
        ])
    head = ["Engine", "Moves", "Mean", "Median", "99 %", "Longest", "Total", "Lost on time"]
    return table(head, rows, names=(0,))


def _long_move(records: list[Record], move: Move, name: str) -> str:
    record = records[move.game]
    vertex = record.moves[move.number - 1 - len(record.opening)]
    return f"{_time(move.seconds)} {_name(name)}, {_link(move.game)}, move {move.number} {escape(vertex)}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], names: tuple[int, ...]) -> str:
    """An HTML table. Cells are HTML or whole elements; cells of the columns `names` are row headings."""

    def element(column: int, cell: str) -> str:
        if column in names:
            return f'<th scope="row">{cell}</th>'
        return cell if cell.startswith("<td") else f"<td>{cell}</td>"

    top = "".join(
        f'<th scope="col"{" class=name" if column in names else ""}>{cell}</th>' for column, cell in enumerate(head)
    )
    body = "".join("<tr>" + "".join(element(*cell) for cell in enumerate(row)) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _shaded(share: float, content: str) -> str:
    """A cell colored by the share's distance from ½."""
    kind = "up" if share > 0.5 else "down"
    return f'<td class="{kind}" style="--depth:{abs(share - 0.5) * 0.8:.2f}">{content}</td>'


def _name(name: Optional[str]) -> str:
    return escape(name or "")


def _link(place: int, text: Optional[str] = None) -> str:
    """A link to a game on the page."""
    return f'<a href="#game-{place + 1}">{text or f"game {place + 1}"}</a>'


def _signed(value: float) -> str:
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:+.1f}".replace("-", "−")


def _interval(estimate: Estimate) -> str:
    return f"{_signed(estimate.low)} to {_signed(estimate.high)}"


def _time(seconds: float) -> str:
    """A time with about three digits."""
    if seconds >= 3600:
        return f"{seconds // 3600:.0f} h {seconds % 3600 // 60:.0f} min"
    if seconds >= 60:
        return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"
