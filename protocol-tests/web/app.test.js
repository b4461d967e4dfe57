// The static page as an app: installed, offline, updated, small and quick to start.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { drawIcons, ICONS } from './icons.js';
import { browser, server, setUp } from './setup.js';
import { filesIn, FOLDER, keptFiles, skip, versioned, versionIn, writeSite } from './site.js';
import { StaticServer } from './static-server.js';
import { Visitor } from './visitor.js';

/** Most bytes of the page in all languages and of its engine, compressed by Brotli as hosts prepare files. */
const MOST = 5_000_000;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** Most files that the browser fetches before the first board answers. */
const MOST_FILES = 14;

const PATH = '/some/where/';

/** A custom section of WebAssembly, which changes an engine and not what it does. */
const SECTION = Buffer.from([0, 2, 1, 0x78]);

/** A folder with the next version of the page. */
let next = '';

if (!skip) {
  setUp(() => StaticServer.start(FOLDER, PATH));
  before(async () => {
    next = await mkdtemp(join(tmpdir(), 'tengen-site-'));
    const module = join(next, '..', `${next.split('/').at(-1)}.wasm`);
    await writeFile(module, Buffer.concat([await readFile(await versioned('engine/tengen.wasm')), SECTION]));
    writeSite(next, module);
    await rm(module);
  });
  after(() => rm(next, { recursive: true }));
}

/** Opens the page and waits until its service worker keeps it. @param {import('playwright-core').BrowserContextOptions} [options] */
async function openKept(options) {
  const visitor = await Visitor.open(browser, server.url, options);
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 60_000 });
  return visitor;
}

/** Returns the version that a page shows. @param {import('playwright-core').Page} page */
const shown = (page) => page.evaluate(() => document.querySelector('script').src.split('/app/')[1].split('/')[0]);

/** Returns the versions of the caches. @param {import('playwright-core').Page} page */
const cached = (page) => page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ').at(-1)));

/** Has the browser fetch a new version. Returns the state of its worker then. @param {import('playwright-core').Page} page */
const fetchUpdate = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing;
    if (worker) await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return (worker ?? registration.waiting)?.state;
  });

const NOTICE = '[data-action=update]';

/** Waits for the first board that answers. @param {import('playwright-core').Page} page */
const waitForBoard = (page) => page.waitForSelector('.board .cell[aria-label]');

/** Chooses a language. @param {import('playwright-core').Page} page @param {string} tag */
async function speak(page, tag) {
  await page.selectOption('.language', tag);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, tag);
}

test('browsers can install the page, with icons of every size', { skip }, async () => {
  const manifest = JSON.parse(await readFile(join(FOLDER, 'app.webmanifest'), 'utf8'));
  for (const field of ['name', 'short_name', 'description', 'background_color', 'theme_color']) assert.ok(manifest[field], field);
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ['./', './', 'standalone']);
  const kinds = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  for (const kind of ['any any', '192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']) assert.ok(kinds.includes(kind), kind);
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = await readFile(join(FOLDER, src));
    if (type !== 'image/png') continue;
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const visitor = await openKept();
  const session = await visitor.context.newCDPSession(visitor.page);
  const { errors, url } = await session.send('Page.getAppManifest');
  assert.deepEqual([errors, url], [[], `${server.url}app.webmanifest`]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The contexts of this driver are private windows, where nothing is installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  await visitor.leave();
});

test('the icons show the icon of the page', { skip }, async () => {
  const drawn = await drawIcons(browser);
  assert.deepEqual((await readdir(ICONS)).sort(), [...drawn.keys()].sort());
  const page = await browser.newPage();
  for (const [name, bytes] of drawn) {
    const stored = await readFile(new URL(name, ICONS));
    const difference = await page.evaluate(differenceOf, [bytes, stored].map((png) => `data:image/png;base64,${png.toString('base64')}`));
    assert.ok(difference < 1, `${name}: ${difference} of 255; node icons.js draws it`);
  }
  await page.close();
});

/** Returns the mean difference of two pictures' channels, 0 to 255; 255 for different sizes. @param {string[]} addresses */
async function differenceOf(addresses) {
  const pixels = async (/** @type {string} */ address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawing = canvas.getContext('2d');
    drawing.drawImage(picture, 0, 0);
    return drawing.getImageData(0, 0, picture.width, picture.height).data;
  };
  const [first, second] = await Promise.all(addresses.map(pixels));
  if (first.length !== second.length) return 255;
  return first.reduce((sum, value, index) => sum + Math.abs(value - second[index]), 0) / first.length;
}

test('the service worker keeps exactly the files of the page, which are small', { skip }, async () => {
  const files = (await filesIn()).filter((name) => name !== 'service-worker.js');
  const kept = await keptFiles();
  assert.deepEqual(Object.keys(kept).sort(), files);
  let size = 0;
  for (const name of files) {
    const bytes = await readFile(join(FOLDER, name));
    assert.equal(kept[name], createHash('sha256').update(bytes).digest('base64'), name);
    size += brotliCompressSync(bytes, BROTLI).length;
  }
  assert.ok(size <= MOST, `${size} bytes`);
  const visitor = await openKept();
  const addresses = await visitor.page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    return (await cache.keys()).map(({ url }) => url);
  });
  const expected = files.map((name) => server.url + (name === 'index.html' ? '' : name));
  assert.deepEqual(addresses.sort(), expected.sort());
  await visitor.leave();
});

