// A game on the page: its board, its panels, and what they do together.

import { BoardView } from '../board/board-view.js';
import { html } from '../element.js';
import { KEY_REFUSED } from '../engine/session-key.js';
import { GAMES } from '../game/games.js';
import { koPoint, rival } from '../game/position.js';
import { preferences } from '../game/preferences.js';
import { PASS, pointName } from '../game/vertex.js';
import { resultText, word } from '../text/words.js';
import { ActionsPanel } from './actions-panel.js';
import { AnalysisPanel } from './analysis-panel.js';
import { Announcer } from './announcer.js';
import { ExplorePanel } from './explore-panel.js';
import { LinePlayer } from './line-player.js';
import { mergedOverlay } from './merged-overlay.js';
import { PlayersPanel } from './players-panel.js';
import { RecordPanel } from './record-panel.js';
import { tabs } from './tabs.js';
import { TravelBar } from './travel-bar.js';

/** @typedef {import('../game/match.js').Match} Match */
/** @typedef {import('../board/overlay.js').Overlay} Overlay */
/** @typedef {import('../game/position.js').Color} Color */

/** The view of a match. */
export class MatchPage {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** @type {Map<string, Overlay>} */
    this.overlays = new Map();
    /** What a click on the board does before it is a move; true if that was all. @type {((point: number) => boolean) | null} */
    this.tool = null;
    /** Another position in the place of the game's. @type {{stones: string, overlay: Overlay} | null} */
    this.preview = null;
    this.announcer = new Announcer();
    this.board = new BoardView(match.config, {
      coordinates: preferences.coordinates,
      onPoint: (point) => this.choose(point),
      onHover: (point) => this.analysis.hover(point),
      onAim: (point) => this.showAim(point),
    });
    this.board.mayGhost = (point) => !this.preview && (match.position?.legal.has(point) ?? false);
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
    this.listening = new AbortController();
    this.listen();
  }

  lay() {
    const { element, show } = tabs(
      word('panels'),
      [
        { name: 'record', title: word('record'), element: this.record.element },
        { name: 'analysis', title: word('analysis'), element: this.analysis.element },
        ...(this.explore.explorer ? [{ name: 'explore', title: word(`explore_${this.match.config.game}`), element: this.explore.element }] : []),
      ],
      (name) => this.explore.activate(name === 'explore'),
    );
    this.showTab = show;
    show('record');
    return html(
      'main',
      { class: 'match' },
      html('h1', { class: 'unseen' }, word(this.match.config.game)),
      html('section', { class: 'table', 'aria-label': word('board') }, this.board.element, this.confirmation, this.travel.element),
      html('section', { class: 'side', 'aria-label': word('panels') }, this.players.element, this.status, this.choices, this.actions.element, element),
      this.announcer.element,
    );
  }

  listen() {
    const { signal } = this.listening;
    const { match } = this;
    match.addEventListener('node', () => this.showNode(), { signal });
    match.addEventListener('tree', () => this.record.showTree(), { signal });
    match.addEventListener('status', () => this.showStatus(), { signal });
    match.addEventListener('move', () => this.announceMove(), { signal });
    this.timer = setInterval(() => this.tick(), 100);
    document.addEventListener('keydown', (event) => this.key(event), { signal });
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
    this.say(`${pointName(point, match.config)}: ${word(kind ?? (isKo ? 'illegal_ko' : GAMES[match.config.game].illegal))}`);
  }

  /** Shows a sentence and has it read aloud. @param {string} text */
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
    this.actions.show();
    this.showChoices();
    this.tick();
    if (match.error) {
      this.status.textContent = this.errorText(match.error);
    } else if (match.result) {
      this.status.textContent = resultText(match.result, match.config.game);
    } else if (match.position) {
      this.status.textContent = this.turnText(match.position.toMove);
    }
  }

  /** @param {string} error */
  errorText(error) {
    if (error === KEY_REFUSED) return word('key_refused');
    return error === 'connection lost' ? word('connection_lost') : word('engine_error', { text: error });
  }

  /** Shows the answers that a person may give to an opening. */
  showChoices() {
    const { swap2 } = this.match;
    const button = (/** @type {import('../game/swap2.js').Answer} */ answer) => html('button', { type: 'button', class: 'primary', 'data-answer': answer, onclick: () => swap2?.answer(answer) }, word(`swap2_${answer}`));
    this.choices.replaceChildren(...(swap2?.answers ?? []).map(button));
  }

  /** @param {Color} color */
  turnText(color) {
    const side = word(color === 'b' ? 'black' : 'white');
    if (this.match.swap2) return this.match.swap2.text();
    if (this.match.paused) return word('paused');
    return word(this.match.thinking ? 'side_thinks' : 'side_to_move', { side });
  }

  announceMove() {
    const { match } = this;
    const move = match.node.move;
    if (!move) return;
    const side = word(move.color === 'b' ? 'black' : 'white');
    const what = move.point === PASS ? word('passes', { side }) : word('plays', { side, point: pointName(move.point, match.config) });
    this.announcer.say(match.result ? `${what} ${resultText(match.result, match.config.game)}` : what);
  }

  tick() {
    const { match } = this;
    match.checkFlag();
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      const turn = !match.result && match.position?.toMove === color;
      this.players.show(color, {
        name: match.tree.names[color] || this.playerName(color),
        position: match.position,
        turn,
        thinking: match.thinking && turn,
        time: match.clock?.left[color] ?? null,
      });
    }
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
    const overlay = mergedOverlay([this.gameOverlay(), ...this.overlays.values()]);
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
    return { marks, numbers };
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

  /** Keys that work wherever nothing is typed. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select')) return;
    const { match } = this;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => match.step(-1),
      ArrowRight: () => match.step(1),
      ArrowUp: () => this.record.sibling(-1),
      ArrowDown: () => this.record.sibling(1),
      PageUp: () => match.step(-10),
      PageDown: () => match.step(10),
      Home: () => match.step(-100000),
      End: () => match.step(100000),
      u: () => this.actions.undo(),
      p: () => this.actions.pass(),
      h: () => this.actions.hint(),
      c: () => this.actions.count(),
      a: () => this.analysis.toggle(),
      Escape: () => this.line.end(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  close() {
    clearInterval(this.timer);
    this.listening.abort();
    this.analysis.stop();
    this.element.remove();
  }
}
