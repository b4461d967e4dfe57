// Records: marks, information, opening by text, the list of games, the list of moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

/** @param {import('playwright-core').Page} page */
async function saved(page) {
  const download = page.waitForEvent('download');
  await page.click('[data-action=save]');
  return readFile(await (await download).path(), 'utf8');
}

/** @param {Visitor} visitor @param {string} text */
function paste(visitor, text) {
  return visitor.page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('marks are shown, drawn, removed and kept', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await paste(visitor, '(;GM[1]FF[4]SZ[9]KM[6.5]LB[cc:x]TR[aa:bb]SQ[dd]CR[ed]MA[fd]DD[ha:ia]AR[ga:gd]LN[ia:id];B[ee])');
  await visitor.waitForLabel('A9', /triangle/);
  await visitor.waitForLabel('B8', /triangle/);
  await visitor.waitForLabel('C7', /, x$/);
  await visitor.waitForLabel('J9', /dimmed/);
  assert.equal(await page.locator('.arrow').count(), 2);
  await page.keyboard.press('ArrowRight');
  await visitor.waitForLabel('E5', /black/);
  await visitor.waitForLabel('J9', /dimmed/);
  const draw = async (/** @type {string} */ tool, /** @type {string[]} */ ...points) => {
    await page.click(`[data-markup=${tool}]`);
    for (const point of points) await (await visitor.cell(point)).click();
    await page.click(`[data-markup=${tool}]`);
  };
  await draw('TR', 'E5', 'C3');
  await draw('SQ', 'C3');
  await draw('letter', 'D4', 'D5', 'D4');
  await draw('number', 'F4');
  await draw('AR', 'A1', 'C3');
  await draw('DD', 'H9', 'J9');
  await visitor.waitForLabel('E5', /black, last move, triangle/);
  const text = await saved(page);
  for (const part of ['TR[aa:bb]', 'LB[cc:x]', 'TR[ee]', 'SQ[cg]', 'LB[de:B][ff:1]', 'AR[ai:cg]', 'DD[]']) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.equal(await visitor.stones(), 1);
  await visitor.leave();
});

test('what the record says can be changed, and names, date, result and level are saved and listed', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.play('E5');
  const text = await saved(page);
  assert.match(text, /PW\[Tengen \(18k\)\]/);
  assert.match(text, /WR\[18k\]/);
  assert.match(text, /DT\[\d{4}-\d\d-\d\d\]/);
  await paste(visitor, '(;GM[1]FF[4]SZ[13]KM[6.5]RU[Japanese]PB[Ann]BR[3k]PW[Bo]EV[Spring Cup]DT[2026-04-01]RE[B+R];B[ee];W[gc])');
  await page.waitForFunction(() => document.querySelector('.player.b strong').textContent === 'Ann (3k)');
  await visitor.waitForText('.info-row .note', /Spring Cup · Apr 1, 2026 · Japanese · komi 6\.5 · Black wins by resignation/);
  await page.click('[data-action=game_info]');
  await visitor.assertAccessible('information', 'dialog');
  await page.fill('[name=PB]', 'Anna');
  await page.fill('[name=WR]', '1d');
  await page.fill('[name=komi]', '7');
  await page.selectOption('[name=rules]', 'chinese');
  await page.locator('dialog .primary').click();
  await page.waitForFunction(() => document.querySelector('.player.w strong').textContent === 'Bo (1d)');
  const changed = await saved(page);
  for (const part of ['PB[Anna]', 'BR[3k]', 'WR[1d]', 'KM[7]', 'RU[chinese]', 'EV[Spring Cup]', 'RE[B+R]']) assert.ok(changed.includes(part), `${part} in ${changed}`);
  await page.click('[data-view=view_list]');
  assert.deepEqual(await page.locator('.list-move').allTextContents(), ['1.E9', '2.G11']);
  await page.locator('.list-move').nth(1).click();
  await page.waitForSelector('.list-move[aria-current]');
  await visitor.assertAccessible('list of moves');
  await page.click('[data-action=games]');
  const games = page.locator('.game');
  assert.equal(await games.count(), 2);
  await visitor.assertAccessible('games', 'dialog');
  assert.match(await games.first().textContent(), /Go Anna – Bo13×13 · 2 moves · Black wins by resignation · /);
  await page.fill('[type=search]', 'anna 13');
  assert.equal(await games.count(), 1);
  await page.fill('[type=search]', 'nobody');
  assert.match(await page.textContent('.games'), /No game matches/);
  await visitor.leave();
});

test('transcripts, position strings, GGF and boards are opened as text', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const moves = (/** @type {string} */ expected) => page.waitForFunction((text) => document.querySelector('.move-number').textContent === text, expected);
  await paste(visitor, 'h8h9i9');
  await page.waitForSelector('.board.gomoku');
  await moves('0 / 3');
  await page.click('[data-action=open]');
  await visitor.assertAccessible('open', 'dialog');
  await page.fill('#record-text', 'f5d6c3d3c4');
  await page.click('[data-action=read-text]');
  await page.waitForSelector('.board.reversi');
  await moves('0 / 5');
  await paste(visitor, '(;GM[Othello]PC[x]PB[Ann]PW[Bo]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c3];)');
  await page.waitForFunction(() => document.querySelector('.player.b strong').textContent === 'Ann');
  await paste(visitor, '---------------------------OX------XXX----X--------------------- O');
  await moves('0 / 0');
  await visitor.waitForStatus(/White to move/);
  await paste(visitor, 'no record at all');
  await visitor.waitForStatus(/The pasted text cannot be read/);
  await visitor.leave();
});

test('a dropped record takes the place of the game and of an open dialog, and broken ones say how they came', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const drop = (/** @type {string} */ text, name = '') =>
    page.evaluate(([content, name]) => {
      const dataTransfer = new DataTransfer();
      if (name) dataTransfer.items.add(new File([content], name));
      else dataTransfer.setData('text/plain', content);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, [text, name]);
  const shows = (/** @type {string} */ expected) => page.waitForFunction((text) => document.querySelector('.move-number').textContent === text, expected);
  await drop('(;GM[4]SZ[15];B[hh];W[hi])', 'game.sgf');
  await shows('0 / 2');
  await page.click('[data-action=open]');
  await drop('f5 d6 c3');
  await shows('0 / 3');
  assert.equal(await page.locator('dialog').count(), 0);
  await page.click('[data-action=new_game]');
  for (const [text, name, refusal] of [
    ['(;GM[1];B[aa', '', /^The dropped text cannot be read: line 1/],
    ['(;GM[1]SZ[9];B[zz])', 'odd.sgf', /^odd\.sgf cannot be read: \[zz\] is not a point/],
    ['', 'empty.ggf', /^empty\.ggf cannot be read: the file is empty/],
    ['no record at all', '', /^The dropped text cannot be read: this is not a game record/],
  ]) {
    await drop(/** @type {string} */ (text), /** @type {string} */ (name));
    await visitor.waitForStatus(/** @type {RegExp} */ (refusal));
    assert.equal(await page.locator('dialog').count(), 0);
  }
  await shows('0 / 3');
  await visitor.leave();
});
