// The links of a game over the network.

import { html } from '../element.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/**
 * Shows the links of a new game.
 *
 * @param {{black: string, white: string, watch: string}} links
 */
export function openLinks(links) {
  const row = (/** @type {'black' | 'white' | 'watch'} */ side) => {
    const address = new URL(links[side], location.href).href;
    const input = html('input', { type: 'text', readonly: true, value: address, 'aria-label': word(`link_${side}`), 'data-link': side });
    input.addEventListener('focus', () => input.select());
    const copy = html('button', { type: 'button', class: 'quiet', onclick: () => copyText(address, input, copy) }, word('copy'));
    const go = html('a', { class: 'quiet', href: links[side], target: '_blank', rel: 'noopener' }, word('open_link'));
    return html('div', { class: 'link-row' }, html('b', {}, word(`link_${side}`)), input, html('div', { class: 'row' }, copy, go));
  };
  openDialog(word('network_game'), html('p', { class: 'note' }, word('links_guide')), row('black'), row('white'), row('watch'));
}

/**
 * @param {string} text
 * @param {HTMLInputElement} input
 * @param {HTMLButtonElement} button
 */
async function copyText(text, input, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = word('copied');
  } catch {
    // Without a secure context there is no clipboard: the text is selected for the keyboard.
    input.select();
  }
}
