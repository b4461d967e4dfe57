// People over the network: two browsers and a watcher in one game, a reload, a server that is killed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from './server.js';
import { startBrowser, Visitor } from './visitor.js';

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes a game by the dialog and returns its links. @param {string} game @param {Record<string, string>} choices */
async function links(game, choices) {
  const host = await Visitor.open(browser, server.url);
  await host.page.click(`[data-game=${game}]`);
  await host.page.waitForSelector(`.board.${game}`);
  await host.page.click('[data-action=new_game]');
  await host.page.selectOption('[name=opponent]', 'network');
  for (const [name, value] of Object.entries(choices)) {
    const field = host.page.locator(`.new-game [name=${name}]`);
    if (name === 'size') await field.fill(value);
    else await field.selectOption(value);
  }
  await host.page.click('.new-game .primary');
  const found = {};
  for (const side of ['black', 'white', 'watch']) found[side] = await host.page.locator(`[data-link=${side}]`).inputValue();
  await host.leave();
  return found;
}

test('two people and a watcher play Go; one reloads; a capture and the count reach all', async () => {
  const { black, white, watch } = await links('go', { size: '5', clock: '5+3' });
  const ada = await Visitor.open(browser, black);
  const bo = await Visitor.open(browser, white);
  const eve = await Visitor.open(browser, watch);
  await ada.waitForStatus(/Your turn/);
  await ada.play('C3');
  await bo.waitForLabel('C3', /black/);
  await eve.waitForLabel('C3', /black/);
  // It is white's turn: black's click changes nothing.
  await (await ada.cell('D4')).click();
  await bo.play('B3');
  await bo.page.reload();
  await bo.page.waitForSelector('.cell[aria-label]');
  await bo.waitForLabel('C3', /black/);
  await bo.waitForLabel('B3', /white/);
  await ada.waitForLabel('B3', /white/);
  assert.equal(await ada.stones(), 2);
  await ada.play('B4');
  await bo.play('A5');
  await ada.play('B2');
  await bo.play('E5');
  await ada.play('A3');
  for (const visitor of [ada, bo, eve]) {
    await visitor.waitForLabel('B3', /empty/);
    await visitor.page.waitForFunction(() => /1 captured/.test(document.querySelector('.player.b .note').textContent));
    assert.match(await visitor.page.textContent('.player.b .clock'), /^\d+:\d\d$/);
  }
  await bo.page.click('[data-action=pass]');
  await ada.waitForStatus(/Your turn/);
  await ada.page.click('[data-action=pass]');
  await bo.waitForStatus(/Both have passed/);
  await bo.page.click('[data-action=count]');
  for (const visitor of [ada, bo, eve]) await visitor.waitForStatus(/wins by/);
  for (const visitor of [ada, bo, eve]) await visitor.leave();
});

test('a game goes on where it was after its server was killed', async () => {
  const { black, white } = await links('reversi', {});
  const ada = await Visitor.open(browser, black);
  const bo = await Visitor.open(browser, white);
  await ada.waitForStatus(/Your turn/);
  await ada.play('d3');
  await bo.waitForStatus(/Your turn/);
  await bo.play('c3');
  await ada.waitForStatus(/Your turn/);
  await server.killAndRestart();
  await ada.page.waitForFunction(() => document.querySelector('.notice').textContent === '', undefined, { timeout: 15_000 });
  await ada.waitForStatus(/Your turn/);
  await ada.play('c4');
  await bo.waitForLabel('c4', /black/);
  assert.equal(await bo.stones(), 7);
  await bo.waitForStatus(/Your turn/);
  // A move is taken back if the other side agrees.
  await ada.page.click('[data-action=ask_undo]');
  await bo.page.locator('dialog .primary').click();
  await ada.waitForLabel('c4', /empty/);
  await ada.page.click('[data-action=resign]');
  await ada.page.locator('dialog .primary').click();
  await bo.waitForStatus(/White wins by resignation/);
  await ada.leave();
  await bo.leave();
});

test('a link to no game says so', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/game/AAAAAAAAAAAAAAAAAAAAAA', server.url).href);
  await page.waitForFunction(() => /no game behind this link/.test(document.querySelector('.notice')?.textContent ?? ''), undefined, { timeout: 20_000 });
  await context.close();
});
