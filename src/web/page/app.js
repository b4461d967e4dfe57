// The page's entry: decides what is shown, and keeps games.

import { html } from './element.js';
import { sessionKey } from './engine/session-key.js';
import { usualConfig } from './game/config.js';
import { GameTree } from './game/game-tree.js';
import { GAMES } from './game/games.js';
import { Match } from './game/match.js';
import { keepGame, savedGames } from './game/saved-games.js';
import { Swap2 } from './game/swap2.js';
import { LessonPage, loadQuestions } from './lesson/lesson-page.js';
import { openDialog } from './panel/dialog.js';
import { openGames } from './panel/games-dialog.js';
import { applyTheme, header } from './panel/header.js';
import { openHelp } from './panel/help-dialog.js';
import { openLinks } from './panel/links-dialog.js';
import { MatchPage } from './panel/match-page.js';
import { openNewGame } from './panel/new-game-dialog.js';
import { SetupPanel } from './panel/setup-panel.js';
import { saveGgf } from './record/ggf-record.js';
import { sgfOf } from './record/other-record.js';
import { readSgf, saveSgf } from './record/sgf-record.js';
import { RemoteGame } from './remote/remote-game.js';
import { RemotePage } from './remote/remote-page.js';
import { language, word } from './text/words.js';

/** @typedef {import('./game/config.js').Config} Config */
/** @typedef {import('./game/match.js').Players} Players */

/** Milliseconds after which a changed game is kept. */
const KEEP_AFTER = 400;

/** The application: one page at a time, and the head above it. */
class App {
  constructor() {
    /** @type {MatchPage | LessonPage | RemotePage | null} */
    this.page = null;
    /** @type {Match | null} */
    this.match = null;
    this.hasNetwork = !document.querySelector('meta[name="tengen-engine"][content="worker"]');
    this.picker = html('input', { type: 'file', accept: '.sgf,.ggf,.gib,.ngf,.ugf,.ugi,.psq,.lib,.wtb,.obf,.txt', hidden: true, id: 'record-file', 'aria-label': word('open') });
    this.picker.addEventListener('change', () => this.readFile(this.picker.files?.[0]));
    document.body.append(this.picker);
    this.root = html('div', { class: 'root' });
    document.body.append(this.root);
  }

