// The rows of stones that end a game of gomoku.

/** The least number of stones in such a row. */
const LEAST = 5;

/** Directions, right and down. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Returns the rows through the last stone of a won game, as strokes between their ends. There are none if the game was won otherwise.
 *
 * @param {string} stones
 * @param {number} last
 * @param {import('./config.js').Config} config
 * @returns {import('../board/overlay.js').Stroke[]}
 */
export function winningRows(stones, last, { game, width, height }) {
  if (game !== 'gomoku') return [];
  const [x, y] = [last % width, Math.floor(last / width)];
  const isSame = (/** @type {number} */ column, /** @type {number} */ row) => column >= 0 && column < width && row >= 0 && row < height && stones[row * width + column] === stones[last];
  return DIRECTIONS.flatMap(([right, down]) => {
    let [start, end] = [0, 0];
    while (isSame(x + (start - 1) * right, y + (start - 1) * down)) start--;
    while (isSame(x + (end + 1) * right, y + (end + 1) * down)) end++;
    const at = (/** @type {number} */ step) => last + step * (down * width + right);
    return end - start + 1 >= LEAST ? [{ from: at(start), to: at(end), kind: 'five' }] : [];
  });
}
