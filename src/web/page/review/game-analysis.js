// The analysis of all positions of a line in the background, in rounds that may go deeper and deeper.

import { AnalysisClient } from '../engine/analysis-client.js';
import { lineQuery, valueForBlack } from '../game/analysis-query.js';
import { GAMES } from '../game/games.js';

/** @typedef {import('../game/match.js').Match} Match */
/** @typedef {import('../game/game-tree.js').GameNode} GameNode */

/** The efforts offered; `endless` goes on until it is stopped. @type {('quick' | 'normal' | 'thorough' | 'endless')[]} */
export const EFFORTS = ['quick', 'normal', 'thorough', 'endless'];

/** The growth of the visits from one round to the next without an end. */
const GROWTH = 4;

/**
 * The analysis of a game. It has its own connection, so that a question about the position shown does not wait for it. Its events:
 * `progress`, `done` (`detail` is whether all positions were reached), `failure` (`detail` is the error).
 */
export class GameAnalysis extends EventTarget {
  /** @param {Match} match */
  constructor(match) {
    super();
    this.match = match;
    this.client = new AnalysisClient();
    /** @type {import('../engine/analysis-client.js').Query | null} */
    this.query = null;
    /** The share of the round that is done. */
    this.part = 0;
    /** Visits per position in the round. */
    this.visits = 0;
    this.running = false;
  }

  /**
   * Analyzes all positions of a line.
   *
   * @param {GameNode[]} line
   * @param {typeof EFFORTS[number]} effort
   */
  async run(line, effort) {
    const { efforts } = GAMES[this.match.config.game];
    this.running = true;
    let isWhole = false;
    try {
      this.visits = effort === 'endless' ? efforts.quick : efforts[effort];
      isWhole = await this.round(line);
      while (effort === 'endless' && isWhole && this.running) {
        this.visits *= GROWTH;
        isWhole = await this.round(line);
      }
    } catch (error) {
      this.announce('failure', error);
    }
    this.running = false;
    this.query = null;
    this.announce('done', isWhole);
  }

  /**
   * Analyzes the positions that are not known to this depth.
   *
   * @param {GameNode[]} line
   * @returns {Promise<boolean>} Whether all positions were analyzed.
   */
  async round(line) {
    const { match } = this;
    const last = line[line.length - 1];
    const { fields, nodes } = lineQuery(match.tree, last);
    // The last position of a finished game needs no search.
    await match.referee.position(match.tree, last).catch(() => null);
    const isOver = Boolean(last.position?.over);
    if (isOver && last.position) last.value = valueOfResult(last.position.result);
    const turns = nodes.flatMap((node, turn) => ((isOver && node === last) || (node.value?.visits ?? 0) >= this.visits ? [] : [turn]));
    let done = 0;
    this.part = 0;
    this.announce('progress');
    if (turns.length === 0 || !this.running) return this.running;
    this.query = this.client.start({ ...fields, maxVisits: this.visits, analyzeTurns: turns }, (reply) => {
      if (reply.isDuringSearch) return;
      if (reply.moveInfos.length > 0) nodes[reply.turnNumber].offerValue(valueForBlack(reply, match.config));
      this.part = ++done / turns.length;
      this.announce('progress');
    });
    await this.query.done;
    return done === turns.length;
  }

  stop() {
    this.running = false;
    this.query?.cancel();
  }

  /** @param {string} type @param {unknown} [detail] */
  announce(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  close() {
    this.stop();
    this.client.transport?.close();
  }
}

/** @param {string} result @returns {import('../game/game-tree.js').Value} */
function valueOfResult(result) {
  const match = /^([BW])\+([\d.]*)/.exec(result);
  if (!match) return { winrate: 0.5, score: 0, visits: Infinity };
  const sign = match[1] === 'B' ? 1 : -1;
  return { winrate: sign > 0 ? 1 : 0, score: match[2] ? sign * Number(match[2]) : null, visits: Infinity };
}
