// Names of openings, for the games that name them.

import { renjuOpening } from './renju-openings.js';
import { reversiOpening } from './reversi-openings.js';

/** @typedef {(line: number[], config: import('../game/config.js').Config) => string} OpeningFinder */

/** The finders by game. @type {Record<string, OpeningFinder>} */
const FINDERS = { gomoku: renjuOpening, reversi: reversiOpening };

/**
 * Returns the name of a line's opening; empty if it has none.
 *
 * @param {import('../game/game-tree.js').GameNode[]} line
 * @param {import('../game/config.js').Config} config
 */
export function openingOf(line, config) {
  if (line.some(({ setup }) => setup)) return '';
  const moves = line.flatMap(({ move }) => (move ? [move.point] : []));
  return FINDERS[config.game]?.(moves, config) ?? '';
}
