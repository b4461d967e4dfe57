// The layer drawn over the stones: marks, candidate moves, variations, ownership.

import { svg } from '../element.js';
import { CELL } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** A candidate move: its two texts, and its rank from 0 (best) to 5, which sets its color. @typedef {{point: number, text: string, detail: string, rank: number, best: boolean}} Candidate */
/** A numbered stone of a variation. @typedef {{point: number, color: 'b' | 'w', text: string}} LineStone */
/** A mark: the shapes of SGF (`TR`, `SQ`, `CR`, `MA`, `SL`, `DD`), `from`, `area`, `better`, `mistake-1` to `mistake-3`, `last`, `ko`, `forbidden`, `liberty`, `breaker`, `maker`, `solution`, `failure`, `dead`, `target`, `gain`, `legal`, `aim`. @typedef {{point: number, kind: string}} Mark */
/** A stroke between points. @typedef {{from: number, to: number, kind: string}} Stroke */

/**
 * The contents of the layer over a board's stones.
 *
 * @typedef {object} Overlay
 * @property {Mark[]} [marks]
 * @property {Stroke[]} [strokes]
 * @property {Candidate[]} [candidates]
 * @property {LineStone[]} [line]
 * @property {number[] | null} [ownership] From 1 for black to -1 for white.
 * @property {Map<number, number> | null} [numbers] Move numbers on stones.
 * @property {{point: number, text: string}[]} [labels]
 * @property {{from: number, to: number, hasHead: boolean}[]} [arrows]
 */

/** The marks in place of which the last move has no dot. */
const SHAPES = ['TR', 'SQ', 'CR', 'MA', 'SL'];

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
  const shaped = new Set([...(overlay.marks ?? []).filter(({ kind }) => SHAPES.includes(kind)), ...(overlay.labels ?? [])].map(({ point }) => point));
  for (const mark of overlay.marks ?? []) {
    if (mark.kind === 'last' && shaped.has(mark.point)) continue;
    if (mark.kind === 'legal' && covered.has(mark.point)) continue;
    parts.push(drawMark(mark, at(mark.point), stones[mark.point], geometry.stone));
  }
  for (const { point, text } of overlay.labels ?? []) parts.push(drawLabel(text, stones[point], at(point)));
  for (const arrow of overlay.arrows ?? []) parts.push(drawArrow(arrow, geometry));
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
 * @param {string} text
 * @param {string} stone
 * @param {string} transform
 */
function drawLabel(text, stone, transform) {
  const color = stone === 'X' ? 'b' : 'w';
  const ground = stone === '.' ? svg('circle', { class: 'label-ground', r: 12 }) : null;
  return svg('g', { class: 'label', transform }, ground, svg('text', { class: `number ${color} ${text.length > 2 ? 'long' : ''}`, y: 0.5 }, text.slice(0, 4)));
}

/**
 * @param {{from: number, to: number, hasHead: boolean}} arrow
 * @param {Geometry} geometry
 */
function drawArrow({ from, to, hasHead }, geometry) {
  const [x, y] = [geometry.x(from), geometry.y(from)];
  const [width, height] = [geometry.x(to) - x, geometry.y(to) - y];
  const length = Math.hypot(width, height);
  const head = hasHead ? `M${length - 13} -7L${length - 3} 0L${length - 13} 7` : '';
  const turn = (Math.atan2(height, width) * 180) / Math.PI;
  return svg('path', { class: 'arrow', transform: `translate(${x} ${y}) rotate(${turn})`, d: `M0 0H${length - 3}${head}` });
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
    case 'mistake-1':
    case 'mistake-2':
    case 'mistake-3':
      return svg('circle', { ...attributes, cx: radius * 0.62, cy: -radius * 0.62, r: 5.4 });
    case 'TR':
      return svg('path', { ...attributes, d: 'M0-9L8 5.5H-8Z' });
    case 'SQ':
      return svg('rect', { ...attributes, x: -7, y: -7, width: 14, height: 14 });
    case 'CR':
    case 'from':
      return svg('circle', { ...attributes, r: 8 });
    case 'MA':
      return svg('path', { ...attributes, d: 'M-7-7L7 7M7-7L-7 7' });
    case 'DD':
    case 'area':
      return svg('rect', { ...attributes, x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
    case 'better':
      return svg('circle', { ...attributes, r: radius * 0.6 });
    case 'target':
      return svg('circle', { ...attributes, r: radius + 0.5 });
    default:
      return svg('path', { ...attributes, d: 'M0-9L9 0L0 9L-9 0Z' });
  }
}