test('the page starts and plays without a network', { skip }, async () => {
  const visitor = await openKept();
  await visitor.begin('go', { opponent: 'white', seconds: '0.3', size: '9' });
  await visitor.play('C3');
  await visitor.page.waitForFunction(() => document.querySelectorAll('.stones > g').length === 2);
  await visitor.context.setOffline(true);
  await server.stop();
  try {
    await visitor.page.reload();
    await waitForBoard(visitor.page);
    assert.equal(await visitor.stones(), 2);
    await visitor.begin('gomoku', { opponent: 'white', seconds: '0.3', rules: 'renju', size: '15' });
    await visitor.play('H8');
    await visitor.page.waitForFunction(() => document.querySelectorAll('.stones > g').length === 2);
    await speak(visitor.page, 'ja');
    await visitor.page.click('[data-action=lesson]');
    await visitor.page.waitForSelector('.lesson .cell[aria-label]');
    await visitor.page.click('[data-action=problems]');
    await visitor.page.waitForSelector('.trainer .cell[aria-label]');
    await visitor.page.goto(`${server.url}index.html`);
    await waitForBoard(visitor.page);
    await visitor.assertAccessible('offline');
  } finally {
    await server.listen(server.port);
  }
  await visitor.leave();
});

test('a new version is offered, and no page mixes two', { skip }, async () => {
  const [first, second] = [await versionIn(), await versionIn(next)];
  assert.notEqual(first, second);
  const visitor = await openKept();
  const { page } = visitor;
  const other = await visitor.context.newPage();
  await other.goto(server.url);
  await waitForBoard(other);
  server.serve(next);
  try {
    assert.equal(await fetchUpdate(page), 'installed');
    await page.waitForSelector(NOTICE);
    await visitor.assertAccessible('update');
    assert.match(await page.locator('.update').textContent(), /A new version is ready/);
    await speak(page, 'de');
    assert.match(await page.locator('.update').textContent(), /Eine neue Version ist bereit/);
    await page.setViewportSize({ width: 360, height: 640 });
    await visitor.assertFits();
    // The browser's own button reloads the version in use, and the offer stays.
    await page.reload();
    await page.waitForSelector(NOTICE);
    assert.equal(await shown(page), first);
    // The engine is the only large file, and different; the others come from the cache of the first version.
    const names = new Set(server.sent.map(({ name }) => name));
    assert.deepEqual([...names].sort(), [`app/${second}/engine/tengen.wasm`, 'app.webmanifest', 'index.html', 'service-worker.js'].sort());

    const loaded = page.waitForEvent('load');
    await page.click(NOTICE);
    await loaded;
    await waitForBoard(page);
    assert.equal(await shown(page), second);
    assert.equal(await page.locator(NOTICE).count(), 0);
    // A page of the first version, which the host no longer has, still gets all its files.
    assert.equal(await shown(other), first);
    await speak(other, 'fr');
    await other.click('[data-game=reversi]');
    await other.waitForSelector('.board.reversi .cell[aria-label]');
    await other.click('[data-action=lesson]');
    await other.waitForSelector('.lesson .cell[aria-label]');
    assert.deepEqual(server.missing, []);
    assert.deepEqual(await cached(page), [first, second]);
    await other.reload();
    await waitForBoard(other);
    assert.equal(await shown(other), second);
    await other.close();
    await page.reload();
    for (let tries = 0; tries < 100 && (await cached(page)).length > 1; tries++) await page.waitForTimeout(100);
    assert.deepEqual(await cached(page), [second]);
  } finally {
    server.serve(FOLDER);
  }
  await visitor.leave();
});

test('a put-off version is used once all pages are closed', { skip }, async () => {
  const visitor = await openKept();
  server.serve(next);
  try {
    assert.equal(await fetchUpdate(visitor.page), 'installed');
    await visitor.page.click('[data-action=update_later]');
    assert.equal(await visitor.page.locator(NOTICE).count(), 0);
    await visitor.page.goto('about:blank');
    const page = await visitor.context.newPage();
    await visitor.page.close();
    // A browser closes a page some time after the call.
    for (let tries = 0; tries < 50; tries++) {
      await page.goto(server.url);
      await waitForBoard(page);
      if ((await shown(page)) === (await versionIn(next))) break;
      await page.goto('about:blank');
      await page.waitForTimeout(100);
    }
    assert.equal(await shown(page), await versionIn(next));
  } finally {
    server.serve(FOLDER);
  }
  await visitor.leave();
});

test('a version that a host has only in part is not used', { skip }, async () => {
  const part = await mkdtemp(join(tmpdir(), 'tengen-site-'));
  await cp(next, part, { recursive: true });
  await appendFile(await versioned('engine/tengen.wasm', part), SECTION);
  const visitor = await openKept();
  server.serve(part);
  try {
    assert.equal(await fetchUpdate(visitor.page), 'redundant');
    assert.ok(server.sent.some(({ name }) => name.endsWith('.wasm')));
    assert.deepEqual(await cached(visitor.page), [await versionIn()]);
    await visitor.page.reload();
    await waitForBoard(visitor.page);
    assert.equal(await visitor.page.locator(NOTICE).count(), 0);
    assert.equal(await shown(visitor.page), await versionIn());
  } finally {
    server.serve(FOLDER);
    await rm(part, { recursive: true });
  }
  await visitor.leave();
});

test('the page works in isolation, and the first board needs few files', { skip }, async () => {
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
  const isolated = await StaticServer.start(FOLDER, PATH, { compresses: true, headers });
  const visitor = await Visitor.open(browser, isolated.url);
  assert.equal(await visitor.page.evaluate(() => crossOriginIsolated), true);
  const names = isolated.sent.map(({ name }) => name);
  const before = names.includes('service-worker.js') ? names.indexOf('service-worker.js') : names.length;
  assert.ok(before <= MOST_FILES, names.join(' '));
  await visitor.leave();
  await isolated.stop();
});
