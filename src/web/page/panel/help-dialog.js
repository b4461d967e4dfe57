// Keys, and where more is to be read.

import { html } from '../element.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/** Keys and the names of what they do. @type {[string, string][]} */
const KEYS = [
  ['Tab', 'key_tab'],
  ['← ↑ ↓ →', 'key_board'],
  ['Enter', 'key_enter'],
  ['← →', 'key_travel'],
  ['↑ ↓', 'key_variations'],
  ['Home End', 'key_ends'],
  ['U', 'undo'],
  ['P', 'pass'],
  ['H', 'hint'],
  ['C', 'count'],
  ['A', 'analyze_position'],
];

/** Opens the help. */
export function openHelp() {
  const rows = KEYS.map(([key, name]) => html('tr', {}, html('th', { scope: 'row' }, html('kbd', {}, key)), html('td', {}, word(name))));
  openDialog(word('help'), html('table', { class: 'keys' }, html('caption', {}, word('keys')), html('tbody', {}, ...rows)), html('p', { class: 'note' }, word('help_text')));
}
