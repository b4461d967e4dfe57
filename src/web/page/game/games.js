// The table of games: what the page knows of each. What one game alone has stands where it is used.

/**
 * @typedef {object} GameRow
 * @property {[string, string, string]} title Its name: English, traditional Chinese, simplified Chinese.
 * @property {string} protocolName
 * @property {string} sgf Its number in SGF; empty if it has none.
 * @property {number} size The usual columns and rows.
 * @property {number[]} sizes Sizes that are offered, the usual first; empty if there is only one.
 * @property {number} leastSize
 * @property {string[]} rules Rules that are offered, by the engine's names, the usual first; empty if there is only one set.
 * @property {number} komi The usual komi; 0 in games without.
 * @property {string} columns The letters of the columns, as players write them.
 * @property {boolean} isFromTop Whether row 1 is at the top.
 * @property {boolean} hasPass
 * @property {'points' | 'discs' | ''} unit The unit of scores; empty if there are none.
 * @property {string} illegal The word that explains an illegal move.
 * @property {string[]} levels Some of the names of GTP's `level`, the weakest first.
 * @property {{quick: number, normal: number, thorough: number}} efforts Visits or nodes for each position of a game.
 */

/** Full strength, in GTP's `level`. */
export const FULL = 'full';

const NO_I = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const RATINGS = ['600', '800', '1000', '1200', '1400', '1600', '1800', '2000', '2200'];

const ROWS = /** @satisfies {Record<string, GameRow>} */ ({
  go: {
    title: ['Go', '圍棋', '围棋'],
    protocolName: 'go',
    sgf: '1',
    size: 9,
    sizes: [9, 13, 19],
    leastSize: 2,
    rules: ['chinese', 'japanese', 'korean', 'aga', 'new-zealand', 'tromp-taylor', 'ing'],
    komi: 7,
    columns: NO_I,
    isFromTop: false,
    hasPass: true,
    unit: 'points',
    illegal: 'illegal_go',
    levels: ['20k', '18k', '15k', '12k', '10k', '8k', '6k', '5k'],
    efforts: { quick: 4, normal: 32, thorough: 250 },
  },
  gomoku: {
    title: ['Gomoku', '五子棋', '五子棋'],
    protocolName: 'gomoku',
    sgf: '4',
    size: 15,
    sizes: [15, 19, 20],
    leastSize: 5,
    rules: ['freestyle', 'standard', 'renju', 'caro', 'exact-caro'],
    komi: 0,
    columns: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    isFromTop: false,
    hasPass: false,
    unit: '',
    illegal: 'illegal',
    levels: RATINGS,
    efforts: { quick: 5000, normal: 50000, thorough: 500000 },
  },
  reversi: {
    title: ['Reversi', '黑白棋', '黑白棋'],
    protocolName: 'othello',
    sgf: '2',
    size: 8,
    sizes: [],
    leastSize: 8,
    rules: [],
    komi: 0,
    columns: NO_I.toLowerCase(),
    isFromTop: true,
    hasPass: true,
    unit: 'discs',
    illegal: 'illegal_reversi',
    levels: RATINGS,
    efforts: { quick: 10000, normal: 100000, thorough: 1000000 },
  },
});

/** @typedef {keyof typeof ROWS} GameName */

/** @type {Record<GameName, GameRow>} */
export const GAMES = ROWS;

/** The games in the order of the page. */
export const GAME_NAMES = /** @type {GameName[]} */ (Object.keys(ROWS));
