"""Checks of Othello endgames."""

import othello
from refusal import demand


def check(problem, options):
    """Solves the endgame after every move."""
    square = lambda place: 1 << (place[0] + 8 * place[1])
    black = sum(map(square, problem["black"]))
    white = sum(map(square, problem["white"]))
    own, other = (black, white) if problem["to_move"] == "black" else (white, black)
    solver = othello.Endgame(options.positions)
    solutions = {square(place) for place in problem["solutions"]}
    moves = list(othello.squares(othello.legal(own, other)))
    demand(solutions <= set(moves) and len(solutions) in (1, 2), "the solutions are not one or two legal moves")
    listed = {square(branch["moves"][0]) for branch in problem["wrong"]}
    demand(listed == set(moves) - solutions, "the wrong moves are not all others")
    best = 1 if problem["kind"] == "endgame-win" else 0
    for move in moves:
        turned = othello.flips(own, other, move)
        after = (other & ~turned, own | turned | move)
        score = -solver.score(*after, -best, 1 - best)
        demand((score >= best) == (move in solutions), f"a move scores {'at least' if score >= best else 'less than'} {best}")
        if move == square(problem["solutions"][0]):
            margin = problem["margin"]
            score = -solver.score(*after, -margin - 1, -margin + 1)
            demand(score == margin, f"the solution scores {score}, not {margin}")
            demand((margin > 0) == (best == 1) and margin >= 0, f"a margin of {margin} for {problem['kind']}")
