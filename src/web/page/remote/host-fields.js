// What the host of a game between people chooses, in the dialog for a new game.

import { html } from '../element.js';
import { word } from '../text/words.js';

/** Longest name, in characters. */
const LONGEST_NAME = 40;

/** The seconds after which leaving loses; 0 for never. */
const LEAVING = ['300', '60', '3600', '0'];

/**
 * The host's choices, with the names of the server's description of a game. `side` is the host's.
 *
 * @typedef {object} HostChoice
 * @property {'black' | 'white'} side
 * @property {{black: string, white: string}} names
 * @property {boolean} chat
 * @property {number | null} leaving
 */

/**
 * Creates the fields, which are shown while the form's opponent is `network`.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} last The choices made last.
 */
export function hostFields(form, last) {
  const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => html('label', {}, html('span', {}, word(name)), input);
  const name = (/** @type {string} */ key) => html('input', { type: 'text', name: key, maxlength: LONGEST_NAME, value: last[key] ?? '', autocomplete: 'off' });
  const select = (/** @type {string} */ key, /** @type {string[]} */ values, /** @type {string} */ prefix) =>
    html('select', { name: key }, ...values.map((value) => html('option', { value, selected: value === last[key] }, word(`${prefix}_${value}`))));
  const fields = html(
    'fieldset',
    { class: 'host', hidden: true, disabled: true },
    html('legend', { class: 'unseen' }, word('network_game')),
    field('my_color', select('side', ['black', 'white', 'random'], 'color')),
    field('my_name', name('my_name')),
    field('their_name', name('their_name')),
    field('leaving', select('leaving', LEAVING, 'leaving')),
    field('chat', select('chat', ['yes', 'no'], 'chat')),
  );
  const show = () => {
    const isNetwork = new FormData(form).get('opponent') === 'network';
    fields.hidden = fields.disabled = !isNetwork;
    for (const key of ['level', 'seconds', 'opening']) form.querySelector(`[name=${key}]`)?.closest('label')?.toggleAttribute('hidden', isNetwork);
  };
  form.addEventListener('change', show);
  queueMicrotask(show);
  return fields;
}

/**
 * Reads the choices from the form's values. A color by lot is drawn here.
 *
 * @param {Record<string, string>} values
 * @returns {HostChoice}
 */
export function hostChoice(values) {
  const isBlack = values.side === 'random' ? crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 : values.side !== 'white';
  const [mine, theirs] = [values.my_name ?? '', values.their_name ?? ''].map((text) => text.trim());
  return {
    side: isBlack ? 'black' : 'white',
    names: isBlack ? { black: mine, white: theirs } : { black: theirs, white: mine },
    chat: values.chat !== 'no',
    leaving: Number(values.leaving) || null,
  };
}
