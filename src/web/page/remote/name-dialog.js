// The dialog in which a player changes the own name.

import { html } from '../element.js';
import { openDialog } from '../panel/dialog.js';
import { word } from '../text/words.js';

/** Longest name, in characters. */
const LONGEST = 40;

/**
 * Asks for a name.
 *
 * @param {string} name The name so far.
 * @param {(name: string) => void} change
 */
export function openName(name, change) {
  const input = html('input', { type: 'text', name: 'name', value: name, maxlength: LONGEST, required: true, autocomplete: 'nickname' });
  const form = html('form', { method: 'dialog', class: 'new-game' }, html('label', {}, html('span', {}, word('my_name')), input), html('div', { class: 'row end' }, html('button', { class: 'primary' }, word('save_info'))));
  form.addEventListener('submit', () => change(input.value.trim()));
  openDialog(word('change_name'), form);
  input.select();
}
