// Records, analysis and the lesson.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

/** A random game of 300 legal moves on 19x19. */
const RECORD = new URL('random-300.sgf', import.meta.url).pathname;

test('a record of 300 moves is analyzed to its end, and a loss leads to its move', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await page.setInputFiles('#record-file', RECORD);
  await page.waitForFunction(() => document.querySelector('.move-number').textContent === '0 / 300');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.selectOption('.effort', 'quick');
  await page.click('[data-action=analyze-game]');
  await page.waitForSelector('.curve-panel progress:not([hidden])');
  await page.waitForSelector('.curve-panel progress', { state: 'hidden', timeout: 90_000 });
  const points = await page.locator('.curve .graph').getAttribute('d');
  assert.ok(points.split('L').length >= 300, `the curve has ${points.split('L').length} points`);
  const loss = page.locator('.loss-item').first();
  const number = /(\d+)\./.exec(await loss.textContent())[1];
  await loss.click();
  await page.waitForFunction((text) => document.querySelector('.move-number').textContent === text, `${number} / 300`);
  await visitor.leave();
});

test('variations, comments and unknown properties survive opening and saving', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const record = '(;GM[1]FF[4]SZ[9]KM[6.5]XX[a\\:b];B[ee]C[tengen \\] it is](;W[cc];B[gg])(;W[gc]LB[aa:1]))';
  await page.setInputFiles('#record-file', { name: 'small.sgf', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.waitForFunction(() => document.querySelector('.move-number').textContent === '0 / 3');
  assert.equal(await page.locator('.tree-node').count(), 5);
  const download = page.waitForEvent('download');
  await page.click('[data-action=save]');
  const saved = await readFile(await (await download).path(), 'utf8');
  for (const part of ['XX[a\\:b]', 'C[tengen \\] it is]', 'LB[aa:1]', '(;W[cc];B[gg])']) assert.ok(saved.includes(part), `${part} in ${saved}`);
  await page.setInputFiles('#record-file', { name: 'broken.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;GM[1];B[aa') });
  await visitor.waitForStatus(/broken\.sgf cannot be read: line 1/);
  assert.equal(await page.locator('.tree-node').count(), 5);
  await visitor.leave();
});

test('the faults of a record are listed', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const open = (/** @type {Buffer} */ buffer) => page.setInputFiles('#record-file', { name: 'odd.sgf', mimeType: 'text/plain', buffer });
  const faults = async () => {
    await page.waitForSelector('dialog .faults');
    const texts = await page.locator('dialog .faults li').allTextContents();
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    return texts;
  };
  await open(Buffer.from('(;GM[1]SZ[9]KM[6.5];B[ee];W[ee];B[cc])'));
  assert.deepEqual(await faults(), ['line 1: move 2: the point is occupied']);
  await page.waitForFunction(() => document.querySelector('.move-number').textContent === '0 / 3');
  // Bytes of Latin-1 under a name that no encoding has.
  await open(Buffer.from('(;GM[1]SZ[9]CA[klingon]PB[Andr\xe9];B[ee])', 'latin1'));
  assert.deepEqual(await faults(), ['the text is not in the encoding that it declares']);
  await open(Buffer.from(`(;GM[1]SZ[9]${';B[ee];W[ee]'.repeat(100)})`));
  assert.equal((await faults()).length, 21);
  await open(Buffer.from('(;GM[1]SZ[9];B[ee];W[cc])'));
  await page.waitForFunction(() => document.querySelector('.move-number').textContent === '0 / 2');
  assert.equal(await page.locator('dialog').count(), 0);
  await visitor.leave();
});

test('records of other programs are read by the engine, and an archive is named', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const open = (/** @type {string} */ name, /** @type {string} */ text) =>
    page.setInputFiles('#record-file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  for (const [name, text, moves] of [
    ['game.psq', 'Piskvorky 15x15, 11:11, 0\n8,8,12\n9,9,31\n8,9,5\n', 3],
    ['game.gib', '\\[GAMEBLACKNAME=ant (3D)\\]\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n', 2],
    ['game.txt', '1. f5 d6 2. c3 d3\n3. c4\n', 5],
  ]) {
    await open(name, text);
    await page.waitForFunction((count) => document.querySelector('.move-number').textContent === `0 / ${count}`, moves);
  }
  await open('games.zip', 'PK\x03\x04');
  await visitor.waitForStatus(/games\.zip cannot be read: this is a zip archive; extract it first/);
  await visitor.leave();
});

test('the lesson asks about a ladder, judges the guess and runs it', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await page.click('[data-action=lesson]');
  await page.waitForSelector('.lesson .cell[aria-label*="of this chain"]');
  await page.click('[data-guess=escapes]');
  await page.waitForSelector('.wrong');
  assert.match(await page.textContent('.answer'), /Wrong: the ladder works/);
  await page.waitForFunction(() => /^[3-9] \/ 25$/.test(document.querySelector('.line-player .move-number').textContent));
  await page.click('[data-action=next]');
  await page.waitForFunction(() => /Board 2 of/.test(document.querySelector('.question').textContent));
  await page.click('[data-guess=captured]');
  await page.waitForSelector('.right');
  assert.equal(await page.locator('.dot-button.right').count(), 1);
  assert.equal(await page.locator('.dot-button.wrong').count(), 1);
  await visitor.leave();
});

