// A whole game in each of the three games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

test('two people play Go with a capture, pass twice and see the count', async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.begin('go', { opponent: 'people', size: '5', rules: 'chinese', komi: '0.5' });
  for (const move of ['C4', 'D4', 'C3', 'D3', 'C2', 'D2', 'C1', 'D1', 'C5', 'A3', 'B3']) await visitor.play(move);
  for (const move of ['D5', 'A4', 'E1', 'A2']) await visitor.play(move);
  await visitor.waitForLabel('A3', /empty/);
  assert.equal(await visitor.page.locator('.player.b .note').textContent(), '1 captured');
  // Suicide: black surrounds the point.
  await (await visitor.cell('A3')).click();
  await visitor.waitForStatus(/not allowed/);
  await visitor.page.click('[data-action=pass]');
  await visitor.waitForStatus(/Black to move/);
  await visitor.page.click('[data-action=pass]');
  await visitor.waitForStatus(/^Black wins by 4.5 points$/);
  await visitor.page.waitForSelector('.owner.b');
  await visitor.leave();
});

test('a count of an unfinished game of Go is an estimate with its area', async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.begin('go', { opponent: 'people', size: '9', rules: 'chinese', komi: '7.5' });
  await visitor.play('E5');
  await visitor.page.click('[data-action=count]');
  await visitor.waitForStatus(/^Not finished\. (Black|White) is about \d+ points? ahead\.$|^Not finished\. The game is about even\.$/);
  await visitor.page.waitForSelector('.owner');
  await visitor.leave();
});

test('a person plays gomoku against Tengen, and a reload comes back to the game', async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.begin('gomoku', { opponent: 'white', seconds: '0.3', rules: 'freestyle', size: '15' });
  await visitor.play('H8');
  await visitor.waitForStatus(/Black to move/);
  assert.equal(await visitor.stones(), 2);
  await visitor.page.waitForFunction(() => JSON.parse(localStorage['tengen.games'] ?? '[]')[0]?.moves === 2);
  await visitor.page.reload();
  await visitor.waitForLabel('H8', /black/);
  assert.equal(await visitor.stones(), 2);
  // Along an edge, move by move until Tengen or black wins.
  for (let point = 0; point < 225; point++) {
    const status = await visitor.page.textContent('.status');
    if (/wins|draw/.test(status)) break;
    const cell = visitor.page.locator(`.cell[data-point="${point}"]`);
    if (!/empty/.test(await cell.getAttribute('aria-label'))) continue;
    await cell.click();
    // Until the stone is there, the status is that of the turn before.
    await cell.and(visitor.page.locator('[aria-label*=" Black"]')).waitFor({ state: 'attached' });
    await visitor.waitForStatus(/Black to move|wins|draw/);
  }
  await visitor.waitForStatus(/^(Black|White) wins/);
  await visitor.leave();
});

test('a person plays Reversi against Tengen to the last disc', async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.begin('reversi', { opponent: 'white', seconds: '0.3' });
  await visitor.waitForStatus(/Black to move/);
  for (let move = 0; move < 40; move++) {
    const legal = visitor.page.locator('.cell[aria-label*="may be played"]');
    await visitor.page.waitForFunction(() => document.querySelector('.cell[aria-label*="may be played"]') || /wins|draw/.test(document.querySelector('.status').textContent));
    if ((await legal.count()) === 0) break;
    const before = await visitor.page.textContent('.move-number');
    await legal.first().click();
    await visitor.page.waitForFunction((text) => document.querySelector('.move-number').textContent !== text, before);
    await visitor.waitForStatus(/Black to move|wins|draw/);
  }
  await visitor.waitForStatus(/wins by \d+ discs|draw/);
  const discs = await visitor.page.locator('.player .note').allTextContents();
  const total = discs.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  assert.equal(total, await visitor.stones());
  await visitor.leave();
});
