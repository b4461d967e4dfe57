// Gomoku's threats: threes and fours, wins by continuous fours or threats, forbidden points.

import { html } from '../element.js';
import { pointName } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { word } from '../text/words.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */
/** @typedef {import('../engine/advisor.js').Pattern} Pattern */

/** The patterns drawn, strongest first. */
const SHOWN = ['five', 'open-four', 'four', 'open-three', 'three'];

/** Gomoku's explorer. */
export class GomokuExplorer {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.asked = 0;
    this.patterns = html('div', { class: 'answer' });
    this.win = html('p', { class: 'answer', 'aria-live': 'polite' });
    this.forbidden = html('div', { class: 'answer' });
    const button = (/** @type {'vcf' | 'vct'} */ kind, /** @type {'b' | 'w'} */ color) =>
      html('button', { type: 'button', class: 'quiet', 'data-threat': `${kind}-${color}`, onclick: () => this.search(kind, color) }, word('threat_button', { side: color, kind: kind.toUpperCase() }));
    this.element = html(
      'div',
      { class: 'explorer' },
      html('h3', {}, word('threats')),
      this.patterns,
      html('h3', {}, word('win_by_threats')),
      html('div', { class: 'threat-buttons' }, button('vcf', 'b'), button('vcf', 'w'), button('vct', 'b'), button('vct', 'w')),
      html('p', { class: 'note' }, word('vcf_guide')),
      this.win,
      this.forbidden,
    );
  }

  /** @param {boolean} on */
  activate(on) {
    if (on) this.showNode();
    else this.page.setOverlay('patterns', null);
  }

  async showNode() {
    const asked = ++this.asked;
    const { match } = this.page;
    if (!match.position) return;
    this.win.textContent = '';
    this.showForbidden();
    const [black, white] = await Promise.all([
      match.advisor.patterns(match.tree, match.node, 'b').catch(() => []),
      match.advisor.patterns(match.tree, match.node, 'w').catch(() => []),
    ]);
    if (asked !== this.asked) return;
    this.showPatterns(black, white);
  }

  /**
   * @param {Pattern[]} black
   * @param {Pattern[]} white
   */
  showPatterns(black, white) {
    const rows = SHOWN.map((kind) => {
      const count = (/** @type {Pattern[]} */ patterns) => patterns.filter((pattern) => pattern.kind === kind).length;
      return html('tr', {}, html('th', { scope: 'row' }, html('i', { class: `sample ${kind}` }), word(kind)), html('td', {}, String(count(black))), html('td', {}, String(count(white))));
    });
    const head = html('tr', {}, html('td'), html('th', { scope: 'col' }, word('black')), html('th', { scope: 'col' }, word('white')));
    this.patterns.replaceChildren(html('table', { class: 'counts' }, html('caption', { class: 'unseen' }, word('threats')), html('thead', {}, head), html('tbody', {}, ...rows)));
    const strokes = [];
    /** @type {import('../board/overlay.js').Mark[]} */
    const marks = [];
    for (const pattern of [...black, ...white]) {
      if (!SHOWN.includes(pattern.kind)) continue;
      const ends = [...pattern.stones].sort((one, other) => one - other);
      strokes.push({ from: ends[0], to: ends[ends.length - 1], kind: pattern.kind });
      for (const point of pattern.gains) marks.push({ point, kind: 'gain' });
    }
    this.page.setOverlay('patterns', { strokes, marks: marks.filter(({ point }, index) => marks.findIndex((mark) => mark.point === point) === index) });
  }

  showForbidden() {
    const { match } = this.page;
    this.forbidden.hidden = match.config.rules !== 'renju';
    const points = [...(match.position?.forbidden ?? [])];
    const items = points.map(([point, kind]) => html('li', {}, word('point_note', { point: pointName(point, match.config), text: word(kind) })));
    this.forbidden.replaceChildren(html('h3', {}, word('forbidden_points')), items.length ? html('ul', {}, ...items) : html('p', { class: 'note' }, word('none')));
  }

  /**
   * @param {'vcf' | 'vct'} kind
   * @param {'b' | 'w'} color
   */
  async search(kind, color) {
    const asked = ++this.asked;
    const { page } = this;
    const { match } = page;
    this.win.textContent = word('searching');
    try {
      const found = await match.advisor.threats(match.tree, match.node, kind, color);
      if (asked !== this.asked) return;
      const key = found.verdict === 'win' ? 'threats_win' : found.verdict === 'none' ? 'threats_none' : 'threats_unknown';
      this.win.textContent = word(key, { side: color, kind: kind.toUpperCase(), n: found.moves });
      if (found.line.length > 0) page.line.start(found.line, color);
    } catch (error) {
      this.win.textContent = failureText(error);
    }
  }
}
