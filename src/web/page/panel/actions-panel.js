// The buttons of a game in progress: undo, pass, hint, count, resign, pause.

import { html } from '../element.js';
import { GAMES } from '../game/games.js';
import { PASS } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { estimateText, resultText } from '../text/results.js';
import { word } from '../text/words.js';
import { ask } from './dialog.js';
import { Hint } from './hint.js';
import { icon } from './icon.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** A row of buttons. */
export class ActionsPanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.hint = new Hint(page);
    const button = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {() => unknown} */ action) =>
      html('button', { type: 'button', class: 'action', 'data-action': name, onclick: action }, icon(shape), html('span', {}, word(name)));
    this.buttons = {
      undo: button('undo', 'undo', () => this.undo()),
      pass: button('pass', 'pass', () => this.pass()),
      hint: button('hint', 'hint', () => this.hint.step()),
      count: button('count', 'count', () => this.count()),
      resign: button('resign', 'resign', () => this.resign()),
      now: button('move_now', 'now', () => page.match.moveNow()),
      pause: button('pause', 'pause', () => page.match.pauseEngine(true)),
      go_on: button('go_on', 'play', () => page.match.pauseEngine(false)),
      review: button('review', 'review', () => this.review()),
    };
    this.element = html('div', { class: 'actions', role: 'group', 'aria-label': word('actions') }, ...Object.values(this.buttons));
  }

  /** Shows the buttons that apply at the node shown. */
  show() {
    const { match } = this.page;
    const { buttons } = this;
    const legal = match.position?.legal;
    const isOver = Boolean(match.verdict || match.result);
    const isWatching = match.players.b === 'engine' && match.players.w === 'engine';
    buttons.undo.disabled = !match.node.parent;
    buttons.pass.hidden = !GAMES[match.config.game].hasPass;
    buttons.pass.disabled = !legal?.has(PASS) || !match.isPersonsTurn;
    buttons.hint.disabled = Boolean(match.result) || match.thinking;
    buttons.count.hidden = match.config.game !== 'go';
    buttons.resign.disabled = match.thinking;
    buttons.resign.hidden = isWatching || isOver;
    buttons.now.hidden = !match.thinking || isWatching;
    buttons.pause.hidden = !match.hasEngine || match.paused || !isWatching || isOver;
    buttons.go_on.hidden = !match.paused;
    buttons.review.hidden = !isOver || match.tree.root.children.length === 0;
  }

  /** Takes back the last move. In the middle of a game it only goes back, without removing moves. */
  undo() {
    const { match } = this.page;
    if (match.node.children.length > 0) match.step(-1);
    else match.undo();
  }

  /** Shows the review of a finished game, and begins it unless values are known. */
  review() {
    const { page } = this;
    page.showTab?.('analysis');
    if (page.analysis.review.judged.length === 0) page.analysis.review.analyze();
  }

  async pass() {
    const { match } = this.page;
    if (match.isPersonsTurn) await match.play(PASS);
  }

  async resign() {
    const { match } = this.page;
    if (match.hasEngine && !(await ask(word('resign_question')))) return;
    const color = match.position?.toMove;
    if (!color || match.verdict || match.result || match.closed) return;
    match.resign(color);
    this.page.say(resultText(match.verdict, match.config.game));
  }

  /** Counts a Go position as it stands. */
  async count() {
    const { page } = this;
    const { match } = page;
    if (match.config.game !== 'go' || !match.position) return;
    const node = match.node;
    try {
      const { score, lead, dead, owners } = await match.advisor.count(match.tree, node);
      if (match.node !== node) return;
      page.setOverlay('count', { ownership: owners, marks: [...dead].map((point) => ({ point, kind: 'dead' })) });
      const result = (match.verdict && match.result) || score;
      if (result === null) return page.say(estimateText(lead));
      const text = resultText(result, 'go');
      page.say(match.position.over || match.result ? text : word('count_is', { text }));
    } catch (error) {
      page.say(failureText(error));
    }
  }
}
