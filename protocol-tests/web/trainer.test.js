// The trainer: problems solved on the board, their schedule, links and files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PAGE } from './page-modules.js';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

const LINES = (await readFile(join(PAGE, 'trainer/problems.jsonl'), 'utf8')).trim().split('\n');
const PROBLEMS = LINES.map((line) => JSON.parse(line));
const [FIRST, SECOND] = PROBLEMS;
const FORBIDDEN = PROBLEMS.find(({ kind }) => kind === 'forbidden');
const WIN = PROBLEMS.find(({ kind }) => kind === 'vcf');
const ENDGAME = PROBLEMS.find(({ kind }) => kind === 'endgame-win');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DAY = 86_400_000;

/** Returns the selector of the cell of a place in a problem. @param {any} problem @param {[number, number]} place */
function selectorOf({ size: [width] }, [column, row]) {
  return `.trainer .cell[data-point="${row * width + column}"]`;
}

/** Returns the cell of a place in a problem. @param {Visitor} visitor @param {any} problem @param {[number, number]} place */
function cellOf({ page }, problem, place) {
  return page.locator(selectorOf(problem, place));
}

/** Waits until the label of a place for screen readers matches. @param {Visitor} visitor @param {any} problem @param {[number, number]} place @param {RegExp} expected */
async function waitForPlace({ page }, problem, place, expected) {
  const has = ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.getAttribute('aria-label') ?? '');
  await page.waitForFunction(has, [selectorOf(problem, place), expected.source]);
}

/** Opens the trainer. @param {import('playwright-core').BrowserContextOptions} [options] */
async function train(options) {
  const visitor = await Visitor.open(browser, server.url, options);
  await visitor.page.click('[data-action=problems]');
  await visitor.page.waitForSelector('.trainer .cell[aria-label]');
  return visitor;
}

