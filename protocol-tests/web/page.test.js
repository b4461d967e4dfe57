// The page's files: their types and sizes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { browser, server, setUp } from './setup.js';

setUp();

const HERE = dirname(fileURLToPath(import.meta.url));
const PAGE = join(HERE, '../../src/web/page');

/**
 * Most bytes that a visitor loads, uncompressed and without the engine: the page with the messages of one language. The other
 * languages stay on the server, so that a new one makes no visit slower.
 */
const MOST = 400_000;

/** Problems, which only a visitor to the trainer loads, and most bytes of them. */
const PROBLEMS = 'trainer/problems.jsonl';
const MOST_PROBLEMS = 100_000;

/** The messages of the languages, a file for each. */
const TABLES = 'text/tables/';

/** Returns the files of the page that a browser can load: names and sizes. */
async function files() {
  const entries = await readdir(PAGE, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.md')).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return Promise.all(names.map(async (name) => ({ name: relative(PAGE, name), bytes: Buffer.byteLength(await readFile(name)) })));
}

test('the types in the comments hold', () => {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--project', HERE], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

/** Returns the bytes of the page and of everything that it names, as the server sends them. */
async function sent() {
  const page = await (await fetch(server.url)).text();
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => new URL(address, server.url));
  const answers = await Promise.all(addresses.map((address) => fetch(address)));
  assert.ok(answers.length >= 4 && answers.every(({ ok }) => ok));
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return bodies.reduce((total, { byteLength }) => total + byteLength, Buffer.byteLength(page));
}

test('what a visitor loads is small, in every language', async () => {
  const all = await files();
  const sum = (/** @type {typeof all} */ some) => some.reduce((total, { bytes }) => total + bytes, 0);
  const tables = all.filter(({ name }) => name.startsWith(TABLES));
  const problems = all.filter(({ name }) => name === PROBLEMS);
  assert.ok(sum(problems) > 0 && sum(problems) < MOST_PROBLEMS);
  const page = await sent();
  assert.equal(tables.length, 9);
  for (const { name, bytes } of tables) assert.ok(page + bytes <= MOST, `${page} bytes and ${bytes} of ${name}`);
});

test('the messages and the colors do not wait for the script of the page', async () => {
  const context = await browser.newContext({ locale: 'ja', colorScheme: 'dark' });
  const page = await context.newPage();
  const messages = page.waitForRequest(/\/tables\/ja\.js$/);
  await page.route('**/app.js', async (route) => {
    await messages;
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await route.continue();
  });
  await page.goto(server.url);
  await page.waitForSelector('.board .cell[aria-label]');
  await context.close();
});
