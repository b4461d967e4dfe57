// The page of a game over the network, for a player or a watcher.

import { BoardView } from '../board/board-view.js';
import { html } from '../element.js';
import { sessionKey } from '../engine/session-key.js';
import { clockText } from '../game/clock.js';
import { defaultConfig } from '../game/config.js';
import { GAMES } from '../game/games.js';
import { preferences } from '../game/preferences.js';
import { GameTree } from '../game/game-tree.js';
import { PASS, parseVertex, pointName, vertex } from '../game/vertex.js';
import { rival } from '../game/position.js';
import { winningRows } from '../game/winning-rows.js';
import { Announcer } from '../panel/announcer.js';
import { ask } from '../panel/dialog.js';
import { PlayersPanel } from '../panel/players-panel.js';
import { TravelBar } from '../panel/travel-bar.js';
import { refusalText } from '../text/error-text.js';
import { resultText } from '../text/results.js';
import { word } from '../text/words.js';
import { ChatPanel } from './chat-panel.js';
import { EndPanel } from './end-panel.js';
import { faultText, remarkOf, stopGame } from './engine-text.js';
import { MatchTable } from './match-table.js';
import { openName } from './name-dialog.js';
import { SettlingPanel } from './settling-panel.js';
import { TurnCaller } from './turn-caller.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */
/** @typedef {import('./remote-game.js').RemoteState} RemoteState */
/** @typedef {import('../game/position.js').Color} Color */

