// A GTP client.

import { CodedError } from '../coded-error.js';

/** An error reply (`? ...`) of the engine. Its code is empty if the engine gives none. */
export class GtpError extends CodedError {
  /** @param {string} reply A sentence, and perhaps a line of JSON with a code and its values. */
  constructor(reply) {
    const at = reply.lastIndexOf('\n{');
    const { code, ...values } = at < 0 ? {} : JSON.parse(reply.slice(at));
    super(code ? `refusal_${code}` : '', values);
    this.message = at < 0 ? reply : reply.slice(0, at);
  }
}

/** The error if the connection is lost before a reply. Its code is the reason. */
export class ConnectionLost extends CodedError {
  /** @param {string} [reason] */
  constructor(reason) {
    super(reason || 'connection_lost');
  }
}

/** @typedef {{resolve: (text: string) => void, reject: (error: Error) => void}} Waiter */

/** A GTP client that numbers commands and matches replies to them. */
export class GtpClient {
  /** @param {import('./transport.js').Transport} transport */
  constructor(transport) {
    this.transport = transport;
    this.number = 0;
    /** @type {Map<number, Waiter>} */
    this.waiters = new Map();
    /** @type {string[]} Lines of the current, incomplete reply. */
    this.reply = [];
    this.lossHandler = () => {};
    transport.onLine((line) => this.receive(line));
    transport.onState((open, reason) => {
      if (!open) this.lose(reason);
    });
  }

  /**
   * Sends a command and returns its reply, without `=` and number.
   *
   * @param {string} command
   * @returns {Promise<string>} Rejected with `GtpError` or `ConnectionLost`.
   */
  send(command) {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiters.set(number, { resolve, reject });
      this.transport.send(`${number} ${command}`);
    });
  }

  /** Stops the running search; its command is answered at once. */
  stop() {
    this.send('stop').catch(() => {});
  }

  /** @param {string} line */
  receive(line) {
    if (line !== '') {
      this.reply.push(line);
      return;
    }
    const text = this.reply.splice(0).join('\n');
    const match = /^([=?])(\d+) ?([^]*)$/.exec(text);
    if (!match) return;
    const waiter = this.waiters.get(Number(match[2]));
    this.waiters.delete(Number(match[2]));
    if (match[1] === '=') waiter?.resolve(match[3]);
    else waiter?.reject(new GtpError(match[3]));
  }

  /** @param {string} [reason] */
  lose(reason) {
    this.reply = [];
    const waiters = [...this.waiters.values()];
    this.waiters.clear();
    for (const waiter of waiters) waiter.reject(new ConnectionLost(reason));
    this.lossHandler();
  }

  close() {
    this.transport.close();
    this.lose();
  }
}
