// The help: keys, and where to read more.

import { html } from '../element.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/** Keys, with the words for their effects; names of keys are words too. @type {[string, string][]} */
const KEYS = [
  ['Tab', 'key_tab'],
  ['← ↑ ↓ →', 'key_board'],
  ['keycap_enter', 'key_enter'],
  ['← →', 'key_travel'],
  ['↑ ↓', 'key_variations'],
  ['keycap_ends', 'key_ends'],
  ['U', 'undo'],
  ['P', 'pass'],
  ['H', 'hint'],
  ['C', 'count'],
  ['A', 'analyze_position'],
  ['N', 'show_numbers'],
  ['N', 'key_next'],
  ['K', 'show_coordinates'],
  ['S', 'sound'],
  ['?', 'key_help'],
];

/** Opens the help dialog. */
export function openHelp() {
  const rows = KEYS.map(([key, name]) => html('tr', {}, html('th', { scope: 'row' }, html('kbd', {}, key.startsWith('keycap') ? word(key) : key)), html('td', {}, word(name))));
  openDialog(word('help'), html('table', { class: 'keys' }, html('caption', {}, word('keys')), html('tbody', {}, ...rows)), html('p', { class: 'note' }, word('help_text')));
}
