// The page of a game over the network: a side's or a watcher's.

import { BoardView } from '../board/board-view.js';
import { html } from '../element.js';
import { usualConfig } from '../game/config.js';
import { GAMES } from '../game/games.js';
import { preferences } from '../game/preferences.js';
import { GameTree } from '../game/game-tree.js';
import { PASS, parseVertex, pointName, vertex } from '../game/vertex.js';
import { Announcer } from '../panel/announcer.js';
import { ask } from '../panel/dialog.js';
import { PlayersPanel } from '../panel/players-panel.js';
import { TravelBar } from '../panel/travel-bar.js';
import { resultText, word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */
/** @typedef {import('./remote-game.js').RemoteState} RemoteState */
/** @typedef {import('../game/position.js').Color} Color */

/** The view of a game over the network. */
export class RemotePage {
  /**
   * @param {RemoteGame} game
   * @param {(tree: GameTree) => void} onSave
   */
  constructor(game, onSave) {
    this.game = game;
    this.onSave = onSave;
    /** @type {BoardView | null} */
    this.board = null;
    /** The turn that is shown; null for the last. @type {number | null} */
    this.turn = null;
    this.announcer = new Announcer();
    this.status = html('p', { class: 'status' }, word('connecting'));
    this.notice = html('p', { class: 'notice', role: 'alert' });
    const action = (/** @type {string} */ name, /** @type {() => unknown} */ run) => html('button', { type: 'button', class: 'quiet', 'data-action': name, onclick: run }, word(name));
    this.buttons = {
      pass: action('pass', () => game.play('pass')),
      undo: action('ask_undo', () => game.send({ type: 'undo' })),
      count: action('count', () => game.send({ type: 'count' })),
      resign: action('resign', async () => (await ask(word('resign_question'))) && game.send({ type: 'resign' })),
      save: action('save', () => this.save()),
    };
    this.confirmation = html('button', { type: 'button', class: 'primary confirm', hidden: true, onclick: () => this.board?.confirm() });
    this.travel = new TravelBar({ step: (count) => this.show((this.turn ?? this.last) + count), go: (index) => this.show(index) });
    this.table = html('section', { class: 'table', 'aria-label': word('board') }, this.confirmation, this.travel.element);
    this.side = html('section', { class: 'side', 'aria-label': word('panels') }, this.status, this.notice, html('div', { class: 'row wrap' }, ...Object.values(this.buttons)));
    this.element = html('main', { class: 'match remote' }, html('h1', { class: 'unseen' }, word('network_game')), this.table, this.side, this.announcer.element);
    this.answering = false;
    /** @type {Set<number>} */
    this.legal = new Set();
    this.listen();
  }

  get last() {
    return this.game.state?.moves.length ?? 0;
  }

  listen() {
    const { game } = this;
    game.addEventListener('state', () => {
      this.update();
      const { undo, side } = game.state ?? {};
      if (undo && side && undo !== side) this.answerUndo();
    });
    game.addEventListener('move', () => {
      this.turn = null;
      this.update();
      this.announceMove();
    });
    game.addEventListener('refused', (event) => this.say(word('refused', { text: /** @type {CustomEvent} */ (event).detail })));
    game.addEventListener('undo', () => this.answerUndo());
    game.addEventListener('connection', (event) => {
      this.notice.textContent = /** @type {CustomEvent} */ (event).detail ? '' : word('connection_lost');
    });
    game.addEventListener('gone', (event) => {
      const reason = /** @type {CustomEvent} */ (event).detail;
      this.notice.textContent = reason ? word('refused', { text: reason }) : word('no_such_game');
      this.status.textContent = '';
    });
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** Asks whether the other side may take back, once for a request. */
  async answerUndo() {
    if (this.answering) return;
    this.answering = true;
    const accept = await ask(word('undo_question'));
    this.answering = false;
    this.game.send({ type: 'undo_answer', accept });
  }

  /** @param {RemoteState} state */
  prepare(state) {
    const usual = usualConfig(state.game);
    this.config = { ...usual, width: state.size, height: state.size, rules: state.rule || usual.rules, komi: state.komi ?? usual.komi, handicap: state.handicap ?? 0 };
    const { config } = this;
    this.board = new BoardView(config, {
      coordinates: preferences.coordinates,
      onPoint: (point) => this.isMyTurn && this.game.play(vertex(point, config)),
      onAim: (point) => {
        this.confirmation.hidden = point === null;
        if (point !== null) this.confirmation.textContent = word('place_at', { point: pointName(point, config) });
      },
    });
    this.board.mayGhost = (point) => this.legal.has(point);
    this.players = new PlayersPanel(state.game);
    this.table.prepend(this.board.element);
    this.side.prepend(this.players.element);
    document.title = `${word(state.game)} · Tengen`;
  }

  get isMyTurn() {
    const { state } = this.game;
    return Boolean(state && state.side === state.toMove && !state.result && this.turn === null);
  }

  update() {
    const { state } = this.game;
    if (!state) return;
    if (!this.board) this.prepare(state);
    if (this.turn !== null && this.turn >= this.last) this.turn = null;
    const config = /** @type {import('../game/config.js').Config} */ (this.config);
    this.legal = new Set(state.legal.map((text) => parseVertex(text, config)));
    this.buttons.pass.hidden = !GAMES[state.game].hasPass || state.side === null;
    this.buttons.pass.disabled = !this.isMyTurn || !this.legal.has(PASS);
    this.buttons.undo.hidden = this.buttons.resign.hidden = state.side === null;
    this.buttons.undo.disabled = state.moves.length === 0 || Boolean(state.result);
    this.buttons.resign.disabled = Boolean(state.result);
    this.buttons.count.hidden = !state.counting || state.side === null;
    this.status.textContent = this.statusText(state);
    this.travel.show(this.turn ?? this.last, this.last);
    this.draw(state, config);
    this.tick();
  }

  /** @param {RemoteState} state */
  statusText(state) {
    if (state.result) return resultText(state.result, state.game);
    if (state.counting) return word('counting');
    if (state.side === null) return `${word('watching', { n: state.watchers })} ${word('side_to_move', { side: word(state.toMove === 'b' ? 'black' : 'white') })}`;
    if (!state.connected.b || !state.connected.w) return word('waiting_for_opponent');
    return word(state.side === state.toMove ? 'your_turn' : 'their_turn');
  }

  /**
   * @param {RemoteState} state
   * @param {import('../game/config.js').Config} config
   */
  draw(state, config) {
    const turn = this.turn ?? this.last;
    const stones = this.game.boards[turn] ?? state.board;
    const move = turn > 0 ? state.moves[turn - 1][1] : 'pass';
    const point = parseVertex(move, config);
    const marks = point === PASS ? [] : [{ point, kind: 'last' }];
    if (this.isMyTurn && state.game === 'reversi') for (const legal of this.legal) if (legal !== PASS) marks.push({ point: legal, kind: 'legal' });
    for (const forbidden of this.forbidden(state, stones)) marks.push({ point: forbidden, kind: 'forbidden' });
    this.board?.show(stones, { marks }, this.isMyTurn ? state.toMove : null);
  }

  /**
   * Returns the points that renju forbids to black: those that are empty and not legal.
   *
   * @param {RemoteState} state
   * @param {string} stones
   */
  forbidden(state, stones) {
    const isAsked = state.rule === 'renju' && state.toMove === 'b' && !state.result && this.turn === null;
    return isAsked ? [...stones].flatMap((stone, point) => (stone === '.' && !this.legal.has(point) ? [point] : [])) : [];
  }

  /** @param {number} turn */
  show(turn) {
    const wanted = Math.max(0, Math.min(this.last, turn));
    this.turn = wanted === this.last ? null : wanted;
    this.update();
  }

  tick() {
    const { state } = this.game;
    if (!state) return;
    const turn = this.turn ?? this.last;
    const stones = this.game.boards[turn] ?? state.board;
    const captures = { b: this.game.taken('w', turn), w: this.game.taken('b', turn) };
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      this.players?.show(color, {
        name: state.side === color ? word('you') : word(color === 'b' ? 'black' : 'white'),
        position: { stones, toMove: state.toMove, legal: new Set(), over: false, result: '', captures, forbidden: new Map() },
        turn: !state.result && state.toMove === color,
        thinking: false,
        time: this.game.timeLeft(color),
        away: !state.connected[color],
      });
    }
  }

  announceMove() {
    const { state } = this.game;
    const last = state?.moves[state.moves.length - 1];
    if (!state || !last || !this.config) return;
    const side = word(last[0] === 'b' ? 'black' : 'white');
    const point = parseVertex(last[1], this.config);
    this.announcer.say(point === PASS ? word('passes', { side }) : word('plays', { side, point: pointName(point, this.config) }));
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
    this.announcer.say(text);
  }

  save() {
    const { state } = this.game;
    if (!state || !this.config) return;
    const tree = new GameTree(this.config);
    const first = this.game.boards[0] ?? '';
    if (this.config.handicap >= 2) {
      tree.root.setup = { black: [...first].flatMap((stone, point) => (stone === 'X' ? [point] : [])), white: [], empty: [], toMove: 'w' };
    }
    let node = tree.root;
    for (const [color, move] of state.moves) node = tree.play(node, color, parseVertex(move, this.config));
    tree.result = state.result ?? '';
    this.onSave(tree);
  }

  close() {
    clearInterval(this.timer);
    this.game.close();
    this.element.remove();
  }
}
