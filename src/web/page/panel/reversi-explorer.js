// Reversi's counts as bars, and the result of each legal move in discs.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { PASS } from '../game/vertex.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** Reversi's explorer. */
export class ReversiExplorer {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.asked = 0;
    this.bars = html('div', { class: 'bars' });
    this.parity = html('div', { class: 'answer' });
    this.element = html(
      'div',
      { class: 'explorer' },
      html('p', { class: 'guide' }, word('reversi_explore_guide')),
      html('button', { type: 'button', class: 'quiet', onclick: () => page.analysis.turn(!page.analysis.on) }, word('values_of_moves')),
      this.bars,
      this.parity,
    );
  }

  /** @param {boolean} on */
  activate(on) {
    if (on) this.showNode();
  }

  /** Shows who would move last, and the parity of the empty regions. @param {import('../game/position.js').Position} position */
  showParity({ stones, toMove, legal }) {
    const regions = emptyRegions(stones);
    const n = regions.reduce((sum, size) => sum + size, 0);
    const first = legal.has(PASS) ? rival(toMove) : toMove;
    const last = n % 2 === 1 ? first : rival(first);
    const odd = regions.filter((size) => size % 2 === 1).length;
    this.parity.replaceChildren(
      html('h3', {}, word('parity')),
      html('p', {}, word('parity_last', { side: last, n })),
      html('p', {}, word('parity_regions', { odd, even: regions.length - odd })),
    );
  }

  async showNode() {
    const asked = ++this.asked;
    const { match } = this.page;
    if (!match.position || match.position.over) return;
    this.showParity(match.position);
    const counts = await match.advisor.discCounts(match.tree, match.node).catch(() => null);
    if (!counts || asked !== this.asked) return;
    this.bars.replaceChildren(...counts.rows.map(({ name, black, white }) => bar(word(`count_${name}`), black, white)));
  }
}

/**
 * Returns the sizes of the connected regions of empty squares; diagonal neighbors are connected.
 *
 * @param {string} stones
 */
export function emptyRegions(stones) {
  const open = new Set([...stones].flatMap((stone, point) => (stone === '.' ? [point] : [])));
  const sizes = [];
  for (const start of open) {
    const region = [start];
    open.delete(start);
    for (let index = 0; index < region.length; index++) {
      const x = region[index] % 8;
      const y = Math.floor(region[index] / 8);
      for (let row = Math.max(0, y - 1); row <= Math.min(7, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(7, x + 1); column++) {
          if (open.delete(row * 8 + column)) region.push(row * 8 + column);
        }
      }
    }
    sizes.push(region.length);
  }
  return sizes;
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
