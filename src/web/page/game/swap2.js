// Gomoku's opening rule swap2.
//
// One side places three stones. The other takes white, takes black, or places two more and lets the first choose the color.

import { lineQuery, valueForBlack } from './analysis-query.js';
import { GameTree } from './game-tree.js';
import { word } from '../text/words.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {'person' | 'engine'} Role */
/** An answer to an opening. @typedef {'black' | 'white' | 'more'} Answer */

/** Seconds for judging an opening. */
const SECONDS = 0.6;

/** Number of random openings from which the engine picks the most balanced. */
const TRIALS = 8;

/** A swap2 opening, from the first stone to the choice of colors. */
export class Swap2 {
  /**
   * @param {Match} match
   * @param {Role} first The side that places three stones.
   * @param {Role} second
   */
  constructor(match, first, second) {
    this.match = match;
    this.roles = { first, second };
    this.askedForMore = false;
    this.busy = false;
  }

  /** The side that has to act, and its task. */
  get task() {
    const stones = this.match.node.depth;
    if (stones < 3) return { side: /** @type {const} */ ('first'), kind: /** @type {const} */ ('place'), until: 3 };
    if (!this.askedForMore) return { side: /** @type {const} */ ('second'), kind: /** @type {const} */ ('answer'), until: 3 };
    if (stones < 5) return { side: /** @type {const} */ ('second'), kind: /** @type {const} */ ('place'), until: 5 };
    return { side: /** @type {const} */ ('first'), kind: /** @type {const} */ ('answer'), until: 5 };
  }

  /** The answers that the person may give; empty if it is not the person's turn to answer. @returns {Answer[]} */
  get answers() {
    const { side, kind } = this.task;
    if (kind !== 'answer' || this.roles[side] !== 'person') return [];
    return side === 'second' ? ['white', 'black', 'more'] : ['white', 'black'];
  }

  /** Whether it is the person's turn to place stones. */
  get isPersonsTurn() {
    const { side, kind } = this.task;
    return kind === 'place' && this.roles[side] === 'person';
  }

  /** Describes the current task in a sentence. */
  text() {
    const { side, kind, until } = this.task;
    if (this.roles[side] === 'engine') return word('swap2_engine');
    return kind === 'place' ? word('swap2_place', { n: until - this.match.node.depth }) : word('swap2_answer');
  }

  /** Lets the engine act if it is its turn. */
  async continue() {
    const { side, kind } = this.task;
    if (this.roles[side] !== 'engine' || this.busy) return;
    this.busy = true;
    try {
      if (kind === 'place') await this.placeBalanced();
      else await this.answerByValue();
    } finally {
      this.busy = false;
    }
  }

  /** Places the three stones of the most balanced of several random openings. */
  async placeBalanced() {
    const { match } = this;
    const { width, height } = match.config;
    let best = { points: /** @type {number[]} */ ([]), distance: Infinity };
    for (let trial = 0; trial < TRIALS; trial++) {
      const points = randomOpening(width, height);
      const trialTree = new GameTree(match.config);
      let node = trialTree.root;
      points.forEach((point, index) => {
        node = trialTree.play(node, index % 2 ? 'w' : 'b', point);
      });
      const { winrate } = await this.judge(trialTree, node);
      const distance = Math.abs(winrate - 0.5);
      if (distance < best.distance) best = { points, distance };
    }
    for (const point of best.points) await match.add(point);
  }

  /** Takes the better color. */
  async answerByValue() {
    const { winrate } = await this.judge(this.match.tree, this.match.node);
    this.answer(winrate >= 0.5 ? 'black' : 'white');
  }

  /**
   * @param {import('./game-tree.js').GameTree} tree
   * @param {import('./game-tree.js').GameNode} node
   */
  async judge(tree, node) {
    /** @type {import('./game-tree.js').Value} */
    let value = { winrate: 0.5, score: 0 };
    const { fields } = lineQuery(tree, node);
    await this.match.analysis.start({ ...fields, maxTime: SECONDS }, (reply) => {
      value = valueForBlack(reply, this.match.config);
    }).done;
    return value;
  }

  /** @param {Answer} answer The color that the side takes, or two more stones. */
  answer(answer) {
    const { match } = this;
    const { side } = this.task;
    if (answer === 'more') {
      this.askedForMore = true;
      match.continue();
      return;
    }
    const other = side === 'first' ? 'second' : 'first';
    const black = answer === 'black' ? side : other;
    const white = answer === 'black' ? other : side;
    match.players.b = this.roles[black];
    match.players.w = this.roles[white];
    match.nameLevel();
    if (this.roles.first === this.roles.second) {
      match.tree.names = { b: word(`player_${black}`), w: word(`player_${white}`) };
    }
    match.swap2 = null;
    match.announce('swap2');
    match.continue();
  }
}

/**
 * Returns three points near the center.
 *
 * @param {number} width
 * @param {number} height
 */
function randomOpening(width, height) {
  /** @type {Set<number>} */
  const points = new Set();
  const near = (/** @type {number} */ size) => Math.max(0, Math.min(size - 1, Math.floor(size / 2) + Math.floor(Math.random() * 7) - 3));
  while (points.size < 3) points.add(near(height) * width + near(width));
  return [...points];
}
