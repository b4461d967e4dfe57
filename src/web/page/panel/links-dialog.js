// The links of a game over the network.

import { html, svg } from '../element.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';

/** Modules of the light border that a QR code needs. */
const BORDER = 4;

/** @typedef {'black' | 'white' | 'watch'} Side */
/** A QR code: its side length, and the path of its dark modules. @typedef {{width: number, path: string}} QrCode */

/**
 * The server's answer to a new game.
 *
 * @typedef {object} Links
 * @property {string} black
 * @property {string} white
 * @property {string} watch
 * @property {string} [base] The address of the server for others.
 * @property {'machine' | 'network' | 'internet'} [reach] Who can open links with this address.
 * @property {Record<Side, QrCode | null>} [qr]
 */

/**
 * Shows the links of a new game: the host's own, the opponent's, and the watchers'.
 *
 * @param {Links} links
 * @param {'black' | 'white'} mine
 */
export function openLinks(links, mine) {
  const theirs = mine === 'black' ? 'white' : 'black';
  const [my, their] = [mine, theirs].map((name) => ({ side: name === 'black' ? 'b' : 'w' }));
  const row = (/** @type {Side} */ side, /** @type {string} */ name) => {
    const address = new URL(links[side], links.base ?? location.href).href;
    const { input, copy } = linkField(address, name);
    input.dataset.link = side;
    const go = html('a', { class: side === mine ? 'primary' : 'quiet', href: links[side], target: '_blank', rel: 'noopener', 'data-open': side }, word('open_link'));
    return html('div', { class: 'link-row' }, html('b', {}, name), input, html('div', { class: 'row' }, copy, go));
  };
  const code = links.reach === 'machine' ? null : links.qr?.[theirs];
  openDialog(
    word('network_game'),
    html('p', { class: 'note' }, word('links_guide')),
    links.reach ? html('p', { class: `reach ${links.reach}`, 'data-reach': links.reach }, word(`reach_${links.reach}`, { host: location.hostname, port: location.port || '80' })) : null,
    row(mine, word('link_mine', my)),
    row(theirs, word('link_theirs', their)),
    code ? qrDrawing(code, word('qr_of', their)) : null,
    row('watch', word('link_watch')),
  );
}

/**
 * Creates a field with an address, and a button that copies it.
 *
 * @param {string} address
 * @param {string} name
 */
export function linkField(address, name) {
  const input = html('input', { type: 'text', readonly: true, value: address, 'aria-label': name });
  input.addEventListener('focus', () => input.select());
  const copy = html('button', { type: 'button', class: 'quiet', onclick: () => copyText(address, input, copy) }, word('copy'));
  return { input, copy };
}

/**
 * @param {QrCode} code
 * @param {string} name
 */
function qrDrawing({ width, path }, name) {
  const side = width + 2 * BORDER;
  return svg('svg', { class: 'qr', viewBox: `${-BORDER} ${-BORDER} ${side} ${side}`, role: 'img', 'aria-label': name }, svg('path', { d: path }));
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
    // Without a secure context there is no clipboard, so the text is selected for copying by keyboard.
    input.select();
  }
}
