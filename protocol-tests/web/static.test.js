// The page without a server: static files, and the engine as WebAssembly in a Web Worker.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startBrowser, Visitor } from './visitor.js';
import { StaticServer } from './static-server.js';

/** The folder that `scripts/web` has written. */
const FOLDER = process.env.TENGEN_STATIC ?? '';

/** Most bytes of the engine, compressed. */
const MOST = 5_000_000;

const skip = FOLDER === '' && 'TENGEN_STATIC names no folder of scripts/web';

let server;
let browser;
before(async () => {
  if (skip) return;
  server = await StaticServer.start(FOLDER, '/some/where/');
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Waits until the engine has answered a person's move. @param {Visitor} visitor @param {number} stones */
async function waitForAnswer(visitor, stones) {
  await visitor.waitForStatus(/Black to move/);
  await visitor.page.waitForFunction((count) => document.querySelectorAll('.stones > g').length >= count, stones);
}

test('a person plays the three games under any path, and every file is there', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.begin('go', { opponent: 'white', seconds: '0.3', size: '9' });
  for (const [move, stones] of [['C3', 2], ['G7', 4]]) {
    await visitor.play(move);
    await waitForAnswer(visitor, stones);
  }
  await visitor.begin('gomoku', { opponent: 'white', seconds: '0.3', rules: 'renju', size: '15' });
  await visitor.play('H8');
  await waitForAnswer(visitor, 2);
  await visitor.begin('reversi', { opponent: 'white', seconds: '0.3' });
  await visitor.play('d3');
  await waitForAnswer(visitor, 6);
  assert.deepEqual(server.missing.filter((address) => !address.endsWith('favicon.ico')), []);
  await visitor.leave();
});

test('there is no offer of games over a network, and the lesson reads its ladders', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.page.click('[data-action=new_game]');
  const opponents = await visitor.page.locator('.new-game [name=opponent] option').evaluateAll((options) => options.map((option) => option.value));
  assert.deepEqual(opponents, ['white', 'black', 'people', 'watch']);
  await visitor.page.keyboard.press('Escape');
  await visitor.page.click('[data-action=lesson]');
  await visitor.page.click('[data-guess=captured]');
  await visitor.page.waitForFunction(() => document.querySelector('.answer')?.textContent !== '');
  await visitor.leave();
});

/**
 * Talks with a worker as the page does: sends lines, one of them while a search runs, and returns what comes back until a
 * line that begins with `last`.
 */
async function converse(visitor, conversation, lines, meanwhile, last) {
  const talk = async ([conversation, lines, meanwhile, last]) => {
    const { engineModule } = await import(`${document.baseURI}app/engine/worker-transport.js`);
    const module = await engineModule();
    const worker = new Worker(`${document.baseURI}app/engine/engine-worker.js`, { type: 'module' });
    const began = performance.now();
    const replies = await new Promise((resolve, reject) => {
      const seen = [];
      worker.onmessage = ({ data }) => {
        if (typeof data !== 'string') return reject(new Error(data.failed));
        seen.push(...data.split('\n'));
        if (seen.some((line) => line.startsWith(last))) resolve(seen);
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ conversation, module });
      for (const line of lines) worker.postMessage(line);
      if (meanwhile) setTimeout(() => worker.postMessage(meanwhile), 500);
    });
    worker.terminate();
    return { replies, milliseconds: performance.now() - began };
  };
  return visitor.page.evaluate(talk, [conversation, lines, meanwhile, last]);
}

test('an endless search ends at stop, and an endless analysis reports until it is terminated', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  for (const game of ['go', 'gomoku', 'reversi']) {
    const { replies, milliseconds } = await converse(visitor, { protocol: 'gtp', game }, ['1 limits nodes 100000000000', '2 genmove b'], '3 stop', '=3');
    const move = replies.find((line) => line.startsWith('=2'));
    assert.match(move ?? '', /^=2 [A-Ta-t]\d+$/, game);
    assert.ok(milliseconds >= 450 || game !== 'go', `${game}: ${milliseconds} ms`);
  }
  const query = { id: 'q', moves: [], rules: 'chinese', komi: 7, boardXSize: 9, boardYSize: 9, maxVisits: 100000000, reportDuringSearchEvery: 0.1 };
  const end = JSON.stringify({ id: 't', action: 'terminate', terminateId: 'q' });
  const { replies } = await converse(visitor, { protocol: 'analysis' }, [JSON.stringify(query)], end, '{"id":"q","isDuringSearch":false');
  const during = replies.filter((line) => line.startsWith('{"id":"q","isDuringSearch":true'));
  assert.ok(during.length >= 1, replies.join('\n'));
  await visitor.leave();
});

test('the bench has the signature of every other build, in the browser and under node', { skip }, async () => {
  const signature = (await readFile(new URL('../bench.signature', import.meta.url), 'utf8')).trim();
  const visitor = await Visitor.open(browser, server.url);
  const { replies } = await converse(visitor, { protocol: 'bench' }, [], null, 'BENCH');
  assert.ok(replies.includes(`signature ${signature}`), replies.slice(-6).join('\n'));
  await visitor.leave();
  const source = await readFile(join(FOLDER, 'app/engine/engine-module.js'), 'utf8');
  const { EngineModule } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const module = await WebAssembly.compile(await readFile(join(FOLDER, 'app/engine/tengen.wasm')));
  const lines = [];
  const engine = await EngineModule.start(module, (text) => lines.push(...text.split('\n')));
  engine.exports.tengen_bench();
  assert.ok(lines.includes(`signature ${signature}`), lines.slice(-6).join('\n'));
});

test('the engine is small enough to be fetched', { skip }, async () => {
  const bytes = gzipSync(await readFile(join(FOLDER, 'app/engine/tengen.wasm')), { level: 9 }).length;
  assert.ok(bytes <= MOST, `${bytes} bytes`);
});
