// The page's entry point: switches between views and saves games.

import { html } from './element.js';
import { keepFocus } from './focus.js';
import { keepOffline } from './engine/offline.js';
import { gameLink, sessionKey } from './engine/session-key.js';
import { defaultConfig } from './game/config.js';
import { GameTree } from './game/game-tree.js';
import { GAMES } from './game/games.js';
import { Match } from './game/match.js';
import { keepGame, savedGames } from './game/saved-games.js';
import { Swap2 } from './game/swap2.js';
import { openRecord } from './library/open-dialog.js';
import { LessonPage, loadQuestions } from './lesson/lesson-page.js';
import { openDialog } from './panel/dialog.js';
import { openGames } from './library/games-dialog.js';
import { header } from './panel/header.js';
import { openHelp } from './panel/help-dialog.js';
import { openLinks } from './panel/links-dialog.js';
import { MatchPage } from './panel/match-page.js';
import { openNewGame } from './panel/new-game-dialog.js';
import { SetupPanel } from './panel/setup-panel.js';
import { UpdateNotice } from './panel/update-notice.js';
import { dateToday } from './record/game-info.js';
import { saveGgf } from './record/ggf-record.js';
import { readRecord } from './record/other-record.js';
import { readSgf, saveSgf } from './record/sgf-record.js';
import { RemoteGame } from './remote/remote-game.js';
import { RemotePage } from './remote/remote-page.js';
import { errorText, failureText, faultText, refusalText } from './text/error-text.js';
import { isResult } from './text/results.js';
import { loadLanguage, word } from './text/words.js';
import { applyTheme } from './theme.js';
import { isCollection, readProblems } from './trainer/problem.js';
import { problemFragment, problemOfFragment } from './trainer/problem-link.js';
import { includedSet, TrainerPage } from './trainer/trainer-page.js';

/** @typedef {import('./game/config.js').Config} Config */
/** @typedef {import('./game/match.js').Players} Players */

/** Milliseconds after which a changed game is saved. */
const KEEP_AFTER = 400;

/** The application: one view at a time, below the header. */
class App {
  constructor() {
    /** @type {MatchPage | LessonPage | TrainerPage | RemotePage | null} */
    this.page = null;
    /** @type {Match | null} */
    this.match = null;
    /** @type {SetupPanel | null} */
    this.setup = null;
    /** @type {import('./trainer/trainer-page.js').ProblemSet[]} The set that comes with the page, and those opened since. */
    this.sets = [];
    this.hasNetwork = !document.querySelector('meta[name="tengen-engine"][content="worker"]');
    this.picker = html('input', { type: 'file', accept: '.sgf,.ggf,.gib,.ngf,.ugf,.ugi,.psq,.lib,.wtb,.obf,.txt,.jsonl', hidden: true, id: 'record-file', 'aria-label': word('open') });
    this.picker.addEventListener('change', () => this.readFile(this.picker.files?.[0]));
    document.body.append(this.picker);
    this.root = html('div', { class: 'root' });
    this.update = new UpdateNotice();
    document.body.append(this.root, this.update.element);
  }

