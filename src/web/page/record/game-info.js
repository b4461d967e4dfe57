// What a record says about its game: players, ranks, event, date, result.

import { escapeText, unescapeText } from './sgf.js';

/** @typedef {import('../game/game-tree.js').GameTree} GameTree */
/** The properties by name. @typedef {'PB' | 'BR' | 'PW' | 'WR' | 'EV' | 'RO' | 'PC' | 'DT' | 'RE'} InfoName */

/** @type {InfoName[]} */
export const INFO_NAMES = ['PB', 'BR', 'PW', 'WR', 'EV', 'RO', 'PC', 'DT', 'RE'];

/**
 * @param {GameTree} tree
 * @param {InfoName} name
 */
export function infoOf(tree, name) {
  if (name === 'PB') return tree.names.b;
  if (name === 'PW') return tree.names.w;
  if (name === 'RE') return tree.result;
  return unescapeText(tree.root.properties.get(name)?.[0] ?? '').trim();
}

/**
 * @param {GameTree} tree
 * @param {InfoName} name
 * @param {string} text
 */
export function setInfo(tree, name, text) {
  if (name === 'PB') tree.names.b = text;
  else if (name === 'PW') tree.names.w = text;
  else if (name === 'RE') tree.result = text;
  else if (text) tree.root.properties.set(name, [escapeText(text)]);
  else tree.root.properties.delete(name);
}

/** Dates a game that begins now. @param {GameTree} tree */
export function dateToday(tree) {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  setInfo(tree, 'DT', `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
}
