// A client of KataGo's JSON analysis.

import { ConnectionLost } from './gtp-client.js';
import { openTransport } from './transport.js';

/**
 * A move of an analysis. Values are those of the side to move.
 *
 * @typedef {object} MoveInfo
 * @property {string} move
 * @property {number} order
 * @property {number} winrate
 * @property {number} [scoreLead]
 * @property {number} [visits]
 * @property {boolean} [exact]
 * @property {string[]} pv
 */

/**
 * A reply to a query.
 *
 * @typedef {object} Analysis
 * @property {string} id
 * @property {number} turnNumber
 * @property {boolean} isDuringSearch
 * @property {MoveInfo[]} moveInfos
 * @property {{currentPlayer: 'B' | 'W', winrate: number, scoreLead?: number, visits: number}} rootInfo
 * @property {number[]} [ownership]
 */

/** A running query; `done` is rejected with the engine's error. @typedef {{done: Promise<void>, cancel: () => void}} Query */

/** A client of JSON analysis, which connects at its first query. */
export class AnalysisClient {
  constructor() {
    /** @type {import('./transport.js').Transport | null} */
    this.transport = null;
    this.number = 0;
    /** @type {Map<string, {left: number, onReply: (reply: Analysis) => void, resolve: () => void, reject: (error: Error) => void}>} */
    this.queries = new Map();
  }

  /**
   * Starts a query; `onReply` receives every reply, including those during the search.
   *
   * @param {Record<string, unknown>} fields The query without its id.
   * @param {(reply: Analysis) => void} onReply
   * @returns {Query}
   */
  start(fields, onReply) {
    const id = `q${++this.number}`;
    const turns = /** @type {unknown[] | undefined} */ (fields.analyzeTurns);
    const done = new Promise((resolve, reject) => {
      this.queries.set(id, { left: turns?.length ?? 1, onReply, resolve: () => resolve(undefined), reject });
    });
    done.catch(() => {});
    this.connection().send(JSON.stringify({ id, ...fields }));
    return { done, cancel: () => this.cancel(id) };
  }

  /** @param {string} id */
  cancel(id) {
    const query = this.queries.get(id);
    if (!query) return;
    this.queries.delete(id);
    query.resolve();
    this.connection().send(JSON.stringify({ id: `t${++this.number}`, action: 'terminate', terminateId: id }));
  }

  connection() {
    if (this.transport) return this.transport;
    this.transport = openTransport({ protocol: 'analysis' });
    this.transport.onLine((line) => this.receive(line));
    this.transport.onState((open, reason) => {
      if (!open) this.lose(reason);
    });
    return this.transport;
  }

  /** @param {string} line */
  receive(line) {
    if (!line.startsWith('{')) return;
    const reply = JSON.parse(line);
    const query = this.queries.get(reply.id);
    if (!query || reply.warning) return;
    if (reply.error) {
      this.queries.delete(reply.id);
      query.reject(new Error(`${reply.field ?? 'query'}: ${reply.error}`));
      return;
    }
    if (!reply.noResults) query.onReply(reply);
    if (!reply.isDuringSearch && --query.left === 0) {
      this.queries.delete(reply.id);
      query.resolve();
    }
  }

  /** @param {string} [reason] */
  lose(reason) {
    const queries = [...this.queries.values()];
    this.queries.clear();
    for (const query of queries) query.reject(new ConnectionLost(reason));
  }
}
