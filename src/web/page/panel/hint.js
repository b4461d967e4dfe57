// A hint in two steps: first the area of the best move, then the move.

import { lineQuery } from '../game/analysis-query.js';
import { PASS, parseVertex, pointName } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { percentText, word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** Seconds for the search of a hint. */
const SECONDS = 1;

/** Areas along each side of a board. */
const AREAS = 4;

/** Least lines of an area. */
const LEAST_LINES = 3;

/** The hint at the node shown. */
export class Hint {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    /** @type {{node: import('../game/game-tree.js').GameNode, point: number, share: number} | null} */
    this.known = null;
  }

  /** Takes the next step. */
  async step() {
    const { page } = this;
    const { match } = page;
    if (match.result || match.thinking) return;
    if (this.known?.node === match.node) this.showMove();
    else await this.search();
  }

  async search() {
    const { page } = this;
    const { match } = page;
    const { node } = match;
    page.say(word('searching'));
    const { fields } = lineQuery(match.tree, node);
    this.known = null;
    const query = match.analysis.start({ ...fields, maxTime: SECONDS }, ({ moveInfos: [best] }) => {
      if (best && match.node === node) this.known = { node, point: parseVertex(best.move, match.config), share: best.winrate };
    });
    try {
      await query.done;
      this.showArea();
    } catch (error) {
      page.say(failureText(error));
    }
  }

  showArea() {
    const { page, known } = this;
    const { config, node } = page.match;
    if (!known || known.node !== node) return;
    if (known.point === PASS) return page.say(word('hint_pass'));
    const area = areaOf(known.point, config);
    page.say(word('hint_area', { from: pointName(area[0], config), to: pointName(area[area.length - 1], config) }));
    page.setOverlay('hint', { marks: area.map((point) => ({ point, kind: 'area' })) });
  }

  showMove() {
    const { page, known } = this;
    if (!known) return;
    const { point, share } = known;
    if (point === PASS) return page.say(word('hint_pass'));
    page.say(word('hint_is', { point: pointName(point, page.match.config), percent: percentText(share) }));
    page.setOverlay('hint', { candidates: [{ point, text: '★', detail: '', rank: 0, best: true }] });
  }
}

/**
 * Returns the points of the area with a point. Areas do not depend on the point's place in them, so that it is not simply in
 * the middle.
 *
 * @param {number} point
 * @param {import('../game/config.js').Config} config
 */
export function areaOf(point, { width, height }) {
  const [left, right] = stretch(point % width, width);
  const [top, bottom] = stretch(Math.floor(point / width), height);
  const points = [];
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) points.push(y * width + x);
  return points;
}

/**
 * @param {number} place
 * @param {number} size
 */
function stretch(place, size) {
  const lines = Math.max(LEAST_LINES, Math.ceil(size / AREAS));
  const start = Math.floor(place / lines) * lines;
  return [start, Math.min(size, start + lines)];
}
