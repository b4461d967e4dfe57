// A board on the screen: drawing, pointer, touch, keyboard, screen reader.

import { html, svg } from '../element.js';
import { pointName } from '../game/vertex.js';
import { word } from '../text/words.js';
import { CELL, Geometry } from './geometry.js';
import { definitions, ground } from './ground.js';
import { drawOverlay } from './overlay.js';
import { StoneLayer } from './stones.js';

/** @typedef {import('../game/config.js').Config} Config */
/** @typedef {import('./overlay.js').Overlay} Overlay */

/**
 * @typedef {object} BoardOptions
 * @property {(point: number) => void} onPoint A point was chosen.
 * @property {(point: number | null) => void} [onHover] The pointer or the keyboard has moved to another point.
 * @property {(point: number | null) => void} [onAim] A finger aims at a point, which is not confirmed yet.
 * @property {boolean} coordinates
 */

/** If cells are narrower than this, in CSS pixels, touch aims before it places a stone. */
const FINGER = 27;

let boards = 0;

/** An interactive board. */
export class BoardView {
  /**
   * @param {Config} config
   * @param {BoardOptions} options
   */
  constructor(config, options) {
    this.config = config;
    this.options = options;
    this.id = `board${++boards}`;
    this.geometry = new Geometry(config, options.coordinates);
    this.stones = new StoneLayer(this.geometry, this.id);
    this.overlay = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
    this.ghost = svg('circle', { class: 'ghost', r: this.geometry.stone, visibility: 'hidden' });
    this.aimMark = svg('g', { class: 'aims' });
    /** @type {SVGRectElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.labels = [];
    this.stoneText = '.'.repeat(config.width * config.height);
    this.cursor = Math.floor(config.height / 2) * config.width + Math.floor(config.width / 2);
    /** @type {number | null} */
    this.hovered = null;
    /** @type {number | null} */
    this.aimed = null;
    /** @type {'b' | 'w' | null} */
    this.ghostColor = null;
    /** @type {(point: number) => boolean} */
    this.mayGhost = () => true;
    this.drawing = this.draw();
    // Chromium adds a drawing with focus listeners to the tab order, so a box around it listens instead.
    this.element = html('div', { class: 'board-box' }, this.drawing);
    this.listen();
  }

  draw() {
    const { config, geometry } = this;
    const grid = this.grid();
    return svg(
      'svg',
      { class: `board ${config.game}`, viewBox: `0 0 ${geometry.width} ${geometry.height}`, 'data-size': config.width },
      definitions(this.id),
      ground(config, geometry, this.id, this.options.coordinates),
      svg('g', { 'aria-hidden': 'true' }, this.stones.element, this.overlay, this.ghost, this.aimMark),
      grid,
    );
  }

