"""Wins by continuous fours and threats. Every legal reply of the defender is tried, near or far."""

from go_board import Undecided

# Positions of one search for a win by fours.
MOST_POSITIONS = 30_000

OTHER = {"X": "O", "O": "X"}
WEIGHTS = {"X": 1, "O": 10}


class Threats:
    """Searches on a grid, which they restore."""

    def __init__(self, grid):
        self.grid, self.left, self.known = grid, MOST_POSITIONS, {}
        self.around = {point: [] for point in grid.points}
        for number, window in enumerate(grid.windows):
            for point in window:
                self.around[point].append(number)
        # For each window of five points the black stones plus ten times the white ones.
        self.counts = [sum(WEIGHTS.get(grid.cells[point], 0) for point in window) for window in grid.windows]

    def is_legal(self, point, color):
        is_empty = self.grid.cells[point] == "."
        return is_empty and (color == "O" or self.grid.forbidden(point) is None)

    def put(self, point, color):
        self.grid.cells[point] = color
        for number in self.around[point]:
            self.counts[number] += WEIGHTS[color]

    def take(self, point):
        for number in self.around[point]:
            self.counts[number] -= WEIGHTS[self.grid.cells[point]]
        self.grid.cells[point] = "."

    def completions(self, color, stones):
        """Returns the empty points of windows that have `stones` stones of a color and no other."""
        wanted, cells, windows = stones * WEIGHTS[color], self.grid.cells, self.grid.windows
        found = [windows[number] for number, count in enumerate(self.counts) if count == wanted]
        return {point for window in found for point in window if cells[point] == "."}

    def fives(self, color):
        return {point for point in self.completions(color, 4) if self.grid.is_five(point, color)}

    def replies_to_four(self, me):
        """Returns the legal moves of the opponent after which this side has no five."""
        grid, other = self.grid, OTHER[me]
        fives = self.fives(me)
        candidates = set(fives)
        if "caro" in grid.rule:
            # A five closed at both ends does not win.
            near = {point + step * number for point in fives for step in grid.steps for number in range(-5, 6)}
            candidates = near & set(grid.points)
        elif len(fives) > 1:
            return []
        replies = []
        for point in sorted(candidates):
            if self.is_legal(point, other):
                self.put(point, other)
                if not self.fives(me):
                    replies.append(point)
                self.take(point)
        return replies

    def wins_by_fours(self, me, guess=()):
        """Returns the moves of a win by continuous fours, or None, trying the guessed line first. Raises if it takes too long."""
        key = me + "".join(self.grid.cells)
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise Undecided
            self.known[key] = self.search_fours(me, guess)
        return self.known[key]

    def search_fours(self, me, guess):
        five = self.fives(me)
        if five:
            return [min(five)]
        must = self.fives(OTHER[me])
        fours = self.completions(me, 3)
        for point in sorted(fours & must if must else fours, key=lambda point: (point not in guess[:1], point)):
            line = self.line_after_four(point, me, guess)
            if line is not None:
                return line
        return None

    def line_after_four(self, point, me, guess=()):
        """Returns the win that begins with a four, or None."""
        if not self.is_legal(point, me):
            return None
        self.put(point, me)
        try:
            if not self.fives(me) or self.fives(OTHER[me]):
                return None
            longest = [point]
            for reply in self.replies_to_four(me):
                self.put(reply, OTHER[me])
                rest = self.wins_by_fours(me, guess[2:])
                self.take(reply)
                if rest is None:
                    return None
                if len(rest) + 2 > len(longest):
                    longest = [point, reply, *rest]
            return longest
        finally:
            self.take(point)

    def winning_fours(self, me):
        """Returns every four that wins by continuous fours."""
        return [point for point in sorted(self.completions(me, 3)) if self.line_after_four(point, me) is not None]

    def answers(self, me):
        """Yields the opponent's legal moves after which this side does not win by fours, most likely ones first."""
        line = self.wins_by_fours(me)
        empty = [point for point in self.grid.points if self.grid.cells[point] == "."]
        if line is None:
            yield from empty
            return
        near = set(line) | self.completions(OTHER[me], 3) | self.fives(me)
        for point in sorted(empty, key=lambda point: point not in near):
            if self.is_legal(point, OTHER[me]):
                self.put(point, OTHER[me])
                is_five = self.grid.is_five(point, OTHER[me])
                wins = not is_five and self.wins_by_fours(me, line) is not None
                self.take(point)
                if not wins:
                    yield point

    def wins_with(self, point, me, threats):
        """Whether a move wins by at most so many threats, the last of which leads to a win by fours."""
        if not self.is_legal(point, me):
            return False
        self.put(point, me)
        try:
            if self.grid.is_five(point, me):
                return True
            if self.fives(OTHER[me]) or self.wins_by_fours(me) is None:
                return False
            for answer in self.answers(me):
                if threats <= 1:
                    return False
                self.put(answer, OTHER[me])
                is_over = self.grid.is_five(answer, OTHER[me])
                wins = not is_over and self.wins_by_threats(me, threats - 1)
                self.take(answer)
                if not wins:
                    return False
            return True
        finally:
            self.take(point)

    def wins_by_threats(self, me, threats):
        """Whether some move wins by at most so many threats."""
        if self.wins_by_fours(me) is not None:
            return True
        points = self.completions(me, 3) | self.completions(me, 2)
        must = self.fives(OTHER[me])
        return any(self.wins_with(point, me, threats) for point in sorted(points & must if must else points))
