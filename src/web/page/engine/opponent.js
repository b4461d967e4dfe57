// The engine as a player.

import { EngineSession } from './engine-session.js';
import { FULL } from '../game/games.js';
import { parseVertex, RESIGN } from '../game/vertex.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/game-tree.js').GameTree} GameTree */

/** The time for a move: seconds, or the clocks of both sides. @typedef {{seconds: number} | {clock: import('../game/clock.js').Clock}} MoveTime */

/** The engine as a player, for games of one kind. */
export class Opponent {
  /** @param {string} game */
  constructor(game) {
    this.session = new EngineSession(game);
    this.thinking = false;
  }

  /**
   * Searches for a move at a node.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {'b' | 'w'} color
   * @param {MoveTime} time
   * @param {string} [level]
   * @returns {Promise<number>} A point, a pass or `RESIGN`.
   */
  async move(tree, node, color, time, level = FULL) {
    this.thinking = true;
    try {
      return await this.session.at(tree, node, async (client) => {
        for (const command of timeCommands(color, time)) await client.send(command);
        await client.send(`level ${level}`);
        const reply = (await client.send(`genmove ${color}`)).trim();
        // The game adds the move to its tree only if it still waits for it, so the session takes it back.
        if (!/^resign$/i.test(reply)) await client.send('undo');
        return /^resign$/i.test(reply) ? RESIGN : parseVertex(reply, tree.config);
      });
    } finally {
      this.thinking = false;
    }
  }

  /** Stops the running search. */
  stop() {
    if (this.thinking) this.session.client.stop();
  }

  close() {
    this.session.close();
  }
}

/**
 * @param {'b' | 'w'} color
 * @param {MoveTime} time
 */
function timeCommands(color, time) {
  if ('seconds' in time) return ['kata-time_settings none', `limits seconds ${time.seconds}`];
  const { main, increment, byoyomi, periods } = time.clock.setting;
  const left = time.clock.left[color];
  const settings = byoyomi ? `byoyomi ${main} ${byoyomi} ${periods}` : `fischer ${main} ${increment ?? 0}`;
  const inPeriod = byoyomi && left.main <= 0;
  const seconds = Math.max(0, inPeriod ? left.period : left.main).toFixed(2);
  return ['limits none', `kata-time_settings ${settings}`, `time_left ${color} ${seconds} ${inPeriod ? left.periods : 0}`];
}
