// Names of points.

import { GAMES } from './games.js';

/** The number of a pass, used like a point. */
export const PASS = -1;

/** The number of a resignation, used like a point. */
export const RESIGN = -2;

/** GTP's column letters, without I. */
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** @typedef {import('./config.js').Config} Config */

/**
 * Returns a point's name in GTP. Points are numbered from the upper left corner, row by row.
 *
 * @param {number} point
 * @param {Config} config
 */
export function vertex(point, config) {
  if (point === PASS) return 'pass';
  const x = point % config.width;
  const y = Math.floor(point / config.width);
  if (GAMES[config.game].isFromTop) return `${COLUMNS[x].toLowerCase()}${y + 1}`;
  return `${COLUMNS[x]}${config.height - y}`;
}

/**
 * Parses a GTP vertex.
 *
 * @param {string} text
 * @param {Config} config
 * @returns {number} The point, or `PASS`.
 */
export function parseVertex(text, config) {
  if (/^pass$/i.test(text)) return PASS;
  const x = COLUMNS.indexOf(text[0]?.toUpperCase());
  const row = Number(text.slice(1));
  const y = GAMES[config.game].isFromTop ? row - 1 : config.height - row;
  if (x < 0 || x >= config.width || !(y >= 0 && y < config.height)) throw new Error(`no vertex: ${text}`);
  return y * config.width + x;
}

/**
 * Returns a point's name as the game's players write it.
 *
 * @param {number} point
 * @param {Config} config
 */
export function pointName(point, config) {
  const x = point % config.width;
  const y = Math.floor(point / config.width);
  return `${columnName(x, config)}${rowName(y, config)}`;
}

/**
 * @param {number} x
 * @param {Config} config
 */
export function columnName(x, config) {
  return GAMES[config.game].columns[x];
}

/**
 * @param {number} y
 * @param {Config} config
 */
export function rowName(y, config) {
  return String(GAMES[config.game].isFromTop ? y + 1 : config.height - y);
}