/** Opens a file. @param {Visitor} visitor @param {string} name @param {string} text */
function open({ page }, name, text) {
  return page.setInputFiles('#record-file', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('the right move is shown with its line, and the problem comes back tomorrow', async () => {
  const visitor = await train();
  const { page } = visitor;
  await visitor.waitForText('.question', /White to play: capture the marked chain in a ladder. Level 16k/);
  await visitor.waitForText('.problem-summary', /Due: 0. New: 36./);
  await cellOf(visitor, FIRST, FIRST.solutions[0]).click();
  await visitor.waitForText('.answer .right', /Right: the ladder works/);
  await visitor.waitForText('.line-player .move-number', /^5 \/ 5$/);
  await waitForPlace(visitor, FIRST, FIRST.right[0].moves[4], /White/);
  await visitor.waitForText('.problem-summary', /Due: 0. New: 35. Streak: 1 day/);
  await page.clock.setFixedTime(new Date(Date.now() + DAY));
  // The problem shown is not asked twice in a row.
  await page.click('[data-action=next]');
  await waitForPlace(visitor, SECOND, SECOND.target[0], /of this chain/);
  await visitor.waitForText('.problem-summary', /Due: 1. New: 35. Streak: 1 day/);
  await page.click('[data-action=next]');
  await waitForPlace(visitor, FIRST, FIRST.target[0], /of this chain/);
  await cellOf(visitor, FIRST, FIRST.solutions[0]).click();
  await visitor.waitForText('.problem-summary', /Due: 0. New: 35. Streak: 2 days/);
  const card = await page.evaluate((key) => JSON.parse(localStorage['tengen.problems']).cards[key], FIRST.key);
  assert.deepEqual([card.repetitions, card.interval, card.ease], [2, 6, 2.7]);
  await page.clock.setFixedTime(new Date(Date.now() + 3 * DAY));
  await page.click('[data-action=next]');
  await visitor.waitForText('.problem-summary', /Due: 0. New: 35.\s*$/);
  await visitor.leave();
});

test('a wrong move is refuted on the board, and the problem is asked again today', async () => {
  const visitor = await train();
  const { page } = visitor;
  const [{ moves }] = FIRST.wrong;
  await cellOf(visitor, FIRST, moves[0]).click();
  await visitor.waitForText('.answer .wrong', /Wrong: the chain escapes/);
  await waitForPlace(visitor, FIRST, moves[0], /White/);
  await waitForPlace(visitor, FIRST, moves[1], /Black/);
  await visitor.waitForText('.problem-summary', /Due: 1. New: 35./);
  await page.keyboard.press('Escape');
  await waitForPlace(visitor, FIRST, moves[1], /empty/);
  // Solving it now is too late for the schedule.
  await cellOf(visitor, FIRST, FIRST.solutions[0]).click();
  await visitor.waitForText('.answer .right', /Right/);
  await visitor.waitForText('.problem-summary', /Due: 1. New: 35./);
  await page.click('[data-action=next]');
  await waitForPlace(visitor, SECOND, SECOND.target[0], /of this chain/);
  await cellOf(visitor, SECOND, SECOND.solutions[0]).click();
  await visitor.waitForText('.answer .right', /Right/);
  await page.click('[data-action=next]');
  await waitForPlace(visitor, FIRST, FIRST.target[0], /of this chain/);
  await cellOf(visitor, FIRST, FIRST.solutions[0]).click();
  await visitor.waitForText('.problem-summary', /Due: 0. New: 34./);
  await visitor.leave();
});

test('the engine refutes other moves or they are only named wrong, and an illegal one does not count', async () => {
  const visitor = await train();
  const { page } = visitor;
  await page.selectOption('[name=games_choice]', 'reversi');
  await page.selectOption('[name=problem_kind]', 'endgame-win');
  await visitor.waitForText('.question', /only one move wins/);
  const stones = [...ENDGAME.black, ...ENDGAME.white].map(String);
  const legal = [...ENDGAME.right, ...ENDGAME.wrong].map(({ moves }) => String(moves[0]));
  const places = Array.from({ length: 64 }, (_, point) => /** @type {[number, number]} */ ([point % 8, Math.floor(point / 8)]));
  const illegal = places.find((place) => !stones.includes(String(place)) && !legal.includes(String(place)));
  if (illegal) {
    await cellOf(visitor, ENDGAME, illegal).click();
    await visitor.waitForText('.answer', /not allowed: no disc would turn/);
  }
  await visitor.waitForText('.problem-summary', /New: 6./);
  await page.selectOption('[name=games_choice]', 'go');
  const { black, white, right, wrong } = FIRST;
  const known = [...black, ...white, ...[...right, ...wrong].map(({ moves }) => moves[0])].map(String);
  const other = Array.from({ length: 81 }, (_, point) => /** @type {[number, number]} */ ([point % 9, Math.floor(point / 9)])).find((place) => !known.includes(String(place)));
  await cellOf(visitor, FIRST, other).click();
  await visitor.waitForText('.answer .wrong', /Wrong: the chain escapes/);
  await waitForPlace(visitor, FIRST, other, /White/);
  await visitor.waitForText('.line-player .move-number', /^[2-9] \/ \d/);
  await visitor.waitForText('.problem-summary', /Due: 1. New: 35./);
  await page.selectOption('[name=games_choice]', 'gomoku');
  await page.selectOption('[name=problem_kind]', 'vcf');
  await cellOf(visitor, WIN, [0, 0]).click();
  await visitor.waitForText('.answer .wrong', /A15 is not the solution/);
  await visitor.leave();
});

test('hints show the area, then the move', async () => {
  const visitor = await train();
  const { page } = visitor;
  await page.keyboard.press('h');
  await visitor.waitForText('.answer', /Hint: look between G6 and J4/);
  await waitForPlace(visitor, FIRST, FIRST.solutions[0], /hint/);
  await page.click('[data-action=hint]');
  await visitor.waitForText('.answer', /Hint: J6/);
  await waitForPlace(visitor, FIRST, FIRST.solutions[0], /★/);
  await visitor.waitForText('.problem-summary', /Due: 1. New: 35./);
  await visitor.leave();
});

test('forbidden points are asked for, with their reason', async () => {
  const visitor = await train();
  const { page } = visitor;
  await page.selectOption('[name=games_choice]', 'gomoku');
  await page.selectOption('[name=problem_kind]', 'forbidden');
  await visitor.waitForText('.question', /Where may Black not play\? Find the point/);
  await cellOf(visitor, FORBIDDEN, FORBIDDEN.wrong[0].moves[0]).click();
  await visitor.waitForText('.answer .wrong', /Black may play there/);
  await page.keyboard.press('Escape');
  await cellOf(visitor, FORBIDDEN, FORBIDDEN.solutions[0]).click();
  await visitor.waitForText('.answer .right', /Right: Black may not play there: double three/);
  await waitForPlace(visitor, FORBIDDEN, FORBIDDEN.solutions[0], /forbidden/);
  await visitor.leave();
});

test('a link leads to its problem without the server’s key, and a damaged one says so', async () => {
  const visitor = await train();
  const { page } = visitor;
  await page.selectOption('[name=games_choice]', 'reversi');
  await page.selectOption('[name=problem_kind]', 'endgame-win');
  await page.click('[data-action=share]');
  const link = await page.locator('dialog input').inputValue();
  assert.match(link, /#problem=[\w-]+$/);
  await page.keyboard.press('Escape');
  const shows = async (/** @type {Visitor} */ other) => {
    await other.waitForText('.question', /only one move wins/);
    await waitForPlace(other, ENDGAME, ENDGAME.black[0], /Black/);
    assert.equal(await other.page.locator('[name=problem_set] option:checked').textContent(), 'Link to a problem (1)');
  };
  const other = await Visitor.open(browser, link);
  await shows(other);
  await other.leave();
  await page.click('[data-game=go]');
  await page.evaluate((address) => location.assign(address), link);
  await shows(visitor);
  await cellOf(visitor, ENDGAME, ENDGAME.solutions[0]).click();
  await visitor.waitForText('.answer .right', /Right: (Black|White) wins by \d+ discs?/);
  await page.evaluate((address) => location.assign(address.slice(0, -20)), link);
  await visitor.waitForText('.answer', /This link has no problem that can be read/);
  await visitor.leave();
});

test('a file of problems becomes a set, and a broken one changes nothing', async () => {
  const visitor = await train();
  const { page } = visitor;
  const done = '{"done":{"digest":"0","name":"a game"}}';
  await open(visitor, 'mine.jsonl', `${LINES[1]}\n${done}\n${JSON.stringify(ENDGAME)}\n`);
  await waitForPlace(visitor, SECOND, SECOND.target[0], /of this chain/);
  assert.equal(await page.locator('[name=problem_set] option:checked').textContent(), 'mine.jsonl (2)');
  assert.deepEqual(await page.locator('[name=games_choice] option').allTextContents(), ['Go (1)', 'Reversi (1)']);
  for (const [name, text, reason] of [
    ['cut.jsonl', `${LINES[0]}\n${LINES[1].slice(0, 200)}`, 'line 2 is not a problem'],
    ['odd.jsonl', LINES[0].replace('"size":[9,9]', '"size":[9,99]'), 'line 1 is not a problem'],
    ['far.jsonl', LINES[0].replace('"solutions":[[', '"solutions":[[9,9],['), 'line 1 is not a problem'],
    ['none.jsonl', done, 'there is no problem in it'],
  ]) {
    await open(visitor, name, text);
    await visitor.waitForText('.answer', new RegExp(`${name} cannot be read: ${reason}`));
    assert.equal(await page.locator('[name=problem_set] option').count(), 2);
  }
  await waitForPlace(visitor, SECOND, SECOND.target[0], /of this chain/);
  await page.selectOption('[name=problem_set]', '0');
  await waitForPlace(visitor, FIRST, FIRST.target[0], /of this chain/);
  await visitor.leave();
});

test('a phone, the keyboard and screen readers reach everything', async () => {
  for (const options of [{ ...PHONE, colorScheme: 'light' }, { viewport: { width: 820, height: 1180 }, colorScheme: 'dark' }, { ...PHONE, viewport: { width: 360, height: 740 }, locale: 'ru' }]) {
    const visitor = await train(options);
    const cell = cellOf(visitor, FIRST, FIRST.wrong[0].moves[0]);
    await (options.hasTouch ? cell.tap() : cell.click());
    await visitor.page.waitForSelector('.answer .wrong');
    await visitor.assertFits();
    await visitor.assertAccessible(`problems, ${options.viewport.width}`);
    await visitor.leave();
  }
  const visitor = await train();
  const { page } = visitor;
  for (let presses = 0; presses < 30 && !(await page.evaluate(() => document.activeElement?.matches('.cell'))); presses++) await page.keyboard.press('Tab');
  // From the middle of the board, E5, to J6.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await visitor.waitForText('.answer .right', /Right/);
  await page.keyboard.press('n');
  await waitForPlace(visitor, SECOND, SECOND.target[0], /of this chain/);
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.trainer .cell')));
  await page.locator('[name=problem_kind]').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('[name=problem_kind]')?.value === 'ladder');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('[name=problem_kind]')));
  await visitor.leave();
});

test('another language keeps the set and the problem', async () => {
  const visitor = await train();
  await open(visitor, 'mine.jsonl', `${LINES[0]}\n${LINES[1]}`);
  await visitor.page.waitForSelector('.problem-set:not([hidden])');
  await visitor.page.click('[data-action=next]');
  await visitor.page.selectOption('.language', 'ja');
  await visitor.waitForText('.question', /シチョウで取ってください/);
  await waitForPlace(visitor, SECOND, SECOND.target[0], /この石/);
  assert.equal(await visitor.page.locator('[name=problem_set] option:checked').textContent(), 'mine.jsonl（2）');
  await visitor.leave();
});
