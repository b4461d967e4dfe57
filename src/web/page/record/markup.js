// Marks of a node: SGF's LB, TR, SQ, MA, CR, SL, DD, and arrows and lines (AR, LN).

import { escapeText, unescapeText } from './sgf.js';
import { readPoint, readPoints, writePoint } from './sgf-point.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/config.js').Config} Config */
/** A property that marks points, or `AR` for arrows. @typedef {'TR' | 'SQ' | 'CR' | 'MA' | 'SL' | 'DD' | 'AR' | 'LN' | 'LB'} MarkProperty */

/** The properties with a shape on points. @type {MarkProperty[]} */
const SHAPES = ['TR', 'SQ', 'CR', 'MA', 'SL'];

/**
 * Returns a node's marks for the board.
 *
 * @param {GameNode} node
 * @param {Config} config
 * @returns {import('../board/overlay.js').Overlay}
 */
export function markupOf(node, config) {
  const marks = [...SHAPES.flatMap((kind) => pointsOf(node, kind, config).map((point) => ({ point, kind }))), ...dimmed(node, config).map((point) => ({ point, kind: 'DD' }))];
  const arrows = /** @type {MarkProperty[]} */ (['AR', 'LN']).flatMap((name) => pairs(node, name, config).map(([from, to]) => ({ from, to, hasHead: name === 'AR' })));
  return { marks, arrows, labels: labelsOf(node, config) };
}

/**
 * Adds a mark to a point, or removes it.
 *
 * @param {GameNode} node
 * @param {MarkProperty} name
 * @param {number} point
 * @param {Config} config
 */
export function toggleMark(node, name, point, config) {
  const points = name === 'DD' ? dimmed(node, config) : pointsOf(node, name, config);
  const isThere = points.includes(point);
  // A point has at most one of these marks.
  if (SHAPES.includes(name)) for (const shape of SHAPES) setPoints(node, shape, pointsOf(node, shape, config).filter((other) => other !== point), config);
  setPoints(node, name, isThere ? points.filter((other) => other !== point) : [...points, point], config);
}

/**
 * Adds the next free letter or number to a point, or removes its label.
 *
 * @param {GameNode} node
 * @param {'letter' | 'number'} kind
 * @param {number} point
 * @param {Config} config
 */
export function toggleLabel(node, kind, point, config) {
  const labels = labelsOf(node, config);
  const others = labels.filter((label) => label.point !== point);
  if (others.length === labels.length) {
    const taken = new Set(labels.map(({ text }) => text));
    const names = kind === 'letter' ? [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] : Array.from({ length: 400 }, (_, index) => String(index + 1));
    others.push({ point, text: names.find((name) => !taken.has(name)) ?? '?' });
  }
  set(node, 'LB', others.map(({ point: place, text }) => `${writePoint(place, config)}:${escapeText(text)}`));
}

/**
 * Adds an arrow, or removes it.
 *
 * @param {GameNode} node
 * @param {number} from
 * @param {number} to
 * @param {Config} config
 */
export function toggleArrow(node, from, to, config) {
  const value = `${writePoint(from, config)}:${writePoint(to, config)}`;
  const values = node.properties.get('AR') ?? [];
  set(node, 'AR', values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
}

/**
 * @param {GameNode} node
 * @param {MarkProperty} name
 * @param {Config} config
 */
function pointsOf(node, name, config) {
  return tolerant([], () => readPoints(node.properties.get(name), config));
}

/** Dimmed points, which stay dimmed until a later node names others. @param {GameNode} node @param {Config} config */
function dimmed(node, config) {
  /** @type {GameNode | null} */
  let owner = node;
  while (owner && !owner.properties.has('DD')) owner = owner.parent;
  if (!owner || owner.properties.get('DD')?.[0] === '') return [];
  return pointsOf(owner, 'DD', config);
}

/**
 * @param {GameNode} node
 * @param {Config} config
 * @returns {{point: number, text: string}[]}
 */
function labelsOf(node, config) {
  return (node.properties.get('LB') ?? []).flatMap((value) => {
    const colon = value.indexOf(':');
    const point = tolerant(-1, () => readPoint(value.slice(0, colon).trim(), config));
    return colon > 0 && point >= 0 ? [{ point, text: unescapeText(value.slice(colon + 1)) }] : [];
  });
}

/**
 * @param {GameNode} node
 * @param {MarkProperty} name
 * @param {Config} config
 */
function pairs(node, name, config) {
  const read = (/** @type {string} */ value) => value.split(':').map((end) => tolerant(-1, () => readPoint(end.trim(), config)));
  return (node.properties.get(name) ?? []).map(read).filter((ends) => ends.length === 2 && ends.every((end) => end >= 0));
}

/**
 * @param {GameNode} node
 * @param {MarkProperty} name
 * @param {number[]} points
 * @param {Config} config
 */
function setPoints(node, name, points, config) {
  const isDimmedAbove = name === 'DD' && node.parent && dimmed(node.parent, config).length > 0;
  set(node, name, points.length === 0 && isDimmedAbove ? [''] : points.map((point) => writePoint(point, config)));
}

/**
 * @param {GameNode} node
 * @param {MarkProperty} name
 * @param {string[]} values
 */
function set(node, name, values) {
  if (values.length > 0) node.properties.set(name, values);
  else node.properties.delete(name);
}

/**
 * Reads a property; one that is not understood has no effect, and stays in the record.
 *
 * @template T
 * @param {T} otherwise
 * @param {() => T} read
 * @returns {T}
 */
function tolerant(otherwise, read) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
