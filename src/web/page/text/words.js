// The page's words in its languages.

import { GAMES } from '../game/games.js';
import { preferences } from '../game/preferences.js';
import { TABLE } from './table.js';

/** Languages, by their tags, each under its own name. */
export const LANGUAGES = { en: 'English', 'zh-Hant': '繁體中文', 'zh-Hans': '简体中文' };

/** Returns the language in use: the person's choice, else the browser's. */
export function language() {
  if (preferences.language in LANGUAGES) return preferences.language;
  const wanted = navigator.language.toLowerCase();
  if (!wanted.startsWith('zh')) return 'en';
  return /hant|tw|hk|mo/.test(wanted) ? 'zh-Hant' : 'zh-Hans';
}

/**
 * Returns a text in the language in use; `{name}` stands for a value.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function word(key, values = {}) {
  const row = TABLE[key];
  if (!row) return key;
  const text = row[Object.keys(LANGUAGES).indexOf(language())];
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Writes a result, given as SGF has it, in words.
 *
 * @param {string} result
 * @param {import('../game/games.js').GameName} game
 */
export function resultText(result, game) {
  const match = /^([BW])\+(.*)$/.exec(result);
  if (!match) return word('draw');
  const winner = word(match[1] === 'B' ? 'black' : 'white');
  if (match[2] === 'R') return word('wins_by_resignation', { winner });
  if (match[2] === 'T') return word('wins_on_time', { winner });
  if (!/^[\d.]+$/.test(match[2])) return word('wins', { winner });
  return word(GAMES[game].unit === 'discs' ? 'wins_by_discs' : 'wins_by_points', { winner, n: match[2] });
}

/**
 * Writes the estimate of an unfinished game of Go.
 *
 * @param {number} lead Black's lead in points.
 */
export function estimateText(lead) {
  const n = Math.round(Math.abs(lead));
  if (n === 0) return word('unfinished_even');
  return word(n === 1 ? 'unfinished_point' : 'unfinished', { side: word(lead > 0 ? 'black' : 'white'), n });
}
