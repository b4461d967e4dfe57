// What the values of a line say about its moves: losses, mistakes, accuracy.

import { GAMES } from '../game/games.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/config.js').Config} Config */
/** @typedef {'b' | 'w'} Color */

/**
 * A judged move. `loss` is of win probability, `points` of points or discs; `severity` is 0 for a good move, then 1 (inaccuracy),
 * 2 (mistake), 3 (blunder). `better` is the line that a search prefers, empty if it prefers the move played.
 *
 * @typedef {{node: GameNode, index: number, color: Color, loss: number, points: number | null, severity: number, better: number[]}} JudgedMove
 */

/** Losses of win probability from which a move is an inaccuracy, a mistake or a blunder. */
const STEPS = [0.06, 0.12, 0.2];

/** The phases of a game. @type {('opening_phase' | 'middle_phase' | 'end_phase')[]} */
export const PHASES = ['opening_phase', 'middle_phase', 'end_phase'];

/**
 * Judges the moves of a line between positions with known values.
 *
 * @param {GameNode[]} line
 * @param {Config} config
 * @returns {JudgedMove[]}
 */
export function judgeMoves(line, config) {
  const judged = [];
  for (let index = 1; index < line.length; index++) {
    const move = judge(line[index], index, config);
    if (move) judged.push(move);
  }
  return judged;
}

/**
 * Judges the move of a node by the values before and after it.
 *
 * @param {GameNode} node
 * @param {number} index
 * @param {Config} config
 * @returns {JudgedMove | null}
 */
export function judge(node, index, config) {
  const before = node.parent?.value;
  const after = node.value;
  const { move } = node;
  if (!move || !before || !after) return null;
  const { unit, losses, winScore } = GAMES[config.game];
  const sign = move.color === 'b' ? 1 : -1;
  const isBest = before.line?.[0] === move.point;
  // The best move loses nothing: a search only sees further from the later position.
  const loss = isBest ? 0 : Math.max(0, sign * (before.winrate - after.winrate));
  const hasPoints = unit && !winScore && before.score !== null && after.score !== null;
  const points = !hasPoints ? null : isBest ? 0 : Math.max(0, sign * (Number(before.score) - Number(after.score)));
  const severity = Math.max(STEPS.filter((step) => loss >= step).length, points === null ? 0 : losses.filter((step) => points >= step).length);
  return { node, index, color: move.color, loss, points, severity, better: isBest ? [] : (before.line ?? []) };
}

/**
 * Orders moves by their losses, the worst first.
 *
 * @param {JudgedMove[]} moves
 * @returns {JudgedMove[]}
 */
export function worstFirst(moves) {
  return [...moves].sort((one, other) => other.severity - one.severity || other.loss - one.loss || (other.points ?? 0) - (one.points ?? 0));
}

/**
 * The figures of one side; null without a judged move.
 *
 * @param {JudgedMove[]} moves The side's moves.
 */
export function figuresOf(moves) {
  if (moves.length === 0) return null;
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const points = moves.flatMap((move) => (move.points === null ? [] : [move.points]));
  return {
    accuracy: mean(moves.map(({ loss }) => accuracyOf(loss))),
    loss: mean(moves.map(({ loss }) => loss)),
    points: points.length > 0 ? mean(points) : null,
    counts: [1, 2, 3].map((severity) => moves.filter((move) => move.severity === severity).length),
  };
}

/**
 * Returns the phase of a move.
 *
 * @param {JudgedMove} move
 * @param {Config} config
 */
export function phaseOf({ index }, config) {
  const size = config.width * config.height;
  return PHASES[GAMES[config.game].phases.filter((end) => index > end * size).length];
}

/**
 * The accuracy of a move in percent, by lichess's formula (https://lichess.org/page/accuracy).
 *
 * @param {number} loss Of win probability.
 */
function accuracyOf(loss) {
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
}
