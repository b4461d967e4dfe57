// Playing the engine: levels, hints in two steps, what the board shows, sounds, help.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

test('a first-time player meets a level, and every level has a word', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  assert.equal(await page.textContent('.player.w strong'), 'Tengen (18k)');
  await page.click('[data-action=new_game]');
  await page.waitForSelector('[name=level] option', { state: 'attached' });
  const levels = await page.locator('[name=level] option').allTextContents();
  assert.equal(levels[0], '20k: first games');
  assert.equal(levels.at(-1), 'full strength');
  for (const level of levels.slice(0, -1)) assert.match(level, /^\d+k: \w/);
  assert.equal(await page.locator('[name=level]').inputValue(), '18k');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  await page.keyboard.press('Escape');
  await page.click('[data-game=reversi]');
  await page.waitForFunction(() => document.querySelector('.player.w strong').textContent === 'Tengen (800)');
  await page.getByRole('tab', { name: 'Counts' }).click();
  await page.waitForFunction(() => /60 empty squares: without a pass, White has the last move\.Regions of empty squares: 0 odd, 1 even/.test(document.querySelector('.explorer').textContent));
  await visitor.leave();
});

test('a hint names an area first and then the move; coordinates, numbers and sound are one click away', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('go', { opponent: 'people', size: '9' });
  await visitor.play('E5');
  await page.click('[data-action=hint]');
  await visitor.waitForStatus(/^Hint: look between [A-J]\d and [A-J]\d\. Ask again for the move\.$/);
  assert.equal(await page.locator('.mark.area').count(), 9);
  await page.keyboard.press('h');
  await visitor.waitForStatus(/^Hint: [A-J]\d \(\d+% to win\)$/);
  assert.equal(await page.locator('.candidate').count(), 1);
  const point = /Hint: (\w\d)/.exec(await page.textContent('.status'))[1];
  await visitor.waitForLabel(point, /★/);
  await page.click('[data-view=numbers]');
  assert.equal(await page.locator('.number').textContent(), '1');
  assert.ok((await page.locator('.coordinates').count()) > 0);
  await page.keyboard.press('k');
  assert.equal(await page.locator('.coordinates').count(), 0);
  await visitor.play('C3');
  await page.evaluate(() => {
    globalThis.sounds = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...values) {
      globalThis.sounds++;
      return start.apply(this, values);
    };
  });
  await visitor.play('G7');
  assert.equal(await page.evaluate(() => globalThis.sounds), 0);
  assert.equal(await page.getAttribute('[data-view=sound]', 'aria-pressed'), 'false');
  await page.click('[data-view=sound]');
  await visitor.play('G3');
  await page.waitForFunction(() => globalThis.sounds === 2);
  await page.reload();
  await visitor.waitForLabel('E5', /black/);
  assert.equal(await page.getAttribute('[data-view=coordinates]', 'aria-pressed'), 'false');
  assert.equal(await page.locator('.number').count(), 4);
  await visitor.leave();
});

test('a pass is shown until the next move, giving up is confirmed, and moves after the end are variations', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('go', { opponent: 'people', size: '9' });
  await visitor.play('E5');
  await page.click('[data-action=pass]');
  await visitor.waitForStatus(/^White passes\. Black to move$/);
  await visitor.play('C3');
  await visitor.waitForStatus(/^White to move$/);
  await page.click('[data-action=resign]');
  await visitor.waitForStatus(/^Black wins by resignation$/);
  await visitor.play('G7');
  const download = page.waitForEvent('download');
  await page.click('[data-action=save]');
  const saved = await readFile(await (await download).path(), 'utf8');
  assert.match(saved.replace(/\s/g, ''), /RE\[B\+R\].*;B\[ee\];W\[\];B\[cg\]\(;\)\(;W\[gc\]\)\)$/);
  await visitor.begin('go', { opponent: 'white', size: '9' });
  await page.click('[data-action=resign]');
  await page.locator('dialog').getByRole('button', { name: 'No' }).click();
  await page.waitForSelector('dialog', { state: 'detached' });
  await visitor.waitForStatus(/^Black to move$/);
  await page.click('[data-action=resign]');
  await page.locator('dialog').getByRole('button', { name: 'Yes' }).click();
  await visitor.waitForStatus(/^White wins by resignation$/);
  await visitor.leave();
});

test('the result of a record is shown at its end only, and is kept until the last move is taken back', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const saved = async () => {
    const download = page.waitForEvent('download');
    await page.click('[data-action=save]');
    return (await readFile(await (await download).path(), 'utf8')).replace(/\s/g, '');
  };
  /** Waits until the browser keeps the game with a part of its record. @param {string} part */
  const kept = (part) => page.waitForFunction((text) => JSON.parse(localStorage['tengen.games'])[0].sgf.includes(text), part);
  await visitor.openRecord('1.sgf', '(;GM[1]SZ[9]RE[W+Resign];B[ee];W[gc];B[cg])', 3);
  await visitor.waitForStatus(/^Black to move$/);
  await page.keyboard.press('End');
  await visitor.waitForStatus(/^White wins by resignation$/);
  assert.equal(await page.locator('[data-action=resign]').isVisible(), false);
  await page.keyboard.press('ArrowLeft');
  await visitor.waitForStatus(/^Black to move$/);
  await visitor.play('C7');
  await visitor.waitForStatus(/^White to move$/);
  await page.reload();
  await visitor.waitForStatus(/^White to move$/);
  await page.click('.travel button >> nth=0');
  assert.equal(await page.locator('[data-action=review]').isVisible(), true);

  // A five in a variation leaves the result alone; the game goes on once its own last move is taken back.
  await visitor.openRecord('2.sgf', '(;GM[4]SZ[15];B[ha];W[ab];B[hb];W[bb];B[hc];W[cb];B[hd];W[db];B[oo];W[eb])', 10);
  await page.keyboard.press('End');
  await visitor.waitForStatus(/^White wins$/);
  await kept('RE[W+]');
  for (const count of [9, 8]) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((text) => document.querySelector('.move-number').textContent === text, `${count} / 10`);
  }
  await visitor.play('H11');
  await visitor.waitForStatus(/^Black wins$/);
  await kept('B[he]');
  assert.match(await saved(), /RE\[W\+\]/);
  await page.click('[data-action=undo]');
  await page.waitForFunction(() => document.querySelector('.move-number').textContent === '8 / 10');
  await page.keyboard.press('End');
  await visitor.waitForStatus(/^White wins$/);
  await page.click('[data-action=undo]');
  await visitor.waitForStatus(/^White to move$/);
  await visitor.play('A1');
  await visitor.waitForStatus(/^Black to move$/);
  assert.doesNotMatch(await saved(), /RE\[|\(;\)/);
  await visitor.leave();
});

test('a game with moves has its buttons before the engine answers', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.begin('go', { opponent: 'people', size: '9' });
  await visitor.play('E5');
  await visitor.play('C3');
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('W[cg]')));
  await page.routeWebSocket(/\/gtp/, () => {});
  await page.reload();
  await page.waitForSelector('.actions');
  const shown = await page.locator('.action:visible').evaluateAll((buttons) => buttons.map((button) => button.dataset.action));
  assert.deepEqual(shown, ['undo', 'pass', 'hint', 'count', 'resign']);
  await visitor.leave();
});

test('a link without a game has nothing to press', async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.page.goto(new URL('/game/AAAAAAAAAAAAAAAAAAAAAA', server.url).href);
  await visitor.waitForText('.notice', /There is no game behind this link/);
  assert.equal(await visitor.page.locator('.side button:visible').count(), 0);
  await visitor.leave();
});