  start() {
    applyTheme();
    if (!this.hasNetwork) keepOffline((reload) => this.update.show(reload));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      // A dialog would hide the record, or the reason why it cannot be read.
      for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog[open]'))) dialog.close();
      const text = event.dataTransfer?.getData('text/plain');
      if (text) this.readText(text, word('dropped_text'));
      else this.readFile(event.dataTransfer?.files[0]);
    });
    document.addEventListener('paste', (event) => {
      if (/** @type {Element} */ (event.target).matches('input, textarea') || document.querySelector('dialog[open]')) return;
      const file = event.clipboardData?.files[0];
      if (file) this.readFile(file);
      else this.readText(event.clipboardData?.getData('text/plain') ?? '');
    });
    window.addEventListener('pagehide', () => this.keep());
    document.addEventListener('keydown', (event) => {
      const isText = /** @type {Element} */ (event.target).matches('input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select');
      if (event.key === '?' && !isText && !document.querySelector('dialog[open]')) openHelp();
    });
    const secret = gameLink(location.pathname);
    if (secret) return this.showRemote(secret);
    window.addEventListener('hashchange', () => this.readLink(problemFragment(location.hash)));
    const link = problemFragment(location.hash);
    if (link) return this.readLink(link);
    const last = savedGames()[0];
    if (last) this.restore(last);
    else this.firstMatch('go');
  }

  /** Begins a game against a level that does not discourage. @param {Config['game']} game */
  firstMatch(game) {
    const match = this.newMatch(defaultConfig(game), { b: 'person', w: 'engine', seconds: 1, level: GAMES[game].firstLevel, clock: null });
    match.nameLevel();
  }

  /**
   * Shows a page below the header.
   *
   * @param {MatchPage | LessonPage | TrainerPage | RemotePage} page
   * @param {string} current
   * @param {Partial<import('./panel/header.js').HeaderActions>} actions
   */
  mount(page, current, actions) {
    this.page?.close();
    this.page = page;
    const rebuild = actions.rebuild ?? (() => location.reload());
    const focus = keepFocus();
    this.root.replaceChildren(header(current, { ...actions, help: openHelp, rebuild }), page.element);
    focus();
    this.update.draw();
  }

  /** Shows a match; the promise is kept once its board is shown. @param {Match} match */
  showMatch(match) {
    const before = this.match;
    this.keep();
    if (before && before !== match) before.close();
    this.match = match;
    document.title = word('page_title', { title: word(match.config.game) });
    const page = new MatchPage(match);
    this.mount(page, match.config.game, this.actions(match, () => this.showAgain(match)));
    const changed = () => this.keepSoon();
    for (const event of ['node', 'tree', 'status', 'values']) match.addEventListener(event, changed, { signal: page.listening.signal });
    return match.load();
  }

  /** Shows a match in another language, with what was open on its page. @param {Match} match */
  async showAgain(match) {
    const before = this.page instanceof MatchPage ? this.page.opened : null;
    const draft = this.setup?.element.isConnected ? this.setup.draft : null;
    await this.showMatch(match);
    if (before && this.page instanceof MatchPage) this.page.reopen(before);
    if (draft) this.setUp(match, draft);
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
      open: () => openRecord(() => this.picker.click(), (text) => this.readText(text)),
      save: match ? () => this.keepAndSave(match) : undefined,
      setup: match ? () => this.setUp(match) : undefined,
      lesson: () => this.showLesson(),
      problems: () => this.showTrainer(),
      rebuild,
    };
  }

  /** Switches to the last game of a kind, or to a new one. @param {Config['game']} game */
  choose(game) {
    if (this.match?.config.game === game && this.page instanceof MatchPage) return;
    this.keep();
    const last = savedGames().find((saved) => saved.game === game);
    if (last) this.restore(last);
    else this.firstMatch(game);
  }

  /**
   * @param {Config} config
   * @param {Players} players
   */
  newMatch(config, players) {
    const match = new Match(new GameTree(config), players);
    dateToday(match.tree);
    this.showMatch(match);
    return match;
  }

  /** Begins the chosen game. @param {import('./panel/new-game-dialog.js').Choice} choice */
  async begin({ config, opponent, seconds, level, clock, swap2, engines, host }) {
    if (opponent === 'network') return this.beginRemote(config, clock, host);
    if (opponent === 'engine' || opponent === 'match') return this.beginEngines(config, clock, seconds, engines);
    /** @type {Players} */
    const players = {
      b: opponent === 'black' || opponent === 'watch' ? 'engine' : 'person',
      w: opponent === 'white' || opponent === 'watch' ? 'engine' : 'person',
      seconds,
      level,
      clock,
    };
    const match = new Match(new GameTree(config), players);
    dateToday(match.tree);
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
      this.tell(failureText(error));
    }
  }

  /**
   * @param {Config} config
   * @param {import('./game/clock.js').ClockSetting | null} clock
   * @param {import('./remote/host-fields.js').HostChoice} host
   */
  async beginRemote(config, clock, { side, ...manners }) {
    const links = await this.post(config, clock, manners);
    if (links) openLinks(links, side);
  }

  /**
   * Begins a game with engines of the server, and goes there.
   *
   * @param {Config} config
   * @param {import('./game/clock.js').ClockSetting | null} clock
   * @param {number} seconds
   * @param {import('./remote/engine-fields.js').EngineGame} game
   */
  async beginEngines(config, clock, seconds, { side, ...game }) {
    this.keep();
    const links = await this.post(config, clock, { ...game, seconds, chat: false });
    if (links) location.assign(links[side ?? 'watch']);
  }

  /**
   * Creates a game on the server. Returns its links; null after a refusal, which is shown.
   *
   * @param {Config} config
   * @param {import('./game/clock.js').ClockSetting | null} clock
   * @param {Record<string, unknown>} others
   * @returns {Promise<import('./panel/links-dialog.js').Links | null>}
   */
  async post(config, clock, others) {
    const { game, width, rules, komi, handicap } = config;
    /** @type {Record<string, unknown>} */
    const body = { game, clock, ...others };
    if (GAMES[game].sizes.length > 0) Object.assign(body, { size: width, rule: rules });
    if (game === 'go') Object.assign(body, { komi, handicap });
    const response = await fetch(`/games?${new URLSearchParams({ key: sessionKey() })}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    const reply = await response?.json().catch(() => null);
    if (response?.status === 201 && reply) return reply;
    if (response?.status === 403) this.tell(word('key_refused'));
    else this.tell(word('engine_error', { text: reply ? refusalText(reply.code) : word('no_network') }));
    return null;
  }

  /** @param {string} secret */
  showRemote(secret) {
    const page = new RemotePage(new RemoteGame(secret), {
      save: (tree) => this.save(tree),
      review: (tree) => this.review(tree),
    });
    this.mount(page, '', {});
  }

  /** Shows a finished game at its end. @param {GameTree} tree */
  review(tree) {
    const match = new Match(tree, { b: 'person', w: 'person', seconds: 1, clock: null });
    match.node = tree.lineThrough(tree.root).at(-1) ?? tree.root;
    match.verdict = tree.result;
    this.showMatch(match);
  }

  /** @param {number} [index] The board shown first. */
  async showLesson(index) {
    this.keep();
    const questions = await loadQuestions();
    this.match?.close();
    this.match = null;
    const page = new LessonPage(questions, index);
    this.mount(page, 'lesson', this.actions(null, () => this.showLesson(page.index)));
  }

  /**
   * Shows the trainer.
   *
   * @param {import('./trainer/trainer-page.js').ProblemSet} [set] The set shown first.
   * @param {TrainerPage} [before] The trainer's page in another language.
   */
  async showTrainer(set, before) {
    try {
      this.sets[0] ??= await includedSet();
    } catch (error) {
      return this.tell(failureText(error));
    }
    if (set && !this.sets.includes(set)) this.sets.push(set);
    this.keep();
    this.match?.close();
    this.match = null;
    const page = new TrainerPage(this.sets, set ?? this.sets[0], () => this.picker.click());
    if (before) page.resume(before);
    document.title = word('page_title', { title: word('problems') });
    this.mount(page, 'problems', this.actions(null, () => this.showTrainer(page.choice.set, page)));
  }

  /** Shows the problem of a link. @param {string} fragment Empty if the address has no problem. */
  async readLink(fragment) {
    if (!fragment) return;
    const problem = await problemOfFragment(fragment).catch(() => null);
    await this.showTrainer(problem ? { name: () => word('problem_link'), problems: [problem] } : undefined);
    if (!problem) this.tell(word('problem_link_refused'));
  }

  /**
   * @param {Match} match
   * @param {import('./panel/setup-panel.js').SetupDraft} [draft] What was set up before.
   */
  setUp(match, draft) {
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
        return word('setup_refused', { text: errorText(error) });
      }
      this.showMatch(next);
      return '';
    }, draft);
    this.setup = panel;
    page.element.querySelector('.setup-panel')?.remove();
    page.element.querySelector('.side')?.prepend(panel.element);
  }

  /** Whether the page is at a game over the network, which a record must not replace. */
  get isRemote() {
    return gameLink(location.pathname) !== undefined;
  }

  /** Reads a chosen, pasted or dropped record. @param {File | undefined} file */
  async readFile(file) {
    this.picker.value = '';
    if (file && !this.isRemote) await this.read(await file.arrayBuffer(), file.name);
  }

  /**
   * Reads a record, or the link of a problem.
   *
   * @param {string} text
   * @param {string} [name] What the text is called in an error.
   */
  async readText(text, name = word('pasted_text')) {
    if (!text.trim() || this.isRemote) return;
    const link = problemFragment(text);
    if (link) await this.readLink(link);
    else await this.read(new TextEncoder().encode(text.trim()).buffer, name);
  }

  /**
   * @param {ArrayBuffer} content
   * @param {string} name The name of the file, for an error.
   */
  async read(content, name) {
    try {
      const text = new TextDecoder().decode(content);
      if (isCollection(text)) return await this.showTrainer({ name: () => name, problems: readProblems(text) });
      const { sgf, faults } = await readRecord(content);
      const tree = readSgf(sgf);
      const match = new Match(tree, { b: 'person', w: 'person', seconds: 1, clock: null });
      match.verdict = recordedVerdict(tree);
      this.showMatch(match);
      if (faults.length > 0) openDialog(word('record_faults', { name }), html('ul', { class: 'faults' }, ...faults.map((fault) => html('li', {}, faultText(fault)))));
    } catch (error) {
      this.tell(word('record_refused', { name, text: errorText(error) }));
    }
  }

  /** @param {Match} match */
  keepAndSave(match) {
    this.keep();
    this.save(match.tree);
  }

  /** Offers a game as a file; Othello has two formats. @param {GameTree} tree */
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

  /** Saves the game in this browser. */
  keep() {
    clearTimeout(this.keeping);
    const { match } = this;
    if (!match || match.swap2 || match.tree.root.children.length === 0) return;
    const way = match.tree.pathFrom(match.tree.root, match.node).map((node) => node.parent?.children.indexOf(node) ?? 0);
    const { tree } = match;
    const moves = tree.lineThrough(tree.root).length - 1;
    const result = match.result;
    if (result && tree.isEnd(match.node)) tree.result = result;
    const { game, width, height } = tree.config;
    const about = { names: tree.names, size: `${width}×${height}`, result: tree.result };
    keepGame({ id: match.id, sgf: saveSgf(tree), game, way, players: match.players, left: match.clock?.left ?? null, moves, ...about, time: Date.now() });
  }

  /** @param {import('./game/saved-games.js').SavedGame} saved */
  restore(saved) {
    const tree = readSgf(saved.sgf);
    const match = new Match(tree, saved.players);
    match.id = saved.id;
    if (match.clock && saved.left) match.clock.left = saved.left;
    for (const index of saved.way) match.node = match.node.children[index] ?? match.node;
    tree.favor(match.node);
    // Against the engine, only such results end the variations too.
    if (!match.hasEngine || /\+[RT]$/.test(tree.result)) match.verdict = recordedVerdict(tree);
    this.showMatch(match);
  }

  /** @param {string} text */
  tell(text) {
    if (this.page && 'say' in this.page) this.page.say(text);
  }
}

/** The result of a record, which may not follow from its moves; empty if there is none. @param {GameTree} tree */
function recordedVerdict({ result }) {
  return isResult(result) ? result : '';
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

loadLanguage().then(() => new App().start());
