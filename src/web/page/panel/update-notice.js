// The notice that a new version of the page is ready.

import { html } from '../element.js';
import { word } from '../text/words.js';
import { icon } from './icon.js';

/** A notice at the edge of the window, which the user may put off. */
export class UpdateNotice {
  constructor() {
    this.element = html('div', { class: 'update', role: 'status' });
    /** @type {(() => void) | null} */
    this.reload = null;
  }

  /** @param {() => void} reload Changes to the new version. */
  show(reload) {
    this.reload = reload;
    this.draw();
  }

  /** Shows the notice, if there is one, in the language in use. */
  draw() {
    const { reload } = this;
    this.element.replaceChildren(...(reload ? this.content(reload) : []));
  }

  /** @param {() => void} reload */
  content(reload) {
    return [
      html('span', {}, word('update_ready')),
      html('button', { type: 'button', class: 'primary', 'data-action': 'update', onclick: reload }, word('update_reload')),
      html('button', { type: 'button', class: 'plain', 'data-action': 'update_later', 'aria-label': word('update_later'), title: word('update_later'), onclick: () => this.putOff() }, icon('close')),
    ];
  }

  putOff() {
    this.reload = null;
    this.draw();
  }
}
