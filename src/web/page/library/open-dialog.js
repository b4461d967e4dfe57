// The dialog that opens a record: a file, or text.

import { html } from '../element.js';
import { openDialog } from '../panel/dialog.js';
import { word } from '../text/words.js';

/**
 * Opens the dialog.
 *
 * @param {() => void} onFile A file is to be chosen.
 * @param {(text: string) => void} onText
 */
export function openRecord(onFile, onText) {
  const text = html('textarea', { id: 'record-text', rows: 6, 'aria-label': word('record_text'), spellcheck: 'false' });
  const done = (/** @type {() => void} */ action) => () => {
    dialog.close();
    action();
  };
  const dialog = openDialog(
    word('open_record'),
    html('p', { class: 'note' }, word('open_guide')),
    text,
    html(
      'div',
      { class: 'row end' },
      html('button', { type: 'button', class: 'quiet', 'data-action': 'choose-file', onclick: done(onFile) }, word('choose_file')),
      html('button', { type: 'button', class: 'primary', 'data-action': 'read-text', onclick: done(() => onText(text.value)) }, word('read_text')),
    ),
  );
}
