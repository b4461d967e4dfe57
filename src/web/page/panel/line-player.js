// Shows a line of play stone by stone, without changing the game.

import { html } from '../element.js';
import { GameNode } from '../game/game-tree.js';
import { GAMES } from '../game/games.js';
import { rival } from '../game/position.js';
import { PASS } from '../game/vertex.js';
import { failureText } from '../text/error-text.js';
import { word } from '../text/words.js';
import { icon } from './icon.js';

/** @typedef {import('./match-page.js').MatchPage} MatchPage */

/** Milliseconds between two stones. */
const PAUSE = 420;

/** A player of lines; the engine removes captured stones. */
export class LinePlayer {
  /**
   * @param {Pick<MatchPage, 'match' | 'board' | 'say' | 'setPreview'>} page
   * @param {boolean} mayKeep Whether the line may become a variation of the game.
   */
  constructor(page, mayKeep = true) {
    this.page = page;
    /** @type {GameNode[]} Nodes with the game's node as their ancestor, but not among its children. */
    this.nodes = [];
    this.index = 0;
    this.running = 0;
    /** Where the page was scrolled to before the line, and for it. @type {{before: number, now: number} | null} */
    this.scrolled = null;
    const button = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {() => unknown} */ action) =>
      html('button', { type: 'button', class: 'plain', 'aria-label': word(name), title: word(name), 'data-line': name, onclick: action }, icon(shape));
    this.playButton = button('line_play', 'play', () => this.run());
    this.number = html('output', { class: 'move-number' });
    this.element = html(
      'div',
      { class: 'line-player', role: 'group', 'aria-label': word('line'), hidden: true },
      button('previous_move', 'previous', () => this.show(this.index - 1)),
      this.playButton,
      button('next_move', 'next', () => this.show(this.index + 1)),
      this.number,
      mayKeep && html('button', { type: 'button', class: 'quiet', onclick: () => this.keep() }, word('line_keep')),
      button('line_end', 'close', () => this.end()),
    );
  }

  get isShown() {
    return this.nodes.length > 0;
  }

  /**
   * Starts to play a line.
   *
   * @param {number[]} points
   * @param {'b' | 'w'} color The side that moves first.
   * @param {GameNode} from The node before the line, by default the one shown.
   */
  start(points, color, from = this.page.match.node) {
    /** @type {GameNode} */
    let node = from;
    this.nodes = [node];
    if (from.position && from.position.toMove !== color) node = this.turnTo(node, color);
    let side = color;
    for (const point of points) {
      node = new GameNode(node, { color: side, point });
      this.nodes.push(node);
      side = rival(side);
    }
    this.element.hidden = false;
    this.index = 0;
    this.showBoard();
    this.run();
  }

  /** Scrolls to the buttons and the board, which on a phone are above the panel from which a line is started. */
  showBoard() {
    const before = scrollY;
    this.element.scrollIntoView({ block: 'nearest' });
    this.page.board.drawing.scrollIntoView({ block: 'nearest' });
    if (scrollY !== before) this.scrolled = { before: this.scrolled?.before ?? before, now: scrollY };
  }

  /** Adds a pass, or its equivalent, if the side not to move begins. @param {GameNode} node @param {'b' | 'w'} color */
  turnTo(node, color) {
    if (GAMES[this.page.match.config.game].hasPass) return new GameNode(node, { color: rival(color), point: PASS });
    const turned = new GameNode(node, null);
    turned.setup = { black: [], white: [], empty: [], toMove: color };
    return turned;
  }

  async run() {
    const run = ++this.running;
    if (this.index === this.nodes.length - 1) this.index = 0;
    while (run === this.running && this.index < this.nodes.length - 1) {
      await this.step(this.index + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** @param {number} index */
  show(index) {
    this.running++;
    return this.step(index);
  }

  /** @param {number} index */
  async step(index) {
    if (index < 0 || index >= this.nodes.length) return;
    this.index = index;
    const { page } = this;
    const nodes = this.nodes;
    try {
      const { stones } = await page.match.referee.position(page.match.tree, nodes[index]);
      if (nodes !== this.nodes || index !== this.index) return;
      this.number.textContent = `${index} / ${nodes.length - 1}`;
      page.setPreview({ stones, overlay: this.overlay(index, stones) });
    } catch (error) {
      page.say(failureText(error));
      this.end();
    }
  }

  /**
   * @param {number} index
   * @param {string} stones
   */
  overlay(index, stones) {
    const numbers = new Map();
    this.nodes.slice(0, index + 1).forEach(({ move }, number) => {
      if (number > 0 && move && stones[move.point] !== '.') numbers.set(move.point, number);
    });
    return { numbers };
  }

  /** Makes the line a variation of the game. */
  keep() {
    const { match } = this.page;
    const [start, ...rest] = this.nodes;
    const first = rest[0];
    this.forget();
    if (!first) return;
    if (first.parent === start) start.children.push(first);
    else if (first.parent) start.children.push(first.parent);
    for (let node = rest[rest.length - 1]; node.parent && node.parent !== start; node = node.parent) node.parent.children = [node];
    match.announce('tree');
    match.show(rest[rest.length - 1]);
  }

  /** Returns to the game's position. */
  end() {
    if (!this.isShown) return;
    // Back to the panel, unless the person has scrolled as well.
    if (this.scrolled?.now === scrollY) scrollTo(scrollX, this.scrolled.before);
    this.forget();
    this.page.setPreview(null);
  }

  forget() {
    this.running++;
    this.nodes = [];
    this.scrolled = null;
    this.element.hidden = true;
  }
}
