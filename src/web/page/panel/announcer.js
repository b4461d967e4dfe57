// A region that screen readers read aloud.

import { html } from '../element.js';

/** An ARIA live region. */
export class Announcer {
  constructor() {
    this.element = html('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  }

  /** @param {string} text */
  say(text) {
    this.element.textContent = this.element.textContent === text ? `${text}\u00a0` : text;
  }
}
