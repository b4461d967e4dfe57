// Both players: names, clocks, captures and the turn.

import { html } from '../element.js';
import { clockText } from '../game/clock.js';
import { GAMES } from '../game/games.js';
import { countStones } from '../game/position.js';
import { word } from '../text/words.js';

/** @typedef {import('../game/position.js').Color} Color */
/** @typedef {import('../game/position.js').Position} Position */

/**
 * The contents of a player's card.
 *
 * @typedef {object} CardContents
 * @property {string} name
 * @property {Position | null} position
 * @property {boolean} turn
 * @property {boolean} thinking
 * @property {import('../game/clock.js').TimeLeft | null} time
 * @property {string} [remark] A remark, such as an engine's evaluation.
 * @property {boolean} [away] Whether the player's connection is lost.
 */

/** Cards of both players. */
export class PlayersPanel {
  /** @param {import('../game/games.js').GameName} game */
  constructor(game) {
    this.game = game;
    this.cards = { b: card('b'), w: card('w') };
    this.element = html('section', { class: 'players', 'aria-label': word('players') }, this.cards.b.element, this.cards.w.element);
  }

  /**
   * @param {Color} color
   * @param {CardContents} contents
   */
  show(color, { name, position, turn, thinking, time, remark, away }) {
    const { element, title, note, clock } = this.cards[color];
    title.textContent = title.title = name;
    const state = away ? word('away') : thinking ? word('thinking') : this.noteOf(color, position);
    note.textContent = [state, remark].filter(Boolean).join(' · ');
    clock.textContent = time ? clockText(time) : '';
    clock.classList.toggle('short', Boolean(time && time.main < 20 && time.periods <= 1));
    element.classList.toggle('turn', turn);
    element.classList.toggle('thinking', thinking);
    if (turn) element.setAttribute('aria-current', 'true');
    else element.removeAttribute('aria-current');
  }

  /**
   * @param {Color} color
   * @param {Position | null} position
   */
  noteOf(color, position) {
    if (!position) return '';
    if (this.game === 'go') return word('captured_n', { n: position.captures?.[color] ?? 0 });
    if (GAMES[this.game].unit === 'discs') return word('discs_n', { n: countStones(position.stones)[color] });
    return '';
  }
}

/** @param {Color} color */
function card(color) {
  const title = html('strong');
  const note = html('span', { class: 'note' });
  const clock = html('time', { class: 'clock' });
  const sign = html('span', { class: `sign ${color}`, role: 'img', 'aria-label': word(color === 'b' ? 'black' : 'white') });
  const element = html('div', { class: `player ${color}` }, sign, html('div', {}, title, note), clock);
  return { element, title, note, clock };
}
