"""Ladders and nets, read move by move as their definitions say, without a cache across questions."""

from go_board import OTHER, Undecided

# Moves of one reading.
MOST_MOVES = 60_000

# Liberties at the attacker's turn above which a chain has escaped from a net.
NET_LIBERTIES = 3


class Ladder:
    """A chain that runs while every move of the attacker gives atari."""

    def __init__(self, goban, target, defender):
        self.goban, self.target, self.defender = goban, target, defender
        self.left = MOST_MOVES

    def is_captured(self, cells, barred, side, past=frozenset()):
        """Whether the attacker captures the chain by force. A line that repeats is a failure."""
        state = (cells, barred, side)
        if state in past:
            return False
        liberties = self.goban.chain(cells, self.target)[1]
        is_attack = side != self.defender
        if len(liberties) > (2 if is_attack else 1):
            return False
        moves = set(liberties) if is_attack else liberties | self.rescues(cells)
        for after, is_gone in self.steps(cells, barred, side, moves):
            if (is_gone or self.is_captured(*after, OTHER[side], past | {state})) == is_attack:
                return is_attack
        return not is_attack

    def steps(self, cells, barred, side, moves):
        """Yields the state after each legal move, and whether the chain is gone. Raises Undecided after too many."""
        for point in sorted(moves):
            after = self.goban.play(cells, barred, side, point)
            if after is None:
                continue
            self.left -= 1
            if self.left < 0:
                raise Undecided
            yield after, after[0][self.target] != self.defender

    def rescues(self, cells):
        """Returns the points that capture an attacking chain in atari that touches the target."""
        points = set()
        for stone in self.goban.chain(cells, self.target)[0]:
            for near in self.goban.near[stone]:
                if cells[near] == OTHER[self.defender]:
                    liberties = self.goban.chain(cells, near)[1]
                    points |= liberties if len(liberties) == 1 else set()
        return points


class Net(Ladder):
    """A chain in a net or loose ladder, read to a fixed number of plies, so that no repetition can mislead."""

    def __init__(self, goban, target, defender):
        super().__init__(goban, target, defender)
        self.known = {}

    def is_caught(self, cells, barred, side, plies):
        """Whether the attacker captures the chain within a number of plies."""
        key = (cells, barred, side)
        failed, caught = self.known.get(key, (-1, 1000))
        if plies <= failed or plies >= caught:
            return plies >= caught
        result = self.read(cells, barred, side, plies)
        self.known[key] = (failed, plies) if result else (plies, caught)
        return result

    def read(self, cells, barred, side, plies):
        liberties = self.goban.chain(cells, self.target)[1]
        is_attack = side != self.defender
        if plies <= 0 or len(liberties) > (NET_LIBERTIES if is_attack else NET_LIBERTIES - 1):
            return False
        moves = set(liberties)
        if is_attack:
            if len(liberties) == 1:
                after = self.goban.play(cells, barred, side, next(iter(liberties)))
                if after is not None:
                    return True
            if len(liberties) < NET_LIBERTIES:
                moves |= self.next_to(cells, liberties)
        else:
            moves |= self.rescues(cells) if len(liberties) == 1 else self.next_to(cells, liberties) | self.counters(cells, liberties)
        for after, is_gone in self.steps(cells, barred, side, moves):
            if (is_gone or self.is_caught(*after, OTHER[side], plies - 1)) == is_attack:
                return is_attack
        if not is_attack and len(liberties) > 1:
            return self.is_caught(cells, None, OTHER[side], plies - 1)
        return not is_attack

    def next_to(self, cells, liberties):
        """Returns the empty points next to liberties."""
        return {near for point in liberties for near in self.goban.near[point] if cells[near] == "."}

    def counters(self, cells, liberties):
        """Returns the liberties of attacking chains with at most two that touch the target or a liberty."""
        stones = self.goban.chain(cells, self.target)[0] | liberties
        points = set()
        for near in {near for stone in stones for near in self.goban.near[stone]}:
            if cells[near] == OTHER[self.defender]:
                open_points = self.goban.chain(cells, near)[1]
                points |= open_points if len(open_points) <= 2 else set()
        return points
