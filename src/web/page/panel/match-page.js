// A game on the page: its board, its panels, and their interaction.

import { BoardView } from '../board/board-view.js';
import { html } from '../element.js';
import { GAMES } from '../game/games.js';
import { koPoint, rival } from '../game/position.js';
import { preferences } from '../game/preferences.js';
import { PASS, pointName } from '../game/vertex.js';
import { winningRows } from '../game/winning-rows.js';
import { infoOf } from '../record/game-info.js';
import { markupOf } from '../record/markup.js';
import { failureText } from '../text/error-text.js';
import { resultText } from '../text/results.js';
import { word } from '../text/words.js';
import { ActionsPanel } from './actions-panel.js';
import { AnalysisPanel } from './analysis-panel.js';
import { Announcer } from './announcer.js';
import { ExplorePanel } from './explore-panel.js';
import { LinePlayer } from './line-player.js';
import { mergedOverlay } from './merged-overlay.js';
import { PlayersPanel } from './players-panel.js';
import { RecordPanel } from '../library/record-panel.js';
import { playSound } from './sound.js';
import { tabs } from './tabs.js';
import { TravelBar } from './travel-bar.js';
import { ViewSwitches } from './view-switches.js';

/** @typedef {import('../game/match.js').Match} Match */
/** @typedef {import('../board/overlay.js').Overlay} Overlay */
/** @typedef {import('../game/position.js').Color} Color */

/** Milliseconds after which the page says what it waits for. */
const PATIENCE = 600;

