// A game as a tree of moves.

/** @typedef {import('./config.js').Config} Config */
/** @typedef {import('./position.js').Color} Color */
/** @typedef {import('./position.js').Position} Position */
/** Stones that a node adds or removes. @typedef {{black: number[], white: number[], empty: number[], toMove: Color | null}} Setup */
/**
 * The value of a position for black.
 *
 * @typedef {object} Value
 * @property {number} winrate From 0 to 1.
 * @property {number | null} score The lead in points or discs.
 * @property {number[]} [line] The best line of play.
 * @property {number} [visits] The size of the search; 0 if another program has searched.
 */

let lastId = 0;

/** A node: a move or a setup, with its comment and the properties of its record. */
export class GameNode {
  /**
   * @param {GameNode | null} parent
   * @param {{color: Color, point: number} | null} move
   */
  constructor(parent, move) {
    this.id = ++lastId;
    this.parent = parent;
    this.move = move;
    /** @type {number} */
    this.depth = parent ? parent.depth + 1 : 0;
    /** @type {GameNode[]} The first child continues the main line. */
    this.children = [];
    /** @type {GameNode | null} The child that was shown last. */
    this.favorite = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {string | null} All stones after the setup. */
    this.setUpStones = null;
    this.comment = '';
    /** @type {Map<string, string[]>} Properties of a record that the page does not read. */
    this.properties = new Map();
    /** @type {Position | null} */
    this.position = null;
    /** @type {Value | null} */
    this.value = null;
  }

  /** Takes the value of a search, unless a larger one is known. @param {Value} value */
  offerValue(value) {
    if (!this.value || (value.visits ?? 0) >= (this.value.visits ?? 0)) this.value = value;
  }
}

/** A game: its settings, the tree of its moves, and the properties of its record. */
export class GameTree {
  /** @param {Config} config */
  constructor(config) {
    this.config = config;
    this.root = new GameNode(null, null);
    this.names = { b: '', w: '' };
    this.result = '';
  }

  /**
   * Returns the child with this move, added if there is none.
   *
   * @param {GameNode} node
   * @param {Color} color
   * @param {number} point
   */
  play(node, color, point) {
    const known = node.children.find(({ move }) => move?.point === point && move.color === color);
    const child = known ?? new GameNode(node, { color, point });
    if (!known) node.children.push(child);
    node.favorite = child;
    return child;
  }

  /** Ends the main line at its last node: further moves become variations. Does nothing elsewhere. @param {GameNode} node */
  endLine(node) {
    if (node.children.length === 0 && this.isEnd(node)) node.children.push(new GameNode(node, null));
  }

  /** Whether a node is on the main line, with no move after it there. @param {GameNode} node */
  isEnd(node) {
    for (let child = node; child.parent; child = child.parent) if (child.parent.children[0] !== child) return false;
    for (let next = node.children[0]; next; next = next.children[0]) if (next.move) return false;
    return true;
  }

  /** Removes a node and its descendants; the root stays. @param {GameNode} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.favorite === node) parent.favorite = null;
  }

  /** Makes a node the first of its siblings. @param {GameNode} node */
  promote(node) {
    const siblings = node.parent?.children;
    if (!siblings) return;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
  }

  /** Returns the nearest node with a setup, or the root if there is none. @param {GameNode} node */
  baseOf(node) {
    let base = node;
    while (base.parent && !base.setup) base = base.parent;
    return base;
  }

  /**
   * Returns the nodes after `from` down to `to`.
   *
   * @param {GameNode} from An ancestor of `to`, or `to` itself.
   * @param {GameNode} to
   */
  pathFrom(from, to) {
    const path = [];
    for (let node = to; node !== from && node.parent; node = node.parent) path.push(node);
    return path.reverse();
  }

  /**
   * Returns the line through a node: from the root to it, then along the children last shown, else the first ones.
   *
   * @param {GameNode} node
   */
  lineThrough(node) {
    const line = [this.root, ...this.pathFrom(this.root, node)];
    for (let next = nextOf(node); next; next = nextOf(next)) line.push(next);
    return line;
  }

  /** Remembers the path to a node, so that lines follow it. @param {GameNode} node */
  favor(node) {
    for (let child = node; child.parent; child = child.parent) child.parent.favorite = child;
  }

  /** Visits all nodes, parents first. @param {(node: GameNode) => void} visit */
  forEach(visit) {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      visit(node);
      open.push(...[...node.children].reverse());
    }
  }
}

/** @param {GameNode} node @returns {GameNode | null} */
export function nextOf(node) {
  return node.favorite ?? node.children[0] ?? null;
}
