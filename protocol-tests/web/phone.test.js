// The page on a phone: the board stays in view, and nothing is cut off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The upper and lower ends of an element in the window. @param {Visitor} visitor @param {string} selector */
function ends({ page }, selector) {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
  });
}

test('a line runs in view of the board, its buttons in place of the game’s, and the page goes back to the panel', async () => {
  const visitor = await Visitor.open(browser, server.url, PHONE);
  const { page } = visitor;
  await visitor.openRecord('1.sgf', '(;GM[1]SZ[9]AB[gb][fc][hc][hd]AW[gc][gd][aa];B[ii])', 1);
  await page.getByRole('tab', { name: 'Ladders, life' }).click();
  await (await visitor.cell('G7')).click();
  const run = page.locator('.run').first();
  await run.waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const before = await page.evaluate(() => scrollY);
  assert.ok((await ends(visitor, '.board'))[0] < 0, 'the board is above the window');
  await run.click();
  await page.waitForFunction(() => Number(document.querySelector('.line-player .move-number').textContent.split(' ')[0]) >= 2);
  const [board, buttons] = [await ends(visitor, '.board'), await ends(visitor, '.line-player')];
  assert.ok(board[0] >= -1 && buttons[1] <= 844, `the board from ${board}, the buttons from ${buttons}`);
  assert.equal(await page.locator('.travel').isVisible(), false);
  assert.equal(buttons[1] - buttons[0], 38, 'one row');
  await visitor.assertUncut('line');
  await visitor.assertAccessible('line');
  // The line goes on by itself to its end.
  await visitor.waitForText('.line-player .move-number', /^(\d+) \/ \1$/);
  const [last] = (await page.textContent('.line-player .move-number')).split(' ');
  await page.keyboard.press('ArrowLeft');
  await visitor.waitForText('.line-player .move-number', new RegExp(`^${Number(last) - 1} / `));
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => scrollY), before);
  await page.waitForSelector('.travel', { state: 'visible' });

  // On its side the phone has a small board.
  await page.setViewportSize({ width: 844, height: 390 });
  await run.click();
  await visitor.waitForText('.line-player .move-number', /^[1-9] \/ /);
  const [upper, lower] = await ends(visitor, '.line-player');
  assert.equal(lower - upper, 36, 'one row');
  await visitor.leave();
});

test('names and choices are whole, and the header has two rows', async () => {
  const visitor = await Visitor.open(browser, server.url, PHONE);
  const { page } = visitor;
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await visitor.assertFits();
    const [top, bottom] = await ends(visitor, '.head');
    assert.ok(bottom - top < 100, `${bottom - top} points at ${width}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const game of ['go', 'gomoku', 'reversi']) {
    await page.click(`[data-game=${game}]`);
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await visitor.assertUncut(game);
    await page.click('[data-action=new_game]');
    for (const opponent of ['white', 'network']) {
      await page.selectOption('[name=opponent]', opponent);
      await visitor.assertUncut(`${game}, ${opponent}`);
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.openRecord('1.sgf', '(;GM[1]SZ[9]PB[Alexandrina Konstantinopolska]BR[3d]PW[Maximilian of Hohenzollern]WR[5k])', 0);
  await visitor.waitForText('.player.b strong', /Alexandrina/);
  assert.deepEqual(await page.locator('.player strong').allTextContents(), ['Alexandrina Konstantinopolska (3d)', 'Maximilian of Hohenzollern (5k)']);
  await visitor.assertUncut('names');
  // A clock leaves the name its row.
  await visitor.begin('go', { opponent: 'people', size: '9', clock: '5+3' });
  await page.click('[data-action=game_info]');
  await page.fill('[name=PB]', 'Björn Meyer');
  await page.locator('dialog .primary').click();
  await visitor.waitForText('.player.b strong', /Björn/);
  await visitor.waitForText('.player.b .clock', /^\d:\d\d$/);
  const [top, bottom] = await ends(visitor, '.player.b strong');
  assert.ok(bottom - top < 24, `a name of ${bottom - top} points`);
  await visitor.leave();
});
