// Go's chains: liberties, ladders for both first movers, breakers, makers, life and death; the position as a problem; and each line
// played stone by stone.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { pointName } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../engine/advisor.js').Ladder} Ladder */
/** @typedef {import('../engine/advisor.js').Problem} Problem */

/** Words about the kind of an answer; an unconditional one has none. @type {Record<string, string>} */
const KINDS = { ko: 'life_ko', seki: 'life_seki', without_threats: 'problem_without_threats' };

/** Go's explorer: a click on a chain queries it. */
export class GoExplorer {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.answer = html('div', { class: 'answer', 'aria-live': 'polite' });
    const read = html('button', { type: 'button', class: 'quiet', 'data-action': 'read-problem', onclick: () => this.askProblem() }, word('problem_read'));
    this.element = html('div', { class: 'explorer' }, html('p', { class: 'guide' }, word('go_explore_guide')), read, this.answer);
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
      const title = html('h3', {}, word('chain_at', { side: color, point: pointName(point, match.config) }));
      const counts = html('p', {}, word('chain_counts', { stones: chain.stones.length, liberties: chain.liberties.length }));
      this.answer.replaceChildren(title, counts);
      const marks = [...chain.stones.map((stone) => ({ point: stone, kind: 'target' })), ...chain.liberties.map((liberty) => ({ point: liberty, kind: 'liberty' }))];
      this.page.setOverlay('chain', { marks });
      if (chain.liberties.length > 2) this.answer.append(html('p', { class: 'note' }, word('no_ladder')));
      else await this.askLadder(asked, point, color, marks);
      if (asked === this.asked) await this.askLife(asked, point);
    } catch (error) {
      if (asked === this.asked) this.page.say(failureText(error));
    }
  }

  /**
   * @param {number} asked The question's number.
   * @param {number} point
   * @param {'b' | 'w'} color
   * @param {{point: number, kind: string}[]} marks The chain's marks.
   */
  async askLadder(asked, point, color, marks) {
    const { tree, node, advisor } = this.page.match;
    const attacker = rival(color);
    const attacked = await advisor.ladder(tree, node, point, attacker);
    const defended = await advisor.ladder(tree, node, point, color);
    const kind = attacked.verdict === 'captured' ? 'breakers' : 'makers';
    const turning = await advisor.ladderPoints(tree, node, point, kind).catch(() => []);
    if (asked !== this.asked) return;
    this.answer.append(this.verdict(attacked, attacker), this.verdict(defended, color));
    if (turning.length > 0) this.answer.append(html('p', { class: `legend ${kind}` }, word(kind, { n: turning.length })));
    this.page.setOverlay('chain', { marks: [...marks, ...turning.map((place) => ({ point: place, kind: kind === 'breakers' ? 'breaker' : 'maker' }))] });
  }

  /**
   * @param {number} asked The question's number.
   * @param {number} point
   */
  async askLife(asked, point) {
    const { match } = this.page;
    const life = await match.advisor.life(match.tree, match.node, point);
    if (asked !== this.asked) return;
    this.answer.append(html('h3', {}, word('life')));
    if (!life.status) {
      this.answer.append(html('p', { class: 'note' }, word('life_open')));
      return;
    }
    this.answer.append(html('p', { class: 'life' }, word(`life_${life.status}`)));
    for (const answer of life.answers) {
      const ko = answer.ko ? word(`life_ko_${answer.ko}`, { n: answer.threats }) : '';
      const verdict = word(answer.how === 'seki' ? 'life_seki' : `life_${answer.verdict}`);
      this.answer.append(this.line(withRemark(verdict, ko), answer.verdict === 'lives' ? 'escapes' : answer.verdict, answer.first, answer.line));
    }
  }

  async askProblem() {
    const { page } = this;
    const { match } = page;
    if (!match.position) return;
    page.line.end();
    this.clear();
    const { asked } = this;
    const side = match.position.toMove;
    this.answer.replaceChildren(html('p', { class: 'note' }, word('searching')));
    try {
      const answers = await match.advisor.problem(match.tree, match.node);
      if (asked === this.asked) this.showProblem(answers, side);
    } catch (error) {
      if (asked !== this.asked) return;
      this.answer.replaceChildren();
      page.say(failureText(error));
    }
  }

  /**
   * Shows the tasks, marks their moves, and offers the lines.
   *
   * @param {Problem[]} answers
   * @param {'b' | 'w'} side The side to move.
   */
  showProblem(answers, side) {
    this.answer.replaceChildren(...answers.flatMap((answer) => this.task(answer, side)));
    const mark = (/** @type {string} */ name, /** @type {number[]} */ points) => points.map((point) => ({ point, kind: name }));
    const marks = answers.flatMap(({ target, moves, refutations }) => [...mark('target', target), ...mark('solution', moves), ...mark('failure', refutations.map(({ move }) => move))]);
    this.page.setOverlay('chain', { marks });
  }

  /**
   * Returns a task with its moves and their lines, or the engine's guess.
   *
   * @param {Problem} problem
   * @param {'b' | 'w'} side The side to move.
   * @returns {HTMLElement[]}
   */
  task({ goal, kind, moves, line, refutations }, side) {
    const names = (/** @type {number[]} */ points) => ({ moves: points.map((point) => pointName(point, this.page.match.config)).join(', ') });
    if (!goal) {
      const note = (/** @type {string} */ name) => html('p', { class: 'note' }, word(name));
      if (!line.length) return [note('problem_none')];
      return [note('problem_unread'), this.row(word('problem_guess', names(line.slice(0, 1))), 'unknown', side, line)];
    }
    return [
      html('p', { class: 'problem' }, word(`question_${goal}`, { side })),
      this.row(word('problem_right', names(moves)), 'escapes', side, line),
      ...(KINDS[kind] ? [html('p', { class: 'note' }, word(KINDS[kind]))] : []),
      ...refutations.map((wrong) => this.row(word('problem_wrong', names([wrong.move])), 'captured', side, [wrong.move, ...wrong.line])),
    ];
  }

  /**
   * @param {Ladder} ladder
   * @param {'b' | 'w'} first
   */
  verdict(ladder, first) {
    const ko = ladder.ko ? word(`ko_${ladder.ko}`) : '';
    return this.line(withRemark(word(`ladder_${ladder.verdict}`), ko), ladder.verdict, first, ladder.line);
  }

  /**
   * Returns a verdict with the line of play that proves it.
   *
   * @param {string} verdict
   * @param {string} style
   * @param {'b' | 'w'} first
   * @param {number[]} line
   */
  line(verdict, style, first, line) {
    return this.row(word('first_mover', { side: first, text: verdict }), style, first, line);
  }

  /**
   * Returns a text with a button that plays a line.
   *
   * @param {string} text
   * @param {string} style
   * @param {'b' | 'w'} first
   * @param {number[]} line
   */
  row(text, style, first, line) {
    const run = line.length > 0 && html('button', { type: 'button', class: 'quiet run', onclick: () => this.page.line.start(line, first) }, word('run_ladder', { n: line.length }));
    return html('div', { class: `verdict ${style}` }, html('span', {}, text), run);
  }
}

/**
 * @param {string} text
 * @param {string} remark
 */
function withRemark(text, remark) {
  return remark ? word('with_remark', { text, remark }) : text;
}
