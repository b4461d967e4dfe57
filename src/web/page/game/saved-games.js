// Unfinished games, kept in this browser as SGF.

const STORE = 'tengen.games';

/** How many games are kept; the oldest go first. */
const MOST = 40;

/**
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {string} sgf
 * @property {string} game
 * @property {number[]} way The child to take at each node on the way to the one that was shown.
 * @property {import('./match.js').Players} players
 * @property {{b: import('./clock.js').TimeLeft, w: import('./clock.js').TimeLeft} | null} left
 * @property {number} moves
 * @property {number} time Milliseconds since 1970.
 */

/** Returns the games, the latest first. @returns {SavedGame[]} */
export function savedGames() {
  try {
    const games = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** Keeps a game in the place of its earlier state. @param {SavedGame} game */
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
