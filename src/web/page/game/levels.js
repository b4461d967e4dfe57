// Levels of the engine's play that the page offers.

/** Full strength. */
export const FULL = 'full';

/** Some of the levels of each game, by the names of GTP's `level`, the weakest first. @type {Record<string, string[]>} */
export const LEVELS = {
  go: ['20k', '18k', '15k', '12k', '10k', '8k', '6k', '5k'],
  gomoku: ['600', '800', '1000', '1200', '1400', '1600', '1800', '2000', '2200'],
  reversi: ['600', '800', '1000', '1200', '1400', '1600', '1800', '2000', '2200'],
};
