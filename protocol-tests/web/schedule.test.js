// The schedule of problems, compared with the rules of SM-2 as published.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, dayOf, isDue, nextProblem } from './page-modules.js';

/** Answers a problem with these qualities, each on the day it is due. @param {number[]} qualities */
function repeated(qualities) {
  let card;
  const cards = [];
  for (const quality of qualities) {
    card = answered(card, quality, card?.due ?? 100);
    cards.push(card);
  }
  return cards;
}

test('intervals are 1 and 6 days, then grow by the E-Factor and are rounded up', () => {
  for (const [quality, intervals, ease] of [
    [5, [1, 6, 17, 50, 150], 3],
    [4, [1, 6, 15, 38, 95], 2.5],
    [3, [1, 6, 13, 26, 47], 1.8],
  ]) {
    const cards = repeated(Array(5).fill(quality));
    assert.deepEqual(cards.map(({ interval }) => interval), intervals);
    assert.equal(cards[4].ease, ease);
    assert.equal(cards[4].due, 100 + intervals.reduce((sum, days) => sum + days));
  }
});

test('the E-Factor is never less than 1.3', () => {
  assert.equal(repeated(Array(12).fill(3))[11].ease, 1.3);
});

test('a wrong answer begins the intervals again and keeps the E-Factor', () => {
  const cards = repeated([5, 5, 5, 2, 5, 5]);
  assert.deepEqual(cards.map(({ interval }) => interval), [1, 6, 17, 1, 1, 6]);
  assert.deepEqual(cards.map(({ ease }) => ease), [2.6, 2.7, 2.8, 2.8, 2.9, 3]);
});

test('an answer below 4 is asked for again on the same day, until it is 4 or more', () => {
  const wrong = answered(undefined, 2, 100);
  assert.ok(isDue(wrong, 100) && isDue(wrong, 101));
  const slow = answered(wrong, 3, 100);
  assert.deepEqual(slow, wrong);
  const right = answered(slow, 5, 100);
  assert.deepEqual(right, { ...wrong, again: null });
  assert.ok(!isDue(right, 100) && isDue(right, 101));
});

test('an answer before the day it is due changes nothing', () => {
  const card = answered(undefined, 5, 100);
  assert.deepEqual(answered(card, 0, 100), card);
});

test('due problems come first, then those of today’s mistakes, then new ones', () => {
  const problems = ['new', 'later', 'mistake', 'due', 'overdue'].map((key) => ({ key }));
  const cards = {
    later: { ...answered(undefined, 5, 100), due: 120 },
    mistake: answered(undefined, 1, 110),
    due: answered(undefined, 5, 109),
    overdue: answered(undefined, 5, 100),
  };
  const order = [];
  for (let left = problems; left.length > 0; left = left.filter(({ key }) => !order.includes(key))) order.push(nextProblem(left, cards, 110)?.key);
  assert.deepEqual(order, ['overdue', 'due', 'mistake', 'new', 'later']);
});

test('a day begins at midnight where the user lives', () => {
  const midnight = new Date(2026, 4, 1);
  assert.equal(dayOf(midnight), dayOf(new Date(midnight.getTime() + 86_399_000)));
  assert.equal(dayOf(new Date(midnight.getTime() - 1)), dayOf(midnight) - 1);
});
