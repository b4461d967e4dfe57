// Values of positions in records: Sabaki's properties, which `tengen annotate` writes too, the comments of KataGo and KaTrain, and
// Lizzie's property.

import { parseVertex } from '../game/vertex.js';
import { readPoint, writePoint } from './sgf-point.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/config.js').Config} Config */

/** Sabaki's properties: black's winrate in percent, and black's lead. */
const WINRATE = 'SBKV';
const SCORE = 'SBKS';

/** This page's properties: the best line, and the size of the search. */
const LINE = 'TGPV';
const VISITS = 'TGVS';

/** KataGo's comment on a move: white's chances to win and lose, those of no result, white's lead. It is about the position before. */
const KATAGO = /^(\d\.\d+) (\d\.\d+) (\d\.\d+) (-?\d+\.?\d*)(?: v=(\d+))?/;

/** KaTrain's comment on the position after a move. */
const KATRAIN_WINRATE = /^Win rate: ([BW]) ([\d.]+)%/m;
const KATRAIN_SCORE = /^Score: ([BW])\+([\d.]+)/m;

/** Lizzie's property: its version, the winrate of the side that has moved, and the playouts; below them the candidates, best first. */
const LIZZIE = 'LZ';
const LIZZIE_VALUE = /^\S+ (\d+(?:\.\d+)?) (\d[\d.]*)[km]?(?:\s|$)/;
const LIZZIE_LINE = /\bpv((?: (?:pass|[A-Z]\d+))+)/i;

/**
 * Reads the value of a node from its properties and its comment.
 *
 * @param {GameNode} node
 * @param {Config} config
 */
export function readValue(node, config) {
  const number = (/** @type {string} */ name) => {
    const text = node.properties.get(name)?.[0]?.trim();
    return text && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  const winrate = number(WINRATE);
  if (winrate !== null) {
    const line = (node.properties.get(LINE) ?? []).flatMap((text) => valueOrNone(() => readPoint(text, config)));
    node.value = { winrate: Math.min(1, Math.max(0, winrate / 100)), score: number(SCORE), line, visits: number(VISITS) ?? 0 };
  } else {
    readKataGo(node);
    readKaTrain(node);
    readLizzie(node, config);
  }
}

/** @param {GameNode} node */
function readKataGo(node) {
  const match = KATAGO.exec(node.comment);
  if (!match || !node.parent || node.parent.value) return;
  const [win, loss, none, score] = match.slice(1, 5).map(Number);
  const sum = win + loss + none;
  if (sum > 0) node.parent.value = { winrate: (loss + none / 2) / sum, score: -score, visits: 0 };
}

/** @param {GameNode} node */
function readKaTrain(node) {
  const winrate = KATRAIN_WINRATE.exec(node.comment);
  if (!winrate) return;
  const part = Number(winrate[2]) / 100;
  const score = KATRAIN_SCORE.exec(node.comment);
  node.value = { winrate: winrate[1] === 'B' ? part : 1 - part, score: score ? (score[1] === 'B' ? 1 : -1) * Number(score[2]) : null, visits: 0 };
}

/**
 * @param {GameNode} node
 * @param {Config} config
 */
function readLizzie(node, config) {
  const text = node.properties.get(LIZZIE)?.[0] ?? '';
  const value = LIZZIE_VALUE.exec(text);
  // Without playouts it repeats the value of the move before.
  if (!node.move || !value || Number(value[2]) === 0) return;
  const part = Math.min(1, Number(value[1]) / 100);
  const names = LIZZIE_LINE.exec(text)?.[1].trim().split(' ') ?? [];
  node.value = { winrate: node.move.color === 'b' ? part : 1 - part, score: null, line: names.flatMap((name) => valueOrNone(() => parseVertex(name, config))), visits: 0 };
}

/**
 * Returns the properties with a value; none if the record had it.
 *
 * @param {GameNode} node
 * @param {Config} config
 * @returns {[string, string[]][]}
 */
export function valueProperties({ value }, config) {
  if (!value?.visits) return [];
  const hundredths = (/** @type {number} */ number) => String(Math.round(number * 100) / 100 + 0);
  /** @type {[string, string[]][]} */
  const properties = [[WINRATE, [hundredths(value.winrate * 100)]]];
  if (value.score !== null) properties.push([SCORE, [hundredths(value.score)]]);
  if (value.line?.length) properties.push([LINE, value.line.map((point) => writePoint(point, config))]);
  if (Number.isFinite(value.visits)) properties.push([VISITS, [String(value.visits)]]);
  return properties;
}

/** Returns what a function reads, or nothing if it fails. @param {() => number} read */
function valueOrNone(read) {
  try {
    return [read()];
  } catch {
    return [];
  }
}
