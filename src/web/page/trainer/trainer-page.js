// The trainer: problems to solve on the board, repeated after days.

import { BoardView } from '../board/board-view.js';
import { CodedError } from '../coded-error.js';
import { html } from '../element.js';
import { GameTree } from '../game/game-tree.js';
import { GAME_NAMES, GAMES } from '../game/games.js';
import { Match } from '../game/match.js';
import { pointName } from '../game/vertex.js';
import { openDialog } from '../panel/dialog.js';
import { areaOf } from '../panel/hint.js';
import { LinePlayer } from '../panel/line-player.js';
import { linkField } from '../panel/links-dialog.js';
import { mergedOverlay } from '../panel/merged-overlay.js';
import { levelName } from '../panel/new-game-dialog.js';
import { failureText } from '../text/error-text.js';
import { word } from '../text/words.js';
import { KINDS } from './kinds.js';
import { asksForPoints, readProblems } from './problem.js';
import { problemLink } from './problem-link.js';
import { Progress } from './progress.js';
import { refutation } from './refutation.js';
import { dayOf, isDue, nextProblem } from './schedule.js';

/** @typedef {import('./problem.js').Problem} Problem */
/** A set of problems, with its name in the language in use. @typedef {{name: () => string, problems: Problem[]}} ProblemSet */
/** What to train: a set, a game, and a kind or, if it is empty, all kinds. @typedef {{set: ProblemSet, game: import('../game/games.js').GameName, kind: string}} Choice */

/** Qualities of answers, as SM-2 defines them. */
const QUALITY = { atOnce: 5, withArea: 3, afterError: 2, shown: 1 };

