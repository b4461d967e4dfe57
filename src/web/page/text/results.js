// Results and estimates in words.

import { GAMES } from '../game/games.js';
import { word } from './words.js';

/** A result in SGF's notation. */
const RESULT = /^([BW])\+(.*)$/;

/**
 * Describes a result given in SGF's notation.
 *
 * @param {string} result
 * @param {import('../game/games.js').GameName} game
 */
export function resultText(result, game) {
  if (result === 'Void') return word('game_stopped');
  const match = RESULT.exec(result);
  if (!match) return word('draw');
  const winner = match[1].toLowerCase();
  const by = match[2][0]?.toUpperCase();
  if (by === 'R') return word('wins_by_resignation', { winner });
  if (by === 'T') return word('wins_on_time', { winner });
  if (by === 'F') return word('wins_by_leaving', { winner });
  if (!/^[\d.]+$/.test(match[2])) return word('wins', { winner });
  return word(GAMES[game].unit === 'discs' ? 'wins_by_discs' : 'wins_by_points', { winner, n: Number(match[2]) });
}

/**
 * Describes the result in a record: in words if it is written as SGF wants it, else as it is.
 *
 * @param {string} result
 * @param {import('../game/games.js').GameName} game
 */
export function recordedResultText(result, game) {
  return isResult(result) ? resultText(result, game) : result;
}

/** Whether the result in a record says who has won, or that it is a draw. @param {string} result */
export function isResult(result) {
  return RESULT.test(result) || /^(0|draw)$/i.test(result);
}

/**
 * Describes the estimate of an unfinished Go game.
 *
 * @param {number} lead Black's lead in points.
 */
export function estimateText(lead) {
  const n = Math.round(Math.abs(lead));
  return n === 0 ? word('unfinished_even') : word('unfinished', { side: lead > 0 ? 'b' : 'w', n });
}
