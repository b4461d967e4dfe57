// The buttons of a game in progress: undo, pass, hint, count, resign, pause.

import { html } from '../element.js';
import { lineQuery } from '../game/analysis-query.js';
import { GAMES } from '../game/games.js';
import { PASS, parseVertex, pointName } from '../game/vertex.js';
import { estimateText, resultText, word } from '../text/words.js';
import { icon } from './icon.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** Seconds for which a hint is searched. */
const HINT_SECONDS = 1;

/** A row of buttons. */
export class ActionsPanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    const button = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {() => unknown} */ action) =>
      html('button', { type: 'button', class: 'action', 'data-action': name, onclick: action }, icon(shape), html('span', {}, word(name)));
    this.buttons = {
      undo: button('undo', 'undo', () => this.undo()),
      pass: button('pass', 'pass', () => this.pass()),
      hint: button('hint', 'hint', () => this.hint()),
      count: button('count', 'count', () => this.count()),
      resign: button('resign', 'resign', () => this.resign()),
      now: button('move_now', 'now', () => page.match.moveNow()),
      pause: button('pause', 'pause', () => page.match.pauseEngine(true)),
      go_on: button('go_on', 'play', () => page.match.pauseEngine(false)),
    };
    this.element = html('div', { class: 'actions', role: 'group', 'aria-label': word('actions') }, ...Object.values(this.buttons));
  }

  /** Shows the buttons that have a meaning here. */
  show() {
    const { match } = this.page;
    const { buttons } = this;
    const legal = match.position?.legal;
    const isWatching = match.players.b === 'engine' && match.players.w === 'engine';
    buttons.undo.disabled = !match.node.parent;
    buttons.pass.hidden = !GAMES[match.config.game].hasPass;
    buttons.pass.disabled = !legal?.has(PASS) || !match.isPersonsTurn;
    buttons.hint.disabled = Boolean(match.result) || match.thinking;
    buttons.count.hidden = match.config.game !== 'go';
    buttons.resign.disabled = Boolean(match.result) || match.thinking;
    buttons.resign.hidden = isWatching;
    buttons.now.hidden = !match.thinking || isWatching;
    buttons.pause.hidden = !match.hasEngine || match.paused || !isWatching || Boolean(match.result);
    buttons.go_on.hidden = !match.paused;
  }

  /** Takes back the last move; inside a game it goes back and removes nothing. */
  undo() {
    const { match } = this.page;
    if (match.node.children.length > 0) match.step(-1);
    else match.undo();
  }

  async pass() {
    const { match } = this.page;
    if (match.isPersonsTurn) await match.play(PASS);
  }

  resign() {
    const { match } = this.page;
    const color = match.position?.toMove;
    if (!color || match.result) return;
    match.resign(color);
    this.page.announcer.say(resultText(match.result, match.config.game));
  }

  /** Searches a move and shows it, with the line that goes on from it. */
  hint() {
    const { page } = this;
    const { match } = page;
    if (match.result || match.thinking) return;
    const node = match.node;
    page.say(word('searching'));
    const { fields } = lineQuery(match.tree, node);
    const query = match.analysis.start({ ...fields, maxTime: HINT_SECONDS }, (reply) => {
      const best = reply.moveInfos[0];
      if (!best || match.node !== node) return;
      const point = parseVertex(best.move, match.config);
      const name = point === PASS ? word('pass') : pointName(point, match.config);
      page.say(word('hint_is', { point: name, percent: Math.round(best.winrate * 100) }));
      if (point !== PASS) page.setOverlay('hint', { candidates: [{ point, text: '★', detail: '', rank: 0, best: true }] });
    });
    query.done.catch((error) => page.say(word('engine_error', { text: error.message })));
  }

  /** Counts a position of Go as it stands. */
  async count() {
    const { page } = this;
    const { match } = page;
    if (match.config.game !== 'go' || !match.position) return;
    const node = match.node;
    try {
      const { score, lead, dead, owners } = await match.advisor.count(match.tree, node);
      if (match.node !== node) return;
      page.setOverlay('count', { ownership: owners, marks: [...dead].map((point) => ({ point, kind: 'dead' })) });
      const result = match.verdict || score;
      if (result === null) return page.say(estimateText(lead));
      const text = resultText(result, 'go');
      page.say(match.position.over ? text : word('count_is', { text }));
    } catch (error) {
      page.say(word('engine_error', { text: String(/** @type {Error} */ (error).message) }));
    }
  }
}
