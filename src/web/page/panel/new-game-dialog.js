// The dialog for a new game.

import { html } from '../element.js';
import { defaultConfig } from '../game/config.js';
import { FULL, GAMES } from '../game/games.js';
import { keepPreferences, preferences } from '../game/preferences.js';
import { engineGame, engineList, fill } from '../remote/engine-fields.js';
import { hostChoice, hostFields } from '../remote/host-fields.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/** @typedef {import('../game/config.js').Config} Config */

/** The clocks offered. @type {Record<string, import('../game/clock.js').ClockSetting | null>} */
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
 * The choices made in the dialog.
 *
 * @typedef {object} Choice
 * @property {Config} config
 * @property {'people' | 'black' | 'white' | 'watch' | 'network' | 'engine' | 'match'} opponent The person's opponent, and the person's color.
 * @property {number} seconds
 * @property {string} level The engine's level.
 * @property {import('../game/clock.js').ClockSetting | null} clock
 * @property {boolean} swap2
 * @property {import('../remote/engine-fields.js').EngineGame} engines The engines of a game on the server.
 * @property {import('../remote/host-fields.js').HostChoice} host The choices for a game over the network.
 */

/**
 * Asks for the settings of a new game.
 *
 * @param {Config['game']} game
 * @param {boolean} hasNetwork Whether games over the network are available.
 * @param {(choice: Choice) => void} onStart
 */
export function openNewGame(game, hasNetwork, onStart) {
  const last = /** @type {Record<string, string>} */ (preferences.newGame[game] ?? {});
  const form = html('form', { method: 'dialog', class: 'new-game' });
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, word(name)), input);
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options, /** @type {string} */ fallback) => {
    const wanted = last[name] ?? fallback;
    return html('select', { name }, ...options.map(([value, text]) => html('option', { value, selected: value === wanted }, text)));
  };
  const opponents = ['white', 'black', 'people', 'watch', ...(hasNetwork ? ['network'] : [])];
  /** @type {(names: string[]) => [string, string][]} */
  const named = (names) => names.map((name) => [name, word(`opponent_${name}`)]);
  const opponent = select('opponent', named(opponents), 'white');
  form.append(field('opponent', opponent));
  if (hasNetwork) {
    form.append(hostFields(form, last));
    let wanted = last.opponent;
    opponent.addEventListener('change', () => {
      wanted = opponent.value;
    });
    const offer = (/** @type {string[]} */ others) => {
      fill(opponent, named([...opponents, ...others]), wanted);
      form.dispatchEvent(new Event('change'));
    };
    form.append(...engineList(form, game, last, (engines) => offer(engines.length > 0 ? ['engine', 'match'] : [])));
  }
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
  /** @type {[string, string][]} */
  const levels = GAMES[game].levels.map((name, index) => [name, word('level_named', { level: levelName(name), text: word(`level_word_${index + 1}`) })]);
  form.append(field('level', select('level', [...levels, [FULL, word('level_full')]], GAMES[game].firstLevel)));
  form.append(field('clock', select('clock', Object.entries(CLOCKS).map(([name, setting]) => [name, clockName(setting)]), 'none')));
  form.append(field('engine_time', select('seconds', ['0.3', '1', '3', '10', '30'].map((count) => [count, word('seconds_n', { n: Number(count) })]), '1')));
  form.append(html('div', { class: 'row end' }, html('button', { class: 'primary', value: 'start' }, word('start'))));
  form.addEventListener('submit', () => {
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    // Fields that were not asked for keep their last values.
    preferences.newGame[game] = { ...last, ...values };
    keepPreferences();
    onStart(choiceOf(game, values));
  });
  openDialog(word('new_game_of', { game: word(game) }), form);
}

/**
 * @param {Config['game']} game
 * @param {Record<string, string>} last
 */
function sizeField(game, last) {
  const { sizes, leastSize: least } = GAMES[game];
  const common = sizes.map(String);
  const list = html('datalist', { id: 'sizes' }, ...common.map((size) => html('option', { value: size })));
  const input = html('input', { type: 'number', name: 'size', list: 'sizes', min: least, max: 25, value: last.size ?? common[0], required: true });
  const quick = common.map((size) =>
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
 * Enters the default komi for the rules and the handicap into the form.
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
  const config = defaultConfig(game);
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
    engines: engineGame(values),
    host: hostChoice(values),
  };
}

/** Describes a clock. @param {import('../game/clock.js').ClockSetting | null} setting */
function clockName(setting) {
  if (!setting) return word('clock_none');
  const { main, increment, byoyomi, periods } = setting;
  const minutes = main / 60;
  return byoyomi ? word('clock_byoyomi', { minutes, periods: periods ?? 1, seconds: byoyomi }) : word('clock_increment', { minutes, seconds: increment ?? 0 });
}

/** Describes a level, which is a rank such as `18k` or a rating. @param {string} level */
export function levelName(level) {
  return level.endsWith('k') ? word('kyu', { n: parseInt(level, 10) }) : level;
}
