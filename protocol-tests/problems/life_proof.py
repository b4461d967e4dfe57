"""Proofs of life and death in the format `ld-proof 1`: a map from states of a region to moves. Only the rules of Go are known.

A state is the region's content, the point barred by ko and the side to move: a for the attacker, d for the defender. In a proof
that the target lives every state of the defender has an answer, and no line takes the last target stone. In a proof of a capture
every state of the attacker has one, and no line repeats."""

import json

from go_board import OTHER, Goban


class BadProof(Exception):
    """A proof that does not show its claim."""


def alive_chains(count, safe, areas):
    """Returns the numbers of the chains that are alive even if their side always passes (Benson): those that can never be
    removed, and those with two eyes. An area is the chains around it, and those to which it is an eye."""
    alive = set(range(count))
    while True:
        eyes = {number: sum(number in vital for _, vital in areas) for number in alive}
        kept = {number for number in alive if number in safe or eyes[number] >= 2}
        left = [area for area in areas if area[0] <= kept]
        if kept == alive and len(left) == len(areas):
            return alive
        alive, areas = kept, left


def check_ends(edges):
    """Raises if a line can go on forever: states are removed once all lines from them end."""
    before = {state: [] for state in edges}
    open_edges = {state: len(after) for state, after in edges.items()}
    for state, after in edges.items():
        for other in after:
            before[other].append(state)
    ended = [state for state, count in open_edges.items() if count == 0]
    for state in ended:
        for other in before[state]:
            open_edges[other] -= 1
            if open_edges[other] == 0:
                ended.append(other)
    if len(ended) < len(edges):
        raise BadProof("a line repeats")


class LifeProof:
    """A proof without ko threats."""

    def __init__(self, text):
        head, *lines = text.split("\n")
        self.head = head = json.loads(head)
        if head.get("format") != "ld-proof 1" or head["free"] is not None:
            raise BadProof("expected a proof without ko threats in the format ld-proof 1")
        self.goban = Goban(head["size"])
        self.cells = "".join(head["rows"])
        self.region = [self.goban.point(place) for place in head["region"]]
        self.inside = set(self.region)
        self.targets = set()
        for place in head["target"]:
            self.targets |= self.goban.chain(self.cells, self.goban.point(place))[0]
        colors = {self.cells[point] for point in self.targets}
        if not self.targets <= self.inside or len(colors) != 1 or "." in colors:
            raise BadProof("the target is not stones of one color in the region")
        self.defender = colors.pop()
        self.barred = None if head["ko"] is None else self.goban.point(head["ko"])
        self.captured = head["claim"] == "captured"
        self.answers = {}
        for line in filter(None, lines):
            content, ko, side, move = line.split(" ")
            barred = None if ko == "-" else self.region[int(ko)]
            if (content, barred, side) in self.answers:
                raise BadProof("a state has two answers")
            self.answers[content, barred, side] = move

    def color(self, side):
        return OTHER[self.defender] if side == "a" else self.defender

    def root(self):
        content = "".join("xo"["XO".index(self.defender)] if p in self.targets else self.cells[p] for p in self.region)
        start = (content, None, self.head["first"][0])
        # The ko bars only a retake by the side that moves first.
        retake = self.barred in self.inside and self.play(start, self.barred)
        return content, self.barred if retake and retake[1] is not None else None, start[2]

    def board(self, content):
        cells = list(self.cells)
        for point, cell in zip(self.region, content):
            cells[point] = cell.upper()
        return "".join(cells)

    def play(self, state, point):
        """Returns the state after a move on an empty point of the region; None if it is illegal."""
        content, barred, side = state
        cells, color = self.board(content), self.color(side)
        if cells[point] != "." or point == barred:
            return None
        # A chain with a stone outside the region is never removed, even without liberties.
        after = list(cells)
        after[point] = color
        taken = []
        for near in self.goban.near[point]:
            if after[near] == OTHER[color] and self.is_removed(after, near):
                stones = self.goban.chain(after, near)[0]
                taken += stones
                for stone in stones:
                    after[stone] = "."
        if self.is_removed(after, point):
            return None
        stones, liberties = self.goban.chain(after, point)
        is_ko = len(taken) == 1 and len(stones) == 1 and liberties == set(taken)
        kept = "".join(
            cell if cell in "xo" and after[p] != "." and p != point and p not in taken else after[p]
            for p, cell in zip(self.region, content)
        )
        return kept, taken[0] if is_ko else None, "d" if side == "a" else "a"

    def is_removed(self, cells, point):
        stones, liberties = self.goban.chain(cells, point)
        return not liberties and stones <= self.inside

    def successors(self, state):
        """Yields all legal moves, the pass included, with the states after them."""
        content, _, side = state
        yield "pass", (content, None, "d" if side == "a" else "a")
        for index, point in enumerate(self.region):
            after = self.play(state, point)
            if after is not None:
                yield str(index), after

    def check(self):
        """Follows every line of the proof. Raises at the first that does not show the claim; returns the number of states."""
        claimant = "a" if self.captured else "d"
        edges, todo = {}, [self.root()]
        while todo:
            state = todo.pop()
            if state in edges:
                continue
            edges[state] = []
            answer = self.answers.get(state)
            if answer == "B":
                if self.captured or not self.is_pass_alive(state[0]):
                    raise BadProof(f"{state[0]} is not alive without an answer")
                continue
            moves = list(self.successors(state))
            if state[2] == claimant:
                moves = [(move, after) for move, after in moves if move == answer]
                if not moves:
                    raise BadProof(f"{state} has no legal answer")
            for move, after in moves:
                is_gone = not set(after[0]) & set("xo")
                if is_gone and not self.captured:
                    raise BadProof(f"{move} in {state} captures the target")
                if not is_gone:
                    edges[state].append(after)
                    todo.append(after)
        if self.captured:
            check_ends(edges)
        return len(edges)

    def is_pass_alive(self, content):
        """Whether a target chain is alive even if the defender always passes (Benson)."""
        cells = self.board(content)
        chains, chain_at = [], {}
        for point, cell in enumerate(cells):
            if cell == self.defender and point not in chain_at:
                stones = self.goban.chain(cells, point)[0]
                chain_at.update(dict.fromkeys(stones, len(chains)))
                chains.append(stones)
        safe = set()
        for number, stones in enumerate(chains):
            open_points = {n for p in stones for n in self.goban.near[p] if cells[n] == "."}
            if not stones <= self.inside or not open_points <= self.inside:
                safe.add(number)
        alive = alive_chains(len(chains), safe, self.areas(cells, chain_at))
        targets = {p for p, cell in zip(self.region, content) if cell in "xo"}
        return any(chain_at[point] in alive for point in targets)

    def areas(self, cells, chain_at):
        """Returns the areas without the defender's stones: the chains around each, and those to which it is an eye."""
        found, seen = [], set()
        for start in self.region:
            if cells[start] == self.defender or start in seen:
                continue
            area, todo = {start}, [start]
            while todo:
                for near in self.goban.near[todo.pop()]:
                    if cells[near] != self.defender and near not in area:
                        area.add(near)
                        todo.append(near)
            seen |= area
            if not area <= self.inside:
                continue
            border = {chain_at[n] for p in area for n in self.goban.near[p] if n in chain_at}
            empty = [p for p in area if cells[p] == "."]
            vital = {c for c in border if all(any(chain_at.get(n) == c for n in self.goban.near[p]) for p in empty)}
            found.append((border, vital))
        return found
