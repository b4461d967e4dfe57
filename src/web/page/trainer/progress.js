// The user's progress with problems, stored in this browser.

import { answered, isDue } from './schedule.js';

const STORE = 'tengen.problems';

/** Cards by the problems' keys, and the days in a row on which problems were answered. */
export class Progress {
  constructor() {
    const { cards, streak } = load();
    /** @type {Record<string, import('./schedule.js').Card>} */
    this.cards = cards;
    /** @type {{days: number, last: number}} */
    this.streak = streak;
  }

  /**
   * Stores an answer.
   *
   * @param {string} key
   * @param {number} quality
   * @param {number} today
   */
  answer(key, quality, today) {
    // Another tab may have stored answers in the meantime.
    const { cards, streak } = load();
    this.cards = { ...this.cards, ...cards, [key]: answered(cards[key] ?? this.cards[key], quality, today) };
    const isNext = streak.last === today - 1;
    this.streak = streak.last === today ? streak : { days: isNext ? streak.days + 1 : 1, last: today };
    try {
      localStorage.setItem(STORE, JSON.stringify({ cards: this.cards, streak: this.streak }));
    } catch {
      // Private windows may not allow storage.
    }
  }

  /** The days in a row up to today or yesterday. @param {number} today */
  daysInRow(today) {
    return this.streak.last >= today - 1 ? this.streak.days : 0;
  }

  /**
   * Counts the problems to repeat and the new ones.
   *
   * @param {{key: string}[]} problems
   * @param {number} today
   */
  count(problems, today) {
    const cards = problems.map(({ key }) => this.cards[key]);
    return { due: cards.filter((card) => card && isDue(card, today)).length, fresh: cards.filter((card) => !card).length };
  }
}

/** @returns {{cards: Record<string, import('./schedule.js').Card>, streak: {days: number, last: number}}} */
function load() {
  try {
    const { cards, streak } = JSON.parse(localStorage.getItem(STORE) ?? '');
    return { cards: { ...cards }, streak: { days: Number(streak.days), last: Number(streak.last) } };
  } catch {
    return { cards: {}, streak: { days: 0, last: 0 } };
  }
}
