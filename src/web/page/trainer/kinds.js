// The kinds of problems: their games, their questions, and the results of right and wrong moves; results in files.

/**
 * @typedef {object} KindRow
 * @property {import('../game/games.js').GameName} game
 * @property {string} question The text of the question.
 * @property {string} right The text of the result of a right move.
 * @property {string} wrong The text of the result of a wrong move.
 */

/** The kinds by the names of `tengen problems`. @type {Record<string, KindRow>} */
export const KINDS = {
  ladder: { game: 'go', question: 'question_ladder', right: 'ladder_captured', wrong: 'ladder_escapes' },
  escape: { game: 'go', question: 'question_save', right: 'ladder_escapes', wrong: 'ladder_captured' },
  breaker: { game: 'go', question: 'question_save', right: 'ladder_escapes', wrong: 'ladder_captured' },
  net: { game: 'go', question: 'question_capture', right: 'outcome_caught', wrong: 'outcome_escapes' },
  kill: { game: 'go', question: 'question_kill', right: 'life_captured', wrong: 'outcome_lives_or_ko' },
  live: { game: 'go', question: 'question_live', right: 'life_lives', wrong: 'outcome_dies_or_ko' },
  vcf: { game: 'gomoku', question: 'question_vcf', right: 'outcome_fours', wrong: 'outcome_defended' },
  vct: { game: 'gomoku', question: 'question_vct', right: 'outcome_threats', wrong: 'outcome_defended' },
  defense: { game: 'gomoku', question: 'question_defense', right: 'outcome_no_fours', wrong: 'outcome_fours' },
  forbidden: { game: 'gomoku', question: 'question_forbidden', right: 'outcome_forbidden', wrong: 'outcome_allowed' },
  'endgame-win': { game: 'reversi', question: 'question_endgame-win', right: 'outcome_wins', wrong: 'outcome_not_wins' },
  'endgame-draw': { game: 'reversi', question: 'question_endgame-draw', right: 'outcome_draws', wrong: 'outcome_loses' },
};

/** The texts of results by their codes in a file. @type {Record<string, string>} */
export const RESULTS = {
  'ladder-captured': 'ladder_captured',
  'ladder-escapes': 'ladder_escapes',
  caught: 'outcome_caught',
  escapes: 'outcome_escapes',
  'life-captured': 'life_captured',
  'life-lives': 'life_lives',
  ko: 'outcome_ko',
  'wins-in': 'outcome_wins_in',
  defended: 'outcome_defended',
  'no-fours': 'outcome_no_fours',
  'double-three': 'outcome_double_three',
  'double-four': 'outcome_double_four',
  overline: 'outcome_overline',
  'four-three': 'outcome_four_three',
  'false-three': 'outcome_false_three',
  'false-threes': 'outcome_false_threes',
  'wins-by': 'outcome_wins_by',
  drawn: 'outcome_drawn',
};
