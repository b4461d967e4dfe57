// What the engine knows about a position beyond its value, by game.

import { html } from '../element.js';
import { GoExplorer } from './go-explorer.js';
import { GomokuExplorer } from './gomoku-explorer.js';
import { ReversiExplorer } from './reversi-explorer.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** An explorer of one game; it works while its tab is shown. @typedef {{element: HTMLElement, activate: (on: boolean) => void, showNode: () => void}} Explorer */

/** The panel of the game's explorer. */
export class ExplorePanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.active = false;
    const kinds = { go: GoExplorer, gomoku: GomokuExplorer, reversi: ReversiExplorer };
    /** @type {Explorer} */
    this.explorer = new kinds[page.match.config.game](page);
    this.element = html('div', { class: 'panel' }, this.explorer.element, page.line.element);
  }

  /** @param {boolean} on */
  activate(on) {
    if (this.active === on) return;
    this.active = on;
    this.explorer.activate(on);
  }

  showNode() {
    if (this.active) this.explorer.showNode();
  }
}
