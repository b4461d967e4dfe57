// The table of games, with the properties that all of them have. Features of a single game are where they are used.

/**
 * @typedef {object} GameRow
 * @property {Record<import('../text/languages.js').LanguageTag, string>} title The name in each language.
 * @property {string} protocolName
 * @property {string} sgf The game's number in SGF; empty if it has none.
 * @property {number} size The default number of columns and rows.
 * @property {number[]} sizes The sizes offered, the default first; empty if there is only one.
 * @property {number} leastSize
 * @property {string[]} rules The rules offered, by the engine's names, the default first; empty if there is only one set.
 * @property {number} komi The default komi; 0 in games without komi.
 * @property {string} columns The letters of the columns, as players write them.
 * @property {boolean} isFromTop Whether row 1 is at the top.
 * @property {boolean} hasPass
 * @property {'points' | 'discs' | ''} unit The unit of scores; empty if there are none.
 * @property {string} illegal The word that explains an illegal move.
 * @property {string[]} levels Some level names of GTP's `level`, the weakest first.
 * @property {string} firstLevel The level that a first-time player meets.
 * @property {{quick: number, normal: number, thorough: number}} efforts Visits or nodes per position in the analysis of a game.
 * @property {[number, number]} phases The ends of the opening and of the middle game, as shares of the board's points.
 * @property {[number, number, number]} losses Losses of the unit from which a move is an inaccuracy, a mistake or a blunder.
 * @property {number} winScore The score of a won position, less the moves to the win; 0 if scores count points or discs.
 */

/** The name of full strength in GTP's `level`. */
export const FULL = 'full';

const NO_I = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const RATINGS = ['600', '800', '1000', '1200', '1400', '1600', '1800', '2000', '2200'];

const ROWS = /** @satisfies {Record<string, GameRow>} */ ({
  go: {
    title: { en: 'Go', 'zh-Hans': '围棋', 'zh-Hant': '圍棋', ja: '囲碁', ko: '바둑', ru: 'Го', vi: 'Cờ vây', de: 'Go', fr: 'Go' },
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
    firstLevel: '18k',
    efforts: { quick: 4, normal: 32, thorough: 250 },
    // Moves 50 and 150 of 19x19.
    phases: [0.14, 0.42],
    losses: [3, 6, 12],
    winScore: 0,
  },
  gomoku: {
    title: { en: 'Gomoku', 'zh-Hans': '五子棋', 'zh-Hant': '五子棋', ja: '五目並べ', ko: '오목', ru: 'Гомоку', vi: 'Cờ ca-rô', de: 'Gomoku', fr: 'Gomoku' },
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
    firstLevel: '800',
    efforts: { quick: 5000, normal: 50000, thorough: 500000 },
    // Moves 10 and 30 of 15x15.
    phases: [0.045, 0.134],
    losses: [Infinity, Infinity, Infinity],
    winScore: 30000,
  },
  reversi: {
    title: { en: 'Reversi', 'zh-Hans': '黑白棋', 'zh-Hant': '黑白棋', ja: 'リバーシ', ko: '오셀로', ru: 'Реверси', vi: 'Cờ lật', de: 'Reversi', fr: 'Reversi' },
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
    firstLevel: '800',
    efforts: { quick: 10000, normal: 100000, thorough: 1000000 },
    // Moves 20 and 40.
    phases: [0.32, 0.63],
    losses: [3, 6, 12],
    winScore: 0,
  },
});

/** @typedef {keyof typeof ROWS} GameName */

/** @type {Record<GameName, GameRow>} */
export const GAMES = ROWS;

/** The games in the order of the page. */
export const GAME_NAMES = /** @type {GameName[]} */ (Object.keys(ROWS));
