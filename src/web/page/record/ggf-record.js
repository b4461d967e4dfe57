// Games of Othello as GGF.

import { usualConfig } from '../game/config.js';
import { GameNode, GameTree } from '../game/game-tree.js';
import { PASS } from '../game/vertex.js';
import { SgfError } from './sgf.js';

const START = '...........................O*......*O...........................';

/** Whether a text looks like GGF. @param {string} text */
export function isGgf(text) {
  return /\(\s*;\s*GM\s*\[\s*Othello\s*\]/i.test(text);
}

/**
 * Reads the first game of a GGF file.
 *
 * @param {string} text
 * @returns {GameTree} Throws `SgfError`.
 */
export function readGgf(text) {
  const end = text.indexOf(';)');
  const body = text.slice(text.indexOf('(;') + 2, end < 0 ? text.length : end);
  const tree = new GameTree(usualConfig('reversi'));
  let node = tree.root;
  for (const [, name, value] of body.matchAll(/([A-Z]+)\s*\[([^\]]*)\]/g)) {
    if (name === 'B' || name === 'W') node = addMove(node, name, value);
    else if (name === 'BO') setBoard(tree, value);
    else if (name === 'PB') tree.names.b = value;
    else if (name === 'PW') tree.names.w = value;
    else if (name === 'RE') tree.result = readResult(value);
    else if (name === 'C') node.comment = value;
    else if (name !== 'GM' && name !== 'TY') tree.root.properties.set(name, [value]);
  }
  return tree;
}

/**
 * @param {GameNode} node
 * @param {string} name
 * @param {string} value A move, then perhaps its value and seconds: `F5/1.2/3`.
 */
function addMove(node, name, value) {
  const text = value.split('/')[0].trim().toLowerCase();
  const isPass = text.startsWith('pa');
  if (!isPass && !/^[a-h][1-8]$/.test(text)) throw new SgfError(`${name}[${value}] is no move`);
  const point = isPass ? PASS : (Number(text[1]) - 1) * 8 + 'abcdefgh'.indexOf(text[0]);
  const child = new GameNode(node, { color: name === 'B' ? 'b' : 'w', point });
  node.children.push(child);
  return child;
}

/**
 * @param {GameTree} tree
 * @param {string} value `8`, 64 squares of `*`, `O` and `-`, and the side to move.
 */
function setBoard(tree, value) {
  const [size, ...rest] = value.trim().split(/\s+/);
  const squares = rest.join('');
  if (size !== '8' || !/^[-*O]{64}[*O]$/i.test(squares)) throw new SgfError(`BO[${value}] is no board of 8x8`);
  const board = squares.slice(0, 64).toUpperCase().replaceAll('-', '.');
  const toMove = squares[64] === '*' ? 'b' : 'w';
  if (board === START && toMove === 'b') return;
  const of = (/** @type {string} */ mark) => [...board].flatMap((square, point) => (square === mark ? [point] : []));
  tree.root.setup = { black: of('*'), white: of('O'), empty: of('.'), toMove };
}

/** Reads black's discs more than white's as SGF's result. @param {string} value */
function readResult(value) {
  const discs = Number.parseFloat(value);
  if (!Number.isFinite(discs)) return '';
  if (discs === 0) return '0';
  return discs > 0 ? `B+${discs}` : `W+${-discs}`;
}

/**
 * Writes the main line of a game; GGF has no variations.
 *
 * @param {GameTree} tree
 */
export function saveGgf(tree) {
  const stones = tree.root.setUpStones?.replaceAll('X', '*').replaceAll('.', '-') ?? START.replaceAll('.', '-');
  const toMove = tree.root.setup?.toMove === 'w' ? 'O' : '*';
  const result = /^([BW])\+([\d.]+)/.exec(tree.result);
  const discs = result ? `${result[1] === 'B' ? '+' : '-'}${result[2]}` : tree.result === '0' ? '0' : '?';
  let text = `(;GM[Othello]PB[${clean(tree.names.b)}]PW[${clean(tree.names.w)}]RE[${discs}]TY[8]BO[8 ${stones} ${toMove}]`;
  for (let node = tree.root.children[0]; node; node = node.children[0]) {
    if (!node.move) continue;
    const { color, point } = node.move;
    text += `${color.toUpperCase()}[${point === PASS ? 'PA' : `${'ABCDEFGH'[point % 8]}${Math.floor(point / 8) + 1}`}]`;
  }
  return `${text};)\n`;
}

/** @param {string} text */
function clean(text) {
  return text.replace(/[[\]]/g, '');
}
