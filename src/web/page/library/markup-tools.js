// Tools that draw on the board: shapes, labels, arrows, dimmed points.

import { html } from '../element.js';
import { toggleArrow, toggleLabel, toggleMark } from '../record/markup.js';
import { word } from '../text/words.js';

/** @typedef {import('../panel/match-page.js').MatchPage} MatchPage */

/** The tools with their signs. @type {[string, string][]} */
const TOOLS = [['TR', '△'], ['SQ', '□'], ['CR', '○'], ['MA', '✕'], ['letter', 'A'], ['number', '1'], ['AR', '↗'], ['DD', '▒']];

/** A row of tools, of which at most one is on. */
export class MarkupTools {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.chosen = '';
    /** The first point of an arrow. @type {number | null} */
    this.from = null;
    this.buttons = new Map(TOOLS.map(([name, sign]) => [name, this.button(name, sign)]));
    this.element = html('div', { class: 'markup-tools', role: 'group', 'aria-label': word('markup') }, ...this.buttons.values());
  }

  /**
   * @param {string} name
   * @param {string} sign
   */
  button(name, sign) {
    const title = word(`markup_${name}`);
    const choose = () => this.choose(this.chosen === name ? '' : name);
    return html('button', { type: 'button', class: 'plain', 'data-markup': name, title, 'aria-pressed': false, onclick: choose }, html('span', { 'aria-hidden': 'true' }, sign), html('span', { class: 'unseen' }, title));
  }

  /** Turns a tool on; none if the name is empty. @param {string} name */
  choose(name) {
    if (name === this.chosen) return;
    this.chosen = name;
    this.aim(null);
    for (const [tool, button] of this.buttons) button.setAttribute('aria-pressed', String(tool === name));
    this.page.tool = name ? (point) => this.draw(point) : null;
    this.page.draw();
  }

  /** @param {number} point */
  draw(point) {
    const { match } = this.page;
    const { node, config } = match;
    if (this.page.preview) return false;
    if (this.chosen === 'AR') {
      if (this.from === null) {
        this.aim(point);
        return true;
      }
      if (this.from !== point) toggleArrow(node, this.from, point, config);
      this.aim(null);
    } else if (this.chosen === 'letter' || this.chosen === 'number') {
      toggleLabel(node, this.chosen, point, config);
    } else {
      toggleMark(node, /** @type {import('../record/markup.js').MarkProperty} */ (this.chosen), point, config);
    }
    match.announce('tree');
    this.page.draw();
    return true;
  }

  /** @param {number | null} point */
  aim(point) {
    this.from = point;
    this.page.setOverlay('arrow', point === null ? null : { marks: [{ point, kind: 'from' }] });
  }
}
