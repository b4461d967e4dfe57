"""Othello endgames, solved by trying every move with alpha-beta and a table."""

from go_board import Undecided

FULL = (1 << 64) - 1
NOT_LEFT, NOT_RIGHT = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
STEPS = ((1, NOT_LEFT), (-1, NOT_RIGHT), (8, FULL), (-8, FULL), (9, NOT_LEFT), (-9, NOT_RIGHT), (7, NOT_RIGHT), (-7, NOT_LEFT))


def shifted(bits, step, mask):
    return ((bits << step if step > 0 else bits >> -step) & mask) & FULL


def legal(own, other):
    """Returns the squares where the side to move may play."""
    found = 0
    for step, mask in STEPS:
        run = shifted(own, step, mask) & other
        for _ in range(5):
            run |= shifted(run, step, mask) & other
        found |= shifted(run, step, mask)
    return found & ~(own | other) & FULL


def flips(own, other, square):
    """Returns the discs that a move turns."""
    turned = 0
    for step, mask in STEPS:
        run, at = 0, shifted(square, step, mask)
        while at & other:
            run |= at
            at = shifted(at, step, mask)
        turned |= run if at & own else 0
    return turned


def squares(bits):
    while bits:
        yield bits & -bits
        bits &= bits - 1


class Endgame:
    """A solver with a limit on the positions it looks at."""

    def __init__(self, most):
        self.left, self.known = most, {}

    def score(self, own, other, low, high):
        """Returns the score of best play for the side to move, exact between the bounds."""
        moves = legal(own, other)
        if not moves:
            if legal(other, own):
                return -self.score(other, own, -high, -low)
            mine, theirs = own.bit_count(), other.bit_count()
            empty = 64 - mine - theirs
            return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)
        self.left -= 1
        if self.left < 0:
            raise Undecided
        least, most = self.known.get((own, other), (-64, 64))
        if least >= high or most <= low or least == most:
            return least if least >= high or least == most else most
        after = []
        for square in squares(moves):
            turned = flips(own, other, square)
            after.append((other & ~turned, own | turned | square))
        if len(after) > 1:
            after.sort(key=lambda pair: legal(*pair).bit_count())
        best, alpha = -64, low
        for pair in after:
            best = max(best, -self.score(*pair, -high, -max(alpha, best)))
            if best >= high:
                break
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        self.known[own, other] = (least, most)
        return best
