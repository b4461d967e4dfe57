// A position according to the engine's rules.

import { PASS } from './vertex.js';

/** Black or white. @typedef {'b' | 'w'} Color */

/**
 * A position. `stones` has a letter for each point from the upper left corner: `X` black, `O` white, `.` empty.
 *
 * @typedef {object} Position
 * @property {string} stones
 * @property {Color} toMove
 * @property {Set<number>} legal Legal moves of the side to move, including `PASS`.
 * @property {boolean} over
 * @property {string} result The result of a finished game in SGF's notation; `B+` for a win without a number.
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

/** Othello's discs at the start in the middle of the board, and Black's moves: columns and rows from the upper left corner. */
const OTHELLO_DISCS = { O: [[3, 3], [4, 4]], X: [[4, 3], [3, 4]] };
const OTHELLO_MOVES = [[3, 2], [2, 3], [5, 4], [4, 5]];

/**
 * Returns the position at the start of a game, so that the first board does not wait for the engine.
 *
 * @param {import('./config.js').Config} config
 * @returns {Position}
 */
export function startPosition({ game, width, height }) {
  const stones = [...'.'.repeat(width * height)];
  const at = (/** @type {number[]} */ [x, y]) => y * width + x;
  for (const [stone, places] of game === 'reversi' ? Object.entries(OTHELLO_DISCS) : []) for (const place of places) stones[at(place)] = stone;
  const moves = game === 'reversi' ? OTHELLO_MOVES.map(at) : [...stones.keys(), ...(game === 'go' ? [PASS] : [])];
  return { stones: stones.join(''), toMove: 'b', legal: new Set(moves), over: false, result: '', captures: game === 'go' ? { b: 0, w: 0 } : null, forbidden: new Map() };
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
 * Returns the point forbidden by a ko: the last move captured exactly one stone there, and may not be recaptured.
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
