// Setting up a position: adding and removing stones before a game continues from it.

import { html } from '../element.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../game/position.js').Color} Color */

/** An unfinished setup: its stones, the stone that a click sets, and the side to move. @typedef {{stones: string[], brush: string, side: string}} SetupDraft */

/** The panel for setting up a position. It is above the other panels until the setup is done. */
export class SetupPanel {
  /**
   * @param {MatchPage} page
   * @param {(stones: string, toMove: Color) => Promise<string>} onDone Returns an error message, or an empty text.
   * @param {SetupDraft} [draft] What was set up before; by default the position shown.
   */
  constructor(page, onDone, draft) {
    this.page = page;
    this.onDone = onDone;
    this.stones = draft?.stones ?? [...(page.match.position?.stones ?? '')];
    this.brush = draft?.brush ?? 'X';
    this.error = html('p', { class: 'notice', role: 'alert' });
    const brush = (/** @type {string} */ stone, /** @type {string} */ name) =>
      html(
        'label',
        { class: 'brush' },
        html('input', {
          type: 'radio',
          name: 'brush',
          checked: stone === this.brush,
          onchange: () => {
            this.brush = stone;
          },
        }),
        html('span', { class: `sign ${stone === 'X' ? 'b' : stone === 'O' ? 'w' : 'none'}` }),
        word(name),
      );
    this.side = html('select', { id: 'setup-side' }, html('option', { value: 'b' }, word('black')), html('option', { value: 'w', selected: (draft?.side ?? page.match.position?.toMove) === 'w' }, word('white')));
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

  /** @returns {SetupDraft} */
  get draft() {
    return { stones: this.stones, brush: this.brush, side: this.side.value };
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
