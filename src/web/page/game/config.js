// What is agreed on before a game.

/**
 * A game's settings. `komi` and `handicap` are those of Go; `rules` is a name of the engine's (`chinese`, `renju`, ...).
 *
 * @typedef {object} Config
 * @property {'go' | 'gomoku' | 'reversi'} game
 * @property {number} width
 * @property {number} height
 * @property {string} rules
 * @property {number} komi
 * @property {number} handicap
 */

/** Rules of Go that are offered, by the engine's names. */
export const GO_RULES = ['chinese', 'japanese', 'korean', 'aga', 'new-zealand', 'tromp-taylor', 'ing'];

/** Rules of gomoku. */
export const GOMOKU_RULES = ['freestyle', 'standard', 'renju', 'caro', 'exact-caro'];

/** The games of the page. @type {Config['game'][]} */
export const GAMES = ['go', 'gomoku', 'reversi'];

/**
 * Returns a game's usual settings.
 *
 * @param {Config['game']} game
 * @returns {Config}
 */
export function usualConfig(game) {
  if (game === 'go') return { game, width: 9, height: 9, rules: 'chinese', komi: 7, handicap: 0 };
  if (game === 'gomoku') return { game, width: 15, height: 15, rules: 'freestyle', komi: 0, handicap: 0 };
  return { game, width: 8, height: 8, rules: '', komi: 0, handicap: 0 };
}

/**
 * Returns the star points of a board with lines.
 *
 * @param {Config} config
 * @returns {number[]}
 */
export function starPoints({ game, width, height }) {
  if (game === 'reversi') return [];
  const columns = starLines(width);
  const rows = starLines(height);
  const points = rows.flatMap((y) => columns.map((x) => y * width + x));
  const hasSides = game === 'go' ? width >= 15 && height >= 15 : false;
  if (hasSides || columns.length < 3 || rows.length < 3) return points;
  return points.filter((point) => isCorner(point, columns, rows, width));
}

/** @param {number} size */
function starLines(size) {
  if (size < 7) return size % 2 && size > 4 ? [(size - 1) / 2] : [];
  const edge = size < 13 ? 2 : 3;
  return size % 2 ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
}

/**
 * @param {number} point
 * @param {number[]} columns
 * @param {number[]} rows
 * @param {number} width
 */
function isCorner(point, columns, rows, width) {
  const isMiddleColumn = point % width === columns[1];
  const isMiddleRow = Math.floor(point / width) === rows[1];
  return isMiddleColumn === isMiddleRow;
}
