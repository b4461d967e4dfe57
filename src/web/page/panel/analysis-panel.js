// Analysis of the position shown: candidate moves, ownership, and the curve of the game.

import { html } from '../element.js';
import { lineQuery, valueForBlack } from '../game/analysis-query.js';
import { GAMES } from '../game/games.js';
import { PASS, parseVertex, pointName } from '../game/vertex.js';
import { rival } from '../game/position.js';
import { failureText } from '../text/error-text.js';
import { movesToWin, scoreText } from '../text/score-text.js';
import { ReviewPanel } from '../review/review-panel.js';
import { numberText, percentText, signedText, word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../engine/analysis-client.js').Analysis} Analysis */
/** @typedef {import('../engine/analysis-client.js').MoveInfo} MoveInfo */

/** Seconds for the analysis of a position. */
const SECONDS = 12;

/** Most candidate moves shown on the board. */
const MOST = 12;

/** Losses of win probability at which a candidate's color changes. */
const RANKS = [0.005, 0.03, 0.08, 0.18];

/** Losses at which a candidate's color changes in Reversi, in discs. */
const DISC_RANKS = [0.25, 1.5, 4, 9];

/** The panel of the analysis. */
export class AnalysisPanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    /** @type {import('../engine/analysis-client.js').Query | null} */
    this.query = null;
    /** @type {Analysis | null} */
    this.reply = null;
    /** @type {import('../game/game-tree.js').GameNode | null} */
    this.node = null;
    this.switch = html('input', { type: 'checkbox', role: 'switch', id: 'analysis-switch', onchange: () => this.toggle() });
    this.areaSwitch = html('input', { type: 'checkbox', id: 'area-switch', onchange: () => this.draw() });
    this.summary = html('p', { class: 'summary' });
    this.rows = html('tbody');
    this.table = html('table', { class: 'candidates' }, html('caption', { class: 'unseen' }, word('candidates')), this.head(), this.rows);
    this.review = new ReviewPanel(page);
    this.element = html(
      'div',
      { class: 'panel' },
      html(
        'div',
        { class: 'row' },
        html('label', { class: 'switch', for: 'analysis-switch' }, this.switch, word('analyze_position')),
        page.match.config.game === 'go' && html('label', { class: 'switch', for: 'area-switch' }, this.areaSwitch, word('ownership')),
      ),
      this.summary,
      this.table,
      this.review.element,
    );
    this.table.hidden = true;
  }

  head() {
    const { unit } = GAMES[this.page.match.config.game];
    const isGo = this.page.match.config.game === 'go';
    const titles = ['move', 'winrate', { discs: 'discs', points: 'score', '': 'value' }[unit], isGo ? 'visits' : 'depth'];
    return html('thead', {}, html('tr', {}, ...titles.map((title) => html('th', { scope: 'col' }, word(title)))));
  }

  /** Turns the analysis on, showing its panel, or off. */
  toggle() {
    this.turn(!this.on);
    if (this.on) this.page.showTab?.('analysis');
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.switch.checked = on;
    this.showNode();
  }

  /** Restarts the analysis at the node shown. */
  showNode() {
    this.stop();
    this.review.draw();
    const { match } = this.page;
    if (this.node !== match.node) this.reply = null;
    this.node = match.node;
    if (this.on && match.position && !match.position.over) this.start();
    this.draw();
  }

  start() {
    const { match } = this.page;
    const node = match.node;
    const { fields } = lineQuery(match.tree, node);
    const isGo = match.config.game === 'go';
    const limits = isGo ? { maxTime: SECONDS, includeOwnership: true } : { maxTime: SECONDS / 2, minMoves: match.config.game === 'reversi' ? 60 : 6 };
    const query = match.analysis.start({ ...fields, ...limits, reportDuringSearchEvery: 0.25, firstReportDuringSearchAfter: 0.08 }, (reply) => {
      if (match.node !== node || !this.on) return;
      this.reply = reply;
      if (reply.moveInfos.length > 0) node.offerValue(valueForBlack(reply, match.config));
      this.draw();
      this.review.draw();
    });
    query.done.catch((error) => this.on && this.page.say(failureText(error)));
    this.query = query;
  }

  stop() {
    this.query?.cancel();
    this.query = null;
  }

  close() {
    this.stop();
    this.review.close();
  }

  draw() {
    const moves = this.on && this.reply ? this.reply.moveInfos : [];
    const { page } = this;
    this.table.hidden = moves.length === 0;
    this.summary.textContent = this.on ? this.summaryText() : word('analysis_off');
    this.rows.replaceChildren(...moves.slice(0, 8).map((info) => this.row(info, moves[0])));
    if (!this.on) {
      page.setOverlay('analysis', null);
      return;
    }
    const candidates = moves.slice(0, page.match.config.game === 'reversi' ? 60 : MOST).flatMap((info) => this.candidate(info, moves[0]));
    const owners = this.areaSwitch.checked ? this.ownersForBlack() : null;
    page.setOverlay('analysis', { candidates, ownership: owners });
  }

  ownersForBlack() {
    if (!this.reply?.ownership) return null;
    const sign = this.reply.rootInfo.currentPlayer === 'B' ? 1 : -1;
    return this.reply.ownership.map((owner) => owner * sign);
  }

  summaryText() {
    const { match } = this.page;
    if (match.position?.over) return word('game_is_over');
    if (!this.reply || this.reply.moveInfos.length === 0) return word('searching');
    const { winrate, score } = valueForBlack(this.reply, match.config);
    const chance = word('chance', { side: winrate >= 0.5 ? 'b' : 'w', percent: percentText(Math.max(winrate, 1 - winrate)) });
    if (score === null || !GAMES[match.config.game].unit) return chance;
    return `${chance} · ${word('lead', { side: score >= 0 ? 'b' : 'w', n: { value: Math.abs(score), digits: 1 } })}`;
  }

  /**
   * @param {MoveInfo} info
   * @param {MoveInfo} best
   */
  candidate(info, best) {
    const { config } = this.page.match;
    const point = parseVertex(info.move, config);
    if (point === PASS) return [];
    const rank = this.rank(info, best);
    if (config.game === 'reversi') return [{ point, text: signedText(info.scoreLead ?? 0, info.exact || Math.abs(info.scoreLead ?? 0) >= 9.95 ? 0 : 1), detail: '', rank, best: info === best }];
    const detail = config.game === 'go' ? signedText(info.scoreLead ?? 0, 1) : '';
    return [{ point, text: String(Math.round(info.winrate * 100)), detail, rank, best: info === best }];
  }

  /**
   * @param {MoveInfo} info
   * @param {MoveInfo} best
   */
  rank(info, best) {
    if (this.page.match.config.game === 'reversi') {
      const loss = (best.scoreLead ?? 0) - (info.scoreLead ?? 0);
      return DISC_RANKS.filter((limit) => loss > limit).length;
    }
    // All moves may lose: then none has the color of a good one.
    if ((movesToWin(info.scoreLead ?? 0, this.page.match.config.game) ?? 0) < 0) return RANKS.length;
    return RANKS.filter((limit) => best.winrate - info.winrate > limit).length;
  }

  /**
   * @param {MoveInfo} info
   * @param {MoveInfo} best
   */
  row(info, best) {
    const { match } = this.page;
    const point = parseVertex(info.move, match.config);
    const name = point === PASS ? word('pass') : pointName(point, match.config);
    const button = html('button', { type: 'button', class: 'link', onclick: () => this.page.match.play(point) }, name);
    const hoverable = { onmouseenter: () => this.hover(point), onmouseleave: () => this.hover(null), onfocusin: () => this.hover(point), onfocusout: () => this.hover(null) };
    const isGo = match.config.game === 'go';
    const score = scoreText(info.scoreLead ?? 0, match.config.game, info.exact ? 0 : 1);
    return html(
      'tr',
      { class: `rank-${this.rank(info, best)}`, ...hoverable },
      html('th', { scope: 'row' }, html('i', { class: 'dot' }), button),
      html('td', {}, percentText(info.winrate, 1)),
      html('td', {}, score),
      html('td', {}, isGo ? numberText(info.visits ?? 0) : (info.exact ? word('exact') : String(/** @type {{depth?: number}} */ (info).depth ?? ''))),
    );
  }

  /** Shows the variation of the candidate under the pointer. @param {number | null} point */
  hover(point) {
    const { page } = this;
    const info = this.on && point !== null ? this.reply?.moveInfos.find(({ move }) => parseVertex(move, page.match.config) === point) : null;
    if (!info || !page.match.position) {
      if (page.overlays.has('line')) page.setOverlay('line', null);
      return;
    }
    page.setOverlay('line', { line: lineStones(info.pv, page.match) });
  }
}

/**
 * Numbers the stones of a variation; of several stones on a point, the first is shown.
 *
 * @param {string[]} pv
 * @param {import('../game/match.js').Match} match
 */
function lineStones(pv, match) {
  /** @type {import('../board/overlay.js').LineStone[]} */
  const stones = [];
  let color = match.position?.toMove ?? 'b';
  pv.slice(0, 12).forEach((move, index) => {
    const point = parseVertex(move, match.config);
    if (point !== PASS && !stones.some((stone) => stone.point === point)) stones.push({ point, color, text: String(index + 1) });
    color = rival(color);
  });
  return stones;
}
