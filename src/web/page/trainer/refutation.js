// Refutations read by the engine, of wrong moves that a problem's file does not refute.

import { GameNode } from '../game/game-tree.js';
import { rival } from '../game/position.js';

/**
 * Returns the moves that refute a wrong move; empty if the engine has no reader for problems of this kind, or if it finds none.
 *
 * @param {import('../game/match.js').Match} match
 * @param {import('./problem.js').Problem} problem
 * @param {number} point
 * @returns {Promise<number[]>}
 */
export async function refutation({ advisor, tree }, { kind, toMove, target: [stone] }, point) {
  const node = new GameNode(tree.root, { color: toMove, point });
  const first = rival(toMove);
  switch (kind) {
    case 'ladder':
    case 'net': {
      const { verdict, line } = await advisor.ladder(tree, node, stone, first, 'ladder_loose');
      return verdict === 'escapes' ? line : [];
    }
    case 'escape':
    case 'breaker': {
      const { verdict, line } = await advisor.ladder(tree, node, stone, first);
      return verdict === 'captured' ? line : [];
    }
    case 'kill':
    case 'live': {
      const { answers } = await advisor.life(tree, node, stone);
      const answer = answers.find((read) => read.first === first);
      return answer?.verdict === (kind === 'kill' ? 'lives' : 'captured') ? answer.line : [];
    }
    case 'defense': {
      const { line } = await advisor.threats(tree, node, 'vcf', first);
      return line;
    }
    default:
      return [];
  }
}
