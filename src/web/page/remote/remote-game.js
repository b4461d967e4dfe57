// A game between people over the network, as reported by the server.

import { webSocketUrl } from '../engine/session-key.js';
import { countStones } from '../game/position.js';

/** @typedef {import('../game/position.js').Color} Color */
/** Time left according to the server; in overtime, `main` is the time of the running period. @typedef {{main: number, periods: number, overtime: boolean}} RemoteTime */

/**
 * The board after a turn.
 *
 * @typedef {object} RemoteBoard
 * @property {string} board
 * @property {string[]} legal
 */

/**
 * The fields of a message with the state of a game.
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
 * @property {Color | null} side This page's side; null for a watcher.
 * @property {{b: RemoteTime, w: RemoteTime} | null} clocks
 * @property {boolean} running
 * @property {string | null} result
 * @property {{b: boolean, w: boolean}} connected
 * @property {number} watchers
 * @property {boolean} [counting] Whether a Go game waits for its count.
 * @property {Settling | null} settling The dead stones of a finished board of Go.
 * @property {boolean} judged Whether the engine has decided the game.
 * @property {{b: string, w: string}} names The players' names; empty if neither the host nor they have named them.
 * @property {{side: Color, seconds: number} | null} leaves The side that has left, and the seconds after which it loses.
 * @property {Color | null} [undo] The side that has asked to take back.
 * @property {Color | null} undoRefused The side that asked to take back and was refused.
 * @property {{b: boolean, w: boolean, refused: Color | null, link?: string}} rematch Who wants a rematch, and the link to it.
 * @property {{b: boolean, w: boolean} | null} engines The sides of engines; null if people play.
 * @property {(Evaluation | null)[] | null} evaluations The engines' evaluations of the moves.
 * @property {{side: Color, code: string, text: string} | null} fault The fault by which an engine has lost.
 * @property {{games: number, played: import('./match-table.js').PlayedGame[]} | null} match The match of the game.
 * @property {{b: boolean, w: boolean} | null} [chat] Who has the chat turned on; null if the host allows none.
 */

/** The value of a move, from its engine's point of view. @typedef {{unit: 'percent' | 'discs' | 'score', value: number}} Evaluation */

/**
 * The marks of a finished board.
 *
 * @typedef {object} Settling
 * @property {string[]} dead
 * @property {string} owners A letter for each point: `X` for black, `O` for white, `.` for neutral points.
 * @property {string} score
 * @property {number} version
 * @property {{b: boolean, w: boolean}} accepted
 * @property {boolean} proposed Whether the engine has looked for dead stones.
 */

/** @typedef {RemoteStateFields & RemoteBoard} RemoteState */

/** Most lines of the chat that are shown. */
const MOST_LINES = 100;

/** Pauses between attempts to reconnect, in milliseconds. */
const PAUSES = [300, 600, 1200, 2500, 5000];

/**
 * A connection to a game. Its events: `state`, `move`, `refused` (`detail` is the server's message), `chat`, `undo` (the other side
 * asks to take back), `connection` (`detail` is whether it is up), `gone` (the game does not exist, or `detail` is the code of the reason
 * why it cannot be opened).
 */
export class RemoteGame extends EventTarget {
  /** @param {string} secret */
  constructor(secret) {
    super();
    this.path = `/play/${secret}`;
    /** @type {RemoteState | null} */
    this.state = null;
    /** @type {string[]} The known boards, by turn. */
    this.boards = [];
    /** The newest lines of the chat with their authors. @type {[Color, string][]} */
    this.lines = [];
    /** The time at which the clocks were received, in milliseconds. */
    this.clocksAt = 0;
    /** The time at which `leaves` was received. */
    this.leavesAt = 0;
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
    const refusal = await this.refusal();
    if (this.closed) return;
    if (refusal !== null) {
      this.tell('gone', refusal);
      return;
    }
    setTimeout(() => this.connect(), PAUSES[Math.min(this.attempts++, PAUSES.length - 1)]);
  }

  /** Returns the code of the reason why the server refuses this link: empty if the game does not exist, null if a later attempt may succeed. */
  async refusal() {
    const response = await fetch(this.path).catch(() => null);
    if (response?.status === 404) return '';
    return response?.status === 500 ? (response.headers.get('Tengen-Reason') ?? 'other') : null;
  }

  /** @param {{type: string} & Record<string, any>} message */
  receive(message) {
    if (message.type === 'state') {
      this.state = /** @type {any} */ (message);
      this.boards.length = Math.min(this.boards.length, message.moves.length);
      this.boards[message.moves.length] = message.board;
      this.clocksAt = this.leavesAt = performance.now();
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
      this.tell('refused', message);
    } else if (message.type === 'chats') {
      this.lines = message.lines;
      this.tell('chat');
    } else if (message.type === 'chat') {
      this.lines = [...this.lines.slice(1 - MOST_LINES), [message.from, message.text]];
      this.tell('chat');
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
    state.undo = state.undoRefused = null;
    if (state.evaluations) {
      state.evaluations.length = message.number - 1;
      state.evaluations.push(message.evaluation ?? null);
    }
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
   * Returns a side's current time.
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

  /** Returns the seconds after which the side that has left loses; null if none has. */
  leavesIn() {
    const leaves = this.state?.leaves;
    return leaves ? Math.max(0, leaves.seconds - (performance.now() - this.leavesAt) / 1000) : null;
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