/** The view of a match. */
export class MatchPage {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** @type {Map<string, Overlay>} */
    this.overlays = new Map();
    /** Handles a click on the board before it counts as a move; returns true if it did. @type {((point: number) => boolean) | null} */
    this.tool = null;
    /** A position shown in place of the game's. @type {{stones: string, overlay: Overlay} | null} */
    this.preview = null;
    this.announcer = new Announcer();
    this.board = this.newBoard();
    this.view = new ViewSwitches((name) => this.changeView(name));
    this.players = new PlayersPanel(match.config.game);
    this.travel = new TravelBar({ step: (count) => match.step(count), go: (index) => this.go(index) });
    this.actions = new ActionsPanel(this);
    this.status = html('p', { class: 'status' });
    this.choices = html('div', { class: 'choices', role: 'group', 'aria-label': 'Swap2' });
    this.line = new LinePlayer(this);
    this.analysis = new AnalysisPanel(this);
    this.explore = new ExplorePanel(this);
    this.record = new RecordPanel(this);
    this.confirmation = html('button', { type: 'button', class: 'primary confirm', hidden: true, onclick: () => this.board.confirm() });
    this.element = this.lay();
    this.actions.show();
    this.listening = new AbortController();
    this.listen();
  }

  newBoard() {
    const { match } = this;
    const board = new BoardView(match.config, {
      coordinates: preferences.coordinates,
      onPoint: (point) => this.choose(point),
      onHover: (point) => this.analysis.hover(point),
      onAim: (point) => this.showAim(point),
    });
    board.mayGhost = (point) => !this.preview && (match.position?.legal.has(point) ?? false);
    return board;
  }

  /** Applies a changed preference. @param {'coordinates' | 'numbers' | 'sound'} name */
  changeView(name) {
    if (name === 'sound') return playSound('move');
    if (name === 'coordinates') {
      const before = this.board;
      this.board = this.newBoard();
      const hadFocus = before.element.contains(document.activeElement);
      before.element.replaceWith(this.board.element);
      if (hadFocus) this.board.moveCursor(before.cursor, true);
    }
    this.draw();
  }

  lay() {
    const { element, show } = tabs(
      word('panels'),
      [
        { name: 'record', title: word('record'), element: this.record.element },
        { name: 'analysis', title: word('analysis'), element: this.analysis.element },
        ...(this.explore.explorer ? [{ name: 'explore', title: word(`explore_${this.match.config.game}`), element: this.explore.element }] : []),
      ],
      (name) => this.showPanel(name),
    );
    this.showTab = show;
    show('record');
    return html(
      'main',
      { class: 'match' },
      html('h1', { class: 'unseen' }, word(this.match.config.game)),
      html('section', { class: 'table', 'aria-label': word('board') }, this.board.element, this.confirmation, this.travel.element, this.line.element),
      html('section', { class: 'side', 'aria-label': word('panels') }, this.players.element, html('div', { class: 'status-row' }, this.status, this.view.element), this.choices, this.actions.element, element),
      this.announcer.element,
    );
  }

  /** What is open on the page: the tab, and whether the position or the game is being analyzed. */
  get opened() {
    return { tab: this.tab ?? 'record', isAnalyzing: this.analysis.on, isReviewing: this.analysis.review.analysis.running };
  }

  /** Opens what was open on an earlier page of the match. @param {MatchPage['opened']} opened */
  reopen({ tab, isAnalyzing, isReviewing }) {
    this.showTab?.(tab);
    if (isAnalyzing) this.analysis.turn(true);
    if (isReviewing) this.analysis.review.analyze();
  }

  /** Activates the panel of a tab. @param {string} name */
  showPanel(name) {
    this.tab = name;
    this.record.markup.choose('');
    this.explore.activate(name === 'explore');
  }

  listen() {
    const { signal } = this.listening;
    const { match } = this;
    match.addEventListener('node', () => this.showNode(), { signal });
    match.addEventListener('tree', () => this.record.showTree(), { signal });
    match.addEventListener('status', () => this.showStatus(), { signal });
    match.addEventListener('ready', () => this.isWaiting && this.showStatus(), { signal });
    match.addEventListener('move', () => this.announceMove(), { signal });
    this.timer = setInterval(() => this.tick(), 100);
    this.explainWaiting();
    document.addEventListener('keydown', (event) => this.key(event), { signal });
  }

  /** Explains after a while why the board does not answer yet: a first visitor's browser fetches the engine. */
  explainWaiting() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.isWaiting = this.match.loading && !this.match.error;
      if (this.isWaiting) this.status.textContent = word('engine_loading');
    }, PATIENCE);
  }

  /** @param {number} point */
  async choose(point) {
    if (this.tool?.(point)) return;
    const { match } = this;
    if (this.preview) {
      this.line.end();
      return;
    }
    if (!match.isPersonsTurn) return;
    this.explainWaiting();
    if (!(await match.play(point))) this.explainRefusal(point);
  }

  /** @param {number} point */
  explainRefusal(point) {
    const { match } = this;
    const position = match.position;
    if (!position || position.over) return;
    if (position.stones[point] !== '.') return;
    const kind = position.toMove === 'b' ? position.forbidden.get(point) : undefined;
    const isKo = koPoint(match.node.parent?.position, position) === point;
    this.say(word('point_note', { point: pointName(point, match.config), text: word(kind ?? (isKo ? 'illegal_ko' : GAMES[match.config.game].illegal)) }));
  }

  /** Shows a sentence and announces it to screen readers. @param {string} text */
  say(text) {
    this.status.textContent = text;
    this.announcer.say(text);
  }

  showNode() {
    this.preview = null;
    this.line.forget();
    this.overlays.delete('count');
    this.overlays.delete('hint');
    this.travel.show(this.match.node.depth, this.match.tree.lineThrough(this.match.node).length - 1);
    this.record.showNode();
    this.explore.showNode();
    this.analysis.showNode();
    this.draw();
    this.showStatus();
    if (this.match.position?.over && this.match.config.game === 'go') this.actions.count();
  }

  showStatus() {
    const { match } = this;
    this.isWaiting = false;
    this.actions.show();
    this.showChoices();
    this.tick();
    if (match.error) {
      this.status.textContent = failureText(match.error);
    } else if (match.result) {
      this.status.textContent = resultText(match.result, match.config.game);
    } else if (match.position) {
      this.status.textContent = this.turnText(match.position.toMove);
    }
  }

  /** Shows the person's possible answers to an opening. */
  showChoices() {
    const { swap2 } = this.match;
    const button = (/** @type {import('../game/swap2.js').Answer} */ answer) => html('button', { type: 'button', class: 'primary', 'data-answer': answer, onclick: () => swap2?.answer(answer) }, word(`swap2_${answer}`));
    this.choices.replaceChildren(...(swap2?.answers ?? []).map(button));
  }

  /** Describes the turn, after a pass also the pass, which leaves no stone. @param {Color} color */
  turnText(color) {
    const { swap2, paused, thinking, node } = this.match;
    if (swap2) return swap2.text();
    if (paused) return word('paused');
    const turn = word(thinking ? 'side_thinks' : 'side_to_move', { side: color });
    return node.move?.point === PASS ? `${word('passes', { side: node.move.color })} ${turn}` : turn;
  }

  announceMove() {
    const { match } = this;
    const move = match.node.move;
    if (!move) return;
    playSound(match.result ? 'end' : move.point === PASS ? 'pass' : this.hasCaptured() ? 'capture' : 'move');
    const side = move.color;
    const what = move.point === PASS ? word('passes', { side }) : word('plays', { side, point: pointName(move.point, match.config) });
    this.announcer.say(match.result ? `${what} ${resultText(match.result, match.config.game)}` : what);
  }

  /** Whether the last move has captured stones. */
  hasCaptured() {
    const { position, node } = this.match;
    const before = node.parent?.position;
    return Boolean(position?.captures && before?.captures && position.captures.b + position.captures.w > before.captures.b + before.captures.w);
  }

  tick() {
    const { match } = this;
    match.checkFlag();
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      const turn = !match.result && match.position?.toMove === color;
      this.players.show(color, {
        name: this.nameOf(color),
        position: match.position,
        turn,
        thinking: match.thinking && turn,
        time: match.clock?.left[color] ?? null,
      });
    }
  }

  /** The name of a player, with the rank unless the name has it. @param {Color} color */
  nameOf(color) {
    const { tree } = this.match;
    const name = tree.names[color] || this.playerName(color);
    const rank = infoOf(tree, color === 'b' ? 'BR' : 'WR');
    return rank && !name.includes(rank) ? word('ranked', { name, rank }) : name;
  }

  /** @param {Color} color */
  playerName(color) {
    if (this.match.players[color] === 'engine') return 'Tengen';
    return this.match.players[rival(color)] === 'engine' ? word('you') : word(color === 'b' ? 'black' : 'white');
  }

  /** Shows the board with all overlays. */
  draw() {
    const { match } = this;
    const position = match.position;
    if (!position) return;
    if (this.preview) {
      this.board.show(this.preview.stones, mergedOverlay([this.preview.overlay]), null);
      return;
    }
    const overlay = mergedOverlay([this.gameOverlay(), markupOf(match.node, match.config), ...this.overlays.values()]);
    this.board.show(position.stones, overlay, match.isPersonsTurn && !this.tool ? position.toMove : null);
  }

  /** @returns {Overlay} */
  gameOverlay() {
    const { match } = this;
    const position = match.position;
    const marks = [];
    const move = match.node.move;
    const numbers = preferences.numbers ? this.moveNumbers() : null;
    if (move && move.point !== PASS && !numbers) marks.push({ point: move.point, kind: 'last' });
    if (position) {
      const ko = koPoint(match.node.parent?.position, position);
      if (ko !== null) marks.push({ point: ko, kind: 'ko' });
      for (const point of position.forbidden.keys()) marks.push({ point, kind: 'forbidden' });
      if (match.config.game === 'reversi' && match.isPersonsTurn) {
        for (const point of position.legal) if (point !== PASS) marks.push({ point, kind: 'legal' });
      }
    }
    const strokes = position?.over && move ? winningRows(position.stones, move.point, match.config) : [];
    return { marks, numbers, strokes };
  }

  moveNumbers() {
    const numbers = new Map();
    let count = 0;
    for (const { move } of this.match.tree.pathFrom(this.match.tree.root, this.match.node)) {
      if (move) numbers.set(move.point, ++count);
    }
    return numbers;
  }

  /**
   * @param {string} name
   * @param {Overlay | null} overlay
   */
  setOverlay(name, overlay) {
    if (overlay) this.overlays.set(name, overlay);
    else this.overlays.delete(name);
    this.draw();
  }

  /** @param {{stones: string, overlay: Overlay} | null} preview */
  setPreview(preview) {
    this.preview = preview;
    this.draw();
  }

  /** @param {number} index */
  go(index) {
    const line = this.match.tree.lineThrough(this.match.node);
    const node = line[Math.min(index, line.length - 1)];
    if (node !== this.match.node) this.match.show(node);
  }

  /** @param {number | null} point */
  showAim(point) {
    this.confirmation.hidden = point === null;
    if (point !== null) this.confirmation.textContent = word('place_at', { point: pointName(point, this.match.config) });
  }

  /** Handles keys outside of text fields. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select')) return;
    const { match } = this;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => (this.line.isShown ? this.line.show(this.line.index - 1) : match.step(-1)),
      ArrowRight: () => (this.line.isShown ? this.line.show(this.line.index + 1) : match.step(1)),
      ArrowUp: () => this.record.sibling(-1),
      ArrowDown: () => this.record.sibling(1),
      PageUp: () => match.step(-10),
      PageDown: () => match.step(10),
      Home: () => match.step(-100000),
      End: () => match.step(100000),
      u: () => this.actions.undo(),
      p: () => this.actions.pass(),
      h: () => this.actions.hint.step(),
      c: () => this.actions.count(),
      a: () => this.analysis.toggle(),
      n: () => this.view.toggle('numbers'),
      k: () => this.view.toggle('coordinates'),
      s: () => this.view.toggle('sound'),
      Escape: () => this.line.end(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  close() {
    clearInterval(this.timer);
    clearTimeout(this.waiting);
    this.listening.abort();
    this.analysis.close();
    this.element.remove();
  }
}
