// The review of a game: its curve, the summary of both sides, their worst moves, and the better line at each.

import { html, svg } from '../element.js';
import { GAMES } from '../game/games.js';
import { PASS, pointName } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { movesToWin, scoreText } from '../text/score-text.js';
import { lossPercentText, percentText, word } from '../text/words.js';
import { drawCurve, HEIGHT, scaleOf, WIDTH } from './curve-drawing.js';
import { EFFORTS, GameAnalysis } from './game-analysis.js';
import { mistakeMarks } from './mistake-marks.js';
import { judge, judgeMoves, worstFirst } from './mistakes.js';
import { openingOf } from './openings.js';
import { summaryTable } from './summary-table.js';

/** @typedef {import('../panel/match-page.js').MatchPage} MatchPage */
/** @typedef {import('./mistakes.js').JudgedMove} JudgedMove */

/** Most moves in the list of a side's worst. */
const WORST = 5;

/** Milliseconds between drawings while values arrive. */
const DRAW_EVERY = 400;

/** The review of the line shown. */
export class ReviewPanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.analysis = new GameAnalysis(page.match);
    /** @type {number | null} The index under the pointer. */
    this.pointed = null;
    /** @type {JudgedMove[]} */
    this.judged = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.button = html('button', { type: 'button', class: 'quiet', 'data-action': 'analyze-game', onclick: () => (this.analysis.running ? this.analysis.stop() : this.analyze()) });
    this.effort = html('select', { class: 'effort', 'aria-label': word('effort') }, ...EFFORTS.map((name) => html('option', { value: name, selected: name === 'normal' }, word(`effort_${name}`))));
    this.progress = html('progress', { max: 1, value: 0, hidden: true, 'aria-label': word('analyze_game') });
    this.opening = html('p', { class: 'opening' });
    this.drawing = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': word('curve') });
    this.readout = html('p', { class: 'readout' });
    this.marksSwitch = html('input', { type: 'checkbox', id: 'mistakes-switch', checked: true, onchange: () => this.mark() });
    this.marksLabel = html('label', { class: 'switch', for: 'mistakes-switch' }, this.marksSwitch, word('mistakes_on_board'));
    this.move = html('div', { class: 'reviewed-move' });
    this.summary = html('div', { class: 'review-summary' });
    this.lists = html('div', { class: 'worst' });
    this.element = html(
      'section',
      { class: 'curve-panel', 'aria-label': word('review') },
      html('div', { class: 'row wrap' }, this.button, this.effort, this.progress),
      this.opening,
      this.drawing,
      this.readout,
      this.move,
      this.marksLabel,
      this.summary,
      this.lists,
    );
    this.listen();
  }

  listen() {
    const { analysis, drawing } = this;
    analysis.addEventListener('progress', () => this.drawSoon());
    analysis.addEventListener('failure', (event) => this.page.say(failureText(/** @type {CustomEvent} */ (event).detail)));
    analysis.addEventListener('done', (event) => {
      this.draw();
      this.page.match.announce('values');
      const n = this.judged.filter(({ severity }) => severity > 0).length;
      if (/** @type {CustomEvent} */ (event).detail) this.page.announcer.say(word('game_analyzed', { n }));
    });
    drawing.addEventListener('click', (event) => this.page.go(this.indexAt(event)));
    drawing.addEventListener('pointermove', (event) => this.point(this.indexAt(event)));
    drawing.addEventListener('pointerleave', () => this.point(null));
  }

  get line() {
    return this.page.match.tree.lineThrough(this.page.match.node);
  }

  /** Analyzes all positions of the line in the background. */
  analyze() {
    const effort = EFFORTS.find((name) => name === this.effort.value) ?? 'normal';
    this.analysis.run(this.line, effort);
    this.draw();
  }

  /** @param {MouseEvent} event */
  indexAt(event) {
    const box = this.drawing.getBoundingClientRect();
    return scaleOf(this.line).index(((event.clientX - box.left) / box.width) * WIDTH);
  }

  /** @param {number | null} index */
  point(index) {
    if (index === this.pointed) return;
    this.pointed = index;
    this.drawCurve(this.line);
  }

  /** Draws after a pause, once for all values that arrive in it. */
  drawSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.draw();
      this.page.match.announce('values');
    }, DRAW_EVERY);
  }

  draw() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { match } = this.page;
    const { line, analysis } = this;
    this.button.textContent = word(analysis.running ? 'stop_analysis' : 'analyze_game');
    this.button.disabled = line.length < 2;
    this.progress.hidden = !analysis.running;
    this.progress.value = analysis.part;
    const opening = openingOf(line, match.config);
    this.opening.hidden = !opening;
    this.opening.textContent = opening ? word('opening_is', { name: opening }) : '';
    this.judged = judgeMoves(line, match.config);
    this.drawCurve(line);
    const hasMoves = this.judged.length > 0;
    this.marksLabel.hidden = !hasMoves;
    this.summary.replaceChildren(...(hasMoves ? [summaryTable(this.judged, match.config)] : []));
    this.lists.replaceChildren(...(hasMoves ? [this.worst('b'), this.worst('w')] : []));
    this.showMove();
    this.mark();
  }

  /** @param {import('../game/game-tree.js').GameNode[]} line */
  drawCurve(line) {
    const { match } = this.page;
    const isKnown = line.filter(({ value }) => value).length > 1;
    this.drawing.toggleAttribute('hidden', !isKnown);
    this.readout.hidden = !isKnown;
    if (!isKnown) return;
    const mistakes = this.judged.filter(({ severity }) => severity > 0);
    this.drawing.replaceChildren(...drawCurve(line, mistakes, match.config.game, match.node.depth, this.pointed));
    const index = this.pointed ?? match.node.depth;
    this.readout.textContent = this.textOf(line[Math.min(index, line.length - 1)], index);
  }

  /**
   * Describes the value of a node.
   *
   * @param {import('../game/game-tree.js').GameNode} node
   * @param {number} index
   */
  textOf(node, index) {
    const { config } = this.page.match;
    const { value } = node;
    const parts = [node.move ? word('numbered_move', { n: index, side: node.move.color, move: moveName(node.move.point, config) }) : word('move_start')];
    if (!value) return parts[0];
    parts.push(word('chance', { side: 'b', percent: percentText(value.winrate, 1) }));
    const { unit } = GAMES[config.game];
    if (value.score === null) return parts.join(' · ');
    if (unit) parts.push(word(`${unit}_n`, { n: { value: value.score, digits: 1, isSigned: true } }));
    else if (movesToWin(value.score, config.game) !== null) parts.push(scoreText(value.score, config.game, 0));
    return parts.join(' · ');
  }

  /** Shows the loss of the move shown, and the better line. */
  showMove() {
    const { match } = this.page;
    const judged = judge(match.node, match.node.depth, match.config);
    this.move.hidden = !judged || judged.severity === 0;
    if (!judged || judged.severity === 0) return;
    const { better, node, color } = judged;
    const text = word(`severity_${judged.severity}`, { move: moveName(node.move?.point ?? PASS, match.config), loss: lossText(judged, match.config) });
    const parts = [html('p', { class: `severity-${judged.severity}` }, html('i', { class: 'dot' }), text)];
    if (better.length > 0) {
      const parent = /** @type {import('../game/game-tree.js').GameNode} */ (node.parent);
      const show = html('button', { type: 'button', class: 'quiet run', 'data-action': 'better-line', onclick: () => this.page.line.start(better, color, parent) }, word('show_line'));
      parts.push(html('p', { class: 'row' }, word('better_is', { line: better.slice(0, 5).map((point) => moveName(point, match.config)).join(' ') }), show));
    }
    this.move.replaceChildren(...parts);
  }

  /** Marks the mistakes on the board, and the better move. */
  mark() {
    const { page } = this;
    page.setOverlay('mistakes', this.marksSwitch.checked ? mistakeMarks(page.match) : null);
  }

  /** @param {'b' | 'w'} color */
  worst(color) {
    const moves = worstFirst(this.judged.filter((move) => move.color === color && move.severity > 0)).slice(0, WORST);
    const items = moves.length > 0 ? moves.map((move) => this.item(move)) : [html('li', { class: 'note' }, word('no_mistakes'))];
    const title = word('worst_moves', { side: color });
    return html('div', {}, html('h3', {}, title), html('ul', { class: 'losses', 'aria-label': title }, ...items));
  }

  /** @param {JudgedMove} judged */
  item(judged) {
    const { match } = this.page;
    const { node, index, color, severity } = judged;
    const button = html(
      'button',
      { type: 'button', class: 'loss-item', onclick: () => match.show(node) },
      html('i', { class: `dot severity-${severity}`, role: 'img', 'aria-label': word(`severity_name_${severity}`, { side: color }) }),
      html('span', {}, `${index}. ${moveName(node.move?.point ?? PASS, match.config)}`),
      html('span', { class: 'figure' }, lossText(judged, match.config)),
    );
    return html('li', {}, button);
  }

  close() {
    clearTimeout(this.timer);
    this.analysis.close();
  }
}

/**
 * @param {number} point
 * @param {import('../game/config.js').Config} config
 */
function moveName(point, config) {
  return point === PASS ? word('pass') : pointName(point, config);
}

/**
 * @param {JudgedMove} judged
 * @param {import('../game/config.js').Config} config
 */
function lossText({ loss, points }, config) {
  const percent = lossPercentText(loss);
  return points === null ? percent : `${percent} · ${word(`${GAMES[config.game].unit}_n`, { n: { value: points, digits: 1 } })}`;
}
