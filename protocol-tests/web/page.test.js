// The page's files: their types, their size, their words.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'node:test';

const HERE = dirname(fileURLToPath(import.meta.url));
const PAGE = join(HERE, '../../src/web/page');

/** Most bytes of the page, uncompressed and without the engine. */
const MOST = 300_000;

async function files() {
  const entries = await readdir(PAGE, { recursive: true, withFileTypes: true });
  return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath ?? entry.path, entry.name), 'utf8')));
}

/** Imports a module of the page. Node takes modules of a folder for scripts unless a file says otherwise. */
async function imported(name) {
  const folder = await mkdtemp(join(tmpdir(), 'tengen-page-'));
  try {
    await cp(PAGE, folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    return await import(pathToFileURL(join(folder, name)).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the types in the comments hold', () => {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--project', HERE], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('the page is small', async () => {
  const bytes = (await files()).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  assert.ok(bytes <= MOST, `${bytes} bytes`);
});

test('every word that is asked for is in the table, in three languages with the same values', async () => {
  const { TABLE } = await imported('text/table.js');
  for (const text of await files()) {
    for (const [, key] of text.matchAll(/\bword\('([^']+)'/g)) assert.ok(TABLE[key], `no word ${key}`);
  }
  for (const [key, row] of Object.entries(TABLE)) {
    assert.equal(row.length, 3, key);
    const values = row.map((text) => (text.match(/\{\w+\}/g) ?? []).sort().join());
    assert.ok(row.every((text) => text !== '') && values[0] === values[1] && values[1] === values[2], `${key}: ${row}`);
  }
});
