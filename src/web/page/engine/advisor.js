// Queries about a position: ladders, chains, threats, forbidden points, Reversi's counts.

import { EngineSession } from './engine-session.js';
import { GtpError } from './gtp-client.js';
import { parseVertex, vertex } from '../game/vertex.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/game-tree.js').GameTree} GameTree */
/** @typedef {import('./gtp-client.js').GtpClient} GtpClient */
/** The result of reading a ladder. @typedef {{verdict: string, ko: string, line: number[]}} Ladder */
/** The fate of an enclosed group. @typedef {{status: string, answers: {first: 'b' | 'w', verdict: string, how: string, ko: string, threats: number, line: number[]}[]}} Life */
/** An answer to a position as a problem for the side to move; without a proof there is no goal, and the line is a guess or empty. @typedef {{goal: string, kind: string, target: number[], moves: number[], line: number[], refutations: {move: number, line: number[]}[]}} Problem */
/** A win by threats. @typedef {{verdict: string, moves: number, line: number[]}} Threats */
/** A pattern of gomoku. @typedef {{kind: string, stones: number[], gains: number[]}} Pattern */

/** Most states that a life-and-death reading visits, which takes some seconds. */
const LIFE_NODES = 200_000;

/** An engine session for queries about positions, separate from the players. */
export class Advisor {
  /** @param {string} game */
  constructor(game) {
    this.session = new EngineSession(game);
  }

  /**
   * @template T
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {(client: GtpClient) => Promise<T>} question
   */
  ask(tree, node, question) {
    return this.session.at(tree, node, question);
  }

  /**
   * Returns the stones and liberties of a chain.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {number} point
   */
  async chain(tree, node, point) {
    const chains = await this.ask(tree, node, (client) => client.send('chains'));
    for (const line of chains.split('\n')) {
      const match = /^(\w+) stones (.*?) liberties ?(.*)$/.exec(line);
      const stones = points(match?.[2] ?? '', tree);
      if (stones.includes(point)) return { stones, liberties: points(match?.[3] ?? '', tree) };
    }
    return null;
  }

  /**
   * Reads the ladder of a chain if `color` moves first.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {number} point
   * @param {'b' | 'w'} color
   * @param {'ladder' | 'ladder_loose'} command `ladder_loose` reads nets too.
   * @returns {Promise<Ladder>}
   */
  async ladder(tree, node, point, color, command = 'ladder') {
    const reply = await this.ask(tree, node, (client) => client.send(`${command} ${vertex(point, tree.config)} ${color}`));
    const match = /^(\w+)(?: ko (\w+))?(?: pv ?(.*))?$/s.exec(reply.trim());
    return { verdict: match?.[1] ?? 'unknown', ko: match?.[2] ?? '', line: points(match?.[3] ?? '', tree) };
  }

  /**
   * Returns points that reverse a ladder: breakers if the chain is captured, makers if it escapes.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {number} point
   * @param {'breakers' | 'makers'} kind
   */
  async ladderPoints(tree, node, point, kind) {
    const reply = await this.ask(tree, node, (client) => client.send(`ladder_${kind} ${vertex(point, tree.config)}`));
    return points(reply.split('\n')[0], tree);
  }

  /**
   * Reads life and death of the group at a point for both first movers. The status of a group that is not enclosed is empty.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {number} point
   * @returns {Promise<Life>}
   */
  async life(tree, node, point) {
    const reply = await this.read(tree, node, `life ${vertex(point, tree.config)}`);
    const [status, ...lines] = reply.split('\n');
    if (status.startsWith('not enclosed')) return { status: '', answers: [] };
    const answers = [];
    for (const line of lines) {
      const match = /^(black|white) (captured|lives|unknown)(?: (eyes|seki))?(?: ko (\w+) (\d+))? pv ?(.*)$/.exec(line);
      if (!match) continue;
      const [, side, verdict, how, ko, threats, moves] = match;
      answers.push({ first: /** @type {'b' | 'w'} */ (side[0]), verdict, how: how ?? '', ko: ko ?? '', threats: Number(threats ?? 0), line: points(moves, tree) });
    }
    return { status: status.trim(), answers };
  }

