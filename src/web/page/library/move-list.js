// The moves of the line shown as a list, with coordinates.

import { html } from '../element.js';
import { PASS, pointName } from '../game/vertex.js';
import { word } from '../text/words.js';

/** @typedef {import('../panel/match-page.js').MatchPage} MatchPage */
/** @typedef {import('../game/game-tree.js').GameNode} GameNode */

/** A list of moves; it is one stop of the Tab key, since the arrow keys go through the game. */
export class MoveList {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.element = html('ol', { class: 'move-list', 'aria-label': word('move_list') });
    /** @type {GameNode[]} */
    this.line = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  show() {
    const { match } = this.page;
    const line = match.tree.lineThrough(match.node).filter(({ move }) => move);
    if (line.length !== this.line.length || line.some((node, index) => node !== this.line[index])) this.build(line);
    this.line.forEach((node, index) => {
      const button = this.buttons[index];
      const isShown = node === match.node;
      button.tabIndex = isShown || (index === 0 && !match.node.move) ? 0 : -1;
      if (!isShown) return button.removeAttribute('aria-current');
      button.setAttribute('aria-current', 'true');
      const { element } = this;
      element.scrollTop = button.offsetTop - element.offsetTop - element.clientHeight / 2;
    });
  }

  /** @param {GameNode[]} line */
  build(line) {
    const { match } = this.page;
    this.line = line;
    this.buttons = line.map((node, index) => {
      const { color, point } = /** @type {NonNullable<GameNode['move']>} */ (node.move);
      const name = point === PASS ? word('pass') : pointName(point, match.config);
      const sign = html('span', { class: `sign ${color}`, role: 'img', 'aria-label': word(color === 'b' ? 'black' : 'white') });
      return html('button', { type: 'button', class: 'list-move', onclick: () => match.show(node) }, html('span', { class: 'note' }, `${index + 1}.`), sign, name);
    });
    this.element.replaceChildren(...this.buttons.map((button) => html('li', {}, button)));
  }
}
