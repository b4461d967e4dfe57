// A conversation with an engine behind a WebSocket of `tengen web`.

import { engineAccess, webSocketUrl } from './session-key.js';

/** The longest pause between two attempts to connect, in milliseconds. */
const LONGEST_PAUSE = 5000;

/** Reasons for a lost connection by the status of the server's refusal. @type {Record<number, string>} */
const REASONS = { 403: 'key_refused', 503: 'engines_busy' };

/** A conversation over a WebSocket that reconnects after a loss. */
export class WebSocketTransport {
  /** @param {import('./transport.js').Conversation} conversation */
  constructor(conversation) {
    const query = new URLSearchParams(engineAccess());
    if (conversation.protocol === 'gtp') query.set('game', conversation.game);
    this.url = webSocketUrl(`/${conversation.protocol}?${query}`);
    this.lineHandler = (/** @type {string} */ _line) => {};
    this.stateHandler = (/** @type {boolean} */ _open, /** @type {string} */ _reason) => {};
    /** @type {string[]} Lines waiting for the connection. */
    this.waiting = [];
    this.partial = '';
    this.pause = 250;
    this.closed = false;
    this.connect();
  }

  connect() {
    if (this.closed) return;
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener('open', () => {
      this.pause = 250;
      this.stateHandler(true, '');
      for (const line of this.waiting.splice(0)) this.socket?.send(line);
    });
    this.socket.addEventListener('message', (event) => this.receive(String(event.data)));
    this.socket.addEventListener('close', () => this.lose());
  }

  /** Splits a message into complete lines. @param {string} text */
  receive(text) {
    const lines = (this.partial + text).split('\n');
    this.partial = lines.pop() ?? '';
    for (const line of lines) this.lineHandler(line.replace(/\r$/, ''));
  }

  async lose() {
    if (this.closed) return;
    const reason = await this.reason();
    // Lines sent since the loss are lost too.
    this.partial = '';
    this.waiting = [];
    if (this.closed) return;
    this.stateHandler(false, reason);
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Returns why the server refuses; empty if it does not. Browsers hide why a WebSocket was refused, so the page asks without one. */
  async reason() {
    const signal = AbortSignal.timeout(LONGEST_PAUSE);
    const response = await fetch(this.url.replace(/^ws/, 'http'), { signal }).catch(() => null);
    return REASONS[response?.status ?? 0] ?? '';
  }

  /** @param {string} line */
  send(line) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(line);
    else this.waiting.push(line);
  }

  /** @param {(line: string) => void} handler */
  onLine(handler) {
    this.lineHandler = handler;
  }

  /** @param {(open: boolean, reason?: string) => void} handler */
  onState(handler) {
    this.stateHandler = handler;
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
