// Writes Othello games as GGF.

import { PASS } from '../game/vertex.js';

/** @typedef {import('../game/game-tree.js').GameTree} GameTree */

const START = '...........................O*......*O...........................';

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
