// Spaced repetition by SM-2, as P. A. Woźniak published it: https://super-memory.com/english/ol/sm2.htm

/**
 * The state of a problem that was answered before. Days are numbered as in `dayOf`.
 *
 * @typedef {object} Card
 * @property {number} repetitions Right answers in a row.
 * @property {number} interval Days between the last repetition and the next.
 * @property {number} ease The E-Factor.
 * @property {number} due The day of the next repetition.
 * @property {number | null} again The day on which to ask again because of a poor answer.
 */

/** Least E-Factor. */
const LEAST_EASE = 1.3;

/** E-Factor of a new problem. */
const FIRST_EASE = 2.5;

/** Days before the second and the third repetition. */
const FIRST_INTERVALS = [1, 6];

/** Least quality of an answer that counts as right. */
const RIGHT = 3;

/** Least quality of an answer that is not asked for again on the same day. */
const GOOD = 4;

/** Milliseconds of a minute, and of a day. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns the number of the day of a time, where the user lives. @param {Date} time */
export function dayOf(time) {
  return Math.floor((time.getTime() - time.getTimezoneOffset() * MINUTE) / DAY);
}

/**
 * Returns a problem's card after an answer. An answer before the problem is due changes nothing.
 *
 * @param {Card | undefined} card
 * @param {number} quality From 0 (no idea) to 5 (right at once).
 * @param {number} today
 * @returns {Card}
 */
export function answered(card, quality, today) {
  const again = quality < GOOD ? today : null;
  if (card && card.due > today) return { ...card, again: card.again === today ? again : card.again };
  const before = card ?? { repetitions: 0, interval: 0, ease: FIRST_EASE };
  if (quality < RIGHT) return { repetitions: 0, interval: FIRST_INTERVALS[0], ease: before.ease, due: today + FIRST_INTERVALS[0], again };
  const ease = Math.max(LEAST_EASE, exact(before.ease + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02)));
  const interval = FIRST_INTERVALS[before.repetitions] ?? Math.ceil(exact(before.interval * ease));
  return { repetitions: before.repetitions + 1, interval, ease, due: today + interval, again };
}

/** Rounds to hundredths, of which E-Factors are multiples. @param {number} value */
function exact(value) {
  return Math.round(value * 100) / 100;
}

/** Whether a problem is to be repeated on a day. @param {Card} card @param {number} today */
export function isDue(card, today) {
  return card.due <= today || card.again === today;
}

/**
 * Returns the problem to ask next: the one due for the longest time, else one to ask again today, else a new one, else the first.
 *
 * @template {{key: string}} T
 * @param {T[]} problems
 * @param {Record<string, Card>} cards
 * @param {number} today
 * @returns {T | undefined}
 */
export function nextProblem(problems, cards, today) {
  const rank = (/** @type {T} */ { key }) => {
    const card = cards[key];
    if (!card) return [2, 0];
    if (card.due <= today) return [0, card.due];
    return [card.again === today ? 1 : 3, 0];
  };
  const ranked = problems.map((problem) => ({ problem, rank: rank(problem) }));
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  return ranked[0]?.problem;
}
