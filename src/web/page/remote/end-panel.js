// What the players can do after a game over the network: review it, or play again.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */

/** The choices after a game. */
export class EndPanel {
  /**
   * @param {RemoteGame} game
   * @param {() => void} onReview
   */
  constructor(game, onReview) {
    this.game = game;
    const action = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {() => unknown} */ run) => html('button', { type: 'button', class: kind, 'data-action': name, onclick: run }, word(name));
    /** Whether the player goes to the next game as soon as there is one. */
    this.waits = false;
    const wish = (/** @type {boolean} */ accept) => () => {
      this.waits = accept;
      game.send({ type: 'rematch', accept });
    };
    this.note = html('p', { role: 'status' });
    this.review = action('review', 'quiet', onReview);
    this.rematch = action('rematch', 'quiet', wish(true));
    this.yes = action('rematch_yes', 'primary', wish(true));
    this.no = action('rematch_no', 'quiet', wish(false));
    this.next = html('a', { class: 'primary', 'data-action': 'rematch_open', hidden: true }, word('rematch_open'));
    this.element = html('section', { class: 'after-game', 'aria-label': word('game_is_over'), hidden: true }, this.note, html('div', { class: 'row wrap' }, this.next, this.yes, this.no, this.review, this.rematch));
  }

  show() {
    const { state } = this.game;
    this.element.hidden = !state?.result;
    if (!state?.result) return;
    const { side, rematch } = state;
    const them = side && rival(side);
    const isOffered = Boolean(them && rematch[them] && !rematch.link);
    const isAsked = Boolean(side && rematch[side] && !rematch.link);
    this.next.hidden = !rematch.link;
    if (rematch.link) this.next.setAttribute('href', rematch.link);
    this.yes.hidden = this.no.hidden = !isOffered || isAsked;
    this.rematch.hidden = !side || isOffered || isAsked || Boolean(rematch.link);
    this.note.textContent = isAsked ? word('rematch_asked') : isOffered ? word('rematch_offered') : them && rematch.refused === them ? word('rematch_refused') : state.judged ? word('judged_by_engine') : '';
    if (isAsked) this.waits = true;
    else if (rematch.refused) this.waits = false;
    if (rematch.link && this.waits) location.assign(rematch.link);
  }
}
