// The rules of a game, as implemented by the engine.

import { EngineSession } from './engine-session.js';
import { GtpError } from './gtp-client.js';
import { GAMES } from '../game/games.js';
import { startPosition } from '../game/position.js';
import { parseVertex } from '../game/vertex.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/game-tree.js').GameTree} GameTree */
/** @typedef {import('../game/position.js').Position} Position */

/** Determines the positions of nodes by the engine's rules. Each node is queried once. */
export class Referee {
  /** @param {string} game */
  constructor(game) {
    this.session = new EngineSession(game);
    /** @type {GameNode | null} A start that the engine has not confirmed. */
    this.presumed = null;
  }

  /** Gives the start of a new game its position. Returns whether it is one. @param {GameTree} tree @param {GameNode} node */
  presume(tree, node) {
    if (node !== tree.root || node.setup || node.position || node.children.length > 0) return false;
    node.position = startPosition(tree.config);
    this.presumed = node;
    return true;
  }

  /**
   * Returns the position at a node.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @returns {Promise<Position>} Rejected with `GtpError` for a setup or a move that the rules refuse.
   */
  async position(tree, node) {
    if (node.position && node !== this.presumed) return node.position;
    const base = tree.baseOf(node);
    if (base.setup && !base.setUpStones) await this.resolveSetup(tree, base);
    try {
      node.position = await this.session.at(tree, node, (client) => readPosition(client, tree));
    } catch (error) {
      if (error instanceof GtpError) node.position = null;
      throw error;
    }
    if (node === this.presumed) this.presumed = null;
    return node.position;
  }

  /**
   * Determines the stones after a setup in the middle of a game.
   *
   * @param {GameTree} tree
   * @param {GameNode} base
   */
  async resolveSetup(tree, base) {
    const before = base.parent ? await this.position(tree, base.parent) : null;
    const size = tree.config.width * tree.config.height;
    const stones = [...(before?.stones ?? '.'.repeat(size))];
    for (const point of base.setup?.black ?? []) stones[point] = 'X';
    for (const point of base.setup?.white ?? []) stones[point] = 'O';
    for (const point of base.setup?.empty ?? []) stones[point] = '.';
    base.setUpStones = stones.join('');
    if (base.setup && !base.setup.toMove) base.setup.toMove = before?.toMove ?? 'b';
  }

  close() {
    this.session.close();
  }
}

/**
 * @param {import('./gtp-client.js').GtpClient} client
 * @param {GameTree} tree
 * @returns {Promise<Position>}
 */
async function readPosition(client, tree) {
  const { config } = tree;
  const isGo = config.game === 'go';
  const [board, side, legal, captures, forbidden] = await Promise.all([
    client.send('gogui-rules_board'),
    client.send('gogui-rules_side_to_move'),
    client.send('gogui-rules_legal_moves'),
    isGo ? Promise.all([client.send('captures b'), client.send('captures w')]) : null,
    config.rules === 'renju' ? client.send('forbidden') : '',
  ]);
  const rows = board.trim().split(/\s+/);
  // The reply begins with the highest row number, which is Othello's lowest row.
  const stones = (GAMES[config.game].isFromTop ? rows.reverse() : rows).join('');
  const moves = legal.split(/\s+/).filter(Boolean).map((word) => parseVertex(word, config));
  const over = moves.length === 0;
  return {
    stones,
    toMove: side.startsWith('b') ? 'b' : 'w',
    legal: new Set(moves),
    over,
    result: over ? await readResult(client, config.game) : '',
    captures: captures ? { b: Number(captures[0]), w: Number(captures[1]) } : null,
    forbidden: readForbidden(forbidden, tree),
  };
}

/**
 * Reads the result of a finished game in SGF's notation: `B+3.5`, `W+`, `0`.
 *
 * @param {import('./gtp-client.js').GtpClient} client
 * @param {import('../game/games.js').GameName} game
 */
async function readResult(client, game) {
  if (GAMES[game].unit) {
    try {
      return await client.send('final_score');
    } catch (error) {
      if (!(error instanceof GtpError)) throw error;
    }
  }
  const words = await client.send('gogui-rules_final_result');
  if (/black has won/i.test(words)) return 'B+';
  return /white has won/i.test(words) ? 'W+' : '0';
}

/**
 * @param {string} reply
 * @param {GameTree} tree
 * @returns {Map<number, string>}
 */
function readForbidden(reply, tree) {
  const points = new Map();
  for (const line of reply.split('\n').filter(Boolean)) {
    const [where, kind] = line.split(/\s+/);
    points.set(parseVertex(where, tree.config), kind);
  }
  return points;
}
