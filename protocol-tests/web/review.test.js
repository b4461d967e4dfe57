// The review of a game: its curve, mistakes, summaries, openings, and the values in records.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

/** A whole game of Othello. */
const OTHELLO = 'f5d6c3d3c4f4f6g5e6c5f3f7e3e7b6b5c6b4d7b3g6c2a5a6a4h5a7e2f2c8e1g4d2c7e8g3h3h4h6d8f8d1f1a3a2g8c1b2a1b7g2h1h2g1a8b8h8h7g7b1';

test('a review has a curve with figures, a summary, the worst moves and their better lines, and the record keeps it', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.openRecord('game.txt', `${OTHELLO}\n`, 60);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  assert.match(await page.textContent('.opening'), /No-Kung/);
  await page.selectOption('.effort', 'quick');
  await page.click('[data-action=analyze-game]');
  await page.waitForSelector('.review-summary td');
  await page.waitForFunction(() => document.querySelector('[data-action=analyze-game]').textContent === 'Analyze the game', null, { timeout: 90_000 });
  assert.ok((await page.locator('.curve .lead').getAttribute('d')).split('L').length >= 60);
  assert.deepEqual(await page.locator('.curve .tick.left').allTextContents(), ['100%', '50%', '0%']);
  const box = await page.locator('.curve').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  assert.match(await page.textContent('.readout'), /^30\. White c8 · Black \d+\.\d% · [+−]\d+\.\d discs$/);
  const rows = await page.locator('.review-summary th[scope=row]').allTextContents();
  for (const row of ['Accuracy', 'Mean loss in discs', 'Blunders', 'Accuracy, opening', 'Accuracy, endgame']) assert.ok(rows.includes(row), row);
  assert.equal(await page.locator('.worst h3').count(), 2);
  const worst = page.locator('.loss-item').first();
  const number = /(\d+)\./.exec(await worst.textContent())[1];
  await worst.click();
  await page.waitForFunction((text) => document.querySelector('.move-number').textContent === text, `${number} / 60`);
  await page.waitForSelector('.mark.better');
  await page.waitForSelector('.mark.mistake-3');
  await visitor.assertAccessible('review', '.side');
  await page.click('[data-action=better-line]');
  await page.waitForFunction(() => /^[1-9]/.test(document.querySelector('.line-player .move-number')?.textContent ?? ''));
  await page.keyboard.press('Escape');
  await page.uncheck('#mistakes-switch');
  assert.equal(await page.locator('.mark.mistake-3').count(), 0);
  const download = page.waitForEvent('download');
  await page.click('[data-action=save]');
  await page.locator('dialog').getByRole('button', { name: 'SGF' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  assert.match(saved, /SBKV\[[\d.]+\]SBKS\[-?[\d.]+\]TGPV(\[\w\d\])+TGVS\[\d+\]/);
  await page.locator('dialog').press('Escape');
  await visitor.openRecord('saved.sgf', saved, 60);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.waitForSelector('.review-summary td');
  await visitor.leave();
});

test('a five is marked, and lost moves do not have the color of good ones', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  // A vertical five, of which the last stone is in the middle.
  await visitor.openRecord('five.sgf', '(;GM[4]SZ[15];B[ha];W[ab];B[hb];W[bb];B[hd];W[cb];B[he];W[db];B[hc])', 9);
  assert.equal(await page.locator('.stroke.five').count(), 0);
  await page.keyboard.press('End');
  await page.waitForSelector('.stroke.five', { state: 'attached' });
  const ends = await page.locator('.stroke.five').evaluateAll((lines) => lines.map((line) => ['x1', 'y1', 'x2', 'y2'].map((name) => line.getAttribute(name))));
  const [top, bottom] = await Promise.all(['H15', 'H11'].map(async (name) => (await visitor.cell(name)).evaluate((cell) => [Number(cell.getAttribute('x')) + Number(cell.getAttribute('width')) / 2, Number(cell.getAttribute('y')) + Number(cell.getAttribute('height')) / 2])));
  assert.deepEqual(ends.map((end) => end.map(Number)), [[...top, ...bottom]]);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => !document.querySelector('.stroke.five'));
  // Black has an open four: every move of white loses.
  await visitor.openRecord('lost.sgf', '(;GM[4]SZ[15];B[hh];W[aa];B[gh];W[oo];B[ih];W[ao];B[jh])', 7);
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.click('#analysis-switch');
  await visitor.waitForText('.candidates tbody', /loss in \d/);
  assert.equal(await page.locator('.candidate.rank-4').count(), await page.locator('.candidate').count());
  await visitor.leave();
});