/** The trainer's page. */
export class TrainerPage {
  /**
   * @param {ProblemSet[]} sets
   * @param {ProblemSet} set The set shown first.
   * @param {() => void} onOpen A file of problems is to be opened.
   */
  constructor(sets, set, onOpen) {
    this.sets = sets;
    this.onOpen = onOpen;
    this.progress = new Progress();
    /** @type {Choice} */
    this.choice = { set, game: KINDS[set.problems[0].kind].game, kind: '' };
    this.problem = set.problems[0];
    this.match = newMatch(this.problem);
    this.board = this.newBoard();
    this.line = new LinePlayer(this, false);
    /** @type {{stones: string, overlay: import('../board/overlay.js').Overlay} | null} */
    this.preview = null;
    /** Whether the schedule has the answer, of which only the first counts. */
    this.isAnswered = false;
    this.isSolved = false;
    /** Hints given: 1 for the area, 2 for the solution. */
    this.hints = 0;
    /** @type {Set<number>} Points of the solution that were found. */
    this.found = new Set();
    /** Number of points chosen, by which a late refutation knows that it is no longer wanted. */
    this.moves = 0;
    this.choices = html('div', { class: 'problem-choices' });
    this.summary = html('p', { class: 'note problem-summary' });
    this.question = html('p', { class: 'question' });
    this.answer = html('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
    this.confirmation = html('button', { type: 'button', class: 'primary confirm', hidden: true, onclick: () => this.board.confirm() });
    this.hintButton = html('button', { type: 'button', class: 'quiet', 'data-action': 'hint', onclick: () => this.hint() }, word('hint'));
    this.element = this.lay();
    this.listening = new AbortController();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.listening.signal });
    this.showNextOf(this.problems);
  }

  lay() {
    return html(
      'main',
      { class: 'match trainer' },
      html('section', { class: 'table', 'aria-label': word('board') }, this.board.element, this.confirmation),
      html(
        'section',
        { class: 'side', 'aria-label': word('problems') },
        html('h1', {}, word('problems')),
        this.question,
        this.answer,
        this.line.element,
        html('div', { class: 'row' }, html('button', { type: 'button', class: 'primary', 'data-action': 'next', onclick: () => this.next() }, word('next_problem')), this.hintButton),
        this.choices,
        this.summary,
        html('p', { class: 'guide' }, word('problems_guide')),
        html(
          'div',
          { class: 'row wrap' },
          html('button', { type: 'button', class: 'quiet', 'data-action': 'share', onclick: () => this.share() }, word('share')),
          html('button', { type: 'button', class: 'quiet', 'data-action': 'open-problems', onclick: this.onOpen }, word('open_problems')),
        ),
      ),
    );
  }

  newBoard() {
    const board = new BoardView(this.problem.config, {
      coordinates: true,
      onPoint: (point) => this.choose(point),
      onAim: (point) => this.showAim(point),
    });
    // A ghost on legal points only would give away forbidden ones.
    board.mayGhost = () => !this.preview;
    return board;
  }

  /** Shows another board, which gets the focus if the one before had it. */
  replaceBoard() {
    const before = this.board.element;
    const hasFocus = before.contains(document.activeElement);
    this.board = this.newBoard();
    before.replaceWith(this.board.element);
    if (hasFocus) this.board.moveCursor(this.board.cursor, true);
    this.confirmation.hidden = true;
  }

  /** The problems of the game and kind that were chosen. */
  get problems() {
    const { set, game, kind } = this.choice;
    return set.problems.filter((problem) => problem.config.game === game && (!kind || problem.kind === kind));
  }

  /** @param {Partial<Choice>} change */
  change(change) {
    const { set, game } = { ...this.choice, ...change };
    const has = set.problems.some((problem) => problem.config.game === game);
    this.choice = { set, game: has ? game : set.problems[0].config.game, kind: change.kind ?? '' };
    this.showNextOf(this.problems);
  }

  /** Shows another problem. */
  next() {
    const { problems } = this;
    const at = problems.indexOf(this.problem);
    this.showNextOf([...problems.slice(at + 1), ...problems.slice(0, at)]);
  }

  /** Shows the problem that is asked next. @param {Problem[]} problems If there is none, the problem shown is asked again. */
  showNextOf(problems) {
    this.show(nextProblem(problems, this.progress.cards, dayOf(new Date())) ?? this.problem);
  }

  /** Shows the problem of an earlier page. @param {TrainerPage} page */
  resume({ choice, problem }) {
    this.choice = choice;
    this.show(problem);
  }

  /** @param {Problem} problem */
  async show(problem) {
    this.line.forget();
    this.match.close();
    this.problem = problem;
    this.preview = null;
    this.isAnswered = this.isSolved = false;
    this.hints = 0;
    this.found.clear();
    this.answer.replaceChildren();
    this.hintButton.disabled = false;
    this.replaceBoard();
    this.match = newMatch(problem);
    const { match } = this;
    match.addEventListener('status', () => match.error && match === this.match && this.say(failureText(match.error)));
    const card = this.progress.cards[problem.key];
    if (card && !isDue(card, dayOf(new Date()))) this.say(word('nothing_due'));
    this.showQuestion();
    this.showChoices();
    this.draw();
    await match.load();
  }

  showQuestion() {
    const { kind, level, toMove, solutions } = this.problem;
    const grade = level && html('span', { class: 'note' }, word('problem_level', { level: levelName(level) }));
    this.question.replaceChildren(word(KINDS[kind].question, { side: toMove, n: solutions.length }), ' ', grade);
  }

  showChoices() {
    const { set, game, kind } = this.choice;
    const count = (/** @type {(problem: Problem) => boolean} */ test) => set.problems.filter(test).length;
    const games = GAME_NAMES.filter((name) => count((problem) => problem.config.game === name) > 0);
    const kinds = Object.keys(KINDS).filter((name) => KINDS[name].game === game && count((problem) => problem.kind === name) > 0);
    const counted = (/** @type {string} */ text, /** @type {number} */ n) => word('with_count', { text, n });
    const sets = select('problem_set', this.sets.map(({ name, problems }, index) => [String(index), counted(name(), problems.length)]), String(this.sets.indexOf(set)), (index) => this.change({ set: this.sets[Number(index)] }));
    sets.hidden = this.sets.length < 2;
    sets.classList.add('problem-set');
    const focused = this.choices.contains(document.activeElement) && document.activeElement?.getAttribute('name');
    this.choices.replaceChildren(
      sets,
      select('games_choice', games.map((name) => [name, counted(word(name), count((problem) => problem.config.game === name))]), game, (name) => this.change({ game: /** @type {Choice['game']} */ (name) })),
      select('problem_kind', [['', word('all_kinds')], ...kinds.map((name) => /** @type {[string, string]} */ ([name, counted(word(`kind_${name}`), count((problem) => problem.kind === name))]))], kind, (name) => this.change({ kind: name })),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.choices.querySelector(`[name=${focused}]`))?.focus();
    this.showSummary();
  }

  showSummary() {
    const today = dayOf(new Date());
    const days = this.progress.daysInRow(today);
    const streak = days > 0 && html('b', { class: 'streak' }, word('streak_n', { n: days }));
    this.summary.replaceChildren(word('problems_left', this.progress.count(this.problems, today)), ' ', streak || '');
  }

  /** @param {number} point */
  async choose(point) {
    this.moves++;
    if (this.preview) return this.line.end();
    const { problem, match } = this;
    if (this.isSolved || problem.stones[point] !== '.' || this.found.has(point)) return;
    if (problem.solutions.includes(point)) return this.accept(point);
    const line = problem.wrong.find(({ moves: [first] }) => first === point);
    if (line) return this.refute(line.moves, word('guess_wrong', { text: resultText(line) || word(KINDS[problem.kind].wrong) }));
    if (!match.position) await match.load();
    if (match !== this.match || !match.position) return;
    const name = pointName(point, problem.config);
    if (!match.position.legal.has(point)) return this.say(word('point_note', { point: name, text: word(GAMES[problem.config.game].illegal) }));
    this.refute([point], word('not_solution', { point: name }));
    const moves = this.moves;
    const reply = await refutation(match, problem, point).catch(() => []);
    if (reply.length === 0 || moves !== this.moves || match !== this.match) return;
    this.refute([point, ...reply], word('guess_wrong', { text: word(KINDS[problem.kind].wrong) }));
  }

  /** @param {number} point A point of the solution. */
  accept(point) {
    const { problem } = this;
    this.found.add(point);
    if (asksForPoints(problem) && this.found.size !== problem.solutions.length) {
      this.say(word('point_left'), 'right');
      return this.draw();
    }
    this.record(this.hints ? QUALITY.withArea : QUALITY.atOnce);
    this.isSolved = true;
    this.hintButton.disabled = true;
    const line = problem.right.find(({ moves: [first] }) => first === point);
    const text = (line && resultText(line)) || word(KINDS[problem.kind].right);
    this.say(word('guess_right', { text }), 'right');
    this.draw();
    if (line && !asksForPoints(problem)) this.line.start(line.moves, problem.toMove);
  }

  /**
   * Shows why a move is wrong.
   *
   * @param {number[]} line
   * @param {string} text
   */
  refute(line, text) {
    this.record(QUALITY.afterError);
    this.say(text, 'wrong');
    this.line.start(line, this.problem.toMove);
  }

  /** Stores the first answer. @param {number} quality */
  record(quality) {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.progress.answer(this.problem.key, quality, dayOf(new Date()));
    this.showSummary();
  }

  /** Shows the area of a solution, then the solution. */
  hint() {
    const { config, solutions } = this.problem;
    const point = solutions.find((solution) => !this.found.has(solution));
    if (this.isSolved || point === undefined) return;
    this.line.end();
    this.hints = Math.min(2, this.hints + 1);
    if (this.hints === 1) {
      const area = areaOf(point, config);
      this.say(word('hint_area', { from: pointName(area[0], config), to: pointName(area[area.length - 1], config) }));
    } else {
      this.record(QUALITY.shown);
      this.say(word('hint_point', { point: pointName(point, config) }));
    }
    this.draw();
  }

  /** Shows a link to the problem. */
  async share() {
    const { input, copy } = linkField(await problemLink(this.problem), word('problem_link'));
    openDialog(word('share'), html('p', { class: 'note' }, word('share_guide')), html('div', { class: 'link-row' }, input, html('div', { class: 'row' }, copy)));
  }

  /** @returns {import('../board/overlay.js').Overlay} */
  overlay() {
    const { problem } = this;
    const marks = problem.target.map((point) => ({ point, kind: 'target' }));
    if (asksForPoints(problem)) for (const point of this.found) marks.push({ point, kind: 'forbidden' });
    const point = problem.solutions.find((solution) => !this.found.has(solution));
    if (point === undefined) return { marks };
    if (this.hints === 1) marks.push(...areaOf(point, problem.config).map((place) => ({ point: place, kind: 'area' })));
    return { marks, candidates: this.hints === 2 ? [{ point, text: '★', detail: '', rank: 0, best: true }] : [] };
  }

  draw() {
    const { problem } = this;
    const shown = this.preview ?? { stones: problem.stones, overlay: this.overlay() };
    this.board.show(shown.stones, mergedOverlay([shown.overlay]), this.isSolved || asksForPoints(problem) ? null : problem.toMove);
  }

  /** @param {{stones: string, overlay: import('../board/overlay.js').Overlay} | null} preview */
  setPreview(preview) {
    this.preview = preview;
    this.draw();
  }

  /**
   * @param {string} text
   * @param {'right' | 'wrong' | ''} [kind]
   */
  say(text, kind = '') {
    this.answer.replaceChildren(html('p', { class: kind }, text));
  }

  /** @param {number | null} point */
  showAim(point) {
    this.confirmation.hidden = point === null;
    if (point !== null) this.confirmation.textContent = word('place_at', { point: pointName(point, this.problem.config) });
  }

  /** Handles keys outside of text fields. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') || target.matches('input, textarea, select')) return;
    /** @type {Record<string, () => unknown>} */
    const keys = { h: () => this.hint(), n: () => this.next(), Escape: () => this.line.end() };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  close() {
    this.listening.abort();
    this.line.forget();
    this.match.close();
    this.element.remove();
  }
}

/** Loads the problems that come with the page. @returns {Promise<ProblemSet>} */
export async function includedSet() {
  const response = await fetch(new URL('problems.jsonl', import.meta.url)).catch(() => null);
  if (!response?.ok) throw new CodedError('no_network');
  return { name: () => word('set_included'), problems: readProblems(await response.text()) };
}

/** @param {Problem} problem */
function newMatch({ config, stones, toMove }) {
  const tree = new GameTree(config);
  const of = (/** @type {string} */ mark) => [...stones].flatMap((stone, point) => (stone === mark ? [point] : []));
  tree.root.setup = { black: of('X'), white: of('O'), empty: [], toMove };
  return new Match(tree, { b: 'person', w: 'person', seconds: 1, clock: null });
}

/** The text of the result of a line; empty if the file has none. @param {import('./problem.js').Branch} branch */
function resultText({ result }) {
  return result ? word(result.key, result.values) : '';
}

/**
 * @param {string} label
 * @param {[string, string][]} options Values and texts.
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
function select(label, options, value, onChange) {
  const element = html('select', { 'aria-label': word(label), name: label }, ...options.map(([name, text]) => html('option', { value: name, selected: name === value }, text)));
  element.addEventListener('change', () => onChange(element.value));
  return element;
}
