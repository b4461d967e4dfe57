// The lesson on ladders: guess whether the chain is captured, then watch the answer.

import { BoardView } from '../board/board-view.js';
import { html } from '../element.js';
import { defaultConfig } from '../game/config.js';
import { GameTree } from '../game/game-tree.js';
import { Match } from '../game/match.js';
import { rival } from '../game/position.js';
import { LinePlayer } from '../panel/line-player.js';
import { mergedOverlay } from '../panel/merged-overlay.js';
import { word } from '../text/words.js';

/** A question: a chain at `at` (column and row from the upper left corner), and the side that moves first. @typedef {{rows: string[], at: [number, number], first: 'attacker' | 'defender'}} Question */

const PROGRESS = 'tengen.lesson';

/** The lesson's page. */
export class LessonPage {
  /**
   * @param {Question[]} questions
   * @param {number} [index] The question shown first, by default the first one without a guess.
   */
  constructor(questions, index) {
    this.questions = questions;
    this.index = 0;
    /** @type {(boolean | null)[]} Whether each guess was right; null before the guess. */
    this.guesses = loadGuesses(questions.length);
    this.match = this.newMatch(questions[0]);
    this.line = new LinePlayer(this, false);
    /** @type {{stones: string, overlay: import('../board/overlay.js').Overlay} | null} */
    this.preview = null;
    this.board = new BoardView(this.match.config, { coordinates: true, onPoint: () => {} });
    this.question = html('p', { class: 'question' });
    this.answer = html('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
    this.captured = html('button', { type: 'button', class: 'primary', 'data-guess': 'captured', onclick: () => this.guess('captured') }, word('guess_captured'));
    this.escapes = html('button', { type: 'button', class: 'primary', 'data-guess': 'escapes', onclick: () => this.guess('escapes') }, word('guess_escapes'));
    this.next = html('button', { type: 'button', class: 'quiet', 'data-action': 'next', onclick: () => this.open((this.index + 1) % questions.length) }, word('next_board'));
    this.dots = html('nav', { class: 'lesson-dots', 'aria-label': word('boards') });
    this.element = this.lay();
    this.open(index ?? Math.max(0, this.guesses.indexOf(null)));
  }

  lay() {
    return html(
      'main',
      { class: 'match lesson' },
      html('section', { class: 'table', 'aria-label': word('board') }, this.board.element),
      html(
        'section',
        { class: 'side', 'aria-label': word('lesson') },
        html('h1', {}, word('lesson_title')),
        html('p', { class: 'guide' }, word('lesson_guide')),
        this.dots,
        this.question,
        html('div', { class: 'row' }, this.captured, this.escapes),
        this.answer,
        this.line.element,
        html('div', { class: 'row end' }, this.next),
      ),
    );
  }

  /** @param {Question} question */
  newMatch({ rows, at, first }) {
    const size = rows.length;
    const stones = rows.join('');
    const tree = new GameTree({ ...defaultConfig('go'), width: size, height: size });
    const point = at[1] * size + at[0];
    const color = stones[point] === 'X' ? 'b' : 'w';
    const of = (/** @type {string} */ mark) => [...stones].flatMap((stone, place) => (stone === mark ? [place] : []));
    tree.root.setup = { black: of('X'), white: of('O'), empty: [], toMove: first === 'attacker' ? rival(color) : color };
    return new Match(tree, { b: 'person', w: 'person', seconds: 1, clock: null });
  }

  /** @param {number} index */
  async open(index) {
    this.line.forget();
    this.preview = null;
    this.match.close();
    this.index = index;
    const question = this.questions[index];
    this.match = this.newMatch(question);
    this.point = question.at[1] * question.rows.length + question.at[0];
    this.answer.replaceChildren();
    this.captured.disabled = this.escapes.disabled = false;
    this.showDots();
    await this.match.load();
    const position = this.match.position;
    if (!position || this.index !== index) return;
    const chain = await this.match.advisor.chain(this.match.tree, this.match.node, this.point);
    this.marks = (chain?.stones ?? [this.point]).map((point) => ({ point, kind: 'target' }));
    const target = position.stones[this.point] === 'X' ? 'b' : 'w';
    this.question.textContent = word('lesson_question', { n: index + 1, of: this.questions.length, side: position.toMove, target });
    this.draw();
  }

  /** @param {'captured' | 'escapes'} guess */
  async guess(guess) {
    const { match } = this;
    const position = match.position;
    if (!position || this.point === undefined) return;
    this.captured.disabled = this.escapes.disabled = true;
    const ladder = await match.advisor.ladder(match.tree, match.node, this.point, position.toMove);
    if (match !== this.match) return;
    const isRight = ladder.verdict === guess;
    this.guesses[this.index] = isRight;
    keepGuesses(this.guesses);
    this.showDots();
    this.answer.replaceChildren(
      html('p', { class: isRight ? 'right' : 'wrong' }, word(isRight ? 'guess_right' : 'guess_wrong', { text: word(`ladder_${ladder.verdict}`) })),
    );
    if (ladder.line.length > 0) this.line.start(ladder.line, position.toMove);
    await this.explainEscape(ladder.verdict);
  }

  /** Marks the points that reverse the ladder. @param {string} verdict */
  async explainEscape(verdict) {
    const { match } = this;
    const kind = verdict === 'captured' ? 'breakers' : 'makers';
    const turning = await match.advisor.ladderPoints(match.tree, match.node, this.point ?? 0, kind).catch(() => []);
    if (match !== this.match || turning.length === 0) return;
    this.marks = [...(this.marks ?? []), ...turning.map((point) => ({ point, kind: kind === 'breakers' ? 'breaker' : 'maker' }))];
    this.answer.append(html('p', { class: `legend ${kind}` }, word(kind, { n: turning.length })));
    this.draw();
  }

  showDots() {
    const dots = this.questions.map((_, index) => {
      const state = this.guesses[index] === null ? 'open' : this.guesses[index] ? 'right' : 'wrong';
      const label = word(`board_${state}`, { n: index + 1 });
      return html('button', { type: 'button', class: `dot-button ${state}`, 'aria-label': label, 'aria-current': index === this.index, onclick: () => this.open(index) }, String(index + 1));
    });
    this.dots.replaceChildren(...dots);
  }

  draw() {
    const position = this.match.position;
    if (!position) return;
    const shown = this.preview ?? { stones: position.stones, overlay: { marks: this.marks ?? [] } };
    this.board.show(shown.stones, mergedOverlay([shown.overlay]), null);
  }

  /** @param {{stones: string, overlay: import('../board/overlay.js').Overlay} | null} preview */
  setPreview(preview) {
    this.preview = preview;
    this.draw();
  }

  /** @param {string} text */
  say(text) {
    this.answer.replaceChildren(html('p', {}, text));
  }

  close() {
    this.line.forget();
    this.match.close();
    this.element.remove();
  }
}

/** Loads the lesson's questions. @returns {Promise<Question[]>} */
export async function loadQuestions() {
  const response = await fetch(new URL('ladders.json', import.meta.url));
  return response.json();
}

/** @param {number} count @returns {(boolean | null)[]} */
function loadGuesses(count) {
  const empty = Array(count).fill(null);
  try {
    const kept = JSON.parse(localStorage.getItem(PROGRESS) ?? '[]');
    return empty.map((_, index) => (typeof kept[index] === 'boolean' ? kept[index] : null));
  } catch {
    return empty;
  }
}

/** @param {(boolean | null)[]} guesses */
function keepGuesses(guesses) {
  try {
    localStorage.setItem(PROGRESS, JSON.stringify(guesses));
  } catch {
    // Private windows may not allow storage.
  }
}
