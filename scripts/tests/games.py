"""Made-up game records."""

from arena.records.record import Record


def a_game(key, black, white, winner, **fields):
    """A short game of Go between two engines; `winner` is black, white, draw or None."""
    _, pair, side = key.split(":")
    results = {"black": "B+3", "white": "W+4", "draw": "0", None: "void"}
    values = {
        "key": key, "pair": int(pair), "round": int(side),
        "game": "go", "size": (5, 5), "rules": "chinese", "komi": 7.0,
        "opening": ["C3"], "moves": ["B2", "D4", "pass", "pass"], "seconds": [0.5, 0.25, 0.125, 0.25],
        "black": black, "white": white, "result": results[winner], "winner": winner,
        "end": "referee" if winner is None else "score", "faulty": None, "note": "",
        "clock": {"black": {"kind": "nodes", "nodes": 10}, "white": {"kind": "nodes", "nodes": 10}},
        "began": "2026-01-31T12:00:00Z", "engines": {black: f"{black} --gtp", white: f"{white} --gtp"},
    }
    return Record(**{**values, **fields})


def a_match(first, second, winners, **fields):
    """Pairs of games of two engines, with colors swapped; a winner is a name, or None for a draw."""
    records = []
    for index, winner in enumerate(winners):
        black, white = (first, second) if index % 2 == 0 else (second, first)
        outcome = "draw" if winner is None else "black" if winner == black else "white"
        records.append(a_game(f"1:{index // 2}:{index % 2}", black, white, outcome, **fields))
    return records


def lines(records):
    """The text of a file of these records."""
    return "".join(record.to_json() + "\n" for record in records)
