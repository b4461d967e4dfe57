// A game in progress: the tree, the players, the clock, and the node shown.

import { AnalysisClient } from '../engine/analysis-client.js';
import { Advisor } from '../engine/advisor.js';
import { ConnectionLost } from '../engine/gtp-client.js';
import { Opponent } from '../engine/opponent.js';
import { Referee } from '../engine/referee.js';
import { setInfo } from '../record/game-info.js';
import { Clock } from './clock.js';
import { nextOf } from './game-tree.js';
import { FULL } from './games.js';
import { rival } from './position.js';
import { PASS, RESIGN } from './vertex.js';

/** @typedef {import('./game-tree.js').GameNode} GameNode */
/** @typedef {import('./game-tree.js').GameTree} GameTree */
/** @typedef {import('./position.js').Color} Color */

/**
 * The players and their time.
 *
 * @typedef {object} Players
 * @property {'person' | 'engine'} b
 * @property {'person' | 'engine'} w
 * @property {number} seconds The engine's seconds per move without a clock.
 * @property {import('./clock.js').ClockSetting | null} clock
 * @property {string} [level] The engine's level; full strength if absent.
 */

/** Milliseconds between moves of the engine against itself, so that a watcher can see each. */
const WATCHING_PAUSE = 350;

/**
 * A match. Its events: `node` (another node is shown), `tree` (moves were added or removed), `status` (thinking, result, error),
 * `move` (a move was played; `detail` is its node), `values` (values of positions were found).
 */
export class Match extends EventTarget {
  /**
   * @param {GameTree} tree
   * @param {Players} players
   */
  constructor(tree, players) {
    super();
    this.tree = tree;
    this.players = players;
    this.id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    this.node = tree.root;
    this.referee = new Referee(tree.config.game);
    this.advisor = new Advisor(tree.config.game);
    this.analysis = new AnalysisClient();
    /** @type {Opponent | null} */
    this.opponent = null;
    this.clock = players.clock ? new Clock(players.clock) : null;
    this.thinking = false;
    this.paused = false;
    /** A result not given by the rules: by resignation, on time, or from a record. */
    this.verdict = '';
    /** @type {unknown} */
    this.error = null;
    /** @type {import('./swap2.js').Swap2 | null} */
    this.swap2 = null;
    this.turn = 0;
    /** Whether the engine has not replied yet about the node shown. */
    this.loading = false;
    this.closed = false;
  }

