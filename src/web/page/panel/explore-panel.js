// The panel for the engine's knowledge about a position beyond its value, per game.

import { html } from '../element.js';
import { GoExplorer } from './go-explorer.js';
import { GomokuExplorer } from './gomoku-explorer.js';
import { ReversiExplorer } from './reversi-explorer.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** A game's explorer, which is active while its tab is shown. @typedef {{element: HTMLElement, activate: (on: boolean) => void, showNode: () => void}} Explorer */

/** The explorers by game. @type {Record<string, new (page: MatchPage) => Explorer>} */
const EXPLORERS = { go: GoExplorer, gomoku: GomokuExplorer, reversi: ReversiExplorer };

/** The panel of the game's explorer; empty if the game has none. */
export class ExplorePanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.active = false;
    const Kind = EXPLORERS[page.match.config.game];
    this.explorer = Kind ? new Kind(page) : null;
    this.element = html('div', { class: 'panel' }, this.explorer?.element);
  }

  /** @param {boolean} on */
  activate(on) {
    if (this.active === on) return;
    this.active = on;
    this.explorer?.activate(on);
  }

  showNode() {
    if (this.active) this.explorer?.showNode();
  }
}
