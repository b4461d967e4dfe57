// The dialog for a new game.

import { html } from '../element.js';
import { usualConfig } from '../game/config.js';
import { FULL, GAMES } from '../game/games.js';
import { keepPreferences, preferences } from '../game/preferences.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/** @typedef {import('../game/config.js').Config} Config */

/** Clocks that are offered. @type {Record<string, import('../game/clock.js').ClockSetting | null>} */
const CLOCKS = {
  none: null,
  '3+2': { main: 180, increment: 2 },
  '5+3': { main: 300, increment: 3 },
  '10+5': { main: 600, increment: 5 },
  '30+10': { main: 1800, increment: 10 },
  '10+3x30': { main: 600, byoyomi: 30, periods: 3 },
  '30+5x60': { main: 1800, byoyomi: 60, periods: 5 },
};

/**
 * What was chosen.
 *
 * @typedef {object} Choice
 * @property {Config} config
 * @property {'people' | 'black' | 'white' | 'watch' | 'network'} opponent Whom a person plays, and with which color.
 * @property {number} seconds
 * @property {string} level The level of the engine's play.
 * @property {import('../game/clock.js').ClockSetting | null} clock
 * @property {boolean} swap2
 */

/**
 * Asks for the settings of a new game.
 *
 * @param {Config['game']} game
 * @param {boolean} hasNetwork Whether games over the network are to be had.
 * @param {(choice: Choice) => void} onStart
 */
export function openNewGame(game, hasNetwork, onStart) {
  const last = /** @type {Record<string, string>} */ (preferences.newGame[game] ?? {});
  const form = html('form', { method: 'dialog', class: 'new-game' });
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, word(name)), input);
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options, /** @type {string} */ usual) => {
    const wanted = last[name] ?? usual;
    return html('select', { name }, ...options.map(([value, text]) => html('option', { value, selected: value === wanted }, text)));
  };
  const opponents = ['white', 'black', 'people', 'watch', ...(hasNetwork ? ['network'] : [])];
  form.append(field('opponent', select('opponent', opponents.map((name) => [name, word(`opponent_${name}`)]), 'white')));
  const { rules, sizes } = GAMES[game];
  if (sizes.length > 0) form.append(sizeField(game, last));
  if (rules.length > 0) form.append(field('rules', select('rules', rules.map((name) => [name, word(`rules_${name}`)]), rules[0])));
  if (game === 'go') {
    form.append(field('handicap', select('handicap', ['0', ...'23456789'].map((count) => [count, count === '0' ? word('none') : count]), '0')));
    form.append(field('komi', html('input', { type: 'number', name: 'komi', min: -150, max: 150, step: 0.5, value: last.komi ?? '7' })));
    form.addEventListener('change', (event) => suggestKomi(form, /** @type {HTMLInputElement} */ (event.target)));
  }
  if (game === 'gomoku') {
    form.append(field('opening', select('opening', [['free', word('opening_free')], ['swap2', 'Swap2']], 'free')));
  }
  const levels = [FULL, ...GAMES[game].levels.toReversed()];
  form.append(field('level', select('level', levels.map((name) => [name, name === FULL ? word('level_full') : name]), FULL)));
  form.append(field('clock', select('clock', Object.keys(CLOCKS).map((name) => [name, word(`clock_${name}`)]), 'none')));
  form.append(field('engine_time', select('seconds', ['0.3', '1', '3', '10', '30'].map((count) => [count, word('seconds_n', { n: count })]), '1')));
  form.append(html('div', { class: 'row end' }, html('button', { class: 'primary', value: 'start' }, word('start'))));
  form.addEventListener('submit', () => {
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    preferences.newGame[game] = values;
    keepPreferences();
    onStart(choiceOf(game, values));
  });
  openDialog(`${word('new_game')} · ${word(game)}`, form);
}

/**
 * @param {Config['game']} game
 * @param {Record<string, string>} last
 */
function sizeField(game, last) {
  const { sizes, leastSize: least } = GAMES[game];
  const usual = sizes.map(String);
  const list = html('datalist', { id: 'sizes' }, ...usual.map((size) => html('option', { value: size })));
  const input = html('input', { type: 'number', name: 'size', list: 'sizes', min: least, max: 25, value: last.size ?? usual[0], required: true });
  const quick = usual.map((size) =>
    html('button', {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        input.value = size;
      },
    }, size),
  );
  return html('div', { class: 'field' }, html('label', { class: 'flat' }, html('span', {}, word('size')), input), list, html('div', { class: 'row' }, ...quick));
}

/**
 * Puts the usual komi for the rules and the handicap into the form.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} changed
 */
function suggestKomi(form, changed) {
  if (changed.name !== 'handicap' && changed.name !== 'rules') return;
  const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const isTerritory = values.rules === 'japanese' || values.rules === 'korean';
  const komi = values.handicap !== '0' ? '0.5' : isTerritory ? '6.5' : values.rules === 'chinese' ? '7' : '7.5';
  /** @type {HTMLInputElement} */ (form.elements.namedItem('komi')).value = komi;
}

/**
 * @param {Config['game']} game
 * @param {Record<string, string>} values
 * @returns {Choice}
 */
function choiceOf(game, values) {
  const config = usualConfig(game);
  if (values.size) config.width = config.height = Number(values.size);
  if (values.rules) config.rules = values.rules;
  if (game === 'go') {
    config.komi = Number(values.komi);
    config.handicap = Number(values.handicap);
  }
  return {
    config,
    opponent: /** @type {Choice['opponent']} */ (values.opponent),
    seconds: Number(values.seconds),
    level: values.level,
    clock: CLOCKS[values.clock] ?? null,
    swap2: values.opening === 'swap2',
  };
}
