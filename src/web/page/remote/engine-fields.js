// The engines of a game on the server, in the dialog for a new game.

import { html } from '../element.js';
import { sessionKey } from '../engine/session-key.js';
import { FULL, GAMES } from '../game/games.js';
import { word } from '../text/words.js';

/** Numbers of games of a match. */
const COUNTS = ['1', '2', '4', '10', '20', '50', '100'];

/** An engine that can play. @typedef {{name: string, games: string[]}} ListedEngine */
/** An engine that has not named its protocol, with its fault. @typedef {{name: string, code: string, text: string}} FailedEngine */
/** `waiting` is whether more may be listed later. @typedef {{engines: ListedEngine[], failed: FailedEngine[], waiting: boolean}} EngineList */
/** An engine as the server's description of a game names it. @typedef {{name: string, level?: string}} EngineChoice */

/**
 * The choices for a game with engines, with the names of the server's description of a game. `side` is the person's;
 * null if two engines play.
 *
 * @typedef {object} EngineGame
 * @property {'black' | 'white' | null} side
 * @property {{black?: EngineChoice, white?: EngineChoice}} engines
 * @property {number} games
 * @property {boolean} random_openings
 */

/** Milliseconds between two looks at the engines of the server, while some have not answered. */
const LOOK_EVERY = 500;

/** Asks the server for its engines. @returns {Promise<EngineList>} */
export async function listEngines() {
  const response = await fetch(`/players?${new URLSearchParams({ key: sessionKey() })}`).catch(() => null);
  const list = response?.ok ? await response.json().catch(() => null) : null;
  return list ?? { engines: [], failed: [], waiting: false };
}

/** Fills a list of choices and keeps the choice. @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} [wanted] */
export function fill(select, options, wanted = select.value) {
  const isSame = options.length === select.options.length && options.every(([value], index) => select.options[index].value === value);
  if (isSame) return;
  select.replaceChildren(...options.map(([value, text]) => html('option', { value }, text)));
  if (options.some(([value]) => value === wanted)) select.value = wanted;
}

/**
 * Lists the engines of the server in a form while it is open.
 *
 * @param {HTMLFormElement} form
 * @param {import('../game/games.js').GameName} game
 * @param {Record<string, string>} last The choices made last.
 * @param {(engines: ListedEngine[]) => void} offer Offers games with these engines.
 */
export function engineList(form, game, last, offer) {
  const notes = html('div', { class: 'note', role: 'status' });
  const fields = engineFields(form, game, last);
  const look = async () => {
    for (;;) {
      const { engines, failed, waiting } = await listEngines();
      if (!form.isConnected) return;
      const able = engines.filter(({ games }) => games.includes(game));
      fields.list(able);
      offer(able);
      const texts = failed.map(({ name, code, text }) => word(`fault_${code === 'crash' ? 'asked' : code}`, { name, text }));
      if (waiting) texts.push(word('engines_asked'));
      if (notes.textContent !== texts.join('')) notes.replaceChildren(...texts.map((text) => html('p', {}, text)));
      if (!waiting) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  };
  queueMicrotask(look);
  return [...fields.groups, notes];
}

/**
 * Creates the fields, which are shown while the form's opponent is `engine` or `match`.
 *
 * @param {HTMLFormElement} form
 * @param {import('../game/games.js').GameName} game
 * @param {Record<string, string>} last The choices made last.
 */
function engineFields(form, game, last) {
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, word(name)), input);
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options) =>
    html('select', { name }, ...options.map(([value, text]) => html('option', { value, selected: value === last[name] }, text)));
  /** @type {[string, string][]} */
  const levels = [...GAMES[game].levels, FULL].map((level) => [JSON.stringify(level === FULL ? { name: 'Tengen' } : { name: 'Tengen', level }), `Tengen · ${level === FULL ? word('level_full') : level}`]);
  const [engine, first, second] = ['engine', 'first_engine', 'second_engine'].map((name) => select(name, []));
  const group = (/** @type {string} */ kind, /** @type {HTMLElement[]} */ ...fields) => html('fieldset', { class: 'host', hidden: true, disabled: true, 'data-for': kind }, html('legend', { class: 'unseen' }, word(`opponent_${kind}`)), ...fields);
  const groups = [
    group('engine', field('engine', engine), field('my_color', select('engine_side', [['black', word('color_black')], ['white', word('color_white')]]))),
    group(
      'match',
      field('first_engine', first),
      field('second_engine', second),
      field('match_games', select('match_games', COUNTS.map((count) => [count, count]))),
      field('opening', select('match_openings', [['free', word('opening_free')], ['random', word('opening_random')]])),
    ),
  ];
  const show = () => {
    const opponent = new FormData(form).get('opponent');
    for (const each of groups) each.hidden = each.disabled = each.dataset.for !== opponent;
    if (opponent !== 'engine' && opponent !== 'match') return;
    for (const key of ['level', 'opening']) form.querySelector(`[name=${key}]`)?.closest('label')?.toggleAttribute('hidden', true);
  };
  form.addEventListener('change', show);
  queueMicrotask(show);
  /** @param {ListedEngine[]} engines */
  const list = (engines) => {
    /** @type {[string, string][]} */
    const listed = engines.map(({ name }) => [JSON.stringify({ name }), name]);
    fill(engine, listed, engine.value || last.engine);
    fill(first, [...listed, ...levels], first.value || last.first_engine);
    fill(second, [...levels].reverse().concat(listed), second.value || last.second_engine);
  };
  return { groups, list };
}

/**
 * Reads the choices from the form's values.
 *
 * @param {Record<string, string>} values
 * @returns {EngineGame}
 */
export function engineGame(values) {
  if (values.opponent === 'match') {
    const engines = { black: JSON.parse(values.first_engine), white: JSON.parse(values.second_engine) };
    return { side: null, engines, games: Number(values.match_games), random_openings: values.match_openings === 'random' };
  }
  const engine = values.engine ? JSON.parse(values.engine) : undefined;
  const side = values.engine_side === 'white' ? 'white' : 'black';
  return { side, engines: { [side === 'white' ? 'black' : 'white']: engine }, games: 1, random_openings: false };
}
