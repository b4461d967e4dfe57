// The constant parts of a board: wood or felt, lines, star points, coordinates, and the look of stones.

import { svg } from '../element.js';
import { starPoints } from '../game/config.js';
import { columnName, rowName } from '../game/vertex.js';
import { CELL } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../game/config.js').Config} Config */

/** Gradients of wood and stones; `id` distinguishes several boards on a page. @param {string} id */
export function definitions(id) {
  const stop = (/** @type {string} */ offset, /** @type {string} */ name) => svg('stop', { offset, class: name });
  return svg(
    'defs',
    {},
    svg('linearGradient', { id: `${id}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 }, stop('0', 'wood-1'), stop('0.5', 'wood-2'), stop('1', 'wood-3')),
    svg('radialGradient', { id: `${id}-b`, cx: 0.36, cy: 0.32, r: 0.72 }, stop('0', 'black-1'), stop('0.55', 'black-2'), stop('1', 'black-3')),
    svg('radialGradient', { id: `${id}-w`, cx: 0.36, cy: 0.32, r: 0.78 }, stop('0', 'white-1'), stop('0.7', 'white-2'), stop('1', 'white-3')),
    svg(
      'pattern',
      { id: `${id}-grain`, width: 220, height: 600, patternUnits: 'userSpaceOnUse' },
      ...[14, 37, 52, 81, 96, 127, 139, 168, 193, 208].map((x, index) =>
        svg('path', { class: 'grain', d: `M${x} 0C${x + (index % 3) * 5 - 5} 180 ${x + 6 - (index % 4) * 4} 420 ${x} 600`, 'stroke-width': 1 + (index % 3) }),
      ),
    ),
  );
}

/**
 * Draws the ground of a board.
 *
 * @param {Config} config
 * @param {Geometry} geometry
 * @param {string} id
 * @param {boolean} coordinates
 */
export function ground(config, geometry, id, coordinates) {
  const isReversi = config.game === 'reversi';
  const { width, height } = geometry;
  const parts = [svg('rect', { class: isReversi ? 'frame' : 'wood', width, height, rx: 5, fill: isReversi ? undefined : `url(#${id}-wood)` })];
  if (isReversi) {
    const { margin } = geometry;
    parts.push(svg('rect', { class: 'felt', x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }));
  } else {
    parts.push(svg('rect', { width, height, rx: 5, fill: `url(#${id}-grain)` }));
  }
  return svg('g', { 'aria-hidden': 'true' }, ...parts, lines(config, geometry), ...dots(config, geometry), coordinates && names(config, geometry));
}

/**
 * @param {Config} config
 * @param {Geometry} geometry
 */
function lines(config, geometry) {
  const { margin, columns, rows } = geometry;
  const inset = config.game === 'reversi' ? 0 : 0.5;
  const extra = config.game === 'reversi' ? 1 : 0;
  const first = margin + inset * CELL;
  const right = margin + (columns - inset) * CELL;
  const bottom = margin + (rows - inset) * CELL;
  let path = '';
  for (let x = 0; x < columns + extra; x++) path += `M${first + x * CELL} ${first}V${bottom}`;
  for (let y = 0; y < rows + extra; y++) path += `M${first} ${first + y * CELL}H${right}`;
  return svg('path', { class: 'lines', d: path });
}

/**
 * @param {Config} config
 * @param {Geometry} geometry
 */
function dots(config, geometry) {
  if (config.game !== 'reversi') {
    return starPoints(config).map((point) => svg('circle', { class: 'star', cx: geometry.x(point), cy: geometry.y(point), r: 3.6 }));
  }
  const places = [2, 6].flatMap((y) => [2, 6].map((x) => [x, y]));
  return places.map(([x, y]) => svg('circle', { class: 'star', cx: geometry.margin + x * CELL, cy: geometry.margin + y * CELL, r: 3.4 }));
}

/**
 * @param {Config} config
 * @param {Geometry} geometry
 */
function names(config, geometry) {
  const { margin, columns, rows, width, height } = geometry;
  // Small boards are drawn larger, but their letters need not be.
  const group = svg('g', { class: 'coordinates', 'font-size': Math.min(12, 5.2 + columns * 0.38).toFixed(1) });
  const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => group.append(svg('text', { x, y }, text));
  for (let x = 0; x < columns; x++) {
    const place = margin + (x + 0.5) * CELL;
    add(place, margin * 0.58, columnName(x, config));
    add(place, height - margin * 0.42, columnName(x, config));
  }
  for (let y = 0; y < rows; y++) {
    const place = margin + (y + 0.5) * CELL;
    add(margin * 0.52, place, rowName(y, config));
    add(width - margin * 0.52, place, rowName(y, config));
  }
  return group;
}