  grid() {
    const { config, geometry } = this;
    const grid = svg('g', { role: 'grid', 'aria-label': word('board'), 'aria-rowcount': config.height, 'aria-colcount': config.width });
    for (let y = 0; y < config.height; y++) {
      const row = svg('g', { role: 'row' });
      for (let x = 0; x < config.width; x++) {
        const point = y * config.width + x;
        const cell = svg('rect', {
          role: 'gridcell',
          class: 'cell',
          'data-point': point,
          x: geometry.x(point) - CELL / 2,
          y: geometry.y(point) - CELL / 2,
          width: CELL,
          height: CELL,
          tabindex: point === this.cursor ? 0 : -1,
        });
        this.cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    return grid;
  }

  listen() {
    const { element } = this;
    element.addEventListener('pointermove', (event) => this.hover(event.pointerType === 'touch' ? null : this.pointOf(event)));
    element.addEventListener('pointerleave', () => this.hover(null));
    element.addEventListener('pointerdown', (event) => event.pointerType === 'touch' && this.isNarrow() && this.aimWith(event));
    element.addEventListener('click', (event) => {
      const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
      const point = this.pointOf(event);
      if (point === null || (isTouch && this.isNarrow())) return;
      this.options.onPoint(point);
    });
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('focusin', (event) => {
      const cell = /** @type {Element} */ (event.target);
      const point = Number(cell.getAttribute('data-point'));
      this.moveCursor(point, false);
      if (cell.matches(':focus-visible')) this.hover(point);
    });
    element.addEventListener('focusout', () => this.hover(null));
  }

  isNarrow() {
    return this.drawing.getBoundingClientRect().width / (this.geometry.width / CELL) < FINGER;
  }

  /** @param {MouseEvent} event */
  pointOf(event) {
    const box = this.drawing.getBoundingClientRect();
    const scale = this.geometry.width / box.width;
    return this.geometry.pointAt((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  /** @param {number | null} point */
  hover(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    this.drawGhost();
    this.options.onHover?.(point);
  }

  drawGhost() {
    const point = this.aimed ?? this.hovered;
    const isShown = point !== null && this.ghostColor && this.stoneText[point] === '.' && this.mayGhost(point);
    this.ghost.setAttribute('visibility', isShown ? 'visible' : 'hidden');
    if (!isShown || point === null) return;
    this.ghost.setAttribute('fill', `url(#${this.id}-${this.ghostColor})`);
    this.ghost.setAttribute('cx', String(this.geometry.x(point)));
    this.ghost.setAttribute('cy', String(this.geometry.y(point)));
  }

  /** Aims with a finger: dragging moves the aim, and a tap on it places the stone. @param {PointerEvent} down */
  aimWith(down) {
    const first = this.pointOf(down);
    if (first !== null && first === this.aimed) {
      this.confirm();
      return;
    }
    down.preventDefault();
    this.aim(first);
    const move = (/** @type {PointerEvent} */ event) => this.aim(this.pointOf(event) ?? this.aimed);
    const up = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
  }

  /** @param {number | null} point */
  aim(point) {
    this.aimed = point;
    this.aimMark.replaceChildren(...drawOverlay({ marks: point === null ? [] : [{ point, kind: 'aim' }] }, this.geometry, this.stoneText, this.id));
    this.drawGhost();
    this.options.onAim?.(point);
  }

  /** Places a stone at the aimed point. */
  confirm() {
    const point = this.aimed;
    this.aim(null);
    if (point !== null) this.options.onPoint(point);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { width, height } = this.config;
    const x = this.cursor % width;
    const y = Math.floor(this.cursor / width);
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1], Home: [0, y], End: [width - 1, y] };
    const to = moves[event.key];
    if (to && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      const column = Math.min(width - 1, Math.max(0, to[0]));
      const row = Math.min(height - 1, Math.max(0, to[1]));
      this.moveCursor(row * width + column, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      this.options.onPoint(this.cursor);
    }
  }

  /**
   * @param {number} point
   * @param {boolean} focus
   */
  moveCursor(point, focus) {
    this.cells[this.cursor].setAttribute('tabindex', '-1');
    this.cursor = point;
    this.cells[point].setAttribute('tabindex', '0');
    if (focus) this.cells[point].focus();
  }

  /**
   * Shows a position.
   *
   * @param {string} stones
   * @param {Overlay} overlay
   * @param {'b' | 'w' | null} ghostColor The side that a click would play.
   */
  show(stones, overlay, ghostColor) {
    this.stoneText = stones;
    this.ghostColor = ghostColor;
    this.stones.show(stones);
    this.overlay.replaceChildren(...drawOverlay(overlay, this.geometry, stones, this.id));
    this.drawGhost();
    this.name(stones, overlay);
  }

  /**
   * Labels the cells for screen readers.
   *
   * @param {string} stones
   * @param {Overlay} overlay
   */
  name(stones, overlay) {
    const names = { X: word('black'), O: word('white'), '.': word('empty') };
    /** @type {Map<number, string>} */
    const remarks = new Map();
    const note = (/** @type {number} */ point, /** @type {string} */ text) => remarks.set(point, `${remarks.get(point) ?? ''}${word('separator')}${text}`);
    for (const { point, kind } of overlay.marks ?? []) note(point, word(`mark_${kind}`));
    for (const { point, text } of [...(overlay.candidates ?? []), ...(overlay.labels ?? [])]) note(point, text);
    for (let point = 0; point < stones.length; point++) {
      const stone = names[/** @type {'X' | 'O' | '.'} */ (stones[point])];
      const label = `${pointName(point, this.config)} ${stone}${remarks.get(point) ?? ''}`;
      if (this.labels[point] === label) continue;
      this.labels[point] = label;
      this.cells[point].setAttribute('aria-label', label);
    }
  }
}
