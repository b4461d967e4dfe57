// The chat of two players.

import { html } from '../element.js';
import { rival } from '../game/position.js';
import { word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */
/** @typedef {import('../game/position.js').Color} Color */

/** Longest message, in characters. */
const LONGEST = 300;

/** The messages, the field for the next one, and the switch. */
export class ChatPanel {
  /**
   * @param {RemoteGame} game
   * @param {(color: Color) => string} nameOf
   */
  constructor(game, nameOf) {
    this.game = game;
    this.nameOf = nameOf;
    this.lines = html('ol', { class: 'chat-lines', role: 'log', 'aria-label': word('chat_lines'), tabindex: 0, hidden: true });
    this.input = html('input', { type: 'text', maxlength: LONGEST, 'aria-label': word('chat_write'), placeholder: word('chat_write'), autocomplete: 'off', enterkeyhint: 'send' });
    this.form = html('form', { class: 'chat-form' }, this.input, html('button', { class: 'quiet', 'data-action': 'chat_send' }, word('chat_send')));
    this.note = html('p', { class: 'note', role: 'status' });
    this.toggle = html('button', { type: 'button', class: 'quiet', 'data-action': 'chat_switch', onclick: () => game.send({ type: 'chat_switch', on: !this.isOn }) });
    this.element = html('section', { class: 'chat', 'aria-label': word('chat'), hidden: true }, html('div', { class: 'row between' }, html('h2', {}, word('chat')), this.toggle), this.lines, this.note, this.form);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.send();
    });
    game.addEventListener('chat', () => this.showLines());
  }

  /** Whether this player has the chat turned on. */
  get isOn() {
    const { state } = this.game;
    return Boolean(state?.side && state.chat?.[state.side]);
  }

  /** Sends the text; it stays in the field until the server has passed it on. */
  send() {
    const text = this.input.value.trim();
    if (text === '') return;
    this.pending = text;
    this.game.send({ type: 'chat', text });
  }

  show() {
    const { state } = this.game;
    this.element.hidden = !state?.side || !state.chat;
    if (!state?.side || !state.chat) return;
    const isOffThere = !state.chat[rival(state.side)];
    this.toggle.textContent = word(this.isOn ? 'chat_turn_off' : 'chat_turn_on');
    this.note.textContent = this.isOn ? (isOffThere ? word('chat_off_them') : '') : word('chat_off_you');
    this.form.hidden = !this.isOn || isOffThere;
    this.lines.hidden = !this.isOn || this.game.lines.length === 0;
  }

  showLines() {
    const { state, lines } = this.game;
    this.lines.replaceChildren(...lines.map(([color, text]) => html('li', { class: color === state?.side ? 'mine' : '' }, html('b', {}, this.nameOf(color)), ' ', text)));
    this.lines.scrollTop = this.lines.scrollHeight;
    const last = lines.at(-1);
    if (last && last[0] === state?.side && last[1] === this.pending) {
      this.pending = undefined;
      this.input.value = '';
    }
    this.show();
  }
}
