// The settings of a game.

import { GAMES } from './games.js';

/**
 * A game's settings. `komi` and `handicap` are for Go; `rules` is one of the engine's names (`chinese`, `renju`, ...).
 *
 * @typedef {object} Config
 * @property {import('./games.js').GameName} game
 * @property {number} width
 * @property {number} height
 * @property {string} rules
 * @property {number} komi
 * @property {number} handicap
 */

/**
 * Returns a game's default settings.
 *
 * @param {Config['game']} game
 * @returns {Config}
 */
export function defaultConfig(game) {
  const { size, rules, komi } = GAMES[game];
  return { game, width: size, height: size, rules: rules[0] ?? '', komi, handicap: 0 };
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
