"""Equality of problems up to symmetry, exchanged colors and, in gomoku, shifts."""


def turned(place, size, number):
    """Returns one of the eight images of a place on a board."""
    column, row = place
    width, height = size
    column = width - 1 - column if number & 1 else column
    row = height - 1 - row if number & 2 else row
    return (row, column) if number & 4 else (column, row)


def canonical(problem):
    """Returns a form that equal problems share."""
    has_colors = problem["rules"] == "renju"
    names = {"black": "X", "white": "O"}
    if not has_colors and problem["to_move"] == "white":
        names = {"black": "O", "white": "X"}
    marked = [(place, names[color]) for color in ("black", "white") for place in problem[color]]
    marked += [(place, "?") for place in problem["target"]]
    if problem["game"] == "go":
        marked += [(place, "!") for place in problem["solutions"]]
    images = []
    for number in range(8):
        image = [(*turned(place, problem["size"], number), mark) for place, mark in marked]
        left, top = (0, 0)
        if problem["game"] == "gomoku":
            left, top = min(column for column, _, _ in image), min(row for _, row, _ in image)
        images.append(sorted((column - left, row - top, mark) for column, row, mark in image))
    side = problem["to_move"] if has_colors else ""
    return f"{problem['kind']} {problem['rules']} {side} {sorted(problem['size'])} {min(images)}"
