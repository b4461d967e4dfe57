// Other engines on the page: a game against one, and a match that an engine loses by a fault.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROGRAM, Server } from './server.js';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

/** An engine that ends when it is asked for a move. */
const CRASHING = `Crashing=sh -c 'while read -r name rest; do case $name in genmove) exit 3;; *) printf "=\\n\\n";; esac; done'`;

setUp(async () => {
  const of = (/** @type {string} */ protocol) => `'${PROGRAM}' --protocol ${protocol}`;
  const engines = [`Friend='${PROGRAM}' --model none`, CRASHING, `Gomocup=${of('gomocup')}`, `NBoard=${of('nboard')}`];
  const server = await Server.start(0, engines.flatMap((engine) => ['--engine', engine]));
  const { origin, hash } = new URL(server.url);
  for (let waiting = true; waiting; ) ({ waiting } = await (await fetch(`${origin}/players?${hash.slice(1)}`)).json());
  return server;
});

/** Goes on to the game on the server. @param {Visitor} visitor */
async function start({ page }) {
  await page.click('.new-game .primary');
  await page.waitForURL(/\/game\//);
  await page.waitForSelector('.board .cell[aria-label]');
}

test('a person plays another engine, takes back and resigns', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  await visitor.choose('reversi', { opponent: 'engine', seconds: '0.3' });
  assert.deepEqual(await page.locator('[name=engine] option').allTextContents(), ['Friend', 'NBoard']);
  assert.equal(await page.locator('.new-game [name=level]').isVisible(), false);
  assert.equal(await page.locator('[name=first_engine]').isVisible(), false);
  await visitor.assertAccessible('engine');
  await start(visitor);
  await visitor.waitForStatus(/Your turn/);
  await visitor.play('d3');
  await page.waitForFunction(() => document.querySelectorAll('.stones > g').length === 6);
  await visitor.waitForStatus(/Your turn/);
  await visitor.waitForText('.player.w', /Friend.*win \d+%/);
  await visitor.assertAccessible('game');
  await page.click('[data-action=ask_undo]');
  await visitor.waitForLabel('d3', /empty/);
  await page.click('[data-action=resign]');
  await page.click('dialog .primary');
  await visitor.waitForStatus(/White wins by resignation/);
  await page.click('[data-action=rematch]');
  await page.waitForFunction(() => document.querySelector('.player.b strong')?.textContent === 'Friend');
  await visitor.waitForStatus(/Your turn/);
  await visitor.leave();
});

test('engines of Gomocup and NBoard answer moves and take back', async () => {
  for (const [game, name, move, before] of /** @type {const} */ ([['gomoku', 'Gomocup', 'H8', 0], ['reversi', 'NBoard', 'd3', 4]])) {
    const visitor = await Visitor.open(browser, server.url);
    const { page } = visitor;
    const hasStones = (/** @type {number} */ wanted) => page.waitForFunction((count) => document.querySelectorAll('.stones > g').length === count, wanted);
    await visitor.choose(game, { opponent: 'engine', engine: JSON.stringify({ name }), seconds: '0.3' });
    await start(visitor);
    await visitor.waitForStatus(/Your turn/);
    await visitor.play(move);
    await hasStones(before + 2);
    await visitor.waitForStatus(/Your turn/);
    await visitor.waitForText('.player.w', new RegExp(game === 'reversi' ? `${name}.*expects` : name));
    await page.click('[data-action=ask_undo]');
    await hasStones(before);
    await page.click('[data-action=resign]');
    await page.click('dialog .primary');
    await visitor.waitForStatus(/White wins by resignation/);
    await visitor.leave();
  }
});

test('two engines play a match, and the page follows it', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const [crashing, weak] = [{ name: 'Crashing' }, { name: 'Tengen', level: '20k' }].map((engine) => JSON.stringify(engine));
  await visitor.choose('go', { opponent: 'match', first_engine: crashing, second_engine: weak, match_games: '2', size: '5', clock: '3+2' });
  await visitor.assertAccessible('match');
  await start(visitor);
  await visitor.waitForText('.after-game h2', /Match: game 2 of 2/);
  await visitor.waitForStatus(/Crashing ended during the game \(status 3\)\. Black wins/);
  await visitor.waitForText('.match-score', /Crashing 0 – 2 Tengen 20k/);
  assert.deepEqual(await page.locator('.counts tbody tr').allTextContents(), ['1CrashingTengen 20kW+F', '2Tengen 20kCrashingB+F']);
  await visitor.assertAccessible('table');
  await page.setViewportSize({ width: 360, height: 740 });
  await visitor.assertFits();
  await page.click('.counts a');
  await visitor.waitForStatus(/Crashing ended during the game/);
  await visitor.waitForText('.after-game h2', /Match: game 1 of 2/);
  await visitor.leave();
});

test('the host stops a game between engines', async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const friend = JSON.stringify({ name: 'Friend' });
  await visitor.choose('go', { opponent: 'match', first_engine: friend, second_engine: friend, match_games: '10', size: '19', seconds: '3' });
  await start(visitor);
  await visitor.waitForStatus(/to move/);
  await page.click('[data-action=stop]');
  await page.click('dialog .primary');
  await visitor.waitForStatus(/Stopped, without a result/);
  assert.equal(await page.locator('[data-action=stop]').isVisible(), false);
  await visitor.leave();
});

test('the open dialog lists an engine as soon as it answers, and says why another does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tengen-engine-'));
  const ready = join(folder, 'ready');
  const late = `Late=sh -c 'until [ -e "${ready}" ]; do sleep 0.1; done; exec "${PROGRAM}" --model none'`;
  const other = await Server.start(0, ['--engine', `Missing=${folder}/none`, '--engine', "Ending=sh -c 'exit 3'", '--engine', late]);
  const visitor = await Visitor.open(browser, other.url, { locale: 'de' });
  const { page } = visitor;
  await page.click('[data-action=new_game]');
  await visitor.waitForText('.new-game .note', /Missing kann nicht gestartet werden: das Programm gibt es nicht\./);
  await visitor.waitForText('.new-game .note', /Ending hat sich auf die Frage nach dem Protokoll beendet \(Status 3\)\./);
  await visitor.waitForText('.new-game .note', /Weitere Engines werden noch/);
  const opponents = () => page.locator('[name=opponent] option').evaluateAll((options) => options.map((option) => option.value));
  assert.deepEqual(await opponents(), ['white', 'black', 'people', 'watch', 'network']);
  await page.selectOption('[name=opponent]', 'people');
  await writeFile(ready, '');
  await page.selectOption('[name=opponent]', 'engine');
  assert.deepEqual(await page.locator('[name=engine] option').allTextContents(), ['Late']);
  await page.waitForFunction(() => !/Weitere/.test(document.querySelector('.new-game .note')?.textContent ?? ''));
  await visitor.assertAccessible('engines');
  await visitor.leave();
  await other.stop();
  await rm(folder, { recursive: true });
});
