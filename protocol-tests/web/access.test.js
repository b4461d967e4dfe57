// Accessibility of the page: a phone and a finger, only the keyboard, screen readers, other languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

setUp();

test('at 360 points nothing is wider than the window, and a finger plays on 19x19', async () => {
  const visitor = await Visitor.open(browser, server.url, PHONE);
  const { page } = visitor;
  for (const game of ['gomoku', 'reversi', 'go']) {
    await page.click(`[data-game=${game}]`);
    await page.waitForSelector(`.board.${game} .cell[aria-label]`);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await visitor.assertFits();
    }
  }
  await visitor.begin('go', { opponent: 'people', size: '19' });
  const cell = await visitor.cell('D4');
  await cell.tap();
  await visitor.waitForLabel('D4', /empty/);
  await page.getByRole('button', { name: 'Place a stone at D4' }).tap();
  await visitor.waitForLabel('D4', /black/);
  await (await visitor.cell('Q16')).tap();
  await (await visitor.cell('Q16')).tap();
  await visitor.waitForLabel('Q16', /white/);
  await page.click('[data-action=lesson]');
  await page.waitForSelector('.lesson .cell[aria-label]');
  await visitor.assertFits();
  await visitor.leave();
});

test('the keyboard alone begins a game, plays, goes back and forth, and takes back', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const focus = async (/** @type {string} */ selector) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await focus('[data-game=reversi]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.board.reversi .cell[aria-label]');
  await focus('[data-action=new_game]');
  await page.keyboard.press('Enter');
  await focus('[name=opponent]');
  await page.keyboard.press('T');
  assert.equal(await page.locator('[name=opponent]').inputValue(), 'people');
  await focus('.new-game .primary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.waitForSelector('.cell[aria-label]');
  await focus('.cell');
  // The cursor begins at e5: up two rows and left is d3.
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await visitor.waitForLabel('d3', /black/);
  await page.waitForFunction(() => /Black plays d3/.test(document.querySelector('[role=status]').textContent));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await visitor.waitForLabel('c3', /white/);
  await page.keyboard.press('u');
  await visitor.waitForLabel('c3', /empty/);
  await focus('.travel input');
  await page.keyboard.press('ArrowLeft');
  await visitor.waitForLabel('d3', /empty/);
  await page.keyboard.press('End');
  await visitor.waitForLabel('d3', /black/);
  await visitor.leave();
});

test('axe-core has no finding, in light and in dark', async () => {
  const light = await Visitor.open(browser, server.url, { colorScheme: 'light' });
  for (const game of ['go', 'gomoku', 'reversi']) {
    await light.page.click(`[data-game=${game}]`);
    await light.page.waitForSelector(`.board.${game} .cell[aria-label]`);
    await light.assertAccessible(game);
    // The first tab is open and already checked.
    for (const tab of (await light.page.getByRole('tab').all()).slice(1)) {
      await tab.click();
      await light.assertAccessible(`${game}, ${await tab.textContent()}`, '.side');
    }
  }
  await light.page.click('[data-action=new_game]');
  await light.assertAccessible('new game', 'dialog');
  await light.leave();
  const dark = await Visitor.open(browser, server.url, { colorScheme: 'dark' });
  await dark.assertAccessible('go, dark');
  await dark.page.click('[data-action=lesson]');
  await dark.page.waitForSelector('.lesson .cell[aria-label]');
  await dark.assertAccessible('lesson, dark');
  await dark.leave();
});

test('the page speaks the browser’s language, and another one when asked', async () => {
  const visitor = await Visitor.open(browser, server.url, { locale: 'zh-TW' });
  await visitor.waitForStatus(/輪到黑方/);
  await visitor.page.selectOption('.language', 'zh-Hans');
  await visitor.waitForStatus(/轮到黑方/);
  assert.equal(await visitor.page.getAttribute('html', 'lang'), 'zh-Hans');
  await visitor.leave();
});

test('a browser keeps no version of the page of a server', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const kept = await visitor.page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length, document.querySelectorAll('link[rel=manifest]').length]);
  assert.deepEqual(kept, [0, 0, 0]);
  await visitor.leave();
});

test('at 200 % zoom the board is whole, dialogs stay in the window, and the keyboard keeps its place', async () => {
  const visitor = await Visitor.open(browser, server.url, { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const { page } = visitor;
  const assertInView = async (/** @type {string} */ selector) => {
    const [top, bottom] = await page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, bottom];
    });
    assert.ok(top >= 0 && bottom <= 400, `${selector}: from ${top} to ${bottom}`);
  };
  const assertFocused = (/** @type {string} */ selector) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
  for (const game of ['gomoku', 'reversi', 'go']) {
    await page.focus(`[data-game=${game}]`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`.board.${game} .cell[aria-label]`);
    await assertFocused(`[data-game=${game}]`);
    await assertInView('.board');
    await visitor.assertFits();
    await page.focus('[data-action=new_game]');
    await page.keyboard.press('Enter');
    await page.selectOption('[name=opponent]', 'people');
    await assertInView('dialog');
    await page.focus('.new-game .primary');
    await assertInView('.new-game .primary');
    await visitor.assertAccessible(`${game}, new game`, 'dialog');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog', { state: 'detached' });
    await assertFocused('[data-action=new_game]');
  }
  await (await visitor.cell('E5')).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('k');
  assert.equal(await page.locator('.coordinates').count(), 0);
  await page.keyboard.press('Enter');
  await visitor.waitForLabel('E6', /black/);
  await page.locator('.language').focus();
  await page.selectOption('.language', 'de');
  await visitor.waitForStatus(/^Weiß ist am Zug$/);
  await assertFocused('.language');
  await visitor.leave();
});