/** The view of a game over the network. */
export class RemotePage {
  /**
   * @param {RemoteGame} game
   * @param {{save: (tree: GameTree) => void, review: (tree: GameTree) => void}} actions
   */
  constructor(game, actions) {
    this.game = game;
    const nameOf = (/** @type {Color} */ color) => this.nameOf(color);
    this.settling = new SettlingPanel(game, nameOf);
    this.end = new EndPanel(game, () => {
      const tree = this.tree();
      if (tree) actions.review(tree);
    });
    this.chat = new ChatPanel(game, nameOf);
    this.matchTable = new MatchTable(game);
    this.caller = new TurnCaller();
    /** @type {BoardView | null} */
    this.board = null;
    /** The turn shown; null for the last. @type {number | null} */
    this.turn = null;
    this.announcer = new Announcer();
    this.status = html('p', { class: 'status' }, word('connecting'));
    this.request = html('p', { class: 'request', role: 'status' });
    this.notice = html('p', { class: 'notice', role: 'alert' });
    const action = (/** @type {string} */ name, /** @type {() => unknown} */ run) => html('button', { type: 'button', class: 'quiet', 'data-action': name, onclick: run }, word(name));
    this.buttons = {
      pass: action('pass', () => game.play('pass')),
      undo: action('ask_undo', () => game.send({ type: 'undo' })),
      resign: action('resign', async () => (await ask(word('resign_question'))) && game.send({ type: 'resign' })),
      stop: action('stop', async () => (await ask(word('stop_question'))) && stopGame(game.path)),
      name: action('change_name', () => openName(this.ownName, (name) => game.send({ type: 'name', name }))),
      save: action('save', () => {
        const tree = this.tree();
        if (tree) actions.save(tree);
      }),
    };
    // Hidden until the game is there.
    this.controls = html('div', { class: 'row wrap', hidden: true }, ...Object.values(this.buttons));
    this.confirmation = html('button', { type: 'button', class: 'primary confirm', hidden: true, onclick: () => this.board?.confirm() });
    this.travel = new TravelBar({ step: (count) => this.show((this.turn ?? this.last) + count), go: (index) => this.show(index) });
    this.table = html('section', { class: 'table', 'aria-label': word('board') }, this.confirmation, this.travel.element);
    this.side = html('section', { class: 'side', 'aria-label': word('panels') }, this.status, this.request, this.notice, this.settling.element, this.end.element, this.controls, this.matchTable.element, this.chat.element, this.caller.element);
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
    game.addEventListener('refused', (event) => {
      this.say(word('refused', { text: refusalText(/** @type {CustomEvent} */ (event).detail.code) }));
    });
    game.addEventListener('chat', () => {
      const last = game.lines.at(-1);
      if (last && last[0] !== game.state?.side) this.announcer.say(word('chat_line', { name: this.nameOf(last[0]), text: last[1] }));
    });
    game.addEventListener('undo', () => this.answerUndo());
    game.addEventListener('connection', (event) => {
      this.notice.textContent = /** @type {CustomEvent} */ (event).detail ? '' : word('connection_lost');
    });
    game.addEventListener('gone', (event) => {
      const code = /** @type {CustomEvent} */ (event).detail;
      this.notice.textContent = code ? word('refused', { text: refusalText(code) }) : word('no_such_game');
      this.status.textContent = '';
      this.controls.hidden = true;
    });
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** Asks whether the other side may take back, once per request. */
  async answerUndo() {
    if (this.answering) return;
    this.answering = true;
    const accept = await ask(word('undo_question'));
    this.answering = false;
    this.game.send({ type: 'undo_answer', accept });
  }

  /** @param {RemoteState} state */
  prepare(state) {
    const defaults = defaultConfig(state.game);
    this.config = { ...defaults, width: state.size, height: state.size, rules: state.rule || defaults.rules, komi: state.komi ?? defaults.komi, handicap: state.handicap ?? 0 };
    const { config } = this;
    this.board = new BoardView(config, {
      coordinates: preferences.coordinates,
      onPoint: (point) => this.choose(point, config),
      onAim: (point) => {
        this.confirmation.hidden = point === null;
        if (point !== null) this.confirmation.textContent = word(this.isSettling ? 'mark_at' : 'place_at', { point: pointName(point, config) });
      },
    });
    this.board.mayGhost = (point) => this.legal.has(point);
    this.players = new PlayersPanel(state.game);
    this.table.prepend(this.board.element);
    this.side.prepend(this.players.element);
  }

  /**
   * Plays a move, or marks a chain of a finished board.
   *
   * @param {number} point
   * @param {import('../game/config.js').Config} config
   */
  choose(point, config) {
    if (this.isSettling) this.settling.toggle(point, config);
    else if (this.isMyTurn) this.game.play(vertex(point, config));
  }

  /** Whether a click marks a chain as dead or alive. */
  get isSettling() {
    const { state } = this.game;
    return Boolean(state?.counting && state.settling && state.side && this.turn === null);
  }

  /** The name of this player; empty without one. */
  get ownName() {
    const { state } = this.game;
    return state?.side ? state.names[state.side] : '';
  }

  /** Returns the name of a side: the player's, if there is one. @param {Color} color */
  nameOf(color) {
    return this.game.state?.names[color] || word(color === 'b' ? 'black' : 'white');
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
    this.buttons.pass.hidden = !GAMES[state.game].hasPass || state.side === null || Boolean(state.result);
    this.controls.hidden = false;
    this.buttons.pass.disabled = !this.isMyTurn || state.counting || !this.legal.has(PASS);
    this.buttons.name.hidden = state.side === null;
    this.buttons.undo.hidden = this.buttons.resign.hidden = state.side === null || Boolean(state.result);
    this.buttons.undo.disabled = state.moves.length === 0 || state.undo === state.side;
    this.status.textContent = this.statusText(state);
    this.request.textContent = this.requestText(state);
    this.buttons.stop.hidden = !state.engines?.b || !state.engines.w || Boolean(state.result) || !sessionKey();
    this.settling.show();
    this.end.show();
    this.matchTable.show();
    this.chat.show();
    const isMine = state.side !== null && state.side === state.toMove && !state.result && !state.counting && state.connected[rival(state.side)];
    this.caller.show(isMine, word('page_title', { title: word(state.game) }));
    this.caller.element.hidden = state.side === null || Boolean(state.result);
    this.travel.show(this.turn ?? this.last, this.last);
    this.draw(state, config);
    this.tick();
  }

  /** @param {RemoteState} state */
  statusText(state) {
    if (state.fault) return faultText(state, this.nameOf(state.fault.side));
    if (state.result) return resultText(state.result, state.game);
    if (state.counting) return word(state.side ? 'settling_guide' : 'settling_watch');
    const [passing, move] = state.moves.at(-1) ?? [];
    const passed = passing && move === 'pass' ? `${word('passes', { side: passing })} ` : '';
    if (state.side === null) return passed + word('watching', { n: state.watchers, turn: word('side_to_move', { side: state.toMove }) });
    if (!state.connected.b || !state.connected.w) return word(state.moves.length > 0 ? 'opponent_away' : 'waiting_for_opponent');
    return passed + word(state.side === state.toMove ? 'your_turn' : 'their_turn');
  }

  /** Describes a request to take back, and the answer to it. @param {RemoteState} state */
  requestText({ undo, undoRefused, side, result }) {
    if (result) return '';
    if (undo) return undo === side ? word('asked_undo') : word('side_asks_undo', { side: this.nameOf(undo) });
    if (!undoRefused) return '';
    if (undoRefused === side) return word('undo_was_refused');
    return side ? word('you_refused_undo') : word('side_refused_undo', { side: this.nameOf(undoRefused) });
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
    const settled = this.turn === null ? this.settling.overlay(config) : {};
    const isPlaying = this.isMyTurn && !this.isSettling;
    const strokes = state.result && this.turn === null && point !== PASS ? winningRows(stones, point, config) : [];
    this.board?.show(stones, { ...settled, strokes, marks: [...marks, ...(settled.marks ?? [])] }, isPlaying ? state.toMove : null);
  }

  /**
   * Returns the points that renju forbids to black: empty points that are not legal.
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

  /**
   * @param {RemoteState} state
   * @param {Color} color
   */
  cardName(state, color) {
    const name = state.names[color];
    if (state.side !== color) return name || word(color === 'b' ? 'black' : 'white');
    return name ? word('named_you', { name }) : word('you');
  }

  tick() {
    const { state } = this.game;
    if (!state) return;
    const left = this.game.leavesIn();
    if (left !== null && state.leaves && !state.result) {
      const time = clockText({ main: left, period: 0, periods: 0 });
      this.status.textContent = word('leaves_in', { side: this.nameOf(state.leaves.side), time });
    }
    const turn = this.turn ?? this.last;
    const stones = this.game.boards[turn] ?? state.board;
    const captures = { b: this.game.taken('w', turn), w: this.game.taken('b', turn) };
    for (const color of /** @type {Color[]} */ (['b', 'w'])) {
      this.players?.show(color, {
        name: this.cardName(state, color),
        position: { stones, toMove: state.toMove, legal: new Set(), over: false, result: '', captures, forbidden: new Map() },
        turn: !state.result && state.toMove === color,
        thinking: Boolean(state.engines?.[color]) && !state.result && !state.counting && state.toMove === color,
        remark: remarkOf(state, color, turn),
        time: this.game.timeLeft(color),
        away: !state.connected[color] && !state.engines?.[color],
      });
    }
  }

  announceMove() {
    const { state } = this.game;
    const last = state?.moves[state.moves.length - 1];
    if (!state || !last || !this.config) return;
    const side = last[0];
    const point = parseVertex(last[1], this.config);
    this.announcer.say(point === PASS ? word('passes', { side }) : word('plays', { side, point: pointName(point, this.config) }));
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
    this.announcer.say(text);
  }

  /** Returns the game so far as a tree; null before it has been received. */
  tree() {
    const { state } = this.game;
    if (!state || !this.config) return null;
    const tree = new GameTree(this.config);
    const first = this.game.boards[0] ?? '';
    if (this.config.handicap >= 2) {
      tree.root.setup = { black: [...first].flatMap((stone, point) => (stone === 'X' ? [point] : [])), white: [], empty: [], toMove: 'w' };
    }
    let node = tree.root;
    for (const [index, [color, move]] of state.moves.entries()) {
      node = tree.play(node, color, parseVertex(move, this.config));
      const found = state.evaluations?.[index];
      if (found?.unit !== 'percent') continue;
      const winrate = found.value / 100;
      node.value = { winrate: color === 'b' ? winrate : 1 - winrate, score: null, line: [], visits: 0 };
    }
    tree.result = state.result ?? '';
    tree.names = { ...state.names };
    return tree;
  }

  close() {
    clearInterval(this.timer);
    this.caller.close();
    this.game.close();
    this.element.remove();
  }
}
