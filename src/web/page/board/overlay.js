// What is drawn over the stones: marks, candidate moves, lines of play, ownership.

import { svg } from '../element.js';
import { CELL } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** A candidate move: its two texts, and its rank from 0 (best) to 5 by which it is colored. @typedef {{point: number, text: string, detail: string, rank: number, best: boolean}} Candidate */
/** A numbered stone of a line. @typedef {{point: number, color: 'b' | 'w', text: string}} LineStone */
/** A mark: `last`, `ko`, `forbidden`, `liberty`, `breaker`, `maker`, `dead`, `target`, `gain`, `legal`, `aim`. @typedef {{point: number, kind: string}} Mark */
/** A stroke through points. @typedef {{from: number, to: number, kind: string}} Stroke */

/**
 * What a board shows over its stones.
 *
 * @typedef {object} Overlay
 * @property {Mark[]} [marks]
 * @property {Stroke[]} [strokes]
 * @property {Candidate[]} [candidates]
 * @property {LineStone[]} [line]
 * @property {number[] | null} [ownership] From 1 for black to -1 for white.
 * @property {Map<number, number> | null} [numbers] Move numbers on stones.
 */

/**
 * Draws an overlay.
 *
 * @param {Overlay} overlay
 * @param {Geometry} geometry
 * @param {string} stones
 * @param {string} id
 * @returns {SVGElement[]}
 */
export function drawOverlay(overlay, geometry, stones, id) {
  const parts = [];
  const at = (/** @type {number} */ point) => `translate(${geometry.x(point)} ${geometry.y(point)})`;
  overlay.ownership?.forEach((owner, point) => {
    const side = Math.min(1, Math.abs(owner)) * 15;
    if (side < 2 || stones[point] === (owner > 0 ? 'X' : 'O')) return;
    parts.push(svg('rect', { class: `owner ${owner > 0 ? 'b' : 'w'}`, transform: at(point), x: -side / 2, y: -side / 2, width: side, height: side, rx: 2 }));
  });
  for (const { from, to, kind } of overlay.strokes ?? []) {
    parts.push(svg('line', { class: `stroke ${kind}`, x1: geometry.x(from), y1: geometry.y(from), x2: geometry.x(to), y2: geometry.y(to) }));
  }
  overlay.numbers?.forEach((number, point) => {
    if (stones[point] !== '.') parts.push(numberText(number, stones[point] === 'X' ? 'b' : 'w', at(point)));
  });
  const covered = new Set(overlay.line?.map(({ point }) => point));
  for (const candidate of overlay.candidates ?? []) {
    if (!covered.has(candidate.point)) parts.push(drawCandidate(candidate, at(candidate.point), geometry.stone));
  }
  for (const { point } of overlay.candidates ?? []) covered.add(point);
  for (const mark of overlay.marks ?? []) {
    if (mark.kind === 'legal' && covered.has(mark.point)) continue;
    parts.push(drawMark(mark, at(mark.point), stones[mark.point], geometry.stone));
  }
  for (const { point, color, text } of overlay.line ?? []) {
    parts.push(svg('circle', { class: `stone line ${color}`, transform: at(point), r: geometry.stone, fill: `url(#${id}-${color})` }));
    parts.push(numberText(text, color, at(point)));
  }
  return parts;
}

/**
 * @param {number | string} number
 * @param {string} color
 * @param {string} transform
 */
function numberText(number, color, transform) {
  const text = String(number);
  return svg('text', { class: `number ${color} ${text.length > 2 ? 'long' : ''}`, transform, y: 0.5 }, text);
}

/**
 * @param {Candidate} candidate
 * @param {string} transform
 * @param {number} radius
 */
function drawCandidate({ text, detail, rank, best }, transform, radius) {
  return svg(
    'g',
    { class: `candidate rank-${rank} ${best ? 'best' : ''}`, transform },
    svg('circle', { r: radius - 1 }),
    svg('text', { class: `figure ${text.length > 3 ? 'long' : ''}`, y: detail ? -3.5 : 0.5 }, text),
    detail ? svg('text', { class: 'detail', y: 8.5 }, detail) : null,
  );
}

/**
 * @param {Mark} mark
 * @param {string} transform
 * @param {string} stone
 * @param {number} radius
 */
function drawMark({ kind }, transform, stone, radius) {
  const color = stone === 'X' ? 'on-black' : stone === 'O' ? 'on-white' : 'on-board';
  const attributes = { class: `mark ${kind} ${color}`, transform };
  switch (kind) {
    case 'last':
      return svg('circle', { ...attributes, r: 6.2 });
    case 'ko':
      return svg('rect', { ...attributes, x: -8, y: -8, width: 16, height: 16 });
    case 'forbidden':
    case 'dead':
      return svg('path', { ...attributes, d: 'M-7-7L7 7M7-7L-7 7' });
    case 'liberty':
    case 'legal':
      return svg('circle', { ...attributes, r: kind === 'legal' ? 4.4 : 5.4 });
    case 'aim':
      return svg('path', { ...attributes, d: `M${-CELL * 30} 0H${CELL * 30}M0 ${-CELL * 30}V${CELL * 30}` });
    case 'target':
      return svg('circle', { ...attributes, r: radius + 0.5 });
    default:
      return svg('path', { ...attributes, d: 'M0-9L9 0L0 9L-9 0Z' });
  }
}
