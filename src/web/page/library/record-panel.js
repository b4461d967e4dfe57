// The record of a game: the tree of its moves, and the comment of the node shown.

import { html } from '../element.js';
import { ask } from '../panel/dialog.js';
import { icon } from '../panel/icon.js';
import { word } from '../text/words.js';
import { infoLine, openInfo } from './info-dialog.js';
import { MarkupTools } from './markup-tools.js';
import { MoveList } from './move-list.js';
import { drawTree } from './tree-drawing.js';

/** @typedef {import('../panel/match-page.js').MatchPage} MatchPage */

/** The record's panel. */
export class RecordPanel {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.frame = 0;
    this.tree = html('div', { class: 'tree', role: 'group', 'aria-label': word('moves'), tabindex: 0 });
    this.tree.addEventListener('click', (event) => this.choose(event));
    this.list = new MoveList(page);
    this.list.element.hidden = true;
    this.markup = new MarkupTools(page);
    this.info = html('p', { class: 'note' });
    const view = (/** @type {string} */ name, /** @type {boolean} */ isList) =>
      html('button', { type: 'button', class: 'plain view-choice', 'data-view': name, 'aria-pressed': !isList, onclick: () => this.showList(isList) }, word(name));
    this.views = [view('view_tree', false), view('view_list', true)];
    this.comment = html('textarea', { id: 'comment', rows: 3, placeholder: word('comment_guide') });
    this.comment.addEventListener('input', () => this.write());
    const button = (/** @type {string} */ name, /** @type {() => void} */ action) => html('button', { type: 'button', class: 'quiet', onclick: action }, word(name));
    this.remove = button('delete_branch', () => this.removeBranch());
    this.promote = button('promote_branch', () => this.promoteBranch());
    this.element = html(
      'div',
      { class: 'panel' },
      html(
        'div',
        { class: 'info-row' },
        this.info,
        html('div', { class: 'row' }, ...this.views, html('button', { type: 'button', class: 'plain', 'data-action': 'game_info', 'aria-label': word('game_info'), title: word('game_info'), onclick: () => openInfo(page.match) }, icon('setup'))),
      ),
      this.tree,
      this.list.element,
      this.markup.element,
      html('div', { class: 'row wrap' }, this.promote, this.remove),
      html('label', { for: 'comment', class: 'caption' }, word('comment')),
      this.comment,
    );
  }

  /** Shows the moves as a list or as a tree. @param {boolean} isList */
  showList(isList) {
    this.list.element.hidden = !isList;
    this.tree.hidden = isList;
    this.views.forEach((button, index) => button.setAttribute('aria-pressed', String(isList === (index === 1))));
    this.draw();
  }

  showTree() {
    this.draw();
  }

  showNode() {
    const { node } = this.page.match;
    if (document.activeElement !== this.comment) this.comment.value = node.comment;
    this.draw();
  }

  draw() {
    const { match } = this.page;
    this.info.textContent = infoLine(match.tree);
    if (!this.list.element.hidden) this.list.show();
    const { drawing, x, y } = drawTree(match.tree, match.node);
    this.tree.replaceChildren(drawing);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.bringIntoView(x, y));
    const isVariation = Boolean(match.node.parent && match.node.parent.children[0] !== match.node);
    this.promote.hidden = !isVariation;
    this.remove.hidden = !match.node.parent;
  }

  /**
   * Scrolls the tree to a place, just before it is painted: sizes asked for earlier would lay the page out once more.
   *
   * @param {number} x
   * @param {number} y
   */
  bringIntoView(x, y) {
    const view = this.tree;
    if (x < view.scrollLeft + 30 || x > view.scrollLeft + view.clientWidth - 30) view.scrollLeft = x - view.clientWidth / 2;
    if (y < view.scrollTop + 12 || y > view.scrollTop + view.clientHeight - 24) view.scrollTop = y - view.clientHeight / 2;
  }

  /** @param {MouseEvent} event */
  choose(event) {
    const id = Number(/** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node'));
    if (!id) return;
    const { match } = this.page;
    match.tree.forEach((node) => {
      if (node.id === id && node !== match.node) match.show(node);
    });
  }

  write() {
    const { match } = this.page;
    match.node.comment = this.comment.value;
    match.announce('tree');
  }

  async removeBranch() {
    const { match } = this.page;
    const { node } = match;
    if (!node.parent) return;
    const moves = countNodes(node);
    if (moves > 1 && !(await ask(word('delete_question', { n: moves })))) return;
    match.tree.remove(node);
    match.announce('tree');
    match.show(node.parent);
  }

  promoteBranch() {
    const { match } = this.page;
    match.tree.promote(match.node);
    match.announce('tree');
  }

  /** Goes to a variation of the move shown. @param {number} step */
  sibling(step) {
    const { match } = this.page;
    const siblings = match.node.parent?.children ?? [];
    const next = siblings[siblings.indexOf(match.node) + step];
    if (next) match.show(next);
  }
}

/** @param {import('../game/game-tree.js').GameNode} top */
function countNodes(top) {
  let count = 0;
  const open = [top];
  for (let node = open.pop(); node; node = open.pop()) {
    count++;
    open.push(...node.children);
  }
  return count;
}
