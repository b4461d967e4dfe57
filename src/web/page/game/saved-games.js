// Unfinished games, stored in this browser as SGF.

const STORE = 'tengen.games';

/** Most games stored; the oldest are dropped first. */
const MOST = 40;

/**
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {string} sgf
 * @property {string} game
 * @property {number[]} way The index of the child at each node on the path to the one shown.
 * @property {import('./match.js').Players} players
 * @property {{b: import('./clock.js').TimeLeft, w: import('./clock.js').TimeLeft} | null} left
 * @property {number} moves
 * @property {{b: string, w: string}} [names]
 * @property {string} [size] Columns and rows.
 * @property {string} [result] In SGF's notation.
 * @property {number} time Time of saving, in milliseconds since 1970.
 */

/** Returns the saved games, the latest first. @returns {SavedGame[]} */
export function savedGames() {
  try {
    const games = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** Saves a game, replacing its earlier state. @param {SavedGame} game */
export function keepGame(game) {
  store([game, ...savedGames().filter(({ id }) => id !== game.id)].slice(0, MOST));
}

/** @param {string} id */
export function dropGame(id) {
  store(savedGames().filter((game) => game.id !== id));
}

/** @param {SavedGame[]} games */
function store(games) {
  for (let count = games.length; count >= 0; count = Math.floor(count / 2)) {
    try {
      localStorage.setItem(STORE, JSON.stringify(games.slice(0, count)));
      return;
    } catch {
      if (count === 0) return;
    }
  }
}
