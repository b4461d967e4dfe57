"""The rules of gomoku, renju and caro: fives, fours and the points forbidden to Black."""

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Grid:
    """Stones on a board: X is Black, O is White, a dot is empty, # is beyond the edge."""

    def __init__(self, size, rule, stones=()):
        self.width, self.height, self.rule = *size, rule
        # A border of one column and row keeps lines from running around the edge.
        self.stride = self.width + 1
        self.cells = ["#"] * (self.stride * (self.height + 2))
        self.points = [self.at((column, row)) for row in range(self.height) for column in range(self.width)]
        for point in self.points:
            self.cells[point] = "."
        self.steps = [column + row * self.stride for column, row in STEPS]
        self.windows = [window for point in self.points for window in self.windows_from(point)]
        for color, place in stones:
            self.cells[self.at(place)] = color

    def at(self, place):
        column, row = place
        return (row + 1) * self.stride + column

    def place(self, point):
        return [point % self.stride, point // self.stride - 1]

    def windows_from(self, point):
        for step in self.steps:
            window = [point + step * number for number in range(5)]
            if all(0 <= at < len(self.cells) and self.cells[at] != "#" for at in window):
                yield tuple(window)

    def row(self, point, step, color):
        """Returns the row of a color that a stone at a point makes or would make: its points, and the two cells beyond."""
        first = point
        while self.cells[first - step] == color:
            first -= step
        last = point
        while self.cells[last + step] == color:
            last += step
        return range(first, last + step, step), self.cells[first - step], self.cells[last + step]

    def is_five(self, point, color):
        """Whether a stone at this point wins."""
        return any(self.wins(point, step, color) for step in self.steps)

    def wins(self, point, step, color):
        row, before, behind = self.row(point, step, color)
        other = "O" if color == "X" else "X"
        is_closed = before == behind == other
        if self.rule == "freestyle" or self.rule == "renju" and color == "O":
            return len(row) >= 5
        if self.rule in ("standard", "renju"):
            return len(row) == 5
        return len(row) == 5 and not is_closed or len(row) > 5 and self.rule == "caro"

    def forbidden(self, point):
        """Returns why Black may not play on an empty point in renju: overline, double four or double three, else None."""
        if self.rule != "renju" or self.is_five(point, "X"):
            return None
        if any(len(self.row(point, step, "X")[0]) > 5 for step in self.steps):
            return "overline"
        self.cells[point] = "X"
        fours = sum(len(self.fours(point, step)) for step in self.steps)
        is_double = fours < 2 and sum(self.is_three(point, step) for step in self.steps) >= 2
        self.cells[point] = "."
        return "double four" if fours >= 2 else "double three" if is_double else None

    def fours(self, point, step):
        """Returns the sets of four stones, with the stone at the point, that one more stone makes a five of exactly five."""
        found = set()
        for distance in range(-4, 5):
            empty = point + step * distance
            if 0 <= empty < len(self.cells) and self.cells[empty] == ".":
                row = self.row(empty, step, "X")[0]
                if len(row) == 5 and point in row:
                    found.add(frozenset(row) - {empty})
        return found

    def is_three(self, point, step):
        """Whether one more stone, where Black may play, makes a straight four with the stone at the point."""
        for distance in range(-3, 4):
            empty = point + step * distance
            if not 0 <= empty < len(self.cells) or self.cells[empty] != ".":
                continue
            row, before, behind = self.row(empty, step, "X")
            if len(row) != 4 or point not in row or before != "." or behind != ".":
                continue
            ends = (row[0] - step, row[-1] + step)
            self.cells[empty] = "X"
            is_straight = all(len(self.row(end, step, "X")[0]) == 5 for end in ends)
            self.cells[empty] = "."
            if is_straight and self.forbidden(empty) is None and not self.is_five(empty, "X"):
                return True
        return False
