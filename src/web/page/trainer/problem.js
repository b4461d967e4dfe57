// Problems, read from the JSON Lines of `tengen problems`.

import { CodedError } from '../coded-error.js';
import { defaultConfig } from '../game/config.js';
import { GAMES } from '../game/games.js';
import { PASS } from '../game/vertex.js';
import { KINDS, RESULTS } from './kinds.js';

/** @typedef {import('../game/config.js').Config} Config */

/**
 * A line of play with its result, if the file has it as a code with values.
 *
 * @typedef {object} Branch
 * @property {number[]} moves
 * @property {{key: string, values: {side: string, n: number}} | null} result The text of the result, with its values.
 */

/**
 * A problem. Points are numbered from the upper left corner, row by row.
 *
 * @typedef {object} Problem
 * @property {string} key Equal for problems that differ only by symmetry, colors or shifts.
 * @property {string} kind A key of `KINDS`.
 * @property {Config} config
 * @property {string} stones
 * @property {'b' | 'w'} toMove
 * @property {number[]} target The stones that the problem is about; empty for the whole board.
 * @property {number[]} solutions The right first moves, or the points asked for.
 * @property {Branch[]} right Lines that begin with a right move.
 * @property {Branch[]} wrong Lines that begin with a wrong move.
 * @property {string} level The weakest level that finds the solution; empty if unknown.
 * @property {string} text The line of JSON.
 */

/** The greatest number of columns and of rows. */
const MOST_LINES = 25;

/** The problem asks for all points of its solution, which are not moves. @param {Problem} problem */
export function asksForPoints(problem) {
  return problem.kind === 'forbidden';
}

/** Whether a text is a collection of problems rather than a game record. @param {string} text */
export function isCollection(text) {
  return /^\s*\{/.test(text);
}

/**
 * Reads a collection.
 *
 * @param {string} text
 * @returns {Problem[]}
 * @throws {CodedError} For the first line that is not a problem, and for a text without problems.
 */
export function readProblems(text) {
  /** @type {Problem[]} */
  const problems = [];
  text.split('\n').forEach((line, index) => {
    if (!line.trim()) return;
    try {
      const fields = JSON.parse(line);
      // The program notes which games it has searched.
      if (!('done' in fields)) problems.push(problemOf(fields, line));
    } catch {
      throw new CodedError('error_problem_at', { line: index + 1 });
    }
  });
  if (problems.length === 0) throw new CodedError('error_no_problem');
  return problems;
}

/**
 * @param {any} fields
 * @param {string} text
 * @returns {Problem}
 */
function problemOf(fields, text) {
  const { kind, key } = fields;
  const level = fields.grade?.level ?? '';
  check(Object.hasOwn(KINDS, kind) && KINDS[kind].game === fields.game);
  check(/^[0-9a-f]{16}$/.test(key) && typeof level === 'string');
  const config = configOf(fields);
  const points = (/** @type {unknown} */ places) => pointsOf(places, config);
  const stones = Array(config.width * config.height).fill('.');
  for (const point of points(fields.black)) stones[point] = 'X';
  for (const point of points(fields.white)) stones[point] = 'O';
  check(fields.to_move === 'black' || fields.to_move === 'white');
  const solutions = points(fields.solutions);
  check(solutions.length > 0 && solutions.every((point) => stones[point] === '.'));
  const lines = (/** @type {unknown} */ branches) => arrayOf(branches).map(({ moves, result }) => ({ moves: points(moves), result: resultOf(result) }));
  const [right, wrong] = [lines(fields.right), lines(fields.wrong)];
  check([...right, ...wrong].every(({ moves: [first] }) => stones[first] === '.'));
  const toMove = fields.to_move === 'black' ? 'b' : 'w';
  return { key, kind, config, stones: stones.join(''), toMove, target: points(fields.target), solutions, right, wrong, level, text };
}

/** @param {any} result */
function resultOf(result) {
  if (!result) return null;
  const { code, side, n } = result;
  check(Object.hasOwn(RESULTS, code) && [undefined, 'black', 'white'].includes(side) && (n === undefined || Number.isInteger(n)));
  return { key: RESULTS[code], values: { side: side === 'black' ? 'b' : 'w', n: Number(n) } };
}

/** @param {any} fields @returns {Config} */
function configOf({ game, size, rules }) {
  const row = GAMES[/** @type {Config['game']} */ (game)];
  const [width, height] = arrayOf(size);
  const isSize = (/** @type {unknown} */ lines) => Number.isInteger(lines) && Number(lines) >= row.leastSize && Number(lines) <= MOST_LINES;
  check(isSize(width) && isSize(height));
  check(row.sizes.length > 0 || (width === row.size && height === row.size));
  // Problems of Go are the same under all rules.
  const isGomoku = game === 'gomoku';
  check(!isGomoku || row.rules.includes(rules));
  return { ...defaultConfig(game), width, height, ...(isGomoku ? { rules } : {}) };
}

/**
 * @param {unknown} places Columns and rows; null for a pass.
 * @param {Config} config
 * @returns {number[]}
 */
function pointsOf(places, { width, height }) {
  return arrayOf(places).map((place) => {
    if (place === null) return PASS;
    const [column, row] = arrayOf(place);
    const isOn = (/** @type {unknown} */ line, /** @type {number} */ count) => Number.isInteger(line) && Number(line) >= 0 && Number(line) < count;
    check(isOn(column, width) && isOn(row, height));
    return row * width + column;
  });
}

/** @param {unknown} value @returns {any[]} */
function arrayOf(value) {
  check(Array.isArray(value));
  return /** @type {any[]} */ (value);
}

/** @param {boolean} isRight */
function check(isRight) {
  if (!isRight) throw new TypeError('not a problem');
}
