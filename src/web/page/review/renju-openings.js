// The 26 openings of renju: the first stone in the center, the second next to it (direct) or diagonal to it (indirect), the third
// within two lines of the center. Order and names are those of the Renju International Federation (https://www.renju.net/).

import { word } from '../text/words.js';

/** Places of the third stone from the center, right and up, with the second stone one up. @type {[number, number][]} */
const DIRECT = [[0, 2], [1, 2], [2, 2], [1, 1], [2, 1], [1, 0], [2, 0], [0, -1], [1, -1], [2, -1], [0, -2], [1, -2], [2, -2]];

/** The same with the second stone one right and one up. @type {[number, number][]} */
const INDIRECT = [[2, 2], [2, 1], [2, 0], [2, -1], [2, -2], [1, 0], [1, -1], [1, -2], [0, -1], [0, -2], [-1, -1], [-1, -2], [-2, -2]];

/** The symmetries of the board, as images of right and up. */
const SYMMETRIES = [[1, 0, 0, 1], [-1, 0, 0, 1], [1, 0, 0, -1], [-1, 0, 0, -1], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0]];

/** @type {import('./openings.js').OpeningFinder} */
export function renjuOpening(line, { width, height }) {
  if (line.length < 3 || width % 2 === 0 || width !== height) return '';
  const center = (width - 1) / 2;
  const [first, second, third] = line.map((point) => [(point % width) - center, center - Math.floor(point / width)]);
  if (first[0] !== 0 || first[1] !== 0) return '';
  for (const [a, b, c, d] of SYMMETRIES) {
    const turn = (/** @type {number[]} */ [x, y]) => [a * x + b * y, c * x + d * y];
    const [x, y] = turn(second);
    const [right, up] = turn(third);
    if (y !== 1 || (x !== 0 && x !== 1)) continue;
    const places = x === 0 ? DIRECT : INDIRECT;
    const index = places.findIndex((place) => place[0] === right && place[1] === up);
    if (index >= 0) return `${x === 0 ? 'D' : 'I'}${index + 1} ${word(x === 0 ? 'renju_direct' : 'renju_indirect').split(', ')[index]}`;
  }
  return '';
}
