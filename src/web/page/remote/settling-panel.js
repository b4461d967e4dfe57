// The dead stones of a finished game of Go, on which both players agree.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { parseVertex, vertex } from '../game/vertex.js';
import { resultText } from '../text/results.js';
import { word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */
/** @typedef {import('../game/config.js').Config} Config */
/** @typedef {import('../board/overlay.js').Overlay} Overlay */

/** The marks, the score by them, and the players' choices. */
export class SettlingPanel {
  /**
   * @param {RemoteGame} game
   * @param {(color: 'b' | 'w') => string} nameOf
   */
  constructor(game, nameOf) {
    this.game = game;
    this.nameOf = nameOf;
    const action = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ kind, /** @type {() => unknown} */ run) => html('button', { type: 'button', class: kind, 'data-action': name, onclick: run }, word(text));
    this.score = html('p', { class: 'settling-score', role: 'status' });
    this.state = html('p', { class: 'note', role: 'status' });
    this.accept = action('accept_score', 'accept_score', 'primary', () => game.send({ type: 'accept', version: game.state?.settling?.version ?? 0 }));
    this.buttons = html('div', { class: 'row wrap' }, this.accept, action('play_on', 'play_on', 'quiet', () => game.send({ type: 'play_on' })), action('count', 'let_engine_count', 'quiet', () => game.send({ type: 'count' })));
    this.element = html('section', { class: 'settling', 'aria-label': word('settling'), hidden: true }, this.score, this.state, this.buttons);
  }

  show() {
    const { state } = this.game;
    const settling = state?.settling;
    this.element.hidden = !state?.counting || !settling;
    if (!state || !settling || !state.counting) {
      this.asked = false;
      return;
    }
    // After a restart of the server nothing is proposed yet.
    if (!settling.proposed && state.side && !this.asked) {
      this.asked = true;
      this.game.send({ type: 'propose' });
    }
    const { side } = state;
    this.score.textContent = settling.proposed || settling.dead.length > 0 ? word('settling_score', { text: resultText(settling.score, 'go') }) : word('settling_search');
    this.state.textContent = this.acceptance(settling.accepted, side);
    this.buttons.hidden = side === null;
    this.accept.disabled = side !== null && settling.accepted[side];
  }

  /**
   * @param {{b: boolean, w: boolean}} accepted
   * @param {'b' | 'w' | null} side
   */
  acceptance(accepted, side) {
    if (side && accepted[side]) return word('accepted_you');
    const who = side ? rival(side) : accepted.b ? 'b' : 'w';
    return accepted[who] ? word('accepted_side', { side: this.nameOf(who) }) : '';
  }

  /** Marks the chain at a point as dead, or as alive if it was marked. @param {number} point @param {Config} config */
  toggle(point, config) {
    const { state } = this.game;
    if (!state?.settling || !state.side || state.board[point] === '.') return;
    const name = vertex(point, config);
    const isDead = state.settling.dead.some((text) => parseVertex(text, config) === point);
    this.game.send({ type: 'mark', point: name, dead: !isDead });
  }

  /** Returns the territory and the dead stones of the last position. @param {Config} config @returns {Overlay} */
  overlay(config) {
    const settling = this.game.state?.settling;
    if (!settling) return {};
    return {
      ownership: [...settling.owners].map((owner) => (owner === 'X' ? 1 : owner === 'O' ? -1 : 0)),
      marks: settling.dead.map((text) => ({ point: parseVertex(text, config), kind: 'dead' })),
    };
  }
}
