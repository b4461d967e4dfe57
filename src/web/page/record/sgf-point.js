// Points in SGF.

import { GAMES } from '../game/games.js';
import { PASS } from '../game/vertex.js';
import { SgfError } from './sgf.js';

/** @typedef {import('../game/config.js').Config} Config */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Parses a point or a pass.
 *
 * @param {string} text
 * @param {Config} config
 * @returns {number} Throws `SgfError`.
 */
export function readPoint(text, config) {
  const isOldPass = text === 'tt' && config.width <= 19 && config.height <= 19;
  if (text === '' || isOldPass || /^(pa|@@)/i.test(text)) return PASS;
  const [x, y] = coordinates(text, config);
  if (x < 0 || y < 0 || x >= config.width || y >= config.height) throw new SgfError('sgf_no_point', { value: text, size: `${config.width}×${config.height}` });
  return y * config.width + x;
}

/** Parses `dd`, or `d4` as written by some Othello and gomoku programs. @param {string} text @param {Config} config */
function coordinates(text, config) {
  const x = LETTERS.indexOf(text[0].toLowerCase());
  if (/^[a-z]\d+$/i.test(text)) {
    const row = Number(text.slice(1));
    return [x, GAMES[config.game].isFromTop ? row - 1 : config.height - row];
  }
  return [x, text.length === 2 ? LETTERS.indexOf(text[1].toLowerCase()) : -1];
}

/**
 * Formats a point or a pass.
 *
 * @param {number} point
 * @param {Config} config
 */
export function writePoint(point, config) {
  if (point === PASS) return '';
  if (config.game === 'reversi') return `${LETTERS[point % 8]}${Math.floor(point / 8) + 1}`;
  return LETTERS[point % config.width] + LETTERS[Math.floor(point / config.width)];
}

/**
 * Parses points and rectangles of points (`aa:cc`).
 *
 * @param {string[] | undefined} values
 * @param {Config} config
 */
export function readPoints(values, config) {
  const points = [];
  for (const value of values ?? []) {
    const [from, to] = value.split(':').map((corner) => readPoint(corner.trim(), config));
    const last = to ?? from;
    for (let y = Math.floor(from / config.width); y <= Math.floor(last / config.width); y++) {
      for (let x = from % config.width; x <= last % config.width; x++) points.push(y * config.width + x);
    }
  }
  return points.filter((point) => point >= 0);
}
