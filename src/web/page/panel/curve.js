// The curve of a game: black's chance to win after each move, and the moves that lost most.

import { html, svg } from '../element.js';
import { lineQuery, valueForBlack } from '../game/analysis-query.js';
import { GAMES } from '../game/games.js';
import { PASS, pointName } from '../game/vertex.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../game/game-tree.js').GameNode} GameNode */
/** A move that lost a share of the chance to win. @typedef {{node: GameNode, index: number, loss: number, points: number | null}} Loss */

const WIDTH = 340;
const HEIGHT = 110;

/** The least loss of a chance to win that is marked. */
const LEAST_LOSS = 0.06;

/** How thoroughly each position of a game may be searched. @type {('quick' | 'normal' | 'thorough')[]} */
const EFFORTS = ['quick', 'normal', 'thorough'];

/** The curve along the line that is shown. */
export class Curve {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    /** @type {import('../engine/analysis-client.js').Query | null} */
    this.query = null;
    this.button = html('button', { type: 'button', class: 'quiet', 'data-action': 'analyze-game', onclick: () => (this.query ? this.cancel() : this.analyze()) });
    this.effort = html('select', { class: 'effort', 'aria-label': word('effort') }, ...EFFORTS.map((name) => html('option', { value: name, selected: name === 'normal' }, word(`effort_${name}`))));
    this.progress = html('progress', { max: 1, value: 0, hidden: true, 'aria-label': word('analyze_game') });
    this.drawing = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': word('curve') });
    this.drawing.addEventListener('click', (event) => this.jump(event));
    this.list = html('ul', { class: 'losses', 'aria-label': word('losses') });
    this.element = html('section', { class: 'curve-panel' }, html('div', { class: 'row' }, this.button, this.effort, this.progress), this.drawing, this.list);
  }

  get line() {
    return this.page.match.tree.lineThrough(this.page.match.node);
  }

  /** Analyzes all positions of the line. */
  async analyze() {
    const { match } = this.page;
    const { line } = this;
    const last = line[line.length - 1];
    const { fields, nodes } = lineQuery(match.tree, last);
    // The end of a finished game is nothing to search.
    await match.referee.position(match.tree, last).catch(() => null);
    const isOver = Boolean(last.position?.over);
    if (isOver && last.position) last.value = valueOfResult(last.position.result);
    const turns = nodes.map((_, turn) => turn).slice(0, isOver ? -1 : undefined);
    if (turns.length === 0) return;
    let done = 0;
    const effort = EFFORTS.find((name) => name === this.effort.value) ?? 'normal';
    this.progress.hidden = false;
    this.query = match.analysis.start({ ...fields, maxVisits: GAMES[match.config.game].efforts[effort], analyzeTurns: turns }, (reply) => {
      if (reply.isDuringSearch) return;
      const node = nodes[reply.turnNumber];
      if (reply.moveInfos.length > 0) node.value = valueForBlack(reply);
      this.progress.value = ++done / turns.length;
      this.draw();
    });
    this.draw();
    try {
      await this.query.done;
    } catch (error) {
      this.page.say(word('engine_error', { text: String(/** @type {Error} */ (error).message) }));
    }
    this.query = null;
    this.progress.hidden = true;
    this.draw();
    if (done === turns.length) this.page.announcer.say(word('game_analyzed', { n: this.losses().length }));
  }

  cancel() {
    this.query?.cancel();
  }

  /** Finds the moves that lost most, the worst first. @returns {Loss[]} */
  losses() {
    const losses = [];
    const { line } = this;
    for (let index = 1; index < line.length; index++) {
      const node = line[index];
      const before = line[index - 1].value;
      if (!node.move || !node.value || !before) continue;
      const sign = node.move.color === 'b' ? 1 : -1;
      const loss = sign * (before.winrate - node.value.winrate);
      const points = before.score === null || node.value.score === null ? null : sign * (before.score - node.value.score);
      if (loss >= LEAST_LOSS) losses.push({ node, index, loss, points });
    }
    return losses.sort((one, other) => other.loss - one.loss).slice(0, 12);
  }

  draw() {
    const { line } = this;
    this.button.textContent = word(this.query ? 'stop_analysis' : 'analyze_game');
    this.button.disabled = line.length < 2;
    const x = (/** @type {number} */ index) => 4 + (index / Math.max(1, line.length - 1)) * (WIDTH - 8);
    const y = (/** @type {number} */ winrate) => 4 + (1 - winrate) * (HEIGHT - 8);
    const known = line.flatMap((node, index) => (node.value ? [{ index, winrate: node.value.winrate }] : []));
    this.drawing.toggleAttribute('hidden', known.length < 2);
    const path = known.map(({ index, winrate }) => `${x(index).toFixed(1)} ${y(winrate).toFixed(1)}`).join('L');
    const losses = known.length > 1 ? this.losses() : [];
    const here = x(this.page.match.node.depth);
    /** @type {SVGElement[]} */
    const parts = [svg('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })];
    if (known.length > 1) {
      const first = x(known[0].index);
      const last = x(known[known.length - 1].index);
      parts.push(svg('path', { class: 'area', d: `M${first} ${HEIGHT - 4}L${path}L${last} ${HEIGHT - 4}Z` }), svg('path', { class: 'graph', d: `M${path}` }));
    }
    parts.push(svg('line', { class: 'here', x1: here, x2: here, y1: 0, y2: HEIGHT }));
    for (const { node, index, loss } of losses) {
      const size = Math.min(6, 2.6 + loss * 8);
      parts.push(svg('circle', { class: `loss ${node.move?.color}`, cx: x(index), cy: y(node.value?.winrate ?? 0.5), r: size }));
    }
    this.drawing.replaceChildren(...parts);
    this.list.replaceChildren(...losses.slice(0, 6).map((loss) => this.item(loss)));
  }

  /** @param {Loss} loss */
  item({ node, index, loss, points }) {
    const { match } = this.page;
    const move = node.move;
    const place = move && move.point !== PASS ? pointName(move.point, match.config) : word('pass');
    const { unit } = GAMES[match.config.game];
    const figures = points === null || !unit ? '' : ` · ${word(`${unit}_lost`, { n: Math.max(0, points).toFixed(1) })}`;
    const button = html(
      'button',
      { type: 'button', class: 'loss-item', onclick: () => match.show(node) },
      html('span', { class: `sign ${move?.color}`, role: 'img', 'aria-label': word(move?.color === 'b' ? 'black' : 'white') }),
      html('span', {}, `${index}. ${place}`),
      html('span', { class: 'figure' }, `−${Math.round(loss * 100)} %${figures}`),
    );
    return html('li', {}, button);
  }

  /** Goes to the move under the pointer. @param {MouseEvent} event */
  jump(event) {
    const box = this.drawing.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDTH;
    const index = Math.round(((part - 4) / (WIDTH - 8)) * (this.line.length - 1));
    this.page.go(Math.max(0, index));
  }
}

/** @param {string} result */
function valueOfResult(result) {
  const match = /^([BW])\+([\d.]*)/.exec(result);
  if (!match) return { winrate: 0.5, score: 0 };
  const sign = match[1] === 'B' ? 1 : -1;
  return { winrate: sign > 0 ? 1 : 0, score: match[2] ? sign * Number(match[2]) : null };
}
