// Measures how soon the static page shows its first board: `TENGEN_STATIC=DIR node start-times.js`.

import { Visitor, startBrowser } from './visitor.js';
import { FOLDER } from './site.js';
import { StaticServer } from './static-server.js';

const RUNS = 5;

/** Kinds of visitors: the delay in milliseconds and bits per second of their network, and how much slower their processor is. */
const PROFILES = {
  desktop: null,
  'phone, 10 Mbit/s': { latency: 40, rate: 10e6, slowdown: 4 },
  'phone, 1.6 Mbit/s': { latency: 150, rate: 1.6e6, slowdown: 4 },
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Notes when the board is drawn, and when it answers. */
function watch() {
  window.times = {};
  const note = (name, selector) => {
    if (!window.times[name] && document.querySelector(selector)) window.times[name] = performance.now();
  };
  new MutationObserver(() => {
    note('drawn', '.board .cell');
    note('answers', '.board .cell[aria-label]');
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** @param {import('playwright-core').Page} page */
async function timesOf(page) {
  await page.waitForFunction(() => window.times?.answers, null, { timeout: 120_000 });
  return page.evaluate(() => [window.times.drawn, window.times.answers]);
}

/** Returns the times of a first visit and of a later one. @param {import('playwright-core').Browser} browser @param {string} url @param {typeof PROFILES.desktop} profile */
async function visit(browser, url, profile) {
  const context = await browser.newContext(profile ? PHONE : {});
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  if (profile) {
    const { latency, rate, slowdown } = profile;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: rate / 8, uploadThroughput: rate / 8 });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  await page.goto(url);
  const first = await timesOf(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 120_000 });
  await page.reload();
  const later = await timesOf(page);
  await context.close();
  return [...first, ...later];
}

const server = await StaticServer.start(FOLDER, '/', { compresses: true });
const browser = await startBrowser();
await (await Visitor.open(browser, server.url)).leave();
for (const [name, profile] of Object.entries(PROFILES)) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await visit(browser, server.url, profile));
  const text = (/** @type {number} */ column) => {
    const times = runs.map((run) => run[column]).sort((a, b) => a - b);
    return `${Math.round(times[Math.floor(RUNS / 2)])} (${Math.round(times[0])}-${Math.round(times[RUNS - 1])})`;
  };
  console.log(`${name}: first visit drawn ${text(0)}, answers ${text(1)}; later drawn ${text(2)}, answers ${text(3)} ms`);
}
await browser.close();
await server.stop();
