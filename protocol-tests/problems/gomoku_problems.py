"""Checks of problems of gomoku, renju and caro."""

import json

from go_board import Undecided
from gomoku_rules import Grid
from gomoku_threats import MOST_POSITIONS, OTHER, Threats
from refusal import demand

# Threats within which no other move may win, and within which the win is looked for where no proof is at hand.
OTHER_THREATS, OWN_THREATS = 2, 3

# Steps from the winning line within which other moves are tried with one threat more.
NEAR, NEAR_THREATS = 2, 3


def check(problem, options):
    stones = [("X", place) for place in problem["black"]] + [("O", place) for place in problem["white"]]
    grid = Grid(problem["size"], problem["rules"], stones)
    me = "X" if problem["to_move"] == "black" else "O"
    kinds = {"vcf": check_fours, "vct": check_threats, "defense": check_defense, "forbidden": check_forbidden}
    kinds[problem["kind"]](problem, grid, me, options)


def places(grid, points):
    return sorted(grid.place(point) for point in points)


def check_forbidden(problem, grid, me, options):
    reasons = {point: grid.forbidden(point) for point in grid.points if grid.cells[point] == "."}
    found = [point for point, reason in reasons.items() if reason]
    demand(me == "X" and places(grid, found) == sorted(problem["solutions"]), f"forbidden are {places(grid, found)}")
    for branch in problem["right"]:
        reason = reasons[grid.at(branch["moves"][0])]
        demand(branch["result"]["code"] == reason.replace(" ", "-"), f"{branch['moves'][0]} is forbidden by {reason}")


def check_fours(problem, grid, me, options):
    threats = Threats(grid)
    winning = places(grid, threats.winning_fours(me))
    demand(winning == sorted(problem["solutions"]), f"the fours that win are {winning}")
    check_lines(problem, grid, me)
    check_tree(problem, grid, me, options)


def check_lines(problem, grid, me):
    """Plays the right lines, one for each solution."""
    firsts = [branch["moves"][0] for branch in problem["right"]]
    demand(firsts == problem["solutions"], "the right lines are not those of the solutions")
    for branch in problem["right"]:
        check_line(branch, grid, me)


def check_line(branch, grid, me):
    """Plays a line: every move is legal and the last makes a five or a four without a legal answer."""
    threats, side, played = Threats(grid), me, []
    for move in branch["moves"]:
        point = grid.at(move)
        demand(threats.is_legal(point, side), f"{move} is illegal")
        last_wins = grid.is_five(point, side)
        threats.put(point, side)
        played.append(point)
        side = OTHER[side]
    demand(side != me, "the line ends with the other side's move")
    demand(last_wins or threats.fives(me) and not threats.replies_to_four(me), "the line does not end with a win")
    for point in played:
        threats.take(point)


def check_threats(problem, grid, me, options):
    demand(Threats(grid).wins_by_fours(me) is None, "fours win")
    check_lines(problem, grid, me)
    solutions = [grid.at(place) for place in problem["solutions"]]
    if not check_tree(problem, grid, me, options):
        for solution in solutions:
            demand_or_leave(Threats(grid).wins_with(solution, me, OWN_THREATS))
    others = Threats(grid)
    empty = [point for point in grid.points if point not in solutions and grid.cells[point] == "."]
    for point in empty:
        others.left = MOST_POSITIONS
        demand(not others.wins_with(point, me, OTHER_THREATS), f"{grid.place(point)} wins too")
    fight = [place for branch in problem["right"] for place in branch["moves"] if place]
    for point in empty:
        if min(distance(grid.place(point), place) for place in fight) <= NEAR:
            demand(not wins_if_decided(grid, point, me), f"{grid.place(point)} wins too")


def distance(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def wins_if_decided(grid, point, me):
    """Whether a move near the fight wins within more threats; false if the search takes too long."""
    cells = list(grid.cells)
    try:
        return Threats(grid).wins_with(point, me, NEAR_THREATS)
    except Undecided:
        grid.cells[:] = cells
        return False


def demand_or_leave(holds):
    """Leaves the problem undecided if a bounded search did not find the win."""
    if not holds:
        raise Undecided


def check_defense(problem, grid, me, options):
    threats = Threats(grid)
    demand(not threats.fives(me) and not threats.fives(OTHER[me]), "there is a five")
    demand(threats.wins_by_fours(me) is None, "the side to move wins by fours")
    holding = [point for point in threats.answers(OTHER[me])]
    demand(places(grid, holding) == sorted(problem["solutions"]), f"defenses are {places(grid, holding)}")
    for solution in holding:
        threats.put(solution, me)
        wins = Threats(grid).wins_by_threats(OTHER[me], 1)
        threats.take(solution)
        demand(not wins, "the opponent still wins by a threat")


def check_tree(problem, grid, me, options):
    """Checks the proofs of an attack, one for each solution, if there are any. Returns whether there are."""
    paths = [options.proof / f"{problem['key']}{suffix(index, place)}.json" for index, place in enumerate(problem["solutions"])] if options.proof else []
    if not paths or not paths[0].exists():
        return False
    for path, solution in zip(paths, problem["solutions"]):
        check_proof(problem, path, solution, grid, me)
    return True


def suffix(index, place):
    """Returns what follows the key in the name of the proof of a solution."""
    return f"_{place[0]}-{place[1]}" if index else ""


def check_proof(problem, path, solution, grid, me):
    demand(path.exists(), f"there is no proof {path.name}")
    proof = json.loads(path.read_text("utf-8"))
    demand(proof["format"] == "threat-proof 1", "expected the format threat-proof 1")
    for field in ("size", "rules", "black", "white", "to_move"):
        demand(proof[field] == problem[field], f"the proof has another {field}")
    demand(proof["attack"]["move"] == solution, "the proof begins with another move")
    follow(proof["attack"], grid, me)


def follow(attack, grid, me):
    """Tries every legal reply to a move of the proof. One without an answer in the proof must lose to fours."""
    threats = Threats(grid)
    point = grid.at(attack["move"])
    demand(threats.is_legal(point, me), f"{attack['move']} is illegal")
    is_five = grid.is_five(point, me)
    threats.put(point, me)
    line = threats.wins_by_fours(me) or ()
    answered = {grid.at(reply["reply"]): reply["attack"] for reply in attack["replies"]}
    for reply in [] if is_five else grid.points:
        if not threats.is_legal(reply, OTHER[me]):
            continue
        is_lost = grid.is_five(reply, OTHER[me])
        threats.put(reply, OTHER[me])
        try:
            demand(not is_lost, f"{grid.place(reply)} makes a five")
            if reply in answered:
                follow(answered[reply], grid, me)
            else:
                fours = threats.wins_by_fours(me, line)
                demand(fours is not None, f"{grid.place(reply)} has no answer")
        finally:
            threats.take(reply)
    threats.take(point)
