// Games over the network: two browsers and a watcher in one game, a reload, a killed server.

import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

/** Creates a game through the dialog and returns its links. @param {string} game @param {Record<string, string>} choices */
async function links(game, choices) {
  const host = await Visitor.open(browser, server.url);
  await host.page.click(`[data-game=${game}]`);
  await host.page.waitForSelector(`.board.${game}`);
  await host.page.click('[data-action=new_game]');
  await host.page.selectOption('[name=opponent]', 'network');
  for (const [name, value] of Object.entries(choices)) {
    const field = host.page.locator(`.new-game [name=${name}]`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
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
  await bo.waitForText('.settling-score', /As marked/);
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
  await server.kill();
  for (const visitor of [ada, bo]) await visitor.waitForText('.notice', /The connection is lost/);
  await server.restart();
  for (const visitor of [ada, bo]) await visitor.waitForText('.notice', /^$/);
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

test('the host chooses, both agree on dead stones, talk, review, and play again with colors swapped', async () => {
  const host = await Visitor.open(browser, server.url);
  await host.page.click('[data-action=new_game]');
  await host.page.selectOption('[name=opponent]', 'network');
  for (const [name, value] of Object.entries({ side: 'white', my_name: 'Bo', their_name: 'Ada', size: '5', komi: '0.5' })) {
    const field = host.page.locator(`.new-game [name=${name}]`);
    if (name === 'side') await field.selectOption(value);
    else await field.fill(value);
  }
  assert.equal(await host.page.locator('[name=level]').isVisible(), false);
  await host.assertAccessible('host');
  await host.page.click('.new-game .primary');
  assert.match(await host.page.textContent('[data-reach]'), /Only this computer can open these links/);
  await host.assertAccessible('links');
  await host.page.setViewportSize({ width: 360, height: 740 });
  await host.assertFits();
  const [black, white, watch] = await Promise.all(['black', 'white', 'watch'].map((side) => host.page.locator(`[data-link=${side}]`).inputValue()));
  assert.match(await host.page.locator('[data-open=white]').getAttribute('class'), /primary/);
  await host.leave();

  const ada = await Visitor.open(browser, black);
  await ada.waitForStatus(/Waiting for the other side/);
  const bo = await Visitor.open(browser, white);
  const eve = await Visitor.open(browser, watch);
  await ada.waitForStatus(/Your turn/);
  assert.equal(await ada.page.title(), '● Your turn · Go · Tengen');
  assert.equal(await bo.page.title(), 'Go · Tengen');
  assert.deepEqual(await bo.page.locator('.player strong').allTextContents(), ['Ada', 'Bo (you)']);
  await ada.page.click('[data-action=change_name]');
  await ada.assertAccessible('name');
  await ada.page.fill('dialog [name=name]', 'Ada L.');
  await ada.page.locator('dialog .primary').click();
  await bo.waitForText('.player.b strong', /^Ada L\.$/);
  await ada.waitForText('.player.b strong', /^Ada L\. \(you\)$/);
  assert.equal(await eve.page.locator('[data-action=change_name]').isVisible(), false);
  await ada.play('C3');
  await bo.play('A1');

  // A takeback is asked for and refused; everybody sees both.
  await bo.page.click('[data-action=ask_undo]');
  await bo.waitForText('.request', /Waiting for the answer/);
  await eve.waitForText('.request', /Bo asks to take back/);
  await ada.page.locator('dialog .quiet').click();
  await bo.waitForText('.request', /does not agree/);

  // The chat: by keyboard, as plain text, not for the watcher, and off when either wants.
  await ada.page.locator('.chat-form input').fill('<b>Hello</b>');
  await ada.page.keyboard.press('Enter');
  await bo.waitForText('.chat-lines', /^Ada L\. <b>Hello<\/b>$/);
  await ada.page.waitForFunction(() => document.querySelector('.chat-form input').value === '');
  assert.equal(await eve.page.locator('.chat').isVisible(), false);
  await bo.page.click('[data-action=chat_switch]');
  await ada.waitForText('.chat .note', /turned the chat off/);
  assert.equal(await ada.page.locator('.chat-form').isVisible(), false);

  await ada.page.click('[data-action=pass]');
  await bo.waitForStatus(/Your turn/);
  await bo.page.click('[data-action=pass]');
  // An unoptimized build on a busy machine takes its time to judge the board.
  await eve.waitForText('.settling-score', /Black wins by 24.5 points/, 60_000);
  await ada.waitForLabel('A1', /white, dead/);
  assert.equal(await eve.page.locator('[data-action=accept_score]').isVisible(), false);
  // Bo claims the stone by keyboard, gives in, and both accept.
  await (await bo.cell('A1')).focus();
  await bo.page.keyboard.press('Enter');
  await ada.waitForLabel('A1', /white$/);
  await (await ada.cell('A1')).click();
  await bo.waitForLabel('A1', /dead/);
  await bo.assertAccessible('settling');
  await bo.page.setViewportSize({ width: 360, height: 740 });
  await bo.assertFits();
  await ada.page.click('[data-action=accept_score]');
  await bo.waitForText('.settling .note', /Ada L\. has accepted/);
  await bo.page.click('[data-action=accept_score]');
  for (const visitor of [ada, bo, eve]) await visitor.waitForStatus(/Black wins by 24.5 points/);

  // A player without the key reviews the game with the engine.
  await bo.page.click('[data-action=review]');
  await bo.page.waitForSelector('[data-action=hint]');
  await bo.waitForStatus(/Black wins by 24.5 points/);
  assert.deepEqual(await bo.page.locator('.player strong').allTextContents(), ['Ada L.', 'Bo']);
  await bo.page.goto(white);
  await bo.page.waitForSelector('[data-action=rematch]:visible');

  await ada.page.click('[data-action=rematch]');
  await bo.waitForText('.after-game', /wants a rematch/);
  await bo.assertAccessible('end');
  await bo.page.click('[data-action=rematch_yes]');
  await bo.waitForStatus(/Your turn/);
  await ada.waitForStatus(/other side’s turn/);
  assert.deepEqual(await bo.page.locator('.player strong').allTextContents(), ['Bo (you)', 'Ada L.']);
  await eve.page.click('[data-action=rematch_open]');
  await eve.waitForStatus(/watching/);
  for (const visitor of [ada, bo, eve]) await visitor.leave();
});

test('a player is called by a notification, and sees when the other side leaves', async () => {
  const { black, white } = await links('gomoku', { leaving: '60' });
  const ada = await Visitor.open(browser, black, { permissions: ['notifications'] });
  await ada.page.evaluate(() => {
    window.calls = [];
    window.Notification = class extends EventTarget {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title) {
        super();
        window.calls.push(title);
      }
    };
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  const bo = await Visitor.open(browser, white);
  await ada.play('H8');
  await ada.page.check('[data-call=notice]');
  await bo.waitForStatus(/Your turn/);
  await bo.play('H9');
  await ada.page.waitForFunction(() => window.calls.includes('Your turn'));
  await ada.assertAccessible('calls');
  await bo.leave();
  await ada.waitForStatus(/White has left, and loses in (1:00|0:\d\d) without returning/);
  await ada.leave();
});

test('a game whose file is read-only says so, also to those who were at it', async () => {
  const { black } = await links('gomoku', {});
  const ada = await Visitor.open(browser, black);
  const id = new URL(black).pathname.slice('/game/'.length).slice(0, 11);
  const file = join(server.games, `${id}.game`);
  await chmod(file, 0o444);
  await server.kill();
  await server.restart();
  const reason = () => /the file of this game cannot be written/.test(document.querySelector('.notice')?.textContent ?? '');
  await ada.page.waitForFunction(reason, undefined, { timeout: 20_000 });
  await ada.leave();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(black);
  await page.waitForFunction(reason, undefined, { timeout: 20_000 });
  await context.close();
});

test('a dropped file leaves a game over the network alone', async () => {
  const { black } = await links('gomoku', {});
  const ada = await Visitor.open(browser, black);
  await ada.play('H8');
  await ada.page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['(;GM[1]SZ[9];B[ee])'], 'game.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  // By then the record would be shown.
  await ada.page.click('[data-action=resign]');
  await ada.page.locator('dialog .primary').click();
  await ada.waitForStatus(/White wins by resignation/);
  await ada.waitForLabel('H8', /black/);
  await ada.leave();
});

test('a link to no game says so', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/game/AAAAAAAAAAAAAAAAAAAAAA', server.url).href);
  await page.waitForFunction(() => /no game behind this link/.test(document.querySelector('.notice')?.textContent ?? ''), undefined, { timeout: 20_000 });
  await context.close();
});
