// Draws a tree of moves: time goes to the right, and variations are below the main line.

import { svg } from '../element.js';

/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** @typedef {import('../game/game-tree.js').GameTree} GameTree */

/** Distance between nodes, in pixels. */
const STEP = 26;

/** In long games, nodes further than this from the one shown, in moves, are left out. */
const REACH = 150;

/**
 * Draws a tree.
 *
 * @param {GameTree} tree
 * @param {GameNode} shown
 */
export function drawTree(tree, shown) {
  const rows = rowsOf(tree);
  const from = Math.max(0, shown.depth - REACH);
  const to = shown.depth + REACH;
  const way = new Set([tree.root, ...tree.pathFrom(tree.root, shown)]);
  const x = (/** @type {GameNode} */ node) => 14 + (node.depth - from) * STEP;
  const y = (/** @type {GameNode} */ node) => 14 + (rows.get(node) ?? 0) * STEP;
  const edges = [];
  const nodes = [];
  let right = 0;
  let bottom = 0;
  for (const node of rows.keys()) {
    if (node.depth < from || node.depth > to) continue;
    right = Math.max(right, x(node));
    bottom = Math.max(bottom, y(node));
    const { parent } = node;
    if (parent && parent.depth >= from) {
      const corner = y(node) > y(parent) ? `V${y(node) - STEP / 2}L${x(node)} ${y(node)}` : `H${x(node)}`;
      edges.push(svg('path', { class: way.has(node) ? 'edge way' : 'edge', d: `M${x(parent)} ${y(parent)}${corner}` }));
    }
    nodes.push(drawNode(node, x(node), y(node), node === shown));
  }
  const drawing = svg('svg', { width: right + 20, height: bottom + 20, 'aria-hidden': 'true' }, ...edges, ...nodes);
  return { drawing, x: x(shown), y: y(shown) };
}

/**
 * @param {GameNode} node
 * @param {number} x
 * @param {number} y
 * @param {boolean} isShown
 */
function drawNode(node, x, y, isShown) {
  const kind = node.move ? node.move.color : 'setup';
  return svg(
    'g',
    { class: `tree-node ${kind} ${isShown ? 'shown' : ''}`, transform: `translate(${x} ${y})`, 'data-node': node.id },
    node.move ? svg('circle', { r: 10 }) : svg('rect', { x: -6, y: -6, width: 12, height: 12, rx: 2 }),
    node.move ? svg('text', { y: 0.5 }, String(node.depth)) : null,
    node.comment ? svg('circle', { class: 'has-comment', cx: 8, cy: -8, r: 3.4 }) : null,
  );
}

/**
 * Assigns each node a row: a first child gets its parent's, any other the first row that is free along its line.
 *
 * @param {GameTree} tree
 * @returns {Map<GameNode, number>}
 */
function rowsOf(tree) {
  /** @type {Map<GameNode, number>} */
  const rows = new Map();
  /** @type {number[]} The largest row number in use at each depth. */
  const used = [];
  const open = [tree.root];
  for (let start = open.pop(); start; start = open.pop()) {
    const line = [];
    for (let node = /** @type {GameNode | undefined} */ (start); node; node = node.children[0]) line.push(node);
    const above = start.parent ? (rows.get(start.parent) ?? 0) + 1 : 0;
    const row = line.reduce((lowest, { depth }) => Math.max(lowest, (used[depth] ?? -1) + 1), above);
    if (start.parent) used[start.parent.depth] = Math.max(used[start.parent.depth] ?? 0, row);
    for (const node of line) {
      rows.set(node, row);
      used[node.depth] = row;
    }
    // Variations of late moves come first, so that earlier ones can pass below them.
    for (const node of line) open.push(...node.children.slice(1).reverse());
  }
  return rows;
}