test('values of other programs are shown, and the openings of renju have names', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const readout = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ moves) => {
    await visitor.openRecord(name, text, moves);
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.getByRole('button', { name: 'Next move' }).first().click();
    await page.waitForFunction(() => document.querySelector('.move-number').textContent.startsWith('1 '));
    return page.textContent('.readout');
  };
  // KataGo's comment is about the position before its move, for white.
  const kataGo = await readout('kata.sgf', '(;GM[1]SZ[9]KM[7];B[ee]C[0.45 0.55 0.00 -0.6 v=600];W[gc]C[0.30 0.70 0.00 -2.5 v=600])', 2);
  assert.match(kataGo, /^1\. Black E5 · Black 70\.0% · \+2\.5 points$/);
  const kaTrain = await readout('katrain.sgf', '(;GM[1]SZ[9]KM[7];B[ee]C[Move 1: B E5\nScore: B+0.9\nWin rate: B 52.9%\n];W[gc]C[Score: W+1.0\nWin rate: W 60.0%])', 2);
  assert.match(kaTrain, /^1\. Black E5 · Black 52\.9% · \+0\.9 points$/);
  const sabaki = await readout('sabaki.sgf', '(;GM[1]SZ[9]KM[7];B[ee]SBKV[61.25];W[gc]SBKV[20])', 2);
  assert.match(sabaki, /^1\. Black E5 · Black 61\.3%$/);
  // Lizzie's winrate is that of the side that has moved; without playouts it is a guess.
  const lizzie = await readout('lizzie.sgf', '(;GM[1]SZ[9]KM[7];B[ee]LZ[0.7.4 52.6 1.2k\nmove G3 visits 80 winrate 4738 pv G3 C7 info ];W[gc]LZ[0.7.4 70.0 340\nmove C7 visits 9 winrate 3000 pv C7];B[cc]LZ[0.7.4 30.0 0\n])', 3);
  assert.match(lizzie, /^1\. Black E5 · Black 52\.6%$/);
  for (const expected of [/^2\. White G7 · Black 30\.0%$/, /^3\. Black C7$/]) {
    await page.getByRole('button', { name: 'Next move' }).first().click();
    await visitor.waitForText('.readout', expected);
  }
  // Direct with the second stone below, and indirect to the lower left.
  for (const [moves, name] of [['B[hh];W[hi];B[ij]', /D2 Keigetsu$/], ['B[hh];W[gi];B[gh]', /I6 Ungetsu$/], ['B[hh];W[ig];B[jf]', /I1 Chosei$/]]) {
    await visitor.openRecord('renju.sgf', `(;GM[4]SZ[15]RU[renju];${moves})`, 3);
    await page.getByRole('tab', { name: 'Analysis' }).click();
    assert.match(await page.textContent('.opening'), name);
  }
  await visitor.leave();
});

test('a finished game of gomoku is reviewed at a click, and tells in how many moves it was won', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('gomoku', { opponent: 'people', rules: 'freestyle', size: '15' });
  for (const move of ['H8', 'A1', 'I8', 'A3', 'J8', 'A5', 'K8', 'A7', 'L8']) await visitor.play(move);
  await visitor.waitForStatus(/^Black wins$/);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.selectOption('.effort', 'quick');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.click('[data-action=review]');
  await page.waitForFunction(() => document.querySelector('[data-action=analyze-game]').textContent === 'Analyze the game', null, { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector('.readout').textContent === '9. Black L8 · Black 100.0%');
  await page.getByRole('button', { name: 'Previous move' }).first().click();
  await page.waitForFunction(() => document.querySelector('.readout').textContent === '8. White A7 · Black 100.0% · win in 1');
  await page.waitForFunction(() => document.querySelectorAll('.loss-item').length > 0);
  await visitor.leave();
});
