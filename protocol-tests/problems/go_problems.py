"""Checks of problems of Go."""

from go_board import OTHER, Goban, Undecided
from go_captures import Ladder, Net
from life_proof import BadProof, LifeProof
from refusal import Refused, demand

# Plies beyond the solution's within which no other move may catch the chain in a net.
MORE_PLIES = 4

# Steps from a liberty within which other moves are tried as a net.
REACH = 3


class Setup:
    """The position of a problem."""

    def __init__(self, problem):
        self.goban = Goban(problem["size"][0])
        demand(problem["size"][0] == problem["size"][1], "the board is not square")
        cells = ["."] * (self.goban.size**2)
        for name, cell in (("black", "X"), ("white", "O")):
            for place in problem[name]:
                cells[self.goban.point(place)] = cell
        self.cells = "".join(cells)
        self.me = "X" if problem["to_move"] == "black" else "O"
        self.target = self.goban.point(problem["target"][0])
        self.solutions = {self.goban.point(place) for place in problem["solutions"]}
        demand(len(self.solutions) in (1, 2), "there are not one or two solutions")

    def moves(self):
        """Yields all legal moves with the position after each."""
        for point in range(len(self.cells)):
            after = self.goban.play(self.cells, None, self.me, point)
            if after is not None:
                yield point, after

    def name(self, point):
        return [point % self.goban.size, point // self.goban.size]


def check(problem, options):
    setup = Setup(problem)
    kind = problem["kind"]
    if kind in ("kill", "live"):
        check_life(problem, setup, options)
        return
    stones = setup.goban.chain(setup.cells, setup.target)[0]
    demand(stones == {setup.goban.point(place) for place in problem["target"]}, "the target is not a chain")
    check_line(problem["right"][0]["moves"], setup)
    if kind == "ladder":
        check_ladder(setup)
    elif kind == "net":
        check_net(problem, setup)
    else:
        check_rescue(problem, setup)


def check_line(moves, setup):
    """Plays a line, in which every move has to be legal."""
    state, color = (setup.cells, None), setup.me
    for move in moves:
        state = (state[0], None) if move is None else setup.goban.play(*state, color, setup.goban.point(move))
        demand(state is not None, f"{move} is illegal")
        color = OTHER[color]


def check_ladder(setup):
    defender = OTHER[setup.me]
    demand(setup.cells[setup.target] == defender, "the target has the wrong color")
    for point, (cells, barred) in setup.moves():
        is_gone = cells[setup.target] != defender
        captured = is_gone or Ladder(setup.goban, setup.target, defender).is_captured(cells, barred, defender)
        demand(captured == (point in setup.solutions), f"{setup.name(point)} {'captures' if captured else 'does not capture'}")


def check_rescue(problem, setup):
    defender, attacker = setup.me, OTHER[setup.me]
    demand(setup.cells[setup.target] == defender, "the target has the wrong color")
    ladder = Ladder(setup.goban, setup.target, defender)
    contacts = setup.goban.chain(setup.cells, setup.target)[1] | ladder.rescues(setup.cells)
    for solution in setup.solutions:
        demand((solution in contacts) == (problem["kind"] == "escape"), "the solution is of the other kind")
    for point, (cells, barred) in setup.moves():
        captured = Ladder(setup.goban, setup.target, defender).is_captured(cells, barred, attacker)
        demand(captured == (point not in setup.solutions), f"{setup.name(point)} {'fails' if captured else 'saves'}")


def check_net(problem, setup):
    goban, defender = setup.goban, OTHER[setup.me]
    ladder = Ladder(goban, setup.target, defender)
    demand(not ladder.is_captured(setup.cells, None, setup.me), "a ladder captures")
    plies = len(problem["right"][0]["moves"]) + MORE_PLIES
    liberties = goban.chain(setup.cells, setup.target)[1]
    for point, (cells, barred) in setup.moves():
        net = Net(goban, setup.target, defender)
        if point in setup.solutions:
            # The win may take longer than the line against its strongest defense.
            check_caught(net, cells, barred, plies)
        elif any(distance(goban, point, liberty) <= REACH for liberty in liberties):
            demand(not net.is_caught(cells, barred, defender, plies - 1), f"{setup.name(point)} catches the chain too")


def check_caught(net, cells, barred, plies):
    """Demands that the chain is caught after any first reply on the board."""
    defender = net.defender
    for point in range(len(cells)):
        reply = net.goban.play(cells, barred, defender, point)
        if reply is not None:
            caught = any(net.is_caught(*reply, OTHER[defender], more) for more in range(plies, 2 * plies + 8, 2))
            demand(caught, f"the chain gets away with {[point % net.goban.size, point // net.goban.size]}")


def distance(goban, a, b):
    return abs(a % goban.size - b % goban.size) + abs(a // goban.size - b // goban.size)


def check_life(problem, setup, options):
    """Checks the proofs of the right move, of the position without a move, and of every other move of the region."""
    files = sorted(options.proof.glob(f"{problem['key']}_*.ldp")) if options.proof else []
    if not files:
        raise Undecided
    first = "defender" if problem["kind"] == "live" else "attacker"
    wanted = "captured" if problem["kind"] == "kill" else "lives"
    answered, region = set(), set()
    for path in files:
        name = path.stem.split("_", 1)[1]
        proof = LifeProof(path.read_text("utf-8"))
        try:
            proof.check()
        except BadProof as reason:
            raise Refused(f"{path.name}: {reason}") from reason
        head = proof.head
        state = (setup.cells, None)
        is_right = name.startswith("right")
        if name not in ("right", "pass"):
            move = setup.goban.point([int(part) for part in name.removeprefix("right-").split("-")])
            state = setup.goban.play(setup.cells, None, setup.me, move)
            demand(state is not None and (move in setup.solutions) == is_right, f"{path.name}: another kind of move")
            answered.add(move)
        demand(proof.cells == state[0] and proof.barred in (None, state[1]), f"{path.name}: another position")
        target = {setup.goban.point(place) for place in problem["target"]}
        left = {stone for stone in target if state[0][stone] == setup.cells[stone]}
        demand(proof.targets >= left, f"{path.name}: another target")
        demand((head["first"] == first) == (name == "right"), f"{path.name}: the other side moves first")
        demand((head["claim"] == wanted) == is_right, f"{path.name}: claims {head['claim']}")
        if name == "right":
            content, barred, side = proof.root()
            move = proof.region[int(proof.answers[content, barred, side])]
            demand(move in setup.solutions, "another move is proved")
            answered.add(move)
        demand(not region or region == proof.inside, f"{path.name}: another region")
        region = proof.inside
    names = {path.stem.split("_", 1)[1] for path in files}
    demand({"right", "pass"} <= names, "a proof is missing")
    for point, _ in setup.moves():
        demand(point not in region or point in answered, f"{setup.name(point)} has no proof")
