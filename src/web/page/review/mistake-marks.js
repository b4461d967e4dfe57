// Marks of mistakes on the stones of the last moves, and of the better move for the last one.

import { PASS } from '../game/vertex.js';
import { judge } from './mistakes.js';

/** Most moves back that are marked. */
const REACH = 40;

/**
 * Returns the marks at the node shown.
 *
 * @param {import('../game/match.js').Match} match
 * @returns {import('../board/overlay.js').Overlay}
 */
export function mistakeMarks(match) {
  const { tree, node, config } = match;
  const marks = new Map();
  for (const step of tree.pathFrom(tree.root, node).slice(-REACH)) {
    const point = step.move?.point ?? PASS;
    const severity = judge(step, step.depth, config)?.severity ?? 0;
    // A later stone on the point has its own mark.
    marks.delete(point);
    if (severity > 0 && point !== PASS && match.position?.stones[point] !== '.') marks.set(point, { point, kind: `mistake-${severity}` });
  }
  const last = judge(node, node.depth, config);
  const better = last && last.severity > 0 ? (last.better[0] ?? PASS) : PASS;
  if (better !== PASS && match.position?.stones[better] === '.') marks.set(better, { point: better, kind: 'better' });
  return { marks: [...marks.values()] };
}
