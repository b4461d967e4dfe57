// Scores in words.

import { GAMES } from '../game/games.js';
import { signedText, word } from './words.js';

/** Distance from the score of a won position below which a score is a number of moves to the win. */
const LONGEST_WIN = 1000;

/**
 * Returns the moves that the winning side needs, negative if the other side wins; null if no win is known.
 *
 * @param {number} score
 * @param {import('../game/games.js').GameName} game
 */
export function movesToWin(score, game) {
  const { winScore } = GAMES[game];
  const plies = winScore - Math.abs(score);
  return winScore && plies < LONGEST_WIN ? Math.sign(score) * Math.max(1, Math.ceil(plies / 2)) : null;
}

/**
 * Formats a score for the side that it is for: `+3.5`, `win in 4`.
 *
 * @param {number} score
 * @param {import('../game/games.js').GameName} game
 * @param {number} digits
 */
export function scoreText(score, game, digits) {
  const moves = movesToWin(score, game);
  if (moves !== null) return word(moves > 0 ? 'win_in' : 'loss_in', { n: Math.abs(moves) });
  return signedText(score, GAMES[game].unit ? digits : 0);
}
