// Modal dialogs.

import { html } from '../element.js';
import { keepFocus } from '../focus.js';
import { word } from '../text/words.js';
import { icon } from './icon.js';

/**
 * Opens a dialog, which is removed from the page when it closes.
 *
 * @param {string} title
 * @param {...(Node | string | null | false)} children
 */
export function openDialog(title, ...children) {
  const close = html('button', { type: 'button', class: 'plain', 'aria-label': word('close'), onclick: () => dialog.close() }, icon('close'));
  const dialog = html('dialog', { 'aria-labelledby': 'dialog-title' }, html('header', {}, html('h2', { id: 'dialog-title' }, title), close), ...children);
  const focus = keepFocus();
  dialog.addEventListener('close', () => {
    dialog.remove();
    focus();
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a yes-or-no question.
 *
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function ask(question) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ value) => {
      resolve(value);
      dialog.close();
    };
    const buttons = html(
      'div',
      { class: 'row end' },
      html('button', { type: 'button', class: 'quiet', onclick: () => answer(false) }, word('no')),
      html('button', { type: 'button', class: 'primary', onclick: () => answer(true) }, word('yes')),
    );
    const dialog = openDialog(question, buttons);
    dialog.addEventListener('close', () => resolve(false));
  });
}