test('a chain of Go tells its liberties and its ladder for both first movers', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('go', { opponent: 'people', size: '9' });
  for (const move of ['G8', 'G7', 'F7', 'G6', 'H7', 'A9', 'H6']) await visitor.play(move);
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await (await visitor.cell('G7')).click();
  await page.waitForSelector('.legend');
  const verdicts = await page.locator('.verdict').allTextContents();
  assert.match(verdicts[0], /Black first: the ladder works/);
  assert.match(verdicts[1], /White first: the chain escapes/);
  await visitor.waitForLabel('G5', /liberty/);
  await visitor.waitForLabel('C3', /ladder breaker/);
  await page.locator('.run').first().click();
  await page.waitForFunction(() => Number(document.querySelector('.line-player .move-number').textContent.split(' ')[0]) >= 3);
  await page.keyboard.press('Escape');
  await visitor.waitForLabel('G5', /empty/);
  await visitor.leave();
});

test('a position of Go is read as a problem: the task, the right move, and refutations of wrong ones', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  // White has three points in a row; black's wall is open to the left.
  const record = '(;GM[1]FF[4]SZ[9]PL[B]AB[cc][cf][ff][eg][fg][gg][hg][ig][dh][eh][ei]AW[fh][gh][hh][ih][fi])';
  await page.setInputFiles('#record-file', { name: 'problem.sgf', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await visitor.waitForLabel('F1', /white/i);
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await page.click('[data-action=read-problem]');
  await page.waitForSelector('.problem');
  assert.equal(await page.textContent('.problem'), 'Black to play: kill the marked group.');
  const rows = await page.locator('.verdict span').allTextContents();
  assert.deepEqual([rows[0], ...rows.slice(1).sort()], ['Right: H1', 'Wrong: G1', 'Wrong: J1']);
  await visitor.waitForLabel('H1', /right move/);
  await visitor.waitForLabel('G1', /wrong move/);
  await visitor.waitForLabel('J2', /of this chain/);
  await page.locator('.run').nth(1).click();
  await page.waitForFunction(() => document.querySelector('.line-player .move-number').textContent === '2 / 2');
  await page.keyboard.press('Escape');
  await visitor.waitForLabel('H1', /right move/);
  // After the right move nothing depends on who moves.
  await visitor.play('H1');
  await page.click('[data-action=read-problem]');
  await page.waitForFunction(() => document.querySelector('.answer').textContent === 'No group was found that the next move decides.');
  await visitor.waitForLabel('G1', /empty/);
  // The fight is too large to be read.
  const large =
    '(;GM[1]FF[4]SZ[19]PL[B]AB[bj][cj][dj][fj][fk][gk][cl][hl][il][cm][dm][im][en][jn][eo][dp][ep][dq][cr][dr][fr][cs][fs]' +
    'AW[gj][bk][ck][dk][hk][bl][dl][el][fl][gl][hm][cn][gn][in][io][cp][fp][cq][fq][hq][br][gr][bs])';
  await page.setInputFiles('#record-file', { name: 'fight.sgf', mimeType: 'text/plain', buffer: Buffer.from(large) });
  await page.waitForSelector('.cell[data-point="360"]');
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await page.click('[data-action=read-problem]');
  await page.waitForSelector('.verdict.unknown');
  assert.equal(await page.textContent('.answer .note'), 'The reading gave no proof.');
  assert.match(await page.textContent('.verdict.unknown span'), /^Likely, not proved: [A-T]\d+$/);
  await page.locator('.run').first().waitFor();
  // No network fits this board.
  await page.setInputFiles('#record-file', { name: 'large.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;GM[1]FF[4]SZ[25]AB[cc])') });
  await page.waitForSelector('.cell[data-point="624"]');
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await page.click('[data-action=read-problem]');
  await visitor.waitForStatus(/That failed: there is no neural network for this board/);
  assert.equal(await page.textContent('.answer'), '');
  await visitor.leave();
});

test('an enclosed group of Go tells its life and death for both first movers', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('go', { opponent: 'people', size: '9' });
  for (const move of ['A2', 'A3', 'B2', 'B3', 'C2', 'C3', 'D2', 'D3', 'D1', 'E3', 'G5', 'E2', 'G6', 'E1']) await visitor.play(move);
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await (await visitor.cell('A2')).click();
  await page.waitForSelector('.life');
  assert.equal(await page.textContent('.life'), 'Whoever moves first decides.');
  await page.waitForFunction(() => document.querySelectorAll('.verdict').length === 2);
  const verdicts = await page.locator('.verdict span').allTextContents();
  assert.deepEqual(verdicts, ['White first: the group is captured.', 'Black first: the group lives.']);
  await page.locator('.run').first().click();
  await page.waitForFunction(() => Number(document.querySelector('.line-player .move-number').textContent.split(' ')[0]) >= 1);
  await page.keyboard.press('Escape');
  await (await visitor.cell('G5')).click();
  await page.waitForFunction(() => /not enclosed/.test(document.querySelector('.explorer').textContent));
  await visitor.leave();
});

test('forbidden points of renju have their reason, and a win by fours is played out', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('gomoku', { opponent: 'people', rules: 'renju', size: '15' });
  for (const move of ['G8', 'A1', 'F8', 'A3', 'H7', 'O1', 'H6', 'O3']) await visitor.play(move);
  await (await visitor.cell('H8')).click();
  await visitor.waitForStatus(/H8: forbidden: double three/);
  await visitor.begin('gomoku', { opponent: 'people', rules: 'freestyle', size: '15' });
  for (const move of ['H8', 'A1', 'I8', 'A3', 'J8', 'A5']) await visitor.play(move);
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.waitForSelector('.stroke.open-three', { state: 'attached' });
  await page.click('[data-threat=vcf-b]');
  await page.waitForFunction(() => /Black wins by VCF in 2 moves/.test(document.querySelector('.explorer').textContent));
  await visitor.leave();
});
