// Coordinates of points in the drawing of a board.

/** The side length of a cell, in drawing units. */
export const CELL = 40;

/** @typedef {import('../game/config.js').Config} Config */

/** The coordinates of a board's points, in drawing units. */
export class Geometry {
  /**
   * @param {Config} config
   * @param {boolean} coordinates Whether the margin has room for coordinates.
   */
  constructor({ game, width, height }, coordinates) {
    /** The radius of a stone, in drawing units. */
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
   * Returns the point at a position in the drawing.
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
