"""Go as its rules state it: a board is a string, one character per point, row by row: X, O or a dot."""

OTHER = {"X": "O", "O": "X"}


class Undecided(Exception):
    """A reading that takes too long."""


class Goban:
    """The points of a square board."""

    def __init__(self, size):
        self.size = size
        self.near = []
        for point in range(size * size):
            row, column = divmod(point, size)
            steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            self.near.append([r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size])

    def point(self, place):
        """Returns the point of a column and row."""
        column, row = place
        return row * self.size + column

    def chain(self, cells, start):
        """Returns the stones of a chain and its liberties."""
        color, stones, liberties, todo = cells[start], {start}, set(), [start]
        while todo:
            for point in self.near[todo.pop()]:
                if cells[point] == ".":
                    liberties.add(point)
                elif cells[point] == color and point not in stones:
                    stones.add(point)
                    todo.append(point)
        return stones, liberties

    def play(self, cells, barred, color, point):
        """Returns the board and the point barred by ko after a move; None if the move is illegal."""
        if cells[point] != "." or point == barred:
            return None
        after = list(cells)
        after[point] = color
        taken = set()
        for near in self.near[point]:
            if after[near] == OTHER[color] and near not in taken:
                stones, liberties = self.chain(after, near)
                if not liberties:
                    taken |= stones
        for stone in taken:
            after[stone] = "."
        stones, liberties = self.chain(after, point)
        if not liberties:
            return None
        is_ko = len(taken) == 1 and len(stones) == 1 and liberties == taken
        return "".join(after), next(iter(taken)) if is_ko else None
