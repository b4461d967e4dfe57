// A game between people over the network, as the server tells it.

import { webSocketUrl } from '../engine/session-key.js';
import { countStones } from '../game/position.js';

/** @typedef {import('../game/position.js').Color} Color */
/** Time left, as the server counts it: `main` is that of the running period in overtime. @typedef {{main: number, periods: number, overtime: boolean}} RemoteTime */

/**
 * The board after a turn.
 *
 * @typedef {object} RemoteBoard
 * @property {string} board
 * @property {string[]} legal
 */

/**
 * A message with the state of a game.
 *
 * @typedef {object} RemoteStateFields
 * @property {import('../game/games.js').GameName} game
 * @property {number} size
 * @property {string} [rule]
 * @property {number} [komi]
 * @property {number} [handicap]
 * @property {[Color, string][]} setup The stones at the start.
 * @property {[Color, string][]} moves
 * @property {Color} toMove
 * @property {Color | null} side The side of this page; null for a watcher.
 * @property {{b: RemoteTime, w: RemoteTime} | null} clocks
 * @property {boolean} running
 * @property {string | null} result
 * @property {{b: boolean, w: boolean}} connected
 * @property {number} watchers
 * @property {boolean} [counting] Whether a game of Go waits for its count.
 * @property {Color | null} [undo] The side that has asked to take back.
 */

/** @typedef {RemoteStateFields & RemoteBoard} RemoteState */

/** Pauses between attempts to come back, in milliseconds. */
const PAUSES = [300, 600, 1200, 2500, 5000];

/**
 * A seat in a game. Its events: `state`, `move`, `refused` (`detail` is the server's sentence), `undo` (the other side asks to
 * take back), `connection` (`detail` is whether it stands), `gone` (there is no such game, or
 * `detail` is the reason why it cannot be opened).
 */
export class RemoteGame extends EventTarget {
  /** @param {string} secret */
  constructor(secret) {
    super();
    this.path = `/play/${secret}`;
    /** @type {RemoteState | null} */
    this.state = null;
    /** @type {string[]} The boards that are known, by turn. */
    this.boards = [];
    /** When the clocks were read, in milliseconds. */
    this.clocksAt = 0;
    this.attempts = 0;
    this.closed = false;
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const socket = new WebSocket(webSocketUrl(this.path));
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.attempts = 0;
      this.tell('connection', true);
    });
    socket.addEventListener('message', (event) => this.receive(JSON.parse(String(event.data))));
    socket.addEventListener('close', () => this.lose());
  }

  async lose() {
    if (this.closed) return;
    this.tell('connection', false);
    const refusal = this.state ? null : await this.refusal();
    if (refusal !== null) {
      this.tell('gone', refusal);
      return;
    }
    setTimeout(() => this.connect(), PAUSES[Math.min(this.attempts++, PAUSES.length - 1)]);
  }

  /** Returns why the server has no seat for this link, empty where there is no such game; null where it may have one later. */
  async refusal() {
    const response = await fetch(this.path).catch(() => null);
    if (response?.status === 404) return '';
    return response?.status === 500 ? response.text() : null;
  }

  /** @param {{type: string} & Record<string, any>} message */
  receive(message) {
    if (message.type === 'state') {
      this.state = /** @type {any} */ (message);
      this.boards.length = Math.min(this.boards.length, message.moves.length);
      this.boards[message.moves.length] = message.board;
      this.clocksAt = performance.now();
      this.tell('state');
    } else if (message.type === 'move' && this.state) {
      this.addMove(message);
    } else if (message.type === 'watchers' && this.state) {
      this.state.watchers = message.count;
      this.tell('state');
    } else if (message.type === 'boards') {
      this.boards = message.boards;
      this.tell('state');
    } else if (message.type === 'error') {
      this.tell('refused', message.message);
    } else if (message.type === 'undo') {
      this.tell('undo', message.from);
    }
  }

  /** @param {Record<string, any>} message */
  addMove(message) {
    const state = /** @type {RemoteState} */ (this.state);
    state.moves.length = message.number - 1;
    state.moves.push([message.color, message.move]);
    state.toMove = message.toMove;
    state.clocks = message.clocks;
    state.board = message.board;
    state.legal = message.legal;
    this.boards[message.number] = state.board;
    this.clocksAt = performance.now();
    this.tell('move');
  }

  /**
   * Counts the stones of a color that are no longer on the board at a turn.
   *
   * @param {Color} color
   * @param {number} turn
   */
  taken(color, turn) {
    const { state } = this;
    const board = this.boards[turn];
    if (!state || board === undefined) return 0;
    const placed = [...state.setup, ...state.moves.slice(0, turn)].filter(([side, move]) => side === color && !/^pass$/i.test(move));
    return placed.length - countStones(board)[color];
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} move A vertex or `pass`. */
  play(move) {
    if (this.state) this.send({ type: 'move', number: this.state.moves.length + 1, move });
  }

  /**
   * Returns a side's time at this moment.
   *
   * @param {Color} color
   * @returns {import('../game/clock.js').TimeLeft | null}
   */
  timeLeft(color) {
    const { state } = this;
    const time = state?.clocks?.[color];
    if (!state || !time) return null;
    const isRunning = state.running && !state.result && state.toMove === color;
    const spent = isRunning ? (performance.now() - this.clocksAt) / 1000 : 0;
    const left = Math.max(0, time.main - spent);
    return time.overtime ? { main: 0, period: left, periods: Math.max(1, time.periods) } : { main: left, period: 0, periods: time.periods };
  }

  /** @param {string} type @param {unknown} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
