// The stones on a board.

import { svg } from '../element.js';

/** The layer of stones; an update redraws only the points that change. */
export class StoneLayer {
  /**
   * @param {import('./geometry.js').Geometry} geometry
   * @param {string} id
   */
  constructor(geometry, id) {
    this.geometry = geometry;
    this.id = id;
    this.element = svg('g', { class: 'stones' });
    /** @type {Map<number, {stone: string, element: SVGGElement}>} */
    this.drawn = new Map();
  }

  /** @param {string} stones */
  show(stones) {
    for (let point = 0; point < stones.length; point++) {
      const stone = stones[point];
      const known = this.drawn.get(point);
      if (known?.stone === stone) continue;
      if (stone === '.') {
        known?.element.remove();
        this.drawn.delete(point);
      } else {
        const element = this.draw(point, stone, known ? 'flipped' : 'fresh');
        known?.element.remove();
        this.element.append(element);
        this.drawn.set(point, { stone, element });
      }
    }
  }

  /**
   * @param {number} point
   * @param {string} stone
   * @param {string} change
   */
  draw(point, stone, change) {
    const color = stone === 'X' ? 'b' : 'w';
    const place = `translate(${this.geometry.x(point)} ${this.geometry.y(point)})`;
    return svg(
      'g',
      { transform: place },
      svg('circle', { class: 'shadow', cx: 1.2, cy: 2, r: this.geometry.stone }),
      svg('circle', { class: `stone ${color} ${change}`, r: this.geometry.stone, fill: `url(#${this.id}-${color})` }),
    );
  }
}
