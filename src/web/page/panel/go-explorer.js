// Chains of Go: liberties, ladders for both first movers, breakers, makers, and the ladder run stone by stone.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { pointName } from '../game/vertex.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../engine/advisor.js').Ladder} Ladder */

/** The explorer of Go: a click on a chain asks about it. */
export class GoExplorer {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.answer = html('div', { class: 'answer', 'aria-live': 'polite' });
    this.element = html('div', { class: 'explorer' }, html('p', { class: 'guide' }, word('go_explore_guide')), this.answer);
    this.asked = 0;
  }

  /** @param {boolean} on */
  activate(on) {
    this.page.tool = on ? (point) => this.look(point) : null;
    if (!on) this.clear();
    this.page.draw();
  }

  showNode() {
    this.clear();
  }

  clear() {
    this.asked++;
    this.answer.replaceChildren();
    this.page.setOverlay('chain', null);
  }

  /** @param {number} point */
  look(point) {
    const { page } = this;
    const position = page.match.position;
    if (page.preview) {
      page.line.end();
      return true;
    }
    if (!position || position.stones[point] === '.') return false;
    this.ask(point, position.stones[point] === 'X' ? 'b' : 'w');
    return true;
  }

  /**
   * @param {number} point
   * @param {'b' | 'w'} color
   */
  async ask(point, color) {
    const asked = ++this.asked;
    const { match } = this.page;
    const { tree, node, advisor } = match;
    try {
      const chain = await advisor.chain(tree, node, point);
      if (!chain || asked !== this.asked) return;
      const title = html('h3', {}, word('chain_at', { side: word(color === 'b' ? 'black' : 'white'), point: pointName(point, match.config) }));
      const counts = html('p', {}, word('chain_counts', { stones: chain.stones.length, liberties: chain.liberties.length }));
      this.answer.replaceChildren(title, counts);
      const marks = [...chain.stones.map((stone) => ({ point: stone, kind: 'target' })), ...chain.liberties.map((liberty) => ({ point: liberty, kind: 'liberty' }))];
      this.page.setOverlay('chain', { marks });
      if (chain.liberties.length > 2) {
        this.answer.append(html('p', { class: 'note' }, word('no_ladder')));
        return;
      }
      const attacker = rival(color);
      const attacked = await advisor.ladder(tree, node, point, attacker);
      const defended = await advisor.ladder(tree, node, point, color);
      const kind = attacked.verdict === 'captured' ? 'breakers' : 'makers';
      const turning = await advisor.ladderPoints(tree, node, point, kind).catch(() => []);
      if (asked !== this.asked) return;
      this.answer.append(this.verdict(attacked, attacker), this.verdict(defended, color));
      if (turning.length > 0) this.answer.append(html('p', { class: `legend ${kind}` }, word(kind, { n: turning.length })));
      this.page.setOverlay('chain', { marks: [...marks, ...turning.map((place) => ({ point: place, kind: kind === 'breakers' ? 'breaker' : 'maker' }))] });
    } catch (error) {
      if (asked === this.asked) this.page.say(word('engine_error', { text: String(/** @type {Error} */ (error).message) }));
    }
  }

  /**
   * @param {Ladder} ladder
   * @param {'b' | 'w'} first
   */
  verdict(ladder, first) {
    const side = word(first === 'b' ? 'black' : 'white');
    const ko = ladder.ko ? ` ${word(`ko_${ladder.ko}`)}` : '';
    const text = `${word('moves_first', { side })} ${word(`ladder_${ladder.verdict}`)}${ko}`;
    const run = ladder.line.length > 0 && html('button', { type: 'button', class: 'quiet run', onclick: () => this.page.line.start(ladder.line, first) }, word('run_ladder', { n: ladder.line.length }));
    return html('div', { class: `verdict ${ladder.verdict}` }, html('span', {}, text), run);
  }
}