  /** Adds the engine's name and level to the record. */
  nameLevel() {
    const { level } = this.players;
    const isLimited = level && level !== FULL;
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      if (this.players[color] !== 'engine') continue;
      this.tree.names[color] ||= isLimited ? `Tengen (${level})` : 'Tengen';
      if (isLimited) setInfo(this.tree, color === 'b' ? 'BR' : 'WR', level);
    }
  }

  /** @param {string} type @param {unknown} [detail] */
  announce(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  get config() {
    return this.tree.config;
  }

  get position() {
    return this.node.position;
  }

  /** The result, if the game is over at the node shown. */
  get result() {
    if (this.verdict && this.tree.isEnd(this.node)) return this.verdict;
    return this.position?.over ? this.position.result : '';
  }

  /** Whether a person may move at the node shown. */
  get isPersonsTurn() {
    const color = this.position?.toMove;
    if (!color || this.position?.over || this.thinking) return false;
    if (this.swap2) return this.swap2.isPersonsTurn;
    if (this.verdict) return true;
    return this.players[color] === 'person' || this.node.children.length > 0 || this.paused;
  }

  /** Whether the engine plays a side. */
  get hasEngine() {
    return this.players.b === 'engine' || this.players.w === 'engine';
  }

  /** Shows a node. @param {GameNode} node */
  async show(node) {
    this.interrupt();
    this.node = node;
    this.tree.favor(node);
    await this.load();
  }

  async load() {
    const node = this.node;
    this.loading = true;
    const isShown = this.referee.presume(this.tree, node);
    if (isShown) this.display();
    try {
      await this.referee.position(this.tree, node);
      this.error = null;
    } catch (error) {
      if (this.closed) return;
      if (error instanceof ConnectionLost) return this.retry(error);
      this.error = error;
    }
    if (node !== this.node) return;
    this.loading = false;
    if (isShown && !this.error) this.announce('ready');
    else this.display();
  }

  /** Announces the node shown, and goes on from there. */
  display() {
    this.announce('node');
    this.continue();
  }

  /** Shows why the connection was lost, and loads the node again after a pause. @param {ConnectionLost} reason */
  retry(reason) {
    this.error = reason;
    this.announce('status');
    setTimeout(() => !this.closed && this.load(), 800);
  }

  /**
   * Plays a person's move at the node shown.
   *
   * @param {number} point
   * @returns {Promise<boolean>} Whether the rules allow it.
   */
  async play(point) {
    const position = this.position;
    if (!position || position.over || !position.legal.has(point)) return false;
    await this.add(point);
    return true;
  }

  /** @param {number} point */
  async add(point) {
    const color = this.position?.toMove;
    if (!color) return;
    if (this.tree.result) this.tree.endLine(this.node);
    const grew = !this.node.children.some(({ move }) => move?.point === point && move.color === color);
    if (this.clock && this.clock.running === color) this.clock.moved(color, performance.now());
    this.node = this.tree.play(this.node, color, point);
    if (grew) this.announce('tree');
    await this.load();
    this.announce('move', this.node);
  }

  /** Lets the engine move if it is its turn at the end of a line, passes for a side that cannot move, and runs the clock. */
  continue() {
    const { position } = this;
    if (this.swap2 && position && !position.over) {
      this.announce('status');
      this.swap2.continue();
      return;
    }
    const atEnd = this.node.children.length === 0;
    if (!position || this.verdict || this.result || this.paused || !atEnd) {
      this.clock?.run(null, performance.now());
      this.announce('status');
      return;
    }
    const isForcedPass = position.legal.size === 1 && position.legal.has(PASS) && this.config.game === 'reversi';
    if (isForcedPass && this.hasMoves()) {
      const turn = ++this.turn;
      setTimeout(() => turn === this.turn && !this.closed && this.add(PASS), WATCHING_PAUSE * 2);
      return;
    }
    this.clock?.run(position.toMove, performance.now());
    if (this.players[position.toMove] === 'engine') this.think(position.toMove);
    this.announce('status');
  }

  /** Whether the node shown is a move and not a setup, after which no pass is played automatically. */
  hasMoves() {
    return this.node.move !== null;
  }

  /** @param {Color} color */
  async think(color) {
    const turn = ++this.turn;
    const node = this.node;
    this.opponent ??= new Opponent(this.config.game);
    this.thinking = true;
    const started = performance.now();
    try {
      const time = this.clock ? { clock: this.clock } : { seconds: this.players.seconds };
      const point = await this.opponent.move(this.tree, node, color, time, this.players.level);
      if (this.players[rival(color)] === 'engine') await pause(WATCHING_PAUSE - (performance.now() - started));
      if (turn !== this.turn || node !== this.node || this.closed) return;
      this.thinking = false;
      if (point === RESIGN) this.resign(color);
      else await this.add(point);
    } catch (error) {
      if (turn !== this.turn || this.closed) return;
      this.thinking = false;
      if (error instanceof ConnectionLost) return this.retry(error);
      this.error = error;
      this.announce('status');
    }
  }

  /** Cancels the engine's search without playing its move. */
  interrupt() {
    this.turn++;
    if (!this.thinking) return;
    this.thinking = false;
    this.opponent?.stop();
  }

  /** Makes the engine play the best move found so far. */
  moveNow() {
    this.opponent?.stop();
  }

  /** Takes back the last move; against the engine, the person's last move and the reply to it. */
  async undo() {
    this.interrupt();
    if (this.tree.isEnd(this.node)) this.tree.result = this.verdict = '';
    let node = this.node;
    if (!node.parent) return;
    node = node.parent;
    const isPersons = () => this.players[node.position?.toMove ?? 'b'] === 'person';
    if (this.hasEngine && (this.players.b === 'person' || this.players.w === 'person')) {
      while (node.parent && !isPersons()) node = node.parent;
    }
    const taken = this.tree.pathFrom(node, this.node)[0];
    if (taken) this.tree.remove(taken);
    this.announce('tree');
    await this.show(node);
  }

  /** @param {Color} color The side that resigns. */
  resign(color) {
    this.end(`${rival(color) === 'b' ? 'B' : 'W'}+R`);
  }

  /** @param {string} verdict */
  end(verdict) {
    this.interrupt();
    this.verdict = verdict;
    this.tree.result = verdict;
    this.clock?.run(null, performance.now());
    this.announce('status');
    this.announce('tree');
  }

  /** Ends the game if a side has run out of time. */
  checkFlag() {
    this.clock?.settle(performance.now());
    const loser = this.clock?.flag();
    if (loser && !this.verdict && !this.result) this.end(`${rival(loser) === 'b' ? 'B' : 'W'}+T`);
  }

  /** Pauses or resumes the engine's moves. @param {boolean} paused */
  pauseEngine(paused) {
    this.paused = paused;
    if (paused) this.interrupt();
    this.continue();
  }

  /** Asks for all positions again after a change of the rules or the komi. */
  async changeRules() {
    this.interrupt();
    this.tree.forEach((node) => {
      node.position = null;
      node.value = null;
    });
    for (const user of [this.referee, this.advisor, this.opponent]) user?.session.forget();
    this.announce('tree');
    await this.load();
  }

  /** @param {number} steps Negative for moves back. */
  async step(steps) {
    let node = this.node;
    for (let left = Math.abs(steps); left > 0; left--) {
      const next = steps < 0 ? node.parent : nextOf(node);
      if (!next) break;
      node = next;
    }
    if (node !== this.node) await this.show(node);
  }

  close() {
    this.closed = true;
    this.interrupt();
    this.referee.close();
    this.advisor.close();
    this.opponent?.close();
    this.analysis.transport?.close();
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
