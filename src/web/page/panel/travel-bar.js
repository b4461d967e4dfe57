// Buttons and a slider to navigate a game.

import { html } from '../element.js';
import { word } from '../text/words.js';
import { icon } from './icon.js';

/** The navigation bar below a board. */
export class TravelBar {
  /** @param {{step: (count: number) => void, go: (index: number) => void}} options */
  constructor({ step, go }) {
    const button = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {number} */ count) =>
      html('button', { class: 'plain', type: 'button', 'aria-label': word(name), title: word(name), onclick: () => step(count) }, icon(shape));
    this.slider = html('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': word('move_number') });
    this.slider.addEventListener('input', () => go(Number(this.slider.value)));
    this.number = html('output', { class: 'move-number' });
    this.element = html(
      'nav',
      { class: 'travel', 'aria-label': word('travel') },
      button('first_move', 'first', -100000),
      button('previous_move', 'previous', -1),
      this.slider,
      this.number,
      button('next_move', 'next', 1),
      button('last_move', 'last', 100000),
    );
  }

  /**
   * @param {number} index
   * @param {number} count
   */
  show(index, count) {
    this.slider.max = String(count);
    this.slider.value = String(index);
    this.slider.disabled = count === 0;
    this.slider.style.setProperty('--part', `${count ? (index / count) * 100 : 0}%`);
    this.number.textContent = `${index} / ${count}`;
  }
}
