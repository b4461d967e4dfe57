// Counts of Reversi as bars, and the discs of each legal move.

import { html } from '../element.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** The explorer of Reversi. */
export class ReversiExplorer {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.asked = 0;
    this.bars = html('div', { class: 'bars' });
    this.element = html(
      'div',
      { class: 'explorer' },
      html('p', { class: 'guide' }, word('reversi_explore_guide')),
      html('button', { type: 'button', class: 'quiet', onclick: () => page.analysis.turn(!page.analysis.on) }, word('values_of_moves')),
      this.bars,
    );
  }

  /** @param {boolean} on */
  activate(on) {
    if (on) this.showNode();
  }

  async showNode() {
    const asked = ++this.asked;
    const { match } = this.page;
    if (!match.position || match.position.over) return;
    const counts = await match.advisor.discCounts(match.tree, match.node).catch(() => null);
    if (!counts || asked !== this.asked) return;
    this.bars.replaceChildren(...counts.rows.map(({ name, black, white }) => bar(word(`count_${name}`), black, white)));
  }
}

/**
 * @param {string} title
 * @param {number} black
 * @param {number} white
 */
function bar(title, black, white) {
  const total = Math.max(1, black + white);
  const fill = html('span', { class: 'bar-black' });
  fill.style.width = `${black + white === 0 ? 50 : (black / total) * 100}%`;
  const track = html('span', { class: `bar-track ${black + white === 0 ? 'empty' : ''}`, 'aria-hidden': 'true' }, fill);
  return html('div', { class: 'bar' }, html('span', { class: 'bar-title' }, title), html('b', {}, String(black)), track, html('b', {}, String(white)));
}
