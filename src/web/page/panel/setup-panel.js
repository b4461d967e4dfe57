// Setting up a position: stones are put on the board and taken off before a game goes on from there.

import { html } from '../element.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../game/position.js').Color} Color */

/** The panel for setting up a position; it stands above the other panels until it is done. */
export class SetupPanel {
  /**
   * @param {MatchPage} page
   * @param {(stones: string, toMove: Color) => Promise<string>} onDone Returns an error, or an empty text.
   */
  constructor(page, onDone) {
    this.page = page;
    this.onDone = onDone;
    this.stones = [...(page.match.position?.stones ?? '')];
    this.brush = 'X';
    this.error = html('p', { class: 'notice', role: 'alert' });
    const brush = (/** @type {string} */ stone, /** @type {string} */ name) =>
      html(
        'label',
        { class: 'brush' },
        html('input', {
          type: 'radio',
          name: 'brush',
          checked: stone === 'X',
          onchange: () => {
            this.brush = stone;
          },
        }),
        html('span', { class: `sign ${stone === 'X' ? 'b' : stone === 'O' ? 'w' : 'none'}` }),
        word(name),
      );
    this.side = html('select', { id: 'setup-side' }, html('option', { value: 'b' }, word('black')), html('option', { value: 'w', selected: page.match.position?.toMove === 'w' }, word('white')));
    const button = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {() => unknown} */ action) => html('button', { type: 'button', class: kind, 'data-action': name, onclick: action }, word(name));
    this.element = html(
      'section',
      { class: 'setup-panel', 'aria-label': word('setup') },
      html('h2', {}, word('setup')),
      html('div', { class: 'row wrap' }, brush('X', 'black'), brush('O', 'white'), brush('.', 'erase')),
      html('label', { class: 'row', for: 'setup-side' }, word('to_move'), this.side),
      this.error,
      html('div', { class: 'row wrap' }, button('setup_clear', 'quiet', () => this.clear()), button('cancel', 'quiet', () => this.close()), button('setup_done', 'primary', () => this.finish())),
    );
    page.tool = (point) => this.paint(point);
    this.show();
  }

  /** @param {number} point */
  paint(point) {
    this.stones[point] = this.stones[point] === this.brush ? '.' : this.brush;
    this.show();
    return true;
  }

  clear() {
    this.stones.fill('.');
    this.show();
  }

  show() {
    this.page.setPreview({ stones: this.stones.join(''), overlay: {} });
  }

  async finish() {
    this.error.textContent = await this.onDone(this.stones.join(''), /** @type {Color} */ (this.side.value));
  }

  close() {
    this.page.tool = null;
    this.page.setPreview(null);
    this.element.remove();
  }
}
