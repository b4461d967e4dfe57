"""Analyzes positions by a pool of local, Dask or Ray processes.

    python pool.py queries.jsonl                               # one process per processor
    python pool.py queries.jsonl --dask tcp://scheduler:8786   # workers with this module
    python pool.py queries.jsonl --ray auto

A line is a JSON analysis query, such as {"id": "a", "game": "othello", "moves": [["B", "f5"]], "maxVisits": 2000}. The
answers come in the order of the queries, with the best move and the winrate of every position.
"""

import argparse
import json
import sys
from concurrent import futures
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence, cast

import tengen


def answer(lines: Sequence[str]) -> "list[dict[str, Any]]":
    """Answers queries with a separate engine. Errors are answers too, since not every pool passes on exceptions."""
    with tengen.Analysis(threads=1) as engine:
        return [answer_one(engine, line) for line in lines]


def answer_one(engine: tengen.Analysis, line: str) -> "dict[str, Any]":
    """Answers a query: the best move and the winrate of every position."""
    try:
        query = json.loads(line)
        if not isinstance(query, dict):
            raise ValueError("a query is an object")
        results = engine.submit(cast(tengen.Query, query)).results()
    except (tengen.AnalysisError, ValueError, TypeError) as error:
        return {"query": line, "error": str(error)}
    best = [(result.turn_number, result.best, result.root_info) for result in results]
    turns = [
        {"turn": turn, "move": move and move.move, "winrate": root and root.winrate} for turn, move, root in best
    ]
    return {"id": query.get("id"), "turns": turns}


def answers(parts: "list[list[str]]", dask: Optional[str], ray: Optional[str]) -> "Iterator[list[dict[str, Any]]]":
    """Yields the answers to the parts in order, from the given pool."""
    if dask:
        from dask.distributed import Client

        with Client(dask) as client:
            yield from client.gather(client.map(answer, parts, pure=False))
    elif ray:
        from ray.util.multiprocessing import Pool

        with Pool(ray_address=ray) as pool:
            yield from pool.imap(answer, parts)
    else:
        with futures.ProcessPoolExecutor() as executor:
            yield from executor.map(answer, parts)


def main(words: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(description="Analyze positions by a pool of processes.")
    parser.add_argument("queries", type=Path, help="queries as JSON Lines")
    parser.add_argument("--part", type=int, default=100, metavar="N", help="queries per started engine [100]")
    pools = parser.add_mutually_exclusive_group()
    pools.add_argument("--dask", metavar="ADDRESS", help="the scheduler of Dask, such as tcp://host:8786")
    pools.add_argument("--ray", metavar="ADDRESS", help="the cluster of Ray; auto finds one on this machine")
    options = parser.parse_args(words)
    lines = [line for line in options.queries.read_text(encoding="utf-8").splitlines() if line.strip()]
    parts = [lines[start : start + options.part] for start in range(0, len(lines), options.part)]
    faults = 0
    for replies in answers(parts, options.dask, options.ray):
        for reply in replies:
            faults += "error" in reply
            print(json.dumps(reply), flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
