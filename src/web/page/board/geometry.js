// Places of points in the drawing of a board.

/** The side of a cell, in units of the drawing. */
export const CELL = 40;

/** @typedef {import('../game/config.js').Config} Config */

/** The places of a board's points. */
export class Geometry {
  /**
   * @param {Config} config
   * @param {boolean} coordinates Whether the margin has room for them.
   */
  constructor({ game, width, height }, coordinates) {
    /** The radius of a stone. */
    this.stone = game === 'reversi' ? 16.4 : 18.7;
    this.columns = width;
    this.rows = height;
    this.margin = coordinates ? Math.min(24, 12 + width * 0.7) : 8;
    this.width = width * CELL + 2 * this.margin;
    this.height = height * CELL + 2 * this.margin;
  }

  /** @param {number} point */
  x(point) {
    return this.margin + ((point % this.columns) + 0.5) * CELL;
  }

  /** @param {number} point */
  y(point) {
    return this.margin + (Math.floor(point / this.columns) + 0.5) * CELL;
  }

  /**
   * Returns the point at a place of the drawing.
   *
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  pointAt(x, y) {
    const column = Math.floor((x - this.margin) / CELL);
    const row = Math.floor((y - this.margin) / CELL);
    const isInside = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return isInside ? row * this.columns + column : null;
  }
}
