// The page without a server: static files, and the engine as WebAssembly in a Web Worker.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGE } from './page-modules.js';
import { browser, server, setUp } from './setup.js';
import { filesIn, FOLDER, skip, versioned } from './site.js';
import { StaticServer } from './static-server.js';
import { Visitor } from './visitor.js';

/** Most bytes of the page in all languages and of its engine, compressed by gzip as nearly all hosts send files. */
const MOST = 5_000_000;

if (!skip) setUp(() => StaticServer.start(FOLDER, '/some/where/'));

/** Waits until the engine has replied to a person's move. @param {Visitor} visitor @param {number} stones */
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

test('there is no offer of games over a network, and the lesson and the trainer show their ladders', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.page.click('[data-action=new_game]');
  const opponents = await visitor.page.locator('.new-game [name=opponent] option').evaluateAll((options) => options.map((option) => option.value));
  assert.deepEqual(opponents, ['white', 'black', 'people', 'watch']);
  await visitor.page.keyboard.press('Escape');
  await visitor.page.click('[data-action=lesson]');
  await visitor.page.waitForSelector('.lesson .cell[aria-label*="of this chain"]');
  await visitor.page.click('[data-guess=captured]');
  await visitor.page.waitForSelector('.right');
  await visitor.page.click('[data-action=problems]');
  await visitor.page.waitForSelector('.trainer .cell[aria-label*="of this chain"]');
  // H5, which the file refutes by three more moves.
  await visitor.page.locator('.trainer .cell[data-point="43"]').click();
  await visitor.waitForText('.answer .wrong', /the chain escapes/);
  await visitor.waitForText('.line-player .move-number', /^4 \/ 4$/);
  await visitor.leave();
});

test('the page and its engine have at most 5 MB, compressed', { skip }, async () => {
  const files = await Promise.all((await filesIn()).map(async (name) => ({ name, size: gzipSync(await readFile(join(FOLDER, name)), { level: 9 }).length })));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const largest = files.sort((a, b) => b.size - a.size).slice(0, 5);
  assert.ok(total <= MOST, `${total} bytes: ${largest.map(({ name, size }) => `${name} ${size}`).join(', ')}, ...`);
});

/**
 * Talks to a worker as the page does: sends lines, then `meanwhile` during a search, either `at` milliseconds later or at
 * the first line that begins with `at`. Returns the output up to a line that begins with `last`.
 */
async function converse(visitor, conversation, lines, last, { at = 500, meanwhile = '' } = {}) {
  const talk = async ([conversation, lines, last, at, meanwhile]) => {
    const engine = new URL('engine/', document.querySelector('script').src);
    const module = await WebAssembly.compileStreaming(fetch(new URL('tengen.wasm', engine)));
    const worker = new Worker(new URL('engine-worker.js', engine), { type: 'module' });
    const replies = [];
    let waiting = meanwhile;
    const interrupt = () => {
      if (waiting) worker.postMessage(waiting);
      waiting = '';
    };
    await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (typeof data !== 'string') return reject(new Error(data.failed));
        replies.push(...data.split('\n'));
        const begins = (start) => replies.some((line) => line.startsWith(start));
        if (begins(at)) interrupt();
        if (begins(last)) resolve();
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ conversation, module });
      for (const line of lines) worker.postMessage(line);
      if (typeof at === 'number') setTimeout(interrupt, at);
    });
    worker.terminate();
    return replies;
  };
  return visitor.page.evaluate(talk, [conversation, lines, last, at, meanwhile]);
}

test('an endless search ends at stop, and an endless analysis reports until it is terminated', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  // Positions in which neither a book nor a heuristic provides a move.
  for (const [game, position] of [['go', 'boardsize 9'], ['gomoku', 'gogui-play_sequence b H8 w H9'], ['reversi', 'boardsize 10']]) {
    const lines = [position, '1 limits nodes 100000000000', '2 genmove b'];
    const replies = await converse(visitor, { protocol: 'gtp', game }, lines, '=3', { meanwhile: '3 stop' });
    const [move, stop] = ['=2 ', '=3'].map((start) => replies.findIndex((line) => line.startsWith(start)));
    assert.ok(move >= 0 && move < stop, replies.join('\n'));
    assert.match(replies[move], /^=2 [A-Ta-t]\d+$/, game);
  }
  const query = { id: 'q', moves: [], rules: 'chinese', komi: 7, boardXSize: 9, boardYSize: 9, maxVisits: 100000000, reportDuringSearchEvery: 0.1 };
  const meanwhile = JSON.stringify({ id: 't', action: 'terminate', terminateId: 'q' });
  const end = { at: '{"id":"q","isDuringSearch":true', meanwhile };
  const replies = await converse(visitor, { protocol: 'analysis' }, [JSON.stringify(query)], '{"id":"q","isDuringSearch":false', end);
  assert.ok(replies.some((line) => line.includes('"action":"terminate"')), replies.join('\n'));
  await visitor.leave();
});

const SIGNATURE = (await readFile(new URL('../bench/signature', import.meta.url), 'utf8')).trim();

test('the bench has the signature of every other build in the browser', { skip }, async () => {
  const visitor = await Visitor.open(browser, server.url);
  const replies = await converse(visitor, { protocol: 'bench' }, [], 'BENCH');
  assert.ok(replies.includes(`signature ${SIGNATURE}`), replies.slice(-6).join('\n'));
  await visitor.leave();
});

test('the bench has the signature of every other build under node', { skip }, async () => {
  const source = await readFile(join(PAGE, 'engine/engine-module.js'), 'utf8');
  const { EngineModule } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const module = await WebAssembly.compile(await readFile(await versioned('engine/tengen.wasm')));
  const lines = [];
  const engine = await EngineModule.start(module, (text) => lines.push(...text.split('\n')));
  engine.exports.tengen_bench();
  assert.ok(lines.includes(`signature ${SIGNATURE}`), lines.slice(-6).join('\n'));
});
