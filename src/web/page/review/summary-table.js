// The summary of a reviewed game: a column for each side.

import { html } from '../element.js';
import { GAMES } from '../game/games.js';
import { numberText, percentText, word } from '../text/words.js';
import { figuresOf, PHASES, phaseOf } from './mistakes.js';

/** @typedef {import('./mistakes.js').JudgedMove} JudgedMove */

/**
 * @param {JudgedMove[]} judged
 * @param {import('../game/config.js').Config} config
 */
export function summaryTable(judged, config) {
  const sides = /** @type {const} */ (['b', 'w']).map((color) => judged.filter((move) => move.color === color));
  const whole = sides.map(figuresOf);
  const { unit } = GAMES[config.game];
  const row = (/** @type {string} */ title, /** @type {(string | null | undefined)[]} */ values) =>
    html('tr', {}, html('th', { scope: 'row' }, title), ...values.map((value) => html('td', {}, value ?? '–')));
  const percent = (/** @type {number | undefined} */ value) => (value === undefined ? null : percentText(value / 100));
  const rows = [
    row(word('accuracy'), whole.map((figures) => percent(figures?.accuracy))),
    row(word('mean_loss'), whole.map((figures) => figures && percentText(figures.loss, 1))),
  ];
  if (unit) rows.push(row(word(`mean_loss_${unit}`), whole.map((figures) => figures && figures.points !== null && figures.points !== undefined ? numberText(figures.points, 1) : null)));
  for (const severity of [3, 2, 1]) rows.push(row(word(`severity_count_${severity}`), whole.map((figures) => figures && String(figures.counts[severity - 1]))));
  for (const phase of PHASES) {
    const values = sides.map((moves) => percent(figuresOf(moves.filter((move) => phaseOf(move, config) === phase))?.accuracy));
    if (values.some((value) => value !== null)) rows.push(row(word(`accuracy_${phase}`), values));
  }
  const head = html('tr', {}, html('td'), html('th', { scope: 'col' }, word('black')), html('th', { scope: 'col' }, word('white')));
  return html('table', { class: 'counts' }, html('caption', { class: 'unseen' }, word('review_summary')), html('thead', {}, head), html('tbody', {}, ...rows));
}