  start() {
    applyTheme();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      this.readFile(event.dataTransfer?.files[0]);
    });
    window.addEventListener('pagehide', () => this.keep());
    const secret = /^\/game\/([\w-]+)$/.exec(location.pathname)?.[1];
    if (secret) return this.showRemote(secret);
    const last = savedGames()[0];
    if (last) this.restore(last);
    else this.newMatch(usualConfig('go'), { b: 'person', w: 'engine', seconds: 1, clock: null });
  }

  /**
   * Puts a page below the head.
   *
   * @param {MatchPage | LessonPage | RemotePage} page
   * @param {string} current
   * @param {Partial<import('./panel/header.js').HeaderActions>} actions
   */
  mount(page, current, actions) {
    document.documentElement.lang = language();
    this.page?.close();
    this.page = page;
    const rebuild = actions.rebuild ?? (() => location.reload());
    this.root.replaceChildren(header(current, { ...actions, help: openHelp, rebuild }), page.element);
  }

  /** @param {Match} match */
  showMatch(match) {
    const before = this.match;
    this.keep();
    if (before && before !== match) before.close();
    this.match = match;
    document.title = `${word(match.config.game)} · Tengen`;
    const page = new MatchPage(match);
    this.mount(page, match.config.game, this.actions(match, () => this.showMatch(match)));
    const changed = () => this.keepSoon();
    for (const event of ['node', 'tree', 'status']) match.addEventListener(event, changed, { signal: page.listening.signal });
    match.load();
  }

  /**
   * @param {Match | null} match
   * @param {() => void} rebuild
   * @returns {Partial<import('./panel/header.js').HeaderActions>}
   */
  actions(match, rebuild) {
    const game = match?.config.game ?? 'go';
    return {
      choose: (wanted) => this.choose(wanted),
      newGame: () => openNewGame(game, this.hasNetwork, (choice) => this.begin(choice)),
      games: () => openGames((saved) => this.restore(saved)),
      open: () => this.picker.click(),
      save: match ? () => this.save(match.tree) : undefined,
      setup: match ? () => this.setUp(match) : undefined,
      lesson: () => this.showLesson(),
      rebuild,
    };
  }

  /** Goes to the last game of a kind, or to a new one. @param {Config['game']} game */
  choose(game) {
    if (this.match?.config.game === game && this.page instanceof MatchPage) return;
    this.keep();
    const last = savedGames().find((saved) => saved.game === game);
    if (last) this.restore(last);
    else this.newMatch(usualConfig(game), { b: 'person', w: 'engine', seconds: 1, clock: null });
  }

  /**
   * @param {Config} config
   * @param {Players} players
   */
  newMatch(config, players) {
    const match = new Match(new GameTree(config), players);
    this.showMatch(match);
    return match;
  }

  /** Begins the game that was chosen. @param {import('./panel/new-game-dialog.js').Choice} choice */
  async begin({ config, opponent, seconds, level, clock, swap2 }) {
    if (opponent === 'network') return this.beginRemote(config, clock);
    /** @type {Players} */
    const players = {
      b: opponent === 'black' || opponent === 'watch' ? 'engine' : 'person',
      w: opponent === 'white' || opponent === 'watch' ? 'engine' : 'person',
      seconds,
      level,
      clock,
    };
    const match = new Match(new GameTree(config), players);
    if (swap2) match.swap2 = new Swap2(match, players.b, players.w);
    else match.nameLevel();
    try {
      if (config.handicap >= 2) {
        const black = await match.advisor.handicapPoints(match.tree, config.handicap);
        match.tree.root.setup = { black, white: [], empty: [], toMove: 'w' };
      }
      this.showMatch(match);
    } catch (error) {
      match.close();
      this.tell(word('engine_error', { text: String(/** @type {Error} */ (error).message) }));
    }
  }

  /**
   * @param {Config} config
   * @param {import('./game/clock.js').ClockSetting | null} clock
   */
  async beginRemote(config, clock) {
    const { game, width, rules, komi, handicap } = config;
    /** @type {Record<string, unknown>} */
    const body = { game, clock };
    if (GAMES[game].sizes.length > 0) Object.assign(body, { size: width, rule: rules });
    if (game === 'go') Object.assign(body, { komi, handicap });
    const response = await fetch(`/games?${new URLSearchParams({ key: sessionKey() })}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    const reply = await response?.json().catch(() => null);
    if (response?.status === 201 && reply) openLinks(reply);
    else this.tell(word('engine_error', { text: reply?.error ?? word('no_network') }));
  }

  /** @param {string} secret */
  showRemote(secret) {
    const page = new RemotePage(new RemoteGame(secret), (tree) => this.save(tree));
    this.mount(page, '', {});
  }

  async showLesson() {
    this.keep();
    const questions = await loadQuestions();
    this.match?.close();
    this.match = null;
    this.mount(new LessonPage(questions), 'lesson', this.actions(null, () => this.showLesson()));
  }

  /** @param {Match} match */
  setUp(match) {
    if (!(this.page instanceof MatchPage)) return;
    const page = this.page;
    match.interrupt();
    const panel = new SetupPanel(page, async (stones, toMove) => {
      const tree = new GameTree({ ...match.config, handicap: 0 });
      const of = (/** @type {string} */ mark) => [...stones].flatMap((stone, point) => (stone === mark ? [point] : []));
      tree.root.setup = { black: of('X'), white: of('O'), empty: match.config.game === 'reversi' ? of('.') : [], toMove };
      const next = new Match(tree, { ...match.players, clock: null });
      try {
        await next.referee.position(tree, tree.root);
      } catch (error) {
        next.close();
        return word('setup_refused', { text: String(/** @type {Error} */ (error).message) });
      }
      this.showMatch(next);
      return '';
    });
    page.element.querySelector('.setup-panel')?.remove();
    page.element.querySelector('.side')?.prepend(panel.element);
  }

  /** Reads a record that was chosen or dropped. @param {File | undefined} file */
  async readFile(file) {
    this.picker.value = '';
    if (!file) return;
    try {
      const tree = readSgf(await sgfOf(await file.arrayBuffer()));
      this.showMatch(new Match(tree, { b: 'person', w: 'person', seconds: 1, clock: null }));
    } catch (error) {
      this.tell(word('record_refused', { name: file.name, text: String(/** @type {Error} */ (error).message) }));
    }
  }

  /** Offers a game as a file; Othello's has two formats. @param {GameTree} tree */
  save(tree) {
    const name = `tengen-${tree.config.game}-${new Date().toISOString().slice(0, 10)}`;
    if (tree.config.game !== 'reversi') return download(`${name}.sgf`, saveSgf(tree, { isForOthers: true }));
    const button = (/** @type {string} */ format, /** @type {() => string} */ write) =>
      html('button', { type: 'button', class: 'quiet', onclick: () => download(`${name}.${format}`, write()) }, format.toUpperCase());
    openDialog(word('save_as'), html('div', { class: 'row' }, button('sgf', () => saveSgf(tree, { isForOthers: true })), button('ggf', () => saveGgf(tree))));
  }

  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  /** Keeps the game in this browser. */
  keep() {
    clearTimeout(this.keeping);
    const { match } = this;
    if (!match || match.swap2 || match.tree.root.children.length === 0) return;
    const way = match.tree.pathFrom(match.tree.root, match.node).map((node) => node.parent?.children.indexOf(node) ?? 0);
    const { tree } = match;
    const moves = tree.lineThrough(tree.root).length - 1;
    const result = match.result;
    if (result && match.node.children.length === 0) tree.result = result;
    keepGame({ id: match.id, sgf: saveSgf(tree), game: tree.config.game, way, players: match.players, left: match.clock?.left ?? null, moves, time: Date.now() });
  }

  /** @param {import('./game/saved-games.js').SavedGame} saved */
  restore(saved) {
    const tree = readSgf(saved.sgf);
    const match = new Match(tree, saved.players);
    match.id = saved.id;
    if (match.clock && saved.left) match.clock.left = saved.left;
    for (const index of saved.way) match.node = match.node.children[index] ?? match.node;
    tree.favor(match.node);
    if (/\+[RT]$/.test(tree.result)) match.verdict = tree.result;
    this.showMatch(match);
  }

  /** @param {string} text */
  tell(text) {
    if (this.page && 'say' in this.page) this.page.say(text);
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  html('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

new App().start();
