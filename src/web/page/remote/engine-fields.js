// The engines of a game on the server, in the dialog for a new game.

import { html } from '../element.js';
import { FULL, GAMES } from '../game/games.js';
import { word } from '../text/words.js';

/** Numbers of games of a match. */
const COUNTS = ['1', '2', '4', '10', '20', '50', '100'];

/** An engine that can play. @typedef {{name: string, games: string[]}} ListedEngine */
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

/**
 * Creates the fields, which are shown while the form's opponent is `engine` or `match`.
 *
 * @param {HTMLFormElement} form
 * @param {import('../game/games.js').GameName} game
 * @param {ListedEngine[]} engines
 * @param {Record<string, string>} last The choices made last.
 */
export function engineFields(form, game, engines, last) {
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, word(name)), input);
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options) =>
    html('select', { name }, ...options.map(([value, text]) => html('option', { value, selected: value === last[name] }, text)));
  /** @type {[string, string][]} */
  const listed = engines.map(({ name }) => [JSON.stringify({ name }), name]);
  /** @type {[string, string][]} */
  const levels = [...GAMES[game].levels, FULL].map((level) => [JSON.stringify(level === FULL ? { name: 'Tengen' } : { name: 'Tengen', level }), `Tengen · ${level === FULL ? word('level_full') : level}`]);
  const group = (/** @type {string} */ kind, /** @type {HTMLElement[]} */ ...fields) => html('fieldset', { class: 'host', hidden: true, disabled: true, 'data-for': kind }, html('legend', { class: 'unseen' }, word(`opponent_${kind}`)), ...fields);
  const groups = [
    group('engine', field('engine', select('engine', listed)), field('my_color', select('engine_side', [['black', word('color_black')], ['white', word('color_white')]]))),
    group(
      'match',
      field('first_engine', select('first_engine', [...listed, ...levels])),
      field('second_engine', select('second_engine', [...levels].reverse().concat(listed))),
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
  return groups;
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
