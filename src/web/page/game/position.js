// A position as the engine's rules have it.

/** A side. @typedef {'b' | 'w'} Color */

/**
 * A position. `stones` has a letter for each point from the upper left corner: `X` black, `O` white, `.` empty.
 *
 * @typedef {object} Position
 * @property {string} stones
 * @property {Color} toMove
 * @property {Set<number>} legal Moves of the side to move, `PASS` among them.
 * @property {boolean} over
 * @property {string} result The result of a finished game as SGF has it; `B+` where it has no figure.
 * @property {{b: number, w: number} | null} captures Stones that each side has captured, in Go.
 * @property {Map<number, string>} forbidden Points that renju forbids to black, with their kind.
 */

/** @param {Color} color @returns {Color} */
export function rival(color) {
  return color === 'b' ? 'w' : 'b';
}

/** @param {Color} color */
export function stoneOf(color) {
  return color === 'b' ? 'X' : 'O';
}

/**
 * Counts the stones of both sides.
 *
 * @param {string} stones
 */
export function countStones(stones) {
  let b = 0;
  let w = 0;
  for (const stone of stones) {
    if (stone === 'X') b++;
    if (stone === 'O') w++;
  }
  return { b, w };
}

/**
 * Returns the point that a ko forbids: the last move took exactly one stone there, and it may not be retaken.
 *
 * @param {Position | null | undefined} before
 * @param {Position} now
 * @returns {number | null}
 */
export function koPoint(before, now) {
  if (!before || !now.captures || now.over) return null;
  const taken = [];
  for (let point = 0; point < now.stones.length; point++) {
    if (before.stones[point] !== '.' && now.stones[point] === '.') taken.push(point);
  }
  return taken.length === 1 && !now.legal.has(taken[0]) ? taken[0] : null;
}