  /**
   * Reads the position as a problem for the side to move. Returns an answer for each group in question, or one without a goal.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @returns {Promise<Problem[]>}
   */
  async problem(tree, node) {
    const first = JSON.parse(await this.read(tree, node, 'problem json'));
    const places = (/** @type {string[]} */ names) => names.map((name) => parseVertex(name, tree.config));
    // A guess helps only where a reading did not end.
    const isOpen = first.goal || first.tried?.some((/** @type {{outcome: string}} */ { outcome }) => outcome !== 'settled');
    return [first, ...(first.others ?? [])].map((fields) => ({
      goal: fields.goal ?? '',
      kind: fields.kind ?? '',
      target: places(fields.target),
      moves: places(fields.moves),
      line: isOpen ? places(fields.line) : [],
      refutations: fields.refutations.map((/** @type {{move: string, line: string[]}} */ { move, line }) => ({ move: parseVertex(move, tree.config), line: places(line) })),
    }));
  }

  /**
   * Sends a command that reads life and death within the page's limit.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {string} command
   */
  read(tree, node, command) {
    return this.ask(tree, node, async (client) => {
      const [, read] = await Promise.all([client.send(`limits nodes ${LIFE_NODES}`), client.send(command), client.send('limits none')]);
      return read;
    });
  }

  /**
   * Searches for a win by continuous fours (`vcf`) or by fours and threats (`vct`).
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {'vcf' | 'vct'} kind
   * @param {'b' | 'w'} color
   * @returns {Promise<Threats>}
   */
  async threats(tree, node, kind, color) {
    const reply = await this.ask(tree, node, (client) => client.send(`${kind} ${color}`));
    const match = /^win (\d+) ?(.*)$/.exec(reply.trim());
    if (!match) return { verdict: reply.trim(), moves: 0, line: [] };
    return { verdict: 'win', moves: Number(match[1]), line: points(match[2].replace(/^pv /, ''), tree) };
  }

  /**
   * Lists the patterns of a color, from fives to twos.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @param {'b' | 'w'} color
   * @returns {Promise<Pattern[]>}
   */
  async patterns(tree, node, color) {
    const reply = await this.ask(tree, node, (client) => client.send(`patterns ${color}`));
    return reply.split('\n').filter(Boolean).map((line) => {
      const [kind, ...rest] = line.split(/\s+/);
      const [stones, gains] = rest.join(' ').split(':');
      return { kind, stones: points(stones, tree), gains: points(gains ?? '', tree) };
    });
  }

  /**
   * Counts Reversi's mobility, frontier, corners and stable discs for both sides.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   * @returns {Promise<{score: number, rows: {name: string, black: number, white: number}[]}>}
   */
  async discCounts(tree, node) {
    const reply = await this.ask(tree, node, (client) => client.send('evaluate'));
    const rows = [];
    for (const line of reply.split('\n')) {
      const match = /^(\w+)\s+(\d+)\s+(\d+)$/.exec(line.trim());
      if (match) rows.push({ name: match[1], black: Number(match[2]), white: Number(match[3]) });
    }
    return { score: Number(/score (\S+)/.exec(reply)?.[1] ?? 0), rows };
  }

  /**
   * Judges a Go position as it stands: the score, or null before the board is settled; black's expected lead; dead stones; and
   * the owner of each point, from 1 for black to -1 for white.
   *
   * @param {GameTree} tree
   * @param {GameNode} node
   */
  async count(tree, node) {
    return this.ask(tree, node, async (client) => {
      const [score, estimate, dead, owners] = await Promise.all([
        client.send('final_score').catch((error) => {
          if (error instanceof GtpError) return null;
          throw error;
        }),
        client.send('estimate_score'),
        client.send('final_status_list dead'),
        client.send('owners'),
      ]);
      return {
        score: score?.trim() ?? null,
        lead: leadOf(estimate),
        dead: new Set(points(dead, tree)),
        owners: owners.split(/\s+/).filter(Boolean).map(Number),
      };
    });
  }

  /**
   * Returns the usual points of handicap stones.
   *
   * @param {GameTree} tree A game on an empty board.
   * @param {number} stones
   */
  async handicapPoints(tree, stones) {
    const reply = await this.ask(tree, tree.root, (client) => client.send(`fixed_handicap ${stones}`));
    this.session.forget();
    return points(reply, tree);
  }

  close() {
    this.session.close();
  }
}

/**
 * Returns black's lead in a reply to `estimate_score`, such as `W+3.5 (upper bound: ...)`.
 *
 * @param {string} estimate
 */
function leadOf(estimate) {
  const match = /^([BW])\+([\d.]+)/.exec(estimate.trim());
  return match ? (match[1] === 'B' ? 1 : -1) * Number(match[2]) : 0;
}

/**
 * @param {string} text
 * @param {GameTree} tree
 */
function points(text, tree) {
  return text.split(/\s+/).filter(Boolean).map((word) => parseVertex(word, tree.config));
}
