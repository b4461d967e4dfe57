// The page's texts in the language in use.

import { GAMES } from '../game/games.js';
import { MessageFormat } from './message.js';
import { tableAddress, wantedLanguage } from './wanted-language.js';

/** @typedef {import('./message.js').Value} Value */

/** The language in use: its tag, its messages, and its ways to write numbers. */
const current = {
  tag: /** @type {import('./languages.js').LanguageTag} */ ('en'),
  /** @type {Record<string, string>} */
  table: {},
  format: new MessageFormat('en'),
};

/** Returns the tag of the language in use. */
export function language() {
  return current.tag;
}

/** Loads the user's language, or else the browser's. The page keeps its language if that fails. */
export async function loadLanguage() {
  const tag = wantedLanguage();
  const { TABLE } = await import(tableAddress(tag));
  const titles = Object.fromEntries(Object.entries(GAMES).map(([name, { title }]) => [name, title[tag]]));
  Object.assign(current, { tag, table: { ...titles, ...TABLE }, format: new MessageFormat(tag) });
  document.documentElement.lang = tag;
}

/**
 * Returns a text in the language in use, with its values filled in.
 *
 * @param {string} key
 * @param {Record<string, Value>} [values]
 */
export function word(key, values = {}) {
  const message = current.table[key];
  return message === undefined ? key : current.format.format(message, values);
}

/** Whether there is a text with this key. @param {string} key */
export function hasWord(key) {
  return Object.hasOwn(current.table, key);
}

/**
 * Writes a number with a fixed number of decimals.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function numberText(value, digits) {
  return current.format.number(value, digits);
}

/**
 * Writes a number with a plus or a minus sign; zero has neither.
 *
 * @param {number} value
 * @param {number} digits
 */
export function signedText(value, digits) {
  return current.format.signed(value, digits);
}

/**
 * Writes a share as a percentage.
 *
 * @param {number} share From 0 to 1.
 * @param {number} [digits]
 */
export function percentText(share, digits = 0) {
  return current.format.number(share, digits, 'percent');
}

/** Writes a lost share as a percentage with a minus sign. @param {number} share */
export function lossPercentText(share) {
  return current.format.signed(-share, 0, 'percent');
}

/**
 * Writes a date, and the time of day if wanted.
 *
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function dateText(date, options = { dateStyle: 'medium' }) {
  return date.toLocaleString(current.tag, options);
}
