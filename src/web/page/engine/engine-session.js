// A GTP session that follows the nodes of a game tree.

import { GtpClient } from './gtp-client.js';
import { openTransport } from './transport.js';
import { GAMES } from '../game/games.js';
import { vertex } from '../game/vertex.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/game-tree.js').GameTree} GameTree */

/** A GTP session with the engine at one node of a game tree. Jobs run one after the other. */
export class EngineSession {
  /** @param {string} game The game's family: `go`, `gomoku` or `reversi`. */
  constructor(game) {
    this.game = game;
    /** @type {GtpClient | null} Connected at the first job. */
    this.connected = null;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    /** @type {GameNode | null} The node with the setup from which the engine started. */
    this.base = null;
    /** @type {GameNode[]} Nodes with the moves that the engine has played since. */
    this.path = [];
  }

  get client() {
    if (this.connected) return this.connected;
    this.connected = new GtpClient(openTransport({ protocol: 'gtp', game: this.game }));
    this.connected.lossHandler = () => this.forget();
    return this.connected;
  }

  /** Makes the next job set up its position from the start. */
  forget() {
    this.base = null;
    this.path = [];
  }

  /**
   * Moves the engine to a node, then runs the job.
   *
   * @template T
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {(client: GtpClient) => Promise<T>} job
   * @returns {Promise<T>}
   */
  at(tree, node, job) {
    const result = this.queue.then(async () => {
      await this.sync(tree, node);
      return job(this.client);
    });
    this.queue = result.catch(() => {});
    return result;
  }

  /**
   * @param {GameTree} tree
   * @param {GameNode} node
   */
  async sync(tree, node) {
    const base = tree.baseOf(node);
    const path = tree.pathFrom(base, node).filter((step) => step.move);
    if (this.base !== base) {
      this.forget();
      await this.setUp(tree, base);
      this.base = base;
    }
    let common = 0;
    while (common < path.length && common < this.path.length && path[common] === this.path[common]) common++;
    const superfluous = this.path.length - common;
    const missing = path.slice(common);
    try {
      if (superfluous > 0) await this.client.send(`gg-undo ${superfluous}`);
      this.path.length = common;
      if (missing.length === 0) return;
      const moves = missing.map(({ move }) => `${move?.color} ${vertex(move?.point ?? -1, tree.config)}`);
      await this.client.send(`gogui-play_sequence ${moves.join(' ')}`);
      this.path.push(...missing);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /**
   * @param {GameTree} tree
   * @param {GameNode} base
   */
  async setUp(tree, base) {
    for (const command of setUpCommands(tree, base)) await this.client.send(command);
  }

  close() {
    this.connected?.close();
  }
}

/**
 * Returns the commands that start a game at a node with a setup.
 *
 * @param {GameTree} tree
 * @param {GameNode} base
 * @returns {string[]}
 */
function setUpCommands(tree, base) {
  const { config } = tree;
  const stones = base.setUpStones;
  const toMove = base.setup?.toMove;
  if (GAMES[config.game].sizes.length === 0) {
    if (!stones) return [`boardsize ${config.width}`];
    return [`boardsize ${config.width}`, `gogui-setup ${stoneList(stones, config)}`, `gogui-setup_player ${toMove ?? 'b'}`];
  }
  const commands = [config.game === 'go' ? `kata-set-rules ${config.rules}` : `rule ${config.rules}`];
  commands.push(`boardsize ${config.width} ${config.height}`);
  if (config.game === 'go') commands.push(`komi ${config.komi}`);
  if (!stones) return commands;
  const list = stoneList(stones, config);
  const isHandicap = config.game === 'go' && config.handicap >= 2 && base === tree.root && !list.includes('w ');
  if (isHandicap) return [...commands, `set_free_handicap ${list.replaceAll('b ', '')}`];
  commands.push(`set_position ${list}`);
  if (toMove) commands.push(`gogui-setup_player ${toMove}`);
  return commands;
}

/**
 * @param {string} stones
 * @param {import('../game/config.js').Config} config
 */
function stoneList(stones, config) {
  const list = [];
  for (let point = 0; point < stones.length; point++) {
    if (stones[point] === 'X') list.push(`b ${vertex(point, config)}`);
    if (stones[point] === 'O') list.push(`w ${vertex(point, config)}`);
  }
  return list.join(' ');
}
