// Queries of JSON analysis about the line of a game.

import { GAMES } from './games.js';
import { stoneOf } from './position.js';
import { parseVertex, vertex } from './vertex.js';

/** @typedef {import('./game-tree.js').GameNode} GameNode */
/** @typedef {import('./game-tree.js').GameTree} GameTree */

/**
 * Returns the fields of a query about the line to a node. Turn numbers count from the base, the last node with a setup.
 *
 * @param {GameTree} tree
 * @param {GameNode} node
 */
export function lineQuery(tree, node) {
  const { config } = tree;
  const base = tree.baseOf(node);
  const path = tree.pathFrom(base, node).filter(({ move }) => move);
  const fields = /** @type {Record<string, unknown>} */ ({
    game: GAMES[config.game].protocolName,
    moves: path.map(({ move }) => [move?.color === 'b' ? 'B' : 'W', vertex(move?.point ?? -1, config)]),
  });
  if (base.setUpStones) {
    fields.initialStones = stoneList(base.setUpStones, tree);
    fields.initialPlayer = base.setup?.toMove === 'w' ? 'W' : 'B';
  }
  if (config.game === 'go') Object.assign(fields, { rules: config.rules.startsWith('{') ? JSON.parse(config.rules) : config.rules, komi: config.komi });
  else if (config.rules) fields.rules = config.rules;
  if (GAMES[config.game].sizes.length > 0) Object.assign(fields, { boardXSize: config.width, boardYSize: config.height });
  return { fields, nodes: [base, ...path] };
}

/**
 * @param {string} stones
 * @param {GameTree} tree
 */
function stoneList(stones, tree) {
  const list = [];
  for (let point = 0; point < stones.length; point++) {
    if (stones[point] !== '.') list.push([stones[point] === stoneOf('b') ? 'B' : 'W', vertex(point, tree.config)]);
  }
  return list;
}

/** Longest best line kept with a value, in moves. */
const LONGEST_LINE = 12;

/**
 * Returns a reply's value for black.
 *
 * @param {import('../engine/analysis-client.js').Analysis} reply
 * @param {import('./config.js').Config} config
 * @returns {import('./game-tree.js').Value}
 */
export function valueForBlack({ rootInfo, moveInfos }, config) {
  const isBlack = rootInfo.currentPlayer === 'B';
  const score = rootInfo.scoreLead;
  return {
    winrate: isBlack ? rootInfo.winrate : 1 - rootInfo.winrate,
    score: score === undefined ? null : isBlack ? score : -score,
    line: (moveInfos[0]?.pv ?? []).slice(0, LONGEST_LINE).map((move) => parseVertex(move, config)),
    visits: rootInfo.visits,
  };
}
