// Draws the curve of a game: black's win probability after each move and, on a second axis, the lead.

import { svg } from '../element.js';
import { GAMES } from '../game/games.js';
import { movesToWin } from '../text/score-text.js';
import { percentText, signedText } from '../text/words.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('./mistakes.js').JudgedMove} JudgedMove */

export const WIDTH = 344;
export const HEIGHT = 156;

const LEFT = 34;
const RIGHT = 30;
const TOP = 9;
const BOTTOM = 18;

/** Ends of the axis of points or discs. */
const ENDS = [5, 10, 20, 40, 80, 160, 400];

/** Moves to a win at which its curve is in the middle. */
const FARTHEST_WIN = 24;

/**
 * The places of moves and values in the drawing.
 *
 * @param {GameNode[]} line
 */
export function scaleOf(line) {
  const last = Math.max(1, line.length - 1);
  return {
    x: (/** @type {number} */ index) => LEFT + (index / last) * (WIDTH - LEFT - RIGHT),
    /** @param {number} part From 1 at the top to -1. */
    y: (part) => TOP + ((1 - part) / 2) * (HEIGHT - TOP - BOTTOM),
    index: (/** @type {number} */ x) => Math.min(last, Math.max(0, Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * last))),
  };
}

/**
 * Draws the curve of a line.
 *
 * @param {GameNode[]} line
 * @param {JudgedMove[]} mistakes
 * @param {import('../game/games.js').GameName} game
 * @param {number} shown The index of the node shown.
 * @param {number | null} pointed The index under the pointer.
 * @returns {SVGElement[]}
 */
export function drawCurve(line, mistakes, game, shown, pointed) {
  const { x, y } = scaleOf(line);
  const scores = line.flatMap(({ value }, index) => (value && value.score !== null ? [{ index, score: value.score }] : []));
  const end = ENDS.find((limit) => scores.every(({ score }) => Math.abs(score) <= limit)) ?? ENDS[ENDS.length - 1];
  const lead = scores.map(({ index, score }) => ({ index, part: partOf(score, game, end) }));
  const chance = line.flatMap(({ value }, index) => (value ? [{ index, part: value.winrate * 2 - 1 }] : []));
  const path = (/** @type {{index: number, part: number}[]} */ points) => `M${points.map(({ index, part }) => `${x(index).toFixed(1)} ${y(part).toFixed(1)}`).join('L')}`;
  const parts = grid(line.length - 1, GAMES[game].unit && scores.length > 1 ? end : 0, x, y);
  if (chance.length > 1) {
    const area = `${path(chance)}V${y(-1)}H${x(chance[0].index)}Z`;
    parts.push(svg('path', { class: 'area', d: area }));
    if (lead.length > 1 && (GAMES[game].unit || lead.some(({ part }) => part !== 0))) parts.push(svg('path', { class: 'lead', d: path(lead) }));
    parts.push(svg('path', { class: 'graph', d: path(chance) }));
  }
  for (const { node, index, severity, color } of mistakes) {
    parts.push(svg('circle', { class: `loss ${color} severity-${severity}`, cx: x(index), cy: y((node.value?.winrate ?? 0.5) * 2 - 1), r: 1.4 + severity * 0.8 }));
  }
  const rule = (/** @type {number} */ index, /** @type {string} */ name) => svg('line', { class: name, x1: x(index), x2: x(index), y1: TOP, y2: HEIGHT - BOTTOM });
  parts.push(rule(shown, 'here'));
  if (pointed !== null) parts.push(rule(pointed, 'pointed'));
  return parts;
}

/**
 * @param {number} last
 * @param {number} end The end of the second axis; 0 without one.
 * @param {(index: number) => number} x
 * @param {(part: number) => number} y
 * @returns {SVGElement[]}
 */
function grid(last, end, x, y) {
  const parts = [];
  for (const part of [1, 0.5, 0, -0.5, -1]) {
    parts.push(svg('line', { class: part === 0 ? 'middle' : 'rule', x1: LEFT, x2: WIDTH - RIGHT, y1: y(part), y2: y(part) }));
    if (part % 1 !== 0) continue;
    parts.push(svg('text', { class: 'tick left', x: LEFT - 4, y: y(part) }, percentText((part + 1) / 2)));
    if (end) parts.push(svg('text', { class: 'tick right', x: WIDTH - RIGHT + 4, y: y(part) }, signedText(part * end, 0)));
  }
  const step = [5, 10, 20, 50, 100, 200].find((count) => last / count <= 7) ?? 500;
  for (let index = 0; index <= last; index += step) parts.push(svg('text', { class: 'tick bottom', x: x(index), y: HEIGHT - 6 }, String(index)));
  return parts;
}

/**
 * The height of a lead, from 1 to -1. Without points, only known wins have one, the nearer the higher.
 *
 * @param {number} score
 * @param {import('../game/games.js').GameName} game
 * @param {number} end
 */
function partOf(score, game, end) {
  if (GAMES[game].unit) return Math.max(-1, Math.min(1, score / end));
  const moves = movesToWin(score, game);
  return moves === null ? 0 : Math.sign(moves) * Math.max(0.1, 1 - (Math.abs(moves) - 1) / FARTHEST_WIN);
}
